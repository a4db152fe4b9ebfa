"""What a model is told of the tools that read and write files.

The words of `read_file` are the product's design; those of the table tools stand in
`keenbench.tables.tools`.
"""

from __future__ import annotations

LIST_FILES = (
    "List the files of the workbench: path, kind, size, and whether each can be read and written."
)

GET_FILE_INFO = (
    "Get a file's entry in the manifest (path, kind, size, read-only or opaque) together with its "
    "full structural map."
)

GET_FILE_MAP = (
    "Get the structural map of a file alone: sheets, sections, slides, pages, rows or lines, how "
    "large each is, and the chunks to read it by. No content. Long lists show their first and last "
    "entries and how many there are; page through them with offset and limit, for one sheet or "
    "section with sheet or section."
)

READ_FILE = """\
Read content from a file. For large files, use get_file_info first to see the structural
map, then read specific regions:
- xlsx: specify sheet name and optional range (e.g. A1:E50)
- docx: specify section heading or index
- pptx: specify slide_index
- pdf: specify page range (e.g. "1-5")
- text: specify line_start and line_count for large files
- csv/tabular: use tabular schema/stats/query tools for table workflows and export results to \
csv/xlsx
- csv/tabular: run count-first probes before broad fetches, then use model-selected chunk/window \
progression for retrieval

The map in the file context shows available regions, sizes, and chunk boundaries.
Always check the map before reading to avoid requesting more data than needed."""

RECALL = (
    "Get back the whole result of an earlier call that was given as a receipt (its entry_id is in "
    "the receipt). A very large one comes in pages: ask for page 0, 1, … until has_more_pages is "
    "absent."
)

WRITE_TEXT_FILE = (
    "Write the whole new content of a text file (txt, md, json, xml, yaml, html, csv, tsv, psv, "
    "code) in the Draft; it is made when missing. Not for docx, xlsx, pptx or odt, which have "
    "operations of their own; pdf and images cannot be written."
)

TABLE_UPDATE = (
    "Write a table, or the result of a query over it, into a sheet of a workbook in the Draft, "
    "leaving all else in that workbook as it is. mode replace_sheet empties the sheet first; "
    "append_rows adds after its last row; write_range writes from start_cell on."
)

OPERATIONS = """\
Edit {a_file} in the Draft by a list of operations, applied in order, all of them or none; what \
they do not touch stays as it is. For a new file give create_new: true, or copy_from: the name of \
a file to start from.{more} Keys marked * are required; [x] is a default; a capital name is a \
shape listed below. Operations:
{reference}"""

OPERATIONS_MORE = {
    "docx": " Paragraphs are found best by anchor text or heading. With track_changes: true edits "
    "are written as revisions. Paragraph and table indexes are 0-based.",
    "xlsx": " Rows are 1-based. Write large amounts in successive set_range calls of some hundred "
    "rows each. With recalculate: true formulas are computed.",
    "pptx": " Slides are 0-based. Layouts are the deck's own names (see pptx_get_styles) or "
    "title_and_content, title_only, section_header, blank, two_content, title_slide.",
    "odt": " Best effort.",
    "pdf": " Only annotations can be added. Pages are 1-based.",
}

GET_STYLES = (
    "List the styles of {a_file} and the assets in it that {kind}_copy_assets can carry to another."
)

COPY_ASSETS = (
    "Carry assets (by the ids that {kind}_get_styles gives) from one {kind} file to another in the "
    "Draft."
)

NAMES = {
    "docx": "a Word document",
    "xlsx": "a workbook",
    "pptx": "a presentation",
    "odt": "an OpenDocument text",
    "pdf": "a PDF",
}

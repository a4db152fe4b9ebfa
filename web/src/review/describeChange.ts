/** Changes of documents, slides, pages and rows in the words of the page. */
import type {
  DescribedChange,
  Difference,
  DocumentChange,
  MarkedText,
  Marks,
  PageChange,
  RowChange,
  SlideChange,
  Tone,
} from "./types";

/** "page_setup_changed" → "Page setup changed". */
export function spoken(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toneOf(type: string): Tone {
  if (/_(inserted|added)$/.test(type)) return "added";
  if (/_(deleted|removed)$/.test(type)) return "removed";
  return "changed";
}

const marked = (text: string | null | undefined, marks?: Marks): MarkedText | undefined =>
  text == null ? undefined : { text, marks };

/** A value of formatting as a person would say it. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, part]) => `${key} ${valueWords(part)}`)
      .join(", ");
  }
  return String(value);
}

interface FormatLike {
  property: string;
  before: unknown;
  after: unknown;
}

export function differencesOf(formats: readonly FormatLike[] | undefined): Difference[] {
  return (formats ?? []).map(({ property, before, after }) => ({
    property: spoken(property),
    before: valueWords(before),
    after: valueWords(after),
  }));
}

const joined = (...parts: (string | null | undefined | false)[]) =>
  parts.filter(Boolean).join(" · ") || undefined;

const DOCUMENT_WORDS: Partial<Record<DocumentChange["type"], string>> = {
  paragraph_format: "Formatting of a paragraph changed",
  table_format: "Formatting of a table changed",
  table_cell_changed: "Table cell changed",
  table_cell_format: "Formatting of a table cell changed",
  table_row_inserted: "Table row inserted",
  table_row_deleted: "Table row deleted",
};

export function describeDocumentChange(change: DocumentChange): DescribedChange {
  const aside = change.type.startsWith("aside_");
  const what = aside
    ? `${spoken(change.kind ?? "note")} ${change.type.slice("aside_".length)}`
    : (DOCUMENT_WORDS[change.type] ?? spoken(change.type));
  const row = change.row ?? change.old_row;
  const table = change.type.startsWith("table_");
  return {
    id: change.change_id,
    type: change.type,
    what,
    where: joined(
      change.heading,
      table && change.index != null && `table ${change.index + 1}`,
      row != null && `row ${row + 1}`,
      change.col != null && `column ${change.col + 1}`,
      change.name,
    ),
    tone: toneOf(change.type),
    before: marked(change.text_before, change.marks_before),
    after: marked(change.text_after, change.marks_after),
    cells: change.cells?.map((cell) => cell ?? ""),
    differences: differencesOf(change.formats),
    section: change.section_index ?? undefined,
  };
}

export function describeSlideChange(change: SlideChange): DescribedChange {
  const index = change.slide_index ?? change.old_slide_index;
  const row = change.row ?? change.old_row;
  // A paragraph that came or went has only one side.
  const text = change.type === "text_changed";
  const came = text && change.text_before == null;
  const went = text && change.text_after == null;
  return {
    id: change.change_id,
    type: change.type,
    what: came ? "Text added" : went ? "Text removed" : spoken(change.type),
    where: joined(
      index != null && `Slide ${index + 1}`,
      change.title,
      change.shape,
      row != null && `row ${row + 1}`,
      change.col != null && `column ${change.col + 1}`,
      change.name,
    ),
    tone: came ? "added" : went ? "removed" : toneOf(change.type),
    before: marked(change.text_before, change.marks_before),
    after: marked(change.text_after, change.marks_after),
    cells: change.cells?.map((cell) => cell ?? ""),
    differences: differencesOf(change.formats),
    page: index ?? undefined,
  };
}

const PAGE_WORDS: Partial<Record<PageChange["type"], string>> = {
  page_text: "Text of a page changed",
  field_changed: "Form field changed",
};

export function describePageChange(change: PageChange): DescribedChange {
  const number = change.page ?? change.old_page;
  const note = change.type.startsWith("annotation_");
  return {
    id: change.change_id,
    type: change.type,
    what: note
      ? `${spoken(change.kind ?? "annotation")} ${change.type.slice("annotation_".length)}`
      : (PAGE_WORDS[change.type] ?? spoken(change.type)),
    where: joined(number != null && `Page ${number}`, change.name),
    tone: toneOf(change.type),
    before: marked(change.text_before),
    after: marked(change.text_after),
    lines: change.lines?.map((line) => ({ ...line, marks: line.marks ?? null })),
    left_off: change.lines_left_off ?? undefined,
    page: number == null ? undefined : number - 1,
  };
}

export function describeRowChange(change: RowChange): DescribedChange {
  const { row, old_row: oldRow } = change;
  const moved = change.type === "row_moved" || change.type === "column_moved";
  return {
    id: change.change_id,
    type: change.type,
    what: spoken(change.type),
    where: joined(
      row != null
        ? `Row ${row.toLocaleString()}${oldRow != null && oldRow !== row ? ` (was ${oldRow.toLocaleString()})` : ""}`
        : oldRow != null && `Row ${oldRow.toLocaleString()} of the reference`,
      !moved && change.type !== "column_renamed" && (change.column ?? change.old_column),
    ),
    tone: toneOf(change.type),
    before: change.type === "column_renamed" ? marked(change.old_column) : undefined,
    after: change.type === "column_renamed" ? marked(change.column) : undefined,
    cells: change.values ?? undefined,
    differences: change.cells?.map(({ column, before, after }) => ({
      property: column,
      before: before ?? "",
      after: after ?? "",
    })),
  };
}

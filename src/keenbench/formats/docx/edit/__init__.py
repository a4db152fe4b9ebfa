"""Word documents, edited: the trees of their parts, changed in place.

ops            the operations, as callers write them
apply          all operations of a call, or none
document       the document under edit: its parts, its ids, what was touched
order          where a child stands among its siblings
places         paragraphs, tables and page sections by index; anchors
lines, ranges  the live text of a paragraph and the elements it stands in
text           replace_text
write          paragraphs and runs made from what a caller wrote
properties     style fields written into runs and paragraphs
styles, lists  styles found, made and defined; lists with real numbering
blocks         blocks put into a container and taken out of it, tracked or not
revisions      insertions and deletions that Word can accept or reject
keeping        what a deletion must not take along: bookmarks, comments, fields, section breaks
paragraphs, tables, table_format, grid, images, comments, footnotes, header_footer, page,
core_properties   the other operations
new            a new, empty document
assets, carry  what a document has that another can be given
"""

"""Word documents: the body's own XML, walked in document order.

styles      which style is a heading, which a list
numbering   the numbers and bullets of lists
inline      the text of a paragraph, with what stands in it
body        paragraphs, tables and the rest as the blocks of an outline
beside      notes, comments, page headers and footers
runs        the formatted runs of a paragraph
map read    what the methods do
"""

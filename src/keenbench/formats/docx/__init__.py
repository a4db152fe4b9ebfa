"""Word documents: the body's own XML, walked in document order.

styles      which style is a heading, which a list
numbering   the numbers and bullets of lists
story       the text of a part: paragraphs and tables, with what stands in them
drawings    pictures, text boxes, charts
beside      notes, comments, page headers and footers
body        paragraphs, tables and the rest as the blocks of an outline
runs        the formatted runs of a paragraph
read        what the methods do
"""

"""OpenDocument texts: content.xml walked in document order.

names     the namespaces of ODF
lists     the numbers and bullets of lists and headings
changes   tracked changes
story     the text of paragraphs, with what stands in them
body      the blocks of an outline
read      what the methods do
"""

"""Edits of presentations, on the trees of their parts, through the package layer.

ops                the operations
deck               the deck being edited: its slides, layouts, and what was touched
layouts            layouts by their names, and their placeholders on slides
paragraphs runs    new text; text found across runs
slides sections    added, moved, duplicated and deleted slides
tables charts images notes footers sizes
frames room        where a new table, chart or picture stands
overflow           an estimate of text that does not fit its box
template           a new deck
assets             styles, and what can be carried to another deck
apply              what the methods do
"""

"""Edits of OpenDocument texts, through the package layer.

ops          the operations
slots        the characters of a paragraph and where they stand, to be replaced
looks        automatic styles for paragraphs, runs and lists
paragraphs   new paragraphs
template     a new document
apply        what the method does
"""

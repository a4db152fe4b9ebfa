"""Annotations on a PDF, appended so that every byte of the original stays where it is.

ops           the operations
places        where on the page: text found, inches from the top left
marks         the dictionaries of notes, highlights and links
increment     the update that is appended to the file
apply         what the method does
"""

"""PDF documents, read with pdfium: pages, outline, form fields, annotations, text.

document   opening, and why a file cannot be opened
pages      page lists as people write them: "1-5,8"
content    what stands on one page
outline    the bookmarks with their page numbers
map read   what the methods do
"""

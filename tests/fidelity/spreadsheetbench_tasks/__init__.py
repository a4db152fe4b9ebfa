"""Tasks that people asked on forums, each done by operations alone.

A module is one task: `ops(book)` gets the workbook as openpyxl reads it and returns operations.
"""

"""Excel workbooks: maps, ranges of cells, text. A sheet is never held as a tree or a grid.

addresses      A1:E50 and back
part_access    any stretch of a part, inflated without inflating what stands before it
plain_xml      odd but valid XML rewritten in the plain form that the scan knows
scan           one pass over a sheet: which cells are filled, where rows lie, what else it holds
islands        blocks of cells that stand apart
cells          values and formulas of rows
strings styles dates formulas    what values are made of
workbook       sheets, names, and the memory of what was scanned
drawings       charts, tables, comments
headers        the row that names the columns
map read       what the methods do
"""

"""Tables: any delimited text, sniffed, loaded once into DuckDB, read and exported without loss.

    dialect      how a file writes its records: delimiter, quote, escape
    records      text to records, tolerant of what real files hold
    sniff        which dialect a file is in; one_column: or whether nothing cuts it
    layout       what stands before the table, its header, where it ends
    typing       the type of each column, and how its text comes back
    inference    which type a column's texts have
    ingest       source to database: the strict parallel path, else the tolerant one
    sheets       a sheet of a workbook as a table
    values       cells as JSON
    map describe stats rows export      what the methods do
    formula_guard fit workbook          what csv, parquet, JSON lines and xlsx cannot hold, and then
    tools        what a model is told of them

`methods` is light to import; everything else runs inside a box.
"""

"""What runs in the runner's box: one query over lent databases, then nothing more.

    serve      waits for the one request and answers it: on a socket (`main`) or on stdin
    lockdown   DuckDB opened, the databases attached, then everything else taken away
    order      a query's rows in an order that can be repeated
    values     values as JSON text, written by DuckDB itself
    rows       a window of the rows, their number, and the hash over all of them
    failures   DuckDB's exceptions as our errors, without what was in the cells

Nothing here is imported by the engine or the worker: it loads DuckDB. It imports no Pydantic
either, because a runner is started for every query.
"""

"""What a query may be: the SQL policy, its allow-lists, and the judge of DuckDB's own reading.

Everything here decides and nothing executes. `policy` runs in the engine and imports sqlglot;
`judge` runs in the runner's box and imports neither sqlglot nor DuckDB.
"""

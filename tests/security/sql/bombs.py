# ruff: noqa: E501 (a statement reads better on one line)
"""Queries that ask for too much: all the memory, all the time, an answer without end.

Plain data. `BOMBS` pass the policy and the judge, because each is a query that could be asked in
earnest with a smaller number; the runner's limits must stop them, each with a typed error by the
deadline. Never run one without those limits. `OVERSIZED` are refused by the policy before they
cost anything.
"""

from __future__ import annotations

_SELECTS = "SELECT * FROM "

BOMBS: dict[str, str] = {
    # Memory that memory_limit does not see: one value.
    "a string of 4 GB": "SELECT repeat('x', 4000000000)",
    "the length of a string of 4 GB": "SELECT length(repeat('x', 4000000000))",
    "a cell of 500 MB": "SELECT repeat('x', 500000000) AS cell",
    "a string padded to 2 GB": "SELECT lpad('x', 2000000000, 'y')",
    "a string padded on the right": "SELECT rpad('x', 2000000000, 'y')",
    "a printf of 2 GB": "SELECT printf('%2000000000d', 1)",
    "a format of 2 GB": "SELECT format('{:2000000000}', 1)",
    "a bit string of 2 G": "SELECT bitstring('1', 2000000000)",
    "a blob of 1 GB": "SELECT repeat('x', 1000000000)::BLOB",
    "a list of 500 million": "SELECT range(500000000)",
    "a list without end": "SELECT range(1000000000000)",
    "a series as a list": "SELECT generate_series(1, 1000000000)",
    "a list resized": "SELECT list_resize([1], 2000000000)",
    "a list repeated": "SELECT repeat([1, 2, 3], 1000000000)",
    "a list of lists": "SELECT list_transform(range(100000), lambda x: range(100000))",
    "a list sorted": "SELECT list_sort(range(300000000))",
    "a list as json": "SELECT to_json(range(300000000))",
    "a string split": "SELECT string_split(repeat('a,', 500000000), ',')",
    "a string replaced": "SELECT replace(repeat('x', 100000000), 'x', 'yyyyyyyyyyyyyyyy')",
    "a hex of a hex": "SELECT hex(hex(hex(repeat('x', 100000000))))",
    # Memory in aggregates and joins.
    "a list of a billion rows": "SELECT list(range) FROM range(1000000000)",
    "a string of all rows": "SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)",
    "a json array of all rows": "SELECT json_group_array(range) FROM range(1000000000)",
    "a histogram of all rows": "SELECT histogram(range) FROM range(1000000000)",
    "a quantile of all rows": "SELECT median(range) FROM range(10000000000)",
    "a mode of all rows": "SELECT mode(range) FROM range(10000000000)",
    "distinct of all rows": "SELECT count(DISTINCT range) FROM range(10000000000)",
    "groups without end": "SELECT range % 1000000007, count(*) FROM range(100000000000) GROUP BY 1",
    "a sort of a billion": "SELECT range FROM range(10000000000) ORDER BY hash(range)",
    "a window over a billion": "SELECT sum(range) OVER (ORDER BY hash(range)) FROM range(10000000000)",
    "wide rows, sorted": "SELECT repeat('x', 100000) AS s, range FROM range(1000000) ORDER BY hash(range)",
    "a hash join of billions": "SELECT count(*) FROM range(10000000000) a JOIN range(10000000000) b USING (range)",
    # Time.
    "a count of a trillion": "SELECT count(*) FROM range(1000000000000)",
    "a sum of a trillion": "SELECT sum(sqrt(range)) FROM range(1000000000000)",
    "a cross join": "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range % 7 = b.range % 11",
    "a cross join of one table": "SELECT count(*) FROM data a, data b, data c, data d, data e, data f WHERE a.id + b.id + c.id = d.id + e.id + f.id",
    "a join on an inequality": "SELECT count(*) FROM range(100000000) a JOIN range(100000000) b ON hash(a.range) < hash(b.range)",
    "a correlated cross join": "SELECT (SELECT count(*) FROM data a, data b, data c WHERE hash(a.id, b.id, c.id, e.id) % 3 = 0) FROM data e, data f",
    "recursion without end": "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
    "recursion over the same rows": "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n FROM t) SELECT count(*) FROM t",
    "recursion that doubles": "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + i FROM t, range(2) r(i)) SELECT count(*) FROM t",
    "recursion that grows a string": "WITH RECURSIVE t(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM t) SELECT max(length(s)) FROM t",
    "recursion over distinct rows": "WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT n + 1 FROM t) SELECT max(n) FROM t",
    "an edit distance": "SELECT levenshtein(repeat('a', 300000), repeat('b', 300000))",
    "many edit distances": "SELECT sum(levenshtein(a.note || repeat('x', 2000), b.note)) FROM data a, data b, data c",
    "a regular expression over 1 GB": "SELECT regexp_matches(repeat('a', 1000000000), '(a*)*b')",
    "a wide regular expression": "SELECT regexp_replace(repeat('ab', 50000000), '(a|b|ab)*c', 'x', 'g')",
    "many regular expressions": "SELECT count(*) FROM range(1000000000) WHERE regexp_matches(range::VARCHAR, '(1+)+(2+)+(3+)+$')",
    "a fold over a billion": "SELECT list_reduce(range(1000000000), lambda a, b: a + b)",
    "a comprehension of a billion": "SELECT len([x * 2 FOR x IN range(1000000000) IF x % 2 = 0])",
    "unnest of a billion": "SELECT count(*) FROM unnest(range(2000000000)) t(x)",
    "a limit in vain": "SELECT * FROM range(1000000000000) ORDER BY hash(range) LIMIT 1",
    "a filter in vain": "SELECT range FROM range(1000000000000) WHERE hash(range) = 42",
    "hashes of hashes": "SELECT max(md5(md5(md5(sha256(range::VARCHAR))))) FROM range(10000000000)",
    # Answers without end.
    "rows without end": "SELECT range FROM range(1000000000000)",
    "long rows": "SELECT repeat('x', 1000) AS s FROM range(100000000)",
    "long cells": "SELECT repeat('x', 100000000) AS s FROM range(100)",
    "a cross join as rows": "SELECT * FROM data a, data b, data c, data d",
    "wide rows": "SELECT " + ", ".join(["*"] * 200) + " FROM data",
    "a list in each row": "SELECT range(1000000) FROM range(1000000)",
    # Work for the parser and the planner.
    "a union of thousands": "SELECT 1" + " UNION ALL SELECT 1" * 3000,
    "a chain of CTEs that double": "WITH a0 AS (SELECT * FROM range(10)), "
    + ", ".join(f"a{i} AS (SELECT x.* FROM a{i - 1} x, a{i - 1} y)" for i in range(1, 30))
    + " SELECT count(*) FROM a29",
    "a join of many": "SELECT count(*) FROM range(9) t0"
    + "".join(f", range(9) t{i}" for i in range(1, 300)),
    "grouping sets that double": "SELECT count(*) FROM data GROUP BY CUBE ("
    + ", ".join(f"id % {i}" for i in range(2, 14))
    + ")",
}

OVERSIZED: dict[str, str] = {
    "100,000 nested subqueries": _SELECTS + "(SELECT * FROM " * 100_000 + "data" + ")" * 100_000,
    "100,000 nested parentheses": "SELECT " + "(" * 100_000 + "1" + ")" * 100_000,
    "3,000 nested subqueries": _SELECTS + "(SELECT * FROM " * 3000 + "data" + ")" * 3000,
    "3,000 nested parentheses": "SELECT " + "(" * 3000 + "1" + ")" * 3000,
    "3,000 open parentheses": "SELECT " + "(" * 3000,
    "3,000 nested calls": "SELECT " + "abs(" * 3000 + "1" + ")" * 3000,
    "3,000 nested lists": "SELECT " + "[" * 3000 + "1" + "]" * 3000,
    "3,000 nested structs": "SELECT " + "{'a': " * 3000 + "1" + "}" * 3000,
    "3,000 nested cases": "SELECT " + "CASE WHEN true THEN " * 3000 + "1" + " END" * 3000,
    "2,000 nested CTEs": "WITH a AS (" * 2000 + "SELECT 1" + ") SELECT 1" * 2000,
    "30 nested types": "SELECT " + "date(" * 30 + "'x'" + ")" * 30,
    "30 nested arrays": "SELECT " + "array[" * 30 + "1" + "]" * 30,
    "30 nested rows": "SELECT " + "row(" * 30 + "1" + ")" * 30,
    "10,000 times not": "SELECT " + "NOT " * 10_000 + "true",
    "10,000 times minus": "SELECT " + "- " * 10_000 + "1",
    "10,000 times not minus": "SELECT " + "NOT - " * 10_000 + "1",
    "5,000 indexes": "SELECT a" + "[1]" * 5000,
    "5,000 methods": "SELECT 'a'" + ".upper()" * 5000,
    "5,000 fields": "SELECT a" + ".b" * 5000,
    "5,000 separate indexes": "SELECT " + "a[1], " * 5000 + "1",
    "1 MB of a list": "SELECT 1 IN (" + "1," * 500_000 + "1)",
    "1 MB of a string": "SELECT '" + "x" * 1_000_000 + "'",
    "1 MB of comments": "SELECT 1 " + "/**/" * 250_000,
    "1 MB of blanks": "SELECT 1" + " " * 1_000_000,
    "1 MB of unions": "SELECT 1" + " UNION ALL SELECT 1" * 55_000,
    "65 KB beyond ASCII": "SELECT '" + "é" * 33_000 + "'",
    "30,000 open comments": "SELECT 1 " + "/*" * 30_000,
    "100 MB": "SELECT " + "1+" * 50_000_000 + "1",
}

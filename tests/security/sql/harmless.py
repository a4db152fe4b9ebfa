# ruff: noqa: E501 (a statement reads better on one line)
"""Queries that people and models do write, each of which must pass every layer.

Plain data: a name and a statement over the tables of `workbench`. All are deterministic, so that
their rows can be compared.
"""

from __future__ import annotations

HARMLESS: dict[str, str] = {
    # Words that frighten a word list.
    "a status called call": "SELECT id FROM data WHERE status = 'call' ORDER BY id",
    "a status called update": "SELECT count(*) FROM data WHERE status = 'update'",
    "a semicolon in a string": "SELECT id FROM data WHERE status = 'a;b' ORDER BY id",
    "a statement in a string": "SELECT count(*) FROM data WHERE note = 'x; DROP TABLE data; --'",
    "a path in a string": "SELECT count(*) FROM data WHERE note LIKE '/etc/passwd%'",
    "an address in a string": "SELECT count(*) FROM data WHERE note = 'https://example.com/a.csv'",
    "a reader's name in a string": "SELECT 'read_csv(''a.csv'')' AS example",
    "a column named load": "SELECT id, load FROM data WHERE load > 0.2 ORDER BY id LIMIT 5",
    "a column named update": 'SELECT "update", count(*) AS n FROM data GROUP BY 1 ORDER BY 1',
    "a bare column named update": "SELECT data.update FROM data ORDER BY id LIMIT 3",
    "a column named user": "SELECT user, count(*) AS n FROM data GROUP BY user ORDER BY user",
    "a qualified column named user": "SELECT d.user FROM data d ORDER BY id LIMIT 3",
    "columns named like statements": "SELECT insert, drop, grant, set, call, copy, rollback FROM words ORDER BY id",
    "sums of columns named like statements": "SELECT sum(copy), max(drop) + min(insert), (grant) AS g, count(values) FROM words GROUP BY grant ORDER BY grant",
    "filters on columns named like statements": "SELECT map, values FROM words WHERE drop > 1 AND (call IN (2, 3) OR insert IS NULL) ORDER BY copy DESC",
    "qualified columns named like statements": "SELECT w.drop, w.insert FROM words w WHERE w.copy BETWEEN 1 AND 3 ORDER BY w.drop",
    "an alias named copy": "SELECT amount AS copy FROM data ORDER BY copy DESC LIMIT 3",
    "an alias named delete": 'SELECT amount AS "delete" FROM data ORDER BY "delete" LIMIT 3',
    "an alias named export": "SELECT sum(qty) AS export, min(qty) AS import FROM data",
    "a CTE named updates": "WITH updates AS (SELECT id FROM data) SELECT count(*) FROM updates",
    "an alias named random": "SELECT qty AS random FROM data ORDER BY id LIMIT 3",
    # Comments and blanks.
    "a leading comment": "-- how many?\nSELECT count(*) FROM data",
    "a leading block comment": "/* how many; really? */ SELECT count(*) FROM data",
    "a nested comment": "SELECT 1 /* outer /* inner */ still outer */ + 1 AS two",
    "a trailing comment": "SELECT count(*) FROM data -- done",
    "a trailing semicolon": "SELECT count(*) FROM data;",
    "a semicolon and a comment": "SELECT count(*) FROM data; -- done\n",
    "a comment within": "SELECT id, -- the key; DROP TABLE x\n region FROM data ORDER BY id LIMIT 2",
    "a comment that touches an operator": "SELECT 2*--3\n4 AS eight",
    "a comment ended by a carriage return": "SELECT 1 --x\r+1 AS two",
    "dashes in a string": "SELECT 'a--b' AS x, 'c/*d' AS y",
    "a no-break space": "SELECT\u00a0count(*) FROM\u00a0data",
    "a byte-order mark": "\ufeffSELECT 1 AS one",
    "a form feed": "SELECT 1\f+ 1 AS two",
    # Literals and names.
    "a quote in a string": "SELECT 'it''s' AS x",
    "a backslash in a string": "SELECT 'C:\\temp\\' AS x, 'y' AS y",
    "an escaped string": "SELECT E'a\\tb\\n\\'c\\\\' AS x",
    "a dollar string": "SELECT $$it's; $5$$ AS x, $q$a$$b$q$ AS y",
    "a dollar in a string": "SELECT '$1 and ?' AS x",
    "a quote in a name": 'SELECT 1 AS "a""b"',
    "names in backticks": "SELECT `region`, count(*) AS `how many` FROM data GROUP BY ALL ORDER BY 1",
    "a name beyond ASCII": "SELECT größe, count(*) AS häufig FROM data GROUP BY größe ORDER BY größe",
    "a string beyond ASCII": "SELECT '日本語 ½ 😀' AS x",
    "a name in capitals": "SELECT ID, Region FROM DATA ORDER BY Id LIMIT 3",
    "the quoted name of a file": 'SELECT sum(v) FROM "sales 2024.csv"',
    "numbers": "SELECT 1_000 AS a, 1e3 AS b, .5 AS c, 5. AS d, -3 AS e",
    "a struct": "SELECT {'a': 1, 'b': {'c': [1, 2]}} AS s",
    "a map": "SELECT MAP {'a': 1, 'b': 2} AS m, MAP {'a': 1}['a'] AS v",
    "a list": "SELECT [1, 2, 3][2] AS x, [1, 2, 3][1:2] AS y, [3, 1][-1] AS z",
    "a row": "SELECT (1, 'a') AS r, row(1, 2) AS q",
    "an interval": "SELECT DATE '2024-01-31' + INTERVAL '1' MONTH AS x, INTERVAL 3 DAYS AS y",
    "an interval of a column": "SELECT sold_on + INTERVAL (qty) DAY FROM data ORDER BY id LIMIT 3",
    "typed literals": "SELECT DATE '2024-02-29' AS d, TIMESTAMP '2024-02-29 12:00:00' AS t",
    # Shapes.
    "from first": "FROM data SELECT id, region ORDER BY id LIMIT 3",
    "from alone": "FROM customers ORDER BY id LIMIT 3",
    "values": "VALUES (1, 'a'), (2, 'b')",
    "values in from": "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) v(n, t) ORDER BY n",
    "no table": "SELECT 1 + 1 AS two",
    "in parentheses": "(SELECT count(*) FROM data)",
    "describe": "DESCRIBE data",
    "describe a query": "DESCRIBE SELECT region, sum(amount) AS s FROM data GROUP BY 1",
    "describe in from": "SELECT column_name FROM (DESCRIBE data) ORDER BY 1",
    "summarize": "SUMMARIZE customers",
    "summarize a query": "SUMMARIZE SELECT qty FROM data",
    "a prefix alias": "SELECT total: sum(qty) FROM data",
    "an alias used again": "SELECT qty * 2 AS a, a + 1 AS b FROM data ORDER BY id LIMIT 3",
    "star exclude": "SELECT * EXCLUDE (info, tags) FROM data ORDER BY id LIMIT 2",
    "star replace": "SELECT * REPLACE (upper(name) AS name) FROM customers ORDER BY id LIMIT 2",
    "star rename": "SELECT * RENAME (name AS customer) FROM customers ORDER BY id LIMIT 2",
    "star of a table": "SELECT c.* FROM customers c ORDER BY id LIMIT 2",
    "columns by pattern": "SELECT min(COLUMNS('i.*')) FROM customers",
    "columns by lambda": "SELECT COLUMNS(lambda c: c LIKE '%o%') FROM customers ORDER BY 1, 2 LIMIT 3",
    "columns of all": "SELECT max(COLUMNS(* EXCLUDE (name, country, joined))) FROM customers",
    "distinct": "SELECT DISTINCT region FROM data ORDER BY region",
    "distinct on": "SELECT DISTINCT ON (region) region, id FROM data ORDER BY region, id",
    "order by all": "SELECT region, country FROM customers ORDER BY ALL",
    "order with nulls and collation": (
        "SELECT note FROM data ORDER BY note COLLATE NOCASE DESC NULLS LAST, id LIMIT 3"
    ),
    "limit and offset": "SELECT id FROM data ORDER BY id LIMIT 5 OFFSET 10",
    "limit in percent": "SELECT id FROM customers ORDER BY id LIMIT 10%",
    "fetch first": "SELECT id FROM customers ORDER BY id FETCH FIRST 3 ROWS ONLY",
    "a positional column": "SELECT #1 FROM customers ORDER BY #1 LIMIT 2",
    # Grouping and aggregates.
    "group by": "SELECT region, sum(amount) AS total FROM data GROUP BY region ORDER BY total DESC",
    "group by all": "SELECT region, status, avg(qty) FROM data GROUP BY ALL ORDER BY ALL",
    "having": "SELECT product, count(*) n FROM data GROUP BY 1 HAVING count(*) > 28 ORDER BY 1",
    "grouping sets": (
        "SELECT region, status, grouping(region, status) AS g, sum(qty) FROM data "
        "GROUP BY GROUPING SETS ((region, status), (region), ()) ORDER BY ALL"
    ),
    "rollup": "SELECT region, product, sum(qty) FROM data GROUP BY ROLLUP (region, product) ORDER BY ALL",
    "cube": "SELECT region, status, count(*) FROM data GROUP BY CUBE (region, status) ORDER BY ALL",
    "filter": "SELECT count(*) FILTER (WHERE qty > 5) AS a, count(*) FILTER (qty <= 5) AS b FROM data",
    "distinct in an aggregate": "SELECT count(DISTINCT region), sum(DISTINCT qty) FROM data",
    "many aggregates": (
        "SELECT min(qty), max(qty), median(price), stddev(price), var_pop(qty), corr(qty, price), "
        "quantile_cont(price, 0.9), approx_count_distinct(product), bool_and(qty >= 0) FROM data"
    ),
    "several quantiles": "SELECT quantile_disc(qty, [0.25, 0.5, 0.75]) FROM data",
    "within group": "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY price) FROM data",
    "string_agg in order": "SELECT string_agg(name, ', ' ORDER BY id) FROM customers WHERE id < 5",
    "list in order": "SELECT region, list(id ORDER BY id DESC) FROM customers GROUP BY 1 ORDER BY 1",
    "first and arg_max": "SELECT first(id ORDER BY id), arg_max(name, id), min_by(name, id) FROM customers",
    "histogram": "SELECT histogram(qty) FROM data",
    "the largest three": "SELECT max(id, 3) FROM data",
    "count_if": "SELECT count_if(qty > 3), mode(region ORDER BY region) FROM data",
    # Windows.
    "row_number": "SELECT id, row_number() OVER (PARTITION BY region ORDER BY id) FROM data ORDER BY id",
    "a running sum": (
        "SELECT id, sum(qty) OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) "
        "FROM data ORDER BY id LIMIT 9"
    ),
    "a range of days": (
        "SELECT id, sum(qty) OVER (ORDER BY sold_on RANGE BETWEEN INTERVAL 7 DAYS PRECEDING "
        "AND CURRENT ROW EXCLUDE CURRENT ROW) FROM data ORDER BY id LIMIT 9"
    ),
    "a named window": "SELECT id, rank() OVER w FROM data WINDOW w AS (ORDER BY qty) ORDER BY id LIMIT 9",
    "lag ignoring nulls": "SELECT id, lag(note IGNORE NULLS) OVER (ORDER BY id) FROM data ORDER BY id",
    "lead, ntile and friends": (
        "SELECT id, lead(id, 2, -1) OVER w, ntile(4) OVER w, percent_rank() OVER w, "
        "first_value(id) OVER w, nth_value(id, 2) OVER w FROM customers "
        "WINDOW w AS (ORDER BY id) ORDER BY id"
    ),
    "qualify": (
        "SELECT region, id FROM data QUALIFY row_number() OVER (PARTITION BY region ORDER BY id) = 1 "
        "ORDER BY region"
    ),
    "a share of the total": (
        "SELECT region, sum(qty) * 100.0 / sum(sum(qty)) OVER () AS pct FROM data GROUP BY 1 ORDER BY 1"
    ),
    # Joins.
    "an inner join": (
        "SELECT c.name, d.amount FROM data d JOIN customers c ON c.id = d.id ORDER BY d.id LIMIT 5"
    ),
    "a left join using": "SELECT count(*), count(name) FROM data LEFT JOIN customers USING (id)",
    "right and full": (
        "SELECT count(*) FROM data d RIGHT JOIN customers c ON d.id = c.id + 190 "
        "FULL OUTER JOIN customers e ON e.id = c.id"
    ),
    "a comma join": "SELECT count(*) FROM data d, customers c WHERE d.id = c.id",
    "a cross join": "SELECT count(*) FROM customers a CROSS JOIN customers b",
    "a natural join": "SELECT count(*) FROM customers NATURAL JOIN (SELECT DISTINCT region FROM data) r",
    "semi and anti": (
        "SELECT count(*) FROM data SEMI JOIN customers USING (id) UNION ALL "
        "SELECT count(*) FROM data ANTI JOIN customers USING (id)"
    ),
    "an asof join": (
        "SELECT d.id, c.id FROM data d ASOF JOIN customers c ON d.sold_on >= c.joined ORDER BY d.id LIMIT 5"
    ),
    "a positional join": (
        'SELECT a.id, b.v FROM customers a POSITIONAL JOIN "sales 2024.csv" b ORDER BY a.id'
    ),
    "a lateral join": (
        "SELECT c.id, t.s FROM customers c, LATERAL (SELECT sum(d.qty) AS s FROM data d WHERE d.id < c.id) t "
        "ORDER BY c.id"
    ),
    "a self join": "SELECT count(*) FROM data a JOIN data b ON a.id = b.id AND a.region <> b.status",
    # Subqueries, set operations, CTEs.
    "a scalar subquery": "SELECT id FROM data WHERE amount > (SELECT avg(amount) FROM data) ORDER BY id",
    "exists": (
        "SELECT id FROM customers c WHERE EXISTS (SELECT 1 FROM data d WHERE d.id = c.id AND d.qty > 8) "
        "ORDER BY id"
    ),
    "not in": "SELECT count(*) FROM data WHERE region NOT IN (SELECT region FROM customers)",
    "rows in a subquery": "SELECT count(*) FROM data WHERE (id, region) IN (SELECT id, region FROM customers)",
    "any and all": (
        "SELECT count(*) FROM data WHERE qty = ANY (SELECT id FROM customers) "
        "AND qty >= ALL (SELECT 0)"
    ),
    "any of a list": "SELECT count(*) FROM data WHERE region = ANY(['north', 'west'])",
    "an array of a subquery": "SELECT array(SELECT id FROM customers ORDER BY id LIMIT 3)",
    "a subquery in from": (
        "SELECT region, n FROM (SELECT region, count(*) AS n FROM data GROUP BY 1) AS t ORDER BY region"
    ),
    "union": "SELECT region FROM data UNION SELECT region FROM customers ORDER BY region",
    "union all by name": (
        "SELECT id, region FROM data UNION ALL BY NAME SELECT region, name FROM customers ORDER BY ALL"
    ),
    "intersect and except": (
        '(SELECT id FROM data INTERSECT SELECT id FROM customers) EXCEPT SELECT id FROM "sales 2024.csv" '
        "ORDER BY id"
    ),
    "a chain of CTEs": (
        "WITH a AS (SELECT region, sum(qty) AS q FROM data GROUP BY 1), "
        "b(r, q) AS (SELECT region, q FROM a WHERE q > 10) SELECT * FROM b ORDER BY r"
    ),
    "a materialized CTE": "WITH a AS MATERIALIZED (SELECT id FROM data) SELECT count(*) FROM a, a AS b",
    "a CTE that hides a table": "WITH data AS (SELECT id FROM data WHERE id < 5) SELECT count(*) FROM data",
    "a CTE used on both sides": "WITH a AS (SELECT 1 AS x) SELECT x FROM a UNION ALL SELECT x + 1 FROM a",
    "a CTE within a subquery": "SELECT * FROM (WITH a AS (SELECT 1 AS x) SELECT x FROM a) t",
    "a recursive CTE": (
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT sum(n) FROM t"
    ),
    "recursion over days": (
        "WITH RECURSIVE days AS (SELECT DATE '2024-01-01' AS d UNION ALL SELECT d + 1 FROM days "
        "WHERE d < DATE '2024-01-10') SELECT d, count(id) FROM days LEFT JOIN data ON sold_on = d "
        "GROUP BY d ORDER BY d"
    ),
    # Expressions.
    "case": "SELECT CASE WHEN qty > 5 THEN 'many' WHEN qty = 0 THEN 'none' ELSE 'few' END, count(*) "
    "FROM data GROUP BY 1 ORDER BY 1",
    "a simple case": "SELECT CASE region WHEN 'north' THEN 1 ELSE 0 END AS n FROM data ORDER BY id LIMIT 4",
    "coalesce and friends": "SELECT coalesce(note, '-'), nullif(qty, 0), ifnull(note, ''), "
    "if(qty > 3, 1, 0), greatest(qty, 3) FROM data ORDER BY id LIMIT 9",
    "casts": "SELECT qty::VARCHAR, CAST(amount AS DOUBLE), TRY_CAST(note AS INTEGER), "
    "price::DECIMAL(10, 2), sold_on::TIMESTAMP FROM data ORDER BY id LIMIT 3",
    "casts to nested types": "SELECT [1, 2]::BIGINT[], {'a': 1}::STRUCT(a VARCHAR), "
    "MAP {'k': 1}::MAP(VARCHAR, DOUBLE), '[1]'::JSON",
    "like": "SELECT count(*) FROM data WHERE note LIKE '50!% of 1%' ESCAPE '!' AND region NOT LIKE 's%'",
    "ilike and similar": "SELECT count(*) FROM data WHERE region ILIKE 'N%' OR region SIMILAR TO '(e|w)a?.*'",
    "regular expressions": "SELECT regexp_matches(note, '\\d+'), regexp_extract(note, '(\\d+)$', 1), "
    "regexp_replace(note, '[aeiou]', '_', 'g'), note ~ 'of' FROM data ORDER BY id LIMIT 3",
    "between and is": "SELECT count(*) FROM data WHERE qty BETWEEN 2 AND 4 AND note IS NOT NULL "
    "AND region IS DISTINCT FROM 'east' AND (qty > 1) IS TRUE",
    "in a list": "SELECT count(*) FROM data WHERE region IN ('north', 'south') AND qty NOT IN (1, 2)",
    "arithmetic": "SELECT 7 // 2, 7 / 2, 7 % 2, 2 ** 3, 2 ^ 3, -7, 6 & 3, 6 | 3, 1 << 3, ~5, @ -5",
    "text functions": "SELECT upper(region), left(region, 2), region[1:2], region || '-' || qty, "
    "concat_ws(' ', region, product), split_part(product, ' ', 2), lpad(region, 8, '.'), "
    "trim(BOTH 'n' FROM region), substring(region FROM 2 FOR 2), position('o' IN region), "
    "replace(region, 'o', '0'), length(region), strip_accents('é') FROM data ORDER BY id LIMIT 4",
    "date functions": "SELECT date_trunc('month', sold_on), extract(year FROM sold_on), "
    "date_diff('day', sold_on, DATE '2024-12-31'), strftime(sold_on, '%Y-%m'), dayname(sold_on), "
    "last_day(sold_on), sold_on - DATE '2024-01-01', year(sold_on), age(DATE '2025-01-01', sold_on) "
    "FROM data ORDER BY id LIMIT 4",
    "parsed dates": "SELECT strptime('03.02.2024', '%d.%m.%Y')::DATE, try_strptime('x', '%Y')",
    "a time zone": "SELECT sold_at AT TIME ZONE 'Europe/Berlin' AT TIME ZONE 'UTC' FROM data ORDER BY id LIMIT 2",
    "time buckets": "SELECT time_bucket(INTERVAL '1 week', sold_on) w, count(*) FROM data GROUP BY 1 ORDER BY 1",
    "json": "SELECT info->'a', info->>'$.a', json_extract(info, '$.b[0]'), json_array_length(info, '$.b'), "
    "info->'b'->>0 FROM data ORDER BY id LIMIT 3",
    "lambdas": "SELECT list_transform([1, 2, 3], lambda x: x * 2), list_filter([1, 2, 3], lambda x: x > 1), "
    "list_reduce([1, 2, 3], lambda a, b: a + b)",
    "a comprehension": "SELECT [x * 2 FOR x IN [1, 2, 3] IF x > 1] AS l",
    "list functions": "SELECT len(tags), list_contains(tags, 't1'), list_sort(tags), array_to_string(tags, '+'), "
    "list_aggregate([1, 2, 3], 'sum'), list_sum([1, 2]), list_distinct(tags) FROM data ORDER BY id LIMIT 3",
    "unnest": "SELECT id, unnest(tags) AS tag FROM data ORDER BY id, tag LIMIT 6",
    "unnest in from": "SELECT t.x, count(*) FROM data, unnest(tags) AS t(x) GROUP BY 1 ORDER BY 1",
    "method calls": "SELECT region.upper(), 'abc'.replace('b', '-').upper() FROM data ORDER BY id LIMIT 2",
    "struct access": "SELECT s.a, s['b'], struct_extract(s, 'a') FROM (SELECT {'a': 1, 'b': 2} AS s)",
    "a table as a struct": "SELECT to_json(customers) FROM customers ORDER BY id LIMIT 2",
    "formatting": "SELECT format('{:,}', 1234567), printf('%05.1f', 3.14159), hex(255), md5('a')",
    "try": "SELECT try(CAST('x' AS INTEGER)) AS t",
    # Generated rows, pivots.
    "range": "SELECT i, i * i FROM range(5) t(i)",
    "generate_series of days": "SELECT d::DATE FROM generate_series(DATE '2024-01-01', DATE '2024-01-05', "
    "INTERVAL 1 DAY) t(d) ORDER BY 1",
    "a calendar joined": "SELECT d::DATE AS day, count(id) FROM range(DATE '2024-01-01', DATE '2024-01-08', "
    "INTERVAL 1 DAY) r(d) LEFT JOIN data ON sold_on = d GROUP BY 1 ORDER BY 1",
    "json_each": 'SELECT key, value FROM json_each(\'{"a": 1, "b": 2}\') ORDER BY key',
    "pivot": "PIVOT data ON region IN ('north', 'south') USING sum(qty) GROUP BY status ORDER BY status",
    "pivot in from": "SELECT * FROM (PIVOT data ON region IN ('north', 'east') USING sum(qty), max(qty) "
    "GROUP BY product) ORDER BY product",
    "a standard pivot": "SELECT * FROM (SELECT region, qty, status FROM data) PIVOT (sum(qty) AS q FOR region "
    "IN ('north' AS n, 'south' AS s)) ORDER BY status",
    "unpivot": "UNPIVOT (SELECT id, qty, größe FROM data) ON qty, größe INTO NAME what VALUE much "
    "ORDER BY id, what LIMIT 6",
    "unpivot columns": "UNPIVOT (SELECT id, qty, größe FROM data) ON COLUMNS(* EXCLUDE (id)) ORDER BY ALL LIMIT 6",
    "a standard unpivot": "SELECT * FROM (SELECT id, qty, größe FROM data) UNPIVOT (v FOR n IN (qty, größe)) "
    "ORDER BY ALL LIMIT 6",
    "deep but sane": "SELECT "
    + "replace(" * 12
    + "region"
    + ", 'x', 'y')" * 12
    + " FROM data ORDER BY id",
    "a long list": "SELECT count(*) FROM data WHERE id IN ("
    + ", ".join(map(str, range(2000)))
    + ")",
}

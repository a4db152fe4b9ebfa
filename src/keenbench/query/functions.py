"""The functions and types that a query may name. What is not here is refused.

Made from `duckdb_functions()` of DuckDB 2.0.0 and read through by hand: each takes values and
gives a value, the same at every call. Left out are readers of files and addresses, catalogs,
settings, variables, sequences, logs, clocks, random numbers, `query()` and its like, aggregate
states, types by name, and whatever the engine keeps for itself. A test compares the list with
the installed engine: every name exists there, and none is marked volatile.
"""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_MATH = """
    abs acos acosh add asin asinh atan atan2 atanh bin binom bit_count cbrt ceil ceiling cos cosh
    cot degrees divide even exp factorial fdiv floor fmod gamma gcd greatest
    greatest_common_divisor isfinite isinf isnan lcm least least_common_multiple lgamma ln log
    log10 log2 mod multiply nextafter pi pow power radians round round_even roundbankers sign
    signbit sin sinh sqrt subtract tan tanh trunc xor
"""

_TEXT = """
    array_to_string array_to_string_comma_default ascii bar base64 bit_length bit_position
    bitstring char_length character_length chr concat concat_ws contains damerau_levenshtein
    decode editdist3 encode ends_with format format_bytes formatreadabledecimalsize
    formatreadablesize from_base64 from_binary from_hex get_bit hamming hash hex ilike_escape
    instr jaccard jaro_similarity jaro_winkler_similarity lcase left left_grapheme length
    length_grapheme levenshtein like_escape lower lpad ltrim md5 md5_number md5_number_lower
    md5_number_upper mismatches nfc_normalize not_ilike_escape not_like_escape octet_length ord
    overlay parse_dirname parse_dirpath parse_filename parse_formatted_bytes parse_path
    pg_size_pretty position prefix printf regexp_escape regexp_extract regexp_extract_all
    regexp_full_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table
    repeat replace reverse right right_grapheme rpad rtrim set_bit sha1 sha256 split split_part
    starts_with str_split str_split_regex string_split string_split_regex string_to_array
    strip_accents strlen strpos substr substring substring_grapheme suffix to_base to_base64
    to_binary to_hex translate trim ucase unbin unhex unicode upper url_decode url_encode
    uuid_extract_timestamp uuid_extract_version
"""

# `age` of one argument counts from today; `checks` in both readers ask for two.
_TIME = """
    age century date_add date_diff date_part date_sub date_trunc datediff datepart datesub
    datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade epoch epoch_ms
    epoch_ns epoch_us era hour isodow isoyear julian last_day make_date make_time make_timestamp
    make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium millisecond minute
    month monthname nanosecond normalized_interval quarter second strftime strptime time_bucket
    timezone timezone_hour timezone_minute to_centuries to_days to_decades to_hours
    to_microseconds to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds
    to_timestamp to_weeks to_years try_strptime week weekday weekofyear year yearweek
"""

_NESTED = """
    aggregate apply array_aggr array_aggregate array_append array_apply array_cat array_concat
    array_contains array_cosine_distance array_cosine_similarity array_cross_product
    array_distance array_distinct array_dot_product array_extract array_filter array_grade_up
    array_has array_has_all array_has_any array_indexof array_inner_product array_intersect
    array_length array_negative_dot_product array_negative_inner_product array_pop_back
    array_pop_front array_position array_prepend array_push_back array_push_front array_reduce
    array_resize array_reverse array_reverse_sort array_select array_slice array_sort
    array_transform array_unique array_value array_where array_zip cardinality element_at filter
    flatten generate_series generate_subscripts grade_up len list_aggr list_aggregate
    list_any_value list_append list_apply list_approx_count_distinct list_avg list_bit_and
    list_bit_or list_bit_xor list_bool_and list_bool_or list_cat list_concat list_contains
    list_cosine_distance list_cosine_similarity list_count list_distance list_distinct
    list_dot_product list_element list_entropy list_extract list_filter list_first list_grade_up
    list_has list_has_all list_has_any list_histogram list_indexof list_inner_product
    list_intersect list_kurtosis list_kurtosis_pop list_last list_mad list_max list_median
    list_min list_mode list_negative_dot_product list_negative_inner_product list_pack
    list_position list_prepend list_product list_reduce list_resize list_reverse
    list_reverse_sort list_select list_sem list_skewness list_slice list_sort list_stddev_pop
    list_stddev_samp list_string_agg list_sum list_transform list_unique list_value list_var_pop
    list_var_samp list_where list_zip map map_concat map_contains map_contains_entry
    map_contains_value map_entries map_extract map_extract_value map_from_entries map_keys
    map_values range reduce row struct_concat struct_contains struct_extract struct_extract_at
    struct_has struct_indexof struct_insert struct_keys struct_pack struct_position struct_update
    struct_values union_extract union_tag union_value unnest unpivot_list
"""

_JSON = """
    array_to_json from_json from_json_strict json json_array json_array_length json_contains
    json_deep_merge json_exists json_extract json_extract_path json_extract_path_text
    json_extract_string json_insert json_keys json_merge_patch json_merge_patch_diff json_object
    json_pretty json_quote json_remove json_replace json_set json_strip_nulls json_structure
    json_transform json_transform_strict json_type json_valid json_value row_to_json to_json
"""

# Not functions to DuckDB's catalog, though they are written like calls; and plain conditionals.
_FORMS = """
    array cast coalesce columns date extract grouping grouping_id if ifnull nullif percentile_cont
    percentile_disc switch try try_cast typeof pg_typeof alias constant_or_null equi_width_bins
    is_histogram_other_bin
"""

_AGGREGATE = """
    any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null
    arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin array_agg avg bit_and
    bit_or bit_xor bitstring_agg bool_and bool_or corr count count_if count_star countif covar_pop
    covar_samp decimal_average entropy favg first fsum geomean geometric_mean group_concat
    histogram histogram_exact json_group_array json_group_object json_group_structure kahan_sum
    kurtosis kurtosis_pop last list listagg mad max max_by mean median min min_by mode product
    quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2
    regr_slope regr_sxx regr_sxy regr_syy sem skewness stddev stddev_pop stddev_samp string_agg
    sum sumkahan var_pop var_samp variance wavg weighted_avg
"""

_WINDOW = """
    cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank
    rank_dense row_number
"""

AGGREGATES = word_set(_AGGREGATE)
FORMS = word_set(_FORMS)
FUNCTIONS = AGGREGATES | FORMS | word_set(_MATH + _TEXT + _TIME + _NESTED + _JSON + _WINDOW)

# In FROM only these; the rest of DuckDB's table functions read files, catalogs or settings.
TABLE_FUNCTIONS = frozenset(
    ("unnest", "range", "generate_series", "json_each", "json_tree", "generate_subscripts",
     "regexp_split_to_table")
)  # fmt: skip

# The operators, by the names of the functions that DuckDB makes of them.
OPERATORS = frozenset(
    ("+", "-", "*", "/", "//", "%", "**", "^", "||", "|", "&", "<<", ">>", "~", "~~", "!~~", "~~*",
     "!~~*", "~~~", "!~", "!~*", "~*", "^@", "@", "@>", "<@", "&&", "<->", "<=>", "->", "->>", "!",
     "!__postfix")
)  # fmt: skip

# These take the name of an aggregate as a string.
AGGREGATE_BY_NAME = frozenset(
    ("aggregate", "list_aggr", "list_aggregate", "array_aggr", "array_aggregate")
)

# Names that DuckDB reads as a call where no column is called so, with or without quotes.
BARE_CALLS = frozenset(
    ("current_catalog", "current_date", "current_role", "current_schema", "current_time",
     "current_timestamp", "current_user", "localtime", "localtimestamp", "session_user", "user")
)  # fmt: skip

# Another answer at each call. They get their own message, because people do ask for them.
CLOCKS = frozenset(
    ("now", "today", "get_current_time", "get_current_timestamp", "transaction_timestamp",
     "current_localtime", "current_localtimestamp", "current_date", "current_time",
     "current_timestamp", "localtime", "localtimestamp", "ago", "getdate", "sysdate", "clock",
     "statement_timestamp", "clock_timestamp")
)  # fmt: skip
CHANCE = frozenset(
    ("random", "rand", "setseed", "uuid", "uuidv4", "uuidv7", "gen_random_uuid",
     "reservoir_quantile", "randn", "newid")
)  # fmt: skip

# What an aggregate gives depends on the order of its rows, unless ORDER BY stands inside the call.
ORDER_DEPENDENT = frozenset(
    ("any_value", "arbitrary", "first", "last", "list", "array_agg", "string_agg", "group_concat",
     "listagg", "mode", "arg_max", "arg_min", "argmax", "argmin", "max_by", "min_by",
     "arg_max_null", "arg_min_null", "arg_max_nulls_last", "arg_min_nulls_last",
     "approx_quantile", "approx_top_k", "json_group_array", "json_group_object")
)  # fmt: skip
# The same for any order of the rows, whatever the type of the column.
ORDER_FREE = frozenset(
    ("count", "count_star", "count_if", "countif", "min", "max", "bool_and", "bool_or", "bit_and",
     "bit_or", "bit_xor", "approx_count_distinct")
)  # fmt: skip
# The same for any order where the column is an integer or a decimal.
ORDER_FREE_WHEN_EXACT = frozenset(("sum",))

# Built-in types only: a named type could be one that the database defines, or make DuckDB look
# for an extension.
TYPES = word_set(
    """
    bigint binary bit bitstring blob bool boolean bpchar bytea char date datetime dec decimal
    double float float4 float8 hugeint int int1 int128 int16 int2 int32 int4 int64 int8 integer
    interval json list logical long map nvarchar numeric oid real row short signed smallint string
    struct text time timestamp timestamp_ms timestamp_ns timestamp_s timestamp_us timestamptz
    timetz tinyint ubigint uhugeint uint128 uint16 uint32 uint64 uint8 uinteger union usmallint
    utinyint uuid varbinary varchar varint bignum variant array
    """
) | {
    "time with time zone",
    "timestamp with time zone",
    "time without time zone",
    "timestamp without time zone",
    "double precision",
    "character varying",
    "character",
}

# Types that take arguments, and so are followed by a parenthesis.
PARAMETRIC_TYPES = frozenset(
    ("decimal", "dec", "numeric", "varchar", "char", "bpchar", "nvarchar", "text", "string",
     "character", "varying", "struct", "row", "map", "union", "time", "timestamp", "bit", "float")
)  # fmt: skip

# Words that a parenthesis may follow without making a call. None is a function of DuckDB's that
# is not allowed anyway (tested).
WORDS_BEFORE_PARENTHESIS = word_set(
    """
    all and any as asc between both by case cross cube desc describe distinct else end escape
    except exclude exists filter following for from full group having ignore ilike in inner
    intersect interval is isnull join key lateral leading like limit materialized name natural not
    notnull null nulls of offset on or order outer over partition pivot pivot_longer pivot_wider
    placing positional preceding qualify rename respect rollup select semi anti asof sets similar
    some summarize then to trailing union unpivot using value values when where window with within
    zone recursive lambda
    """
)

# Words after which a string is a string, and not the text of a value of the type they name.
WORDS_BEFORE_STRING = WORDS_BEFORE_PARENTHESIS - {"name", "value", "key"} | frozenset(
    ("glob", "precision", "zone", "varying", "first", "last", "separator")
)

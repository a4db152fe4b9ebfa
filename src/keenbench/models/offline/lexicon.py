"""What English words mean to a question over tables: figures, comparisons, groups, order.

A phrase stands here only where its meaning does not depend on the data. What is not listed, and
names no table, column or value, makes the model ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from keenbench.models.offline.beyond import BEYOND
from keenbench.models.offline.degrees import degrees
from keenbench.models.offline.small_words import LOOKING_AFTER, WHENEVER

Tag = Literal[
    "agg", "how_much", "distinct", "super", "cmp", "cmp_after", "not", "null", "group", "bucket",
    "share", "sort", "direction", "list", "compare", "and", "or", "filler", "which", "yesno",
    "cannot", "time_prep", "top", "only", "rows", "match", "as", "trend", "prep", "light",
    "versus", "growth", "running", "calc", "state", "sign", "rest",
]  # fmt: skip


@dataclass(frozen=True)
class Meaning:
    tag: Tag
    value: str = ""
    dims: tuple[str, ...] = ()
    """What a word compares by itself: `cheapest` the price, `oldest` the age or the date."""
    against: tuple[str, ...] = ()
    """The same the other way round: the oldest has the earliest date."""


def _each(tag: Tag, value: str, *phrases: str) -> dict[str, Meaning]:
    return {phrase: Meaning(tag, value) for phrase in phrases}


_PRICE = ("price", "cost", "fare", "fee")
_DATES = ("date", "time", "year", "day", "timestamp")
BIRTH = ("birth", "born", "dob", "birthdate", "birthday")
_LONG = (
    "length", "duration", "distance", "runtime", "minutes", "hours", "seconds", "milliseconds",
    "days", "nights", "pages",
)  # fmt: skip
_BIG = ("size", "area", "population", "amount", "total", "value", "volume", "magnitude", "mass",
        "quantity", "qty")  # fmt: skip


_HOW: dict[str, tuple[str, ...]] = {
    "long": _LONG, "old": ("age",), "far": ("distance",), "expensive": _PRICE, "big": _BIG,
    "high": ("height", "elevation", "altitude"), "large": _BIG,
}  # fmt: skip
"""What is asked for by how long, how old and the like, besides the words of `degrees`."""


def _dims(
    value: str, dims: tuple[str, ...], *phrases: str, against: tuple[str, ...] = ()
) -> dict[str, Meaning]:
    return {phrase: Meaning("super", value, dims, against) for phrase in phrases}


def _versus(value: str, dims: tuple[str, ...], *phrases: str) -> dict[str, Meaning]:
    return {phrase: Meaning("versus", value, dims) for phrase in phrases}


def _cmp_dims(
    value: str, dims: tuple[str, ...], *phrases: str, against: tuple[str, ...] = ()
) -> dict[str, Meaning]:
    return {phrase: Meaning("cmp", value, dims, against) for phrase in phrases}


PHRASES: dict[str, Meaning] = {
    **{d.phrase: Meaning(d.tag, d.value, d.dims) for d in degrees()},
    # -- figures
    **_each("agg", "count", "how many", "number of", "count of", "count", "the number of",
            "total number of", "anzahl", "wie viele", "combien de", "how often",
            "how frequently", "tally", "no of", "nr of", "num of", "the no of", "total no of"),
    **_each("how_much", "", "how much", "by how much", "by how many percent",
            "by what percentage", "by what percent"),
    **{f"how {word}": Meaning("how_much", "avg", dims) for word, dims in _HOW.items()},
    **_each("agg", "sum", "sum", "total", "in total", "summe", "totals", "combined",
            "altogether", "sum up", "add up", "aggregate", "adds up to", "add up to", "added up to",
            "totalling", "totaling", "amounts to", "amounting to"),
    **_each("agg", "avg", "average", "averages", "mean", "avg", "on average", "typical",
            "durchschnitt", "moyenne", "promedio"),
    **_each("agg", "median", "median"),
    **_each("agg", "min", "minimum", "min", "minimal"),
    **_each("agg", "max", "maximum", "max", "maximal"),
    **_each("agg", "stddev", "standard deviation", "std dev", "stddev", "stdev", "std deviation",
            "standard deviations", "std"),
    **_each("distinct", "", "different", "distinct", "unique", "separate", "no repeats",
            "no duplicates", "without repeats", "without duplicates", "without repeating",
            "deduplicated", "deduped", "each only once", "each once", "no dupes", "without dupes"),
    **_each("rows", "", "rows", "row", "records", "record", "entries", "entry", "observations",
            "observation", "data points", "lines", "data sets", "cases"),
    # -- superlatives
    **_dims("desc", (), "highest", "greatest", "most", "top"),
    **_dims("asc", (), "lowest", "least", "fewest", "bottom"),
    **_dims("desc", _BIG, "largest", "biggest"),
    **_dims("asc", _BIG, "smallest", "littlest", "tiniest"),
    **_dims("desc", (), "best"),
    **_dims("asc", (), "worst"),
    **_dims("desc", ("*count",), "most common", "most frequent", "most popular", "busiest",
            "most often", "most frequently", "commonest", "most used", "most numerous",
            "most commonly", "most active", "most times"),
    **_dims("asc", ("*count",), "least common", "rarest", "least frequent", "least popular",
            "least active",
            "quietest", "least often", "least used"),
    **_dims("asc", _PRICE, "cheapest", "least expensive", "most affordable", "lowest priced"),
    **_dims("desc", _PRICE, "most expensive", "costliest", "dearest", "priciest", "most costly",
            "highest priced"),
    **_dims("desc", _DATES, "latest", "newest", "most recent", "most recently", "last"),
    **_dims("asc", _DATES, "earliest", "first"),
    **_dims("desc", ("age",), "oldest", "eldest", against=(*BIRTH, *_DATES, "founded",
            "established", "built", "hire", "published", "released", "opened")),
    **_dims("asc", ("age",), "youngest", against=(*BIRTH, *_DATES, "hire")),
    **_dims("desc", _LONG, "longest"),
    **_dims("asc", (*_LONG, "height"), "shortest"),
    **_dims("desc", ("speed", "velocity"), "fastest", "quickest",
            against=("duration", "time", "seconds")),
    **_dims("asc", ("speed", "velocity"), "slowest", against=("duration", "time", "seconds")),
    **_dims("desc", ("wind",), "windiest", "strongest wind"),
    **_dims("desc", ("distance",), "farthest", "furthest", "most distant"),
    **_dims("asc", ("distance",), "closest", "nearest"),
    **_dims("desc", ("salary", "income", "wage", "pay", "wealth", "hourly"), "highest paid",
            "best paid"),
    **_dims("asc", ("salary", "income", "wage", "pay", "hourly"), "lowest paid", "worst paid"),
    **_dims("asc", ("joined", "join", "hire", "hired", "since", "start", *_DATES),
            "longest standing", "longest serving", "most senior"),
    **_dims("desc", ("quantity", "sold", "units", "sales", "revenue", "amount", "total"),
            "best selling", "top selling", "bestselling", "most sold", "best seller",
            "most bought", "most purchased", "most ordered"),
    **_dims("asc", ("quantity", "sold", "units", "sales", "revenue", "amount", "total"),
            "worst selling", "least sold"),
    **_dims("desc", ("gross", "revenue", "sales", "office", "profit"), "highest grossing",
            "most profitable", "most lucrative"),
    **_dims("desc", ("value", "worth", "price", "amount"), "most valuable"),
    **_dims("desc", ("latitude", "lat"), "northernmost", "most northern", "most northerly"),
    **_dims("asc", ("latitude", "lat"), "southernmost", "most southern", "most southerly"),
    **_dims("desc", ("longitude", "lon", "lng"), "easternmost", "most eastern"),
    **_dims("asc", ("longitude", "lon", "lng"), "westernmost", "most western"),
    **_dims("desc", ("rating", "score"), "best rated", "highest rated", "top rated",
            "highest scoring"),
    **_dims("asc", ("rating", "score"), "worst rated", "lowest rated"),
    # -- comparisons
    **_each("cmp", ">", "more than", "over", "above", "greater than", "higher than", "larger than",
            "bigger than", "exceeding", "exceeds", "exceed", "exceeded", ">", "in excess of",
            "better than", "beyond", "upwards of"),
    **_each("cmp", ">=", "at least", "no less than", "not less than", "minimum of", ">=", "≥",
            "not under", "no fewer than", "not below"),
    **_each("cmp", "<", "less than", "under", "below", "fewer than", "lower than", "smaller than",
            "<", "worse than"),
    **_each("cmp", "<=", "at most", "up to", "no more than", "not more than", "maximum of", "<=",
            "≤", "not over", "not above", "not exceeding"),
    **_each("cmp", "=", "exactly", "equal to", "equals", "equal", "=", "==", "precisely"),
    **_each("cmp", "!=", "!=", "≠", "<>", "not equal to", "different from", "unequal to"),
    **_each("cmp", "between", "between", "ranging from", "in the range"),
    **_cmp_dims(">", _PRICE, "more expensive than", "pricier than", "costing more than",
                "cost more than", "costs more than"),
    **_cmp_dims("<", _PRICE, "cheaper than", "less expensive than", "costing less than",
                "cost less than", "costs less than"),
    **_cmp_dims(">", ("age",), "older than"),
    **_cmp_dims("<", ("age",), "younger than"),
    **_cmp_dims(">", _LONG, "longer than"),
    **_cmp_dims("<", _LONG, "shorter than"),
    **_cmp_dims(">", ("distance",), "farther than", "further than"),
    **_versus("desc", (), "more", "higher", "greater", "better", "more often"),
    **_versus("asc", (), "less", "fewer", "lower", "worse", "less often"),
    **_versus("desc", _BIG, "bigger", "larger"), **_versus("asc", _BIG, "smaller"),
    **_versus("desc", _PRICE, "more expensive", "pricier", "costlier"),
    **_versus("asc", _PRICE, "cheaper", "less expensive"),
    **_versus("desc", ("age",), "older"), **_versus("asc", ("age",), "younger"),
    **_versus("desc", _LONG, "longer"), **_versus("asc", _LONG, "shorter"),
    **_versus("desc", ("*count",), "more popular", "more common", "more frequent", "busier"),
    **_versus("asc", ("*count",), "quieter", "less popular", "less common", "less busy", "rarer"),
    **_each("cmp_after", ">=", "or more", "or higher", "or above", "and above", "and over",
            "or older", "and older", "or greater", "and up", "or over", "and more", "or longer",
            "or better", "or later", "or larger", "or newer", "and later", "or after", "and after",
            "and newer"),
    **_each("cmp_after", "<=", "or less", "or fewer", "or lower", "or below", "and below",
            "and under", "or younger", "and younger", "or under", "or shorter", "or smaller",
            "or earlier", "or older than", "or before", "and earlier", "and before"),
    **_each("match", "contains", "containing", "contains", "contain", "including the word",
            "mentioning", "mention", "mentions", "with the word", "contains the word",
            "containing the word", "that mention", "includes the word", "mentioned", "says",
            "saying", "talk about", "talks about", "talking about", "complain about",
            "complains about", "complaining about", "complained about", "refer to", "refers to",
            "referring to", "with the words", "including the words", "with the phrase",
            "something about"),
    **_each("match", "startswith", "starting with", "starts with", "start with", "begins with",
            "beginning with", "begin with", "starting in", "that begin with"),
    **_each("match", "endswith", "ending with", "ends with", "end with", "ending in", "ends in",
            "end in"),
    **_each("match", "=", "called", "named", "titled", "known as"),
    **_each("calc", "", "multiplied by", "divided by", "net of", "minus",
            "difference", "differences", "gap", "gaps", "spread", "differ", "differs", "ratio",
            "ratios"),
    # -- negation and what is missing
    **_each("not", "", "not", "except", "except for", "excluding", "exclude", "excludes",
            "other than", "apart from", "but not", "non", "aside from", "besides", "never",
            "outside of", "outside", "neither", "nor", "leaving out", "ignoring", "not in",
            "leave out", "leave off", "leaving off", "leaving aside", "leave aside", "omitting",
            "disregarding", "disregard", "not counting", "without counting", "take out",
            "taking out",
            "minus the", "get rid of", "with the exception of", "discounting", "save for",
            "not from", "not including", "rather than", "all but", "leave out", "leaves out",
            "not counting", "do not count", "without counting", "disregarding", "disregard",
            "ignore", "omit", "omitting", "excl", "anything but", "everything but", "anyone but",
            "everyone but", "everybody but", "anybody but", "any but", "barring", "excepting",
            "with the exception of", "discounting", "not any", "anything other than",
            "anything except", "everything except", "everyone except", "not one of"),
    **_each("not", "after", "excluded", "left out", "omitted", "not included", "not counted",
            "left aside", "ignored", "aside"),
    **_each("not", "flag", "switched off", "turned off", "disabled", "set to no", "set to false",
            "set to off", "unticked", "unchecked", "deactivated", "toggled off", "not ticked",
            "not checked", "switched it off", "turned it off", "opted out of"),
    **_each("not", "nobody", "nobody", "no one", "no-one", "not a soul", "none of us",
            "nothing"),
    **_each("null", "", "without", "missing", "lacking", "lack", "without any", "with no", "no",
            "have no", "has no", "had no", "without a", "without an", "lacks", "unknown",
            "not known", "blank", "empty", "null", "unspecified", "not specified", "unrecorded",
            "not recorded", "undefined", "out of", "not available", "do not have", "does not have",
            "did not have", "do not have any", "do not have a", "do not have an",
            "does not have a", "does not have an", "having no", "not given", "are missing",
            "without a known", "without known", "no known", "without a single", "not a single",
            "have not got", "has not got", "have not got a", "has not got a", "have not got an",
            "has not got an", "without the", "without its", "without their", "with no known",
            "not a", "has not a", "do not have the", "not yet known", "lacks any", "lack any",
            "have not a single", "not filled in", "not entered", "left blank", "left empty",
            "not stated", "not listed", "nothing for", "not set",
            "without a recorded", "without an", "no recorded", "with unknown",
            "is missing"),
    **_each("null", "some", "is known", "are known", "is recorded", "is given", "not missing",
            "non missing", "not null", "not empty", "non null", "is not missing"),
    # -- groups, time and order
    **_each("group", "", "per", "by", "for each", "for every", "each", "every", "in each",
            "for each combination of", "each combination of", "for every combination of",
            "by combination of",
            "of each", "grouped by", "group by", "broken down by", "split by", "across", "by each",
            "within each", "according to", "depending on", "breakdown by", "on each", "at each",
            "from each", "per each", "in every", "for the different", "across all", "for all the",
            "break down by", "split up by", "separated by", "by the", "with each", "to each",
            "across different", "segmented by", "distribution of", "the distribution of",
            "breakdown of", "split of", "distribution by", "for individual"),
    **_each("bucket", "weekday", "day of the week", "days of the week", "weekday", "weekdays",
            "day of week"),
    **_each("bucket", "hour_of_day", "hour of the day", "hours of the day", "time of day",
            "time of the day", "hour of day"),
    **_each("bucket", "month_of_year", "month of the year", "calendar month"),
    **_each("bucket", "day", "daily", "day by day", "per diem"),
    **_each("bucket", "week", "weekly", "week by week"),
    **_each("bucket", "month", "monthly", "month by month"),
    **_each("bucket", "quarter", "quarterly", "quarter by quarter"),
    **_each("bucket", "year", "yearly", "annual", "annually", "year by year", "per annum"),
    **_each("bucket", "hour", "hourly", "hour by hour"),
    **_each("trend", "", "over time", "trend", "trends", "evolve", "evolved", "evolution",
            "development", "develop", "developed", "over the years", "over the months",
            "through time", "timeline", "historically", "across time", "change over time",
            "changed over time", "progress over time"),
    **_each("share", "", "percentage", "percent",
            "how many percent", "share", "proportion", "fraction", "percentages",
            "shares", "pct", "percentage share", "as a percentage", "in percent", "as percentage",
            "as a share", "as percentages", "as a percent", "per cent", "rate", "rates", "portion",
            "what part", "what fraction", "contribution", "contribute", "contributes"),
    **_each("sort", "", "sorted by", "sort by", "ordered by", "order by", "ranked by", "rank by",
            "sorted", "sort", "sort them by", "order them by", "rank", "ranked", "arranged by",
            "sorted on", "sort it by", "order it by", "sort this by", "rank them by",
            "in order of", "by order of", "arrange by"),
    **_each("direction", "asc", "ascending", "in ascending order", "from lowest to highest",
            "from low to high", "lowest first", "smallest first", "increasing", "oldest first",
            "earliest first", "from smallest to largest", "alphabetically", "a to z",
            "from oldest to newest", "in increasing order", "asc", "in alphabetical order",
            "ascendingly", "cheapest first", "lowest to highest", "smallest to largest",
            "chronologically", "in chronological order", "worst first", "shortest first", 
            "low to high", "from least to most", "from small to big", "from small to large",
            "small to big", "small to large", "smallest to biggest", "from smallest to biggest",
            "old to new", "from old to new", "oldest to newest", "earliest to latest",
            "from earliest to latest", "in date order", "in order of date", "by date order",
            "in calendar order", "from cheapest to dearest", "cheapest to most expensive",
            "fewest first", "least first", "lightest first", "youngest first", "first to last",
            "from worst to best", "worst to best", "from shortest to longest", "upwards",
            "going up", "in ascending"),
    **_each("direction", "desc", "descending", "in descending order", "from highest to lowest",
            "from high to low", "highest first", "largest first", "decreasing", "newest first",
            "latest first", "from largest to smallest", "from newest to oldest", "z to a",
            "in decreasing order", "desc", "biggest first", "from most to least", "in reverse",
            "most recent first", "highest to lowest", "largest to smallest", "high to low",
            "most expensive first", "reverse", "most first", "best first", "longest first",
            "top first", "youngest last", "from big to small", "from large to small",
            "big to small", "large to small", "biggest to smallest", "from biggest to smallest",
            "new to old", "from new to old", "newest to oldest", "latest to earliest",
            "from latest to earliest", "in reverse date order", "in reverse order",
            "in reverse chronological order", "reverse chronologically", "dearest first",
            "heaviest first", "from best to worst", "best to worst", "most to least",
            "from longest to shortest", "priciest first", "costliest first", "busiest first",
            "most frequent first", "most common first", "most popular first", "greatest first",
            "from greatest to least", "downwards", "going down", "last first"),
    # -- how a question begins, and what only holds it together
    **_each("list", "", "show", "list", "give", "display", "find", "get", "tell", "print",
            "return", "show me", "give me", "tell me", "list all", "find all", "show all", "see",
            "let me see", "i want", "i need", "want", "need", "i would like", "could you",
            "can you", "please", "show us", "provide", "fetch", "output", "look up", "get me",
            "what are the names of", "names of"),
    **_each("which", "which", "which", "what", "whose", "which of"),
    **_each("which", "who", "who", "whom"),
    **_each("which", "when", "when", "on what date", "on which date", "at what time",
            "what date", "which date"),
    **_each("which", "where", "where"),
    **_each("compare", "", "compare", "comparison", "versus", "vs", "difference between",
            "compared to", "compared with", "as compared to", "in comparison to", "comparing",
            "against"),
    **_each("rest", "", "rest", "the rest", "all the rest", "others", "the others", "all others",
            "all the others", "everyone else", "everybody else", "everything else",
            "anyone else", "anybody else", "anything else", "remainder", "the remainder",
            "everywhere else", "all other", "any other"),
    **_each("only", "", "only", "just", "solely", "exclusively", "restrict to", "limit to",
            "limited to", "filter to", "filter by", "filter on", "filter", "restricted to",
            "narrow to", "keep only", "narrow it down to", "limit it to", "restrict it to"),
    **_each("and", "", "and", "as well as", "plus", "along with", "together with", "&", "but"),
    **_each("or", "", "or", "either"),
    **_each("filler", "", "in the catalogue", "in our catalogue", "in the catalog", "in the system",
            "on our books", "in our system", "on the books", "in the register", "overall",
            "years old", "year old", "years of age", "year olds",
            "do we have", "do you have", "of them", "of all", "in the data", "kind of", "type of",
            "kinds of", "types of", "sort of", "the kind of", "im", "der", "die", "das", "von",
            "in the company", "on board", "if possible", "of day", "on the list",
            "in the list", "in our collection", "in the collection", "on record", "in our records",
            "this season", "of the season", "in the season", "i mean", "i am new here",
            "by the way", "because", "because of", "due to", "owing to", "on account of", "down to",
            "thanks to", "caused by", "as a result of",
            "would you be so kind as to", "be so kind as to", "in this data", "on file", "so far",
            "of ours", "that we have", "we have", "in our data", "in our database", "in the file",
            "in this file", "in this table", "in the records", "all together", "each one",
            "among", "amongst",
            "in general", "as well", "right now", "at the moment", "for me", "for us",
            "in charge of", "responsible for", "in charge", "had to", "have to", "has to",
            "i wonder", "i was wondering", "do you know", "any idea", "what about the",
            "over all", "in the dataset", "in this dataset", "in the table",
            "in the database", "at all"),
    **_each("filler", "", "pie chart of", "bar chart of", "line chart of", "chart of",
            "a pie chart of", "a bar chart of", "a line chart of", "a chart of", "as a pie chart",
            "as a bar chart", "as a line chart", "as a chart"),
    **_each("filler", "", *WHENEVER, *LOOKING_AFTER, "set foot in", "set foot"),
    **_each("growth", "", "growth", "grew", "grow", "growing", "grows", "increase",
            "increased", "decrease", "decreased", "rise", "rose", "risen", "decline", "declined",
            "change", "changed", "changes", "fell", "fallen", "dropped", "shrank", "shrunk", "drop",
            "shrink", "go up", "goes up", "went up", "gone up", "go down", "goes down",
            "went down", "gone down"),
    **_each("growth", "year", "year over year", "year on year", "yoy", "from year to year",
            "year to year", "annual growth", "yearly growth", "over the previous year"),
    **_each("growth", "month", "month over month", "month on month", "mom", "from month to month",
            "month to month", "monthly growth", "over the previous month"),
    **_each("growth", "quarter", "quarter over quarter", "quarter on quarter", "qoq"),
    **_each("growth", "week", "week over week", "week on week"),
    **_each("growth", "day", "day over day", "from day to day"),
    **_each("running", "", "cumulative", "running total", "running sum", "cumulatively",
            "cumulative total", "cumulative sum", "running totals", "cumulated"),
    **{phrase: Meaning("cannot", what) for what, said in BEYOND.items() for phrase in said},
}  # fmt: skip

BUCKET_UNITS = {
    "hour": "hour", "day": "day", "date": "day", "week": "week", "month": "month",
    "quarter": "quarter", "year": "year",
}  # fmt: skip

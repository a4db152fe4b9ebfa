"""What a preposition says of the period that follows it: since, until, before, in."""

from __future__ import annotations

TIME_PREPOSITIONS: dict[str, str] = {
    "since": ">=start", "starting": ">=start", "from": "from", "after": ">=end",
    "later than": ">=end", "following": ">=end", "past": ">=end", "newer than": ">=end",
    "before": "<start", "prior to": "<start", "earlier than": "<start", "older than": "<start",
    "until": "<end", "till": "<end", "through": "<end", "up to": "<end", "by the end of": "<end",
    "up until": "<end", "no later than": "<end", "as of": ">=start", "starting from": ">=start",
    "starting in": ">=start", "beginning in": ">=start", "from the start of": ">=start",
    "on or after": ">=start", "on or before": "<end", "between": "between", "in": "in",
    "during": "in", "on": "in", "for": "in", "of": "in", "within": "in", "over": "in", "at": "in",
    "throughout": "in", "in or after": ">=start", "in or before": "<end", "to": "to",
    "end in": "in", "ends in": "in", "ending in": "in", "ended in": "in", "start in": "in",
    "starts in": "in", "begin in": "in", "begins in": "in",
    "so far in": "in", "any time in": "in", "at any time in": "in", "some time in": "in",
    "anywhere in": "in", "back in": "in", "in the course of": "in",
    "not before": ">=start", "not after": "<end", "over the": "in", "for the year": "in",
}  # fmt: skip

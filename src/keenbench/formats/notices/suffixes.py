"""Which texts are searched, by what their names say they are. Light to import."""

from __future__ import annotations

TABLES = (".csv", ".tsv", ".psv")
NOTES = (".md", ".markdown")
MARKED_UP = (".html", ".htm", ".xhtml", *NOTES, ".svg", ".xml")
STYLES = (".css",)
SEARCHED = (*TABLES, *MARKED_UP, *STYLES)

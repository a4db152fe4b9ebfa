"""Raised whenever the same bytes would give another database: old ones are then made again."""

INGEST_VERSION = 7

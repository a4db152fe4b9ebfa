"""Editing workbooks: a new package from an old one and operations."""

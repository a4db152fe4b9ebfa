"""Questions that people would ask of tables, with what the answer must be."""

"""The demo datasets, one module each: what is in them and how it comes about."""

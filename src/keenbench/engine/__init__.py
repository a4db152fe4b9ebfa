"""The engine owns state and drives the worker; it parses no document and executes no SQL."""

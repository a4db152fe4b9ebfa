"""The engine methods, one module a concept."""

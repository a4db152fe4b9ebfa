"""The tools over real files, with the real worker in its box."""

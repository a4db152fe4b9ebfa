"""KeenBench: an AI works on office files and tables; nothing changes until the user approves."""

__version__ = "0.1.0"

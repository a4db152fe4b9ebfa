"""The agent that works on files: its context, its tools, its runs and conversation."""

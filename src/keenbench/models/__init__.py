"""Models: what a model id names, and the LangChain chat model behind it (imported on first use)."""

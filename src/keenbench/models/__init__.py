"""The models that answer: providers through LangChain, and one that needs neither key nor network."""

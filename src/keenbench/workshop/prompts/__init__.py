"""What models are told, word for word."""

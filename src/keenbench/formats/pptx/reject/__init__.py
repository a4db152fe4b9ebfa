"""Changes of a presentation taken back."""

"""Changes of a Word document taken back."""

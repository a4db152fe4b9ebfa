"""The HTTP door, and the page behind it."""

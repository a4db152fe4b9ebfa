"""What differs between two versions, and how to show it."""

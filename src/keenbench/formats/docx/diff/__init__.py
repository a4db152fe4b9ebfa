"""What differs between two versions of a Word document."""

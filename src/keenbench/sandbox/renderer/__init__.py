"""Office documents to pages: a LibreOffice of our own, in a box, kept warm."""

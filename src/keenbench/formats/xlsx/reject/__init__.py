"""Changes of a workbook taken back."""

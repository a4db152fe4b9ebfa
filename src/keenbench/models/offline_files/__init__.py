"""What the offline model does in the Workshop: a few plain requests, through the same tools."""

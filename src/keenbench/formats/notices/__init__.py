"""What of a change the user is told before it is published: active, remote and hidden content."""

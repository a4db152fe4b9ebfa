"""Pages and pictures as images, for people to look at."""

"""What is printed: spaces, cards and tracks, how they are read, headings, options."""

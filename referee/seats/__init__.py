"""A game as a seat sees it, and may answer."""

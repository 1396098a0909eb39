"""A game to look at."""

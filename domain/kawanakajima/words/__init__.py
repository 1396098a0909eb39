"""Orders, corrections, the items of the agenda, and the words that they are written in."""

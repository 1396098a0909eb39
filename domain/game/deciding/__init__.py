"""Commands to a game: what follows from each, and why it may not be."""

"""What follows from a command to a game, and why it may not be."""

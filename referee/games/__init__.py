"""All that is done to a game."""

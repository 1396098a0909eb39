"""A game from its opening to its forks."""

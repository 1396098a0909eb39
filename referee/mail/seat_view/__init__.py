"""A game as a seat is told of it."""

"""The kit: what any title needs. It knows no title and no game."""

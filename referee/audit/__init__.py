"""The audit: whether a record holds. The lines of a game, and who was punctual."""

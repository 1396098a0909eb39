"""Whether a record holds; the lines of a game; who was punctual."""

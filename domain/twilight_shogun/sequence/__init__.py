"""Chapters 3 to 7 and 10 to 12: set-up, the turn and its rounds, control, the navy, the end."""

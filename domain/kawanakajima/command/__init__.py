"""Chapters 3, 4 and 7 to 9.2, and 9.5: set-up, plans, the choice and drawing of chits, the turn."""

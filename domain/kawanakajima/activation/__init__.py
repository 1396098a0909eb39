"""Chapters 6, 9.3, 9.4 and 12: what an activated clan does."""

"""Chapters 6 and 10: the ways of units, where they may end, and retreats."""

"""Chapters 14 to 18: the hypothetical scenario, troops that come later, victory."""

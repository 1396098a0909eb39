"""Chapters "battle" and "honor": Morale and honor, and what they do to tests."""

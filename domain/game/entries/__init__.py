"""Entries that are recorded of a game. Tags are for ever."""

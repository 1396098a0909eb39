"""Corrections of a ruling: the bars of each, and the events that record it."""

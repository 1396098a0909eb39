"""Corrections of a ruling: what bars each, and what follows from it."""

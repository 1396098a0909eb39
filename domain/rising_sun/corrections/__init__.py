"""Corrections of a ruling: what bars each, and what is recorded of it."""

"""Disputes and rulings."""

"""Printed cards, headings, options."""

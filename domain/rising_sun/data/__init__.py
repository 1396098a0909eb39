"""Printed clans, provinces, figures and cards, headings, options."""

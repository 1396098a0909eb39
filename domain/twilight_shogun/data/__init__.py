"""Printed spaces, cards and tracks, how they are read and checked; headings and options."""

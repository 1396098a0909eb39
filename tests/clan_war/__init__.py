"""Rulings of Clan War: each heading on both sides of its limit, and the vectors CW-1 to CW-21."""

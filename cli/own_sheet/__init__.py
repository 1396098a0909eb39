"""Cells that a player or a witness keeps on a machine of his own."""

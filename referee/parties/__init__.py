"""What a seat or a witness keeps on a machine of its own: its secret cells, and what it gave out."""

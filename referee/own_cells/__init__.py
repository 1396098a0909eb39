"""The secret cells that a seat or a witness keeps on a machine of its own, and what it gave out of them."""

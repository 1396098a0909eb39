"""A game as it stands, folded from its entries."""

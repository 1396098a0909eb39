"""What stands in a game, folded from its entries."""

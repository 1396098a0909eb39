"""The board, the events of a battle, and how the board follows from them."""

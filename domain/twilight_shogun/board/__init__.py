"""The board, what happens to it, how one follows from the other, and what can be asked of it."""

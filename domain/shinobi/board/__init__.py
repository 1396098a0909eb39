"""The board, what happens to it, and how one follows from the other."""

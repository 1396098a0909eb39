"""The board, the events that change it, how they are folded into it, and what can be asked of it."""

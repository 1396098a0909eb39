"""Orders, corrections, steps and prompts, and the words that they are written in."""

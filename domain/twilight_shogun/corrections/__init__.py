"""What bars a correction of a ruling, and what follows from it."""

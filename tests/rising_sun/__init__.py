"""The rulings of Rising Sun, chapter by chapter."""

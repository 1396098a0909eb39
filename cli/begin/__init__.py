"""To begin with: a demonstration, and what can be played."""

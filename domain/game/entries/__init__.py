"""What is recorded of a game. Tags are for ever."""

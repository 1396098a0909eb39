"""Answers to whoever asks, by mail, page or command: of a game, its proof, lists, ratings."""

"""Stores of former releases, opened by the program of today."""

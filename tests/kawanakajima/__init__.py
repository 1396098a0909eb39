"""Rulings of Kawanakajima 1561, one module for each chapter."""

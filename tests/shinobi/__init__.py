"""The rulings of Shinobi, one module for each chapter."""

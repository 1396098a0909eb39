"""The rulings of Twilight of Shogun."""

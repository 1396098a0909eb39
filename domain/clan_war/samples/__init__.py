"""Reports that are or may be legal, where all of them would be too many."""

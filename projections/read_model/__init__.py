"""The read model: an SQLite file that follows the record."""

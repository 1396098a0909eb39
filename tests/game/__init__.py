"""The aggregate."""

"""The desk at work."""

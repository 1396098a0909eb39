"""Programs that hold seats."""

"""Who sits where, until when, and how they are written to."""

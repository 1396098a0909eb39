"""The mail desk, and the whole store."""

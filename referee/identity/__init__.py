"""The writer of a mail, and his rights."""

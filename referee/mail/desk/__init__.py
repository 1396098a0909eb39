"""What becomes of a mail, line by line."""

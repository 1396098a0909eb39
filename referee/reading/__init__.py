"""From the bytes of a mail to its lines."""

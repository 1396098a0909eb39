"""One game being played, of whatever title."""

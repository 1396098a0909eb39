"""Chapter 9: the events of cards."""

"""Chapter 13: the siege of Kaizu."""

"""Checks of a record: orders decided again, the proof of throws, whether people did what was theirs to do."""

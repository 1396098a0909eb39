"""The same orders decided again, the proof of throws, and whether people did what was theirs to do."""

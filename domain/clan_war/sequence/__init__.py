"""Chapter "battle": the armies before the first turn, and the phases."""

"""Programs that play: simulation, search, arena."""

"""Programs that play: how they choose, how they search, how well they do against each other."""

"""Standing orders: scripts and preferences that a seat leaves behind for prompts while it is away."""

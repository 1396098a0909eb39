"""What a seat leaves behind for prompts that come up while it is away."""

"""What the protocol promises, each promise with an adversary who tries to break it."""

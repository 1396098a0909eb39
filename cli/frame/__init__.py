"""What all commands have."""

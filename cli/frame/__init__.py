"""The frame of every command: its options, its output, its errors."""

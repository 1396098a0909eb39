"""A desk, and how it is set up: its file, its limits, exit codes, processes beside it."""

"""The rules: pure, of the standard library and msgspec. No clock, file, network or random module."""

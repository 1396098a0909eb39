"""People, clocks and press, on a frozen clock."""

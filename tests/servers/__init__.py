"""Real mail servers and real mail programs on loopback, as ordinary processes in a temporary folder."""

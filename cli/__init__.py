"""The command line: one function per command. It parses, calls and prints; no rule and no SQL lives here."""

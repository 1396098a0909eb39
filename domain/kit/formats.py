"""The numbers of the forms in which games are kept. `bugyo --version` says them: nothing is imported here."""

FORMAT = "bugyo/1"
"""Of an export, and of what is signed."""

PROTOCOLS = (1, 2)
"""Of throws: those that are read; new games are of the newest, and at level 0 of the first."""

STORES = (1, 2)
"""Of the tables and of the stored form of an event: those that are read; the newest is written."""

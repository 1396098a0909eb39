"""Exports: a game in the formats of others, as a viewer may know it; and what comes back in from them.

Everything here is a pure function of a `Replay` and a viewer, or of a text that somebody has written.

tables.py       the tables of a game: events, orders, throws, tracks, notes, and those of its title
csv.py          one of the tables as CSV
sqlite.py       all of them as an SQLite file that Datasette browses
statistics.py   throws against expectation, time by seat, losses, the swings of the tracks
losses.py       losses, counted
title_statistics.py   the games of a title together; title_drawing.py draws them
report.py       the after-action report in Markdown, with its pictures
notation.py     the orders as a text that can be played again; and its reader
journal.py      notes from the journals of others, every line kept
schema.py       the JSON Schema of the lines of `export --format jsonl`
"""

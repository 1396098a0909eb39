"""Faults of machines, injected and counted: `python -m tests.faults` is the campaign of docs/reliability.md.

script.py    what the record says to SQLite      disk.py     a disk that forgets what was not synced
power.py     the power goes off                  pages.py    other bytes come back than were written
full.py      no room on the disk                 kills.py    `kill -9`, and two that write at once
calls.py     calls of the system that fail       jumps.py    the clock of the machine jumps
files.py     exports that are cut or torn
servers.py   a PostgreSQL server goes, or its writer
season.py    the whole service, and what is known of it      machine.py    whatever happens to it
games.py     what is played meanwhile            children.py processes that are forked off
fuzzing.py   tests/fuzz as a campaign            counted.py  tests of other folders as a campaign
siege.py   a desk under siege
campaigns.py counts and rows   table.py all rows   results.py what was counted, and the page
"""

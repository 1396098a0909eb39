"""The record: every game an append-only stream of events, in one file.

envelope.py    what stands around an event: when, why, who
chain.py       public forms, commitments, digests
codec.py       one title's events as bytes
schema.py      the file: its tables, its settings, and the files that are refused
store.py       our recorder, mapper and factory for the eventsourcing library
newest.py      games as they last stood, so that a long game is not folded for every order
record.py      `Record`: load, append, and what else is kept in the file
"""

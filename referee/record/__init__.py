"""The record: every game an append-only stream of events, in a file or on a PostgreSQL server.

envelope.py    what stands around an event: when, why, who
chain.py       public forms, commitments, digests
codec.py       one title's events as bytes
place.py       where a store is: a file, or a schema of a database
schema.py      its tables; a file's settings, and the files that are refused
writing.py     what the recorders of both stores do alike; the mapper
store.py       the recorder and factory of a file, for the eventsourcing library
reading.py     the same where it is only read
postgres.py    those of a server
newest.py      games as they last stood, so that a long game is not folded for every order
copies.py      copies of a file
damage.py      what of a store is damaged beside its games, by table
rows.py        a whole store row by row, for another place
record.py      `Record`: load, append, and what else is kept in the store
outbox.py      mails that have yet to go out      timers.py   what comes due
cases.py       what became of other mails        digests.py  who wants one mail a day
"""

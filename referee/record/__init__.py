"""The record: every game an append-only stream of events, in a file or on a PostgreSQL server.

envelope.py    when, why and by whom an event was recorded
chain.py       public forms, commitments, digests
codec.py       one title's events as bytes
location.py    where a store is: a file, or a schema of a database
schema.py      its tables; a file's settings, and the files that are refused
schema_check.py  whether a file's tables, indexes and triggers are as we make them
private_files.py  files that only their owner may read
writing.py     transactions around the library's events, in both stores
store.py       the recorder and factory of a file, for the eventsourcing library
read_only.py   the same where it is only read
postgres.py    those of a server
library_settings.py  how the library reaches either
snapshots.py   copies of a file
damage.py      damage to a file beside its games, by table
rows.py        a whole store row by row, for another place
record.py      `Record`: load, append, and what else is kept in the store

Its other tables: timers.py (what comes due), outbox.py (mails to be sent), mail_cases.py (what became of each
mail, and which raw mails may be swept), mail_answers.py (how often was answered), daily_digests.py (who wants
one mail a day).
"""

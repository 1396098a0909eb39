"""The record: every game an append-only stream of events, in a file or on a PostgreSQL server.

Its other tables: timers.py (what comes due), outbox.py (mails to be sent), mail_cases.py (what became of each
mail, and which raw mails may be swept), mail_answers.py (how often was answered), daily_digests.py (who wants
one mail a day).
"""

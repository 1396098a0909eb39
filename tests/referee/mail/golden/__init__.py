"""Whole sessions of a desk with a frozen clock: scenario mails in, every mail that goes out, the record.

A session is a folder with a `session.toml`. What comes of it is kept beside it: `in.txt` (the mails that came
in), `out.txt` (all mails that went out), `record.jsonl`, and `log.txt` (what the desk said to its log).
`python -m tests.referee.mail.golden` writes them anew.
"""

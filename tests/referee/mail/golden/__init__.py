"""Whole sessions of a desk with a frozen clock: scenario mails in, every mail that goes out, the record.

A session is a folder with a `session.toml`. What comes of two of them is kept beside it to the letter:
`in.txt` (the mails that came in), `out.txt` (all mails that went out), `record.jsonl`, and `log.txt` (what
the desk said to its log); of the others all but the wording, in `structure.txt`.

`python -m tests.referee.mail.golden` writes them anew. With a FOLDER it writes all of them there to the
letter, to be compared with those of another commit.
"""

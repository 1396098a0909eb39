"""The mail desk: from the bytes of a mail to the mails that answer it.

A mail walks down these rooms, and its answer up again through `writing`; none imports one below it.
"""

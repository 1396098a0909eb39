"""The mail desk: from the bytes of a mail to the mails that answer it.

What a desk does with a mail that `reading` has read and whose writer `identity` knows, and what it writes.
"""

"""Games over HTTP, to look at, to play and to referee: without cookies, and nothing fetched from elsewhere.

The pages read the store and write nothing into it: what somebody sends becomes a mail that the desk takes in.
"""

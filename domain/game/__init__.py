"""The aggregate: one game being played, of whatever title.

entries.py      what is recorded of a game
aggregate.py    `Game`: who is awaited, authority, orders, what follows unasked; folded from its entries
audit.py        the same orders decided again, compared entry by entry
"""

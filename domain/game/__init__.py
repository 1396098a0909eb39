"""The aggregate: one game being played, of whatever title.

entries.py      what is recorded of a game
policy.py       what is agreed beside the rules: deadlines, silence, press, mails
conduct.py      what is recorded of people, clocks and press
register.py     who sits where, until when a seat has time, what is held back: folded from these
objections.py   why something of it may not be recorded
beside.py       what follows from it by the policy; defaults.py: what is ordered for a silent seat
propriety.py    whether what people did was theirs to do, checked from the record
giving.py       what parties give for the proof of throws, looked at when it comes
lines.py        going back: which events stand
forks.py        what-ifs: where they leave a game, and under which name each event stands
units.py        an order, or a step unasked, decided with its throws and taken in as a whole
aggregate.py    `Game`: who is awaited, authority, orders, what is beside the play; folded from its entries
audit.py        the same orders decided again, compared entry by entry
"""

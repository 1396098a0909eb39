"""What the protocol promises, each promise with an adversary who tries to break it.

wager.py               a tiny made-up title: simultaneous orders, and one open throw when all are in
table.py               a game of it, played by honest people or by those of a test
test_referees.py       referees who cheat: with sheets, cells, throws
test_steering.py       whatever a referee may rewrite, lose or work in another order, the faces stay
test_players.py        players and witnesses who resend, refuse and lie
test_contributions.py  who lacks a contribution foresees nothing; unsalted values would be guessed
test_faces.py          faces and draws without bias
test_left.py           what is not excluded, and where that is said
"""

"""What a reader does with the replay page, in a real Chromium; `.ci/run` installs it.

test_page.py       stepping, jumping, turning round, saving, printing
test_live.py       following a game that goes on, or does not
test_boards.py     the board of the page is the projection at every event of the recorded games
test_branches.py   lines of play that were abandoned
test_access.py     keyboard, screen readers, narrow screens, hostile names
test_proof.py      the mark: the record that a page carries is checked
test_looks.py      pictures of the page; `BUGYO_REFERENCES=write` makes them anew
"""

"""Speed: each figure is a ratio within one run, of interleaved repeats, by their medians.

streams.py     a real Shinobi opening, and cards moved to and fro, as many as are wanted
raw.py         what is compared with: sqlite3 by hand, and the library's stock aggregate
appending.py   events recorded a second       loading.py   a game of 10,000 events
playing.py     orders adjudicated and recorded a second
storing.py     bytes that an event takes in a file
replaying.py   orders decided again, and `chess` replaying games
thinking.py    orders simulated without a record, as programs do that think
lengths.py     a long game: one more order, also after a restart, its bytes, its rewinds
cost.py        what proof costs                whole.py     a whole game of each title
audits.py      a thousand games on all cores   following.py the read model
mails.py       a mail at the desk              exports.py   whole games in each format
pages.py       the replay page, and pictures of boards
starting.py    how soon the program is there
report.py      the table
"""

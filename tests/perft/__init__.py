"""Perft of the titles: how many orders are legal, and how many positions they lead to, three orders deep.

positions.py  the stored games, and any of their positions again
counting.py   the counts of a position
files.py      `fixtures/perft/TITLE.json`: 1,000 positions of a title with their counts
__main__.py   `python -m tests.perft` counts again and says what differs; `--write` stores it

One number that differs tells that a rule has changed, and where to look. What may be ordered is enumerated
whole in Shinobi, at many prompts of Kawanakajima, Twilight of Shogun and Rising Sun, and at few of Clan War;
where it is not (`Rules.offers` gives None), examples of legal orders are counted, and the position says so.
"""

"""Perft of the titles: how many orders are legal, and how many positions they lead to, three orders deep.

One number that differs tells that a rule has changed, and where to look. What may be ordered is enumerated
whole in Shinobi, at many prompts of Kawanakajima, Twilight of Shogun and Rising Sun, and at few of Clan War;
where it is not (`Rules.offers` gives None), examples of legal orders are counted, and the position says so.
"""

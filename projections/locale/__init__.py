"""The catalogues of translations, and what makes them.

sentences.py   the sentences of the rules, read from the sources
terms.py       the words of the games
collect.py     brings the catalogues up to date and compiles them: `python -m projections.locale.collect`
glossary.py    docs/glossary.md, from the catalogues: `python -m projections.locale.glossary`

These are tools of whoever works on Bugyo: they need Babel and the sources, and no program imports them.
"""

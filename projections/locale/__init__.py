"""The catalogues of translations, and what makes them.

These are tools of whoever works on Bugyo: they need Babel and the sources, and no program imports them.
"""

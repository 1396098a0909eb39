"""Bundles: one zip file with all that a viewer of a game may hold, signed.

The verifier that travels in each, verify.py and its parts (verify_*.py), is one file there; so is check/, the
page that checks one in a browser. Both are made from docs/format.md alone.
"""

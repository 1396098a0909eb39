"""Joining phrases: what one must have so that nobody guesses it, and its one form on record."""

from __future__ import annotations

from unicodedata import normalize

SHORTEST, LONGEST = 12, 200
"""Characters of a phrase."""


def settled(phrase: str) -> str:
    """The one form of a phrase: NFC, with single blanks."""
    return " ".join(normalize("NFC", phrase).split())


def fault_of_phrase(phrase: str) -> str:
    """What is wrong with a phrase, in a sentence; "" where nothing is."""
    words = settled(phrase)
    if not words:
        return "The phrase is empty."
    if not words.isprintable():
        return "The phrase has signs that cannot be shown."
    if len(words) < SHORTEST:
        return f"The phrase “{words}” has {len(words)} characters; at least {SHORTEST} are needed."
    return "" if len(words) <= LONGEST else f"The phrase has more than {LONGEST} characters."

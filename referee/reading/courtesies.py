"""Greetings, closings, words of yes and no, and words by which somebody takes back what he has written, in
eight languages.

The lists, courtesies.toml, are closed: what is not in them is something else, and is asked about.
"""

import re
from collections.abc import Iterable
from itertools import dropwhile, pairwise, takewhile

from domain.kit.typed_words import typed_beside
from referee.reading.quoting import plain

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_LONGEST_PHRASE = 6
_MOST_NAMES = 3
_LONGEST = 120
_LONGEST_NAME = 2
"""Words of a phrase, names in a line, signs of a line and words of a name: longer is a text."""


_SAID = typed_beside(__name__)


def _phrases(kind: str) -> frozenset[str]:
    return frozenset(map(str.casefold, _SAID.also("courtesy", kind)))


_HELLO, _WHOM, _INTRODUCES = _phrases("hello"), _phrases("whom"), _phrases("introduces")
_THANKS, _FAREWELL = _phrases("thanks"), _phrases("farewell")
_YES, _NO, _AFFIRMS = _phrases("yes"), _phrases("no"), _phrases("affirms")
_ADDED = _phrases("added")
_LONGEST_ADDED = 600
_BACK, _BACK_SIGNS = _phrases("back"), _phrases("back_signs")
REACTION = re.compile(
    r".{1,80}(?: reacted (?:to your message|via \w+)| a réagi à votre message"
    r"| hat auf (?:ihre|deine) nachricht"
    r" reagiert| reaccionó a tu mensaje| ha reagito al tuo messaggio| отреагировал(?:а|\(а\))? на ваше "
    r"сообщение)\b.{0,80}",
    re.IGNORECASE,
)
"""What programs write when somebody puts a sign to a mail, instead of answering it."""

_ASKS = ("?", "？")


def greets(text: str) -> bool:
    """Whether a line greets, or says that orders follow, and nothing more."""
    return _consists(text, _HELLO | _WHOM | _INTRODUCES | _THANKS, _HELLO | _INTRODUCES | _THANKS)


def takes_leave(text: str) -> bool:
    """Whether a line thanks or says goodbye, with a name or without, and nothing more."""
    return _consists(text, _FAREWELL | _THANKS | _WHOM, _FAREWELL | _THANKS)


def is_added(text: str) -> bool:
    """Whether a line is one that mail servers put into the mails of people: a warning, or a footer."""
    low = plain(text[:_LONGEST_ADDED]).casefold()
    return any(words in low for words in _ADDED)


def signs(text: str) -> bool:
    """Whether a line may be the name of whoever writes: a word or two, not beginning with a small letter."""
    return 0 < len(text.split()) <= _LONGEST_NAME and not text.lstrip()[0].islower()


def without_thanks(text: str) -> str:
    """A line, but for "please" or thanks at its end."""
    words = list(_WORD.finditer(text))
    for at in range(max(1, len(words) - _LONGEST_PHRASE), len(words)):
        if " ".join(word[0] for word in words[at:]).casefold() in _THANKS:
            return text[: words[at].start()].rstrip(" ,;.!-–")
    return text


def own_lines(lines: Iterable[str]) -> list[str]:
    """What a mail says between its greeting and its closing or signature."""
    below = dropwhile(greets, lines)
    own = list(takewhile(lambda line: not takes_leave(line), below))
    while len(own) > 1 and signs(own[-1]):
        own.pop()
    return own


def takes_back(text: str) -> bool:
    """Whether a line asks something, or may take back what was written."""
    words = [word.casefold() for word in _WORD.findall(plain(text))]
    pairs = (" ".join(pair) for pair in pairwise(words))
    signs = any(sign in text for sign in (*_ASKS, *_BACK_SIGNS))
    return signs or not _BACK.isdisjoint(words) or not _BACK.isdisjoint(pairs)


def says_yes(text: str) -> bool:
    """Whether a line says yes, alone or with nothing but thanks, please and affirmation behind it."""
    return _consists(text, _YES | _AFFIRMS | _THANKS | _FAREWELL, _YES, most_names=0)


def says_no(text: str) -> bool:
    return _consists(text, _NO | _THANKS, _NO, most_names=0)


def _consists(
    text: str, phrases: frozenset[str], first: frozenset[str], *, most_names: int = _MOST_NAMES
) -> bool:
    """Whether a line is made of phrases, the first of them out of its own list, and of a few names behind it:
    words with a capital letter, or in a script that has none."""
    if len(text) > _LONGEST or any(sign in text for sign in _ASKS):
        return False
    words = _WORD.findall(plain(text))
    at, names = _phrase(words, 0, first), 0
    while 0 < at < len(words):
        if found := _phrase(words, at, phrases):
            at += found
        elif names < most_names and words[at][0].isalpha() and not words[at][0].islower():
            at, names = at + 1, names + 1
        else:
            return False
    return at > 0


def _phrase(words: list[str], at: int, phrases: frozenset[str]) -> int:
    """How many words the longest phrase takes that stands at a place; 0 where none does."""
    sizes = range(min(_LONGEST_PHRASE, len(words) - at), 0, -1)
    return next((size for size in sizes if " ".join(words[at : at + size]).casefold() in phrases), 0)

"""Names that people give: which signs they have, and which of them are taken for each other.

Alike are names that differ in case, blanks, marks and accents, full width, or letters that look the same:
“Dan”, “DAN”, “Dаn” with a Cyrillic letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

ROLES = frozenset(
    {
        *("referee", "ref", "arbiter", "umpire", "judge", "moderator", "gamemaster", "gm", "admin"),
        *("witness", "second", "secondreferee", "public", "bugyo", "magistrate", "desk", "thedesk"),
        *("program", "bot", "robot", "computer", "steady", "random", "keen"),
        *("nobody", "somebody", "everybody", "anonymous", "system", "奉行", "町奉行"),
        *("arbitre", "témoin", "magistrat", "personne", "quelqu’un", "toutlemonde", "anonyme"),
        *("рефери", "судья", "арбитр", "свидетель", "магистрат", "бугё", "никто", "кто-то", "аноним"),
    }
)
"""What a name must not be, however it is written."""

PROGRAMS = frozenset({"program", "programme", "programm", "программа", "bot", "robot", "робот", "бот"})
"""What no word of a person's name may be: programs that hold seats are called “steady (program)”."""

WORDS = PROGRAMS | {"referee", "witness", "bugyo", "magistrate", "奉行", "arbitre", "рефери", "судья"}
"""What no word of a name may be: “the referee”, “Referee of the club”."""

_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧI|", "abezhikmnoptyxll")
_LOOKS = str.maketrans(
    {
        **dict(zip("авегзіккмнорпстухѕјһԁԛԝьӏшґё", "aber3lkkmhopnctyxsjhdqwblwre", strict=True)),
        **dict(zip("αβγεηικνορτυχωϲϳ", "abyenlkvoptuxwcj", strict=True)),
        **dict(zip("ıɑɡ01i", "lagoll", strict=True)),
    }
)
"""Small letters that look like a Latin one, by that; and capitals that do, where their small ones do not."""

_VARIANT = re.compile(r"LATIN (?:SMALL )?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")
"""Letters with strokes and hooks, and small capitals, as Unicode names them."""

_BESIDE = " '’.-"
"""What may stand in a name besides letters, their marks and figures."""

_MANY_SCRIPTS = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "KATAKANA-HIRAGANA", "IDEOGRAPHIC")


_PROGRAM = re.compile(r"(random|steady|keen(?::[1-9][0-9]{0,3})?) \(program\)")


@lru_cache(maxsize=1024)
def program_of(person: str) -> str:
    """How a program plays that a seat is held by, "steady" or "keen:40"; "" for a person.

    A program is called by that, “steady (program)”, and nobody else is.
    """
    found = _PROGRAM.fullmatch(person)
    return found[1] if found else ""


def called(program: str) -> str:
    """The name of a program: “steady (program)”."""
    return f"{program} (program)"


def is_alike(one: str, other: str) -> bool:
    """Whether two names would be taken for each other."""
    return not _shapes(one).isdisjoint(_shapes(other))


@lru_cache(maxsize=8192)
def _shapes(name: str) -> frozenset[str]:
    return frozenset({_folded(name), _looks(name)})


def nearest(name: str, known: Iterable[str]) -> str:
    """The question whether a name was meant that is like an unknown one, after a blank; "" where none is."""
    from difflib import get_close_matches  # only where something is wrong

    close = get_close_matches(name, list(known), n=1)
    return f" Did you mean “{close[0]}”?" if close else ""


def is_role(name: str) -> bool:
    """Whether a name is a role, the referee, the witness, or that of a program."""
    return any(is_alike(name, role) for role in ROLES) or _has_word(name, WORDS)


def is_like_a_program(name: str) -> bool:
    """Whether a name says that it is a program's."""
    return _has_word(name, PROGRAMS)


def _has_word(name: str, words: frozenset[str]) -> bool:
    parts = re.split(r"[\s'’.()-]+", name)
    return any(is_alike(part, word) for part in parts for word in words if part)


def _folded(name: str) -> str:
    """Without case, width, accents, blanks and marks between letters."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in plain if sign.isalnum())


def _looks(name: str) -> str:
    """By what its letters look like."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name)).translate(_CAPITALS)
    looks = "".join(map(_base, _folded(plain))).translate(_LOOKS)
    return looks.replace("rn", "m").replace("vv", "w")


def _base(sign: str) -> str:
    found = None if sign.isascii() else _VARIANT.fullmatch(unicodedata.name(sign, ""))
    return found[1].lower() if found else sign


def may_stand(sign: str) -> bool:
    """Not so a letter that is there to be seen as a blank."""
    if "FILLER" in unicodedata.name(sign, ""):
        return False
    return sign in _BESIDE or unicodedata.category(sign)[0] in "LM" or sign.isdecimal()


def scripts(word: str) -> Iterator[str]:
    """The alphabets of the letters of a word; those that are written together count as one."""
    for sign in unicodedata.normalize("NFKC", word):
        if sign.isalpha():
            script = unicodedata.name(sign, "?").split()[0]
            yield "CJK" if script in _MANY_SCRIPTS else script

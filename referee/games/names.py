"""Names of people: labels that all read, each of which belongs to one address within a game.

check     refuses a name that is no name, or that others have or could be taken for
fault     what is wrong with a name by itself
is_alike  whether two names would be taken for each other

Alike are names that differ in case, blanks, marks and accents, full width, or letters that look the same:
“Dan”, “DAN”, “Dаn” with a Cyrillic letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove

LONGEST = 60
"""Signs of a name."""

ROLES = frozenset(
    {
        *("referee", "ref", "arbiter", "umpire", "judge", "moderator", "gamemaster", "gm", "admin"),
        *("witness", "second", "secondreferee", "public", "bugyo", "magistrate", "desk", "thedesk"),
        *("nobody", "somebody", "everybody", "anonymous", "system", "奉行", "町奉行"),
        *("arbitre", "témoin", "magistrat", "personne", "quelqu’un", "toutlemonde", "anonyme"),
        *("рефери", "судья", "арбитр", "свидетель", "магистрат", "бугё", "никто", "кто-то", "аноним"),
    }
)
"""What a name must not be, however it is written."""

WORDS = frozenset({"referee", "witness", "bugyo", "magistrate", "奉行", "arbitre", "рефери", "судья"})
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

_LINK = re.compile(r"[^\s.]{2,}\.[^\s.]{2,}|\b(?:www|http)", re.IGNORECASE)
_MANY_SCRIPTS = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "KATAKANA-HIRAGANA", "IDEOGRAPHIC")


def check(
    game: GameState, name: str, address: str, known: Mapping[str, str], *, may_add: bool = False
) -> None:
    """Whether somebody at an address may be called so in a game. `known` are the people of the game by their
    names, each with its address, "" where none is known; `may_add`, whether one may be given to those.
    Whoever is among them keeps his name.

    Raises `IllegalMove`, with what would do.
    """
    if name in known and (not address or known[name] == address.lower() or (may_add and not known[name])):
        return
    why = fault(name) or _taken(game, name, known)
    if why:
        raise IllegalMove("people", why, "Choose another name, such as “Dora K.”.")


def fault(name: str) -> str:
    """Why it is no name; "" where it is."""
    if not 0 < len(name) <= LONGEST or name.strip() != name or not any(sign.isalpha() for sign in name):
        return f"“{_short(name)}” is no name of a person: that has letters, and at most {LONGEST} signs."
    if not all(map(_may_stand, name)) or _LINK.search(name):
        return (
            f"“{_short(name)}” is no name of a person: it has letters, figures, blanks, hyphens, apostrophes "
            "and full stops, and is no address."
        )
    if any(len(set(_scripts(word))) > 1 for word in name.split()):
        return f"“{name}” mixes letters of two alphabets in one word."
    return f"“{name}” is a role and not a name." if _is_role(name) else ""


def is_alike(one: str, other: str) -> bool:
    return bool({_folded(one), _looks(one)} & {_folded(other), _looks(other)})


def _taken(game: GameState, name: str, known: Mapping[str, str]) -> str:
    if any(is_alike(name, seat) for seat in (*game.seats, *game.rules.seats)):
        return f"“{name}” is a seat and not a name."
    second = game.register.policy.referee.second
    if any(is_alike(name, other) for other in (*known, *filter(None, (second,)))):
        return f"“{name}” is the name of somebody else in this game, or looks like it."
    return ""


def _is_role(name: str) -> bool:
    words = re.split(r"[\s'’.-]+", name)
    return any(is_alike(name, role) for role in ROLES) or any(
        is_alike(word, role) for word in words for role in WORDS if word
    )


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


def _may_stand(sign: str) -> bool:
    """Not so a letter that is there to be seen as a blank."""
    if "FILLER" in unicodedata.name(sign, ""):
        return False
    return sign in _BESIDE or unicodedata.category(sign)[0] in "LM" or sign.isdecimal()


def _scripts(word: str) -> Iterator[str]:
    """The alphabets of the letters of a word; those that are written together count as one."""
    for sign in unicodedata.normalize("NFKC", word):
        if sign.isalpha():
            script = unicodedata.name(sign, "?").split()[0]
            yield "CJK" if script in _MANY_SCRIPTS else script


def _short(name: str) -> str:
    """A name as it may be repeated to whoever has written it."""
    plain = "".join(sign if sign.isprintable() else " " for sign in name)
    return plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}…"

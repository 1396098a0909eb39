"""Names of people: labels that all read, each of which belongs to one address within a game.

check     refuses a name that is no name, or that others have or could be taken for
fault     what is wrong with a name by itself
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove
from domain.kit.likeness import is_alike, is_role, may_stand, program_of, scripts

LONGEST = 60
"""Signs of a name."""

_LINK = re.compile(r"[^\s.]{2}\.[^\s.]{2}|\b(?:www|http)", re.IGNORECASE)


def check(
    game: GameState, name: str, address: str, known: Mapping[str, str], *, may_add: bool = False
) -> None:
    """Whether somebody at an address may be called so in a game. `known` are the people of the game by their
    names, each with its address, "" where none is known; `may_add`, whether one may be given to those.
    Whoever is among them keeps his name.

    A program has no address. Raises `IllegalMove`, with what would do.
    """
    if program_of(name) and address:
        raise IllegalMove("people", f"{name} is a program: no mail is sent to it, and none taken from it.")
    if name in known and (not address or known[name] == address.lower() or (may_add and not known[name])):
        return
    why = fault(name) or _taken(game, name, known)
    if why:
        raise IllegalMove("people", why, "Choose another name, such as “Dora K.”.")


def fault(name: str) -> str:
    """Why it is no name; "" where it is."""
    if not 0 < len(name) <= LONGEST or name.strip() != name or not any(sign.isalpha() for sign in name):
        return f"“{_short(name)}” is no name of a person: that has letters, and at most {LONGEST} signs."
    if not all(map(may_stand, name)) or _LINK.search(name):
        return (
            f"“{_short(name)}” is no name of a person: it has letters, figures, blanks, hyphens, apostrophes "
            "and full stops, and is no address."
        )
    if any(len(set(scripts(word))) > 1 for word in name.split()):
        return f"“{name}” mixes letters of two alphabets in one word."
    return f"“{name}” is a role and not a name." if is_role(name) else ""


def _taken(game: GameState, name: str, known: Mapping[str, str]) -> str:
    if any(is_alike(name, seat) for seat in (*game.seats, *game.rules.seats)):
        return f"“{name}” is a seat and not a name."
    second = game.register.policy.referee.second
    if any(is_alike(name, other) for other in (*known, *filter(None, (second,)))):
        return f"“{name}” is the name of somebody else in this game, or looks like it."
    return ""


def _short(name: str) -> str:
    """A name as it may be repeated to whoever has written it."""
    plain = "".join(sign if sign.isprintable() else " " for sign in name)
    return plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}…"

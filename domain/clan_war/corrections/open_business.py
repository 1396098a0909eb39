"""Units, hostages and tests that the open prompt or the next steps are about: a ruling does not correct them.

battle/report       a unit or a hostage of which something is asked or tested
battle/muster       armies that are mustering
honor/enemy-tests   tests that are being taken
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.clan_war.board.state import Board
from domain.clan_war.book import BOOK
from domain.clan_war.words import corrections as s
from domain.clan_war.words.items import EndTurn, HonorTest, RecoveryChoice
from domain.kit.bars import Bar, Bars
from domain.kit.editions import PlayBy
from domain.kit.errors import either
from domain.kit.facts import State


def unfinished(state: State[Board, Any], correction: Struct) -> Bars:
    """A correction is made between two reports, and of nothing that is going on [battle/report].

    Another edition may come in before the battle begins: what it mends may be in the muster. So may a word
    on what an army has entered there, once it is opened [battle/confirm].
    """
    board = state.board
    if not BOOK.awaited(state):
        instead = "Wait until a seat is to act, or go back to before this."
        yield Bar("battle/report", "Nobody is to act now.", instead)
    elif board.phase == "muster" and not isinstance(correction, PlayBy | s.SetReport):
        instead = "Go back to before the report instead."
        yield Bar("battle/muster", "The armies are mustering, and nothing has been fought.", instead)
    else:
        for item in state.agenda:
            yield from about(board, item, correction)


def about(board: Board, item: Struct, correction: Struct) -> Bars:
    """What is asked or tested is not corrected before it is answered [battle/report, honor/enemy-tests]."""
    at_stake = named(board, item)
    for name in named(board, correction):
        if name in at_stake:
            why = f"What is being asked or tested is about {name}."
            yield Bar("battle/report", why, "Answer it first, or go back to before it.")
    if isinstance(correction, s.SetTests | s.SetReport) and isinstance(item, HonorTest | EndTurn):
        why = "The tests of this turn are being taken."
        yield Bar("honor/enemy-tests", why, "Go back to before the end of the turn instead.")


def named(board: Board, one: Struct) -> tuple[str, ...]:
    """The units and hostages that an item or a correction is about."""
    names = [getattr(one, field, "") for field in ("unit", "target", "captor", "attacker", "hostage")]
    hostage = board.hostages.get(getattr(one, "hostage", ""))
    if hostage and isinstance(one, RecoveryChoice | s.SetCaptor | s.SetHostage):
        names.append(hostage.captor)
    person = board.people.get(getattr(one, "personality", ""))
    names += [person.unit] if person else []
    return tuple(name for name in (*names, *getattr(one, "units", ())) if name)


def word(heading: str, given: str, words: tuple[str, ...]) -> Bars:
    """One of the fixed words [battle/report]."""
    if given not in words:
        yield Bar(heading, f'"{given}" does not fit here.', f"Write {either(words)}.")

"""Disputes, rulings and take-backs as a mail tells of them: what is open, and what was changed.

open_questions     the disputes that wait for a ruling, and what a seat asks the others to let it take back
before_and_after   what a ruling or a take-back has changed on the board
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from domain.game.entries.entries import Entry, Rewound
from domain.game.entries.rulings import Revised, Ruled
from domain.game.state.game_state import GameState
from projections.language.messages import _, _n, listed, wrap
from projections.replay import Replay
from projections.telling.rulings import turns_text
from referee.mail.seat_view.defused_text import quoted


def open_questions(game: GameState, seat: str) -> Iterator[str]:
    """What is to be settled, to one seat."""
    docket = game.register.docket
    if docket.open and not game.is_over():
        numbers = listed([str(one.number) for one in docket.open])
        said = _n("Dispute {numbers} is open.", "Disputes {numbers} are open.", len(docket.open))
        yield from wrap(said.format(numbers=numbers))
    asks = docket.proposal
    if asks is None:
        return
    asked = seat in game.seats and seat != asks.seat and seat not in docket.accepted
    if not asked:
        said = _("{seat} asks to take back what it has ordered after event {position}; others must answer.")
    else:
        said = _(
            "{seat} asks you to let it take back what it has ordered after event {position}. Answer with the "
            "line “agree to take back”, or “refuse take back”. It says:"
        )
    yield from wrap(said.format(seat=asks.seat, position=asks.to))
    if asked:
        yield from quoted(asks.reason)


def before_and_after(replay: Replay, viewer: str, told: int) -> Iterator[str]:
    """For each change since the position `told`: the lines of the board that it has made others."""
    if not told:
        return
    eye, began = replay.eye(viewer), told
    for position in range(told + 1, len(replay) + 1):
        entry: Entry = replay.envelope(position).entry
        if isinstance(entry, Ruled) or (isinstance(entry, Rewound) and entry.by == "consent"):
            began = position - 1
        if isinstance(entry, Revised):
            old, new = _changed(replay.board(began, eye), replay.board(position, eye))
            yield from _shown(_("Before ({turn}):").format(turn=replay.turn(began)), old)
            yield from _shown(_("After ({turns}):").format(turns=turns_text(entry)), new)


def _changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines of both that the other does not have in their place."""
    old, new = before.splitlines(), after.splitlines()
    gone, come = list[str](), list[str]()
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            gone += old[a:b]
            come += new[c:d]
    return gone, come


def _shown(heading: str, lines: list[str]) -> list[str]:
    return [*wrap(heading), *(lines or [_("(nothing that you see)")]), ""]

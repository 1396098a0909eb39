"""Sheets in mails: the standing orders that a seat begins with, and the lines that waited in vain.

recommended  the standing orders of an invitation
given_up     to a seat: the lines that waited, and were not played
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.game.entries.entries import Spent
from domain.game.entries.people import UNPLAYED, OrderHeld, OrderReleased
from projections.language.messages import _, term, wrap
from referee.clocks.dues import Due
from referee.mail.seat_view.defused_text import defused
from referee.mail.seat_view.seat_view import Scene


def recommended(scene: Scene) -> list[str]:
    """The standing orders that the seat begins with; nothing where it has none."""
    rules, policy = scene.game.rules, scene.game.register.policy
    lines = rules.sheet(scene.game.data, scene.seat) if policy.sheets else ()
    if not lines:
        return []
    said = _(
        "You begin with these standing orders, which answer for you what comes up again and again. A line of "
        "the same kind in any mail changes one, “standing none” takes all of them back, and “standing "
        "recommended” takes them anew. No other seat sees what you change:"
    )
    return [*wrap(said), *wrap("; ".join(lines), "  ", "  ")]


def given_up(scene: Scene, due: Due) -> list[str]:
    """That an order which a seat had left was not played, in a sentence; then the lines why, and what was to
    follow it."""
    first, *rest = _lines(scene, due)
    said = _("Your order “{line}” waited, and was not played.").format(line=first)
    told = [said, *wrap(term(due.text))]
    if rest:
        told += ["", *wrap(_("What you wrote below it is not played either:"))]
    return [*told, *(f"  {line}" for line in rest)]


def _lines(scene: Scene, due: Due) -> Iterator[str]:
    """The lines that were given up together, in their order."""
    entries = [one.entry for one in scene.replay.envelopes]
    held = {one.number: one for one in entries if isinstance(one, OrderHeld) and one.seat == due.seat}
    for entry in entries[due.position - 1 :]:
        if isinstance(entry, OrderReleased) and entry.seat == due.seat and entry.why in UNPLAYED:
            line = held[entry.number].line.seen_by(scene.viewer) or ""
            yield defused(line.splitlines()[-1]) if line else ""
        elif not isinstance(entry, Spent):
            return

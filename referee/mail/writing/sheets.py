"""Sheets in mails: the standing orders that a seat begins with, and the lines that waited in vain."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game.deciding.consequences import RESIGN
from domain.game.entries.entries import Ordered, Spent
from domain.game.entries.people import ASKED, ENDED, READY, UNPLAYED, OrderHeld, OrderReleased
from domain.game.state.words import notation_of
from domain.kit.facts import tag_of
from projections.language.messages import _, term, wrap
from referee.clocks.dues import Due
from referee.seats.defused_text import defused, named
from referee.seats.seat_view import Scene


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
    if getattr(scene.replay.envelope(due.position).entry, "why", "") == ENDED:
        said = _("Somebody had left orders for {seat}, and may order for it no more.")
        return [said.format(seat=scene.seat), *ended(scene, due.position)]
    first, *rest = _lines(scene, due)
    said = _("Your order “{line}” waited, and was not played.").format(line=first)
    told = [said, *wrap(_why(due.text))]
    if rest:
        told += ["", *wrap(_("What you wrote below it is not played either:"))]
    return [*told, *(f"  {line}" for line in rest)]


def _why(refusal: str) -> str:
    """A refusal as its due keeps it, in the reader's language: sentences behind the number of a rule."""
    rule, ends, said = refusal.partition("] ")
    return f"{rule}{ends}{term(said)}" if ends and rule.startswith("[") else term(refusal)


def ended(scene: Scene, first: int) -> list[str]:
    """What has ended from an event on, line by line, as it is left again; nothing where nothing has."""
    entries = [one.entry for one in scene.replay.envelopes]
    gone = {
        one.number
        for one in entries[first - 1 :]
        if isinstance(one, OrderReleased) and (one.seat, one.why) == (scene.seat, ENDED)
    }
    left = [
        one for one in entries if isinstance(one, OrderHeld) and one.seat == scene.seat and one.number in gone
    ]
    if not left:
        return []
    said = _("This has ended, and is not played. Leave again what you still mean:")
    below = [_as_left(scene, one) for one in left if one.when == READY]
    above = [_as_left(scene, one) for one in left if one.when != READY]
    return [*wrap(said), *(f"  {line}" for line in (*above, *(["wait", *below] if below else ())))]


def _as_left(scene: Scene, held: OrderHeld) -> str:
    *_cells, line = ["", *(held.line.seen_by(scene.viewer) or "").splitlines()]
    line = defused(line)
    return f"later {line}" if held.when == ASKED else line


NONE = "standing none"
"""The line that takes all standing orders back, in every title that has some."""


def standing(scene: Scene, person: str) -> list[str]:
    """The standing orders of a seat that somebody has given who acted for it, and how to take them back: they
    are the seat's, as the moves are that he has made. Nothing where it has taken all of them back since."""
    rules, write, given = scene.game.rules, notation_of(scene.game).write, list[str]()
    kinds = [kind for kind in rules.always if tag_of(kind) != RESIGN]
    for one in scene.replay.envelopes:
        entry = one.entry
        if isinstance(entry, Ordered) and entry.seat == scene.seat and type(entry.plain()) in kinds:
            line = write(entry.plain())
            if line == NONE:
                given.clear()
            elif one.act[3] == person and one.act[4]:
                given.append(line)
    if not given:
        return []
    said = _("Standing orders that {person} gave are those of the seat, and stay: {lines}.")
    how = _("“standing none” takes all of them back.")
    return [f"{said.format(person=named(person), lines='; '.join(map(defused, given)))} {how}"]


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

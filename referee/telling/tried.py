"""The answer to orders that are only tried: what would follow from each, as far as it is sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from domain.kit.errors import StaleOrder
from projections.language.messages import _, term, wrap
from projections.telling.log import Teller
from referee.programs.foreseeing import MOST, REFUSED, Foreseen, foreseen
from referee.reading.courtesies import takes_leave
from referee.seats.rehearsed import why_no_further
from referee.seats.seat_view import Scene

INDENT, ORDER, SAID = " " * 6, " " * 8, " " * 10
"""Before what is said of all of it, before an order, and before what is said of that."""


def tried(scene: Scene, lines: Sequence[str]) -> Iterator[str]:
    """A farewell below the orders is none of them, nor is what stands below that."""
    if scene.game.rules.players is None:
        raise StaleOrder(_("In this title orders cannot be tried: no program plays it."))
    orders = list(takewhile(lambda line: not takes_leave(line), lines))
    said = _("What would follow, as far as your seat can know. Nothing is played or recorded.")
    yield from wrap(said, INDENT, INDENT)
    for one in foreseen(scene.game, scene.seat, orders, Teller(scene.replay, scene.viewer).would):
        yield ORDER + (one.order or one.line)
        for sentence in _of(scene, one):
            yield from wrap(sentence, SAID, SAID)
    if len(orders) > MOST:
        said = _("The lines below these are not tried: {most} at once are.")
        yield from wrap(said.format(most=MOST), INDENT, INDENT)


def _of(scene: Scene, one: Foreseen) -> Iterator[str]:
    if not one.order and one.ends != REFUSED:
        yield _("Not tried: what comes before it cannot be told to its end.")
        return
    if one.error is not None:
        said = " ".join(map(term, one.error.sentences))
        yield f"[{one.error.rule}] {said}" if one.error.rule else said
    yield from one.says
    if why := why_no_further(scene, one.ends, one.throw, one.asked):
        yield why

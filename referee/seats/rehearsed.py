"""Orders of a seat that are not sent yet, rehearsed: kept order by order, and told in the reader's language.

What is kept is imagined, and found by what the seat itself knows: the game, its event, and the orders before.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.game.entries.people import CONDUCT
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.chance import Question
from projections.language.messages import _, listed, term
from projections.reference import pages
from projections.reference.titles import reference_of
from projections.references import Asked, Odds
from projections.telling.log import Teller, throw_of
from referee.programs.foreseeing import FULL, HIDDEN, OTHER, OVER, THROW, Rehearsal, Stage, after, begun
from referee.seats.seat_view import Scene, persons

KEPT = 200
"""Rehearsals that are kept, of all games; of more, those that were longest not asked for begin anew."""

_Key = tuple[str, int, str, tuple[str, ...]]


class Rehearsals:
    """Those of the games of one store: an order more plays one order. Safe to use from several threads."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[_Key, Stage] = OrderedDict()
        self._lock = threading.Lock()

    def rehearsed(self, game: GameState, seat: str, orders: Sequence[Struct]) -> Rehearsal | None:
        """How the game would stand after orders, up to the first behind which nothing can be told; None where
        nothing can be rehearsed."""
        write = notation_of(game).write
        lines = tuple([write(order) for order in orders])
        stage, at = self._longest(game, seat, lines)
        if stage is None and (stage := begun(game, seat)) is not None:
            self._keep((game.id, game.position, seat, ()), stage)
        while stage is not None and stage.games and at < len(lines):
            stage, at = after(stage, orders[at]), at + 1
            self._keep((game.id, game.position, seat, lines[:at]), stage)
        return stage and stage.told

    def _longest(self, game: GameState, seat: str, lines: tuple[str, ...]) -> tuple[Stage | None, int]:
        """The longest beginning that is known, and how many orders it has."""
        with self._lock:
            for at in range(len(lines), -1, -1):
                key = (game.id, game.position, seat, lines[:at])
                if key in self._kept:
                    self._kept.move_to_end(key)
                    return self._kept[key], at
        return None, 0

    def _keep(self, key: _Key, stage: Stage) -> None:
        with self._lock:
            self._kept[key] = stage
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


# ---- what is said of it


def document(scene: Scene, found: Rehearsal, files: Mapping[str, bytes]) -> dict[str, Any]:
    """What a page is told of a rehearsal; `files` are those of the data set."""
    return {
        "then": says(scene, found),
        "stop": found.stop,
        "why": why_no_further(scene, found.stop, found.throw, found.asked, found.most),
        "error": " ".join(map(term, found.error.sentences)) if found.error else "",
        "asked": list(found.asked),
        "fences": list(found.fences),
        "odds": odds(scene, found, files),
        "thrown": drawn(scene, found, files),
    }


def says(scene: Scene, found: Rehearsal) -> list[list[str]]:
    """What would follow from each order, in sentences."""
    told = Teller(scene.replay, scene.viewer).would
    each = ([entry for entry in made[1:] if not isinstance(entry, CONDUCT)] for made in found.made)
    return [[text for entry in entries if (text := told(entry))] for entries in each]


def why_no_further(
    scene: Scene, stop: str, throw: Question | None, asked: Sequence[str], most: int = 0
) -> str:
    """Why nothing more is told, or whom the game waits for then; "" for nothing."""
    if throw is not None:
        named = Teller(scene.replay, scene.viewer).named(throw)
        return _("Then chance is asked: {what}.").format(what=throw_of(named))
    if stop == HIDDEN:
        return _("What follows then hangs on what is hidden from you.")
    if stop == OVER:
        return _("The game would be over.")
    if stop == FULL:
        return _("Send these first: {most} orders at once are tried.").format(most=most)
    if not asked:
        return ""
    who = [_("you") if seat == scene.seat else persons(scene.game, seat) for seat in asked]
    said = _("Then the game waits for {who}.")
    if stop == OTHER:
        said = _("Then the game waits for {who}, unless an answer has been left for that.")
    return said.format(who=listed(who))


def odds(scene: Scene, found: Rehearsal, files: Mapping[str, bytes]) -> list[str]:
    """The exact chances of the throw that a rehearsal stops at, as far as the title gives any."""
    known, asked = _thrown(scene, found, files)
    return pages.answer(asked, "odds", known.of(found.last)) if known and asked and found.last else []


def drawn(scene: Scene, found: Rehearsal, files: Mapping[str, bytes]) -> dict[str, Any] | None:
    """The same to be drawn, as far as the title gives that."""
    known, asked = _thrown(scene, found, files)
    shown = known.drawn(asked, found.last) if known and asked and found.last else None
    return msgspec.json.decode(msgspec.json.encode(shown, enc_hook=str)) if shown else None


def _thrown(scene: Scene, found: Rehearsal, files: Mapping[str, bytes]) -> tuple[Odds | None, Asked | None]:
    """Whom the title's chances are asked of, and from what; nobody where no throw is waited for."""
    known = reference_of(scene.game.rules.title).odds
    if found.stop != THROW or found.before is None or found.last is None or known is None:
        return None, None
    if not known.of(found.last):
        return None, None
    replay = scene.replay
    rules, notation = replay.rules, replay.notation
    return known, Asked(rules, replay.data, files, notation, found.before, scene.viewer, scene.viewer)

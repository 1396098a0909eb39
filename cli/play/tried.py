"""Orders tried on a copy: what would follow, as far as a viewer may know.

Whoever looks with a reason has them tried in the game as it is. Everybody else has them tried in states that
everybody may imagine, where somebody hides something: what comes of them in all of these alike is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product, takewhile
from math import prod
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.frame.codes import REFUSED
from cli.frame.stop import Stop
from cli.play.orders import spoken_for
from domain.kit.chance import Thrown
from domain.kit.errors import UNFOLDED, Fault
from domain.kit.sealed import PUBLIC, REFEREE
from projections.language.messages import _
from projections.replay import Replay
from projections.telling.log import Logged, Teller, throw_of
from referee.games.order_sheet import NOT_REACHED, PLAYED, Line, Result, Sheet
from referee.games.order_sheet import REFUSED as REFUSED_LINE
from referee.games.rehearsal import Given, Rehearsal, Unforeseen, check_begun
from referee.programs.everybody import hides_some, imagined
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Kept, Record

POSSIBLE = "possible"
"""What becomes of a line that is legal or not by what somebody hides."""

MOST_OUTCOMES = 216
"""Answers to a throw that are tried one by one: three dice of six sides."""


class Asked(Struct, frozen=True):
    """What is tried, how its throws fall, and whose eyes see it: everybody's, those of the seat, or the
    referee's."""

    game: str
    seat: str
    lines: list[Line]
    faces: tuple[int, ...]
    seed: str
    viewer: str


class Tried(Struct, frozen=True):
    """What would follow: the results of the lines, what follows from each, the game as it would go on from
    `begun`, and what the viewer would see then. With `ends` more would follow, and cannot be told. `unused`
    are faces that nothing asked for."""

    results: tuple[Result, ...]
    effects: tuple[tuple[Logged, ...], ...]
    replay: Replay
    begun: Kept
    view: Any
    ends: bool
    unused: tuple[int, ...]
    imagined: int = 0
    """In how many states it was tried, 0 where it was in the game as it is."""

    def boards(self, viewer: str) -> tuple[str, str]:
        """Before and after: where that cannot be told it is as before."""
        before = self.replay.board(self.begun.game.position, viewer)
        return before, before if self.view is None else self.replay.board(len(self.replay), viewer)

    def is_over(self) -> bool:
        return not self.ends and self.replay.is_over()


class Outcome(Struct, frozen=True):
    """What follows from some of the answers to a throw: the sentences of a log."""

    answers: list[tuple[int, ...]]
    effects: tuple[str, ...]


def tried(record: Record, kept: Kept, asked: Asked) -> Tried:
    """A usage error where nobody can tell without a look. Raises `StaleOrder`, `Unfit`."""
    if asked.viewer != PUBLIC or not hides_some(kept.game, record.envelopes(kept.game.id)):
        return _in_one(record, kept, asked)
    check_begun(kept.game)
    states = list(_in_states(record, kept, asked))
    if not states:
        said = _(
            "What comes of these orders hangs on what somebody hides: say why you look with --reason TEXT."
        )
        raise click.UsageError(said)
    found = _alike(states)
    may_follow = any(kept.game.register.held.values())  # whether one of these is played then, nobody knows
    return replace(found, ends=found.ends or may_follow)


def _in_states(record: Record, kept: Kept, asked: Asked) -> Iterator[Tried]:
    """The lines, in each state that everybody may imagine; but not where play cannot come to it."""
    for game in imagined(kept.game):
        with suppress(Fault, *UNFOLDED):
            yield _in_one(record, replace(kept, game=game), asked)


def _in_one(record: Record, kept: Kept, asked: Asked) -> Tried:
    """The lines, played on a copy of the game as it is, or as it is imagined."""
    source = Given(asked.faces, asked.seed)
    rehearsal = Rehearsal(record, kept, source, whole=asked.viewer == REFEREE)
    act = Act(COMMAND_LINE, "", asked.seat, REFEREE, behalf=spoken_for(kept.game, asked.seat))
    results = tuple(map(_told, Sheet(rehearsal, asked.game, asked.seat, act).play(asked.lines)))
    replay = Replay(asked.game, kept.game.rules, kept.game.data, rehearsal.envelopes)
    replay.states[kept.game.position] = kept.game
    effects = tuple(_effects(replay, result, asked.viewer) for result in results)
    ends, view = bool(rehearsal.unforeseen), replay.view(len(replay), asked.viewer)
    return Tried(results, effects, replay, kept, view, ends, tuple(source.left))


def _told(result: Result) -> Result:
    """An order behind what cannot be told was neither played nor refused."""
    if result.outcome == REFUSED_LINE and result.error == Unforeseen().reason():
        return replace(result, outcome=NOT_REACHED)
    return result


def _effects(replay: Replay, result: Result, viewer: str) -> tuple[Logged, ...]:
    """What would follow from a line; the order itself is said by the line."""
    if not result.first:
        return ()
    told = teller(replay, viewer)
    lines = (told.logged(position) for position in range(result.first + 1, result.last + 1))
    return tuple(line for line in lines if line.text)


def teller(replay: Replay, viewer: str) -> Teller:
    """Whoever tells what would follow: even if the game would be over, nothing is opened by that."""
    made = Teller(replay, viewer)
    made.viewer = viewer
    return made


# ---- what is alike


def _alike(states: Sequence[Tried]) -> Tried:
    """What comes of the lines in all states alike. Behind a line that is legal in some of them, only these
    count."""
    results, effects = list[Result](), list[tuple[Logged, ...]]()
    ends, count = any(one.ends for one in states), len(states)
    for nth in range(len(states[0].results)):
        result, states = _line_alike(nth, states)
        told = _common([one.effects[nth] for one in states])
        ends = ends or any(len(one.effects[nth]) > len(told) for one in states)
        results.append(result)
        effects.append(told)
    view = states[0].view if all(one.view == states[0].view for one in states) else None
    made = replace(states[0], results=tuple(results), effects=tuple(effects), view=view)
    return replace(made, ends=ends or view is None, imagined=count)


def _line_alike(nth: int, states: Sequence[Tried]) -> tuple[Result, Sequence[Tried]]:
    """What becomes of a line, and the states that count from then on."""
    found = [(one.results[nth].outcome, one.results[nth].error) for one in states]
    result = states[0].results[nth]
    if all(one == found[0] for one in found):
        return result, states
    legal = [one for one in states if one.results[nth].outcome == PLAYED]
    return replace(result, outcome=POSSIBLE, error=None), legal or states


def _common(effects: Sequence[tuple[Logged, ...]]) -> tuple[Logged, ...]:
    """What is told in all states, up to the first that is not."""
    together = zip(*effects, strict=False)
    same = takewhile(lambda lines: len({(line.text, line.rule) for line in lines}) == 1, together)
    return tuple(lines[0] for lines in same)


# ---- every answer


def first_throw(found: Tried) -> int:
    """The position of the first throw; 0 where none falls."""
    positions = range(found.begun.game.position + 1, len(found.replay) + 1)
    return next((n for n in positions if isinstance(found.replay.envelope(n).entry, Thrown)), 0)


def outcomes(record: Record, asked: Asked, found: Tried) -> list[Outcome]:
    """What can follow from the first throw up to the next one. Raises `Stop`."""
    at = first_throw(found)
    if not at:
        return []
    question = found.replay.envelope(at).entry.question
    limits = question.limits()
    if prod(limits) > MOST_OUTCOMES:
        said = _("{throw} has {count} answers; at most {most} are tried. Name some with --faces.")
        raise Stop(said.format(throw=throw_of(question), count=prod(limits), most=MOST_OUTCOMES), REFUSED)
    known: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
    for faces in product(*(range(1, top + 1) for top in limits)):
        after = tuple(_after(_in_one(record, found.begun, replace(asked, faces=faces)), asked.viewer))
        known.setdefault(after, []).append(faces)
    return [Outcome(answers, texts) for texts, answers in known.items()]


def _after(found: Tried, viewer: str) -> Iterator[str]:
    """What follows from the first throw, up to the next."""
    at, told = first_throw(found), teller(found.replay, viewer)
    for position in range(at + 1, len(found.replay) + 1):
        if isinstance(found.replay.envelope(position).entry, Thrown):
            return
        if told.logged(position).text:
            yield told.logged(position).text

"""Orders of a seat played in states that it may imagine: what follows in all of them alike, and so is sure.

Whatever comes of an order in all of them alike is told, up to a throw, to another's answer and to what is
shown to somebody; and so is the game as it would stand there. Of the game nothing is used that the seat does
not know, so that no answer can tell more: not even a refusal. Its own conditions hold there; what others have
left it cannot know, so that nothing is foreseen behind the question of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.authority import check_open
from domain.game.deciding.decide import post
from domain.game.deciding.run import Run
from domain.game.entries.entries import STANDING_ORDER, Asked, Entry, Forked, Ordered
from domain.game.entries.people import CONDUCT
from domain.game.state.fences import fence
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState, fold_on
from domain.game.state.scopes import START
from domain.game.state.words import is_for_every_game, notation_of
from domain.kit.chance import Question
from domain.kit.errors import UNFOLDED, Fault, IllegalMove, OrderError, Reason
from domain.kit.facts import Fact
from domain.kit.rules import unseen
from domain.kit.sealed import UNSEEN, Sealed
from referee.programs.choosing import players_of
from referee.proof.chance import RealDice

IMAGINED = 4
"""States in which each order is played."""

MOST, MOST_ALONE = 12, 60
"""Orders that are tried one after the other; and where nobody else has been asked beside the seat."""

THROW, HIDDEN, OTHER, REFUSED, OVER, FULL = "throw", "hidden", "other", "refused", "over", "full"
"""Where nothing more can be told: chance is asked; it hangs on what others hide, or shows it; somebody else
is asked, who may have left an answer; the order is none that could be played; the game would be over; or so
many orders are tried."""

Told = Callable[[Entry], str]
"""An entry in a sentence, as the seat would be told it; "" where it would not."""


class Rehearsal(Struct, frozen=True):
    """How a game would stand after orders of a seat, as far as that is sure.

    `game` is imagined, never the game itself; its view is what the seat would see where it `stop`s, "" where
    the seat could order on. `orders` are those that were tried, in canonical notation, each with the `fences`
    of what it answers and the entries that it `made` as far as they are alike, its own first; `last` is the
    last of them, and `before` the game that it was given in. `throw` is what chance is asked, `asked` are the
    seats that would be asked, `most` is how many orders can be tried.
    """

    game: GameState
    seat: str
    orders: tuple[str, ...] = ()
    fences: tuple[str, ...] = ()
    made: tuple[tuple[Entry, ...], ...] = ()
    stop: str = ""
    throw: Question | None = None
    last: Struct | None = None
    before: GameState | None = None
    asked: tuple[str, ...] = ()
    error: Reason | None = None
    most: int = 0


class Stage(NamedTuple):
    """A rehearsal, and the states in which it can go on: none where it cannot."""

    told: Rehearsal
    games: tuple[GameState, ...]


class Foreseen(Struct, frozen=True):
    """What is to be said of a line: the order as it would be played, what is told of what follows, and why
    not more. `asked` are the seats that would be asked then, and `throw` what chance is asked."""

    line: str
    order: str = ""
    says: tuple[str, ...] = ()
    ends: str = ""
    error: Reason | None = None
    asked: tuple[str, ...] = ()
    throw: Question | None = None


class _Course(NamedTuple):
    """What an order brings about in one state, up to where nothing more can be told, and why; `whole` is how
    many of the `entries` end their unit, and `game` how it stands after these."""

    game: GameState
    entries: tuple[Entry, ...] = ()
    whole: int = 0
    stop: str = ""
    throw: Question | None = None
    error: Reason | None = None


def foreseen(game: GameState, seat: str, lines: Sequence[str], told: Told) -> Iterator[Foreseen]:
    """What would follow from each line, until it cannot be told. Raises `StaleOrder` where nothing could be
    played, `Fault` where nothing can be imagined."""
    stage = _first(game, seat)
    for line in lines[:MOST]:
        if not stage.games:
            yield Foreseen(line)
            continue
        try:
            order = _read(stage.games[0], line)
        except OrderError as error:
            stage = stage._replace(games=())
            yield Foreseen(line, ends=REFUSED, error=error.reason())
            continue
        stage = after(stage, order)
        yield _said(line, stage.told, told)


def _read(game: GameState, line: str) -> Struct:
    if is_for_every_game(line):
        raise IllegalMove("preview", "Only orders of the game can be tried.")
    return notation_of(game).read(line)


def _said(line: str, found: Rehearsal, told: Told) -> Foreseen:
    made = (entry for entry in found.made[-1][1:] if not isinstance(entry, CONDUCT))
    says = tuple(text for entry in made if (text := told(entry)))
    ends = "" if found.stop == FULL else found.stop
    return Foreseen(line, found.orders[-1], says, ends, found.error, found.asked, found.throw)


def rehearsed(game: GameState, seat: str, orders: Sequence[Struct]) -> Rehearsal | None:
    """How the game would stand after orders; None where nothing can be rehearsed: no program plays the title,
    nothing could be played now, or nothing fits what is known."""
    stage = begun(game, seat)
    for order in orders:
        if stage is None or not stage.games:
            break
        stage = after(stage, order)
    return stage and stage.told


def begun(game: GameState, seat: str) -> Stage | None:
    """A rehearsal before its first order; None where there can be none."""
    if game.rules.players is None:
        return None
    try:
        return _first(game, seat)
    except (OrderError, Fault, *UNFOLDED):
        return None


def _first(game: GameState, seat: str) -> Stage:
    games = _imagined(game, seat)
    return Stage(Rehearsal(games[0], seat, asked=game.awaited(), most=_most(game, seat, MOST_ALONE)), games)


def _imagined(game: GameState, seat: str) -> tuple[GameState, ...]:
    """The game as a what-if, in states that fit what the seat knows; they hang on nothing else."""
    check_open(game)
    players, luck = players_of(game.rules), Random(f"{game.id} {game.position} {seat}")
    known, bare = players.known(game.state, seat), _without_others(game, seat)
    return tuple(replace(bare, state=players.imagine(known, seat, luck)) for _ in range(IMAGINED))


def _without_others(game: GameState, seat: str) -> GameState:
    """The game without its throws, without the orders of others that were the newest, and without what others
    have left, claimed or agreed on: nothing of that is needed to play on."""
    forked = fold_on(replace(game, spare={}, scopes=START), (Forked(game.id, game.position, "", ""),))
    held, ledger = game.register.held, forked.ledger
    own = {seat: held[seat]} if seat in held else {}
    register = replace(game.register, held=own, docket=game.register.docket.left(), agreed={})
    ledger = replace(ledger, raised=()) if isinstance(ledger, FirstLedger) else ledger
    return replace(forked, register=register, ledger=ledger)


def _most(game: GameState, seat: str, before: int) -> int:
    """How many orders can be tried, now that this is asked."""
    is_alone = not {*game.awaited(), *game.welcome()} - {seat}
    return before if is_alone else MOST


def after(stage: Stage, order: Struct) -> Stage:
    """A rehearsal with one order more. It has to have games to go on with."""
    before = stage.told
    courses = [_course(game, before.seat, order) for game in stage.games]
    course = _alike(courses, stage.games, before.seat)
    game = course.game if course.whole else before.game
    told = replace(
        before,
        game=game,
        orders=(*before.orders, notation_of(game).write(order)),
        fences=(*before.fences, _fence(before, order)),
        made=(*before.made, course.entries),
        stop=course.stop,
        throw=course.throw,
        last=order,
        before=before.game,
        asked=game.awaited() if course.stop in ("", OTHER) else (),
        error=course.error,
        most=before.most if course.stop else _most(game, before.seat, before.most),
    )
    if course.stop:
        return Stage(told, ())
    if len(told.orders) >= told.most:
        return Stage(replace(told, stop=FULL), ())
    return Stage(told, tuple(one.game for one in courses))


def _fence(before: Rehearsal, order: Struct) -> str:
    """What an order answers; "" for one that answers nothing."""
    return "" if type(order) in before.game.rules.always else fence(before.game, before.seat)


# ---- one order, in one state


def _course(game: GameState, seat: str, order: Struct) -> _Course:
    run = Run(game, lambda _game: RealDice())
    try:
        post(run, seat, order)
    except OrderError as refusal:
        return _Course(game, stop=REFUSED, error=refusal.reason())
    except (Fault, *UNFOLDED):  # the state was imagined, and need not be one that play can come to
        return _Course(game, stop=HIDDEN)
    for at, entry in enumerate(run.made):
        if stop := _stops(game, seat, entry):
            throw = entry.question if isinstance(entry, Asked) else None
            return _cut(_Course(game, tuple(run.made[:at]), 0, stop, throw))
    made = tuple(run.made)
    return _Course(run.game, made, len(made), _at_end(run.game, seat))


def _stops(game: GameState, seat: str, entry: Entry) -> str:
    """Why nothing is told from an entry on; "" where it is."""
    if isinstance(entry, Asked):
        return THROW
    if isinstance(entry, Ordered):
        return OTHER if entry.by == STANDING_ORDER and entry.seat != seat else ""
    return HIDDEN if isinstance(entry, Fact) and unseen(game.rules, entry.event, seat) else ""


def _at_end(game: GameState, seat: str) -> str:
    if game.is_over():
        return OVER
    return "" if seat in (*game.awaited(), *game.welcome()) else OTHER


def _cut(course: _Course) -> _Course:
    """A course whose `game` is the one before it, with the game after its last whole unit."""
    ends = (at for at, entry in enumerate(course.entries, 1) if isinstance(entry, Fact) and not entry.more)
    whole = max(ends, default=0)
    return course._replace(game=fold_on(course.game, course.entries[:whole]), whole=whole)


# ---- alike in all states


def _alike(courses: Sequence[_Course], games: Sequence[GameState], seat: str) -> _Course:
    """The course that is alike in all states, as far as it is; `games` are those that they begin with."""
    first = courses[0]
    if all(_is_same(one, first, seat) for one in courses[1:]):
        return first
    same = min(_in_common(one, first, seat) for one in courses)
    pairs = zip(games, courses, strict=True)
    common = [_cut(_Course(game, one.entries[:same], stop=HIDDEN)) for game, one in pairs]
    view = games[0].rules.view
    seen = [view(one.game.state, seat) for one in common]
    return common[0] if all(one == seen[0] for one in seen) else common[0]._replace(whole=0)


def _is_same(one: _Course, first: _Course, seat: str) -> bool:
    ends = (one.stop, one.throw, one.error, len(one.entries))
    if ends != (first.stop, first.throw, first.error, len(first.entries)):
        return False
    if _in_common(one, first, seat) < len(first.entries):
        return False
    now, then, view = one.game, first.game, first.game.rules.view
    is_asked = now.awaited() == then.awaited() and fence(now, seat) == fence(then, seat)
    return is_asked and view(now.state, seat) == view(then.state, seat)


def _in_common(one: _Course, first: _Course, seat: str) -> int:
    """How many entries look alike to the seat."""
    pairs = zip(one.entries, first.entries, strict=False)
    alike = (this == other or _seen(this, seat) == _seen(other, seat) for this, other in pairs)
    shorter = min(len(one.entries), len(first.entries))
    return next((at for at, is_alike in enumerate(alike) if not is_alike), shorter)


def _seen(value: Any, seat: str) -> Any:
    """A value without what is sealed from the seat."""
    if isinstance(value, Sealed):
        return _seen(value.value, seat) if seat in value.to else UNSEEN
    if isinstance(value, Struct):
        return type(value), [_seen(getattr(value, name), seat) for name in value.__struct_fields__]
    if isinstance(value, dict):
        return {key: _seen(part, seat) for key, part in value.items()}
    return [_seen(part, seat) for part in value] if isinstance(value, tuple | list) else value

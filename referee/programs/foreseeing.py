"""Orders of a seat played in states that it may imagine: what follows in all of them alike, and so is sure.

Whatever comes of an order in all of them alike is told, up to a throw and up to what is shown to somebody.
Of the game nothing is used that the seat does not know, so that no answer can tell more: not even a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.authority import check_open
from domain.game.deciding.decide import post
from domain.game.deciding.run import Run
from domain.game.entries.entries import Asked, Entry, Forked, Ordered
from domain.game.entries.people import CONDUCT
from domain.game.state.game_state import GameState, fold_on
from domain.game.state.words import is_for_every_game, notation_of
from domain.kit.chance import Question
from domain.kit.errors import Fault, IllegalMove, OrderError, Reason
from domain.kit.facts import Fact
from referee.programs.choosing import players_of
from referee.proof.chance import RealDice

IMAGINED = 4
"""States in which each order is played."""

MOST = 12
"""Lines that are tried at once."""

THROW, HIDDEN, REFUSED, OVER = "throw", "hidden", "refused", "over"
"""Where nothing more can be told: chance is asked; it hangs on what others hide, or shows it; the order is
none that could be played; the game would be over."""

Told = Callable[[Entry], str]
"""An entry in a sentence, as the seat would be told it; "" where it would not."""


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


class _Followed(NamedTuple):
    """What an order has brought about in one state: the game after it, None where nothing more can be told,
    and what that is. Of a refusal there is the reason."""

    game: GameState | None
    says: tuple[str, ...]
    ends: str
    throw: Question | None = None
    error: Reason | None = None


def foreseen(game: GameState, seat: str, lines: Sequence[str], told: Told) -> Iterator[Foreseen]:
    """What would follow from each line, until it cannot be told. Raises `StaleOrder` where nothing could be
    played."""
    games = _imagined(game, seat)
    for line in lines[:MOST]:
        if not games:
            yield Foreseen(line)
            continue
        games, found = _tried(games, seat, line, told)
        yield found


def _imagined(game: GameState, seat: str) -> list[GameState]:
    """The game as a what-if, in states that fit what the seat knows; they hang on nothing else."""
    check_open(game)
    players, luck = players_of(game.rules), Random(f"{game.id} {game.position} {seat}")
    known = players.known(game.state, seat)
    found = []
    for _ in range(IMAGINED):
        one = replace(game, state=players.imagine(known, seat, luck), spare={})
        found.append(fold_on(one, (Forked(game.id, game.position, "", ""),)))
    return found


def _tried(games: list[GameState], seat: str, line: str, told: Told) -> tuple[list[GameState], Foreseen]:
    notation = notation_of(games[0])
    try:
        if is_for_every_game(line):
            raise IllegalMove("preview", "Only orders of the game can be tried.")
        order = notation.read(line)
    except OrderError as error:
        return [], Foreseen(line, ends=REFUSED, error=error.reason())
    followed = [_followed(game, seat, order, told) for game in games]
    return _alike(followed, Foreseen(line, notation.write(order)))


def _followed(game: GameState, seat: str, order: Struct, told: Told) -> _Followed:
    run = Run(game, lambda _game: RealDice())
    try:
        post(run, seat, order)
    except OrderError as refusal:
        return _Followed(None, (), REFUSED, error=refusal.reason())
    except Fault:  # the state was imagined, and need not be one that play can come to
        return _Followed(None, (), HIDDEN)
    says: list[str] = []
    for entry in run.made:
        if isinstance(entry, Fact) and isinstance(entry.event, game.rules.reveals):
            return _Followed(None, tuple(says), HIDDEN)
        if isinstance(entry, Asked):
            return _Followed(None, tuple(says), THROW, entry.question)
        is_own = isinstance(entry, Ordered) and entry is run.made[0]
        if not (is_own or isinstance(entry, CONDUCT)) and (text := told(entry)):
            says.append(text)
    return _Followed(run.game, tuple(says), OVER if run.game.is_over() else "")


def _alike(followed: list[_Followed], found: Foreseen) -> tuple[list[GameState], Foreseen]:
    """What is alike in all states, and the games that go on."""
    first = followed[0]
    if all(one[1:] == first[1:] and _asked(one) == _asked(first) for one in followed):
        games = [one.game for one in followed if one.game is not None and not first.ends]
        made = replace(found, says=first.says, ends=first.ends, error=first.error, throw=first.throw)
        return games, replace(made, asked=_asked(first))
    says: list[str] = []
    for texts in zip(*(one.says for one in followed), strict=False):
        if any(text != texts[0] for text in texts):
            break
        says.append(texts[0])
    return [], replace(found, says=tuple(says), ends=HIDDEN)


def _asked(one: _Followed) -> tuple[str, ...]:
    return one.game.awaited() if one.game is not None and not one.ends else ()

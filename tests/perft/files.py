"""The files of stored positions: `fixtures/perft/TITLE.json`, one for each title."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.rules import Rules
from tests.perft.counting import Counts, counted
from tests.perft.positions import Played, Refused, grown, is_enumerated, replayed
from tests.playing import Game

FOLDER = Path(__file__).parents[2] / "fixtures" / "perft"
POSITIONS = 1_000

FROM_EACH = {"shinobi": 25, "kawanakajima": 100, "twilight_shogun": 50, "rising_sun": 25, "clan_war": 100}
"""How many positions are taken from a game, where it is long enough."""

USUALLY_FROM_EACH, USUALLY_MOST = 25, 100
"""The same of a title that is not named here."""

MOST = {"shinobi": 800, "kawanakajima": 40, "twilight_shogun": 30, "rising_sun": 500, "clan_war": 80}
"""How many orders are played at most for the second, and for the third depth of a position."""

OFFERS, EXAMPLES = "offers", "examples"


class Position(Struct, frozen=True):
    """A position of a game: after so many orders. `of` says whether all legal orders are counted there, or
    examples of them."""

    after: int
    of: str
    orders: tuple[int, ...]
    successors: tuple[int, ...]
    check: int


class Stored(Struct, frozen=True):
    """A game with those of its positions that are counted."""

    seed: int
    orders: tuple[str, ...]
    positions: tuple[Position, ...]


class File(Struct, frozen=True):
    """The positions of a title. `most` is the bound of the depths (`MOST`)."""

    title: str
    most: int
    games: tuple[Stored, ...]


def path_of(title: str, folder: Path | None = None) -> Path:
    return (folder or FOLDER) / f"{title}.json"


def read(title: str, folder: Path | None = None) -> File:
    return msgspec.json.decode(path_of(title, folder).read_bytes(), type=File)


def write(file: File, folder: Path | None = None) -> None:
    path = path_of(file.title, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written(file), encoding="utf-8")


def written(file: File) -> str:
    """A game on each line: `python -m tests.perft` says in sentences which of its positions differ."""
    games = ",\n".join(msgspec.json.encode(game).decode() for game in file.games)
    return f'{{"title": "{file.title}", "most": {file.most}, "games": [\n{games}\n]}}\n'


# ---- counting


def recounted(rules: Rules, game: Stored, some: Sequence[Position], most: int) -> tuple[Position, ...]:
    """Some positions of a stored game, counted by today's rules. Raises `Refused` where the game cannot be
    played so far."""
    wanted, found = {position.after for position in some}, list[Position]()

    def watch(one: Game, number: int) -> None:
        if number in wanted:
            found.append(_position(one, game.seed, number, most))

    replayed(rules, Played(game.seed, game.orders), watch, max(wanted))
    return tuple(found)


def _position(game: Game, seed: int, after: int, most: int) -> Position:
    counts: Counts = counted(game, f"{game.rules.title} {seed} after {after}", most)
    return Position(
        after, OFFERS if is_enumerated(game) else EXAMPLES, counts.orders, counts.successors, counts.check
    )


def differences(rules: Rules, game: Stored, most: int, some: Sequence[Position] | None = None) -> list[str]:
    """What today's rules count otherwise in a game, in all of its positions or in some, in sentences."""
    some = game.positions if some is None else some
    try:
        new = recounted(rules, game, some, most)
    except Refused as refused:
        return [f"Game {game.seed}: {refused}"]
    return [_differs(game.seed, old, now) for old, now in zip(some, new, strict=True) if old != now]


def _differs(seed: int, old: Position, now: Position) -> str:
    return (
        f"Game {seed} after {old.after} orders: {_said(old)} are on file, {_said(now)} are counted. "
        "Look at the rule of the prompt that is open there."
    )


def _said(position: Position) -> str:
    shown = " ".join(map(str, position.orders)), " ".join(map(str, position.successors))
    return f"{position.of} {shown[0]} to {shown[1]} positions ({position.check})"


# ---- making


def most_of(title: str) -> int:
    return MOST.get(title, USUALLY_MOST)


def renew(rules: Rules, folder: Path | None = None) -> None:
    """Counts the positions of a title again: those that are on file, and as many of new games as are left."""
    title, games = rules.title, list[Stored]()
    known = {game.seed: game for game in read(title, folder).games} if path_of(title, folder).exists() else {}
    while (left := POSITIONS - sum(len(game.positions) for game in games)) > 0:
        seed, count = len(games), min(left, FROM_EACH.get(title, USUALLY_FROM_EACH))
        games.append(renewed(rules, known.get(seed, Stored(seed, (), ())), count, most_of(title)))
    write(File(title, most_of(title), tuple(games)), folder)


def renewed(rules: Rules, game: Stored, count: int, most: int) -> Stored:
    """The same positions of a stored game, counted by today's rules; where it is new, or an order of it is
    refused now, so many positions of a game grown from its orders."""
    try:
        if game.positions:
            return replace(game, positions=recounted(rules, game, game.positions, most))
    except Refused:
        pass
    bare = _grown(rules, game, count)
    return replace(bare, positions=recounted(rules, bare, bare.positions, most))


def _grown(rules: Rules, game: Stored, count: int) -> Stored:
    """A game with the places of its positions, not counted yet."""
    whole = grown(rules, Played(game.seed, game.orders))
    enumerated: list[int] = []
    others: list[int] = []

    def watch(one: Game, number: int) -> None:
        if not one.is_over():
            (enumerated if is_enumerated(one) else others).append(number)

    replayed(rules, whole, watch)
    after = sorted(_chosen(enumerated, others, count))
    places = tuple(Position(number, "", (), (), 0) for number in after)
    return Stored(game.seed, whole.orders[: after[-1]], places)


def _chosen(enumerated: Sequence[int], others: Sequence[int], count: int) -> list[int]:
    """Half of the positions where all orders are listed, half where they are not, as far as there are any."""
    first = min(len(enumerated), max(count // 2, count - len(others)))
    return [*_spread(enumerated, first), *_spread(others, count - first)]


def _spread(places: Sequence[int], count: int) -> list[int]:
    """So many of the places, at even distances."""
    count = min(count, len(places))
    ends = [len(places) * n // count for n in range(count + 1)] if count else []
    return [places[first] for first, _ in pairwise(ends)]

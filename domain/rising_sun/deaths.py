"""Chapter "figures": what dies, and the cards that see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sums import Term
from domain.rising_sun.board.events import Dead, FigureReturned, FiguresKilled, ReserveChanged
from domain.rising_sun.board.state import Board, counts_as, free_coins, local_to, only_figures
from domain.rising_sun.book import BOOK
from domain.rising_sun.data.tables import ONI
from domain.rising_sun.points import loses_honor, scored
from domain.rising_sun.words.items import AfterKilling


class Deed(NamedTuple):
    """Who has killed what."""

    killer: str
    dead: tuple[Dead, ...]


def all_of(board: Board, clan: str) -> tuple[Dead, ...]:
    """All figures of a clan in the battle; buildings are none [figures/killed]."""
    assert board.battle is not None
    there = only_figures(board, board.battle.province, clan)
    return tuple(Dead(clan, figure, count) for figure, count in there.items())


def killing(
    board: Board, killer: str, cause: str, dead: tuple[Dead, ...]
) -> tuple[FiguresKilled, tuple[AfterKilling, ...]]:
    """Figures go back to the reserves, and what cards give for it, by Honor [figures/killed]."""
    assert board.battle is not None
    after = tuple(aftermath(board, Deed(killer, dead)))
    return FiguresKilled(board.battle.province, cause, killer, dead), after


def aftermath(board: Board, deed: Deed) -> Iterator[AfterKilling]:
    """The cards that the deed concerns, and how often, highest Honor first [card/killed, card/killing]."""
    for clan in board.honor:
        for name in board.cards[clan]:
            counted = _COUNTED.get(board.setting.tables.cards[name].effect)
            times = counted(board, clan, name, deed) if counted else 0
            if times:
                yield AfterKilling(clan, name, times)


def own_death(board: Board, clan: str, name: str, deed: Deed) -> int:
    """The monster itself has been killed [card/killed]."""
    return int(any((one.clan, one.figure) == (clan, name) for one in deed.dead))


def others_killed(board: Board, clan: str, name: str, deed: Deed) -> int:
    """The other figures killed where the monster is, even if it dies with them [card/killed]."""
    assert board.battle is not None
    if not board.figures[board.battle.province][clan].get(name):
        return 0
    return sum(one.count for one in deed.dead) - own_death(board, clan, name, deed)


def own_killed(board: Board, clan: str, name: str, deed: Deed) -> int:
    """The killed figures that were on the clan's side [card/killed]."""
    return sum(one.count for one in deed.dead if one.clan == clan)


def lower_killed(board: Board, clan: str, name: str, deed: Deed) -> int:
    """Whether the clan has killed figures of one with less Honor [card/killing]."""
    lower = board.honor[board.honor.index(clan) + 1 :]
    return int(clan == deed.killer and any(one.clan in lower for one in deed.dead))


def oni_killed(board: Board, clan: str, name: str, deed: Deed) -> int:
    """The enemy Oni that the clan has killed [card/killing]."""
    enemies = (one for one in deed.dead if one.clan != clan == deed.killer)
    return sum(one.count for one in enemies if counts_as(board, one.figure) == ONI)


_COUNTED: Mapping[str, Callable[[Board, str, str, Deed], int]] = {
    "rises": own_death,
    "curses": own_death,
    "pays-when-killed": own_death,
    "feeds": others_killed,
    "own-killed": own_killed,
    "kills-the-lower": lower_killed,
    "kills-oni": oni_killed,
}


@BOOK.step(AfterKilling, "card/killed")
def after_killing(board: Board, item: AfterKilling, chance: Chance) -> Outcome:
    """What the card gives to its clan, and takes from others [card/killed]."""
    return does(*_GIVEN[board.setting.tables.cards[item.card].effect](board, item))


def rises(board: Board, item: AfterKilling) -> tuple[Struct, ...]:
    """Points, and the monster is back in the province at once [card/killed]."""
    assert board.battle is not None
    return (*points(board, item), FigureReturned(item.player, item.card, board.battle.province))


def curses(board: Board, item: AfterKilling) -> tuple[Struct, ...]:
    """Its owner gains coins and Ronin; the others in the province lose as many, if they can [card/killed]."""
    amount = board.setting.tables.cards[item.card].amount
    lost = (
        ReserveChanged(
            clan, -min(amount, free_coins(board, clan)), -min(amount, board.ronin[clan]), item.card
        )
        for clan in local_to(board)
        if clan != item.player and (free_coins(board, clan) or board.ronin[clan])
    )
    return (ReserveChanged(item.player, amount, amount, item.card), *lost)


def pays(board: Board, item: AfterKilling) -> tuple[Struct, ...]:
    """Coins out of the common pile [card/killed]."""
    return (ReserveChanged(item.player, board.setting.tables.cards[item.card].amount, 0, item.card),)


def feeds(board: Board, item: AfterKilling) -> tuple[Struct, ...]:
    """Points for each, and Honor lost as often [card/killed]."""
    return (*points(board, item), *loses_honor(board, item.player, item.count))


def points(board: Board, item: AfterKilling) -> tuple[Struct, ...]:
    """Points, as often as it happened [card/killed]."""
    amount = board.setting.tables.cards[item.card].amount
    return (scored(board, item.player, Term(amount * item.count, item.card, "card/killed")),)


def rewards(board: Board, item: AfterKilling) -> tuple[Struct, ...]:
    """Points for whoever has killed [card/killing]."""
    amount = board.setting.tables.cards[item.card].amount
    term = Term(amount * item.count, item.card, "card/killing")
    return (By("card/killing", scored(board, item.player, term)),)


_GIVEN: Mapping[str, Callable[[Board, AfterKilling], tuple[Struct, ...]]] = {
    "rises": rises,
    "curses": curses,
    "pays-when-killed": pays,
    "feeds": feeds,
    "own-killed": points,
    "kills-the-lower": rewards,
    "kills-oni": rewards,
}

"""Chapter "figures": the Force of what a clan has in a province."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.sums import Sum, Term
from domain.rising_sun.board.state import (
    Board,
    ability_amount,
    army,
    by_honor,
    counts_as,
    has_ability,
    held,
    is_figure,
    kind_of,
    named,
)
from domain.rising_sun.data.tables import BUSHI, DAIMYO, MONSTER, ONI, SHINTO

Based = tuple[int, str]
"""The Force of one figure before enhancements, and the rule that gives it."""


def force(board: Board, province: str, clan: str) -> Sum:
    """The Force of a clan in a province, kind by kind [figures/force]."""
    return Sum(tuple(terms(board, province, clan)))


def terms(board: Board, province: str, clan: str) -> Iterator[Term]:
    """What its figures and their upgrades add, each no less than nothing [figures/force]."""
    for figure, count in army(board, province, clan).items():
        each, rule = base_force(board, province, clan, figure)
        if each:
            yield Term(count * each, named(count, figure), rule)
        yield from enhancements(board, province, clan, figure, count)


def strength(board: Board, province: str, clan: str) -> int:
    return force(board, province, clan).total


def with_force(board: Board, province: str) -> tuple[str, ...]:
    """The clans that have any Force in a province, highest Honor first [figures/force]."""
    there = board.figures[province]
    return tuple(
        clan
        for clan in board.honor
        if there[clan] and any(term.value for term in terms(board, province, clan))
    )


def base_force(board: Board, province: str, clan: str, figure: str) -> Based:
    """The Force of one figure, which may have a least one [figures/force, clan/moon, clan/turtle]."""
    if not is_figure(board, figure):
        fights = has_ability(board, clan, "strongholds-fight")
        return (ability_amount(board, clan), "clan/turtle") if fights else (0, "figures/force")
    based = honored_shinto(board, province, clan, figure) or own_force(board, province, clan, figure)
    if has_ability(board, clan, "least-force") and based[0] < ability_amount(board, clan):
        return ability_amount(board, clan), "clan/moon"
    return based


def own_force(board: Board, province: str, clan: str, figure: str) -> Based:
    """What is printed for a kind or on a card, whose condition may raise it [figures/force, card/force]."""
    tables, kind = board.setting.tables, kind_of(figure)
    if kind in tables.kinds:
        return tables.kinds[kind].force, "figures/force"
    card = tables.cards[kind]
    raised = card.effect == "force-lowest-honor" and has_lowest_honor(board, province, clan)
    raised = raised or (card.effect == "force-enemy-monster" and enemy_monster(board, province, clan))
    return (card.amount, "card/force") if raised else (card.force, "figures/force")


def enhancements(board: Board, province: str, clan: str, figure: str, count: int) -> Iterator[Term]:
    """What upgrades add to figures of one kind, copy by copy [card/force]."""
    what = counts_as(board, figure)
    effects = ["force-of-daimyo"] if what == DAIMYO else []
    effects += ["force-of-bushi-by-oni"] if what == BUSHI and any_oni(board, province) else []
    for effect in effects:
        for name, card in held(board, clan, effect):
            yield Term(count * card.amount, name, "card/force")


def honored_shinto(board: Board, province: str, clan: str, figure: str) -> Based | None:
    """The Force of a Shinto by a card, where its clan has the highest Honor [card/force]."""
    if counts_as(board, figure) != SHINTO or by_honor(board, local_clans(board, province))[:1] != (clan,):
        return None
    return next(
        ((card.amount, "card/force") for _, card in held(board, clan, "force-of-shinto-in-honor")), None
    )


def has_lowest_honor(board: Board, province: str, clan: str) -> bool:
    """Whether a clan has the lowest Honor of several in the province; alone it has not [card/force]."""
    local = by_honor(board, local_clans(board, province))
    return len(local) > 1 and local[-1] == clan


def local_clans(board: Board, province: str) -> tuple[str, ...]:
    """Who has anything in a province, or is in the battle for it."""
    battle = board.battle
    fighting = battle.players if battle and battle.province == province else ()
    return tuple(clan for clan, there in board.figures[province].items() if there or clan in fighting)


def enemy_monster(board: Board, province: str, clan: str) -> bool:
    """Whether a monster of another clan is in the province [card/force]."""
    cards = board.setting.tables.cards
    return any(
        figure in cards and cards[figure].kind == MONSTER
        for other, there in board.figures[province].items()
        if other != clan
        for figure in there
    )


def any_oni(board: Board, province: str) -> bool:
    """Whether any Oni is in the province, whosever it is [card/force]."""
    return any(
        counts_as(board, figure) == ONI for there in board.figures[province].values() for figure in there
    )

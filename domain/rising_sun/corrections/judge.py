"""What follows from a correction, and what bars it; what is going on bars it in `unfinished.py`.

board/honor      board/alliances   board/reserves   board/figures   board/cards   board/tokens
advantage/hostage, figures/daimyo   hostages
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from domain.kit.errors import IllegalMove
from domain.kit.facts import State, facts, keeps
from domain.kit.rules import Facts
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import (
    Board,
    ally,
    in_play,
    is_figure,
    is_immune,
    listed,
    ranked,
)
from domain.rising_sun.book import Bars, counted, unknown_names
from domain.rising_sun.corrections.open_business import Reasons, tokens_of, unfinished
from domain.rising_sun.data.tables import SEASONS, season_name
from domain.rising_sun.herald import alliance_bars, card_bars, figure_bars, honor_bars
from domain.rising_sun.words import corrections as s
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.grammar import counted_troop

NOTHING = "already; there is nothing to correct."


def correct(state: State[Board, Any], correction: Any) -> Facts:
    """What follows from a correction, or `IllegalMove`."""
    refuse_first(unfinished(state, correction))
    heading, function = _CORRECTED[type(correction)]
    return facts(heading, keeps(function(state.board, correction)))


def refuse_first(reasons: Iterable[tuple[str, str, str]]) -> None:
    for heading, why, instead in reasons:
        raise IllegalMove(heading, why, instead)


def refused(bars: Bars) -> Reasons:
    """The reasons why the herald could not enter it."""
    yield from ((heading, why, "") for heading, why in bars)


# ---- tracks and reserves


def honor(board: Board, correction: s.SetHonor) -> e.HonorCorrected:
    """A strict order of all clans [board/honor]."""
    refuse_first(refused(honor_bars(board, o.Honor(correction.clans))))
    if correction.clans == board.honor:
        raise IllegalMove("board/honor", f"The Honor track stands so {NOTHING}")
    return e.HonorCorrected(board.honor, correction.clans)


def alliance(board: Board, correction: s.SetAlliance) -> e.AlliancesCorrected:
    """Two clans; whatever allies they had, they have no more [board/alliances]."""
    pair = (correction.first, correction.second)
    refuse_first(refused(alliance_bars(board, o.Alliance(*pair))))
    if ally(board, pair[0]) == pair[1]:
        raise IllegalMove("board/alliances", f"{pair[0]} and {pair[1]} are allied {NOTHING}")
    others = tuple(known for known in board.alliances if not set(known) & set(pair))
    return e.AlliancesCorrected(board.alliances, (*others, pair))


def alone(board: Board, correction: s.SetAlone) -> e.AlliancesCorrected:
    """A clan without an ally [board/alliances]."""
    refuse_first(refused(unknown_names(board, "board/alliances", clans=(correction.clan,))))
    if not ally(board, correction.clan):
        raise IllegalMove("board/alliances", f"{correction.clan} has no ally {NOTHING}")
    left = tuple(pair for pair in board.alliances if correction.clan not in pair)
    return e.AlliancesCorrected(board.alliances, left)


def coins(board: Board, correction: s.SetCoins) -> e.CoinsCorrected:
    """The coins of a clan; the common pile gives and takes the difference [board/reserves]."""
    return e.CoinsCorrected(
        *reserve(board, correction, board.coins, counted(correction.number, "coin", "coins"))
    )


def ronin(board: Board, correction: s.SetRonin) -> e.RoninCorrected:
    """The Ronin tokens of a clan [board/reserves]."""
    return e.RoninCorrected(*reserve(board, correction, board.ronin, f"{correction.number} Ronin"))


def points(board: Board, correction: s.SetPoints) -> e.PointsCorrected:
    """The victory points of a clan [board/reserves]."""
    said = counted(correction.number, "point", "points")
    return e.PointsCorrected(*reserve(board, correction, board.points, said))


def reserve(
    board: Board, correction: s.SetCoins | s.SetRonin | s.SetPoints, held: dict[str, int], said: str
) -> tuple[str, int, int]:
    """Whose it is, and the numbers before and after [board/reserves]."""
    clan, number = correction.clan, correction.number
    refuse_first(refused(unknown_names(board, "board/reserves", clans=(clan,))))
    if held[clan] == number:
        raise IllegalMove("board/reserves", f"{clan} has {said} {NOTHING}")
    return clan, held[clan], number


# ---- figures, cards, tokens, hostages


def figures(board: Board, correction: s.SetFigures) -> e.FiguresCorrected:
    """All that a clan has in a province; a monster needs its card [board/figures]."""
    clan, province = correction.clan, correction.province
    refuse_first(refused(figure_bars(board, o.Figures(clan, province, correction.troops))))
    before, after = board.figures[province][clan], army_of(board, correction.troops)
    for name in after:
        if name in board.setting.tables.cards and name not in board.cards[clan]:
            raise IllegalMove("board/figures", f"{clan} has no card of {name}.", "Correct its cards first.")
    if before == after:
        raise IllegalMove("board/figures", f"{clan} has {listed(after)} in {province} {NOTHING}")
    return e.FiguresCorrected(clan, province, before, after)


def army_of(board: Board, troops: tuple[str, ...]) -> dict[str, int]:
    return dict(counted_troop(board.setting.tables, troop) for troop in troops)


def cards(board: Board, correction: s.SetCards) -> e.CardsCorrected:
    """All season cards of a clan, also of monsters that are not on the map [board/cards]."""
    clan = correction.clan
    refuse_first(refused(card_bars(board, o.Cards(clan, correction.cards))))
    before = board.cards[clan]
    if Counter(before) == Counter(correction.cards):
        raise IllegalMove("board/cards", f"{clan} has these cards {NOTHING}")
    return e.CardsCorrected(clan, before, correction.cards)


def tokens(board: Board, correction: s.SetTokens) -> e.TokensCorrected:
    """All war tokens of a clan of a season [board/tokens]."""
    refuse_first(token_reasons(board, correction))
    season = SEASONS.index(correction.season) + 1
    return e.TokensCorrected(correction.clan, season, tokens_of(board, correction), correction.provinces)


def token_reasons(board: Board, correction: s.SetTokens) -> Reasons:
    """One token of a province in a season, and none of a war that was not [board/tokens]."""
    clan, season, provinces = correction.clan, correction.season, correction.provinces
    yield from refused(unknown_names(board, "board/tokens", clans=(clan,), provinces=provinces))
    if season not in SEASONS[: board.season]:
        now = season_name(board.season)
        yield "board/tokens", f"This is {now}; there are no tokens of {season} yet.", ""
    if len(set(provinces)) < len(provinces):
        yield "board/tokens", "A province has one token in a season; one of these stands twice.", ""
    if set(provinces) == set(tokens_of(board, correction)):
        yield "board/tokens", f"{clan} has these tokens {NOTHING}", ""
    for province in provinces:
        if season == season_name(board.season) and province not in board.wars:
            yield "board/tokens", f"There is no war in {province} in {season}.", ""
    for one in board.tokens:
        if season_name(one.season) == season and one.province in provinces and one.clan != clan:
            why = f"{one.clan} has the token of {one.province}."
            yield "board/tokens", why, f"Correct the tokens of {one.clan} first."


def hostages(board: Board, correction: s.SetHostages) -> e.HostagesCorrected:
    """Hostages come out of the reserve of their owner, and go back to it [advantage/hostage]."""
    refuse_first(hostage_reasons(board, correction))
    held, after = held_by(board, correction), army_of(board, correction.troops)
    return e.HostagesCorrected(correction.captor, correction.clan, held, after)


def held_by(board: Board, correction: s.SetHostages) -> dict[str, int]:
    """The figures of the clan that the captor holds."""
    of = (correction.captor, correction.clan)
    found = Counter(one.figure for one in board.hostages if (one.captor, one.clan) == of)
    return {figure: found[figure] for figure in ranked(board.setting.tables, found)}


def hostage_reasons(board: Board, correction: s.SetHostages) -> Reasons:
    """No Daimyo, no building, and no figure that stands on the map [advantage/hostage, figures/daimyo]."""
    clan, captor, troops = correction.clan, correction.captor, correction.troops
    yield from refused(unknown_names(board, "advantage/hostage", clans=(clan, captor)))
    if clan == captor:
        yield "advantage/hostage", f"{captor} takes hostages of others.", ""
    wanted, held = army_of(board, troops), held_by(board, correction)
    if len(wanted) < len(troops) or "" in wanted:
        why = "Each of these is a figure and stands once."
        yield "advantage/hostage", why, 'Write the number before it, as in "2 bushi".'
        return
    if wanted == held:
        yield "advantage/hostage", f"{captor} holds {listed(held)} of {clan} {NOTHING}", ""
    for figure, count in wanted.items():
        yield from hostage_of_kind(board, clan, figure, count - held.get(figure, 0))


def hostage_of_kind(board: Board, clan: str, figure: str, more: int) -> Reasons:
    """Figures that can be taken, and are in reserve [advantage/hostage, figures/daimyo]."""
    tables = board.setting.tables
    if is_immune(board, figure) or not is_figure(board, figure):
        yield "figures/daimyo", f"No {figure} is ever taken hostage.", ""
    if figure in tables.cards and figure not in board.cards[clan]:
        yield "advantage/hostage", f"{clan} has no card of {figure}.", "Correct its cards first."
    number = tables.kinds[figure].number if figure in tables.kinds else 1
    free = number - in_play(board, clan, figure)
    if more > free:
        why = f"{clan} has {free} {figure} in reserve, and {more} more would be held."
        yield "advantage/hostage", why, "Take them off the map first."


_CORRECTED: dict[type, tuple[str, Callable[[Board, Any], Struct]]] = {
    s.SetHonor: ("board/honor", honor),
    s.SetAlliance: ("board/alliances", alliance),
    s.SetAlone: ("board/alliances", alone),
    s.SetCoins: ("board/reserves", coins),
    s.SetRonin: ("board/reserves", ronin),
    s.SetPoints: ("board/reserves", points),
    s.SetFigures: ("board/figures", figures),
    s.SetCards: ("board/cards", cards),
    s.SetTokens: ("board/tokens", tokens),
    s.SetHostages: ("advantage/hostage", hostages),
}

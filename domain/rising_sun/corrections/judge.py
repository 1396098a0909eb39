"""Corrections of a ruling: what bars each, and what is recorded of it. `open_business.py` bars them all."""

from __future__ import annotations

from collections import Counter

from domain.kit.bars import Bar, Bars
from domain.kit.corrections import Correction, Corrections, on_board, so_already
from domain.rising_sun import herald
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Board, ally, in_play, is_figure, is_immune, listed, ranked
from domain.rising_sun.book import counted, unknown_names
from domain.rising_sun.corrections.open_business import tokens_of, unfinished
from domain.rising_sun.data.tables import SEASONS, season_name
from domain.rising_sun.words import corrections as s
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.grammar import counted_troop

# ---- tracks and reserves


def honor(board: Board, said: s.SetHonor) -> tuple[e.HonorCorrected]:
    """A strict order of all clans [board/honor]."""
    return (e.HonorCorrected(board.honor, said.clans),)


def honor_bars(board: Board, said: s.SetHonor) -> Bars:
    """Each clan once, as the herald enters it [board/honor]."""
    yield from herald.honor_bars(board, o.Honor(said.clans))
    if said.clans == board.honor:
        yield so_already("board/honor", "The Honor track stands so")


def alliance(board: Board, said: s.SetAlliance) -> tuple[e.AlliancesCorrected]:
    """Two clans; whatever allies they had, they have no more [board/alliances]."""
    pair = (said.first, said.second)
    others = tuple(known for known in board.alliances if not set(known) & set(pair))
    return (e.AlliancesCorrected(board.alliances, (*others, pair)),)


def alliance_bars(board: Board, said: s.SetAlliance) -> Bars:
    """Two different clans [board/alliances]."""
    yield from herald.alliance_bars(board, o.Alliance(said.first, said.second))
    if ally(board, said.first) == said.second:
        yield so_already("board/alliances", f"{said.first} and {said.second} are allied")


def alone(board: Board, said: s.SetAlone) -> tuple[e.AlliancesCorrected]:
    """A clan without an ally [board/alliances]."""
    left = tuple(pair for pair in board.alliances if said.clan not in pair)
    return (e.AlliancesCorrected(board.alliances, left),)


def alone_bars(board: Board, said: s.SetAlone) -> Bars:
    """A clan that has an ally [board/alliances]."""
    yield from unknown_names(board, "board/alliances", clans=(said.clan,))
    if not ally(board, said.clan):
        yield so_already("board/alliances", f"{said.clan} has no ally")


def coins(board: Board, said: s.SetCoins) -> tuple[e.CoinsCorrected]:
    """The coins of a clan; the common pile gives and takes the difference [board/reserves]."""
    return (e.CoinsCorrected(said.clan, board.coins[said.clan], said.number),)


def coins_bars(board: Board, said: s.SetCoins) -> Bars:
    return reserve_bars(board, said, board.coins, counted(said.number, "coin", "coins"))


def ronin(board: Board, said: s.SetRonin) -> tuple[e.RoninCorrected]:
    """The Ronin tokens of a clan [board/reserves]."""
    return (e.RoninCorrected(said.clan, board.ronin[said.clan], said.number),)


def ronin_bars(board: Board, said: s.SetRonin) -> Bars:
    return reserve_bars(board, said, board.ronin, f"{said.number} Ronin")


def points(board: Board, said: s.SetPoints) -> tuple[e.PointsCorrected]:
    """The victory points of a clan [board/reserves]."""
    return (e.PointsCorrected(said.clan, board.points[said.clan], said.number),)


def points_bars(board: Board, said: s.SetPoints) -> Bars:
    return reserve_bars(board, said, board.points, counted(said.number, "point", "points"))


def reserve_bars(
    board: Board, said: s.SetCoins | s.SetRonin | s.SetPoints, held: dict[str, int], wanted: str
) -> Bars:
    """A clan of this game that has not so many [board/reserves]."""
    yield from unknown_names(board, "board/reserves", clans=(said.clan,))
    if held[said.clan] == said.number:
        yield so_already("board/reserves", f"{said.clan} has {wanted}")


# ---- figures, cards, tokens, hostages


def figures(board: Board, said: s.SetFigures) -> tuple[e.FiguresCorrected]:
    """All that a clan has in a province [board/figures]."""
    before, after = board.figures[said.province][said.clan], army_of(board, said.troops)
    return (e.FiguresCorrected(said.clan, said.province, before, after),)


def figures_bars(board: Board, said: s.SetFigures) -> Bars:
    """As the herald enters them; a monster needs its card [board/figures]."""
    clan, province = said.clan, said.province
    yield from herald.figure_bars(board, o.Figures(clan, province, said.troops))
    after = army_of(board, said.troops)
    for name in after:
        if name in board.setting.tables.cards and name not in board.cards[clan]:
            yield Bar("board/figures", f"{clan} has no card of {name}.", "Correct its cards first.")
    if after == board.figures[province][clan]:
        yield so_already("board/figures", f"{clan} has {listed(after)} in {province}")


def army_of(board: Board, troops: tuple[str, ...]) -> dict[str, int]:
    return dict(counted_troop(board.setting.tables, troop) for troop in troops)


def cards(board: Board, said: s.SetCards) -> tuple[e.CardsCorrected]:
    """All season cards of a clan, also of monsters that are not on the map [board/cards]."""
    return (e.CardsCorrected(said.clan, board.cards[said.clan], said.cards),)


def cards_bars(board: Board, said: s.SetCards) -> Bars:
    """As the herald enters them [board/cards]."""
    yield from herald.card_bars(board, o.Cards(said.clan, said.cards))
    if Counter(said.cards) == Counter(board.cards[said.clan]):
        yield so_already("board/cards", f"{said.clan} has these cards")


def tokens(board: Board, said: s.SetTokens) -> tuple[e.TokensCorrected]:
    """All war tokens of a clan of a season [board/tokens]."""
    season = SEASONS.index(said.season) + 1
    return (e.TokensCorrected(said.clan, season, tokens_of(board, said), said.provinces),)


def tokens_bars(board: Board, said: s.SetTokens) -> Bars:
    """One token of a province in a season, and none of a war that was not [board/tokens]."""
    clan, season, provinces = said.clan, said.season, said.provinces
    yield from unknown_names(board, "board/tokens", clans=(clan,), provinces=provinces)
    if season not in SEASONS[: board.season]:
        now = season_name(board.season)
        yield Bar("board/tokens", f"This is {now}; there are no tokens of {season} yet.")
    if len(set(provinces)) < len(provinces):
        yield Bar("board/tokens", "A province has one token in a season; one of these stands twice.")
    if set(provinces) == set(tokens_of(board, said)):
        yield so_already("board/tokens", f"{clan} has these tokens")
    for province in provinces:
        if season == season_name(board.season) and province not in board.wars:
            yield Bar("board/tokens", f"There is no war in {province} in {season}.")
    for one in board.tokens:
        if season_name(one.season) == season and one.province in provinces and one.clan != clan:
            why = f"{one.clan} has the token of {one.province}."
            yield Bar("board/tokens", why, f"Correct the tokens of {one.clan} first.")


def hostages(board: Board, said: s.SetHostages) -> tuple[e.HostagesCorrected]:
    """Hostages come out of the reserve of their owner, and go back to it [advantage/hostage]."""
    held, after = held_by(board, said), army_of(board, said.troops)
    return (e.HostagesCorrected(said.captor, said.clan, held, after),)


def held_by(board: Board, said: s.SetHostages) -> dict[str, int]:
    """The figures of the clan that the captor holds."""
    of = (said.captor, said.clan)
    found = Counter(one.figure for one in board.hostages if (one.captor, one.clan) == of)
    return {figure: found[figure] for figure in ranked(board.setting.tables, found)}


def hostages_bars(board: Board, said: s.SetHostages) -> Bars:
    """No Daimyo, no building, and no figure that stands on the map [advantage/hostage, figures/daimyo]."""
    clan, captor, troops = said.clan, said.captor, said.troops
    yield from unknown_names(board, "advantage/hostage", clans=(clan, captor))
    if clan == captor:
        yield Bar("advantage/hostage", f"{captor} takes hostages of others.")
    wanted, held = army_of(board, troops), held_by(board, said)
    if len(wanted) < len(troops) or "" in wanted:
        why = "Each of these is a figure and stands once."
        yield Bar("advantage/hostage", why, 'Write the number before it, as in "2 bushi".')
        return
    if wanted == held:
        yield so_already("advantage/hostage", f"{captor} holds {listed(held)} of {clan}")
    for figure, count in wanted.items():
        yield from hostage_of_kind(board, clan, figure, count - held.get(figure, 0))


def hostage_of_kind(board: Board, clan: str, figure: str, more: int) -> Bars:
    """Figures that can be taken, and are in reserve [advantage/hostage, figures/daimyo]."""
    tables = board.setting.tables
    if is_immune(board, figure) or not is_figure(board, figure):
        yield Bar("figures/daimyo", f"No {figure} is ever taken hostage.")
    if figure in tables.cards and figure not in board.cards[clan]:
        yield Bar("advantage/hostage", f"{clan} has no card of {figure}.", "Correct its cards first.")
    number = tables.kinds[figure].number if figure in tables.kinds else 1
    free = number - in_play(board, clan, figure)
    if more > free:
        why = f"{clan} has {free} {figure} in reserve, and {more} more would be held."
        yield Bar("advantage/hostage", why, "Take them off the map first.")


correct = Corrections(
    {
        s.SetHonor: Correction("board/honor", on_board(honor_bars), honor),
        s.SetAlliance: Correction("board/alliances", on_board(alliance_bars), alliance),
        s.SetAlone: Correction("board/alliances", on_board(alone_bars), alone),
        s.SetCoins: Correction("board/reserves", on_board(coins_bars), coins),
        s.SetRonin: Correction("board/reserves", on_board(ronin_bars), ronin),
        s.SetPoints: Correction("board/reserves", on_board(points_bars), points),
        s.SetFigures: Correction("board/figures", on_board(figures_bars), figures),
        s.SetCards: Correction("board/cards", on_board(cards_bars), cards),
        s.SetTokens: Correction("board/tokens", on_board(tokens_bars), tokens),
        s.SetHostages: Correction("advantage/hostage", on_board(hostages_bars), hostages),
    },
    unfinished,
).correct
"""What follows from a correction, or `IllegalMove`."""

"""The board after an event. Never refuses, never asks chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kit.corrections import At
from domain.kit.facts import tells_only
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import (
    SETTLED,
    Army,
    Battle,
    Board,
    Hostage,
    Stand,
    Token,
    kind_of,
    with_coins,
    with_figures,
    with_tokens,
)
from domain.rising_sun.data.tables import BUSHI


def evolve(board: Board, event: Any) -> Board:
    """The board after `event`."""
    return _FOLDS.get(type(event), tells_only)(board, event)


# ---- what the herald enters


def _entered(board: Board, **changes: Any) -> Board:
    return replace(board, entries=board.entries + 1, **changes)


def _honor_entered(board: Board, event: e.HonorEntered) -> Board:
    return _entered(board, honor=event.track)


def _alliance_entered(board: Board, event: e.AllianceEntered) -> Board:
    pair = (event.first, event.second)
    others = tuple(known for known in board.alliances if not set(known) & set(pair))
    return _entered(board, alliances=(*others, pair))


def _alliance_dropped(board: Board, event: e.AllianceDropped) -> Board:
    return _entered(board, alliances=tuple(pair for pair in board.alliances if event.clan not in pair))


def _coins_entered(board: Board, event: e.CoinsEntered) -> Board:
    return _entered(with_coins(board, event.clan, event.coins))


def _ronin_entered(board: Board, event: e.RoninEntered) -> Board:
    return _entered(board, ronin=board.ronin | {event.clan: event.ronin})


def _points_entered(board: Board, event: e.PointsEntered) -> Board:
    return _entered(board, points=board.points | {event.clan: event.points})


def _figures_entered(board: Board, event: e.FiguresEntered) -> Board:
    there = board.figures[event.province] | {event.clan: event.figures}
    return _entered(board, figures=board.figures | {event.province: there})


def _cards_entered(board: Board, event: e.CardsEntered) -> Board:
    return _entered(board, cards=board.cards | {event.clan: event.cards})


def _tokens_entered(board: Board, event: e.TokensEntered) -> Board:
    return _entered(with_tokens(board, event.clan, event.season, event.provinces))


def _wars_entered(board: Board, event: e.WarsEntered) -> Board:
    return _entered(board, wars=event.provinces)


# ---- the War phase


def _war_phase_began(board: Board, event: e.WarPhaseBegan) -> Board:
    stood = Stand(board.honor, board.points, board.coins, board.ronin, board.figures)
    return replace(board, phase="war", season=event.season, stood=stood, compared={}, killed={})


def _ronin_swapped(board: Board, event: e.RoninSwapped) -> Board:
    return _paid(replace(board, ronin=board.ronin | {event.seat: 0}), event.seat, event.ronin)


def _bushi_placed(board: Board, event: e.BushiPlaced) -> Board:
    return with_figures(board, event.province, event.seat, BUSHI, 1)


def _war_opened(board: Board, event: e.WarOpened) -> Board:
    return replace(board, war=event.number)


def _token_discarded(board: Board, event: e.TokenDiscarded) -> Board:
    return replace(board, settled=(*board.settled, event.province))


def _token_taken(board: Board, event: e.TokenTaken) -> Board:
    token = Token(event.seat, event.province, event.season)
    battle = replace(board.battle, winner=event.seat) if board.battle else None
    settled = (*board.settled, event.province)
    return replace(board, tokens=(*board.tokens, token), battle=battle, settled=settled)


def _forces_compared(board: Board, event: e.ForcesCompared) -> Board:
    return replace(board, compared=board.compared | {event.province: event})


def _battle_began(board: Board, event: e.BattleBegan) -> Board:
    began = {clan: board.figures[event.province][clan] for clan in event.players}
    return replace(board, battle=Battle(event.province, event.players, began, {}))


def _figure_moved(board: Board, event: e.FigureMoved) -> Board:
    left = with_figures(board, event.source, event.clan, event.figure, -1)
    return with_figures(left, event.target, event.clan, event.figure, 1)


def _figure_borrowed(board: Board, event: e.FigureBorrowed) -> Board:
    battle = _battle(board)
    lent = f"borrowed-{event.figure}"
    left = with_figures(board, battle.province, event.clan, event.figure, -1)
    joined = with_figures(left, battle.province, event.seat, lent, 1)
    began = _more(battle.began, event.seat, lent)
    return replace(joined, battle=replace(battle, borrowed=event.clan, began=began))


def _more(began: Mapping[str, Army], clan: str, figure: str) -> dict[str, Army]:
    there = began.get(clan, {})
    return {**began, clan: there | {figure: there.get(figure, 0) + 1}}


def _bid_sealed(board: Board, event: e.BidSealed) -> Board:
    battle = _battle(board)
    return replace(board, battle=replace(battle, bids=battle.bids | {event.seat: event.bid.value}))


def _bids_revealed(board: Board, event: e.BidsRevealed) -> Board:
    return replace(board, battle=replace(_battle(board), bids=event.bids, revealed=True))


def _standing_set(board: Board, event: e.StandingSet) -> Board:
    advantage, choice = event.answer.value
    answers = board.standing[event.seat] | {advantage: choice}
    return replace(board, standing=board.standing | {event.seat: answers})


def _sheet_laid(board: Board, event: e.SheetLaid) -> Board:
    return replace(board, standing=board.standing | {event.seat: event.answers.value})


def _figures_killed(board: Board, event: e.FiguresKilled) -> Board:
    for dead in event.dead:
        board = with_figures(board, event.province, dead.clan, dead.figure, -dead.count)
        board = replace(board, killed=_with_dead(board, dead))
    if board.battle is None:
        return board
    killed = board.battle.killed + sum(dead.count for dead in event.dead)
    return replace(board, battle=replace(board.battle, killed=killed))


def _with_dead(board: Board, dead: e.Dead) -> dict[str, Army]:
    """A borrowed figure is missing to its owner."""
    figure = kind_of(dead.figure)
    owner = _battle(board).borrowed if figure != dead.figure else dead.clan
    lost = board.killed.get(owner, {})
    return board.killed | {owner: lost | {figure: lost.get(figure, 0) + dead.count}}


def _figure_returned(board: Board, event: e.FigureReturned) -> Board:
    """It is not missing on the board, and so on no sheet."""
    killed = board.killed.get(event.seat, {})
    left = {figure: count for figure, count in killed.items() if figure != event.figure}
    board = replace(board, killed={**board.killed, event.seat: left})
    return with_figures(board, event.province, event.seat, event.figure, 1)


def _honor_gained(board: Board, event: e.HonorGained) -> Board:
    return _moved_on_track(board, event.seat, -len(event.over))


def _honor_lost(board: Board, event: e.HonorLost) -> Board:
    return _moved_on_track(board, event.seat, len(event.under))


def _moved_on_track(board: Board, clan: str, places: int) -> Board:
    track = [other for other in board.honor if other != clan]
    track.insert(board.honor.index(clan) + places, clan)
    return replace(board, honor=tuple(track))


def _scored(board: Board, event: e.Scored) -> Board:
    return _with_points(board, event.seat, event.points.total)


def _points_lost(board: Board, event: e.PointsLost) -> Board:
    return _with_points(board, event.seat, -event.points)


def _with_points(board: Board, clan: str, points: int) -> Board:
    return replace(board, points=board.points | {clan: board.points[clan] + points})


def _reserve_changed(board: Board, event: e.ReserveChanged) -> Board:
    ronin = board.ronin | {event.seat: board.ronin[event.seat] + event.ronin}
    return _paid(replace(board, ronin=ronin), event.seat, event.coins)


def _paid(board: Board, clan: str, coins: int) -> Board:
    return with_coins(board, clan, board.coins[clan] + coins)


def _hostage_taken(board: Board, event: e.HostageTaken) -> Board:
    battle = _battle(board)
    side = event.clan
    if kind_of(event.figure) != event.figure:  # a borrowed figure is its owner's, on another side
        side = next(clan for clan, there in board.figures[battle.province].items() if event.figure in there)
    hostage = Hostage(event.seat, event.clan, kind_of(event.figure))
    left = with_figures(board, battle.province, side, event.figure, -1)
    return replace(left, hostages=(*board.hostages, hostage))


def _ronin_hired(board: Board, event: e.RoninHired) -> Board:
    battle = _battle(board)
    return replace(board, battle=replace(battle, hired={event.seat: event.force.total}))


def _reparations_paid(board: Board, event: e.ReparationsPaid) -> Board:
    coins = board.coins.copy()
    for clan, share in event.shares.items():
        coins[event.seat] -= share.total
        coins[clan] += share.total - event.discarded[clan]
    purse = board.purse - sum(event.discarded.values())
    return replace(board, coins=coins, purse=purse, battle=replace(_battle(board), paid=True))


def _battle_ended(board: Board, event: e.BattleEnded) -> Board:
    battle = _battle(board)
    for clan, there in board.figures[event.province].items():
        for figure in there:
            if kind_of(figure) != figure:
                board = with_figures(board, event.province, clan, figure, -1)
                board = with_figures(board, event.province, battle.borrowed, kind_of(figure), 1)
    return replace(board, battle=None)


def _reserves_discarded(board: Board, event: e.ReservesDiscarded) -> Board:
    empty = dict.fromkeys(board.setting.clans, 0)
    return replace(board, coins=empty, ronin=empty, purse=0, war=0)


def _hostages_returned(board: Board, event: e.HostagesReturned) -> Board:
    return replace(board, hostages=())


def _season_began(board: Board, event: e.SeasonBegan) -> Board:
    board = replace(board, alliances=(), wars=(), settled=(), compared={})
    return replace(board, phase="entry", season=event.season, entries=0)


def _game_won(board: Board, event: e.GameWon) -> Board:
    return replace(board, phase="over", winner=event.winner, won=event.how)


def _battles_settled(board: Board, event: e.BattlesSettled) -> Board:
    return replace(board, phase="over", won=SETTLED, sheet=event, war=0)


# ---- what a ruling has set right


def _coins_corrected(board: Board, event: e.CoinsCorrected) -> Board:
    return with_coins(board, event.clan, event.after)


def _tokens_corrected(board: Board, event: e.TokensCorrected) -> Board:
    return with_tokens(board, event.clan, event.season, event.after)


def _hostages_corrected(board: Board, event: e.HostagesCorrected) -> Board:
    of = (event.captor, event.clan)
    others = tuple(one for one in board.hostages if (one.captor, one.clan) != of)
    new = tuple(Hostage(*of, figure) for figure, count in event.after.items() for _ in range(count))
    return replace(board, hostages=(*others, *new))


def _battle(board: Board) -> Battle:
    assert board.battle is not None
    return board.battle


_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    e.HonorEntered: _honor_entered,
    e.AllianceEntered: _alliance_entered,
    e.AllianceDropped: _alliance_dropped,
    e.CoinsEntered: _coins_entered,
    e.RoninEntered: _ronin_entered,
    e.PointsEntered: _points_entered,
    e.FiguresEntered: _figures_entered,
    e.CardsEntered: _cards_entered,
    e.TokensEntered: _tokens_entered,
    e.WarsEntered: _wars_entered,
    e.WarPhaseBegan: _war_phase_began,
    e.RoninSwapped: _ronin_swapped,
    e.BushiPlaced: _bushi_placed,
    e.WarOpened: _war_opened,
    e.TokenDiscarded: _token_discarded,
    e.TokenTaken: _token_taken,
    e.ForcesCompared: _forces_compared,
    e.BattleBegan: _battle_began,
    e.FigureMoved: _figure_moved,
    e.FigureBorrowed: _figure_borrowed,
    e.BidSealed: _bid_sealed,
    e.BidsRevealed: _bids_revealed,
    e.StandingSet: _standing_set,
    e.SheetLaid: _sheet_laid,
    e.FiguresKilled: _figures_killed,
    e.FigureReturned: _figure_returned,
    e.HonorGained: _honor_gained,
    e.HonorLost: _honor_lost,
    e.Scored: _scored,
    e.PointsLost: _points_lost,
    e.ReserveChanged: _reserve_changed,
    e.HostageTaken: _hostage_taken,
    e.RoninHired: _ronin_hired,
    e.ReparationsPaid: _reparations_paid,
    e.BattleEnded: _battle_ended,
    e.ReservesDiscarded: _reserves_discarded,
    e.HostagesReturned: _hostages_returned,
    e.SeasonBegan: _season_began,
    e.GameWon: _game_won,
    e.BattlesSettled: _battles_settled,
    e.HonorCorrected: At(lambda event: ("honor",)),
    e.AlliancesCorrected: At(lambda event: ("alliances",)),
    e.CoinsCorrected: _coins_corrected,
    e.RoninCorrected: At(lambda event: ("ronin", event.clan)),
    e.PointsCorrected: At(lambda event: ("points", event.clan)),
    e.FiguresCorrected: At(lambda event: ("figures", event.province, event.clan)),
    e.CardsCorrected: At(lambda event: ("cards", event.clan)),
    e.TokensCorrected: _tokens_corrected,
    e.HostagesCorrected: _hostages_corrected,
}
"""Events that are not named here change nothing: they are for the readers of the record."""

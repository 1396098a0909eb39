"""Open business, which a ruling does not correct: the open prompt and the battle that is going on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.facts import State
from domain.rising_sun.board.state import Board, free_coins
from domain.rising_sun.book import BOOK, counted
from domain.rising_sun.data.tables import season_name
from domain.rising_sun.words import corrections as s
from domain.rising_sun.words import items as i

BEFORE_THE_WAR = "Go back to before the war there instead."
BEFORE_THE_QUESTION = "Go back to before the question instead."
BEFORE_THE_BIDS = "Go back to before the bids instead."

BY_CARD = (i.CrossSea, i.DriveOut, i.BurnOne, i.BorrowOne, i.SpareThem)
"""Prompts that a card of their seat puts."""


def unfinished(state: State[Board, Any], correction: Struct) -> Bars:
    """What the open prompt and the battle are about is not corrected [battle/involved, board/herald]."""
    if not BOOK.awaited(state):
        why = "Nobody is to act now."
        yield Bar("war-phase/order", why, "Wait until a seat is to act, or go back to before this.")
    elif state.board.phase == "entry":
        why = "The herald is entering the board, and may correct everything until the War phase begins."
        yield Bar("board/herald", why, "The herald enters it.")
    elif (about := _ABOUT.get(type(correction))) is not None:
        yield from about(state, correction)


def about_province(state: State[Board, Any], correction: s.SetFigures) -> Bars:
    """The figures of a province whose battle has begun, or is about to [battle/involved]."""
    board, head, province = state.board, state.agenda[0], correction.province
    if board.battle and board.battle.province == province:
        why = f"The battle in {province} is going on, and its figures fight."
        yield Bar("battle/involved", why, "Go back to before the battle instead.")
    if any(isinstance(item, i.Judge | i.BeginBattle) and item.province == province for item in state.agenda):
        yield Bar("battle/involved", f"It is being settled who fights in {province}.", BEFORE_THE_WAR)
    if isinstance(head, i.CrossSea) and head.source == province:
        yield Bar("card/crosses", f"{head.card} is about to cross the sea from {province}.", BEFORE_THE_WAR)
    if isinstance(head, i.FreeBushi) and (head.seat, province in head.provinces) == (correction.clan, True):
        yield Bar("clan/fox", f"{head.seat} is asked for a free Bushi in {province}.", BEFORE_THE_QUESTION)


def about_fighters(state: State[Board, Any], correction: s.SetHonor | s.SetCards) -> Bars:
    """Honor and cards decide who has Force, and mercy is a card [battle/involved, card/spares]."""
    head = state.agenda[0]
    for item in state.agenda:
        if isinstance(item, i.BeginBattle):
            yield Bar("battle/involved", f"It is settled who fights in {item.province}.", BEFORE_THE_WAR)
    if isinstance(correction, s.SetCards) and isinstance(head, BY_CARD) and head.seat == correction.clan:
        yield Bar("battle/start", f"{head.seat} is asked what a card of it does.", BEFORE_THE_QUESTION)


def about_coins(state: State[Board, Any], correction: s.SetCoins) -> Bars:
    """Bids are limited by coins, and lie on the tile once they are opened [battle/bids, battle/reveal]."""
    board, head, clan = state.board, state.agenda[0], correction.clan
    battle = board.battle
    if battle is None or clan not in battle.players:
        return
    if isinstance(head, i.Bids | i.ClosableBids) and clan not in head.seats:
        why = f"{clan} has bid in the battle of {battle.province}, or had nothing to bid."
        yield Bar("battle/bids", why, BEFORE_THE_BIDS)
    on_tile = board.coins[clan] - free_coins(board, clan)
    if correction.number < on_tile:
        why = f"{clan} has {counted(on_tile, 'coin', 'coins')} on the tile of the battle."
        yield Bar("battle/reveal", why, BEFORE_THE_BIDS)


def about_ronin(state: State[Board, Any], correction: s.SetRonin) -> Bars:
    """The Ronin that are being hired [advantage/ronin]."""
    head = state.agenda[0]
    if isinstance(head, i.HireThem) and head.seat == correction.clan:
        yield Bar("advantage/ronin", f"{head.seat} is asked whether its Ronin fight.", BEFORE_THE_QUESTION)


def about_tokens(state: State[Board, Any], correction: s.SetTokens) -> Bars:
    """The token of a war that is going on, or still to come [war-phase/order]."""
    board = state.board
    if correction.season != season_name(board.season):
        return
    changed = set(correction.provinces) ^ set(tokens_of(board, correction))
    for province in board.wars:
        if province in changed and (province not in board.settled or province == fought_over(board)):
            why = f"The war in {province} is not over."
            yield Bar("war-phase/order", why, "Go back to before it instead.")


def about_hostages(state: State[Board, Any], correction: s.SetHostages) -> Bars:
    """The hostages of a clan that is taking some [advantage/hostage]."""
    head = state.agenda[0]
    if isinstance(head, i.ChooseHostage) and head.seat == correction.captor:
        yield Bar("advantage/hostage", f"{head.seat} is asked which hostage to take.", BEFORE_THE_QUESTION)


def fought_over(board: Board) -> str:
    return board.battle.province if board.battle else ""


def tokens_of(board: Board, correction: s.SetTokens) -> tuple[str, ...]:
    """The provinces of the tokens that the clan has of that season."""
    of = (correction.clan, correction.season)
    return tuple(one.province for one in board.tokens if (one.clan, season_name(one.season)) == of)


_ABOUT: dict[type, Callable[[State[Board, Any], Any], Bars]] = {
    s.SetHonor: about_fighters,
    s.SetCoins: about_coins,
    s.SetRonin: about_ronin,
    s.SetFigures: about_province,
    s.SetCards: about_fighters,
    s.SetTokens: about_tokens,
    s.SetHostages: about_hostages,
}

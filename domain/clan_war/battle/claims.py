"""Chapter "battle": reports that wait for a word of the other side."""

from __future__ import annotations

from typing import Literal

from domain.clan_war.board.claim_events import ChangeReported
from domain.clan_war.board.own_table import MUSTER
from domain.clan_war.board.state import Board, Claim
from domain.kit.bars import Bar, Bars
from domain.kit.sums import Term

RULING = "ruling"
"""Who has confirmed what a ruling lets stand."""

MOST = 20
"""Reports of an army that may wait at a time; the other side reads each."""


def must_wait(board: Board) -> bool:
    """Whether reports of honor and VP are confirmed in this battle [battle/confirm]."""
    return board.setting.options.reports_stand == "confirmed"


def claimed(board: Board, what: Literal["honor", "VP"], army: str, term: Term, by: str) -> ChangeReported:
    """A report that waits, with the next number [battle/confirm]."""
    return ChangeReported(Claim(board.claimed + 1, what, army, term, by, asked_of(board, army, by)))


def has_begun(board: Board) -> bool:
    """Whether the armies have mustered, and have their starting honor [battle/confirm]."""
    return board.phase != MUSTER


def asked_of(board: Board, army: str, by: str) -> tuple[str, ...]:
    """The army that it concerns confirms it, or any other where it is one's own [battle/confirm]."""
    return (army,) if army != by else tuple(one for one in board.setting.seats if one != by)


def claim_bars(board: Board, seat: str) -> Bars:
    """Not more reports at a time than the other side can read [battle/confirm]."""
    waiting = [one for one in board.claims.values() if one.by == seat]
    if len(waiting) >= MOST:
        why = f"{len(waiting)} reports of {seat} wait for a word of the other side."
        instead = f'Wait for it, or write "retract {waiting[0].number}".'
        yield Bar("battle/confirm", why, instead if has_begun(board) else "Put several of them into one.")


def waiting_for(board: Board, seat: str) -> tuple[int, ...]:
    """The reports that a seat has not answered and nobody else has [battle/confirm]."""
    return tuple(one.number for one in board.claims.values() if seat in one.asked and not one.denied)


def asked_now(board: Board) -> tuple[str, ...]:
    """The seats of which a word is awaited [battle/confirm]."""
    return tuple(seat for seat in board.setting.seats if waiting_for(board, seat))

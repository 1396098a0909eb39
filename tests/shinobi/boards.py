"""Boards for tests, written as short as the test vectors write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.shinobi import SHINOBI
from domain.shinobi.board.state import Board, begin
from domain.shinobi.data.options import Options
from domain.shinobi.data.tables import Cards
from tests.scenario import Scenario
from tests.titles.play import data_of

FILES = {"cards.toml": (Path(__file__).parents[2] / "fixtures/shinobi/cards.toml").read_bytes()}
CARDS: Cards = data_of(SHINOBI)
SEATS = ("iga", "ise", "kii")
CLANS = ("go-hojo", "mori", "oda", "takeda", "uesugi")


def board(
    table: dict[str, dict[str, int]] | None = None,
    hands: dict[str, tuple[str, ...]] | None = None,
    deck: dict[str, int] | None = None,
    seats: tuple[str, ...] = SEATS,
    options: Options | None = None,
    **more: Any,
) -> Board:
    """What is named lies there; the rest is in the deck, or in the discard where a deck is given."""
    empty = begin(options or Options(), CARDS, seats)
    laid = {seat: armies | (table or {}).get(seat, {}) for seat, armies in empty.table.items()}
    held = empty.hands | (hands or {})
    rest = {
        card: count
        - sum(armies.get(card, 0) for armies in laid.values())
        - sum(hand.count(card) for hand in held.values())
        for card, count in empty.deck.items()
    }
    given = dict.fromkeys(rest, 0) | deck if deck is not None else rest
    discard = {card: count - given[card] for card, count in rest.items()}
    clans = more.pop("clans", dict(zip(seats, CLANS, strict=False)))
    return replace(
        empty,
        table=laid,
        hands=held,
        deck=given,
        discard=discard,
        clans=clans,
        turn=more.pop("turn", 7),
        **more,
    )


def scenario(at: Board, *agenda: Struct) -> Scenario:
    return Scenario(SHINOBI, at, agenda, at.setting.seats)

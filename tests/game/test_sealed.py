"""Sealed orders, replaced answers, standing orders, resignation: on a title of ours."""

from __future__ import annotations

import msgspec
import pytest

from domain.game.checking.readjudicate import readjudicate
from domain.game.entries.entries import SEAT, STANDING_ORDER, Entry, Opened, Ordered, Seated, entry_type
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.ledger import LaneLedger
from domain.game.state.scopes import START
from domain.kit.chance import Faces
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, Sealed
from referee.record.chain import has_secrets, sealed_paths
from tests.game import auction
from tests.game.auction import AUCTION, Always, Bid, Bidding, BidKept, Resign, Resigned, Reveal
from tests.playing import Game


def opened() -> tuple[Game, list[Entry]]:
    seats = tuple(Seated(seat, seat) for seat in AUCTION.seats)
    opening = Opened("auction", "standard", "auction/1", "default", auction.Options(), "", seats, "a test")
    game = Game("g", AUCTION)
    return game, list(game.open(opening, None, Faces()))


def test_a_sealed_order_is_recorded_under_seal_and_decided_in_plain() -> None:
    game, _ = opened()
    order, fact = game.post("red", Bid(4), Faces())
    assert order == Ordered("red", Sealed(("red",), Bid(4)))
    assert fact == Fact("bid", BidKept("red", Sealed(("red",), 4)), True, (Bidding(("blue",), ("red",)),))
    assert has_secrets(order)
    assert [path for path, _ in sealed_paths(msgspec.to_builtins(order))] == ["order"]
    assert AUCTION.view(game.state, PUBLIC) == ({}, ("red",), ())
    assert AUCTION.view(game.state, "red") == ({"red": 4}, ("red",), ())


def test_a_bid_is_replaced_until_the_last_is_in() -> None:
    game, entries = opened()
    entries += game.post("red", Bid(4), Faces())
    assert game.awaited() == ("blue",)
    entries += game.post("red", Bid(6), Faces())
    assert game.awaited() == ("blue",)
    entries += game.post("blue", Bid(5), Faces())
    assert (game.winners, AUCTION.ending(game.state.board), game.is_over()) == (("red",), "bids", True)
    assert readjudicate(AUCTION, None, entries) is None
    with pytest.raises(StaleOrder, match="over"):
        game.post("red", Bid(9), Faces())


def test_whoever_is_not_asked_may_not_bid() -> None:
    game, _ = opened()
    with pytest.raises(IllegalMove, match="Nobody sits at green"):
        game.post("green", Bid(1), Faces())
    with pytest.raises(IllegalMove, match="9 coins"):
        game.post("red", Bid(10), Faces())
    assert game.position == 2


def test_a_standing_order_is_sealed_until_it_answers() -> None:
    game, entries = opened()
    game_entries = game.post("blue", Always(7), Faces())
    assert game_entries[0] == Ordered("blue", Sealed(("blue",), Always(7)))
    assert game_entries[2] == Ordered("blue", Sealed(("blue",), Bid(7)), STANDING_ORDER)
    entries += game_entries
    assert game.awaited() == ("red",)
    entries += game.post("red", Bid(6), Faces())
    assert game.winners == ("blue",)
    assert readjudicate(AUCTION, None, entries) is None


def test_resignation_is_taken_out_of_turn_and_clears_the_agenda() -> None:
    game, entries = opened()
    entries += game.post("red", Bid(4), Faces())
    entries += game.post("red", Resign(), Faces())
    assert Fact("bid", Resigned("red", ("blue",))) in entries
    assert entries[-1] == Fact("agenda", None, True)
    assert (game.winners, game.is_over()) == (("blue",), True)
    assert readjudicate(AUCTION, None, entries) is None


def test_a_tie_is_thrown_for_after_the_reveal() -> None:
    game, _ = opened()
    game.post("red", Bid(4), Faces())
    game.post("blue", Bid(4), Faces(2))
    assert game.winners == ("blue",)
    assert not any(isinstance(item, Reveal) for item in game.state.agenda)


def test_what_was_sealed_survives_the_store_and_another_order_may_not_be_sealed() -> None:
    decoder = msgspec.msgpack.Decoder(entry_type(AUCTION))
    kept = Ordered("red", Sealed(("red",), Bid(4)))
    assert decoder.decode(msgspec.msgpack.encode(kept)) == kept
    with pytest.raises(msgspec.ValidationError):
        decoder.decode(msgspec.msgpack.encode(Ordered("red", Sealed(("red",), Resign()))))


@pytest.mark.parametrize("kind", [FirstLedger, LaneLedger])
def test_a_sealed_order_counts_by_its_seat_alone_in_what_raises_a_throw(
    kind: type[FirstLedger | LaneLedger],
) -> None:
    """Else the faces that follow would tell which of the few possible bids was made."""

    def inputs(order: object) -> bytes:
        ledger, given = kind("g", level=1), Ordered("red", order, SEAT)
        return ledger.binding(given, START, 0, is_new=True).bound(1).inputs

    assert inputs(Sealed(("red",), Bid(4))) == inputs(Sealed(("red",), Bid(5)))
    assert inputs(Bid(4)) != inputs(Bid(5))

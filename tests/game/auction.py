"""A title of ours for the contract: two seats bid in secret, as often as they like until both have bid.

Standing orders bid unasked; whoever resigns loses at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.book import Book
from domain.kit.chance import Chance
from domain.kit.errors import IllegalMove
from domain.kit.facts import Outcome, State, does, facts, keeps
from domain.kit.notation import Notation
from domain.kit.rules import Edition, Facts, Rules, Scenario
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.kit.vocabulary import Vocabulary

COINS = 9


class Bid(Struct, frozen=True, tag="bid"):
    FORM: ClassVar[str] = "bid {coins}"
    coins: int


class Always(Struct, frozen=True, tag="always"):
    FORM: ClassVar[str] = "always {coins}"
    coins: int


class Resign(Struct, frozen=True, tag="resign"):
    FORM: ClassVar[str] = "resign"


class BidKept(Struct, frozen=True, tag="bid-kept"):
    seat: str
    coins: Sealed[int]


class StandingKept(Struct, frozen=True, tag="standing-kept"):
    seat: str
    coins: Sealed[int]


class Opened(Struct, frozen=True, tag="bids-opened"):
    bids: dict[str, int]
    winners: tuple[str, ...]


class Resigned(Struct, frozen=True, tag="resigned"):
    seat: str
    winners: tuple[str, ...]


class Bidding(Struct, frozen=True, tag="bidding", omit_defaults=True):
    """Prompt: a sealed bid of each of `seats`; who has bid is welcome to replace the bid."""

    seats: tuple[str, ...]
    welcome: tuple[str, ...] = ()


class Reveal(Struct, frozen=True, tag="reveal"):
    """The bids are opened."""


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    toss: bool = False


class Board(Struct, frozen=True):
    seats: tuple[str, ...]
    bids: dict[str, int] = {}
    standing: dict[str, int] = {}
    winners: tuple[str, ...] = ()
    is_open: bool = False


BOOK: Book[Board] = Book(over=lambda board: bool(board.winners))


@BOOK.examples(Bidding, "bid")
def some_bids(board: Board, item: Bidding, seat: str) -> Iterator[Bid]:
    yield from map(Bid, range(0, COINS + 1, 3))


@BOOK.answer(Bidding, Bid, "bid")
def bid(board: Board, item: Bidding, seat: str, order: Bid, chance: Chance) -> Outcome:
    if not 0 <= order.coins <= COINS:
        raise IllegalMove("bid", f"You have {COINS} coins.", "Bid no more.")
    left = tuple(one for one in item.seats if one != seat)
    kept = BidKept(seat, Sealed((seat,), order.coins))
    if not left:
        return does(kept, then=(Reveal(), Bidding(board.seats)))
    return does(kept, then=(Bidding(left, tuple(one for one in board.seats if one not in left)),))


@BOOK.step(Reveal, "bid")
def reveal(board: Board, item: Reveal, chance: Chance) -> Outcome:
    most = max(board.bids.values())
    best = tuple(seat for seat in board.seats if board.bids[seat] == most)
    if len(best) > 1:
        (face,) = chance.throw("bid", "who wins the tie", sides=len(best))
        best = (best[face - 1],)
    return does(Opened(board.bids, best))


@BOOK.anytime(Always, "bid")
def standing(board: Board, seat: str, order: Always, chance: Chance) -> Outcome:
    return keeps(StandingKept(seat, Sealed((seat,), order.coins)))


@BOOK.fires(Bidding, "bid")
def standing_bid(board: Board, item: Bidding, seat: str) -> Bid | None:
    return Bid(board.standing[seat]) if seat in board.standing else None


@BOOK.anytime(Resign, "bid")
def resign(board: Board, seat: str, order: Resign, chance: Chance) -> Outcome:
    return keeps(Resigned(seat, tuple(one for one in board.seats if one != seat)))


def evolve(board: Board, event: Struct) -> Board:
    if isinstance(event, BidKept):
        return replace(board, bids={**board.bids, event.seat: event.coins.value})
    if isinstance(event, StandingKept):
        return replace(board, standing={**board.standing, event.seat: event.coins.value})
    assert isinstance(event, Opened | Resigned)
    return replace(board, winners=event.winners, is_open=isinstance(event, Opened))


def view(state: State[Board, Struct], viewer: str) -> object:
    board = state.board
    seen = board.seats if board.is_open or viewer == REFEREE else (() if viewer == PUBLIC else (viewer,))
    return {seat: board.bids.get(seat) for seat in seen}, tuple(sorted(board.bids)), board.winners


def setup(board: Board) -> Facts:
    return facts("bid", keeps(then=(Bidding(board.seats),)))


AUCTION = Rules(
    title="auction",
    name="Auction",
    editions=(Edition("auction/1"),),
    scenarios=(Scenario("standard", (2, 2), "complete"),),
    seats=("red", "blue"),
    options=Options,
    presets={"default": Options()},
    events=(BidKept, StandingKept, Opened, Resigned),
    items=(Bidding, Reveal),
    orders=(Bid, Always, Resign),
    sealed=(Bid, Always),
    headings={"bid": "Bids"},
    read_data=lambda files: None,
    notation=lambda data, seats: Notation((Bid, Always, Resign), Vocabulary({})),
    begin=lambda options, data, seats: Board(seats),
    setup=setup,
    **BOOK.fields(),
    evolve=evolve,
    view=view,
    turn=lambda board: "T1",
    winners=lambda board: board.winners,
    ending=lambda board: "bids" if board.is_open else "resignation" if board.winners else "",
    conserved=lambda board: "",
)

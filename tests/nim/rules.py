"""Nim, for two players: whoever takes the last stone wins, or loses by an option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kit.assembled import assembled, sets
from domain.kit.bars import Bar, Bars, Refusals
from domain.kit.book import Book
from domain.kit.chance import Chance
from domain.kit.data_files import table_of
from domain.kit.facts import By, Outcome, does, facts, keeps
from domain.kit.rules import Facts
from domain.kit.vocabulary import Named


class Heap(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    stones: int
    source: str


class Heaps(Struct, frozen=True, forbid_unknown_fields=True):
    heap: tuple[Heap, ...]


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    last_loses: bool = False


class Board(Struct, frozen=True):
    options: Options
    seats: tuple[str, ...]
    heaps: Mapping[str, int]
    turn: int = 1
    winners: tuple[str, ...] = ()


class Take(Struct, frozen=True, tag="take"):
    FORM: ClassVar[str] = "take {stones} from {heap}"
    stones: Annotated[int, Meta(ge=1, le=99)]
    heap: Annotated[str, Named("heap")]


class Taken(Struct, frozen=True, tag="taken"):
    SAYS: ClassVar[str] = "{seat} takes {stones} of {heap}, which has {left} left."
    seat: str
    stones: int
    heap: str
    left: int


class Won(Struct, frozen=True, tag="won"):
    SAYS: ClassVar[str] = "{seat} wins the game."
    seat: str


class ToTake(Struct, frozen=True, tag="to-take"):
    seat: str  # a prompt: this seat is asked


BOOK: Book[Board] = Book()
REFUSALS = Refusals("Possible now: {shown}.", "Possible now: {shown}; and {more} more.")


def setup(board: Board) -> Facts:
    """The first seat begins [play/turns]."""
    return facts("play/turns", keeps(then=(ToTake(board.seats[0]),)))


@BOOK.offered(ToTake, "play/take")
def takes(board: Board, item: ToTake, seat: str) -> Iterator[Take]:
    """Any number of stones of any one heap [play/take]."""
    return (Take(n, heap) for heap, stones in board.heaps.items() for n in range(1, stones + 1))


def take_bars(board: Board, order: Take) -> Bars:
    """One stone at least, and no more than there are [play/take]."""
    if not (there := board.heaps.get(order.heap, 0)) >= order.stones > 0:
        yield Bar("play/take", f"{order.heap} has {there}; {order.stones} cannot be taken.")


@BOOK.answer(ToTake, Take, "play/take")
def take(board: Board, item: ToTake, seat: str, order: Take, chance: Chance) -> Outcome:
    """One stone or more of one heap [play/take]; the last one ends the game [end/last]."""
    REFUSALS.guard(take_bars(board, order), takes(board, item, seat))
    taken = Taken(seat, order.stones, order.heap, board.heaps[order.heap] - order.stones)
    (other,) = (one for one in board.seats if one != seat)
    if sum(board.heaps.values()) > order.stones:
        return does(taken, then=(ToTake(other),))
    return does(taken, By("end/last", Won(other if board.options.last_loses else seat)))


def evolve(board: Board, event: Any) -> Board:
    if isinstance(event, Taken):
        return replace(board, heaps={**board.heaps, event.heap: event.left}, turn=board.turn + 1)
    return replace(board, winners=(event.seat,))


class SetHeap(Struct, frozen=True, tag="set-heap"):
    FORM: ClassVar[str] = "heap {heap} {stones}"
    heap: Annotated[str, Named("heap")]
    stones: Annotated[int, Meta(ge=0, le=99)]


def set_bars(board: Board, said: SetHeap) -> Bars:
    """The last stone is taken by a player [end/last]."""
    if not said.stones and sum(board.heaps.values()) == board.heaps[said.heap]:
        yield Bar("end/last", "No stone would be left to take.", "Leave one.")


NIM = assembled(
    BOOK,
    lambda data, seats: {"heap": [heap.name for heap in data.heap]},
    title="nim",
    name="Nim",
    seats=("red", "blue"),
    options=Options,
    presets={"default": Options(), "misere": Options(last_loses=True)},
    orders=(Take,),
    events=(Taken, Won),
    items=(ToTake,),
    headings={"play/turns": "Taking turns", "play/take": "Taking stones", "end/last": "The last stone"},
    read_data=table_of("heaps.toml", Heaps),
    begin=lambda options, data, seats: Board(options, seats, {heap.name: heap.stones for heap in data.heap}),
    setup=setup,
    evolve=evolve,
    endings={"victory": "The last stone is taken."},
    corrections={SetHeap: sets("play/take", lambda to: ("heaps", to.heap), lambda to: to.stones, set_bars)},
)

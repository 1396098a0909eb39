"""Wager, a made-up title: in each round all seats bet at once, and two dice are thrown when all have."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kit.chance import Chance
from domain.kit.facts import State, does, facts, keeps
from domain.kit.notation import Notation
from domain.kit.rules import Edition, Facts, Rules, Scenario
from domain.kit.vocabulary import Name, Named, Vocabulary

ROUNDS, COINS, SIDES = 3, 6, 6


class Options(Struct, frozen=True):
    """There is nothing to choose."""


class Wager(Struct, frozen=True, tag="wager"):
    FORM: ClassVar[str] = "wager {coins} on {side}"
    coins: Annotated[int, Meta(ge=1, le=COINS)]
    side: Annotated[str, Named("side")]


class Wagered(Struct, frozen=True, tag="wagered"):
    seat: str
    coins: int
    side: str


class Rolled(Struct, frozen=True, tag="rolled"):
    faces: tuple[int, ...]


class Round(Struct, frozen=True, tag="round"):
    """An item of the agenda: all seats bet."""

    number: int


class Roll(Struct, frozen=True, tag="roll"):
    """An item of the agenda: all have bet, and the dice are thrown. That is a step of the game, so that it
    does not matter who has bet last."""

    number: int


class Board(Struct, frozen=True):
    seats: tuple[str, ...]
    bets: tuple[str, ...] = ()
    rolls: tuple[tuple[int, ...], ...] = ()


def setup(board: Board) -> Facts:
    return facts("setup", keeps(then=(Round(1),)))


def decide(state: State[Board, Any], seat: str, order: Struct, chance: Chance) -> Facts:
    """The last bet of a round lets the dice be thrown."""
    assert isinstance(order, Wager)
    wagered = Wagered(seat, order.coins, order.side)
    is_last = len(awaited(state)) == 1
    return facts("wager", does(wagered, then=(Roll(state.agenda[0].number),)) if is_last else keeps(wagered))


def advance(state: State[Board, Any], chance: Chance) -> Facts:
    if not state.agenda or not isinstance(state.agenda[0], Roll):
        return ()
    number = state.agenda[0].number
    rolled = Rolled(chance.throw("wager", f"dice of round {number}", sides=SIDES, count=2))
    return facts("wager", does(rolled, then=(Round(number + 1),) if number < ROUNDS else ()))


def evolve(board: Board, event: Any) -> Board:
    if isinstance(event, Wagered):
        return replace(board, bets=(*board.bets, event.seat))
    return replace(board, bets=(), rolls=(*board.rolls, event.faces))


def awaited(state: State[Board, Any]) -> tuple[str, ...]:
    is_asked = state.agenda and isinstance(state.agenda[0], Round)
    return tuple(seat for seat in state.board.seats if seat not in state.board.bets) if is_asked else ()


def offers(state: State[Board, Any], seat: str) -> tuple[Wager, ...]:
    return tuple(Wager(coins, side) for coins in range(1, COINS + 1) for side in ("high", "low"))


def notation(data: Any, seats: tuple[str, ...]) -> Notation:
    sides = (Name("high", ("hi", "верх")), Name("low", ("lo", "низ")))
    words = {"wager": ("bet", "stake", "ставка"), "on": ("upon", "на")}
    return Notation((Wager,), Vocabulary({"side": sides}), words=words, optional=frozenset(("on",)))


RULES = Rules(
    title="wager",
    name="Wager",
    editions=(Edition("wager/1"),),
    scenarios=(Scenario("standard", (2, 3), "complete"),),
    seats=("red", "blue", "green"),
    options=Options,
    presets={"default": Options()},
    events=(Wagered, Rolled),
    items=(Round, Roll),
    orders=(Wager,),
    headings={"setup": "Set-up", "wager": "Bets"},
    read_data=lambda files: "wager",
    notation=notation,
    begin=lambda options, data, seats: Board(seats),
    setup=setup,
    decide=decide,
    advance=advance,
    evolve=evolve,
    awaited=awaited,
    welcome=lambda state: (),
    expected=lambda state: (Wager,),
    always=(),
    offers=offers,
    examples=offers,
    fires=lambda state: None,
    private=lambda state: False,
    only_answer=lambda state: None,
    view=lambda state, viewer: state.board,
    turn=lambda board: f"T{len(board.rolls) + 1}",
    winners=lambda board: (),
    ending=lambda board: "",
    conserved=lambda board: "",
)

"""The board: armies, units, chits, what goes on in the field and in a siege; and what everybody asks of it.

Everything is frozen: `evolve` builds new values and never writes into a dict of the board.

A clan is "tD", a unit "tD1", a chit of a clan as the clan, a special chit "t2", a samurai's "samurai takeda".
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.data.options import HYPOTHETICAL, Options
from domain.kawanakajima.data.tables import AWAY, SEATS, Data, Scenario, walled
from domain.kawanakajima.words.corrections import SetPosture
from domain.kawanakajima.words.orders import OF_POSTURES, Scripted
from domain.kit.sealed import Sealed

Hidden = str | Sealed[str]
"""A posture: plain, or under seal where both sides have agreed on that [6.2]."""

ELIMINATED = 4
"""Steps lost of an eliminated unit [5.3]."""


# ---- what goes on in the field and in a siege


class Field(Struct, frozen=True):
    """What the chit being played has set going.

    `kind` is that of the event `Activated`, "" before the first. `moved`: the units that have moved, in that
    order. `fought`: those that have fought as attackers, `attacked` those that they fought, `retreated` those
    that have retreated before the enemy. `tried`: the clans that have tried to change their posture; `wanted`
    the posture that the last of them tries to take. `pursued`: those that have followed a retreat.
    """

    kind: str = ""
    moved: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    wanted: str = ""
    retreated: tuple[str, ...] = ()
    pursued: tuple[str, ...] = ()


NOTHING = Field()

EFFECTIVES = "effectives"
DISABLED = "disabled"
LOST = "lost"


class Troops(Struct, frozen=True, omit_defaults=True):
    """The strengths of a side, in points of Elan and Mass; its markers besides stand on the card [13.4].

    `effectives` wait for their order [13.4.1], `disabled` are out of action [13.4.2], `lost` are gone for
    good: with the markers all of them are the points of the side's units in Kaizu.
    """

    effectives: int = 0
    disabled: int = 0
    lost: int = 0


class Attempt(Struct, frozen=True):
    """An assault that is being fought [13.6.1].

    `side` attacks `zone` with its markers in `participants`, `score` is the lowest defence score of the lines
    that they use. `sacrifices`: what each side has announced.
    """

    side: str
    zone: str
    participants: tuple[str, ...]
    score: int
    advantage: bool
    sacrifices: dict[str, int] = {}


class Siege(Struct, frozen=True):
    """A siege [13.5].

    `markers`: the sides that have one in a zone, zone by zone; two of them in a peripheral zone only.
    `bases`: the zones of base by which a side came: the centre for the besieged, peripheral zones for others.
    `actions`: what the side that acts has left [13.4.3].
    """

    besieger: str
    troops: dict[str, Troops]
    bases: dict[str, tuple[str, ...]]
    markers: dict[str, tuple[str, ...]] = {}
    actions: int = 0
    assault: Attempt | None = None


# ---- the board


class Setting(Struct, frozen=True):
    """What holds from the opening to the end of a game."""

    options: Options
    data: Data
    seats: tuple[str, ...]


class Unit(Struct, frozen=True, cache_hash=True):
    """A unit: its hex or entry point ("" off the map), the steps it has lost, whether its leader is dead."""

    hex: str = ""
    losses: int = 0
    leader_killed: bool = False


class Note(Struct, frozen=True, omit_defaults=True):
    """What a side has written for a special chit: the activation, and the clans it is for [8.3]."""

    activation: str
    clans: tuple[str, ...] = ()


class Choice(Struct, frozen=True, tag="choice", omit_defaults=True):
    """What a side pays a command point for: the chit of a clan, or a special one with its note [8.3].

    `general` pays; "" where an impetuous attack costs nothing.
    """

    chit: str
    general: str
    note: Note | None = None


class Standing(Struct, frozen=True, tag="standing", omit_defaults=True):
    """A standing order: its occasion (the chit "tB" is drawn; "retreats", "leaders"…), and what is wished.

    `orders` are for a chit, in their order; `wishes` for all other occasions.
    """

    occasion: str
    orders: tuple[Scripted, ...] = ()
    wishes: tuple[str, ...] = ()


class Army(Struct, frozen=True):
    """What belongs to one side.

    `plan` is its battle plan ("" without one), `active` whether it is, `shown` whether the enemy knows it.
    `saved` are the command points for activating it, of them `saved_now` this turn; `at_most` as many as the
    enemy must reckon with. `left` are its special
    activations still to be written on a chit, `spent` those that everybody has seen, `received` the enemy's
    impetuous attacks; `given`: its own have gone to the enemy. `points` are victory points, `bundori` its
    own leaders' values that are lost. `samurai` is the unit that carries its samurai. `refused`: it has
    refused the last chit that it could. `choices` are the chits being chosen. `trying`: it is going to try
    its plan. `sheet` is all that it has written down.
    """

    plan: str = ""
    active: bool = False
    shown: bool = False
    saved: int = 0
    saved_now: int = 0
    at_most: int = 0
    trying: bool = False
    left: dict[str, int] = {}
    spent: dict[str, int] = {}
    given: bool = False
    received: int = 0
    points: int = 0
    bundori: int = 0
    samurai: str = ""
    refused: bool = False
    choices: tuple[Choice, ...] = ()
    standing: tuple[Standing, ...] = ()
    sheet: tuple[Any, ...] = ()


class Board(Struct, frozen=True):
    """A game of Kawanakajima.

    `postures` by clan; `positions` the defensive positions, hex by hex with their unit; `chits` where each
    chit is; `notes` of special chits; `drawn` the chit being played; `refused` the side whose chit was the
    last one drawn and refused; `entries` the entry points written down [16.2]; `command` the points that
    each general got this turn [8.2]; `opened` whether the first Uesugi clan has been activated [17.4];
    `retreated` the units that have retreated before the enemy this turn; `fell` where a general's unit was
    eliminated; `field` what is going on in the field; `kaizu` the side that holds the fortress [18.3];
    `siege` the siege of it that is going on [13.5].
    """

    setting: Setting
    units: dict[str, Unit]
    postures: dict[str, str]
    armies: dict[str, Army]
    chits: dict[str, str]
    turn: int = 0
    positions: dict[str, str] = {}
    notes: dict[str, Note] = {}
    drawn: str = ""
    refused: tuple[str, ...] = ()
    entries: dict[str, str] = {}
    command: dict[str, int] = {}
    opened: bool = False
    kansuke_used: bool = False
    retreated: tuple[str, ...] = ()
    fell: dict[str, str] = {}
    field: Field = NOTHING
    kaizu: str = "takeda"
    siege: Siege | None = None
    ending: str = ""
    winners: tuple[str, ...] = ()

    @property
    def data(self) -> Data:
        return self.setting.data

    @property
    def options(self) -> Options:
        return self.setting.options

    @property
    def fort(self) -> str:
        """The hex of Kaizu where the siege rules hold; "" where it is a hex like others [13.3]."""
        return self.data.map.kaizu if self.options.scenario == HYPOTHETICAL else ""


COMPULSORY = ("rally", "march", "combat takeda", "combat uesugi", "initiative")


def begin(options: Options, data: Data, seats: tuple[str, ...]) -> Board:
    """The board before anything has happened: nobody on the map, every chit away."""
    is_walled = options.scenario == HYPOTHETICAL
    specials = range(1, data.numbers.special_chits + 1)
    chits = (
        *data.clans,
        *(f"{seat[0]}{number}" for seat in SEATS for number in specials),
        *(f"samurai {seat}" for seat in SEATS),
        *COMPULSORY,
    )
    return Board(
        Setting(options, walled(data) if is_walled else data, seats),
        units={name: Unit() for name in data.units},
        postures=dict.fromkeys(data.clans, "defence"),
        armies={seat: Army() for seat in SEATS},
        chits=dict.fromkeys(chits, AWAY),
        opened=is_walled,
    )


# ---- names


def side_of(name: str) -> str:
    """The side of a unit, clan or chit: "tD1" is of "takeda"."""
    return SEATS[0] if name[0] == "t" else SEATS[1]


def enemy(side: str) -> str:
    return SEATS[1 - SEATS.index(side)]


def short(name: str) -> str:
    """The name as the player writes it: "tD1" is "D1"."""
    return name[1:]


def clan_of(unit: str) -> str:
    return unit[:2]


def clan_named(board: Board, side: str, letter: str) -> str:
    """The clan of a side by its letter; "" if it has none."""
    name = side[0] + letter.upper()
    return name if name in board.data.clans else ""


def unit_named(board: Board, side: str, written: str) -> str:
    """The unit of a side by its letter and number; "" if it has none."""
    name = side[0] + written.upper()
    return name if name in board.data.units else ""


# ---- units and clans


@kept
def clans_of(board: Board, side: str) -> tuple[str, ...]:
    """All the clans of a side, in the order of the data set."""
    return tuple([clan for clan in board.data.clans if clan[0] == side[0]])  # `side_of`, for each new board


def is_eliminated(board: Board, unit: str) -> bool:
    return board.units[unit].losses >= ELIMINATED


def units_of(board: Board, clan: str) -> tuple[str, ...]:
    """The clan's units that are on the map or on an entry point, in their order."""
    return tuple([unit for unit in board.data.clans[clan].units if board.units[unit].hex])


def is_present(board: Board, clan: str) -> bool:
    return bool(units_of(board, clan))


def is_destroyed(board: Board, clan: str) -> bool:
    return all(is_eliminated(board, unit) for unit in board.data.clans[clan].units)


def unit_of_general(board: Board, general: str) -> str:
    """The unit of Shingen, Kosaka or Kenshin."""
    return next(unit.name for unit in board.data.units.values() if unit.general == general)


def honjin(board: Board, general: str) -> str:
    """Where a general commands from: his unit, by an option the hex where it fell; "" off the map [8.3]."""
    unit = unit_of_general(board, general)
    return board.units[unit].hex or (board.fell.get(unit, "") if outlives(board, unit) else "")


def outlives(board: Board, unit: str) -> bool:
    """Whether a general goes on commanding though his unit has been eliminated: by an option [8.2, 11.11]."""
    lives = board.options.surviving_general == "commands" and not board.units[unit].leader_killed
    return lives and is_eliminated(board, unit) and bool(board.fell.get(unit))


def fell_at(board: Board, unit: str, hex: str) -> Board:
    """A unit has been eliminated there; "": its general, if it has one, is gone with it."""
    return replace(board, fell=board.fell | {unit: hex}) if board.data.units[unit].general else board


def is_leader_dead(board: Board, unit: str) -> bool:
    return is_eliminated(board, unit) or board.units[unit].leader_killed


def lead(board: Board) -> int:
    """The marker on the track of victory points: above 0 the Takeda lead [15.1]."""
    return board.armies["takeda"].points - board.armies["uesugi"].points


# ---- the scenario, the siege


def hypothetical(board: Board) -> bool:
    """Whether the scenario of chapter 18 is played."""
    return board.options.scenario == HYPOTHETICAL


def scenario_of(board: Board) -> Scenario:
    return board.data.scenarios[board.options.scenario]


def victory_rule(board: Board) -> str:
    """The section that says what an elimination is worth, and who has won in the end [17.5, 18.3]."""
    return "18.3" if hypothetical(board) else "17.5"


def siege_of(board: Board) -> Siege:
    """The siege that is going on. Raises `ValueError` where there is none."""
    if board.siege is None:
        raise ValueError("There is no siege.")
    return board.siege


# ---- building the next board


def with_army(board: Board, side: str, **changed: Any) -> Board:
    return replace(board, armies=board.armies | {side: replace(board.armies[side], **changed)})


def with_unit(board: Board, unit: str, **changed: Any) -> Board:
    return replace(board, units=board.units | {unit: replace(board.units[unit], **changed)})


def with_chit(board: Board, chit: str, place: str) -> Board:
    return replace(board, chits=board.chits | {chit: place})


def without_samurai(board: Board, side: str) -> Board:
    """The samurai of a side is out of the game [14.3]."""
    return with_chit(with_army(board, side, samurai=""), f"samurai {side}", AWAY)


def noted(board: Board, side: str, value: Any) -> Board:
    """What a side has written down stays on its sheet: it is opened at the end of the game."""
    return with_army(board, side, sheet=(*board.armies[side].sheet, value))


def played_openly(board: Board, order: Struct) -> bool:
    """Whether an order, or a correction, tells postures in a game where all may know them [6.2]."""
    return isinstance(order, (*OF_POSTURES, SetPosture)) and not board.options.secret_postures


def covered(board: Board, clan: str, posture: str) -> Hidden:
    """The posture as an event tells it: under seal, where both sides have agreed on that [6.2]."""
    return Sealed((side_of(clan),), posture) if board.options.secret_postures else posture


def plain(value: Hidden) -> str:
    return value.value if isinstance(value, Sealed) else value


def with_posture(board: Board, clan: str, posture: Hidden) -> Board:
    board = replace(board, postures=board.postures | {clan: plain(posture)})
    return noted(board, side_of(clan), (clan, plain(posture))) if isinstance(posture, Sealed) else board

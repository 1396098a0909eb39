"""Orders a player may give in set-up and command, and at any time. Tags are for ever.

New fields have defaults. Clans and units are written by their letters and numbers; the seat says whose they
are. Orders in the field stand in field_orders.py, those in a siege in siege_orders.py.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.kawanakajima.words import field_orders, siege_orders
from domain.kit.vocabulary import Named

Clan = Annotated[str, Named("clan")]
UnitName = Annotated[str, Named("unit")]
Hex = Annotated[str, Named("hex")]
PostureName = Annotated[str, Named("posture")]
PlanName = Annotated[str, Named("plan")]
Point = Annotated[str, Named("entry point")]
General = Annotated[str, Named("general")]
Activated = Annotated[str, Named("special activation")]
Use = Annotated[str, Named("use")]
Number = Annotated[int, Meta(ge=0, le=12)]


class ChooseOwn(Struct, frozen=True, tag="plan"):
    """A battle plan."""

    FORM: ClassVar[str] = "plan {plan}"
    plan: PlanName


class DeployClan(Struct, frozen=True, tag="deploy"):
    """A clan goes to these hexes, unit by unit."""

    FORM: ClassVar[str] = "deploy {clan} at {hexes}"
    clan: Clan
    hexes: tuple[Hex, ...]


class Fortify(Struct, frozen=True, tag="fortify"):
    """Units that get a defensive position."""

    FORM: ClassVar[str] = "fortify {units}"
    units: tuple[UnitName, ...]


class Postures(Struct, frozen=True, tag="postures"):
    """Clans take a posture that the plan allows."""

    FORM: ClassVar[tuple[str, ...]] = ("start {clans} in {posture}", "posture {clans} in {posture}")
    clans: tuple[Clan, ...]
    posture: PostureName


class WriteEntry(Struct, frozen=True, tag="entry"):
    """A clan will appear on an entry point of Mount Saijo.

    One clan a line: the number of lines would tell how many come together.
    """

    FORM: ClassVar[str] = "entry {clan} at {point}"
    clan: Clan
    point: Point


class Save(Struct, frozen=True, tag="save"):
    """Command points are put by for the plan."""

    FORM: ClassVar[str] = "save {points}"
    points: Number


class Attempt(Struct, frozen=True, tag="attempt", omit_defaults=True):
    """Command points are put by for the plan, and its activation is tried."""

    FORM: ClassVar[tuple[str, ...]] = ("attempt with {points}", "attempt")
    points: Number = 0


class Command(Struct, frozen=True, tag="command", omit_defaults=True):
    """Chits of clans for command points; with them a special one, its activation and the clans it is for.

    Without clans of its own, the special activation is for the last clan written before it.
    """

    FORM: ClassVar[tuple[str, ...]] = (
        "command {clans}[ by {general}]",
        "command {clans}[ by {general}] special {special} {activation}[ {aim}]",
    )
    clans: tuple[Clan, ...]
    general: General = ""
    special: Number = 0
    activation: Activated = ""
    aim: tuple[Clan, ...] = ()


class Special(Struct, frozen=True, tag="special", omit_defaults=True):
    """A special chit for a command point, its activation and the clans it is for."""

    FORM: ClassVar[tuple[str, ...]] = (
        "special {special} {activation}[ {aim}][ by {general}]",
        "command special {special} {activation}[ {aim}][ by {general}]",
    )
    special: Number
    activation: Activated
    aim: tuple[Clan, ...] = ()
    general: General = ""


class Clear(Struct, frozen=True, tag="clear"):
    """The choice of chits begins again."""

    FORM: ClassVar[str] = "clear"


class Done(Struct, frozen=True, tag="done"):
    """Nothing more is chosen."""

    FORM: ClassVar[str] = "done"


class Play(Struct, frozen=True, tag="play"):
    """The chit that was drawn is played."""

    FORM: ClassVar[str] = "play"


class Delay(Struct, frozen=True, tag="delay"):
    """The chit that was drawn goes back into the bowl."""

    FORM: ClassVar[str] = "delay"


class Kansuke(Struct, frozen=True, tag="kansuke"):
    """Yamamoto Kansuke puts off the chit that was drawn."""

    FORM: ClassVar[tuple[str, ...]] = ("kansuke", "yamamoto kansuke")


class Impetuous(Struct, frozen=True, tag="impetuous"):
    """A clan of the enemy has to attack."""

    FORM: ClassVar[str] = "impetuous {clan}"
    clan: Clan


class Samurai(Struct, frozen=True, tag="samurai"):
    """The samurai joins a unit, to rally it, to lead its clan into the attack, or just to stay with it."""

    FORM: ClassVar[str] = "samurai {unit} {use}"
    unit: UnitName
    use: Use


class Column(Struct, frozen=True, tag="column", omit_defaults=True):
    """Units stand in the column on these hexes; without hexes on the free ones, from its head."""

    FORM: ClassVar[str] = "column {units}[ at {hexes}]"
    units: tuple[UnitName, ...]
    hexes: tuple[Hex, ...] = ()


class Bring(Struct, frozen=True, tag="bring"):
    """A unit for which the column had no room enters by the edge of the map, and goes to a hex."""

    FORM: ClassVar[str] = "bring {unit} at {hex}"
    unit: UnitName
    hex: Hex


class When(Struct, frozen=True, tag="when"):
    """A standing order for when a chit is drawn: orders, in their order, with "then" between them."""

    FORM: ClassVar[str] = "when {chit} is drawn {orders}"
    chit: Annotated[str, Named("chit")]
    orders: str


class Always(Struct, frozen=True, tag="always"):
    """A standing order for what comes up again and again: retreats, leaders, moves, fights…"""

    FORM: ClassVar[tuple[str, ...]] = ("standing {occasion} {wishes}", "{occasion} {wishes}")
    occasion: Annotated[str, Named("occasion")]
    wishes: str


class TakeSheet(Struct, frozen=True, tag="take-sheet"):
    """The recommended standing orders take the place of all that the seat has left."""

    FORM: ClassVar[str] = "standing recommended"


class DropSheet(Struct, frozen=True, tag="drop-sheet"):
    """The seat takes all its standing orders back, and is asked for everything."""

    FORM: ClassVar[str] = "standing none"


class Resign(Struct, frozen=True, tag="resign"):
    """The seat gives the game up."""

    FORM: ClassVar[str] = "resign"


COMMAND_ORDERS: tuple[type[Struct], ...] = (
    ChooseOwn,
    DeployClan,
    Fortify,
    Postures,
    WriteEntry,
    Save,
    Attempt,
    Command,
    Special,
    Clear,
    Done,
    Play,
    Delay,
    Kansuke,
    Impetuous,
    Samurai,
    When,
    Always,
    TakeSheet,
    DropSheet,
    Resign,
)
ORDERS: tuple[type[Struct], ...] = (
    *COMMAND_ORDERS,
    *field_orders.FIELD_ORDERS,
    Column,
    Bring,
    *siege_orders.SIEGE_ORDERS,
)
SEALED = (
    *(ChooseOwn, Postures, WriteEntry, Save, Attempt, Command, Special, field_orders.Posture),
    *(When, Always, TakeSheet, DropSheet),
)
"""Orders that only their seat may know before the end of the game."""

OF_POSTURES = (Postures, field_orders.Posture)
"""Those of them that are no secret where the postures are none."""

Scripted = (
    field_orders.Posture
    | field_orders.Move
    | field_orders.Fight
    | field_orders.Leader
    | field_orders.Suffer
    | field_orders.Retreat
    | field_orders.Advance
    | field_orders.Pursue
    | field_orders.Rally
    | field_orders.Seppuku
    | field_orders.March
    | field_orders.Gather
    | Play
    | Delay
    | Done
    | Samurai
    | Impetuous
    | siege_orders.Occupy
    | siege_orders.Post
    | siege_orders.Assault
    | siege_orders.Shoot
    | siege_orders.Muster
    | siege_orders.Sacrifice
    | siege_orders.Lose
    | siege_orders.Seize
    | siege_orders.Withdraw
    | siege_orders.Keep
)
"""What may be left as a standing order for a chit."""

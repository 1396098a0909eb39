"""The board: armies, units, personalities, hostages and what has been done in the turn."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.clan_war.data.names import QUARTERS
from domain.clan_war.data.options import Options
from domain.clan_war.data.tables import CREATURE, FLIGHT, Data
from domain.clan_war.words.corrections import ALL_OUT
from domain.clan_war.words.items import Kind
from domain.kit.sums import Term


class Setting(Struct, frozen=True):
    """What holds from the opening to the end of a game."""

    options: Options
    data: Data
    seats: tuple[str, ...]


class Profile(Struct, frozen=True, omit_defaults=True):
    """What a unit is. Distances are inches; `models` are those at the start, without personalities."""

    name: str
    army: str
    clan: str
    move: int
    tl: int
    ml: int
    models: int
    leadership: int = 0
    close: int = 0
    extended: int = 0
    traits: tuple[str, ...] = ()


class Deeds(Struct, frozen=True):
    """What a unit has done in the turn that is going on, as far as later rules depend on it."""

    moved: tuple[str, ...] = ()
    """The phases in which it has moved."""

    engaging: tuple[str, str] = ("", "")
    """The phase of an engaging movement from the air, and its target."""

    landed: str = ""
    """The phase in which it came out of the air, last."""

    dived: bool = False
    struck_in: str = ""
    """The movement phase of its fly-by attacks."""

    shot: bool = False
    reacted: bool = False
    morale_tests: int = 0
    retreated: bool = False
    wounds: int = 0


NOTHING_DONE = Deeds()


class Unit(Struct, frozen=True):
    """A unit as it stands. `spent_until` is the turn at whose end it is ready again, 0 while it is."""

    profile: Profile
    models: int
    airborne: bool = False
    formed: bool = True
    broken: bool = False
    routing: bool = False
    spent_until: int = 0
    destroyed: bool = False
    position: tuple[str, str] = ("", "")
    deeds: Deeds = NOTHING_DONE

    @property
    def name(self) -> str:
        return self.profile.name

    @property
    def army(self) -> str:
        return self.profile.army

    @property
    def full(self) -> int:
        """The whole movement rate, in quarters of an inch."""
        return self.profile.move * QUARTERS

    @property
    def half(self) -> int:
        """Half of the movement rate, in quarters of an inch."""
        return self.full // 2

    @property
    def flies(self) -> bool:
        return FLIGHT in self.profile.traits

    @property
    def is_creature(self) -> bool:
        return CREATURE in self.profile.traits

    @property
    def is_spent(self) -> bool:
        return self.spent_until > 0

    def flew_in(self, phase: str) -> bool:
        """Whether it is in the air, or was in the phase that is going on, until it landed."""
        return self.airborne or self.deeds.landed == phase


class Personality(Struct, frozen=True, omit_defaults=True):
    name: str
    army: str
    clan: str
    honor: int
    leadership: int
    unit: str
    skills: tuple[str, ...] = ()
    slain: bool = False


class Army(Struct, frozen=True):
    """An army's ledger. `high` and `low` are the furthest levels of honor that it has reached, or 0.

    `clan` is "" where it is called like its clan, or has not chosen one.
    """

    name: str
    honors: tuple[Term, ...] = ()
    points: tuple[Term, ...] = ()
    high: int = 0
    low: int = 0
    cards: int = 0
    clan: str = ""

    @property
    def honor(self) -> int:
        return sum(term.value for term in self.honors)

    @property
    def vp(self) -> int:
        return sum(term.value for term in self.points)


class Entry(Struct, frozen=True):
    """A change of honor or of victory points, and what stood after it; `by` reported it, "" is a ruling.

    `confirmed` is the army that has confirmed it, "ruling" where a ruling let it stand, "" where it stood at
    once.
    """

    turn: int
    army: str
    what: Literal["honor", "VP"]
    term: Term
    after: int
    by: str
    confirmed: str = ""


class Claim(Struct, frozen=True, omit_defaults=True):
    """A report that waits, under its number: `by` has reported it, one of `asked` confirms it.

    `denied` is the army that has said no, and `why`.
    """

    number: int
    what: Literal["honor", "VP"]
    army: str
    term: Term
    by: str
    asked: tuple[str, ...]
    denied: str = ""
    why: str = ""


class Hostage(Struct, frozen=True):
    """A hostage of a clan in a captor unit; `held` are the armies that have held it, the present one last.

    `end` says what became of it: "destroyed" or "free".
    """

    name: str
    clan: str
    captor: str
    held: tuple[str, ...]
    end: str = ""


class Mode(Struct, frozen=True):
    """How a unit fights a captor until their engagement ends: "easy" or "all-out"."""

    unit: str
    captor: str
    mode: str


class Contact(Struct, frozen=True):
    """Two airborne units that have met in the phase that is going on, with their models in contact."""

    unit: str
    target: str
    models: int
    enemies: int


class Combat(Struct, frozen=True):
    """A Close Combat of the phase that is going on, in wounds, and how each side has fought the other."""

    unit: str
    target: str
    given: int
    taken: int
    modes: tuple[str, str] = ("", "")


class Due(Struct, frozen=True):
    """A test of honor that is due at the end of the turn."""

    army: str
    kind: Kind
    level: int
    penalty: int


class Board(Struct, frozen=True):
    """A battle. Units, personalities and hostages stand in the order in which they came."""

    setting: Setting
    armies: dict[str, Army]
    units: dict[str, Unit]
    people: dict[str, Personality]
    hostages: dict[str, Hostage]
    turn: int = 0
    phase: str = "muster"
    engaged: tuple[tuple[str, str], ...] = ()
    modes: tuple[Mode, ...] = ()
    contacts: tuple[Contact, ...] = ()
    combats: tuple[Combat, ...] = ()
    sacrifices: tuple[tuple[str, str], ...] = ()
    """Unit and hostage, of the Close Combat phase that is going on."""

    fallen: tuple[tuple[str, str], ...] = ()
    """Attacker and captor of all-out attacks in it that nobody has reported, whose attacker is gone."""

    paid: tuple[tuple[str, str], ...] = ()
    """Attacker and captor, in engagements that have paid for an all-out attack."""

    aloft: tuple[tuple[str, str], ...] = ()
    """A unit that has flown in the phase that is going on, and an enemy that was in the air then."""

    enhanced: tuple[tuple[str, str], ...] = ()
    """Unit and card, of the turn: those that do not go together with a dive or a take-off."""

    due: tuple[Due, ...] = ()
    entries: tuple[Entry, ...] = ()
    """Every change of honor and of victory points in the battle."""

    claims: dict[int, Claim] = {}
    """The reports that are neither confirmed nor taken back, by their numbers."""

    claimed: int = 0
    """The number of the last report that has waited."""

    lists: dict[str, tuple[Struct, ...]] = {}
    """The events of each army list that is still under seal."""

    opened: bool = False
    """Whether army lists were under seal, and are open now."""

    modifiers: tuple[tuple[str, Term], ...] = ()
    """Of starting honor, as they were entered before it was set."""

    agreed: tuple[str, ...] = ()
    """Who wants to end the battle, in this turn."""

    called: dict[str, str] = {}
    """The names that armies have given to units and personalities, by the words of orders."""

    told: int = 0
    """Events so far; and how many there were when the phase began."""

    told_before: int = 0
    ending: str = ""
    winners: tuple[str, ...] = ()


def begin(options: Options, data: Data, seats: tuple[str, ...]) -> Board:
    """The board before anything has happened."""
    return Board(Setting(options, data, seats), {seat: Army(seat) for seat in seats}, {}, {}, {})


def present(board: Board, army: str = "") -> tuple[Unit, ...]:
    """The units that are not destroyed, of one army or of all."""
    units = [unit for unit in board.units.values() if not unit.destroyed]
    return tuple([unit for unit in units if unit.profile.army == army] if army else units)


def clan_of(board: Board, army: str) -> str:
    """The clan that an army fights for."""
    return board.armies[army].clan or army


def people_of(board: Board, unit: str) -> tuple[Personality, ...]:
    """The personalities in a unit that live."""
    return tuple(one for one in board.people.values() if one.unit == unit and not one.slain)


def commander(board: Board, unit: str) -> Personality | None:
    """The personality of the highest Leadership in a unit; of equals the one that joined first."""
    return max(people_of(board, unit), key=lambda one: one.leadership, default=None)


def leadership(board: Board, unit: str) -> int:
    """The Leadership of a unit's commander; the unit's own where it has none."""
    leader = commander(board, unit)
    return leader.leadership if leader else board.units[unit].profile.leadership


def size(board: Board, unit: str) -> int:
    """All models of a unit, personalities included."""
    return board.units[unit].models + len(people_of(board, unit))


def engaged_with(board: Board, unit: str) -> tuple[str, ...]:
    """The units that a unit is engaged with."""
    pairs = ((one, other) for pair in board.engaged for one, other in (pair, pair[::-1]))
    return tuple(other for one, other in pairs if one == unit)


def helped(board: Board, unit: str, target: str) -> str:
    """Whom a card helps: another unit of the army that it is used upon, or its user.

    In the first edition it is always its user.
    """
    if not target or not board.setting.options.closer_reading:
        return unit
    return target if board.units[target].army == board.units[unit].army else unit


def hostages_in(board: Board, unit: str) -> tuple[Hostage, ...]:
    """The hostages that a unit holds."""
    return tuple(one for one in board.hostages.values() if one.captor == unit and not one.end)


def captives_in(board: Board, unit: str) -> tuple[Hostage, ...]:
    """Those of them that make a captor of it: not who is back with its own clan, but in the first edition."""
    return tuple(one for one in hostages_in(board, unit) if not is_home(board, one))


def is_home(board: Board, hostage: Hostage) -> bool:
    """Whether an army of the hostage's own clan has it, which then holds no captive."""
    has = clan_of(board, board.units[hostage.captor].army)
    return has == hostage.clan and not board.setting.options.home_captors


def have_fought(board: Board, unit: str, other: str) -> bool:
    """Whether two units have fought in the Close Combat phase that is going on."""
    return any({one.unit, one.target} == {unit, other} for one in board.combats)


def unreported(board: Board) -> tuple[tuple[str, str], ...]:
    """Attacker and captor of all-out attacks whose combat nobody has reported in this phase.

    A unit that has made a fly-by attack in the turn makes none of these.
    """
    return tuple(
        (one.unit, one.captor)
        for one in board.modes
        if one.mode == ALL_OUT
        and one.captor in engaged_with(board, one.unit)
        and not have_fought(board, one.unit, one.captor)
        and not board.units[one.unit].deeds.struck_in
    )


def mode_of(board: Board, unit: str, captor: str) -> str:
    """How a unit fights a captor; "" where it has not chosen."""
    return next((one.mode for one in board.modes if (one.unit, one.captor) == (unit, captor)), "")


def conserved(board: Board) -> str:
    """What is wrong with the board, in a sentence; "" when everything is there."""
    for unit in board.units.values():
        if not 0 <= unit.models <= unit.profile.models:
            return f"{unit.name} has {unit.models} models of {unit.profile.models}."
        if unit.airborne and (unit.destroyed or not unit.flies or engaged_with(board, unit.name)):
            return f"{unit.name} is airborne and cannot be."
        if unit.airborne and not unit.formed:
            return f"{unit.name} is airborne and unformed."
    for one, other in board.engaged:
        if board.units[one].destroyed or board.units[other].destroyed:
            return f"{one} and {other} are engaged, and one of them is destroyed."
    return ""

"""The data set, decoded once into frozen structs: map, armies, chits, plans, tables, card, scenarios.

`reading.py` makes it out of the files of `fixtures/kawanakajima/` and checks it. Seats are "takeda" and
"uesugi". A clan is named by the first letter of its seat and its own, "tD", a unit by its number besides,
"tD1": these names tell everything apart; mails write "D" and "D1". A place is the label of a hex ("1512") or
of an entry point of Mount Saijo ("A2"). What lies beyond the edge of a table is read at the edge: the
rulebook has no other rule for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.own_names import OwnNames
from domain.kit.recommended import Sheets

V = TypeVar("V")

SEATS = ("takeda", "uesugi")
GENERALS_OF: Mapping[str, tuple[str, ...]] = {"takeda": ("shingen", "kosaka"), "uesugi": ("kenshin",)}
"""Who commands in each army; the first of them is in clan A [5.1, 17.2]."""
CHIEF: Mapping[str, str] = {side: generals[0] for side, generals in GENERALS_OF.items()}
"""The commander-in-chief of each side."""
SECOND = "kosaka"
"""The one who has command points of his own [17.2]."""
GENERALS: Mapping[str, str] = {one: side for side, generals in GENERALS_OF.items() for one in generals}
"""The side of each general."""
POSTURES = ("attack", "move", "defence", "regroup")
STATES = ("in order", "shaken", "disorganised", "exhausted", "eliminated")
"""In the order of the steps lost: `STATES[losses]`."""

RIVER, FORD, STREAM = "river", "ford", "stream"
SIDES = (RIVER, FORD, STREAM)

RESERVE, BOWL, DRAWN, PLAYED, AWAY = "reserve", "bowl", "drawn", "played", "away"
"""Where a chit is, if not in a box of the delay track ("1" to "4") or, as a samurai, with a unit ("unit").

Drawn: it is being played. Away: it is not in the game (yet, any more).
"""


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """What a terrain, a side of a hex or a marker costs and does [10.2, 11.6, 11.10].

    `cost`: movement points; those of the base terrains and of a defensive position are the whole price of a
    hex, those of sides, of a level and of an enemy zone are added to it. None: forbidden.
    `difficult`: a charge into it has at most one point of Elan [11.10].
    `column`, `row`: added for the attacker when the defender has this terrain.
    """

    terrain: str
    cost: int | None
    difficult: bool
    column: int
    row: int
    source: str


class Place(Struct, frozen=True):
    """A hex of the map. `terrain` is "clear", "woods" or "kaizu"; `level` counts from 0, the plain."""

    terrain: str
    level: int


class Entry(Struct, frozen=True):
    """An entry point of Mount Saijo [16.2] such as "A2": its turn of appearance, the hexes next to it."""

    name: str
    turn: int
    hexes: tuple[str, ...]


class Map(Struct, frozen=True, eq=False):
    """The battlefield. Only the same object is equal to it: distances are kept for it, and looked up often.

    `sides[a, b]` is what lies between two neighbours (both ways round), where something does.
    `beside[a]`: all the neighbours of a on the map, also beyond a river: what fire reaches.
    `steps[a]`: the neighbours that can be entered from a, with what it costs without enemy zones, levels
    included; an entry point has steps too, but nothing leads back to it.
    `back[a]`: the places from which a can be entered, with that same cost. `bank[a]`: equal for two hexes
    between which no river lies, fords taken as rivers [6.5].
    `entries` stand in their order along the mountain. `reinforcement`: where clan N of the Uesugi comes on
    [17.3].
    """

    places: Mapping[str, Place]
    names: Mapping[str, str]
    sides: Mapping[tuple[str, str], str]
    beside: Mapping[str, tuple[str, ...]]
    steps: Mapping[str, tuple[tuple[str, int], ...]]
    back: Mapping[str, tuple[tuple[str, int], ...]]
    bank: Mapping[str, int]
    entries: Mapping[str, Entry]
    reinforcement: str
    kaizu: str

    def side(self, here: str, there: str) -> str:
        """ "river", "ford", "stream", or "" between two neighbours."""
        return self.sides.get((here, there), "")


class Clan(Struct, frozen=True):
    """A clan: `name` is "tD"; `title` its commander or house; `general` under whom it stands [17.2].

    `also`: other spellings, for the mails. `units`: the names of its units, by number.
    """

    name: str
    seat: str
    letter: str
    title: str
    also: tuple[str, ...]
    general: str
    units: tuple[str, ...]


class Unit(Struct, frozen=True):
    """A unit as it is printed [5.1]: Elan, Mass, fire, and the value of its leader (0: none).

    `name` is "tD1", `short` "D1", `clan` "tD". `general`: this unit is Shingen, Kenshin or Kosaka ("" else).
    `start`: its hex in the historical scenario; "" where it comes later.
    """

    name: str
    short: str
    seat: str
    clan: str
    elan: int
    mass: int
    fire: int
    leader: int
    general: str
    start: str


class Posture(Struct, frozen=True, forbid_unknown_fields=True):
    """A posture of a clan [6.5]. `column` is added for whoever attacks it; `advance` [11.13]."""

    posture: str
    allowance: int
    column: int
    counter_charge: bool
    advance: str
    source: str


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier of the combat that belongs to no terrain, posture or state [11.6]."""

    modifier: str
    column: int
    row: int
    source: str


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle plan [7.3].

    `postures`: the initial ones that it allows. `attack`, `retreat`, `impetuous`, `combined`: its special
    activations (the impetuous ones are the enemy's, from the moment that `given` names: "first retreat
    drawn", "first combat").
    `command`, `rally`: added to the die; `into_attack`, `out_of_attack`: added to a change of posture.
    `rally_to_defence`: the natural face at a rally that allows the posture of defence; 0: none.
    `defensive_positions`: whether it brings them. `converts`: the result that it turns, by die, into another;
    `into[0]` is for a 1.
    """

    name: str
    meaning: str
    postures: tuple[str, ...]
    source: str
    also: tuple[str, ...] = ()
    attack: int = 0
    retreat: int = 0
    impetuous: int = 0
    combined: int = 0
    given: str = ""
    command: int = 0
    rally: int = 0
    rally_to_defence: int = 0
    into_attack: int = 0
    out_of_attack: int = 0
    defensive_positions: bool = False
    converts: str = ""
    into: tuple[str, ...] = ()


class Chit(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of compulsory chit [9.3]: "rally", "march", "combat takeda", "combat uesugi", "initiative"."""

    chit: str
    count: int
    source: str


class Numbers(Struct, frozen=True):
    """Numbers that the rules name; each stands in `numbers.toml` with its source."""

    attack_radius: int
    """An attacking clan without an enemy so near regroups [6.5]."""
    retreat_distance: int
    """A retreat ends at this distance from the enemy [9.3.1]."""
    special_chits: int
    """Of each army [9.5]."""
    delay_boxes: int
    """Of the delay track [2.3]."""
    delay_step: int
    """Movement points of one box of the delay track [8.3]."""
    entry_step: int
    """Added for each entry point beyond the nearest [16.3]."""
    special_attack_allowance: int
    """Movement points of a special attack [9.5.2]."""
    combined_clans: int
    """At most so many in combined manoeuvres [9.5.5]."""
    combined_needed: int
    """The modified die that takes a clan into combined manoeuvres [9.5.5]."""
    combined_flight: int
    """Hexes that the enemy may move a clan which failed in them [9.5.5]."""
    leader_dies_at_losses: int
    """The natural die, or less, that kills a leader whose unit takes two losses [11.11]."""
    leader_dies_at_elimination: int
    """The same when the unit is eliminated [11.11]."""
    samurai: int
    """The leader value of a samurai [14.3]."""
    reinforcement_losses: int
    """Uesugi units lost before clan N may come [17.3]."""
    reinforcement_box: int
    """The box of the delay track for clan N [17.3]."""
    kansuke: int
    """Victory points that Kansuke costs [17.6.1]."""
    support_most: int
    """Supports that count in one combat [11.6]."""
    command_not_in_defence: int
    """Added to the command die when clan A is not in defence [8.2]."""


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario. `fatigue_turn`: from it on both combat chits end a turn [16.5]. `draw_margin` [17.5, 18.3].

    `column_start`, `column_beside`: the hexes of the column on either side of the red line, from the edge of
    the map to its head; `column_entry`: the hexes of the edge by which the others come [18.1]. `command`: a
    general's points by the modified die, from 0 on, where the scenario has a column of its own [8.2, 18.2].
    `kaizu`: the victory points of the fortress [18.3].
    """

    name: str
    turns: int
    fatigue_turn: int
    draw_margin: int
    playable: bool
    column_start: tuple[str, ...]
    column_entry: tuple[str, ...]
    source: str
    column_beside: tuple[str, ...] = ()
    command: dict[str, tuple[int, ...]] = {}
    kaizu: int = 0


# ---- the printed tables


class Hit(Struct, frozen=True):
    """What one unit suffers: steps lost, whether it retreats by a hex, whether it is eliminated."""

    losses: int = 0
    retreat: bool = False
    eliminated: bool = False


class Suffered(Struct, frozen=True):
    """What a side suffers: `main` strikes one of its units, `others` each other one in the combat."""

    main: Hit
    others: Hit


class Result(Struct, frozen=True):
    """A result of combat [11.7]: "d2^1", "a1-d1", "-". `rank`: the higher, the better for the attacker."""

    code: str
    rank: int
    attacker: Suffered
    defender: Suffered


class CombatTable(Struct, frozen=True):
    """The combat table. `cells[row][column]`."""

    first_column: int
    first_row: int
    cells: tuple[tuple[str, ...], ...]
    results: Mapping[str, Result]

    def result(self, column: int, row: int) -> Result:
        """The result where a column and a row cross, after modifiers."""
        cells = self.cells[_clamp(row - self.first_row, len(self.cells))]
        return self.results[cells[_clamp(column - self.first_column, len(cells))]]


class CommandColumn(Struct, frozen=True):
    """A column of the command table [8.2, 17.2]: for a general, in turns `first` to `last`.

    `points[0]` is for a modified die of `lowest`.
    """

    general: str
    first: int
    last: int
    lowest: int
    points: tuple[int, ...]

    def at(self, die: int) -> int:
        return self.points[_clamp(die - self.lowest, len(self.points))]


class Flight(Struct, frozen=True):
    """A result of the table of clan flight [11.12]; all false: the clan holds."""

    flight: bool = False
    retreat: bool = False
    seppuku: bool = False


class Track(Struct, Generic[V], frozen=True):
    """A table with one column, read by a modified die: `values[0]` is for `lowest`."""

    lowest: int
    values: tuple[V, ...]

    def at(self, die: int) -> V:
        return self.values[_clamp(die - self.lowest, len(self.values))]


def _clamp(at: int, length: int) -> int:
    return max(0, min(at, length - 1))


# ---- the fortress card


CENTRE, PERIPHERAL, KEY = "centre", "peripheral", "key"
ZONE_KINDS = (CENTRE, PERIPHERAL, KEY)
PERIPHERAL_ZONES = ("a", "b", "c")


class Zone(Struct, frozen=True):
    """A zone: "centre", "a" to "c" or a key point [13.2].

    `hexes`: the hexes of the map that a peripheral zone is tied to. `column`, `row`: where it is drawn.
    """

    name: str
    kind: str
    hexes: tuple[str, ...]
    column: int
    row: int


class Fortress(Struct, frozen=True):
    """The card. `scores[zone, beside]`: the defence score of a zone against an attack from the one beside.

    Every attack line stands there from both its ends.
    """

    zones: Mapping[str, Zone]
    scores: Mapping[tuple[str, str], int]

    def beside(self, zone: str) -> tuple[str, ...]:
        """The zones to which attack lines lead, in the order of the data set."""
        return tuple(there for there in self.zones if (zone, there) in self.scores)

    def is_base(self, zone: str) -> bool:
        """Whether it can be a zone of base: the centre or a peripheral zone [13.2]."""
        return self.zones[zone].kind != KEY

    def is_peripheral(self, zone: str) -> bool:
        return self.zones[zone].kind == PERIPHERAL


# ---- the data set


class Data(Struct, frozen=True):
    """The checked data set. Mappings stand in the order of the files, and that order may be relied on.

    `posture_change[now][wanted]`: what the modified die must reach [6.4]; None: not possible.
    `samurai_lines[seat]`: the leads of the enemy, in victory points, at which the samurai of `seat` comes
    [14.1].
    `rally`: levels regained, by the modified die [12.1]; `flight`: the table of clan flight [11.12].
    `state_column[losses]`: what a unit's state takes from the column when it attacks, and adds when it is
    attacked.
    `fortress`: the card of Kaizu [13.1]; None in data sets from before it. `sheets`: the standing orders that
    are recommended to each side.
    """

    map: Map
    clans: Mapping[str, Clan]
    units: Mapping[str, Unit]
    terrain: Mapping[str, Terrain]
    postures: Mapping[str, Posture]
    posture_change: Mapping[str, Mapping[str, int | None]]
    state_column: tuple[int, ...]
    combat: CombatTable
    modifiers: Mapping[str, Modifier]
    command: tuple[CommandColumn, ...]
    rally: Track[int]
    flight: Track[Flight]
    plans: Mapping[str, Plan]
    chits: Mapping[str, Chit]
    samurai_lines: Mapping[str, tuple[int, ...]]
    numbers: Numbers
    scenarios: Mapping[str, Scenario]
    fortress: Fortress | None = None
    sheets: Sheets = {}
    own_names: OwnNames = ()

    def command_points(self, general: str, turn: int, die: int) -> int:
        """The points that a general gets for a modified die in a turn [8.2, 17.2]."""
        return next(c for c in self.command if c.general == general and c.first <= turn <= c.last).at(die)


def walled(data: Data) -> Data:
    """The data set with walls around Kaizu: its hex is entered by whole clans, never by a step [13.3].

    No zone of control reaches in or out, and nobody retreats, advances or falls back into it. Whoever is
    inside goes out by ordinary steps.
    """
    return replace(data, map=_walled(data.map))


@lru_cache(maxsize=8)
def _walled(known: Map) -> Map:
    """No step leads into Kaizu, and nothing is beside it. Distances (`back`) are as they were."""
    kaizu = known.kaizu
    steps = {here: tuple(step for step in ways if step[0] != kaizu) for here, ways in known.steps.items()}
    beside = {here: tuple(there for there in near if there != kaizu) for here, near in known.beside.items()}
    return replace(known, steps=steps, beside=beside | {kaizu: ()})

"""Where each file of a data set is printed, title by title, in the order of the printed components."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.kit.own_names import FILE as NAMES
from domain.kit.recommended import FILE as SHEETS


class Component(NamedTuple):
    """`says` is what is to be filled in, `printed` where an owner reads it; "" where that is nowhere."""

    file: str
    says: str
    printed: str


_SHEETS = Component(SHEETS, "standing orders that we recommend; leave it, or write your own", "")

_NAMES = Component(
    NAMES, "what things are called in French and Russian; leave empty what stays as it is printed", ""
)

_KAWANAKAJIMA = (
    Component(
        "map.csv",
        "a cell for each hex: c clear, w woods, k Kaizu, then its level (c0, w1); empty where no hex is",
        "map",
    ),
    Component(
        "sides.csv", "a row for each hexside of river, ford or stream: the two hexes and what it is", "map"
    ),
    Component(
        "places.csv", "the names on the map and their hexes; Kaizu and reinforcement must be there", "map"
    ),
    Component("entries.csv", "the entry points of Mount Saijo, and the hexes that each touches", "map, 16.2"),
    Component("clans.csv", "the clans of both sides: letter, name, other spellings, general", "counters"),
    Component(
        "units.csv", "Elan, Mass, fire and leader of each counter, and its hex at the start", "counters, 17"
    ),
    Component("chits.csv", "how many compulsory chits there are of each kind", "counters, 9.3"),
    Component(
        "plans.toml", "the battle plans, what each brings, and what it makes of a result", "counters, 7.3"
    ),
    Component(
        "terrain.csv", "cost, and what is added to column and row against a defender there", "player aid"
    ),
    Component(
        "postures.csv", "movement points, column, counter-charge and advance by posture", "player aid, 6.5"
    ),
    Component(
        "posture_changes.csv", "the die that a change from one posture to another needs", "player aid, 6.4"
    ),
    Component("states.csv", "the states of a unit, and what each takes from its column", "player aid, 5.3"),
    Component("modifiers.csv", "what is added to column and row in a combat", "player aid, 11.6"),
    Component(
        "results.csv", "each result of the combat table once, from the worst for the attacker", "player aid"
    ),
    Component("combat.csv", "the combat table: columns to the right, rows downward", "player aid, 11.5"),
    Component(
        "command.csv", "command points by the modified die, for each general and turn", "player aid, 8.2"
    ),
    Component("rally.csv", "levels regained by the modified die", "player aid, 12.1"),
    Component("flight.csv", "flight, retreat and seppuku of a clan by the modified die", "player aid, 11.12"),
    Component(
        "zones.csv", "the zones of Kaizu, and the hexes of the map that an outer one touches", "fortress card"
    ),
    Component(
        "lines.csv", "the attack lines between zones, and the defence at either end", "fortress card, 13.1"
    ),
    Component("samurai.csv", "the leads at which a samurai comes", "victory track, 14.1"),
    Component("numbers.toml", "numbers that the rules name", "rulebook"),
    Component("scenarios.toml", "turns, margins and the column of each scenario", "rulebook, 17 and 18"),
    _SHEETS,
    _NAMES,
)

_TWILIGHT = (
    Component(
        "spaces.csv", "the 36 spaces: kind, area, stability, inherent influence; column and row draw", "map"
    ),
    Component("lines.csv", "a row for each line between two spaces", "map, 2.13"),
    Component("areas.csv", "the VP of each area for presence, domination and control", "map, 9.5"),
    Component("nonclan.csv", "the VP of the two scorings that are of no area", "map or cards, 9.5"),
    Component("tracks.csv", "the tracks: hands by treaty level, VP by court level, limits", "map, 2.14"),
    Component("markers.toml", "the support markers, head and tail", "counters, 2.22"),
    Component(
        "cards.toml", "each card: number, name, side, AP, deck, condition, and what its event does", "cards"
    ),
    _SHEETS,
    _NAMES,
)

_RISING_SUN = (
    Component("provinces.csv", "the provinces, and where each leads by land and by sea", "map"),
    Component("clans.csv", "the clans, and the ability of each that touches a battle", "clan screens"),
    Component("figures.csv", "how many figures of each kind a clan has, and their Force", "clan screens"),
    Component("cards.csv", "the season cards that touch a battle", "season cards"),
    Component("bonuses.csv", "the points for provinces of different war tokens", "rulebook"),
    Component("numbers.csv", "numbers that the rules name", "rulebook"),
    _SHEETS,
    _NAMES,
)

_CLAN_WAR = (
    Component("units.toml", "profiles of units and personalities", "cards"),
    Component("cards.toml", "cards, skills and spells that bear on the flyers", "cards"),
    Component("honor.toml", "levels of honor, low honor, and the clans", "rulebook, honor"),
    Component("tests.toml", "the die, the tests and their modifiers", "rulebook"),
    Component("flight.toml", "manoeuvres, limits and conditions of flyers", "rulebook, flight"),
    Component("hostages.toml", "hostages: attacks, destruction, recovery", "rulebook, hostages"),
    _NAMES,
)

COMPONENTS: Mapping[str, tuple[Component, ...]] = {
    "kawanakajima": _KAWANAKAJIMA,
    "twilight_shogun": _TWILIGHT,
    "shinobi": (
        Component("cards.toml", "the clans with their cards, and how many are dealt", "cards, rules"),
        _NAMES,
    ),
    "rising_sun": _RISING_SUN,
    "clan_war": _CLAN_WAR,
}


def tables(title: str) -> list[str]:
    """The files that hold values, in the order of the printed components."""
    return [one.file for one in COMPONENTS[title] if one.file != NAMES]

"""The rows of the read model for a game of Kawanakajima, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kawanakajima.view import View
from projections.pictures import Row, Table

UNITS = Table(
    "battle_units",
    {
        "unit": str,
        "side": str,
        "clan": str,
        "hex": str,
        "state": str,
        "losses": int,
        "elan": int,
        "mass": int,
        "fire": int,
        "leader": int,
        "samurai": int,
    },
    ("unit",),
)
CLANS = Table(
    "battle_clans",
    {"clan": str, "side": str, "title": str, "posture": str, "chit": str, "entry": str},
    ("clan",),
)
CHITS = Table("activation_chits", {"chit": str, "place": str}, ("chit",))
SIDES = Table(
    "armies",
    {
        "side": str,
        "plan": str,
        "active": int,
        "saved": int,
        "points": int,
        "bundori": int,
        "samurai": str,
        "won": int,
    },
    ("side",),
)
COMMAND = Table("command_points", {"general": str, "side": str, "points": int}, ("general",))
TRACKS = Table("tracks", {"track": str, "value": int}, ("track",))

ZONES = Table(
    "fortress_zones",
    {"zone": str, "kind": str, "hexes": str, "takeda": int, "uesugi": int},
    ("zone",),
)
SIEGE = Table(
    "siege_strengths",
    {"side": str, "effectives": int, "disabled": int, "lost": int, "markers": int, "besieger": int},
    ("side",),
)

TABLES = (UNITS, CLANS, CHITS, SIDES, COMMAND, TRACKS, ZONES, SIEGE)


def rows(view: View) -> Mapping[str, list[Row]]:
    """Units, clans, chits, sides, tracks, and the fortress. What the viewer may not know is None."""
    return {
        "battle_units": _units(view),
        "battle_clans": _clans(view),
        "activation_chits": _chits(view),
        "armies": _sides(view),
        "command_points": _command(view),
        "tracks": _tracks(view),
        "fortress_zones": _zones(view),
        "siege_strengths": _siege(view),
    }


def _units(view: View) -> list[Row]:
    return [
        UNITS.row(unit, side=army.seat, clan=clan.clan, samurai=int(unit.samurai))
        for army in view.armies
        for clan in army.clans
        for unit in clan.units
    ]


def _clans(view: View) -> list[Row]:
    return [CLANS.row(clan, side=army.seat) for army in view.armies for clan in army.clans]


def _chits(view: View) -> list[Row]:
    """Where chits are: bowl, reserve, delay boxes, and the compulsory ones that have been played."""
    found = [(chit, "bowl") for chit in view.bowl] + [(chit, "played") for chit in view.played]
    for army in view.armies:
        found += [(chit, "reserve") for chit in army.reserve]
        found += [(chit, f"box {box}") for box, chits in army.delays.items() for chit in chits]
    return [{"chit": chit, "place": place} for chit, place in found]


def _sides(view: View) -> list[Row]:
    return [
        SIDES.row(army, side=army.seat, active=int(army.active), won=int(army.seat in view.winners))
        for army in view.armies
    ]


def _command(view: View) -> list[Row]:
    return [
        {"general": general, "side": army.seat, "points": points}
        for army in view.armies
        for general, points in army.command.items()
    ]


def _tracks(view: View) -> list[Row]:
    """The turn, the marker of victory points (above 0 the Takeda lead), the compulsory chits played; who
    holds Kaizu: 1 the Takeda, -1 the Uesugi, where that matters.
    """
    values = {"turn": view.turn, "victory": view.lead, "compulsory": len(view.played)}
    if view.fortress:
        values["kaizu"] = 1 if view.fortress.holder == "takeda" else -1
    return [{"track": track, "value": value} for track, value in values.items()]


def _zones(view: View) -> list[Row]:
    """The zones of the fortress card, and which side has a marker in each."""
    return [
        ZONES.row(
            zone,
            hexes=" ".join(zone.hexes),
            takeda=zone.markers.count("takeda"),
            uesugi=zone.markers.count("uesugi"),
        )
        for zone in (view.fortress.zones if view.fortress else ())
    ]


def _siege(view: View) -> list[Row]:
    """The strengths of both sides while there is a siege."""
    seen = view.fortress
    if seen is None:
        return []
    return [
        SIEGE.row(
            troops,
            side=side,
            markers=sum(zone.markers.count(side) for zone in seen.zones),
            besieger=int(side == seen.besieger),
        )
        for side, troops in seen.troops.items()
    ]

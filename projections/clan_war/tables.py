"""The rows of the read model for a battle."""

from __future__ import annotations

from collections.abc import Mapping

from domain.clan_war.view import View
from projections.pictures import Row, Table

HONOR_TRACK = Table(
    "army_honor",
    {"army": str, "honor": int, "vp": int, "highest": int, "lowest": int, "cards": int, "won": int},
    ("army",),
)
HONOR_LEDGER = Table(
    "honor_ledger", {"army": str, "nth": int, "value": int, "why": str, "rule": str}, ("army", "nth")
)
UNIT_SHEET = Table(
    "unit_sheet",
    {
        "unit": str,
        "army": str,
        "clan": str,
        "models": int,
        "move": int,
        "tl": int,
        "ml": int,
        "leadership": int,
        "commander": str,
        "traits": str,
        "airborne": int,
        "formed": int,
        "spent_until": int,
        "broken": int,
        "routing": int,
        "destroyed": int,
        "position": str,
        "engaged": str,
    },
    ("unit",),
)
HOSTAGES = Table(
    "held_hostages", {"hostage": str, "clan": str, "captor": str, "army": str, "ended": str}, ("hostage",)
)

TABLES = (HONOR_TRACK, HONOR_LEDGER, UNIT_SHEET, HOSTAGES)


def rows(view: View) -> Mapping[str, list[Row]]:
    """Everything on the table is open."""
    return {
        "army_honor": _track(view),
        "honor_ledger": _ledger(view),
        "unit_sheet": _sheet(view),
        "held_hostages": _hostages(view),
    }


def _track(view: View) -> list[Row]:
    return [
        {
            "army": army.name,
            "honor": army.honor.total,
            "vp": army.vp.total,
            "highest": army.high,
            "lowest": army.low,
            "cards": army.cards,
            "won": int(army.name in view.winners),
        }
        for army in view.armies
    ]


def _ledger(view: View) -> list[Row]:
    return [
        {"army": army.name, "nth": nth, "value": term.value, "why": term.why, "rule": term.rule}
        for army in view.armies
        for nth, term in enumerate(army.honor.terms, 1)
    ]


def _sheet(view: View) -> list[Row]:
    return [
        {
            "unit": shown.unit.name,
            "army": shown.unit.army,
            "clan": shown.unit.profile.clan,
            "models": shown.unit.models,
            "move": shown.unit.profile.move,
            "tl": shown.unit.profile.tl,
            "ml": shown.unit.profile.ml,
            "leadership": shown.leadership,
            "commander": shown.commander,
            "traits": ", ".join(shown.unit.profile.traits),
            "airborne": int(shown.unit.airborne),
            "formed": int(shown.unit.formed),
            "spent_until": shown.unit.spent_until,
            "broken": int(shown.unit.broken),
            "routing": int(shown.unit.routing),
            "destroyed": int(shown.unit.destroyed),
            "position": " ".join(shown.unit.position).strip(),
            "engaged": ", ".join(shown.engaged),
        }
        for shown in view.units
    ]


def _hostages(view: View) -> list[Row]:
    return [
        {"hostage": one.name, "clan": one.clan, "captor": one.captor, "army": one.army, "ended": one.end}
        for one in view.hostages
    ]

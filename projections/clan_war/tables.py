"""The rows of the read model for a battle."""

from __future__ import annotations

from collections.abc import Mapping

from domain.clan_war.board.state import Profile, Unit
from domain.clan_war.view import UnitView, View
from projections.pictures import Row, Table

HONOR_TRACK = Table(
    "army_honor",
    {"army": str, "honor": int, "vp": int, "highest": int, "lowest": int, "cards": int, "won": int},
    ("army",),
)
HONOR_LEDGER = Table(
    "honor_ledger", {"army": str, "nth": int, "value": int, "why": str, "rule": str}, ("army", "nth")
)
ARMY_LEDGER = Table(
    "army_ledger",
    {
        "nth": int,
        "turn": int,
        "army": str,
        "what": str,
        "value": int,
        "after": int,
        "why": str,
        "rule": str,
        "reported": str,
        "confirmed": str,
    },
    ("nth",),
)
WAITING = Table(
    "waiting_reports",
    {
        "number": int,
        "army": str,
        "what": str,
        "value": int,
        "why": str,
        "reported": str,
        "asked": str,
        "denied": str,
    },
    ("number",),
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

TABLES = (HONOR_TRACK, HONOR_LEDGER, ARMY_LEDGER, WAITING, UNIT_SHEET, HOSTAGES)


def rows(view: View) -> Mapping[str, list[Row]]:
    """What is open on the table, and the army list of the viewer while it is under seal."""
    return {
        "army_honor": _track(view),
        "honor_ledger": _ledger(view),
        "army_ledger": _changes(view),
        "waiting_reports": _waiting(view),
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
        HONOR_LEDGER.row(term, army=army.name, nth=nth)
        for army in view.armies
        for nth, term in enumerate(army.honor.terms, 1)
    ]


def _changes(view: View) -> list[Row]:
    """Honor and victory points side by side, as they came; `reported` is "" where a ruling has set it."""
    return [
        ARMY_LEDGER.row(
            one, nth=nth, value=one.term.value, why=one.term.why, rule=one.term.rule, reported=one.by
        )
        for nth, one in enumerate(view.entries, 1)
    ]


def _waiting(view: View) -> list[Row]:
    return [
        WAITING.row(one, value=one.term.value, why=one.term.why, reported=one.by, asked=", ".join(one.asked))
        for one in view.claims
    ]


def _sheet(view: View) -> list[Row]:
    return [_of_unit(shown, shown.unit, shown.unit.profile) for shown in view.units]


def _of_unit(shown: UnitView, unit: Unit, profile: Profile) -> Row:
    return UNIT_SHEET.row(
        unit,
        unit=unit.name,
        clan=profile.clan,
        move=profile.move,
        tl=profile.tl,
        ml=profile.ml,
        leadership=shown.leadership,
        commander=shown.commander,
        traits=", ".join(profile.traits),
        airborne=int(unit.airborne),
        formed=int(unit.formed),
        broken=int(unit.broken),
        routing=int(unit.routing),
        destroyed=int(unit.destroyed),
        position=" ".join(unit.position).strip(),
        engaged=", ".join(shown.engaged),
    )


def _hostages(view: View) -> list[Row]:
    return [HOSTAGES.row(one, hostage=one.name, ended=one.end) for one in view.hostages]

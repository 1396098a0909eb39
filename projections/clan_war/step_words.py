"""The orders of Clan War in whole words, where they are put together: what happens on the table is reported
by sentences, and each question says what it asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.clan_war.board.state import Claim
from domain.clan_war.view import UnitView, View
from domain.kit.facts import tag_of
from domain.kit.forms import ADD
from projections.clan_war.claims import change
from projections.clan_war.conditions import company, conditions
from projections.clan_war.names import printed
from projections.language.filled import sentence_of
from projections.language.messages import _, _n
from projections.pictures import Field, Names, StepWords

MUSTER = "muster"
Said = Callable[[Any], object]

_LOSSES, _LEDGER = sentence_of("Losses and condition"), sentence_of("Honor and victory points")
_MOVES, _ENGAGES = sentence_of("Movement and flight"), sentence_of("Engaging and leaving")
_ATTACKS, _HOSTAGES = sentence_of("Attacks, duels and cards"), sentence_of("Hostages")
_END, _UNITS = sentence_of("The end"), sentence_of("Units")
_PEOPLE, _BEFORE = sentence_of("Personalities"), sentence_of("Before the battle")
_NAMES, _PRESSED = sentence_of("Names of your own"), (lambda _view: "")

KINDS: Mapping[str, tuple[Said, Said]] = {
    "done": (_PRESSED, sentence_of("Phase done")),
    "done rest": (_PRESSED, sentence_of("Done for the turn")),
    "strike": (_PRESSED, sentence_of("It rolls its attack")),
    "refrain": (_PRESSED, sentence_of("It does not attack")),
    "recover": (_PRESSED, sentence_of("It recovers the hostage")),
    "leave": (_PRESSED, sentence_of("It does not try")),
    "rescuer": (_PRESSED, sentence_of("A unit recovers them")),
    "descend": (_PRESSED, sentence_of("It lands")),
    "clan": (_UNITS, sentence_of("Choose the clan of your army")),
    "sample": (_UNITS, sentence_of("Take the whole sample army")),
    "muster": (_UNITS, sentence_of("Add a unit of the data set")),
    "unit": (_UNITS, sentence_of("Add a unit with a profile of its own")),
    "clear-list": (_UNITS, sentence_of("Empty the list")),
    "recruit": (_PEOPLE, sentence_of("Add a personality of the data set")),
    "personality": (_PEOPLE, sentence_of("Add a personality with a profile of its own")),
    "call-unit": (_NAMES, sentence_of("Give a unit a name")),
    "call-personality": (_NAMES, sentence_of("Give a personality a name")),
    "casualties": (_LOSSES, sentence_of("A unit loses models")),
    "wounds": (_LOSSES, sentence_of("A unit suffers wounds")),
    "slain": (_LOSSES, sentence_of("A personality is slain")),
    "morale": (_LOSSES, sentence_of("A unit takes a Morale test")),
    "condition": (_LOSSES, sentence_of("The condition of a unit changes")),
    "honor": (_LEDGER, sentence_of("The honor of an army changes")),
    "points": (_LEDGER, sentence_of("Victory points are won or lost")),
    "confirm": (_LEDGER, sentence_of("Confirm what the others report")),
    "deny": (_LEDGER, sentence_of("Deny what another reports")),
    "retract": (_LEDGER, sentence_of("Take back a report of your own")),
    "modifier": (_BEFORE, sentence_of("Starting honor is changed")),
    "march": (_MOVES, sentence_of("A unit marches")),
    "place": (_MOVES, sentence_of("Say where a unit stands")),
    "takeoff": (_MOVES, sentence_of("A unit takes off")),
    "fly": (_MOVES, sentence_of("A unit flies")),
    "land": (_MOVES, sentence_of("A unit lands")),
    "dive": (_MOVES, sentence_of("A unit dives")),
    "ground": (_MOVES, sentence_of("A unit is forced down")),
    "engage": (_ENGAGES, sentence_of("A unit engages an enemy")),
    "react": (_ENGAGES, sentence_of("A unit fires at one that engages it")),
    "breakaway": (_ENGAGES, sentence_of("A unit breaks away")),
    "retreat": (_ENGAGES, sentence_of("A unit makes a Full Retreat")),
    "flyby": (_ATTACKS, sentence_of("Two units meet in the air")),
    "shoot": (_ATTACKS, sentence_of("A unit shoots")),
    "fight": (_ATTACKS, sentence_of("A Close Combat was fought")),
    "challenge": (_ATTACKS, sentence_of("A personality is challenged to a duel")),
    "play": (_ATTACKS, sentence_of("A card, skill or spell is used")),
    "hostage": (_HOSTAGES, sentence_of("A hostage is taken")),
    "transfer": (_HOSTAGES, sentence_of("A hostage goes to another unit")),
    "easy": (_HOSTAGES, sentence_of("A unit strikes easy at a captor")),
    "allout": (_HOSTAGES, sentence_of("A unit attacks a captor all-out")),
    "sacrifice": (_HOSTAGES, sentence_of("A unit is sacrificed for a hostage")),
    "kill": (_HOSTAGES, sentence_of("A hostage is destroyed")),
    "kill-all": (_HOSTAGES, sentence_of("All hostages of a unit are destroyed")),
    "end-battle": (_END, sentence_of("Propose or accept the end of the battle")),
    "resign": (_END, sentence_of("Give the battle up")),
}

MUSTERED: Mapping[str, tuple[Said, Said]] = {
    "done": (_PRESSED, sentence_of("The army is complete")),
    "place": (_BEFORE, sentence_of("Say where a unit stands")),
    "hostage": (_BEFORE, sentence_of("A unit holds a hostage from the start")),
    "casualties": (_BEFORE, sentence_of("A unit begins with fewer models")),
    "points": (_BEFORE, sentence_of("An army begins with victory points")),
}
"""What is called otherwise while armies muster."""


def kind(view: View, field: Field, tag: str, names: Names) -> str:
    known = _kind(view, tag)
    return str(known[1](view)) if known else ""


def group(view: View, field: Field, said: str, names: Names) -> str:
    """Of kinds of orders alone. A word on what the others report stands under no heading where one is asked
    for."""
    known = None if field.name else _kind(view, said)
    is_due = said == "confirm" and any(view.viewer in one.asked and not one.denied for one in view.claims)
    return str(known[0](view)) if known and not is_due else ""


def _kind(view: View, tag: str) -> tuple[Said, Said] | None:
    return (MUSTERED if view.phase == MUSTER else {}).get(tag) or KINDS.get(tag)


QUESTIONS: Mapping[str, Said] = {
    "unit": sentence_of("Which unit?"),
    "target": sentence_of("Against which unit?"),
    "captor": sentence_of("Against which captor?"),
    "enemy": sentence_of("Which enemy contests it?"),
    "nearer": sentence_of("Past which enemy that stands closer?"),
    "personality": sentence_of("Which personality?"),
    "challenger": sentence_of("By whom?"),
    "hostage": sentence_of("Which hostage?"),
    "clan": sentence_of("Of which clan?"),
    "army": sentence_of("Which army?"),
    "card": sentence_of("Which card, skill or spell?"),
    "condition": sentence_of("What is it now?"),
    "outcome": sentence_of("How did it come out?"),
    "distance": sentence_of("How many inches?"),
    "extra": sentence_of("How many inches further?"),
    "tested": sentence_of("After how many inches was the Maneuver test?"),
    "position": sentence_of("Where, in inches from the corner of the table: across, then up?"),
    "maneuvers": sentence_of("With which maneuvers?"),
    "means": sentence_of("By what?"),
    "stopped": sentence_of("Was it stopped?"),
    "skyward": sentence_of("Into the air?"),
    "kind": sentence_of("What kind of movement?"),
    "dice": sentence_of("How many dice?"),
    "models": sentence_of("How many models?"),
    "enemies": sentence_of("How many models of the enemy?"),
    "wounds": sentence_of("How many wounds?"),
    "given": sentence_of("How many wounds has it given?"),
    "taken": sentence_of("How many wounds has it taken?"),
    "amount": sentence_of("By how much?"),
    "cause": sentence_of("Why, in words of your own?"),
    "called": sentence_of("What is it called?"),
    "numbers": sentence_of("Which reports?"),
    "number": sentence_of("Which report?"),
    "name": sentence_of("As which unit of yours?"),
    "move": sentence_of("How many inches does it move?"),
    "tl": sentence_of("What is its TL?"),
    "ml": sentence_of("What is its ML?"),
    "leadership": sentence_of("What is its Leadership?"),
    "close": sentence_of("What is its close range, then its extended range?"),
    "extended": sentence_of("What is its extended range?"),
    "traits": sentence_of("Which traits?"),
    "skills": sentence_of("Which skills?"),
    "honor": sentence_of("How much honor has this personality?"),
}

ASKED: Mapping[tuple[str, str], Said] = {
    ("engage", "unit"): sentence_of("Who engages whom?"),
    ("shoot", "unit"): sentence_of("Who shoots at whom?"),
    ("fight", "unit"): sentence_of("Who fought whom?"),
    ("easy", "unit"): sentence_of("Who strikes easy at whom?"),
    ("allout", "unit"): sentence_of("Who attacks whom all-out?"),
    ("challenge", "challenger"): sentence_of("Who challenges whom?"),
    ("react", "target"): sentence_of("At which unit?"),
    ("play", "unit"): sentence_of("By which unit?"),
    ("hostage", "unit"): sentence_of("Into which unit?"),
    ("transfer", "unit"): sentence_of("Into which unit?"),
    ("recruit", "unit"): sentence_of("Into which unit?"),
    ("personality", "unit"): sentence_of("Into which unit?"),
    ("recover", "unit"): sentence_of("By which unit?"),
    ("casualties", "models"): sentence_of("How many models has it lost?"),
    ("unit", "unit"): sentence_of("What is it called in orders?"),
    ("muster", "unit"): sentence_of("Which unit joins?"),
}


def ask(view: View, field: Field, said: str, names: Names) -> str:
    return _said(ASKED.get((tag_of(field.order), field.name)) or QUESTIONS.get(field.name))


def _said(known: Said | None) -> str:
    return str(known(None)) if known else ""


MORE: Mapping[str, Said] = {
    "target": sentence_of("Against a unit"),
    "enemy": sentence_of("An enemy contests it"),
    "nearer": sentence_of("Past an enemy that stands closer"),
    "clan": sentence_of("Of another clan"),
    "extra": sentence_of("Further, to be clear of other units"),
    "tested": sentence_of("A Maneuver test on the way"),
    "position": sentence_of("Say where it stands now"),
    "maneuvers": sentence_of("With maneuvers"),
    "means": sentence_of("By a dive"),
    "stopped": sentence_of("Stopped by terrain"),
    "skyward": sentence_of("Into the air"),
    "kind": sentence_of("A reserve movement"),
    "dice": sentence_of("Throw dice for it here"),
    "name": sentence_of("Under another name"),
    "leadership": sentence_of("Leadership"),
    "close": sentence_of("Ranges"),
    "extended": sentence_of("Extended range"),
    "traits": sentence_of("Traits"),
    "skills": sentence_of("Skills"),
    "numbers": sentence_of("Which reports"),
}


VALUES: Mapping[tuple[str, str], Said] = {
    ("outcome", "contact"): sentence_of("Contact"),
    ("outcome", "short"): sentence_of("It fell short"),
    ("outcome", "angle"): sentence_of("The angle was wrong"),
    ("outcome", "flanked"): sentence_of("It would have been flanked"),
    ("outcome", "overlap"): sentence_of("It would have ended on a unit"),
    ("outcome", "stopped"): sentence_of("High terrain stopped it"),
    ("stopped", "stopped"): sentence_of("High terrain stopped it"),
    ("skyward", "skyward"): sentence_of("Into the air"),
    ("kind", "reserve"): sentence_of("A reserve movement"),
    ("means", "dive"): sentence_of("By the Charge skill of its commander"),
    ("means", "charge-card"): sentence_of("By the Charge card"),
    ("condition", "unformed"): sentence_of("Unformed"),
    ("condition", "formed"): sentence_of("Formed again"),
    ("condition", "spent"): sentence_of("Spent"),
    ("condition", "broken"): sentence_of("Broken"),
    ("condition", "routing"): sentence_of("Routing"),
    ("condition", "rallied"): sentence_of("Rallied"),
}


def value(view: View, field: Field, said: str, names: Names) -> str:
    """A report by what it says; what may be said besides by what it adds."""
    if said == ADD + field.name:
        return _said(MORE.get(field.name))
    if field.name == "hostage":  # one that is held
        found = (f"{printed(one.name)} ({printed(one.clan)})" for one in view.hostages if one.name == said)
        return next(found, "")
    if field.name in ("number", "numbers"):
        return next((_report(one) for one in view.claims if str(one.number) == said), said)
    return _said(VALUES.get((field.name, said)))


def _report(claim: Claim) -> str:
    return _("{number}: {change}").format(number=claim.number, change=change(claim))


def stands(view: View, field: str, name: str) -> str:
    """What has befallen a unit; in the muster what it is. Of one's own army, what it has so far."""
    if field == "army":
        return _list(view) if view.phase == MUSTER else ""
    shown = next((one for one in view.units if one.unit.name == name), None)
    if shown is None:
        return ""
    return _profile(shown) if view.phase == MUSTER else _("; ").join([*conditions(shown), *company(shown)])


def _list(view: View) -> str:
    """The data set has no points that a unit costs: what is added up are units, models and personalities."""
    mine = [one for one in view.units if one.unit.army == view.viewer]
    models, people = sum(one.unit.models for one in mine), sum(len(one.people) for one in mine)
    return ", ".join(
        (
            _n("{count} unit", "{count} units", len(mine)).format(count=len(mine)),
            _n("{count} model", "{count} models", models).format(count=models),
            _n("{count} personality", "{count} personalities", people).format(count=people),
        )
    )


def _profile(shown: UnitView) -> str:
    unit, profile = shown.unit, shown.unit.profile
    said = _("{models} models, Move {move}, TL {tl}, ML {ml}, Ld {leadership}").format(
        models=unit.models, move=profile.move, tl=profile.tl, ml=profile.ml, leadership=shown.leadership
    )
    return _("; ").join([said, *company(shown)])


STEPS = StepWords(kind=kind, ask=ask, value=value, group=group, order=tuple(KINDS), stands=stands)

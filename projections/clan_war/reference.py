"""The reference of Clan War: cards, units, personalities and armies, tables, the chances of tests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.clan_war.battle.honor_effects import earlier_tests, maneuver_terms, morale_terms
from domain.clan_war.board.state import Board, Unit, size
from domain.clan_war.board.trials import against, command, holds
from domain.clan_war.book import BOOK
from domain.clan_war.carried import sheets
from domain.clan_war.data.tables import Data, Primitive
from domain.clan_war.flight.engage import HOW
from domain.clan_war.flight.landing import landing_terms
from domain.clan_war.hostage.rescue import recapture
from domain.clan_war.samples.admitted import unknown
from domain.clan_war.view import UnitView
from domain.clan_war.words.items import LandingTest, RecoveryChoice
from domain.clan_war.words.movement_reports import BreakAway, Dive, Engage, Fly, Land
from domain.clan_war.words.reports import ORDERS, Morale, Recover
from domain.kit.facts import State
from domain.kit.sums import Sum, Term
from domain.kit.vocabulary import fold
from projections.clan_war.claims import reported, waits
from projections.language.messages import _, listed, term
from projections.pictures import Field
from projections.references import BAD, GOOD, Asked, Odds, Printed, Reference, Share, Thrown, Topic

MORALE, MANEUVER, LANDING, DIVE = "morale", "maneuver", "landing", "dive"

LANDINGS: Mapping[str, Callable[[str], LandingTest]] = {
    LANDING: lambda unit: LandingTest(unit, "plain"),
    DIVE: lambda unit: LandingTest(unit, "plain", dive=True),
}
"""Tests after a landing that is no engagement."""

LATEST = 40
"""Lines of an army's ledger that are shown."""

MOST_DICE = 12
"""Throws of a die that explodes; what is beyond them is less than one in a billion."""


def asks(asked: Asked) -> Collection[type[Struct]]:
    never = unknown(asked.board) if asked.game else ()
    return [order for order in ORDERS if order not in never]


def card(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """What a card, a skill or a spell does with a unit in the air."""
    data: Data = asked.data
    known = data.card(name)
    assert known is not None, "The vocabulary has the cards of the data set."
    yield f"{name} ({term(known.kind)})"
    for said, value in (
        (_("used by a unit in the air"), known.used),
        (_("used upon a unit in the air"), known.on),
        (_("used in defence against one that lands"), known.defence),
    ):
        yield f"  {said}: {term(value)}"
    yield _("Source: {source}.").format(source=known.source)


def cards(asked: Asked) -> Iterator[str]:
    data: Data = asked.data
    yield from (f"  {one.name} ({term(one.kind)})" for one in data.cards.card)


def nothing_hidden(asked: Asked) -> Iterator[str]:
    if asked.view and asked.view.sealed:
        yield _("The army lists of the others are sealed until all armies are done; nothing else is unseen.")
        return
    yield _("All of this game lies open on the table; nothing is unseen.")


def where(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """A unit or a personality, as it stands or as it is printed; an army with its ledger."""
    if kind == "army":
        yield from _ledger(asked, name)
        return
    if kind == "personality":
        yield from _person(asked, name)
        return
    seen = next((one for one in asked.view.units if one.unit.name == name), None) if asked.view else None
    if seen is not None:
        yield from _unit(seen)
        return
    data: Data = asked.data
    sample = data.sample(name)
    if sample is None:
        yield _("{unit} is a name that a unit of one's own can have.").format(unit=name)
        return
    yield _(
        "{unit} ({clan}): move {move}, TL {tl}, ML {ml}, models {models}, Leadership {leadership}."
    ).format(
        unit=name,
        clan=sample.clan,
        move=sample.move,
        tl=sample.tl,
        ml=sample.ml,
        models=sample.models,
        leadership=sample.leadership,
    )
    yield _("Source: {source}.").format(source=sample.source)


def _unit(seen: UnitView) -> Iterator[str]:
    unit, profile = seen.unit, seen.unit.profile
    yield _(
        "{unit} of {army}: {models} models; move {move}, TL {tl}, ML {ml}, Leadership {leadership}."
    ).format(
        unit=f'{profile.name} "{seen.called[unit.name]}"' if unit.name in seen.called else profile.name,
        army=profile.army,
        models=unit.models,
        move=profile.move,
        tl=profile.tl,
        ml=profile.ml,
        leadership=seen.leadership,
    )
    conditions = {
        "airborne": unit.airborne,
        "unformed": not unit.formed,
        "broken": unit.broken,
        "routing": unit.routing,
    }
    yield listed([name for name, is_so in conditions.items() if is_so] or ["formed"])
    if any(unit.position):
        yield _("Where: {place}.").format(place=" ".join(filter(None, unit.position)))
    for said, names in (
        (_("with it: {names}"), seen.people),
        (_("engaged with: {names}"), seen.engaged),
        (_("hostages: {names}"), seen.hostages),
    ):
        if names:
            yield f"  {said.format(names=', '.join(names))}"


def _ledger(asked: Asked, name: str) -> Iterator[str]:
    """Honor and victory points of an army, and how they came about: turn, cause, reporter, who confirmed."""
    board: Board | None = asked.board
    if board is None or name not in board.armies:
        yield _("{army} is in no battle here.").format(army=name)
        return
    army = board.armies[name]
    yield _("{army}: {honor} honor, {points} VP.").format(army=name, honor=army.honor, points=army.vp)
    entries = [one for one in board.entries if one.army == name]
    if len(entries) > LATEST:
        yield _("The latest {count} changes:").format(count=LATEST)
    for one in entries[-LATEST:]:
        line = _("T{turn}: {what} {value:+d}, {why}: {after}. {source}").format(
            turn=one.turn,
            what=term(one.what),
            value=one.term.value,
            why=term(one.term.why),
            after=one.after,
            source=reported(one.by, one.confirmed),
        )
        yield f"  {line}"
    if not board.winners:
        yield from (f"  {waits(one)}" for one in board.claims.values() if one.army == name)
    lines = sheets(board).get(name, ())
    if lines:
        yield _("What it enters in the next battle, before done:")
        yield from (f"  {line}" for line in lines)


def _person(asked: Asked, name: str) -> Iterator[str]:
    for one, clan, unit, slain in asked.view.people if asked.view else ():
        if one == name:
            fate = _("slain") if slain else _("in {unit}").format(unit=unit)
            yield f"{name} ({clan}): {fate}"
    data: Data = asked.data
    printed = data.person(name)
    if printed is not None:
        yield _("{name} ({clan}): Honor {honor}, Leadership {leadership}.").format(
            name=name, clan=printed.clan, honor=printed.honor, leadership=printed.leadership
        )
        yield _("Source: {source}.").format(source=printed.source)


# ---- chances


def forms() -> tuple[tuple[str, str], ...]:
    return (
        ("odds morale UNIT", _("a Morale test of the unit as it stands now")),
        ("odds maneuver UNIT", _("a Maneuver test of the unit, without what a landing adds")),
        ("odds landing UNIT", _("the Maneuver test when the unit lands")),
        ("odds dive UNIT", _("the Maneuver test when the unit lands by a dive")),
    )


def odds(asked: Asked, words: str) -> Iterable[str] | None:
    word, _space, rest = fold(words).strip(". ").partition(" ")
    found = asked.names("unit").get(rest.strip(), ())
    if word not in (MORALE, MANEUVER, *LANDINGS) or not found:
        return None
    if asked.board is None or found[0] not in asked.board.units:
        return [_("{unit} is in no battle here.").format(unit=found[0])]
    return _test(asked.board, word, found[0])


def odds_of(order: Struct) -> str:
    """The first throw of an order; of a landing with a test on the way that one."""
    if isinstance(order, Morale):
        return f"{MORALE} {order.unit}"
    if isinstance(order, Fly | Land | Dive) and order.tested:
        return f"{MANEUVER} {order.unit}"
    if isinstance(order, BreakAway) and not order.enemy:
        return f"{MANEUVER} {order.unit}"
    if isinstance(order, Land | Dive):
        return f"{DIVE if isinstance(order, Dive) else LANDING} {order.unit}"
    return ""


def _test(board: Board, kind: str, name: str) -> Iterator[str]:
    """The die of the data set, the modifiers of the rules, and the level of the unit [battle/tests]."""
    total, compare, needed, chance = _judged(board, kind, name)
    yield _(
        "{unit}, {test}: die of {sides} {modifier:+}, compared with {compare} {needed} [battle/tests]."
    ).format(
        unit=name,
        test=term(kind),
        sides=board.setting.data.tests.die.sides.value,
        modifier=total.total,
        compare=compare,
        needed=needed,
    )
    yield from (f"  {_term(one)}" for one in total.terms)
    yield _("It passes with a chance of {chance}.").format(chance=f"{chance:.1%}")


def drawn(asked: Asked, order: Struct) -> Thrown | None:
    if not isinstance(order, Morale) or asked.board is None or order.unit not in asked.board.units:
        return None
    passes = round(100 * _judged(asked.board, MORALE, order.unit)[-1])
    shares = Share(passes, _("it passes"), GOOD), Share(100 - passes, _("it fails"), BAD)
    return Thrown(_("Morale test of {unit}:").format(unit=order.unit), shares=shares)


def _judged(board: Board, kind: str, name: str) -> tuple[Sum, str, int, float]:
    """The modifiers, how the sum is compared with which level, and the chance that it passes."""
    unit, tests = board.units[name], board.setting.data.tests.tests
    if kind == MORALE:
        terms = (*morale_terms(board, unit), earlier_tests(board, unit))
        return _of_test(board, tests.morale, name, unit.profile.ml, terms)
    landing = landing_terms(board, LANDINGS[kind](name)) if kind in LANDINGS else ()
    return _of_test(board, tests.maneuver, name, unit.profile.tl, (*maneuver_terms(board, unit), *landing))


def _of_test(
    board: Board, kind: Primitive, name: str, needed: int, terms: tuple[Term, ...]
) -> tuple[Sum, str, int, float]:
    die = board.setting.data.tests.die
    total = Sum(tuple(one for one in (*command(board, kind, name, ""), *terms) if one.value))
    chance = _chance(die.sides.value, die.explode.value, total, kind.compare, needed)
    return total, kind.compare, needed, chance


def note(state: State[Board, Any], field: Field, value: str) -> str:
    """How likely the test is passed which a value brings: of Morale, of a landing, of breaking away, of the
    recovery that is asked about. "" where nothing is tested."""
    asked = state.agenda[0]
    if field.order is Recover and field.name == "hostage" and isinstance(asked, RecoveryChoice):
        chance: float | None = _recovering(state.board, field.seat, asked)
    else:
        chance = _at_unit(state.board, field, value)
    return "" if chance is None else _("passes at {share} %").format(share=round(100 * chance))


def _recovering(board: Board, seat: str, asked: RecoveryChoice) -> float:
    kind, hostage = board.setting.data.tests.tests.recovery, board.hostages[asked.hostage]
    terms = (*against(board, kind, hostage.captor, ""), *recapture(board, seat, hostage))
    return _of_test(board, kind, asked.unit, board.units[asked.unit].profile.tl, terms)[-1]


def _at_unit(board: Board, field: Field, value: str) -> float | None:
    """None also for a Maneuver test of a single model, which takes none."""
    name = str(field.given.get("unit", value))
    unit = board.units.get(name)
    if unit is None or unit.destroyed:
        return None
    if field.name == "unit" and field.order is Morale:
        return _judged(board, MORALE, name)[-1]
    terms = _on_the_way(board, field, unit, value)
    if terms is None or size(board, name) == 1:
        return None
    maneuver = board.setting.data.tests.tests.maneuver
    return _of_test(board, maneuver, name, unit.profile.tl, (*maneuver_terms(board, unit), *terms))[-1]


def _on_the_way(board: Board, field: Field, unit: Unit, value: str) -> tuple[Term, ...] | None:
    """What a Maneuver test of a unit counts besides; None where it takes none."""
    about = (field.order, field.name)
    if about in ((Land, "unit"), (Dive, "unit")):
        return landing_terms(board, LANDINGS[DIVE if field.order is Dive else LANDING](unit.name))
    if about == (BreakAway, "enemy") and value in board.units:
        return against(board, board.setting.data.tests.tests.maneuver, value, "")
    if about == (Engage, "outcome") and value in HOW and unit.airborne:
        return landing_terms(board, LandingTest(unit.name, HOW[value], bool(field.given.get("means"))))
    return () if about == (BreakAway, "unit") else None


def _term(one: Term) -> str:
    return f"{one.value:+} {term(one.why)}"


def _chance(sides: int, explodes: bool, modifiers: Sum, compare: str, needed: int) -> float:
    """Of the sum of one die; where it explodes, its highest face is thrown again and added."""
    chance, share, before = 0.0, 1.0, 0
    for _throw in range(MOST_DICE if explodes else 1):
        faces = range(1, sides if explodes else sides + 1)
        chance += (
            share / sides * sum(holds(compare, before + face + modifiers.total, needed) for face in faces)
        )
        share, before = share / sides, before + sides
    return chance


def tables() -> Mapping[str, Printed]:
    return {
        "tests": Printed("tests.toml", _("the die, the tests, and their modifiers"), "battle/tests"),
        "honor": Printed("honor.toml", _("levels of honor, low honor, clans"), "honor/high"),
        "flight": Printed(
            "flight.toml", _("flying units: limits, landings, ranges, conditions"), "flight/units"
        ),
        "hostages": Printed("hostages.toml", _("hostages: attacks, destruction, recovery"), "hostage/taking"),
        "cards": Printed("cards.toml", _("cards, skills and spells, and units in the air"), "flight/cards"),
        "units": Printed("units.toml", _("sample units and personalities"), "battle/muster"),
    }


REFERENCE = Reference(
    asks=asks,
    prompts=BOOK.prompts,
    card=Topic(("card",), card),
    listed=cards,
    unseen=nothing_hidden,
    near=None,
    where=Topic(("unit", "personality", "army"), where),
    tables=tables,
    odds=Odds(forms, odds, odds_of, note, drawn),
    standing=lambda asked: (),
)

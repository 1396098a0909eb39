"""The reference of Kawanakajima: battle plans, hexes, units and clans, tables and standing orders; the
chances of a combat stand in combat_odds.py, those of one die in die_odds.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from domain.kawanakajima.book import BOOK
from domain.kawanakajima.data.options import HYPOTHETICAL
from domain.kawanakajima.data.tables import FORD, RIVER, STREAM, Data, Plan
from domain.kawanakajima.standing.preferences import LETTERED, WORDS, meaning
from domain.kawanakajima.standing.siege_preferences import SIEGE_WORDS
from domain.kawanakajima.standing.standing_orders import NOTHING
from domain.kawanakajima.view import ClanSeen, UnitSeen, View
from domain.kawanakajima.words import orders, siege_orders
from domain.kit.hexes import direction, distance, is_label
from projections.kawanakajima.die_odds import ODDS
from projections.kawanakajima.names import chit, named, plan, side, signed, written
from projections.language.catalogues import as_named
from projections.language.messages import _, listed, term, whole
from projections.references import Asked, Left, Printed, Reference, Topic

MOST_NEAR = 8
"""Hexes within which enemies are named."""


def asks(asked: Asked) -> Collection[type[Struct]]:
    """The fortress and the column are of the hypothetical scenario; the rest is as the options say."""
    options = asked.options
    hypothetical = options.scenario == HYPOTHETICAL
    without: set[type[Struct]] = set()
    if not hypothetical:
        without |= {orders.Column, orders.Bring, *siege_orders.SIEGE_ORDERS}
    if not options.kansuke:
        without.add(orders.Kansuke)
    if not options.samurai:
        without.add(orders.Samurai)
    if not (options.alternative_deployment or hypothetical):
        without.add(orders.DeployClan)
    return tuple(order for order in orders.ORDERS if order not in without)


# ---- plans


def page_of_plan(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """A battle plan: what it brings, in the words of the data set."""
    known: Plan = asked.data.plans[name]
    yield _("{plan} ({meaning}), battle plan [7.3].").format(plan=plan(name), meaning=known.meaning)
    yield _("Postures at the start: {postures}.").format(postures=listed(list(known.postures)))
    for field, said in _of_plans().items():
        value = getattr(known, field)
        if value:
            yield f"  {said.format(value=signed(value) if field in _ADDED else value)}"
    if known.given:
        yield _("  The impetuous activations are given: {moment}.").format(moment=known.given)
    if known.converts:
        yield _("  As defender it turns {code}, by a die from 1 on, into {into}.").format(
            code=known.converts, into=", ".join(known.into)
        )
    if asked.view:
        yield from (_planned(army.seat, army.plan, name) for army in asked.view.armies if army.plan == name)
    yield _("Source: {source}.").format(source=known.source)


_ADDED = ("command", "rally", "into_attack", "out_of_attack")


def _of_plans() -> dict[str, str]:
    return {
        "attack": _("special attacks: {value}"),
        "retreat": _("special retreats: {value}"),
        "impetuous": _("impetuous attacks: {value}"),
        "combined": _("combined manoeuvres: {value}"),
        "command": _("command die {value}"),
        "rally": _("rally die {value}"),
        "into_attack": _("change of posture into attack {value}"),
        "out_of_attack": _("change of posture out of attack {value}"),
        "rally_to_defence": _("into defence by a rally, with a natural {value}"),
        "defensive_positions": _("defensive positions"),
    }


def _planned(seat: str, chosen: str, name: str) -> str:
    return _("It is the plan of the {side}.").format(side=side(seat))


def plans(asked: Asked) -> Iterator[str]:
    for name, known in asked.data.plans.items():
        told = {field: getattr(known, field) for field in _of_plans() if getattr(known, field)}
        shown = ", ".join(
            f"{field.replace('_', ' ')} {'' if value is True else value}".strip()
            for field, value in told.items()
        )
        yield f"  {name}: {known.meaning}; {shown}"
    yield ""
    yield _("“card PLAN” says all of one.")


# ---- units, clans, hexes


def where(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """A unit or a clan, of both sides where both have one of that name; a place by its name or label."""
    if kind == "hex":
        yield from near(asked, kind, name)
        return
    if asked.view is None:
        yield from _printed(asked.data, kind, name)
        return
    for army in asked.view.armies:
        for clan in army.clans:
            if kind == "clan" and clan.clan[1:] == name:
                yield from _clan(asked, clan)
            if kind == "unit":
                yield from (
                    line for unit in clan.units if unit.unit[1:] == name for line in _unit(asked, clan, unit)
                )


def _printed(data: Data, kind: str, name: str) -> Iterator[str]:
    """As it stands on the counters."""
    for unit in data.units.values():
        if unit.short == name or (kind == "clan" and unit.clan[1:] == name):
            yield _(
                "{unit}: Elan {elan}, Mass {mass}, fire {fire}, leader {leader}; at the start {hex}"
            ).format(
                unit=named(unit.name),
                elan=unit.elan,
                mass=unit.mass,
                fire=unit.fire,
                leader=unit.leader,
                hex=unit.start or "-",
            )


def _clan(asked: Asked, clan: ClanSeen) -> Iterator[str]:
    yield _("{clan} ({title}): posture {posture}; chit: {chit}").format(
        clan=named(clan.clan), title=as_named(clan.title), posture=_posture(clan), chit=term(clan.chit)
    )
    for unit in clan.units:
        yield from (f"  {line}" for line in _unit(asked, clan, unit))


def _posture(clan: ClanSeen) -> str:
    return _("not shown") if clan.posture is None else term(clan.posture or "-")


def _unit(asked: Asked, clan: ClanSeen, unit: UnitSeen) -> Iterator[str]:
    where = _place(asked.data, unit.hex) if unit.hex else _("off the map")
    yield _("{unit}: {where}; {state}; Elan {elan}, Mass {mass}, fire {fire}, leader {leader}").format(
        unit=named(unit.unit),
        where=where,
        state=term(unit.state),
        elan=unit.elan,
        mass=unit.mass,
        fire=unit.fire,
        leader=unit.leader,
    )
    if is_label(unit.hex):
        yield from _foes(asked.view, unit)


def _foes(view: View, unit: UnitSeen) -> Iterator[str]:
    """The nearest enemies of a unit."""
    foes = sorted(
        (distance(unit.hex, foe.hex), foe.unit)
        for army in view.armies
        for clan in army.clans
        for foe in clan.units
        if foe.unit[0] != unit.unit[0] and is_label(foe.hex)
    )
    close = [f"{foe[1:]} ({far})" for far, foe in foes[:4] if far <= MOST_NEAR]
    if close:
        yield _("    nearest enemies, with their distance in hexes: {foes}").format(foes=", ".join(close))


def _place(data: Data, label: str) -> str:
    if label not in data.map.places:
        entry = data.map.entries.get(label)
        return _("entry point {point}").format(point=label) if entry else label
    known = data.map.places[label]
    names = [as_named(name) for name, hex_ in data.map.names.items() if hex_ == label]
    parts = [term({"clear": "plain"}.get(known.terrain, known.terrain))]
    parts += [_("level {level}").format(level=known.level)] if known.level else []
    return f"{label} ({', '.join([*names, *parts])})"


def near(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """A hex, or where units stand, with its six neighbours: ground, what lies between, who is there."""
    if kind == "hex":
        yield from _around(asked, name)
        return
    if asked.view is None:
        yield _("Where units stand is so in a game; ask it of one.")
        return
    for army in asked.view.armies:
        for unit in (unit for clan in army.clans for unit in clan.units):
            if name in (unit.unit[1:], unit.unit[1]):
                yield f"{named(unit.unit)}:"
                yield from (_around(asked, unit.hex) if unit.hex else [_("off the map")])


def _around(asked: Asked, label: str) -> Iterator[str]:
    data: Data = asked.data
    at = _standing_at(asked.view)
    yield f"{_place(data, label)}{_who(at, label)}"
    entry = data.map.entries.get(label)
    if entry:
        yield _("Units appear from turn {turn} on; next to it: {hexes}.").format(
            turn=entry.turn, hexes=", ".join(entry.hexes)
        )
        return
    costs = dict(data.map.steps.get(label, ()))
    for there in data.map.beside.get(label, ()):
        way = {RIVER: term("river"), FORD: term("ford"), STREAM: term("stream")}.get(
            data.map.side(label, there), ""
        )
        cost = _("{cost} points").format(cost=costs[there]) if there in costs else _("no way")
        between = f", {way}" if way else ""
        yield f"  {direction(label, there):<3}{_place(data, there)}: {cost}{between}{_who(at, there)}"


def _standing_at(view: View | None) -> Mapping[str, list[UnitSeen]]:
    found: dict[str, list[UnitSeen]] = {}
    for army in view.armies if view else ():
        for unit in (unit for clan in army.clans for unit in clan.units if unit.hex):
            found.setdefault(unit.hex, []).append(unit)
    return found


def _who(at: Mapping[str, list[UnitSeen]], label: str) -> str:
    units = at.get(label, [])
    return "; " + listed([f"{named(unit.unit)} ({term(unit.state)})" for unit in units]) if units else ""


def unseen(asked: Asked) -> Iterator[str]:
    """What is in the bowl, which everybody knows; of the enemy, what is hidden is only named."""
    view: View = asked.view
    bowl = Counter(chit(one) for one in view.bowl)
    if bowl:
        count = bowl.total()
        yield _("In the bowl are {count} chits; each is drawn next with a chance of 1/{count}:").format(
            count=count
        )
        yield f"  {listed(list(bowl))}"
    for army in view.armies:
        hidden = {
            term("battle plan"): army.plan is None,
            _("notes of special chits"): army.notes is None,
            _("standing orders"): army.standing is None,
            _("postures"): any(clan.posture is None for clan in army.clans),
            _("entry points that are written down"): any(clan.entry is None for clan in army.clans),
        }
        names = [name for name, is_hidden in hidden.items() if is_hidden]
        if names:
            yield _("Hidden from you, of the {side}: {names}.").format(
                side=side(army.seat), names=listed(names)
            )


# ---- tables, standing orders


def tables() -> Mapping[str, Printed]:
    return {
        "combat": Printed("combat.csv", _("results of combat: columns to the right, rows downward"), "11.5"),
        "results": Printed(
            "results.csv", _("the results, from the worst for the attacker to the best"), "11.7"
        ),
        "modifiers": Printed("modifiers.csv", _("modifiers of a combat"), "11.6"),
        "terrain": Printed("terrain.csv", _("what ground costs, and does for a defender"), "10.2"),
        "states": Printed("states.csv", _("states of a unit, and what they do to the column"), "5.3"),
        "postures": Printed("postures.csv", _("movement points and combat, by posture"), "6.5"),
        "changes": Printed("posture_changes.csv", _("the die that a change of posture needs"), "6.4"),
        "command": Printed("command.csv", _("command points, by the modified die"), "8.2"),
        "rally": Printed("rally.csv", _("levels regained, by the modified die"), "12.1"),
        "flight": Printed("flight.csv", _("flight of a clan, by the modified die"), "11.12"),
        "plans": Printed("plans.toml", _("the battle plans"), "7.3"),
        "chits": Printed("chits.csv", _("compulsory chits"), "9.3"),
        "entries": Printed("entries.csv", _("entry points of Mount Saijo"), "16.2"),
        "samurai": Printed("samurai.csv", _("when a samurai comes"), "14.1"),
        "numbers": Printed("numbers.toml", _("numbers that the rules name"), "2.2"),
        "fortress": Printed("zones.csv", _("zones of the fortress card"), "13.2"),
        "attacks": Printed("lines.csv", _("attack lines of the fortress card"), "13.1"),
        "clans": Printed("clans.csv", _("clans of both armies"), "17.2"),
        "units": Printed("units.csv", _("units: Elan, Mass, fire, leader, first hex"), "5.1"),
    }


def standing(asked: Asked) -> Iterator[str]:
    """Every occasion that this game has, with its words."""
    yield _(
        "Write “OCCASION: WORDS”, such as “retreats: away”; “OCCASION: nothing” takes it back. Nobody "
        "else reads it."
    )
    siege = asked.game is None or asked.options.scenario == HYPOTHETICAL
    for occasion, words in WORDS.items():
        if (occasion in (*SIEGE_WORDS, "rears") and not siege) or (
            occasion == "kansukes" and asked.game is not None and not asked.options.kansuke
        ):
            continue
        letters = (_("letters of clans"),) if occasion in LETTERED else ()
        yield f"  {occasion}: {', '.join((*words, *letters))}"
        yield f"      {whole(meaning(occasion))}"
    yield ""
    yield _(
        "For a chit: “when B is drawn: posture B attack then move B1 1512 then done”; the first legal one "
        "counts."
    )
    yield _("Instead of a letter: combat, rally, march, initiative, or “special 1”.")


def left(asked: Asked) -> Iterator[Left]:
    """What the seat has left, by what it would write: letters of clans, chits by their words."""
    armies = asked.view.armies if asked.view else ()
    standing = (one for army in armies if army.seat == asked.viewer for one in army.standing or ())
    for one in standing:
        if one.occasion in WORDS:
            wishes = ", ".join(wish[1:] if len(wish) == 2 else wish for wish in one.wishes)
            yield Left(f"{one.occasion}: {wishes or NOTHING}", f"{one.occasion}: {NOTHING}")
            continue
        script = " then ".join(map(written, one.orders))
        drawn = f"when {_chit_written(one.occasion)} is drawn:"
        yield Left(f"{drawn} {script or NOTHING}", f"{drawn} {NOTHING}")


def meant(line: str) -> str:
    """Of a preference; a script for a chit says itself what it does."""
    occasion = line.replace(":", " ").partition(" ")[0]
    return whole(meaning(occasion)) if occasion in WORDS else ""


def _chit_written(name: str) -> str:
    """ "B" of "tB", "special 2" of "t2"; others have words."""
    if len(name) != 2:
        return name
    return f"special {name[1]}" if name[1].isdigit() else name[1]


REFERENCE = Reference(
    asks=asks,
    prompts=BOOK.prompts,
    card=Topic(("plan",), page_of_plan),
    listed=plans,
    unseen=unseen,
    near=Topic(("unit", "clan", "hex"), near),
    where=Topic(("unit", "clan", "hex"), where),
    tables=tables,
    odds=ODDS,
    standing=standing,
    left=left,
    meant=meant,
)

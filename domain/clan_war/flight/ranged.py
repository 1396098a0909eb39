"""Chapter "flight": attacks from and at the air.

flight/fly-by          two airborne units meet: each may roll
flight/fly-by-limits   what it excludes
flight/targets         whom airborne units may shoot at, and who at them
flight/ranges          distances and ranges change with the height
flight/reaction        reactionary fire at a landing unit
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.battle.morale import effects, may_not_attack
from domain.clan_war.board.flight_events import FlyByDeclined, FlyByMet, FlyByStruck, Shot
from domain.clan_war.board.state import Board, Unit, engaged_with, size
from domain.clan_war.book import BOOK, count, enemy, in_play, length, only_in, own
from domain.clan_war.data.names import QUARTERS, quarters
from domain.clan_war.words import movement_reports
from domain.clan_war.words.items import FlyByChoice, FlyBys, Reports
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does, keeps
from domain.kit.sums import Sum, Term

MOST_DICE = 99


@BOOK.answer(Reports, movement_reports.FlyBy, "flight/fly-by")
def meet(board: Board, item: Reports, seat: str, order: movement_reports.FlyBy, chance: Chance) -> Outcome:
    """Two airborne units fly through each other: models in contact, ranks in full [flight/fly-by]."""
    refuse_first(meet_bars(board, item, seat, order))
    return keeps(FlyByMet(order.unit, order.target, order.models, order.enemies))


def meet_bars(board: Board, item: Reports, seat: str, order: movement_reports.FlyBy) -> Bars:
    """Both in the air, one has moved in this phase, and they meet once in it [flight/fly-by].

    A unit that landed at the end of its movement, perhaps to engage, may have met others on its way.
    """
    yield from own(board, "flight/fly-by", seat, order.unit)
    yield from enemy(board, "flight/fly-by", seat, order.target)
    yield from only_in(item, "flight/fly-by", movement_reports.FlyBy)
    pair = (board.units[order.unit], board.units[order.target])
    for unit in pair:
        if not unit.flew_in(item.phase):
            why = f"{unit.name} is on the ground; only airborne units meet in a fly-by."
            yield Bar("flight/fly-by", why, "A unit on the ground is engaged.")
    if not any(item.phase in unit.deeds.moved for unit in pair):
        why = f"Neither {order.unit} nor {order.target} has moved in this phase."
        yield Bar("flight/fly-by", why, "Report the movement first.")
    yield from in_flight(board, *pair)
    if any({one.unit, one.target} == {order.unit, order.target} for one in board.contacts):
        yield Bar("flight/fly-by", f"{order.unit} and {order.target} have met in this phase.", "It is noted.")
    for name, models in ((order.unit, order.models), (order.target, order.enemies)):
        yield from count("flight/fly-by", models, f"the models of {name} in contact", 1, size(board, name))


def in_flight(board: Board, unit: Unit, target: Unit) -> Bars:
    """One of them flew while the other was in the air [flight/fly-by].

    A unit that takes off is on the ground until its movement ends. By an option of the first edition both
    need only have been in the air in the phase.
    """
    pairs = {(unit.name, target.name), (target.name, unit.name)}
    if board.setting.options.meets == "in-flight" and not pairs & {*board.aloft}:
        why = f"{unit.name} and {target.name} were not both in the air while one of them flew in this phase."
        yield Bar("flight/fly-by", why, "Before a take-off and after a landing a unit is on the ground.")


@BOOK.step(FlyBys, "flight/fly-by")
def fly_bys(board: Board, item: FlyBys, chance: Chance) -> Outcome:
    """At the end of the movement phase each unit that has met another may roll [flight/fly-by]."""
    then = [
        FlyByChoice(board.units[one].army, one, other, dice)
        for met in board.contacts
        for one, other, dice in (
            (met.unit, met.target, met.models),
            (met.target, met.unit, met.enemies),
        )
    ]
    return does(then=then)


@BOOK.moot(FlyByChoice, "flight/fly-by-limits")
def cannot_strike(board: Board, item: FlyByChoice) -> bool:
    """A unit that is gone, or that has rolled in an earlier movement phase [flight/fly-by-limits].

    One that has met an enemy in the air and then engaged another may roll: either now or in Close Combat.
    """
    unit = board.units[item.unit]
    if unit.destroyed or board.units[item.target].destroyed:
        return True
    barred = {"no-attack", "full-move", "forced-landing"} & effects(board, unit).keys()
    return unit.deeds.struck_in not in ("", board.phase) or bool(barred)


@BOOK.offered(FlyByChoice, "flight/fly-by")
def strikes(
    board: Board, item: FlyByChoice, seat: str
) -> Iterator[movement_reports.Strike | movement_reports.Refrain]:
    """To roll or not: nobody has to [flight/fly-by]."""
    yield movement_reports.Strike(item.target, item.unit)
    yield movement_reports.Refrain(item.unit)


@BOOK.answer(FlyByChoice, movement_reports.Strike, "flight/fly-by")
def strike(
    board: Board, item: FlyByChoice, seat: str, order: movement_reports.Strike, chance: Chance
) -> Outcome:
    """As many dice as models have met; damage as always, in the movement phase [flight/fly-by]."""
    refuse_first(choice_bars(item, order.unit, order.target))
    sides = board.setting.data.tests.die.sides.value
    purpose = f"fly-by attack of {item.unit} on {item.target}, {board.phase}, turn {board.turn}"
    faces = chance.throw("flight/fly-by", purpose, sides=sides, count=item.dice)
    return does(FlyByStruck(item.unit, item.target, board.phase, faces))


@BOOK.answer(FlyByChoice, movement_reports.Refrain, "flight/fly-by")
def refrain(
    board: Board, item: FlyByChoice, seat: str, order: movement_reports.Refrain, chance: Chance
) -> Outcome:
    """The unit keeps its attacks for later in the turn [flight/fly-by]."""
    refuse_first(choice_bars(item, order.unit, item.target))
    return does(FlyByDeclined(item.unit, item.target))


def choice_bars(item: FlyByChoice, unit: str, target: str) -> Bars:
    """Only the unit that is asked, and only at the one that it has met [flight/fly-by]."""
    if (unit, target) != (item.unit, item.target):
        why = f"The fly-by attack of {item.unit} on {item.target} is asked for."
        yield Bar(
            "flight/fly-by", why, f'Write "strike {item.target} with {item.unit}" or "refrain {item.unit}".'
        )


def has_struck(heading: str, unit: Unit) -> Bars:
    """No ranged attack and no Close Combat after a fly-by attack in the turn [flight/fly-by-limits]."""
    if unit.deeds.struck_in:
        why = f"{unit.name} has made a fly-by attack in this turn, and makes no other attack in it."
        yield Bar("flight/fly-by-limits", why, "It may attack again in the next turn.")


@BOOK.answer(Reports, movement_reports.Shoot, "flight/ranges")
def shoot(board: Board, item: Reports, seat: str, order: movement_reports.Shoot, chance: Chance) -> Outcome:
    """The distance and the ranges that count, the band and its modifier to ATT [flight/ranges]."""
    refuse_first(shoot_bars(board, item, seat, order))
    unit, target = board.units[order.unit], board.units[order.target]
    distance, close, extended = measures(board, unit, target, order.distance)
    band = "close" if distance.total <= close.total else "extended"
    purpose = f"ranged attack of {unit.name} on {target.name}, turn {board.turn}"
    faces = attack_dice(board, chance, "flight/ranges", purpose, order.dice)
    att = band_modifier(board, band)
    return keeps(Shot(unit.name, target.name, order.distance, distance, close, extended, band, att, faces))


def shoot_bars(board: Board, item: Reports, seat: str, order: movement_reports.Shoot) -> Bars:
    """A unit that can shoot, a target within range, and the nearest where that counts [flight/ranges]."""
    yield from own(board, "flight/ranges", seat, order.unit)
    yield from only_in(item, "flight/ranges", movement_reports.Shoot)
    yield from enemy(board, "flight/targets", seat, order.target)
    unit, target = board.units[order.unit], board.units[order.target]
    yield from shooter_bars(board, unit)
    if unit.deeds.shot:
        yield Bar(
            "flight/ranges", f"{unit.name} has shot in this phase.", "It shoots again in the next turn."
        )
    if engaged_with(board, unit.name):
        yield Bar("flight/ranges", f"{unit.name} is engaged.", "It fights in Close Combat.")
    yield from nearest_bars(board, seat, order)
    yield from length("flight/ranges", order.distance)
    yield from count("flight/ranges", order.dice, "the number of dice", 0, MOST_DICE)
    distance, _, extended = measures(board, unit, target, order.distance)
    if distance.total > extended.total:
        height = ", its height counted" if len(distance.terms) > 1 else ""
        why = f'{target.name} is {distance.total}" away{height}; {unit.name} reaches {extended.total}".'
        yield Bar("flight/ranges", why, "Choose a nearer target.")


def shooter_bars(board: Board, unit: Unit) -> Bars:
    """A unit with ranged attacks that has made no fly-by attack [flight/fly-by-limits]."""
    if not unit.profile.extended:
        yield Bar("flight/ranges", f"{unit.name} has no ranged attack.", "Choose a unit that has.")
    yield from has_struck("flight/ranges", unit)
    yield from may_not_attack(board, "flight/ranges", unit)


def nearest_bars(board: Board, seat: str, order: movement_reports.Shoot) -> Bars:
    """Airborne units shoot at whom they like, and anybody at them; else the nearest [flight/targets].

    Lines of sight from and to the air are drawn at 10 inches above the table, as the players agree.
    """
    if not order.nearer:
        return
    yield from enemy(board, "flight/targets", seat, order.nearer)
    unit, target = board.units[order.unit], board.units[order.target]
    if unit.airborne or target.airborne:
        return
    if not board.units[order.nearer].airborne:
        why = f"{order.nearer} is nearer than {order.target}, and both sides are on the ground."
        yield Bar("flight/targets", why, f"Shoot at {order.nearer}.")
    elif board.setting.options.airborne_nearest == "counts":
        why = f"{order.nearer} is nearer, though in the air; {unit.name} and {target.name} are on the ground."
        yield Bar("flight/targets", why, f"Shoot at {order.nearer}.")


def measures(board: Board, unit: Unit, target: Unit, measured: str) -> tuple[Sum, Sum, Sum]:
    """Distance, close and extended range, in inches [flight/ranges].

    +6 to the distance from the ground to the air; +3 and +6 to the ranges from the air to the ground.
    """
    table = board.setting.data.flight.ranges
    distance = [Term(measured_up(measured), f'measured {measured}"', "flight/ranges")]
    close = [Term(unit.profile.close, f"close range of {unit.name}", "flight/ranges")]
    extended = [Term(unit.profile.extended, f"extended range of {unit.name}", "flight/ranges")]
    if target.airborne and not unit.airborne:
        distance.append(Term(table.to_airborne.value, f"{target.name} is airborne", "flight/ranges"))
    if unit.airborne and not target.airborne:
        close.append(Term(table.close_from_air.value, f"{unit.name} is airborne", "flight/ranges"))
        extended.append(Term(table.extended_from_air.value, f"{unit.name} is airborne", "flight/ranges"))
    return Sum(tuple(distance)), Sum(tuple(close)), Sum(tuple(extended))


def measured_up(measured: str) -> int:
    """Whole inches, the next where it is more: as ranges are whole, the band is the same [flight/ranges]."""
    return -(-(quarters(measured) or 0) // QUARTERS)


def band_modifier(board: Board, band: str) -> Sum:
    """-2 ATT at extended range [flight/ranges]."""
    if band == "close":
        return Sum(())
    return Sum(
        (Term(board.setting.data.flight.ranges.extended_att.value, "extended range", "flight/ranges"),)
    )


def attack_dice(board: Board, chance: Chance, rule: str, purpose: str, dice: int) -> tuple[int, ...]:
    """The dice of an attack, where the players want them thrown here [flight/ranges]."""
    if not dice:
        return ()
    return chance.throw(rule, purpose, sides=board.setting.data.tests.die.sides.value, count=dice)


@BOOK.answer(Reports, movement_reports.React, "flight/reaction")
def react(board: Board, item: Reports, seat: str, order: movement_reports.React, chance: Chance) -> Outcome:
    """Reactionary fire at a unit that comes out of the air to engage is at close range [flight/reaction]."""
    refuse_first(react_bars(board, item, seat, order))
    unit = board.units[order.unit]
    purpose = f"reactionary fire of {unit.name} at {order.target}, {item.phase}, turn {board.turn}"
    faces = attack_dice(board, chance, "flight/reaction", purpose, order.dice)
    close = Sum((Term(unit.profile.close, f"close range of {unit.name}", "flight/reaction"),))
    extended = Sum((Term(unit.profile.extended, f"extended range of {unit.name}", "flight/reaction"),))
    return keeps(
        Shot(unit.name, order.target, "", Sum(()), close, extended, "close", Sum(()), faces, reaction=True)
    )


def react_bars(board: Board, item: Reports, seat: str, order: movement_reports.React) -> Bars:
    """At a unit whose engaging movement in this phase was at the shooter [flight/reaction]."""
    yield from only_in(item, "flight/reaction", movement_reports.React)
    yield from own(board, "flight/reaction", seat, order.unit)
    yield from in_play(board, "flight/reaction", order.target)
    unit, target = board.units[order.unit], board.units[order.target]
    if target.deeds.engaging != (item.phase, unit.name):
        why = f"{target.name} has not moved out of the air to engage {unit.name} in this phase."
        yield Bar("flight/reaction", why, "In the Ranged phase, shoot.")
    yield from shooter_bars(board, unit)
    if unit.deeds.reacted:
        yield Bar("flight/reaction", f"{unit.name} has reacted in this turn.", "It may react in the next.")
    yield from count("flight/reaction", order.dice, "the number of dice", 0, MOST_DICE)

"""Chapter "hostage": captors, and how they are fought.

hostage/taking        a clan's hostage in a captor unit
hostage/moving        hostages stay in their unit
hostage/choice        who is engaged with a captor chooses
hostage/easy          -1 ATT
hostage/all-out       5 honor and 2 VP for +1 ATT
hostage/kill          a captor's Special Order: one price, for all that it holds
hostage/recovery      two models sacrificed
battle/close-combat   wounds given and taken
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from domain.clan_war.battle.honor import at_once, changed, scored
from domain.clan_war.battle.lists import entered, hostage_room
from domain.clan_war.battle.morale import formed_alone
from domain.clan_war.board.combat_events import (
    Fought,
    HostageDestroyed,
    HostageTaken,
    ModeChosen,
    ModelsSacrificed,
)
from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import (
    Board,
    Hostage,
    Unit,
    captives_in,
    clan_of,
    engaged_with,
    have_fought,
    hostages_in,
    is_home,
    mode_of,
    present,
    size,
)
from domain.clan_war.book import BOOK, count, only_in, own
from domain.clan_war.data.names import hostage_names
from domain.clan_war.data.tables import UNALIGNED
from domain.clan_war.flight.ranged import has_struck
from domain.clan_war.words import reports
from domain.clan_war.words.items import MusterArmies, Reports
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import IllegalMove, either
from domain.kit.facts import Outcome, does, keeps
from domain.kit.sums import Sum, Term

EASY, ALL_OUT = "easy", "all-out"


@BOOK.answer(MusterArmies, reports.Take, "hostage/taking")
@BOOK.answer(Reports, reports.Take, "hostage/taking")
def take(
    board: Board, item: MusterArmies | Reports, seat: str, order: reports.Take, chance: Chance
) -> Outcome:
    """Clan and captor unit are named when a hostage is taken [hostage/taking]."""
    refuse_first(take_bars(own_table(board, seat), item, seat, order))
    taken = HostageTaken(order.hostage, order.clan, order.unit)
    if isinstance(item, MusterArmies):
        return entered(board, seat, taken)
    late = [army for army in unchosen(evolve(board, taken), item.phase) if army not in item.seats]
    return does(taken, then=(asked_again(board, item, (*item.seats, *late)),)) if late else keeps(taken)


def take_bars(board: Board, item: MusterArmies | Reports, seat: str, order: reports.Take) -> Bars:
    """A hostage of another clan, not held yet, in a unit of one's own [hostage/taking]."""
    names, clans = hostage_names(board.setting.data), clans_of_hostages(board)
    if order.hostage not in names:
        yield Bar("hostage/taking", f"There is no hostage {order.hostage}.", f"Write {either(names)}.")
    if order.hostage in board.hostages:
        yield Bar("hostage/taking", f"{order.hostage} has been taken in this battle.", "Use another name.")
    if order.clan not in clans:
        yield Bar("hostage/taking", f"There is no clan {order.clan}.", f"Write {either(clans)}.")
    if order.clan == clan_of(board, seat):
        yield Bar("hostage/taking", f"{seat} takes no hostage of its own clan.", "Name the hostage's clan.")
    yield from hostage_room(board)
    yield from own(board, "hostage/taking", seat, order.unit)


def clans_of_hostages(board: Board) -> list[str]:
    """Who is unaligned is of no clan; in the first edition it was taken for one [hostage/taking]."""
    clans = [clan.name for clan in board.setting.data.honor.clan]
    return [one for one in clans if one != UNALIGNED or board.setting.options.unaligned_hostages]


@BOOK.answer(Reports, reports.Transfer, "hostage/moving")
def transfer(board: Board, item: Reports, seat: str, order: reports.Transfer, chance: Chance) -> NoReturn:
    """Hostages may not be moved between units [hostage/moving]."""
    hostage = board.hostages.get(order.hostage)
    where = f" {order.hostage} stays in {hostage.captor}." if hostage and not hostage.end else ""
    raise IllegalMove("hostage/moving", f"Hostages may not be moved between units.{where}")


def concerns(board: Board, unit: Unit, captor: str) -> bool:
    """A captor hinders the hostage's clan: its army, and units of it in others [hostage/choice]."""
    hindered = (clan_of(board, unit.army), unit.profile.clan)
    return any(one.clan in hindered for one in captives_in(board, captor))


def must_choose(board: Board, unit: Unit) -> Iterator[str]:
    """The captors that a unit is engaged with and has not chosen how to fight [hostage/choice]."""
    for other in engaged_with(board, unit.name):
        if concerns(board, unit, other) and not mode_of(board, unit.name, other):
            yield other


def choice_missing(board: Board, unit: Unit) -> Bars:
    """Who is engaged with a captor chooses one of two ways [hostage/choice]."""
    for captor in must_choose(board, unit):
        held = either([one.name for one in captives_in(board, captor)])
        yield Bar(
            "hostage/choice",
            f"{unit.name} is engaged with {captor}, which holds {held}, and has not chosen how to fight.",
            f'Write "easy {unit.name} against {captor}" or "allout {unit.name} against {captor}".',
        )


def unchosen(board: Board, phase: str) -> tuple[str, ...]:
    """Armies that have to choose, also if done; the first edition lets those off [hostage/choice]."""
    if phase != "close" or board.setting.options.late_choice == "waived":
        return ()
    return tuple(unit.army for unit in present(board) if any(must_choose(board, unit)))


def asked_again(board: Board, item: Reports, seats: tuple[str, ...]) -> Reports:
    """The phase waits for these armies, be they done or not; the others may report [battle/report]."""
    waits = tuple(one for one in board.setting.seats if one in seats)
    welcome = tuple(one for one in (*item.welcome, *item.seats) if one not in waits)
    return Reports(item.phase, waits, welcome)


@BOOK.answer(Reports, reports.StrikeEasy, "hostage/easy")
def strike_easy(board: Board, item: Reports, seat: str, order: reports.StrikeEasy, chance: Chance) -> Outcome:
    """The unit takes care of the hostage, at -1 ATT [hostage/easy]."""
    refuse_first(easy_bars(board, item, seat, order))
    return keeps(ModeChosen(order.unit, order.captor, EASY))


def easy_bars(board: Board, item: Reports, seat: str, order: reports.StrikeEasy) -> Bars:
    """Once chosen, an all-out attack lasts as long as the engagement [hostage/easy]."""
    yield from mode_bars(board, "hostage/easy", seat, order.unit, order.captor)
    mode = mode_of(board, order.unit, order.captor)
    if mode == EASY:
        yield Bar("hostage/easy", f"{order.unit} strikes easy already.", "Nothing is to be reported.")
    if mode == ALL_OUT and not board.setting.options.back_to_easy:
        why = f"{order.unit} has begun an all-out attack on {order.captor}."
        yield Bar("hostage/all-out", why, "It lasts until the end of the engagement.")


@BOOK.answer(Reports, reports.AllOut, "hostage/all-out")
def all_out(board: Board, item: Reports, seat: str, order: reports.AllOut, chance: Chance) -> Outcome:
    """The army loses 5 honor and 2 VP at once; the unit has +1 ATT [hostage/all-out].

    An engagement pays once, also where a unit has struck easy in between.
    """
    refuse_first(all_out_bars(board, item, seat, order))
    if is_paid(board, order):
        return keeps(ModeChosen(order.unit, order.captor, ALL_OUT))
    table, cause = board.setting.data.hostages.all_out, f"all-out attack of {order.unit} on {order.captor}"
    honor = Term(table.honor.value, cause, "hostage/all-out")
    vp = Term(table.vp.value, cause, "hostage/all-out")
    return keeps(
        ModeChosen(order.unit, order.captor, ALL_OUT),
        *changed(board, seat, honor, seat),
        scored(board, seat, vp, seat),
        then=at_once(board, seat, honor),
    )


def is_paid(board: Board, order: reports.AllOut) -> bool:
    """Whether the engagement has paid; by an option each choice pays [hostage/all-out]."""
    once = board.setting.options.all_out_price == "engagement"
    return once and (order.unit, order.captor) in board.paid


def all_out_bars(board: Board, item: Reports, seat: str, order: reports.AllOut) -> Bars:
    """Paid once for an engagement [hostage/all-out]."""
    yield from mode_bars(board, "hostage/all-out", seat, order.unit, order.captor)
    if mode_of(board, order.unit, order.captor) == ALL_OUT:
        yield Bar("hostage/all-out", f"{order.unit} attacks all-out already.", "Nothing is to be reported.")


def mode_bars(board: Board, heading: str, seat: str, name: str, captor: str) -> Bars:
    """Engaged with a captor of a hostage that concerns the unit [hostage/choice]."""
    yield from own(board, heading, seat, name)
    if captor not in engaged_with(board, name):
        yield Bar("hostage/choice", f"{name} is not engaged with {captor}.", "It chooses once it is.")
    if not concerns(board, board.units[name], captor):
        why = f"{captor} holds no hostage that concerns {name}, which fights as always."
        yield Bar("hostage/choice", why, "Nothing is to be chosen.")


@BOOK.answer(Reports, reports.Kill, "hostage/kill")
def kill(board: Board, item: Reports, seat: str, order: reports.Kill, chance: Chance) -> Outcome:
    """By a Special Order a captor destroys its hostage; its army loses 5 honor and 2 VP [hostage/kill]."""
    refuse_first(kill_bars(board, item, seat, order))
    cause = f"{order.hostage} destroyed by Special Order"
    return destroyed(board, seat, (board.hostages[order.hostage],), cause)


@BOOK.answer(Reports, reports.KillAll, "hostage/kill")
def kill_all(board: Board, item: Reports, seat: str, order: reports.KillAll, chance: Chance) -> Outcome:
    """One Special Order destroys all hostages of a captor, at one price [hostage/kill]."""
    refuse_first(kill_all_bars(board, item, seat, order))
    cause = f"hostages in {order.unit} destroyed by Special Order"
    return destroyed(board, seat, held_by(board, seat, order.unit), cause)


def destroyed(board: Board, seat: str, hostages: tuple[Hostage, ...], cause: str) -> Outcome:
    """The hostages are gone, and the army of their captor pays [hostage/kill]."""
    table = board.setting.data.hostages.kill
    honor, vp = Term(table.honor.value, cause, "hostage/kill"), Term(table.vp.value, cause, "hostage/kill")
    return keeps(
        *(HostageDestroyed(one.name, one.captor, "special order") for one in hostages),
        *changed(board, seat, honor, seat),
        scored(board, seat, vp, seat),
        then=at_once(board, seat, honor),
    )


def kill_bars(board: Board, item: Reports, seat: str, order: reports.Kill) -> Bars:
    """A hostage of another clan in a unit of one's own; orders come before movement [hostage/kill]."""
    yield from only_in(item, "hostage/kill", reports.Kill)
    hostage = board.hostages.get(order.hostage)
    if hostage is None or hostage.end or board.units[hostage.captor].army != seat:
        yield Bar(
            "hostage/kill", f"{seat} holds no hostage {order.hostage}.", "Only a captor can destroy one."
        )
        return
    yield from may_kill(board, seat, (hostage,))
    held = held_by(board, seat, hostage.captor)
    if len(held) > 1 and together(board):
        names = ", ".join(one.name for one in held)
        why = f"{hostage.captor} holds {names}; its Special Order destroys all of them, at one price."
        yield Bar("hostage/kill", why, f'Write "destroy hostages in {hostage.captor}".')


def held_by(board: Board, seat: str, unit: str) -> tuple[Hostage, ...]:
    """The hostages of a captor, without those of its own clan that it has brought back [hostage/kill]."""
    return tuple(one for one in hostages_in(board, unit) if one.clan != clan_of(board, seat))


def together(board: Board) -> bool:
    """By an option of the first edition each hostage has an order of its own [hostage/kill]."""
    return board.setting.options.kill_order == "captor"


def may_kill(board: Board, seat: str, hostages: tuple[Hostage, ...]) -> Bars:
    """Hostages of another clan [hostage/kill]."""
    for hostage in hostages:
        if hostage.clan == clan_of(board, seat):
            why = f"{hostage.name} is of your own clan and among friends."
            yield Bar("hostage/kill", why, "Keep it safe.")


def kill_all_bars(board: Board, item: Reports, seat: str, order: reports.KillAll) -> Bars:
    """A captor of one's own [hostage/kill]; not in the first edition [rules/edition]."""
    yield from only_in(item, "hostage/kill", reports.KillAll)
    yield from own(board, "hostage/kill", seat, order.unit)
    there = hostages_in(board, order.unit)
    held = held_by(board, seat, order.unit)
    if not there:
        yield Bar("hostage/kill", f"{order.unit} holds no hostage.", "Only a captor can destroy one.")
    if held and not together(board):
        why = "By the edition of this battle each hostage is destroyed by an order of its own, at its price."
        yield Bar("rules/edition", why, f'Write "destroy {held[0].name}".')
    yield from may_kill(board, seat, held or there)


@BOOK.answer(Reports, reports.Fight, "battle/close-combat")
def fight(board: Board, item: Reports, seat: str, order: reports.Fight, chance: Chance) -> Outcome:
    """Wounds as the table gave them, with what hostages do to each side's ATT [battle/close-combat]."""
    refuse_first(fight_bars(board, item, seat, order))
    unit, target = order.unit, order.target
    ours, theirs = attack_modifier(board, unit, target), attack_modifier(board, target, unit)
    modes = (mode_of(board, unit, target), mode_of(board, target, unit))
    return keeps(Fought(unit, target, order.given, order.taken, ours, theirs, modes))


def fight_bars(board: Board, item: Reports, seat: str, order: reports.Fight) -> Bars:
    """Two engaged units, once in a phase, and both have chosen [battle/close-combat, hostage/choice]."""
    yield from own(board, "battle/close-combat", seat, order.unit)
    yield from only_in(item, "battle/close-combat", reports.Fight)
    if order.target not in engaged_with(board, order.unit):
        others = either(engaged_with(board, order.unit)) or "nobody"
        why = f"{order.unit} is not engaged with {order.target}."
        yield Bar("battle/close-combat", why, f"It is engaged with {others}.")
    if have_fought(board, order.unit, order.target):
        why = f"{order.unit} and {order.target} have fought in this phase."
        yield Bar("battle/close-combat", why, "It is noted.")
    unit, target = board.units[order.unit], board.units[order.target]
    yield from choice_missing(board, unit)
    yield from choice_missing(board, target)
    for side, wounds in ((unit, order.given), (target, order.taken)):
        yield from count("battle/close-combat", wounds, f"the number of wounds that {side.name} gives", 0, 99)
        if wounds:
            yield from has_struck("battle/close-combat", side)


def attack_modifier(board: Board, unit: str, target: str) -> Sum:
    """-1 ATT to strike easy, +1 for an all-out attack [hostage/easy, hostage/all-out].

    The first lasts while there is a hostage to spare, the second as long as the engagement.
    """
    table, mode = board.setting.data.hostages, mode_of(board, unit, target)
    if mode == EASY and concerns(board, board.units[unit], target):
        return Sum((Term(table.easy.att.value, "strikes easy", "hostage/easy"),))
    if mode == ALL_OUT:
        return Sum((Term(table.all_out.att.value, "all-out attack", "hostage/all-out"),))
    return Sum(())


def can_recover(board: Board, army: str, hostage: Hostage) -> bool:
    """Nobody recovers one of its own clan from an army of that clan: Crane from Crane [hostage/recovery]."""
    return clan_of(board, army) != hostage.clan or not is_home(board, hostage)


@BOOK.answer(Reports, reports.Sacrifice, "hostage/recovery")
def sacrifice(board: Board, item: Reports, seat: str, order: reports.Sacrifice, chance: Chance) -> Outcome:
    """Two models, after the enemy has attacked, for an attempt to recover a hostage [hostage/recovery]."""
    refuse_first(sacrifice_bars(board, item, seat, order))
    models = board.setting.data.hostages.recovery.sacrifice.value
    left = board.units[order.unit].models - models
    formed = formed_alone(board, order.unit, size(board, order.unit) - models)
    return keeps(ModelsSacrificed(order.unit, order.hostage, models, left), *formed)


def sacrifice_bars(board: Board, item: Reports, seat: str, order: reports.Sacrifice) -> Bars:
    """Engaged with the captor, the combat reported, and models left after it [hostage/recovery]."""
    yield from own(board, "hostage/recovery", seat, order.unit)
    yield from only_in(item, "hostage/recovery", reports.Sacrifice)
    hostage = board.hostages.get(order.hostage)
    if hostage is None or hostage.end or hostage.captor not in engaged_with(board, order.unit):
        why = f"{order.unit} is not engaged with a captor of {order.hostage}."
        yield Bar("hostage/recovery", why, "It must be, to recover it.")
        return
    if not have_fought(board, order.unit, hostage.captor):
        why = f"{order.unit} and {hostage.captor} have not fought in this phase."
        yield Bar(
            "hostage/recovery", why, "Models are sacrificed after the enemy's attack; report the fight first."
        )
    if not can_recover(board, seat, hostage):
        why = f"{order.hostage} is of the clan of {seat}, and at home."
        yield Bar("hostage/recovery", why, "Nothing is to be recovered.")
    if (order.unit, order.hostage) in board.sacrifices:
        yield Bar("hostage/recovery", f"{order.unit} has made its sacrifice.", "It may attempt the recovery.")
    models, price = board.units[order.unit].models, board.setting.data.hostages.recovery.sacrifice.value
    if models < price or size(board, order.unit) == price:
        why = f"{order.unit} has {models} models; {price} are sacrificed and the rest recovers the hostage."
        yield Bar("hostage/recovery", why, "It must win the Close Combat instead.")

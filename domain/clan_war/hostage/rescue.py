"""Chapter "hostage": what follows a Close Combat.

hostage/destruction     the test of a captor that was attacked all-out
hostage/recovery        who may try to recover a hostage
hostage/recovery-test   the test
hostage/recapture       -1 for an army that has held the hostage before
hostage/captor-gone     the hostages of a captor that is removed
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.board.combat_events import (
    DestructionTested,
    HostageDestroyed,
    HostageFreed,
    HostageRecovered,
    RecoveryDeclined,
    RecoveryTested,
)
from domain.clan_war.board.state import (
    Board,
    Hostage,
    Unit,
    captives_in,
    clan_of,
    engaged_with,
    hostages_in,
    present,
    size,
    unreported,
)
from domain.clan_war.board.trials import against, command, trial
from domain.clan_war.book import BOOK
from domain.clan_war.hostage.captors import ALL_OUT, can_recover
from domain.clan_war.words import reports
from domain.clan_war.words.items import (
    CaptorGone,
    Destructions,
    DestructionTest,
    Recoveries,
    RecoveryChoice,
    RescuerChoice,
)
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does
from domain.kit.sums import Term


@BOOK.step(Destructions, "hostage/destruction")
def destructions(board: Board, item: Destructions, chance: Chance) -> Outcome:
    """A test for each captor that was attacked all-out in the phase [hostage/destruction].

    By an option one for each attacker. Whether somebody has reported the combat changes nothing.
    """
    attacked = tuple(dict.fromkeys(all_out_attacks(board)))
    if board.setting.options.destruction == "attacker":
        return does(then=[DestructionTest(captor, attacker) for attacker, captor in attacked])
    captors = dict.fromkeys(captor for _, captor in attacked)
    return does(then=[DestructionTest(captor) for captor in captors])


def all_out_attacks(board: Board) -> Iterator[tuple[str, str]]:
    """Attacker and captor of each all-out attack in the phase [hostage/destruction].

    It counts as it was made, whatever has become of the attacker since; a unit that has made a fly-by attack
    in the turn makes none. By an option of the first edition it is the report of the combat that counts.
    """
    mended = board.setting.options.unreported_attack == "tested"
    for combat in board.combats:
        pair = (combat.unit, combat.target)
        sides = zip(combat.modes, (combat.given, combat.taken), (pair, pair[::-1]), strict=True)
        for mode, wounds, (one, other) in sides:
            idle = mended and not wounds and board.units[one].deeds.struck_in
            if mode == ALL_OUT and not idle:
                yield one, other
    if mended:
        yield from (*board.fallen, *unreported(board))


@BOOK.moot(DestructionTest, "hostage/destruction")
def nothing_to_destroy(board: Board, item: DestructionTest) -> bool:
    """The captor holds no hostage any more [hostage/destruction]."""
    return not captives_in(board, item.captor)


@BOOK.step(DestructionTest, "hostage/destruction")
def destruction_test(board: Board, item: DestructionTest, chance: Chance) -> Outcome:
    """A target number of 2, -1 for every 2 Wounds of the captor in the turn [hostage/destruction]."""
    table, wounds = board.setting.data.hostages.destruction, board.units[item.captor].deeds.wounds
    kind, rule = board.setting.data.tests.tests.destruction, "hostage/destruction"
    penalty = wounds // table.wounds.value * table.penalty.value
    by = f" by {item.attacker}" if item.attacker else ""
    roll = trial(
        board,
        chance,
        kind,
        rule,
        f"all-out attack on {item.captor}{by}, turn {board.turn}",
        needed=table.target.value,
        terms=(
            *command(board, kind, item.captor, rule),
            Term(penalty, f"{wounds} Wounds of {item.captor}", rule),
        ),
    )
    lost = () if roll.passed else captives_in(board, item.captor)
    return does(
        DestructionTested(item.captor, roll, item.attacker),
        *(HostageDestroyed(one.name, item.captor, "all-out attack") for one in lost),
    )


@BOOK.step(Recoveries, "hostage/recovery")
def recoveries(board: Board, item: Recoveries, chance: Chance) -> Outcome:
    """After the Morale tests of the phase: who may try to recover a hostage [hostage/recovery]."""
    return does(then=[RecoveryChoice(unit.army, unit.name, one.name) for unit, one in attempts(board)])


def attempts(board: Board) -> Iterator[tuple[Unit, Hostage]]:
    """Units engaged with the captor that have won, or sacrificed models for it [hostage/recovery]."""
    for unit in present(board):
        for other in engaged_with(board, unit.name):
            for hostage in hostages_in(board, other):
                paid = (unit.name, hostage.name) in board.sacrifices
                may = is_fit(unit) and can_recover(board, unit.army, hostage)
                if may and (paid or has_won(board, unit.name, other)):
                    yield unit, hostage


def is_fit(unit: Unit) -> bool:
    """Not unformed, spent, broken or routing [hostage/recovery]."""
    return unit.formed and not (unit.is_spent or unit.broken or unit.routing)


def has_won(board: Board, unit: str, captor: str) -> bool:
    """It has caused more Wounds in the phase than it has received [hostage/recovery]."""
    return any(
        ((combat.unit, combat.target) == (unit, captor) and combat.given > combat.taken)
        or ((combat.target, combat.unit) == (unit, captor) and combat.taken > combat.given)
        for combat in board.combats
    )


@BOOK.moot(RecoveryChoice, "hostage/recovery")
def cannot_recover(board: Board, item: RecoveryChoice) -> bool:
    """The hostage is gone or in another unit, or the unit no longer fit or engaged [hostage/recovery]."""
    return all((unit.name, one.name) != (item.unit, item.hostage) for unit, one in attempts(board))


@BOOK.offered(RecoveryChoice, "hostage/recovery")
def recovery_choices(
    board: Board, item: RecoveryChoice, seat: str
) -> Iterator[reports.Recover | reports.Leave]:
    """To test or not [hostage/recovery]."""
    yield reports.Recover(item.hostage, item.unit)
    yield reports.Leave(item.hostage)


@BOOK.answer(RecoveryChoice, reports.Recover, "hostage/recovery-test")
def recover(board: Board, item: RecoveryChoice, seat: str, order: reports.Recover, chance: Chance) -> Outcome:
    """A die and the Leaderships; the sum must be more than the unit's TL [hostage/recovery-test]."""
    refuse_first(recover_bars(item, order.hostage, order.unit))
    kind, hostage = board.setting.data.tests.tests.recovery, board.hostages[item.hostage]
    rule = "hostage/recovery-test"
    roll = trial(
        board,
        chance,
        kind,
        rule,
        f"recovery of {item.hostage} from {hostage.captor} by {item.unit}, turn {board.turn}",
        needed=board.units[item.unit].profile.tl,
        terms=(
            *command(board, kind, item.unit, rule),
            *against(board, kind, hostage.captor, rule),
            *recapture(board, seat, hostage),
        ),
    )
    tested = RecoveryTested(item.unit, hostage.captor, item.hostage, roll)
    return does(tested, HostageRecovered(item.hostage, item.unit, "test")) if roll.passed else does(tested)


def recapture(board: Board, army: str, hostage: Hostage) -> tuple[Term, ...]:
    """-1 where the army has held the hostage before and lost it [hostage/recapture].

    The clan of the hostage captures nobody: it recovers its own, however often.
    """
    if army not in hostage.held or clan_of(board, army) == hostage.clan:
        return ()
    value = board.setting.data.hostages.recovery.recapture.value
    return (Term(value, f"{army} has held {hostage.name} before", "hostage/recapture"),)


def recover_bars(item: RecoveryChoice, hostage: str, unit: str) -> Bars:
    """Only the hostage and the unit that are asked for [hostage/recovery]."""
    if (hostage, unit) != (item.hostage, item.unit):
        why = f"Asked is whether {item.unit} tries to recover {item.hostage}."
        yield Bar(
            "hostage/recovery",
            why,
            f'Write "recover {item.hostage} with {item.unit}" or "leave {item.hostage}".',
        )


@BOOK.answer(RecoveryChoice, reports.Leave, "hostage/recovery")
def leave(board: Board, item: RecoveryChoice, seat: str, order: reports.Leave, chance: Chance) -> Outcome:
    """Nobody has to try [hostage/recovery]."""
    refuse_first(recover_bars(item, order.hostage, item.unit))
    return does(RecoveryDeclined(item.unit, item.hostage))


@BOOK.step(CaptorGone, "hostage/captor-gone")
def captor_gone(board: Board, item: CaptorGone, chance: Chance) -> Outcome:
    """A unit that was engaged with it recovers its hostages; the owner says which [hostage/captor-gone].

    By an option the largest. With nobody there they leave the battle.
    """
    units = [name for name in item.engaged if not board.units[name].destroyed]
    if not units:
        return does(*(HostageFreed(one.name) for one in hostages_in(board, item.captor)))
    largest = max(units, key=lambda name: size(board, name))
    owner = board.units[largest].army
    own = tuple(name for name in units if board.units[name].army == owner)
    if len(own) == 1 or board.setting.options.rescuer == "most-models":
        return does(*rescued(board, item.captor, largest))
    return does(then=(RescuerChoice(owner, item.captor, own),))


def rescued(board: Board, captor: str, unit: str) -> tuple[HostageRecovered, ...]:
    """All its hostages, without a test [hostage/captor-gone]."""
    return tuple(HostageRecovered(one.name, unit, "captor gone") for one in hostages_in(board, captor))


@BOOK.offered(RescuerChoice, "hostage/captor-gone")
def rescuers(board: Board, item: RescuerChoice, seat: str) -> Iterator[reports.Rescuer]:
    """The units of the owner that were engaged with the captor [hostage/captor-gone]."""
    yield from (reports.Rescuer(unit) for unit in item.units)


@BOOK.answer(RescuerChoice, reports.Rescuer, "hostage/captor-gone")
def choose_rescuer(
    board: Board, item: RescuerChoice, seat: str, order: reports.Rescuer, chance: Chance
) -> Outcome:
    """The owner of several units says which one recovers the hostages [hostage/captor-gone]."""
    refuse_first(rescuer_bars(item, order))
    return does(*rescued(board, item.captor, order.unit))


def rescuer_bars(item: RescuerChoice, order: reports.Rescuer) -> Bars:
    """One of the units that were engaged with the captor [hostage/captor-gone]."""
    if order.unit not in item.units:
        why = f"{order.unit} was not engaged with {item.captor}, or is not the largest army's."
        yield Bar("hostage/captor-gone", why, f"Choose {either(item.units)}.")

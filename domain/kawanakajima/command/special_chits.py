"""Chapter 9.5: special chits.

9.5     what was written is opened
9.5.1   what may be written
9.5.2   attack
9.5.3   impetuous attack
9.5.4   retreat
9.5.5   combined manoeuvres
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.kawanakajima.board.events import CombinedTested, ImpetuousOrdered, PostureChanged, SpecialOpened
from domain.kawanakajima.board.fortress import free_of_siege
from domain.kawanakajima.board.plans_in_play import used
from domain.kawanakajima.board.state import (
    Board,
    clan_named,
    clans_of,
    covered,
    enemy,
    is_present,
    short,
    side_of,
    units_of,
)
from domain.kawanakajima.board.zones import clan_leader
from domain.kawanakajima.book import BOOK, listed
from domain.kawanakajima.command.plans import FIRST_RETREAT, gives_impetuous
from domain.kawanakajima.words.field_items import Activation, Displace, RetreatMove
from domain.kawanakajima.words.items import ChooseImpetuous, PlaySpecial, ThrowCombined
from domain.kawanakajima.words.orders import Impetuous
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sums import Sum, Term

IMPETUOUS = "impetuous"


@BOOK.step(PlaySpecial, "9.5")
def play_special(board: Board, item: PlaySpecial, chance: Chance) -> Outcome:
    """What was written is opened and shows its plan; clans in a siege do not act by it [7.1, 9.5, 13.6]."""
    chit, side, note = item.chit, side_of(item.chit), board.notes[item.chit]
    clans = free_of_siege(board, (clan for clan in note.clans if is_present(board, clan)))
    opened = SpecialOpened(chit, note.activation, note.clans)
    if note.activation == IMPETUOUS:
        return does(opened, then=(ChooseImpetuous(side),))
    shown = used(board, side)
    if note.activation == "retreat":
        given = tuple(event for event in gives_impetuous(board, side, FIRST_RETREAT) if event not in shown)
        taken = tuple(By("9.5.4", event) for event in _take(board, clans, "regroup", "special retreat"))
        return does(opened, *shown, *given, *taken, then=_retreat(clans))
    if note.activation == "attack":
        taken = tuple(By("9.5.2", event) for event in _take(board, clans, "attack", "special attack"))
        return does(opened, *shown, *taken, then=_attack(side, clans))
    return does(opened, *shown, then=(ThrowCombined(side, clans),) if clans else ())


def _take(board: Board, clans: tuple[str, ...], posture: str, why: str) -> tuple[PostureChanged, ...]:
    return tuple(PostureChanged(clan, covered(board, clan, posture), why) for clan in clans)


def _attack(side: str, clans: tuple[str, ...]) -> tuple[Struct, ...]:
    """The clan takes the posture of attack and is activated, with 6 movement points and +2 column [9.5.2]."""
    return (Activation(side, clans, special=True, posture=False),) if clans else ()


def _retreat(clans: tuple[str, ...]) -> tuple[Struct, ...]:
    """The clan regroups and retreats at once [9.5.4]."""
    return (RetreatMove(clans),) if clans else ()


# ---- 9.5.3


@BOOK.offered(ChooseImpetuous, "9.5.3")
def clans_to_provoke(board: Board, item: ChooseImpetuous, seat: str) -> Iterator[Struct]:
    """Any clan of the enemy that is on the map [9.5.3]."""
    for clan in _provokable(board, seat):
        yield Impetuous(short(clan))


def _provokable(board: Board, side: str) -> tuple[str, ...]:
    """Clans of the other side that stand on a hex of the map, and are in no siege [13.6]."""
    return tuple(
        clan
        for clan in free_of_siege(board, clans_of(board, enemy(side)))
        if any(board.units[unit].hex in board.data.map.places for unit in units_of(board, clan))
    )


def provoke_bars(board: Board, item: ChooseImpetuous, seat: str, order: Impetuous) -> Bars:
    possible = _provokable(board, seat)
    if clan_named(board, enemy(seat), order.clan) not in possible:
        why = f"Your enemy has no clan {order.clan} on the map."
        yield Bar("9.5.3", why, f"Clans that can be made to attack: {listed(possible)}.")


@BOOK.answer(ChooseImpetuous, Impetuous, "9.5.3")
def provoke(board: Board, item: ChooseImpetuous, seat: str, order: Impetuous, chance: Chance) -> Outcome:
    """A clan of the enemy takes the posture of attack; its own side then activates it [9.5.3]."""
    refuse_first(provoke_bars(board, item, seat, order))
    other = enemy(seat)
    clan = clan_named(board, other, order.clan)
    taken = PostureChanged(clan, covered(board, clan, "attack"), "impetuous attack")
    activation = Activation(other, (clan,), posture=board.options.impetuous_change)
    return does(ImpetuousOrdered(seat, clan), taken, then=(activation,))


@BOOK.when_none(ChooseImpetuous, "9.5.3")
def nobody_to_provoke(board: Board, item: ChooseImpetuous, chance: Chance) -> Outcome:
    """The enemy has nobody on the map: the chit has no effect [9.5.3]."""
    return does()


# ---- 9.5.5


@BOOK.step(ThrowCombined, "9.5.5")
def throw_combined(board: Board, item: ThrowCombined, chance: Chance) -> Outcome:
    """Each clan throws; from 3 on it joins, on a natural 1 it regroups and the enemy moves it [9.5.5]."""
    if not item.clans:
        return does(then=(Activation(item.side, item.joined),) if item.joined else ())
    clan, rest = item.clans[0], item.clans[1:]
    face = chance.throw("9.5.5", f"combined manoeuvres, clan {short(clan)} of {item.side}", sides=6)[0]
    leader = clan_leader(board, clan)
    die = Sum((Term(face, "die", "9.5.5"), *((Term(leader, "leader", "9.5.5"),) if leader else ())))
    if face == 1:
        flees = PostureChanged(clan, covered(board, clan, "regroup"), "combined manoeuvres")
        after = ThrowCombined(item.side, rest, item.joined)
        return does(
            CombinedTested(clan, face, die, "flees"), flees, then=(Displace(enemy(item.side), clan), after)
        )
    if die.total >= board.data.numbers.combined_needed:
        after = ThrowCombined(item.side, rest, (*item.joined, clan))
        return does(CombinedTested(clan, face, die, "joins"), then=(after,))
    return does(CombinedTested(clan, face, die, "stays"), then=(ThrowCombined(item.side, rest, item.joined),))

"""Chapter 6: postures and how they change, and the four phases of an activation [9.4].

6.1, 6.2  a clan has one posture; by consent only its own side knows it
6.4       changing it: the die, a leader, the plan
6.5       an attacking clan without an enemy near regroups by itself
9.4       the four phases: posture, movement, combat, rally
9.5.2     a special attack
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kawanakajima.board.events import PostureChanged
from domain.kawanakajima.board.field_events import Activated, PostureTried, PostureWanted
from domain.kawanakajima.board.fortress import besieged, free_of_siege
from domain.kawanakajima.board.plans_in_play import active, used
from domain.kawanakajima.board.state import (
    Board,
    Hidden,
    clan_named,
    covered,
    is_present,
    short,
    side_of,
    units_of,
)
from domain.kawanakajima.board.zones import clan_leader, enemy_hexes
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.data.tables import POSTURES
from domain.kawanakajima.siege.withdrawal import may_withdraw
from domain.kawanakajima.words.field_items import (
    Activation,
    Engage,
    Manoeuvre,
    PosturePhase,
    RallyPhase,
    RetreatMove,
    TakePosture,
    TryPosture,
)
from domain.kawanakajima.words.field_orders import Posture
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_items import WithdrawClan
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import By, Outcome, does
from domain.kit.hexes import distance
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term

NO_ENEMY_NEAR = "no enemy near"

# ---- the phases of an activation


@BOOK.step(Activation, "9.4")
def activate(board: Board, item: Activation, chance: Chance) -> Outcome:
    """Posture, movement, combat, rally, within the limits of the posture [9.4]."""
    present = tuple(clan for clan in item.clans if is_present(board, clan))
    clans = free_of_siege(board, present)
    kind = "special attack" if item.special else "clan"
    alone = tuple(clan for clan in clans if must_regroup(board, clan))
    regrouped = (By("6.5", PostureChanged(c, covered(board, c, "regroup"), NO_ENEMY_NEAR)) for c in alone)
    trying = tuple(clan for clan in clans if clan not in alone)
    phases = (
        *((PosturePhase(item.side, trying),) if item.posture and trying else ()),
        Manoeuvre(item.side, clans),
        Engage(item.side, clans),
        RallyPhase(item.side, clans),
    )
    return does(
        Activated(item.side, present, kind),
        *regrouped,
        then=(*_in_the_siege(board, item), *(phases if clans else ())),
    )


def _in_the_siege(board: Board, item: Activation) -> tuple[PosturePhase, ...]:
    """All that a clan in a siege does with its chit is to try to withdraw, by a change of posture [13.6]."""
    clans = tuple(clan for clan in item.clans if besieged(board, clan) and may_withdraw(board, clan))
    return (PosturePhase(item.side, clans),) if clans and item.posture and not item.special else ()


def must_regroup(board: Board, clan: str) -> bool:
    """An attacking clan without any enemy within six hexes of its units regroups by itself [6.5]."""
    return board.postures[clan] == "attack" and not _enemies_near(board, clan)


def may_regroup(board: Board, clan: str) -> bool:
    """It may also leave aside enemies beyond a river, even one with a ford [6.5]."""
    bank = board.data.map.bank
    return board.postures[clan] == "attack" and all(
        bank[here] != bank[there] for here, there in _enemies_near(board, clan)
    )


def _enemies_near(board: Board, clan: str) -> tuple[tuple[str, str], ...]:
    """Hexes of the clan and of enemies within the radius of an attack."""
    radius, foes = board.data.numbers.attack_radius, enemy_hexes(board, side_of(clan))
    own = (here for unit in units_of(board, clan) for here in _looking_from(board, unit))
    return tuple((here, there) for here in own for there in foes if distance(here, there) <= radius)


def _looking_from(board: Board, unit: str) -> tuple[str, ...]:
    """Where a unit stands; on an entry point, by the editions from 3 on, the hexes next to it [6.5, 16.2]."""
    here, entries = board.units[unit].hex, board.data.map.entries
    if here not in entries:
        return (here,)
    return entries[here].hexes if board.options.sight_from_entries else ()


# ---- the change of posture


@BOOK.offered(PosturePhase, "6.4", private=True)
def changes(board: Board, item: PosturePhase, seat: str) -> Iterator[Posture | Done]:
    """Every posture that the table allows, once for each clan; or none [6.4]."""
    for clan in untried(board, item):
        yield from (
            Posture(short(clan), wanted) for wanted in POSTURES if not any(_change_bars(board, clan, wanted))
        )
    yield Done()


@BOOK.moot(PosturePhase, "6.4")
def all_have_tried(board: Board, item: PosturePhase) -> bool:
    """A clan tries once in an activation [6.4]."""
    return not untried(board, item)


def untried(board: Board, item: PosturePhase) -> tuple[str, ...]:
    return tuple(clan for clan in item.clans if clan not in board.field.tried and is_present(board, clan))


def needed(board: Board, clan: str, wanted: str) -> int | None:
    """What the die must reach for a posture; 0: no die is needed, None: the table has nothing [6.4]."""
    now = board.postures[clan]
    if now == wanted or (wanted == "attack" and besieged(board, clan)):
        return None
    if wanted == "regroup" and may_regroup(board, clan):
        return 0
    return board.data.posture_change[now].get(wanted)


def posture_bars(board: Board, item: PosturePhase, seat: str, order: Posture) -> Bars:
    """An activated clan tries once, and what the table allows [6.4]."""
    clan = clan_named(board, seat, order.clan)
    if clan not in item.clans:
        could = f"Activated: {either([short(known) for known in item.clans])}."
        yield Bar("6.4", f"Clan {order.clan} is not activated.", could)
        return
    if clan not in untried(board, item):
        yield Bar("6.4", f"Clan {order.clan} has tried already in this activation.")
    yield from _change_bars(board, clan, order.posture)


def _change_bars(board: Board, clan: str, wanted: str) -> Bars:
    """The table of posture changes has a number for it; in a siege there is no way to attack [6.4, 13.6]."""
    now = board.postures[clan]
    if needed(board, clan, wanted) is not None:
        return
    if wanted == "attack" and besieged(board, clan):
        why = f"Clan {short(clan)} is in the siege of Kaizu: it changes its posture only to withdraw."
        yield Bar("13.6", why)
    could = [posture for posture in POSTURES if needed(board, clan, posture) is not None]
    why = (
        f"Clan {short(clan)} is in {now} already."
        if now == wanted
        else f"No change leads from {now} to {wanted}."
    )
    yield Bar("6.4", why, f"It may try {either(could)}." if could else "")


@BOOK.answer(PosturePhase, Posture, "6.4")
def want_posture(board: Board, item: PosturePhase, seat: str, order: Posture, chance: Chance) -> Outcome:
    """The clan tries first of all to change its posture [6.4]."""
    refuse_first(posture_bars(board, item, seat, order))
    clan = clan_named(board, seat, order.clan)
    if needed(board, clan, order.posture) == 0:
        events = (
            PostureWanted(clan, covered(board, clan, "regroup")),
            By("6.5", PostureChanged(clan, covered(board, clan, "regroup"), NO_ENEMY_NEAR)),
        )
        return does(*events, then=(item,))
    return does(PostureWanted(clan, covered(board, clan, order.posture)), then=(TryPosture(clan), item))


@BOOK.answer(PosturePhase, Done, "6.4")
def keep_posture(board: Board, item: PosturePhase, seat: str, order: Done, chance: Chance) -> Outcome:
    """Nobody has to try [6.4]."""
    return does()


@BOOK.step(TryPosture, "6.4")
def try_posture(board: Board, item: TryPosture, chance: Chance) -> Outcome:
    """A die and a leader of the clan against the table; a failure changes nothing [6.4]."""
    clan, wanted = item.clan, board.field.wanted
    needs = needed(board, clan, wanted) or 0
    (face,) = chance.throw("6.4", f"change of posture of {short(clan)}, {side_of(clan)}", sides=6)
    tried = posture_sum(board, clan, wanted, face)
    reached = tried.total >= needs
    events = [
        *_plan_helps(board, clan, wanted),
        PostureTried(clan, face, tried, sealed_need(board, clan, needs), reached),
    ]
    if item.initiative and face == 1:
        return does(*events, then=(RetreatMove((clan,)),))
    if reached:
        events.append(PostureChanged(clan, covered(board, clan, wanted), "change of posture"))
    withdraws = reached and besieged(board, clan)
    return does(*events, then=(WithdrawClan(side_of(clan), clan),) if withdraws else ())


def posture_sum(board: Board, clan: str, wanted: str, face: int) -> Sum:
    """The die, a leader of the clan, and what Hoshi adds or takes [6.4, 7.3]."""
    terms = [Term(face, "die", "6.4")]
    if leader := clan_leader(board, clan):
        terms.append(Term(leader, "leader", "6.4"))
    if bonus := plan_bonus(board, clan, wanted):
        terms.append(Term(bonus, "battle plan", "7.3"))
    return Sum(tuple(terms))


def plan_bonus(board: Board, clan: str, wanted: str) -> int:
    """Hoshi helps into the attack and hinders out of it [7.3]."""
    plan = active(board, side_of(clan))
    if plan is None:
        return 0
    if wanted == "attack":
        return plan.into_attack
    return plan.out_of_attack if board.postures[clan] == "attack" else 0


def _plan_helps(board: Board, clan: str, wanted: str) -> tuple[By, ...]:
    return used(board, side_of(clan)) if plan_bonus(board, clan, wanted) else ()


def sealed_need(board: Board, clan: str, needs: int) -> int | Sealed[int]:
    """What was needed tells which postures: it goes under seal with them [6.2]."""
    return Sealed((side_of(clan),), needs) if board.options.secret_postures else needs


@BOOK.step(TakePosture, "6.4")
def take_posture(board: Board, item: TakePosture, chance: Chance) -> Outcome:
    """A rule gives the clan a posture without a die [6.4]."""
    if board.postures[item.clan] == item.posture or not is_present(board, item.clan):
        return does()
    hidden: Hidden = covered(board, item.clan, item.posture)
    return does(PostureChanged(item.clan, hidden, item.why))

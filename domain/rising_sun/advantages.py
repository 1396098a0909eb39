"""Chapter "advantage": the four War Advantages, from left to right, and how they are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from domain.kit.bars import Bar
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sums import Sum, Term
from domain.rising_sun.battle import fought, targets
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import ADVANTAGES, Board, by_honor, free_coins, has_ability, held
from domain.rising_sun.book import BOOK, REFUSALS, among, not_yes_or_no
from domain.rising_sun.data.tables import BORROWED
from domain.rising_sun.deaths import all_of, killing
from domain.rising_sun.points import gains_honor, scored
from domain.rising_sun.war import tie_won
from domain.rising_sun.words import items as i
from domain.rising_sun.words import orders as o


@BOOK.step(i.Compare, "battle/compare")
def compare(board: Board, item: i.Compare, chance: Chance) -> Outcome:
    """The most coins win; a tie goes to the highest Honor as it stands now [battle/compare]."""
    slot, bids = ADVANTAGES.index(item.advantage), fought(board).bids
    most = max(bid[slot] for bid in bids.values())
    if not most:
        return does(By("battle/skipped", skipped(item.advantage)))
    tied = by_honor(board, (clan for clan, bid in bids.items() if bid[slot] == most))
    won = e.AdvantageWon(item.advantage, tied[0], most, tied if len(tied) > 1 else ())
    why = nothing_to_do(board, tied[0], item.advantage)
    if why:
        empty = By(f"advantage/{item.advantage}", e.AdvantageEmpty(item.advantage, tied[0], why))
        return does(won, empty, then=tie_won(board, tied))
    return does(won, then=(*tie_won(board, tied), prompt(board, tied[0], item.advantage)))


def skipped(advantage: str) -> e.AdvantageSkipped:
    """An Advantage without a coin is won by nobody [battle/skipped]."""
    return e.AdvantageSkipped(advantage)


def prompt(board: Board, seat: str, advantage: str) -> Struct:
    """What the winner of an Advantage is asked [battle/decline]."""
    if advantage == "hostage":
        more = sum(card.amount for _, card in held(board, seat, "more-hostages"))
        return i.ChooseHostage(seat, 1 + more)
    asked = {"seppuku": i.CommitSeppuku, "ronin": i.HireThem, "poets": i.HearPoets}
    return asked[advantage](seat)


def nothing_to_do(board: Board, seat: str, advantage: str) -> str:
    """Why the winner has nothing to execute the Advantage with; "" if there is something [battle/decline]."""
    province = fought(board).province
    if advantage == "seppuku" and not all_of(board, seat):
        return f"There is no figure of {seat} in {province}."
    if advantage == "hostage" and not any(True for _ in hostages(board, seat)):
        return f"Nobody else has a figure in {province} that can be taken."
    if advantage == "ronin" and not ronin_force(board, seat).total:
        return f"{seat} has no Ronin."
    if advantage == "poets" and not fought(board).killed:
        return f"Nobody has been killed in {province}."
    return ""


@BOOK.step(i.HonorTie, "clan/sun")
def honor_tie(board: Board, item: i.HonorTie, chance: Chance) -> Outcome:
    """The Sun gains a coin and a point by a tie that it wins by Honor; the others lose as much [clan/sun]."""
    amount, why = board.setting.tables.clans[item.player].amount, "tie won by Honor"
    events: list[Struct] = [
        e.ReserveChanged(item.player, amount, 0, why),
        scored(board, item.player, Term(amount, why, "clan/sun")),
    ]
    for clan in item.tied:
        if coins := min(amount, free_coins(board, clan)):
            events.append(e.ReserveChanged(clan, -coins, 0, "tie lost by Honor"))
        if points := min(amount, board.points[clan]):
            events.append(e.PointsLost(clan, points, "tie lost by Honor"))
    return does(*events)


# ---- Seppuku


@BOOK.offered(i.CommitSeppuku, "advantage/seppuku")
def seppuku_or_not(board: Board, item: i.CommitSeppuku, seat: str) -> tuple[Struct, ...]:
    """All figures, or none [advantage/seppuku]."""
    return o.Seppuku("yes"), o.Seppuku("no")


@BOOK.answer(i.CommitSeppuku, o.Seppuku, "advantage/seppuku")
def seppuku(board: Board, item: i.CommitSeppuku, seat: str, order: o.Seppuku, chance: Chance) -> Outcome:
    """All own figures are killed; a point and a step of Honor for each [advantage/seppuku]."""
    among("advantage/seppuku", order, seppuku_or_not(board, item, seat), not_yes_or_no(order.choice))
    if order.choice == "no":
        return declined(seat, "seppuku")
    dead, numbers = all_of(board, seat), board.setting.tables.numbers
    count = sum(one.count for one in dead)
    killed, after = killing(board, seat, "seppuku", dead)
    term = Term(count * numbers["points-of-seppuku"], f"{count} killed by Seppuku", "advantage/seppuku")
    honor = gains_honor(board, seat, count * numbers["honor-of-seppuku"])
    return does(killed, scored(board, seat, term), *(By("honor/track", one) for one in honor), then=after)


def declined(seat: str, advantage: str) -> Outcome:
    """Nobody else gets an Advantage that its winner declines [battle/decline]."""
    return does(By("battle/decline", e.AdvantageDeclined(advantage, seat)))


# ---- Take Hostage


def hostages(board: Board, seat: str) -> Iterator[o.TakeHostage]:
    """The figures of any other player, of an ally too, but no Daimyo [advantage/hostage, figures/daimyo]."""
    for clan in board.figures[fought(board).province]:
        if clan != seat:
            yield from (
                o.TakeHostage(figure, clan)
                for figure in targets(board, clan)
                if owner_of(board, clan, figure) != seat
            )


def owner_of(board: Board, clan: str, figure: str) -> str:
    """Whose figure it is that fights on a clan's side [advantage/hostage]."""
    return fought(board).borrowed if figure in BORROWED else clan


@BOOK.offered(i.ChooseHostage, "advantage/hostage")
def hostage_or_none(board: Board, item: i.ChooseHostage, seat: str) -> Iterator[Struct]:
    """Each figure that can be taken; or no more [advantage/hostage]."""
    found = tuple(hostages(board, seat))
    yield from found
    if found:
        yield o.Decline()


@BOOK.when_none(i.ChooseHostage, "advantage/hostage")
def no_more_hostages(board: Board, item: i.ChooseHostage, chance: Chance) -> Outcome:
    """Where nobody is left to be taken, the points for the others come [advantage/hostage]."""
    return does(then=(i.StealPoints(item.seat, item.owners),))


@BOOK.answer(i.ChooseHostage, o.TakeHostage, "advantage/hostage")
def take_hostage(
    board: Board, item: i.ChooseHostage, seat: str, order: o.TakeHostage, chance: Chance
) -> Outcome:
    """One figure is removed and held: captured, not killed [advantage/hostage]."""
    chosen = meant(board, item, seat, order)
    owner = owner_of(board, chosen.clan, chosen.figure)
    owners, left = (*item.owners, owner), item.left - 1
    then = i.ChooseHostage(seat, left, owners) if left else i.StealPoints(seat, owners)
    return does(e.HostageTaken(seat, owner, chosen.figure), then=(then,))


def meant(board: Board, item: i.ChooseHostage, seat: str, order: o.TakeHostage) -> o.TakeHostage:
    """The hostage of an order, whose clan may be left out where only one has it [advantage/hostage]."""
    possible = tuple(hostages(board, seat))
    found = [one for one in possible if one.figure == order.figure and order.clan in ("", one.clan)]
    if len(found) > 1:
        whose = ", ".join(one.clan for one in found)
        raise REFUSALS.refusal(Bar("advantage/hostage", f"Several have {order.figure}: {whose}."), found)
    why = f"No {order.figure} of another player can be taken in {fought(board).province}; no Daimyo ever can."
    among("advantage/hostage", found[0] if found else order, hostage_or_none(board, item, seat), why)
    return found[0]


@BOOK.answer(i.ChooseHostage, o.Decline, "battle/decline")
def take_none(board: Board, item: i.ChooseHostage, seat: str, order: o.Decline, chance: Chance) -> Outcome:
    """No hostage, or no more [battle/decline]."""
    if item.owners:
        return does(then=(i.StealPoints(seat, item.owners),))
    return declined(seat, "hostage")


@BOOK.step(i.StealPoints, "advantage/hostage")
def steal_points(board: Board, item: i.StealPoints, chance: Chance) -> Outcome:
    """A point of each owner who has one; cards add to it, in one gain [advantage/hostage, card/hostages]."""
    each = board.setting.tables.numbers["points-of-a-hostage"]
    stolen = {clan: min(each * times, board.points[clan]) for clan, times in Counter(item.owners).items()}
    better = tuple(held(board, item.player, "better-hostages"))
    terms = [Term(points, f"stolen from {clan}", "advantage/hostage") for clan, points in stolen.items()]
    terms += [Term(card.amount, name, "card/hostages") for name, card in better]
    lost = tuple(e.PointsLost(clan, points, "hostage") for clan, points in stolen.items() if points)
    gained = (scored(board, item.player, *terms),) if any(term.value for term in terms) else ()
    honor = gains_honor(board, item.player, len(better)) if better else ()
    return does(*lost, *gained, *(By("card/hostages", one) for one in honor))


# ---- Hire Ronin


def ronin_force(board: Board, seat: str) -> Sum:
    """Each Ronin in reserve fights; for the Koi the coins in reserve too [advantage/ronin, clan/koi]."""
    each = board.setting.tables.numbers["force-of-a-ronin"]
    terms = [Term(each * board.ronin[seat], f"{board.ronin[seat]} Ronin", "advantage/ronin")]
    if has_ability(board, seat, "ronin-for-coins"):
        coins = free_coins(board, seat)
        terms.append(Term(each * coins, f"{coins} coins in reserve", "clan/koi"))
    return Sum(tuple(term for term in terms if term.value))


@BOOK.offered(i.HireThem, "advantage/ronin")
def hire_or_not(board: Board, item: i.HireThem, seat: str) -> tuple[Struct, ...]:
    """All of them, or none [advantage/ronin]."""
    return o.HireRonin("yes"), o.HireRonin("no")


@BOOK.answer(i.HireThem, o.HireRonin, "advantage/ronin")
def hire(board: Board, item: i.HireThem, seat: str, order: o.HireRonin, chance: Chance) -> Outcome:
    """The tokens fight in this battle and are not spent [advantage/ronin]."""
    among("advantage/ronin", order, hire_or_not(board, item, seat), not_yes_or_no(order.choice))
    if order.choice == "no":
        return declined(seat, "ronin")
    return does(e.RoninHired(seat, ronin_force(board, seat)))


# ---- Imperial Poets


@BOOK.offered(i.HearPoets, "advantage/poets")
def poets_or_not(board: Board, item: i.HearPoets, seat: str) -> tuple[Struct, ...]:
    """To hear them, or not [advantage/poets]."""
    return o.Poets("yes"), o.Poets("no")


@BOOK.answer(i.HearPoets, o.Poets, "advantage/poets")
def poets(board: Board, item: i.HearPoets, seat: str, order: o.Poets, chance: Chance) -> Outcome:
    """A point for each figure killed in this battle, whosever and however [advantage/poets]."""
    among("advantage/poets", order, poets_or_not(board, item, seat), not_yes_or_no(order.choice))
    if order.choice == "no":
        return declined(seat, "poets")
    killed = fought(board).killed
    points = killed * board.setting.tables.numbers["points-of-poets"]
    return does(scored(board, seat, Term(points, f"{killed} killed in the battle", "advantage/poets")))


# ---- answers left with the referee


@BOOK.fires(i.CommitSeppuku, "battle/standing")
def standing_seppuku(board: Board, item: i.CommitSeppuku, seat: str) -> Struct | None:
    """The answer that the seat has left [battle/standing]."""
    return _standing(board, seat, "seppuku", o.Seppuku)


@BOOK.fires(i.HireThem, "battle/standing")
def standing_ronin(board: Board, item: i.HireThem, seat: str) -> Struct | None:
    """The answer that the seat has left [battle/standing]."""
    return _standing(board, seat, "ronin", o.HireRonin)


@BOOK.fires(i.HearPoets, "battle/standing")
def standing_poets(board: Board, item: i.HearPoets, seat: str) -> Struct | None:
    """The answer that the seat has left [battle/standing]."""
    return _standing(board, seat, "poets", o.Poets)


@BOOK.fires(i.ChooseHostage, "battle/standing")
def standing_hostage(board: Board, item: i.ChooseHostage, seat: str) -> Struct | None:
    """Never to take any is the only answer that can be left for hostages [battle/standing]."""
    return o.Decline() if board.standing[seat].get("hostage") == "no" else None


def _standing(board: Board, seat: str, advantage: str, order: type[Struct]) -> Struct | None:
    choice = board.standing[seat].get(advantage, "ask")
    return None if choice == "ask" else order(choice)

"""Chapter "war-phase": the provinces in their order, and who fights.

war-phase/order         provinces one after the other
clan/koi                Ronin become coins at the start
clan/fox                free Bushi at the start, or before each battle
card/crosses            a monster joins over sea
battle/involved         who is in a battle
war-phase/uncontested   one player with Force, or none
war-phase/allied-pair   two allies only
war-phase/cleanup       after the last province
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sums import Sum
from domain.rising_sun.board import events as e
from domain.rising_sun.board.force import force, with_force
from domain.rising_sun.board.state import Board, ally, has_ability, held, reserve
from domain.rising_sun.book import BOOK, among, not_yes_or_no
from domain.rising_sun.data.tables import BUSHI, SEASONS
from domain.rising_sun.settled import settled
from domain.rising_sun.words import items
from domain.rising_sun.words import orders as o


@BOOK.step(items.BeginWar, "war-phase/order")
def begin_war(board: Board, item: items.BeginWar, chance: Chance) -> Outcome:
    """What clans do at the start, then every war province, the lowest number first [war-phase/order]."""
    swaps = tuple(
        items.SwapRonin(clan)
        for clan in board.honor
        if has_ability(board, clan, "ronin-for-coins") and board.ronin[clan]
    )
    free = free_bushi(board, board.wars) if board.setting.options.fox_timing == "phase" else ()
    return does(then=(*swaps, *free, *map(items.War, board.wars), items.EndWar()))


@BOOK.step(items.SwapRonin, "clan/koi")
def swap_ronin(board: Board, item: items.SwapRonin, chance: Chance) -> Outcome:
    """At the start of the War phase each Ronin becomes a coin [clan/koi]."""
    return does(e.RoninSwapped(item.player, board.ronin[item.player]))


# ---- the Fox


def free_bushi(board: Board, provinces: Sequence[str]) -> tuple[items.FreeBushi, ...]:
    """The prompt for whoever may place free Bushi in some of these provinces [clan/fox]."""
    return tuple(
        items.FreeBushi(clan, empty)
        for clan in board.honor
        if has_ability(board, clan, "free-bushi") and reserve(board, clan, BUSHI)
        if (empty := tuple(place for place in provinces if not board.figures[place][clan]))
    )


@BOOK.offered(items.FreeBushi, "clan/fox")
def places_for_bushi(board: Board, item: items.FreeBushi, seat: str) -> Iterator[Struct]:
    """Any of the provinces where the clan has nothing, or none [clan/fox]."""
    yield from map(o.Place, item.provinces)
    yield o.Decline()


@BOOK.answer(items.FreeBushi, o.Place, "clan/fox")
def place_bushi(board: Board, item: items.FreeBushi, seat: str, order: o.Place, chance: Chance) -> Outcome:
    """One Bushi of the reserve in a province, as long as there are both [clan/fox]."""
    names = ", ".join(item.provinces)
    why = f"A free Bushi goes where you have nothing and there is a war now: {names}."
    among("clan/fox", order, places_for_bushi(board, item, seat), why)
    rest = tuple(place for place in item.provinces if place != order.province)
    more = (items.FreeBushi(seat, rest),) if rest and reserve(board, seat, BUSHI) > 1 else ()
    return does(e.BushiPlaced(seat, order.province), then=more)


@BOOK.answer(items.FreeBushi, o.Decline, "clan/fox")
def place_none(board: Board, item: items.FreeBushi, seat: str, order: o.Decline, chance: Chance) -> Outcome:
    """The clan need not place any, or any more [clan/fox]."""
    return does(e.EffectDeclined(seat, "free Bushi"))


# ---- one province


@BOOK.step(items.War, "war-phase/order")
def war(board: Board, item: items.War, chance: Chance) -> Outcome:
    """Before it is clear who fights, a monster may come over sea [war-phase/order]."""
    opened = e.WarOpened(item.province, board.wars.index(item.province) + 1)
    return does(opened, then=(*crossings(board, item.province), items.Judge(item.province)))


def crossings(board: Board, province: str) -> Iterator[items.CrossSea]:
    """The monsters that a sea route leads to the province [card/crosses]."""
    for clan in board.honor:
        for card, _ in held(board, clan, "crosses"):
            for source in board.setting.tables.provinces[province].sea:
                if board.figures[source][clan].get(card):
                    yield items.CrossSea(clan, card, source, province)


@BOOK.offered(items.CrossSea, "card/crosses")
def cross_or_not(board: Board, item: items.CrossSea, seat: str) -> tuple[Struct, ...]:
    """To cross, or to stay [card/crosses]."""
    return o.Cross("yes"), o.Cross("no")


@BOOK.answer(items.CrossSea, o.Cross, "card/crosses")
def cross(board: Board, item: items.CrossSea, seat: str, order: o.Cross, chance: Chance) -> Outcome:
    """The monster moves along one sea route before the war is resolved [card/crosses]."""
    among("card/crosses", order, cross_or_not(board, item, seat), not_yes_or_no(order.choice))
    if order.choice == "no":
        return does(e.EffectDeclined(seat, item.card))
    return does(e.FigureMoved(seat, item.card, seat, item.card, item.source, item.province))


@BOOK.step(items.Judge, "battle/involved")
def judge(board: Board, item: items.Judge, chance: Chance) -> Outcome:
    """A battle needs two players with Force who are not allied with each other [battle/involved]."""
    province, involved = item.province, with_force(board, item.province)
    if not involved:
        return does(By("war-phase/uncontested", e.TokenDiscarded(province)))
    if len(involved) == 1:
        return uncontested(board, province, involved[0])
    if len(involved) == 2 and ally(board, involved[0]) == involved[1]:
        return allied_pair(board, province, involved)
    late = free_bushi(board, (province,)) if board.setting.options.fox_timing == "battle" else ()
    return does(then=(*late, items.BeginBattle(province)))


def uncontested(board: Board, province: str, clan: str) -> Outcome:
    """The only player with Force takes the token without a battle [war-phase/uncontested]."""
    taken = e.TokenTaken(clan, province, board.season, "uncontested")
    return does(By("war-phase/uncontested", taken), then=(items.TokenCards(clan, province),))


def allied_pair(board: Board, province: str, pair: tuple[str, ...]) -> Outcome:
    """Of two allies alone the one with more Force takes the token, a tie by Honor [war-phase/allied-pair]."""
    forces = {clan: force(board, province, clan) for clan in pair}
    tied = strongest(board, forces)
    taken = e.TokenTaken(tied[0], province, board.season, "allied")
    compared = e.ForcesCompared(province, forces, tied if len(tied) > 1 else ())
    return does(
        By("war-phase/allied-pair", compared),
        By("war-phase/allied-pair", taken),
        then=(*tie_won(board, tied), items.TokenCards(tied[0], province)),
    )


def strongest(board: Board, forces: dict[str, Sum]) -> tuple[str, ...]:
    """The players with the highest Force, highest Honor first [battle/outcome]."""
    most = max(one.total for one in forces.values())
    return tuple(clan for clan in board.honor if clan in forces and forces[clan].total == most)


def tie_won(board: Board, tied: tuple[str, ...]) -> tuple[items.HonorTie, ...]:
    """What comes next where the first of several has won by Honor [clan/sun]."""
    gains = board.setting.options.sun_ties and has_ability(board, tied[0], "honor-ties")
    return (items.HonorTie(tied[0], tied[1:]),) if gains and len(tied) > 1 else ()


@BOOK.step(items.EndWar, "war-phase/cleanup")
def end_war(board: Board, item: items.EndWar, chance: Chance) -> Outcome:
    """All coins and Ronin are discarded; then the next season, or winter [war-phase/cleanup].

    Where only battles are settled, they stay, and the sheet is the end [war-phase/settled].
    """
    if board.setting.options.settles == "battles":
        return does(By("war-phase/settled", settled(board)))
    discarded = e.ReservesDiscarded(board.coins, board.ronin)
    if board.setting.options.seasons == 1:
        return does(discarded, then=(items.Victory(),))
    last = board.season == len(SEASONS) and board.setting.options.winter == "at-once"
    return does(discarded, then=(items.Winter(), items.Victory()) if last else (items.NextSeason(),))

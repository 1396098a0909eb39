"""Chapter "battle": its outcome, the losses, the token and the reparations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.sums import Sum, Term
from domain.rising_sun.battle import fought
from domain.rising_sun.board import events as e
from domain.rising_sun.board.force import force
from domain.rising_sun.board.state import Board, ally, by_honor, counts_as, held, oni_of
from domain.rising_sun.book import BOOK, among, counted, not_yes_or_no
from domain.rising_sun.data.tables import SHINTO
from domain.rising_sun.deaths import all_of, killing
from domain.rising_sun.points import gains_honor, scored
from domain.rising_sun.war import strongest, tie_won
from domain.rising_sun.words import items as i
from domain.rising_sun.words import orders as o


def full_force(board: Board, clan: str) -> Sum:
    """The figures that are left, and hired Ronin [battle/outcome]."""
    battle = fought(board)
    hired = battle.hired.get(clan, 0)
    ronin = (Term(hired, "hired Ronin", "advantage/ronin"),) if hired else ()
    return Sum((*force(board, battle.province, clan).terms, *ronin))


@BOOK.step(i.Settle, "battle/outcome")
def settle(board: Board, item: i.Settle, chance: Chance) -> Outcome:
    """The highest Force takes the token, a tie the highest Honor, also at no Force [battle/outcome]."""
    battle = fought(board)
    forces = {clan: full_force(board, clan) for clan in battle.players}
    tied = strongest(board, forces)
    winner = tied[0]
    lost = bool(losses(board, winner))
    merciful = lost and any(True for _ in held(board, winner, "spares"))
    then: tuple[Struct, ...] = (i.SpareThem(winner),) if merciful else (i.Losses(winner),) if lost else ()
    return does(
        e.ForcesCompared(battle.province, forces, tied if len(tied) > 1 else ()),
        e.TokenTaken(winner, battle.province, board.season, "battle"),
        then=(*tie_won(board, tied), *then, i.TokenCards(winner, battle.province)),
    )


def losses(board: Board, winner: str) -> tuple[e.Dead, ...]:
    """All figures of the others, but not of the winner's ally; a Daimyo dies too [battle/losses]."""
    spared = (winner, ally(board, winner))
    return tuple(dead for clan in fought(board).players if clan not in spared for dead in all_of(board, clan))


@BOOK.step(i.Losses, "battle/losses")
def lose_figures(board: Board, item: i.Losses, chance: Chance) -> Outcome:
    """The figures of the losers go back to their reserves [battle/losses]."""
    killed, after = killing(board, item.player, "battle", losses(board, item.player))
    return does(killed, then=after)


@BOOK.offered(i.SpareThem, "card/spares")
def spare_or_not(board: Board, item: i.SpareThem, seat: str) -> tuple[Struct, ...]:
    """All of them, or none [card/spares]."""
    return o.Spare("yes"), o.Spare("no")


@BOOK.answer(i.SpareThem, o.Spare, "card/spares")
def spare(board: Board, item: i.SpareThem, seat: str, order: o.Spare, chance: Chance) -> Outcome:
    """Whoever could kill figures of others may leave all alive, and gains points [card/spares]."""
    among("card/spares", order, spare_or_not(board, item, seat), not_yes_or_no(order.choice))
    if order.choice == "no":
        burnt = tuple(i.BurnOne(seat, item.card, clan) for clan in item.clans)
        return does(then=burnt or (i.Losses(seat),))
    cards = tuple(held(board, seat, "spares"))
    terms = (Term(card.amount, name, "card/spares") for name, card in cards)
    return does(e.FiguresSpared(seat, cards[0][0]), scored(board, seat, *terms))


# ---- the token


@BOOK.step(i.TokenCards, "card/tokens")
def token_cards(board: Board, item: i.TokenCards, chance: Chance) -> Outcome:
    """The cards that reward this token, each in a gain of its own [card/tokens]."""
    return does(then=tuple(rewarding(board, item.player, item.province)))


def rewarding(board: Board, clan: str, province: str) -> Iterator[i.TokenCard]:
    """The clan's own cards, and a monster in the province that rewards anybody [card/tokens]."""
    tables = board.setting.tables
    for name in board.cards[clan]:
        effect = tables.cards[name].effect
        if effect == "token" or (effect == "token-with-it" and was_there(board, province, clan, name)):
            yield i.TokenCard(clan, name)
        if effect == "token-with-shinto" and with_shinto(board, province, clan):
            yield i.TokenCard(clan, name)
    for owner in board.honor:
        for name, _ in held(board, owner, "token-near-it"):
            if was_there(board, province, owner, name):
                yield i.TokenCard(clan, name)


def was_there(board: Board, province: str, clan: str, figure: str) -> bool:
    """A figure must be there at the end; by an option it is enough that it was [card/tokens]."""
    return figure in present(board, province, clan)


def with_shinto(board: Board, province: str, clan: str) -> bool:
    """Whether a Shinto, or what counts as one, has won the token [card/tokens]."""
    return any(counts_as(board, figure) == SHINTO for figure in present(board, province, clan))


def present(board: Board, province: str, clan: str) -> tuple[str, ...]:
    """The figures that count for a win [card/tokens]."""
    there = tuple(board.figures[province][clan])
    if board.setting.options.win_presence == "end" or board.battle is None:
        return there
    return (*there, *board.battle.began.get(clan, {}))


@BOOK.step(i.TokenCard, "card/tokens")
def token_card(board: Board, item: i.TokenCard, chance: Chance) -> Outcome:
    """Points for the token; with a Shinto Honor too [card/tokens]."""
    card = board.setting.tables.cards[item.card]
    times = oni_of(board, item.player) if card.effect == "token-with-it" else 1
    points = scored(board, item.player, Term(times * card.amount, item.card, "card/tokens"))
    honor = gains_honor(board, item.player) if card.effect == "token-with-shinto" else ()
    return does(points, *honor)


# ---- the coins on the tile


@BOOK.step(i.Reparations, "battle/reparations")
def reparations(board: Board, item: i.Reparations, chance: Chance) -> Outcome:
    """The losers discard their coins on the tile and share the winner's equally [battle/reparations]."""
    battle = fought(board)
    losers = by_honor(board, (clan for clan in battle.players if clan != battle.winner))
    odd = sum(battle.bids[battle.winner]) % len(losers)
    if odd and board.setting.options.odd_coins == "winner":
        return does(then=(i.OddCoins(battle.winner, odd, losers),))
    return does(paid(board, losers, losers[:odd]))


def paid(board: Board, losers: tuple[str, ...], lucky: tuple[str, ...]) -> e.ReparationsPaid:
    """What each loser discards, and its share of the winner's coins [battle/reparations]."""
    battle = fought(board)
    coins = sum(battle.bids[battle.winner])
    return e.ReparationsPaid(
        battle.winner,
        {clan: sum(battle.bids[clan]) for clan in losers},
        {clan: share_of(coins, len(losers), odd=clan in lucky) for clan in losers},
    )


def share_of(coins: int, losers: int, *, odd: bool) -> Sum:
    """Equal shares, and an odd coin for each that is lucky [battle/reparations]."""
    shared = f"{counted(coins, 'coin', 'coins')} shared by {losers}"
    terms = (
        Term(coins // losers, shared, "battle/reparations"),
        Term(int(odd), "an odd coin", "battle/reparations"),
    )
    return Sum(tuple(term for term in terms if term.value))


@BOOK.offered(i.OddCoins, "battle/reparations")
def odd_shares(board: Board, item: i.OddCoins, seat: str) -> Iterator[Struct]:
    """Who gets one of the odd coins each [battle/reparations]."""
    yield from (o.Odd(lucky) for lucky in permutations(item.losers, item.coins))


@BOOK.answer(i.OddCoins, o.Odd, "battle/reparations")
def place_odd_coins(board: Board, item: i.OddCoins, seat: str, order: o.Odd, chance: Chance) -> Outcome:
    """The winner says which losers get the odd coins [battle/reparations]."""
    why = f"Losers that get an odd coin: {item.coins} of {', '.join(item.losers)}."
    among("battle/reparations", order, odd_shares(board, item, seat), why)
    return does(paid(board, item.losers, order.clans))


@BOOK.step(i.EndBattle, "battle/end")
def end_battle(board: Board, item: i.EndBattle, chance: Chance) -> Outcome:
    """What was borrowed goes back to its owner, if it still stands [battle/end]."""
    return does(e.BattleEnded(fought(board).province))

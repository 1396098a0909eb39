"""Chapter "battle": the bids.

battle/bids           any split of one's coins over four Advantages, in secret; the rest is kept
battle/missing-bids   what happens to bids that do not come
battle/reveal         all at once
battle/standing       answers that a seat has left with the referee
"""

from __future__ import annotations

from typing import Any

from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does, keeps
from domain.kit.narrowed import ALLOT, Count, Narrowed, Picks, Value
from domain.kit.sealed import Sealed
from domain.rising_sun.battle import fought
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import ADVANTAGES, Board
from domain.rising_sun.book import BOOK, REFUSALS, counted
from domain.rising_sun.data.tables import HERALD
from domain.rising_sun.samples import bids
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.grammar import notation
from domain.rising_sun.words.items import AskBids, Bids, ClosableBids, Reveal

NOTHING = (0, 0, 0, 0)

KEEP_ALL = "nothing"
"""The pick of a bid of no coin: nobody bids so by not having picked yet."""

ANSWERS_LEFT = 'For example: "always ronin yes"; "always hostage no".'


@BOOK.step(AskBids, "battle/bids")
def ask_bids(board: Board, item: AskBids, chance: Chance) -> Outcome:
    """Whoever has a coin is asked; the others can only bid nothing [battle/bids]."""
    asked = tuple(clan for clan in fought(board).players if board.coins[clan])
    if not asked:
        return does()
    closable = board.setting.options.missing_bid == "zero"
    return does(then=(ClosableBids(asked, (HERALD,)) if closable else Bids(asked),))


BOOK.examples(Bids, "battle/bids")(bids)
BOOK.examples(ClosableBids, "battle/bids")(bids)


@BOOK.answer(Bids, o.Bid, "battle/bids")
@BOOK.answer(ClosableBids, o.Bid, "battle/bids")
def bid(board: Board, item: Bids | ClosableBids, seat: str, order: o.Bid, chance: Chance) -> Outcome:
    """In any order of seats; a bid may be replaced until the last one is in [battle/bids]."""
    refuse_first(bid_bars(board, seat, order))
    coins = (order.seppuku, order.hostage, order.ronin, order.poets)
    waiting = tuple(clan for clan in item.seats if clan != seat)
    welcome = item.welcome if seat in item.welcome else (*item.welcome, seat)
    still = (type(item)(waiting, welcome),) if waiting else ()
    return does(e.BidSealed(seat, Sealed((seat,), coins)), then=still)


def bid_bars(board: Board, seat: str, order: o.Bid) -> Bars:
    """No more coins than one has, and no fewer than none [battle/bids]."""
    coins = (order.seppuku, order.hostage, order.ronin, order.poets)
    if seat not in board.coins:
        yield Bar("battle/bids", "The herald does not bid.", bid_instead(board, seat))
        return
    if min(coins) < 0:
        yield Bar("battle/bids", f"Nobody can bid {min(coins)} coins.", bid_instead(board, seat))
    if sum(coins) > board.coins[seat]:
        have = counted(board.coins[seat], "coin", "coins")
        why = f"You have {have}; this bid is {' + '.join(map(str, coins))} = {sum(coins)}."
        yield Bar("battle/bids", why, bid_instead(board, seat))


@BOOK.narrows(Bids, o.Bid, "battle/bids")
@BOOK.narrows(ClosableBids, o.Bid, "battle/bids")
def coins_to_pick(board: Board, item: Bids | ClosableBids, seat: str, picks: Picks) -> Narrowed:
    """Coin by coin for an Advantage, or nothing; the others are kept [battle/bids]."""
    coins, order = board.coins.get(seat, 0), o.Bid(*(picks.count(name) for name in ADVANTAGES))
    some = () if picks == (KEEP_ALL,) else [Value(name, name, name) for name in ADVANTAGES]
    none = () if picks else (Value(KEEP_ALL, "", "bid"),)
    left = (Count("coins", coins - len(picks) + picks.count(KEEP_ALL), coins),)

    def bars(order: o.Bid) -> Bars:
        if not picks:
            yield Bar("battle/bids", "Lay coins on Advantages, or bid nothing.", cured=True)
        yield from bid_bars(board, seat, order)

    return Narrowed((*some, *none), ALLOT, "bid", order, bars, left)


def bid_instead(board: Board, seat: str) -> str:
    """What would do [battle/bids]."""
    coins = board.coins.get(seat, 0)
    return (
        f'Four numbers, {coins} together at most: "bid 0 {coins // 2} {coins - coins // 2} 0", for example.'
    )


@BOOK.answer(ClosableBids, o.Close, "battle/missing-bids")
def close(board: Board, item: ClosableBids, seat: str, order: o.Close, chance: Chance) -> Outcome:
    """By an option the herald may close the bidding; who has not bid bids nothing [battle/missing-bids]."""
    REFUSALS.guard(close_bars(seat), bids(board, item, seat))
    return does(e.BiddingClosed(seat, item.seats))


def close_bars(seat: str) -> Bars:
    """Only the herald [battle/missing-bids]."""
    if seat != HERALD:
        yield Bar("battle/missing-bids", "Only the herald can close the bidding.")


@BOOK.step(Reveal, "battle/reveal")
def reveal(board: Board, item: Reveal, chance: Chance) -> Outcome:
    """All bids are opened; coins that were not put on the tile go back to the reserve [battle/reveal]."""
    battle = fought(board)
    opened = {clan: battle.bids.get(clan, NOTHING) for clan in battle.players}
    return does(e.BidsRevealed(opened, {clan: board.coins[clan] - sum(bid) for clan, bid in opened.items()}))


@BOOK.anytime(o.Always, "battle/standing")
def always(board: Board, seat: str, order: o.Always, chance: Chance) -> Outcome:
    """A seat may leave its answer to an Advantage with the referee, for all battles [battle/standing]."""
    refuse_first(standing_bars(board, seat, order))
    return keeps(e.StandingSet(seat, Sealed((seat,), (order.advantage, order.choice))))


def standing_bars(board: Board, seat: str, order: o.Always) -> Bars:
    """Yes, no or ask for an Advantage; which figure is taken hostage has to be asked [battle/standing]."""
    if seat not in board.standing:
        yield Bar("battle/standing", "The herald wins no Advantage.", ANSWERS_LEFT)
    if order.advantage not in ADVANTAGES:
        why = f"There is no Advantage {order.advantage}; there are {', '.join(ADVANTAGES)}."
        yield Bar("battle/standing", why, ANSWERS_LEFT)
    if order.choice not in ("yes", "no", "ask"):
        yield Bar("battle/standing", f"The answer is yes, no or ask, not {order.choice}.", ANSWERS_LEFT)
    if (order.advantage, order.choice) == ("hostage", "yes"):
        why = "Which figure is taken hostage has to be asked each time."
        yield Bar("battle/standing", why, ANSWERS_LEFT)


# ---- a whole sheet of answers


@BOOK.anytime(o.TakeSheet, "battle/standing")
def take_sheet(board: Board, seat: str, order: o.TakeSheet, chance: Chance) -> Outcome:
    """The recommended answers, in the place of all others [battle/standing]."""
    refuse_first(sheet_bars(board, seat))
    tables = board.setting.tables
    words = notation(tables, board.setting.seats)
    answers: list[Any] = [words.read(line, (o.Always,)) for line in tables.sheets[seat]]
    for answer in answers:
        refuse_first(standing_bars(board, seat, answer))
    return keeps(e.SheetLaid(seat, Sealed((seat,), {one.advantage: one.choice for one in answers})))


def sheet_bars(board: Board, seat: str) -> Bars:
    if not board.setting.tables.sheets.get(seat):
        yield Bar("battle/standing", "Nothing is recommended to this seat.", ANSWERS_LEFT)


@BOOK.anytime(o.DropSheet, "battle/standing")
def drop_sheet(board: Board, seat: str, order: o.DropSheet, chance: Chance) -> Outcome:
    """The seat is asked about every Advantage again [battle/standing]."""
    refuse_first(dropping_bars(board, seat))
    return keeps(e.SheetLaid(seat, Sealed((seat,), {})))


def dropping_bars(board: Board, seat: str) -> Bars:
    if seat not in board.standing:
        yield Bar("battle/standing", "The herald wins no Advantage.", ANSWERS_LEFT)

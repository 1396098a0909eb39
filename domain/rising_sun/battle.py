"""Chapter "battle", up to the bids: who is in it, and what happens at its start.

battle/involved     once in, always in
battle/public       coins and Ronin are public before the bids
battle/start        effects at the start, and whose come first
card/drives-out     figures are moved out
card/burns          figures are killed
card/borrows        a figure changes sides
figures/daimyo      what cannot be done to a Daimyo
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.rising_sun.board import events as e
from domain.rising_sun.board.force import with_force
from domain.rising_sun.board.state import Battle, Board, held, is_immune, only_figures
from domain.rising_sun.book import BOOK, among
from domain.rising_sun.data.tables import BORROWED, BUSHI, SHINTO
from domain.rising_sun.deaths import killing
from domain.rising_sun.words import items as i
from domain.rising_sun.words import orders as o

START_EFFECTS = ("drives-out", "burns", "borrows")


def fought(board: Board) -> Battle:
    """The battle that is going on."""
    assert board.battle is not None
    return board.battle


@BOOK.step(i.BeginBattle, "battle/public")
def begin_battle(board: Board, item: i.BeginBattle, chance: Chance) -> Outcome:
    """Whoever has Force is in it to its end, and shows coins and Ronin [battle/public, battle/involved]."""
    players = with_force(board, item.province)
    coins = {clan: board.coins[clan] for clan in players}
    ronin = {clan: board.ronin[clan] for clan in players}
    sequence = (
        *start_effects(board, item.province, players),
        i.AskBids(),
        i.Reveal(),
        i.Compare("seppuku"),
        i.Compare("hostage"),
        i.Compare("ronin"),
        i.Settle(),
        i.Compare("poets"),
        i.Reparations(),
        i.EndBattle(),
    )
    return does(e.BattleBegan(item.province, players, coins, ronin), then=sequence)


def start_effects(board: Board, province: str, players: tuple[str, ...]) -> tuple[Struct, ...]:
    """The effects of one player, or the question whose come first [battle/start]."""
    acting = tuple(clan for clan in players if any(True for _ in effects_of(board, province, clan)))
    if len(acting) > 1 and board.setting.options.timing == "choice":
        return (i.Timing(acting[0], acting[1:]),)
    return in_turn(board, province, acting)


def in_turn(board: Board, province: str, acting: tuple[str, ...]) -> tuple[Struct, ...]:
    """The effects of each player, one player after the other [battle/start]."""
    return tuple(i.StartEffect(clan, card) for clan in acting for card in effects_of(board, province, clan))


def effects_of(board: Board, province: str, clan: str) -> Iterator[str]:
    """The monsters of a clan in a province that do something at the start [battle/start]."""
    for effect in START_EFFECTS:
        for card, _ in held(board, clan, effect):
            if board.figures[province][clan].get(card):
                yield card


@BOOK.offered(i.Timing, "battle/start")
def first_or_last(board: Board, item: i.Timing, seat: str) -> tuple[Struct, ...]:
    """Before the others, or after them [battle/start]."""
    return o.Act("first"), o.Act("last")


@BOOK.answer(i.Timing, o.Act, "battle/start")
def choose_timing(board: Board, item: i.Timing, seat: str, order: o.Act, chance: Chance) -> Outcome:
    """Of several players the one with the higher Honor chooses to act first or last [battle/start]."""
    why = f"Your effects come first or last, not {order.moment}."
    among("battle/start", order, first_or_last(board, item, seat), why)
    early = (*item.early, seat) if order.moment == "first" else item.early
    late = item.late if order.moment == "first" else (seat, *item.late)
    chosen = e.TimingChosen(seat, order.moment)
    if len(item.waiting) > 1:
        return does(chosen, then=(i.Timing(item.waiting[0], item.waiting[1:], early, late),))
    return does(chosen, then=in_turn(board, fought(board).province, (*early, *item.waiting, *late)))


@BOOK.moot(i.StartEffect, "battle/start")
def is_gone(board: Board, item: i.StartEffect) -> bool:
    """An effect is lost with its monster [battle/start]."""
    return not board.figures[fought(board).province][item.player].get(item.card)


@BOOK.step(i.StartEffect, "battle/start")
def start_effect(board: Board, item: i.StartEffect, chance: Chance) -> Outcome:
    """What the card asks its owner for [battle/start]."""
    effect = board.setting.tables.cards[item.card].effect
    if effect == "borrows":
        return does(then=(i.BorrowOne(item.player, item.card),))
    if effect == "burns":
        return does(then=tuple(burning(board, item.player, item.card)))
    others = tuple(clan for clan in fought(board).players if clan != item.player)
    return does(then=(i.DriveOut(item.player, item.card, others),))


def targets(board: Board, clan: str) -> tuple[str, ...]:
    """The figures of a clan that an effect on one figure can strike: no Daimyo [figures/daimyo]."""
    there = only_figures(board, fought(board).province, clan)
    return tuple(figure for figure in there if not is_immune(board, figure))


# ---- figures are moved out


@BOOK.offered(i.DriveOut, "card/drives-out")
def ways_out(board: Board, item: i.DriveOut, seat: str) -> Iterator[Struct]:
    """A figure of another player to a province next to this one or over sea; or no more [card/drives-out]."""
    here = board.setting.tables.provinces[fought(board).province]
    driven = [
        o.Drive(figure, clan, target)
        for clan in item.clans
        for figure in targets(board, clan)
        if figure not in BORROWED
        for target in (*here.land, *here.sea)
    ]
    yield from driven
    if driven:
        yield o.Decline()


@BOOK.answer(i.DriveOut, o.Drive, "card/drives-out")
def drive(board: Board, item: i.DriveOut, seat: str, order: o.Drive, chance: Chance) -> Outcome:
    """One figure of each other player may be moved out; no Daimyo [card/drives-out, figures/daimyo]."""
    why = (
        f"{item.card} moves one figure of each other player, and no Daimyo, to a province next to "
        f"{fought(board).province}."
    )
    among("card/drives-out", order, ways_out(board, item, seat), why)
    moved = e.FigureMoved(seat, item.card, order.clan, order.figure, fought(board).province, order.province)
    rest = tuple(clan for clan in item.clans if clan != order.clan)
    return does(moved, then=(i.DriveOut(seat, item.card, rest),) if rest else ())


@BOOK.answer(i.DriveOut, o.Decline, "card/drives-out")
def drive_none(board: Board, item: i.DriveOut, seat: str, order: o.Decline, chance: Chance) -> Outcome:
    """Nobody has to be moved [card/drives-out]."""
    return does(e.EffectDeclined(seat, item.card))


# ---- figures are killed


def burning(board: Board, seat: str, card: str) -> Iterator[Struct]:
    """One other figure of each player, one's own too; others may be spared by a card [card/burns]."""
    players = fought(board).players
    if burnt_of(board, seat, card):
        yield i.BurnOne(seat, card, seat)
    others = tuple(clan for clan in players if clan != seat and burnt_of(board, clan, card))
    if others and any(True for _ in held(board, seat, "spares")):
        yield i.SpareThem(seat, others, card)
    else:
        yield from (i.BurnOne(seat, card, clan) for clan in others)


def burnt_of(board: Board, clan: str, card: str) -> tuple[str, ...]:
    return tuple(figure for figure in targets(board, clan) if figure != card)


@BOOK.offered(i.BurnOne, "card/burns")
def to_burn(board: Board, item: i.BurnOne, seat: str) -> Iterator[Struct]:
    """The figures of that player but the monster itself [card/burns]."""
    yield from (o.Burn(figure, item.clan) for figure in burnt_of(board, item.clan, item.card))


@BOOK.answer(i.BurnOne, o.Burn, "card/burns")
def burn(board: Board, item: i.BurnOne, seat: str, order: o.Burn, chance: Chance) -> Outcome:
    """The owner of the monster says which figure dies; no Daimyo [card/burns, figures/daimyo]."""
    why = f"{item.card} kills one figure of {item.clan} now, and no Daimyo."
    among("card/burns", order, to_burn(board, item, seat), why)
    dead = (e.Dead(order.clan, order.figure, 1),)
    killed, after = killing(board, seat, item.card, dead)
    return does(killed, then=after)


# ---- a figure changes sides


@BOOK.offered(i.BorrowOne, "card/borrows")
def to_borrow(board: Board, item: i.BorrowOne, seat: str) -> Iterator[Struct]:
    """A Bushi or Shinto of another player; or none [card/borrows]."""
    there = board.figures[fought(board).province]
    found = [
        o.Borrow(kind, clan)
        for clan in there
        if clan != seat
        for kind in (SHINTO, BUSHI)
        if there[clan].get(kind)
    ]
    yield from found
    if found:
        yield o.Decline()


@BOOK.answer(i.BorrowOne, o.Borrow, "card/borrows")
def borrow(board: Board, item: i.BorrowOne, seat: str, order: o.Borrow, chance: Chance) -> Outcome:
    """Until the end of the battle the figure is its new side's in everything [card/borrows]."""
    why = f"{item.card} takes control of a bushi or shinto of another player in {fought(board).province}."
    among("card/borrows", order, to_borrow(board, item, seat), why)
    return does(e.FigureBorrowed(seat, item.card, order.clan, order.figure))


@BOOK.answer(i.BorrowOne, o.Decline, "card/borrows")
def borrow_none(board: Board, item: i.BorrowOne, seat: str, order: o.Decline, chance: Chance) -> Outcome:
    """Nobody has to change sides [card/borrows]."""
    return does(e.EffectDeclined(seat, item.card))

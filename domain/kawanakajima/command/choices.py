"""Chapter 8.3 and 8.4: the choice of chits.

8.3   a command point for each chit: of a clan, or a special one with a secret note
8.4   the compulsory chits
17.2  whose points may pay for whom
9.5.1, 9.5.3   what may be written on a special chit; what is free
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec import Struct

from domain.kawanakajima.board import events
from domain.kawanakajima.board.state import (
    COMPULSORY,
    Board,
    Choice,
    Note,
    clan_named,
    clans_of,
    hypothetical,
    is_present,
    short,
    side_of,
    units_of,
)
from domain.kawanakajima.board.zones import enemy_hexes
from domain.kawanakajima.book import BOOK, listed, points
from domain.kawanakajima.command.command_points import purse
from domain.kawanakajima.command.delays import placing
from domain.kawanakajima.data.tables import BOWL, CHIEF, DRAWN, GENERALS, RESERVE, SECOND
from domain.kawanakajima.movement.ways import FAR, cost_between
from domain.kawanakajima.scenario.late_troops import may_be_called
from domain.kawanakajima.words.items import AddCompulsory, BeginChoices, PlaceChits, SelectChits
from domain.kawanakajima.words.orders import Clear, Command, Done, Special
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does, keeps, tag_of
from domain.kit.narrowed import ONE, SOME, Count, Narrowed, Picks, Value, values_of
from domain.kit.sealed import Sealed

IMPETUOUS, COMBINED = "impetuous", "combined"

FOREMOST = 4
"""Clans whose chits are examples on the march."""


@BOOK.step(BeginChoices, "8.3")
def begin_choices(board: Board, item: BeginChoices, chance: Chance) -> Outcome:
    """Whoever got points, or impetuous attacks of the enemy, chooses; both at once, in secret [8.3]."""
    seats = tuple(side for side in board.armies if _has_a_choice(board, side))
    return does(then=(SelectChits(seats),) if seats else ())


def _has_a_choice(board: Board, side: str) -> bool:
    """By what everybody knows: whether points have been saved is nobody else's business."""
    reserve = any(
        (place == RESERVE and side_of(chit) == side)
        or (chit in board.data.clans and side_of(chit) == side and may_be_called(board, chit))
        for chit, place in board.chits.items()
    )
    paid = any(count > 0 for general, count in board.command.items() if GENERALS[general] == side)
    army = board.armies[side]
    return reserve and (paid or army.received > army.spent.get(IMPETUOUS, 0))


# ---- what may be chosen


def choosable(board: Board, side: str) -> tuple[str, ...]:
    """The clans whose chit may be chosen now: in the reserve, on the map, or called [8.3, 17.3]."""
    taken = {choice.chit for choice in board.armies[side].choices}
    return tuple(
        clan
        for clan in clans_of(board, side)
        if clan not in taken
        and ((board.chits[clan] == RESERVE and is_present(board, clan)) or may_be_called(board, clan))
    )


def payer(board: Board, side: str, clans: tuple[str, ...], wanted: str, left: dict[str, int]) -> str:
    """Who pays: Kosaka, who may only pay for his own clans, before Shingen; "" if nobody can [17.2]."""
    his = bool(clans) and all(board.data.clans[clan].general == SECOND for clan in clans)
    possible = (SECOND, CHIEF[side]) if his else (CHIEF[side],)
    return next((one for one in possible if wanted in ("", one) and left.get(one, 0) > 0), "")


def activations_left(board: Board, side: str) -> dict[str, int]:
    """Special activations that are not yet on a chit [9.5.1]."""
    left = dict(board.armies[side].left)
    for choice in board.armies[side].choices:
        if choice.note:
            left[choice.note.activation] -= 1
    return {activation: count for activation, count in left.items() if count > 0}


def free_specials(board: Board, side: str) -> tuple[int, ...]:
    """The numbers of the special chits in the reserve [9.5]."""
    taken = {choice.chit for choice in board.armies[side].choices}
    numbers = range(1, board.data.numbers.special_chits + 1)
    chits = {number: f"{side[0]}{number}" for number in numbers}
    return tuple(n for n, chit in chits.items() if board.chits[chit] == RESERVE and chit not in taken)


@BOOK.examples(SelectChits, "8.3")
def chits_to_select(board: Board, item: SelectChits, seat: str) -> Iterator[Struct]:
    """A chit of any clan, any special activation for any clan, or nothing more [8.3].

    On the long march of the hypothetical scenario the clans that are nearest to the enemy, as long as points
    are left for them. Whoever has closed its choice can only begin it again.
    """
    if any(_ready_bars(item, seat)):
        yield Clear()
        return
    present, clans = _present(board, seat), choosable(board, seat)
    if hypothetical(board):
        clans = _foremost(board, seat, clans)
        present = _foremost(board, seat, present)
    able = [clan for clan in clans if not any(_price_bars(board, seat, (clan,), "", ()))]
    if not able or not hypothetical(board):
        yield Done()
    yield from (Command((short(clan),)) for clan in able)
    for number, activation, aim in _specials(board, seat, present):
        if activation == IMPETUOUS or not any(_price_bars(board, seat, aim, "", ())):
            yield Special(number, activation, tuple(map(short, aim)))


def _specials(
    board: Board, seat: str, present: tuple[str, ...]
) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The next special chit, each activation that is left, and each clan, or the first few, to have it."""
    for number in free_specials(board, seat)[:1]:
        for activation in activations_left(board, seat):
            if activation == IMPETUOUS:
                yield number, activation, ()
            elif activation == COMBINED and present:
                yield number, activation, present[: board.data.numbers.combined_clans]
            else:
                yield from ((number, activation, (clan,)) for clan in present)


def _foremost(board: Board, side: str, clans: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the clans that have the shortest way to an enemy, the nearest first."""
    foes, ground = enemy_hexes(board, side), board.data.map
    away = {
        clan: min((cost_between(ground, board.units[unit].hex, foe) for foe in foes), default=FAR)
        for clan in clans
        for unit in units_of(board, clan)[:1]
    }
    return tuple(sorted(away, key=lambda clan: away[clan]))[:FOREMOST]


def _present(board: Board, side: str) -> tuple[str, ...]:
    return tuple(clan for clan in clans_of(board, side) if is_present(board, clan))


# ---- choosing


def command_bars(board: Board, item: SelectChits, seat: str, order: Command) -> Bars:
    yield from _ready_bars(item, seat)
    if not order.clans:
        could = f"Clans that can be chosen: {listed(choosable(board, seat))}."
        yield Bar("8.3", "No clan is named.", could)
    chosen: tuple[Choice, ...] = ()
    for letter in order.clans:
        yield from _clan_bars(board, seat, letter, order.general, chosen)
        chosen += (_of_clan(board, seat, letter, order.general, chosen),)
    for special in _with_clans(order):
        yield from _special_bars(board, seat, special, chosen)


def special_bars(board: Board, item: SelectChits, seat: str, order: Special) -> Bars:
    yield from _ready_bars(item, seat)
    yield from _special_bars(board, seat, order, ())


BY, WITH, AIM = "by ", "special ", "for "
"""How the picks begin that name who pays, a special activation, and a clan that it is for."""


@BOOK.narrows(SelectChits, Command, "8.3", first=True)
def clans_to_pick(board: Board, item: SelectChits, seat: str, picks: Picks) -> Narrowed:
    """Chits of clans, each for a command point; who pays where several could; a special chit with them.

    [8.3, 9.5.1, 17.2]
    """
    names, order = tuple(map(short, clans_of(board, seat))), _command(board, seat, picks)
    clans, chosen = order.clans, tuple[Choice, ...]()
    for letter in clans:
        chosen += (_of_clan(board, seat, letter, order.general, chosen),)
    whole = purse(board, seat)
    left = tuple([Count(name.title(), n, whole[name]) for name, n in purse(board, seat, chosen).items()])
    more = names if not order.activation else ()
    values = [Value(name, "clans", name) for name in more if name not in clans]
    if clans:
        values += _payers(board, seat, order)
        values += _with_special(board, seat, order, names)
    bars = partial(command_bars, board, item, seat)
    done = (Value(tag_of(Done), "", tag_of(Done)),)
    return Narrowed(tuple(values), SOME, "clans", order if clans else None, bars, left, onward=done)


def _command(board: Board, seat: str, picks: Picks) -> Command:
    """The order that the picks are, in whatever order they were made."""
    clans = tuple([one for one in picks if " " not in one])
    general, activation = ("".join(_picked(picks, word)) for word in (BY, WITH))
    number = next(iter(free_specials(board, seat)), 1) if activation else 0
    return Command(clans, general, number, activation, _picked(picks, AIM))


def _picked(picks: Picks, word: str) -> tuple[str, ...]:
    return tuple([one.removeprefix(word) for one in picks if one.startswith(word)])


def _payers(board: Board, seat: str, order: Command | Special) -> list[Value]:
    """Who can be named to pay, where more than one has points [17.2]."""
    if order.general or len(purse(board, seat)) < 2:
        return []
    return [Value(BY + name, "general", name, "who pays") for name in purse(board, seat)]


def _with_special(board: Board, seat: str, order: Command, names: Iterable[str]) -> list[Value]:
    """A special chit, and the clans it is for; without any it is for the last that was named [9.5.1]."""
    if not order.activation:
        left = activations_left(board, seat) if free_specials(board, seat) else ()
        return [Value(WITH + one, "activation", one, "with a special chit") for one in left]
    if order.activation == IMPETUOUS:
        return []
    return [
        Value(AIM + name, "aim", name, "the special chit is for") for name in names if name not in order.aim
    ]


@BOOK.narrows(SelectChits, Special, "9.5.1")
def special_to_pick(board: Board, item: SelectChits, seat: str, picks: Picks) -> Narrowed:
    """A special activation, then the clans that it is for; the next chit has it [8.3, 9.5.1, 9.5.5]."""
    if not picks:
        return Narrowed(values_of("activation", board.armies[seat].left), ONE, "activation")
    number, aim = (
        next(iter(free_specials(board, seat)), 1),
        tuple([one for one in picks[1:] if " " not in one]),
    )
    order = Special(number, picks[0], aim, "".join(_picked(picks, BY)))
    clans = () if picks[0] == IMPETUOUS else map(short, clans_of(board, seat))
    values = [*values_of("aim", (clan for clan in clans if clan not in aim))]
    values += _payers(board, seat, order) if aim else []
    bars, done = partial(special_bars, board, item, seat), (Value(tag_of(Done), "", tag_of(Done)),)
    return Narrowed(tuple(values), SOME, "aim", order, bars, onward=done)


def _ready_bars(item: SelectChits, seat: str) -> Bars:
    if seat not in item.seats:
        yield Bar("8.3", "You have closed your choice of chits.", 'The line "clear" begins it again.')


def _clan_bars(board: Board, seat: str, letter: str, wanted: str, chosen: tuple[Choice, ...]) -> Bars:
    """The chit of a clan can be chosen, and paid for [8.3, 17.2]."""
    clan, possible = clan_named(board, seat, letter), choosable(board, seat)
    if clan not in possible or any(choice.chit == clan for choice in chosen):
        why = _why_not(board, seat, letter, clan)
        yield Bar("8.3", why, f"Clans that can be chosen: {listed(possible)}.")
    else:
        yield from _price_bars(board, seat, (clan,), wanted, chosen)


def _why_not(board: Board, seat: str, letter: str, clan: str) -> str:
    if not clan:
        return f"You have no clan {letter}."
    place = board.chits[clan]
    if place == RESERVE and is_present(board, clan):
        return f"The chit of clan {letter} is chosen already."
    if not is_present(board, clan):
        return f"Clan {letter} is not on the map."
    where = {BOWL: "in the bowl", DRAWN: "being played"}.get(place, f"in box {place} of the delay track")
    return f"The chit of clan {letter} is {where}."


def _price_bars(
    board: Board, seat: str, clans: tuple[str, ...], wanted: str, chosen: tuple[Choice, ...]
) -> Bars:
    """A general pays for chits of these clans [8.3, 17.2]."""
    if wanted and GENERALS.get(wanted) != seat:
        own = either([name for name, side in GENERALS.items() if side == seat])
        yield Bar("17.2", f"{wanted.title()} does not command your army.", f"Your generals: {own}.")
    elif payer(board, seat, clans, wanted, purse(board, seat, chosen)):
        return
    elif wanted == SECOND and any(board.data.clans[clan].general != SECOND for clan in clans):
        why = f"Kosaka's points are for his own clans only, not for {listed(clans)}."
        yield Bar("17.2", why, "Shingen's points pay for all.")
    else:
        have = ", ".join(f"{name.title()} {max(0, count)}" for name, count in purse(board, seat).items())
        why = (
            f"Each chit costs {points(1)}, and none would be left for {'another' if chosen else 'this'} one."
        )
        yield Bar("8.3", why, f'You have: {have}. "done" closes the choice, "clear" begins it again.')


def _special_bars(board: Board, seat: str, order: Special, chosen: tuple[Choice, ...]) -> Bars:
    """A special chit is there, an activation is left, its clans can be paid for [8.3, 9.5.1]."""
    free, left = free_specials(board, seat), activations_left(board, seat)
    if order.special not in free:
        why = f"Your special chit {order.special} is not in your reserve."
        yield Bar("9.5", why, f"There: {either([str(number) for number in free]) or 'none'}.")
    if order.activation not in left:
        have = either([f"{name} ({count})" for name, count in left.items()]) or "none"
        why = f"You have no special activation “{order.activation}” left."
        yield Bar("9.5.1", why, f"Left on your sheet: {have}.")
    yield from _aim_bars(board, seat, order)
    if order.activation != IMPETUOUS:
        yield from _price_bars(board, seat, _aim(board, seat, order), order.general, chosen)


def _aim_bars(board: Board, seat: str, order: Special) -> Bars:
    """The clans that a special activation is for have to be written down [8.3, 9.5.3, 9.5.5]."""
    if order.activation == IMPETUOUS:
        if order.aim:
            why = "The clan of an impetuous attack is chosen when the chit is drawn."
            yield Bar("9.5.3", why, f'Write "special {order.special} impetuous".')
        return
    most = board.data.numbers.combined_clans if order.activation == COMBINED else 1
    clans, present = _aim(board, seat, order), _present(board, seat)
    if not 1 <= len(set(clans)) == len(clans) <= most:
        rule = "9.5.5" if order.activation == COMBINED else "8.3"
        many = f"1 to {most} clans" if most > 1 else "one clan"
        why = f"A special {order.activation} is for {many}."
        yield Bar(rule, why, f"Your clans: {listed(present)}.", cured=not clans)
    for letter, clan in zip(order.aim, clans, strict=True):
        if clan not in present:
            yield Bar("8.3", f"Clan {letter} is not on the map.", f"Your clans: {listed(present)}.")


@BOOK.answer(SelectChits, Command, "8.3")
def select_chits(board: Board, item: SelectChits, seat: str, order: Command, chance: Chance) -> Outcome:
    """Each chit of a clan costs a command point [8.3]."""
    refuse_first(command_bars(board, item, seat, order))
    chosen: tuple[Choice, ...] = ()
    for letter in order.clans:
        chosen += (_of_clan(board, seat, letter, order.general, chosen),)
    for special in _with_clans(order):
        chosen += (_of_special(board, seat, special, chosen),)
    return keeps(events.ChoiceMade(seat, Sealed((seat,), chosen)))


@BOOK.answer(SelectChits, Special, "8.3")
def select_special(board: Board, item: SelectChits, seat: str, order: Special, chance: Chance) -> Outcome:
    """A special chit costs a command point too; its note is secret [8.3, 9.5.1]."""
    refuse_first(special_bars(board, item, seat, order))
    return keeps(events.ChoiceMade(seat, Sealed((seat,), (_of_special(board, seat, order, ()),))))


def _with_clans(order: Command) -> tuple[Special, ...]:
    """The special chit written with the clans; without an aim of its own it is for the last of them."""
    if not order.special and not order.activation:
        return ()
    aim = order.aim or order.clans[-1:] * (order.activation != IMPETUOUS)
    return (Special(order.special, order.activation, aim, order.general),)


def _of_clan(board: Board, seat: str, letter: str, wanted: str, chosen: tuple[Choice, ...]) -> Choice:
    """The chit of a clan, and who pays for it [8.3, 17.2]."""
    clan = clan_named(board, seat, letter)
    return Choice(clan, payer(board, seat, (clan,), wanted, purse(board, seat, chosen)))


def _of_special(board: Board, seat: str, order: Special, chosen: tuple[Choice, ...]) -> Choice:
    """A special chit with its activation and the clans it is for; an impetuous one is free [9.5.1, 9.5.3]."""
    chit, aim = f"{seat[0]}{order.special}", _aim(board, seat, order)
    pays = purse(board, seat, chosen)
    general = "" if order.activation == IMPETUOUS else payer(board, seat, aim, order.general, pays)
    return Choice(chit, general, Note(order.activation, aim))


def _aim(board: Board, seat: str, order: Special) -> tuple[str, ...]:
    return tuple(clan_named(board, seat, letter) for letter in order.aim)


@BOOK.answer(SelectChits, Done, "8.3")
def close_choice(board: Board, item: SelectChits, seat: str, order: Done, chance: Chance) -> Outcome:
    """A side is ready; it may begin again until the other is ready too [8.3]."""
    refuse_first(_ready_bars(item, seat))
    others = tuple(one for one in item.seats if one != seat)
    then = SelectChits(others, (*item.welcome, seat)) if others else PlaceChits()
    return does(events.ChoicesClosed(seat), then=(then,))


@BOOK.answer(SelectChits, Clear, "8.3")
def clear_choice(board: Board, item: SelectChits, seat: str, order: Clear, chance: Chance) -> Outcome:
    """Nothing is chosen before both sides are ready [8.3]."""
    ready = tuple(one for one in item.welcome if one != seat)
    seats = tuple(side for side in board.armies if side in (*item.seats, seat))
    return does(events.ChoicesCleared(seat), then=(SelectChits(seats, ready),))


@BOOK.step(PlaceChits, "8.3")
def place_chits(board: Board, item: PlaceChits, chance: Chance) -> Outcome:
    """Chits of clans go where their distance says, special ones into the bowl [8.3]."""
    placed: list[Struct] = []
    for side, army in board.armies.items():
        for choice in army.choices:
            if choice.note:
                placed.append(events.SpecialPlaced(choice.chit, Sealed((side,), choice.note), choice.general))
            else:
                place, found = placing(board, choice.general, choice.chit)
                placed.append(events.ChitPlaced(choice.chit, place, choice.general, found))
    return does(*placed)


@BOOK.step(AddCompulsory, "8.4")
def add_compulsory(board: Board, item: AddCompulsory, chance: Chance) -> Outcome:
    """At the end of command the five compulsory chits go into the bowl [8.4]."""
    return does(events.CompulsoryAdded(COMPULSORY))

"""Orders to tap, as a seat can give them now: a row for each card, each unit, each fight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.game.state.game_state import GameState
from domain.game.state.words import is_for_every_game, notation_of, words_for
from domain.kit.errors import Fault, OrderError
from projections.language.messages import _
from projections.replay import Replay
from referee.seats.dice_words import dice_choices
from referee.seats.mail_parts import Choice
from referee.seats.seat_view import MOST_OFFERS, Scene

FOR_EVER = frozenset({"resign", "concede", "abandon", "accept", "end-battle"})
"""The tags of orders that end a game or a seat: they are asked about, and a tap is too little."""

MOST_ROWS = 24
"""Rows of orders that cannot all be listed."""

FEW, MANY = 6, 18
"""Examples of one kind that are listed: in a row of their own, and where they have none."""

MORE = "…"
"""What ends the words of a part."""


class _Tap(NamedTuple):
    """An order with its row and its label; its verb and its first word as they are typed."""

    kind: type[Struct]
    order: str
    row: str
    label: str
    verb: str


def choices_of(scene: Scene) -> tuple[Choice, ...]:
    """From what the seat itself may know, as the list in the text of the mail."""
    game = scene.game
    if scene.seat in game.ledger.absent:
        words = _("join, and a sentence of your own in the place of these words")
        return (Choice(words, _("Join…"), is_part=True),)
    if game.ledger.dice.thrower and scene.seat in game.wanted():
        return dice_choices(game, scene.seat, scene.person)
    if scene.seat not in (*game.awaited(), *game.welcome()):
        return ()
    offers = game.offers(scene.seat)
    is_whole = offers is not None and len(offers) <= MOST_OFFERS
    orders = offers if offers is not None and is_whole else game.examples(scene.seat)
    taps = [tap for order in orders for tap in _tap(scene.replay, order)]
    made = [Choice(tap.order, tap.label, tap.row) for tap in taps] if is_whole else [*_examples(taps)]
    return tuple(_in_rows(made))


def _tap(replay: Replay, order: Struct) -> Iterator[_Tap]:
    """Nothing for an order that cannot be called back, or has no words. Where its title has no row for it,
    its verb begins one."""
    if order.__struct_config__.tag in FOR_EVER:
        return
    try:
        line = notation_of(replay.newest()).write(order)
    except Fault:
        return
    verb, _blank, rest = line.partition(" ")
    row, label = replay.pictures.group(order, replay.names)
    if not (row or label) and rest:
        name, _blank, more = rest.partition(" ")
        row, label = (f"{verb} {name}", more) if more else (verb, name)
    yield _Tap(type(order), line, row, label, verb)


def _examples(taps: Sequence[_Tap]) -> Iterator[Choice]:
    """The examples of a kind in a row where they are few, for then they are all; else one, as a part."""
    count = Counter((tap.kind, tap.row) for tap in taps)
    kinds = Counter(row for _kind, row in count if row)
    seen = Counter[tuple[type[Struct], str]]()
    for tap in taps:
        about = tap.kind, tap.row
        seen[about] += 1
        is_one_use = kinds[tap.row] > 1 and len(tap.kind.__struct_fields__) > 1
        if len({row for _kind, row in seen}) > MOST_ROWS:
            return
        if tap.row in ("", tap.verb):
            if seen[about] <= MANY:
                yield Choice(tap.order, tap.label, tap.row)
            elif seen[about] == MANY + 1:
                yield Choice(tap.order, tap.verb + MORE, tap.row, is_part=True)
        elif not is_one_use and count[about] <= FEW:
            yield Choice(tap.order, tap.label, tap.row)
        elif seen[about] == 1 and is_one_use:
            yield Choice(tap.order, (tap.label or tap.verb).partition(" ")[0] + MORE, tap.row, is_part=True)
        elif seen[about] == 1:
            yield Choice(tap.order, tap.row.removeprefix(f"{tap.verb} ") + MORE, tap.verb, is_part=True)


def _in_rows(choices: Sequence[Choice]) -> Iterator[Choice]:
    """Each row together, and what stands in none last. Where every row has one order, none is needed."""
    rows = Counter(choice.group for choice in choices if choice.group)
    if all(count == 1 for count in rows.values()):
        yield from map(_alone, choices)
        return
    order = list(rows)
    yield from sorted(choices, key=lambda one: order.index(one.group) if one.group else len(order))


def _alone(one: Choice) -> Choice:
    """An order without a row says all, with its verb."""
    if not (one.group and one.label):
        return replace(one, group="", label=one.label if not one.group else "")
    verb, words = one.order.partition(" ")[0], f"{one.group} {one.label}"
    return replace(one, group="", label=words if words.startswith(verb) else f"{verb} {words}")


def is_legal(game: GameState, seat: str, text: str) -> bool | None:
    """None where nobody can tell from what the seat knows."""
    offers, words = game.offers(seat), words_for(game, text)
    if offers is None or is_for_every_game(text) or game.is_locked():
        return None
    try:
        order = words.read(text)
    except OrderError:
        return None
    return order in offers or (None if isinstance(order, game.rules.always) else False)

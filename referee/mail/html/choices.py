"""Orders to tap, as a seat can give them now: a row for each card, each unit, each fight.

choices_of   the orders that are legal now; of what cannot be listed an example, as a part
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from domain.kit.errors import Fault
from domain.kit.notation import Notation
from referee.games.referee import notation_of
from referee.mail.seat_view.mail_parts import Choice
from referee.mail.seat_view.seat_view import MOST_OFFERS, Scene

FOR_EVER = frozenset({"resign", "concede", "abandon", "accept", "end-battle"})
"""The tags of orders that end a game or a seat: they are asked about, and a tap is too little."""

MOST_ROWS = 24
"""Rows of orders that cannot all be listed."""

FEW = 6
"""Examples of one kind about one thing that are listed."""

MORE = "…"
"""What ends the words of a part."""


class _Said(NamedTuple):
    """An order in words: what it begins with, what it is about, and the rest."""

    order: str
    verb: str
    group: str
    rest: str
    is_part: bool = False


def choices_of(scene: Scene) -> tuple[Choice, ...]:
    """From what the seat itself may know, as the list in the text of the mail."""
    game = scene.game
    if scene.seat not in (*game.awaited(), *game.welcome()):
        return ()
    notation = notation_of(game)
    offers = game.offers(scene.seat)
    if offers is not None and len(offers) <= MOST_OFFERS:
        said = [one for order in offers for one in _said(notation, order)]
    else:
        said = list(_in_part(notation, game.examples(scene.seat)))
    return tuple(_labelled(said))


def _said(notation: Notation, order: Struct) -> Iterator[_Said]:
    """An order in words; nothing for one that cannot be called back, or has no words."""
    if order.__struct_config__.tag in FOR_EVER:
        return
    try:
        line = notation.write(order)
    except Fault:
        return
    verb, _blank, rest = line.partition(" ")
    about = next(iter(order.__struct_fields__), "")
    name = getattr(order, about, "") if about else ""
    if isinstance(name, tuple):
        name = " ".join(map(str, name))
    name = str(name)
    if name and rest.startswith(name):
        words = rest.removeprefix(name).lstrip(" ,").removeprefix("action: ")
        yield _Said(line, verb, name, words)
    else:
        yield _Said(line, line, "", "")


def _in_part(notation: Notation, orders: Sequence[Struct]) -> Iterator[_Said]:
    """The examples of a kind about a thing where they are few, for then they are all; else one, as a part."""
    known = [(type(order), one) for order in orders for one in _said(notation, order)]
    count = Counter((kind, one.group) for kind, one in known)
    uses = Counter(group for _kind, group in count)
    seen: set[tuple[type, str]] = set()
    for kind, one in known:
        about = kind, one.group
        if len({group for _kind, group in seen} | {one.group}) > MOST_ROWS:
            return
        if not (_has_more(kind, one.group) and (uses[one.group] > 1 or count[about] > FEW)):
            yield one
        elif about not in seen:
            _before, colon, action = one.rest.partition(": ")
            named = action if colon else one.rest if uses[one.group] > 1 else ""
            yield one._replace(rest=named.partition(" ")[0], is_part=True)
        seen.add(about)


def _has_more(kind: type[Struct], group: str) -> bool:
    """Whether an order of the kind names something besides what it is about."""
    return len(kind.__struct_fields__) > bool(group)


def _labelled(said: Sequence[_Said]) -> Iterator[Choice]:
    """In words that differ: a verb that all have stands before the row. Where each thing can do but one, the
    row is the verb's; orders about nothing come last."""
    verbs = {one.verb for one in said if one.group}
    rows = Counter(one.group for one in said if one.group)
    is_list = all(count == 1 for count in rows.values())
    made = [_choice(one, len(verbs) == 1, is_list) for one in said]
    order = list(dict.fromkeys([choice.group for choice in made if choice.group]))
    yield from sorted(made, key=lambda one: order.index(one.group) if one.group else len(order))


def _choice(one: _Said, is_one_verb: bool, is_list: bool) -> Choice:
    more = MORE if one.is_part else ""
    if not one.group:
        return Choice(one.order, f"{one.order.partition(' ')[0]}{more}" if more else "", "", one.is_part)
    if is_list:
        return Choice(one.order, f"{one.group} {one.rest}".strip() + more, one.verb, one.is_part)
    if is_one_verb:
        return Choice(one.order, f"{one.rest}{more}", f"{one.verb} {one.group}", one.is_part)
    words = one.rest if one.rest and one.verb == "play" else f"{one.verb} {one.rest}".strip()
    return Choice(one.order, f"{words}{more}", one.group, one.is_part)

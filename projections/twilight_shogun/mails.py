"""The parts of a mail about Twilight of Shogun: the short board, what concerns a seat, orders as taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.view import Held, SpaceView, View
from domain.twilight_shogun.words import orders as o
from projections.language.catalogues import as_named
from projections.language.messages import COLUMNS, _, columns, term, wrap
from projections.pictures import GAIN, LOSS, OTHER, YOURS, Names
from projections.twilight_shogun.board import board, card_text, lasting

BOOKKEEPING: frozenset[type] = frozenset(
    {
        e.GameSetUp,
        e.RoundBegan,
        e.EventOccurred,
        e.CardDiscarded,
        e.CardRemoved,
        e.CardsDrawn,
        e.TurnEnded,
    }
)
"""Not told to those whom they do not concern."""

BESIDE = 3
"""Columns between two spaces side by side."""


def brief(view: View, before: View | None) -> str:
    """The tracks, the hand and what is new on the map; to who has had no mail yet, and after the end, all."""
    if before is None or view.winner:
        return board(view)
    parts = (_tracks(view), _hand(view), _new(view, before))
    lines = [line for part in parts for line in part]
    return "".join(f"{line.rstrip()}\n" for line in [*lines, *wrap(_("The whole board: reply “board”."))])


def _tracks(view: View) -> Iterator[str]:
    said = _("{lead} Intervention {intervention}, treaty {treaty}, court: {courts}.")
    courts = ", ".join(f"{_who(view, player.seat)} {player.court}" for player in view.players)
    yield from wrap(
        said.format(lead=_lead(view), intervention=view.intervention, treaty=view.treaty, courts=courts)
    )
    yield from lasting(view)


def _who(view: View, seat: str) -> str:
    return _("you") if seat == view.viewer else SIDES[seat]


def _lead(view: View) -> str:
    if not view.vp:
        return _("VP: 0.")
    leader = "anti" if view.vp > 0 else "pro"
    if leader == view.viewer:
        return _("You lead by {vp} VP.").format(vp=abs(view.vp))
    return _("{side} leads by {vp} VP.").format(side=SIDES[leader], vp=abs(view.vp))


def _hand(view: View) -> Iterator[str]:
    """One's own cards: AP, the word that orders take, the printed name, and what the event does."""
    held = [one for player in view.players if player.seat == view.viewer for one in player.hand or ()]
    if held:
        yield from wrap(_("Your hand (AP, short name, printed name: event):"))
    for one in sorted(held, key=lambda one: -one.ap):
        yield from wrap(_card(one), f"  {one.ap}  ", " " * 5)


def _card(held: Held) -> str:
    said = _("{id}, {name}: {text}") if held.would_occur else _("{id}, {name}, event not now: {text}")
    if held.is_out_of_play:
        said = _("{id}, {name}, event out of play: {text}")
    return said.format(id=held.card, name=as_named(held.name), text=card_text(held.text))


def _new(view: View, before: View) -> Iterator[str]:
    """The spaces whose influence, support or control is another, two to a line where there is room."""
    old = {space.space: space for space in before.spaces}
    new = [space for space in view.spaces if _stands(space) != _stands(old[space.space])]
    if not new:
        yield from wrap(_("Nothing is new on the map."))
        return
    yield from wrap(_("New on the map: stability, influence of Anti and Pro (support in brackets), control:"))
    told = [_space(view, space) for space in new]
    width = max(map(columns, told)) + BESIDE
    across = 2 if 2 * width - BESIDE + 2 <= COLUMNS else 1
    for at in range(0, len(told), across):
        yield "  " + "".join(one + " " * (width - columns(one)) for one in told[at : at + across]).rstrip()


def _stands(space: SpaceView) -> tuple[object, ...]:
    return space.influence, space.support, space.control, space.is_in_play


def _space(view: View, space: SpaceView) -> str:
    """ "Mito 2: 3(1) 1, yours"."""
    anti, pro = (_strength(space, seat) for seat in ("anti", "pro"))
    stability = f" {space.stability}" if space.stability else ""
    control = _("nobody's")
    if space.control:
        control = _("yours") if space.control == view.viewer else SIDES[space.control]
    return f"{term(space.name)}{stability}: {anti} {pro}, {control}"


def _strength(space: SpaceView, seat: str) -> str:
    support = space.support[seat]
    return f"{space.influence[seat]}({support})" if support else str(space.influence[seat])


def rank(event: Any, seat: str, view: View) -> str:
    """Whether a seat's influence, control or cards are more or less now, and not by its own act."""
    if isinstance(event, e.CardsDrawn | e.CardDropped):
        mine = LOSS if isinstance(event, e.CardDropped) else YOURS
        return mine if event.seat == seat else OTHER
    if isinstance(event, e.HandSeen):
        return YOURS if seat in (event.seat, event.holder) else OTHER
    if isinstance(event, e.EventLasted):
        return YOURS if event.lasting.seat != seat else OTHER
    if isinstance(event, e.ControlShifted):
        return _of([(one.before == seat, one.after == seat) for one in event.shifts])
    if isinstance(event, e.VpScored):
        return GAIN if event.seat == seat else OTHER
    if isinstance(event, e.CourtMoved):
        return _of([(event.before, event.after)]) if event.seat == seat else OTHER
    if isinstance(event, e.Recovered | e.GameSetUp) or getattr(event, "seat", "") == seat:
        return OTHER
    changes = getattr(event, "changes", ())
    return _of([(one.before, one.after) for one in changes if getattr(one, "seat", "") == seat])


def _of(changes: Sequence[tuple[int, int]]) -> str:
    """What numbers of a seat are to it, before and after: a loss where one is."""
    if any(after < before for before, after in changes):
        return LOSS
    return GAIN if any(after > before for before, after in changes) else OTHER


def _places(places: Sequence[str], names: Names) -> str:
    return " ".join(names.get(place, place) for place in places)


def group(order: Any, names: Names) -> tuple[str, str]:
    """A row for each card of the hand, a tap for each use of it."""
    told = _TAPS.get(type(order))
    label = told(order, names) if told else ""
    card = getattr(order, "card", "")
    return names.get(card, card), label


_TAPS: Mapping[type, Callable[[Any, Names], str]] = {
    o.PlayEvent: lambda order, names: _("event"),
    o.PlayAction: lambda order, names: _("action"),
    o.PlayActionFirst: lambda order, names: _("action first"),
    o.PlayEventFirst: lambda order, names: _("event first"),
    o.PlayInfluence: lambda order, names: _("influence {places}").format(places=_places(order.places, names)),
    o.PlayRealign: lambda order, names: _("realign {places}").format(places=_places(order.spaces, names)),
    o.PlayCoup: lambda order, names: _("coup in {place}").format(place=_places((order.space,), names)),
    o.Court: lambda order, names: _("court"),
    o.Influence: lambda order, names: _("influence {places}").format(places=_places(order.places, names)),
    o.Realign: lambda order, names: _("realign {places}").format(places=_places(order.spaces, names)),
    o.Coup: lambda order, names: _("coup in {place}").format(place=_places((order.space,), names)),
    o.Pass: lambda order, names: _("pass"),
    o.Put: lambda order, names: _("place {count} in {place}").format(
        count=order.count, place=_places((order.space,), names)
    ),
    o.Remove: lambda order, names: _("remove {count} in {place}").format(
        count=order.count, place=_places((order.space,), names)
    ),
    o.Attack: lambda order, names: _places((order.space,), names),
    o.Navy: lambda order, names: _places((order.space,), names),
    o.Discard: lambda order, names: _("discard"),
    o.Retrieve: lambda order, names: _("retrieve"),
}
"""Labels; what has none is its own."""

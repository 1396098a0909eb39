"""Chapter 9: the effects of events on markers and tracks, granted actions, bonuses and choices.

9.0   effects in the order of the text      resolving.py, and here; cards of the hand in hands.py
9.1   who resolves an event; bonuses        here
9.2   the condition                         board/conditions.py
9.3   influence                             influence.py
9.4   warfare                               warfare.py
9.5   scoring                               scoring.py; here only the effect that asks for it
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.board import events
from domain.twilight_shogun.board.conditions import holds
from domain.twilight_shogun.board.points import vp_events
from domain.twilight_shogun.board.state import (
    Board,
    RetiredFace,
    Standing,
    controller,
    faces_at,
    title_of,
    tracks,
)
from domain.twilight_shogun.book import BOOK, REFUSALS
from domain.twilight_shogun.cards.resolving import (
    nothing,
    printed,
    resolved_next,
    resolves,
    side_of,
    spaces_where,
)
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Act, ChooseWay, Emperor, Intervene, Resolve, Score

# ---- support markers [2.22]


@resolves(x.Marker, "2.22")
def marker(board: Board, item: Resolve, effect: x.Marker, chance: Chance) -> Outcome:
    """A support marker is placed, or moved and flipped if it is on the map already [2.22]."""
    if board.markers.get(effect.marker) == Standing(effect.space, effect.face):
        return nothing(item, f"The marker stands in {title_of(board, effect.space)} already.")
    face = board.setting.tables.markers[effect.marker].showing(effect.face)
    if RetiredFace(effect.marker, effect.face) in board.faces:
        return nothing(item, f"{face.name} is out of play.")
    return does(
        events.MarkerPlaced(
            item.card, effect.marker, effect.space, effect.face, face.name, face.side, face.value
        )
    )


@resolves(x.Unmark, "2.22")
def unmark(board: Board, item: Resolve, effect: x.Unmark, chance: Chance) -> Outcome:
    """A support marker leaves the map; its influence stays [2.22]. Where a face is named, it must be up."""
    at = board.markers.get(effect.marker)
    if at is None or effect.face not in ("", at.face):
        return nothing(item, "The support marker is not on the map.")
    return does(_removed(board, item, effect.marker, at.space))


@resolves(x.RetireFace, "2.22")
def retire_face(board: Board, item: Resolve, effect: x.RetireFace, chance: Chance) -> Outcome:
    """A face of a support marker never comes to the map again; if it is up, the marker leaves it [2.22]."""
    face = board.setting.tables.markers[effect.marker].showing(effect.face)
    if RetiredFace(effect.marker, effect.face) in board.faces:
        return nothing(item, f"{face.name} is out of play already.")
    retired = events.FaceRetired(item.card, effect.marker, effect.face, face.name)
    at = board.markers.get(effect.marker)
    if at is None or at.face != effect.face:
        return does(retired)
    return does(_removed(board, item, effect.marker, at.space), retired)


@resolves(x.Strip, "2.22")
def strip(board: Board, item: Resolve, effect: x.Strip, chance: Chance) -> Outcome:
    """All support markers of a side leave a space [2.22]."""
    side = side_of(item, effect.side)
    there = [name for name, face in faces_at(board, effect.space) if face.side == side]
    if not there:
        return nothing(item, f"No such support marker stands in {title_of(board, effect.space)}.")
    return does(*(_removed(board, item, name, effect.space) for name in there))


def _removed(board: Board, item: Resolve, name: str, space: str) -> events.MarkerRemoved:
    faces = dict(faces_at(board, space))
    return events.MarkerRemoved(item.card, name, space, faces[name].name)


# ---- tracks [2.14]


@resolves(x.Vp, "2.23")
def vp(board: Board, item: Resolve, effect: x.Vp, chance: Chance) -> Outcome:
    """An event gives VP [2.23]."""
    points = Sum((Term(effect.amount, printed(board, item.card), "2.23"),))
    return does(*vp_events(board, side_of(item, effect.side), points))


@resolves(x.VpEach, "2.23")
def vp_each(board: Board, item: Resolve, effect: x.VpEach, chance: Chance) -> Outcome:
    """An event gives VP for each clan that a side controls [2.23]."""
    side = side_of(item, effect.side)
    held = [name for name in spaces_where(board, effect.where) if controller(board, name) == side]
    if not held:
        return nothing(item, "None of the clans that would count is controlled.")
    terms = tuple(Term(effect.amount, f"controls {title_of(board, name)}", "2.23") for name in held)
    return does(*vp_events(board, side, Sum(terms)))


@resolves(x.Treaty, "2.23")
def treaty(board: Board, item: Resolve, effect: x.Treaty, chance: Chance) -> Outcome:
    """The treaty level rises, as far as there are hands for it [2.23]."""
    after = min(board.treaty + effect.change, len(tracks(board).hand) - 1)
    if after == board.treaty:
        return nothing(item, f"The treaty level is {board.treaty}, the highest.")
    return does(events.TreatyRaised(item.card, board.treaty, after))


@resolves(x.Intervention, "11.2")
def intervention(board: Board, item: Resolve, effect: x.Intervention, chance: Chance) -> Outcome:
    """The intervention level rises or falls; where it would end the game the rise is evadable [11.2]."""
    return does(then=(Intervene(effect.change, item.card),))


@resolves(x.Court, "8.4")
def court(board: Board, item: Resolve, effect: x.Court, chance: Chance) -> Outcome:
    """The court operation level of a side changes; each level that is reached pays its VP [8.4]."""
    side = side_of(item, effect.side)
    before, top = board.court[side], tracks(board).court_top
    after = max(0, min(before + effect.change, top))
    if after == before:
        return nothing(item, f"The court operation level stays at {before}.")
    paid = tuple(
        Term(tracks(board).court_vp[level - 1], f"court operation level {level}", "8.4")
        for level in range(before + 1, after + 1)
        if level < top
    )
    scored = vp_events(board, side, Sum(paid)) if paid else ()
    return does(events.CourtMoved(item.card, side, before, after), *scored)


@resolves(x.CourtModifier, "2.24")
def court_modifier(board: Board, item: Resolve, effect: x.CourtModifier, chance: Chance) -> Outcome:
    """The Anti-Bakufu court operation modification marker is placed; there is one [2.24]."""
    if board.court_modifier:
        return nothing(item, "The court operation modification marker is placed already.")
    return does(events.CourtModifierPlaced(item.card, tracks(board).court_modifier))


@resolves(x.OpenYokohama, "2.24")
def open_yokohama(board: Board, item: Resolve, effect: x.OpenYokohama, chance: Chance) -> Outcome:
    """Yokohama is a space like another non-clan space from now on [2.24]."""
    if board.yokohama:
        return nothing(item, "Yokohama is open already.")
    return does(events.YokohamaOpened(item.card))


# ---- actions, scorings, the flags


@resolves(x.Grant, "9.1")
def grant(board: Board, item: Resolve, effect: x.Grant, chance: Chance) -> Outcome:
    """An event gives APs; the seat that it names spends them, also in the other's round [9.1(3)]."""
    spaces = () if effect.where == x.EVERYWHERE else spaces_where(board, effect.where)
    if effect.where != x.EVERYWHERE and not spaces:
        return nothing(item, "There is no space where the action points could be spent.")
    side = side_of(item, effect.side)
    return does(then=(Act(side, effect.ap, item.card, effect.kinds, spaces, granted=True),))


@resolves(x.Score, "9.5")
def score(board: Board, item: Resolve, effect: x.Score, chance: Chance) -> Outcome:
    """A scoring event scores its area, Kyo or the ports [9.5]."""
    return does(then=(Score(effect.table),))


@resolves(x.Flags, "11.3")
def flags(board: Board, item: Resolve, effect: x.Flags, chance: Chance) -> Outcome:
    """The emperor's flags stand [11.3]."""
    return does(then=(Emperor(item.player),))


# ---- bonuses and choices


@resolves(x.IfActive, "9.1")
def if_active(board: Board, item: Resolve, effect: x.IfActive, chance: Chance) -> Outcome:
    """The bonus of a side counts in its own round only, whoever resolves the event [9.1(4)]."""
    if board.active != effect.side:
        return does()
    return does(then=resolved_next(item.player, item.card, effect.effects))


@resolves(x.If, "9.0")
def if_so(board: Board, item: Resolve, effect: x.If, chance: Chance) -> Outcome:
    """What depends on the board is judged when its turn comes [9.0]."""
    effects = effect.effects if holds(board, effect.condition, item.player) else effect.otherwise
    return does(then=resolved_next(item.player, item.card, effects))


@resolves(x.Choose, "9.0")
def choose(board: Board, item: Resolve, effect: x.Choose, chance: Chance) -> Outcome:
    """The event leaves a choice [9.0]."""
    return does(then=(ChooseWay(side_of(item, effect.by), item.player, item.card, effect.ways),))


@BOOK.offered(ChooseWay, "9.0")
def ways(board: Board, item: ChooseWay, seat: str) -> Iterator[orders.Choose]:
    """Every way that the event names [9.0]."""
    yield from (orders.Choose(way.name) for way in item.ways)


@BOOK.answer(ChooseWay, orders.Choose, "9.0")
def go(board: Board, item: ChooseWay, seat: str, order: orders.Choose, chance: Chance) -> Outcome:
    """The effects of the chosen way follow [9.0]."""
    REFUSALS.guard(way_bars(board, item, order), ways(board, item, seat))
    (effects,) = (way.effects for way in item.ways if way.name == order.way)
    then = resolved_next(item.player, item.card, effects)
    return does(events.WayChosen(seat, item.card, order.way), then=then)


def way_bars(board: Board, item: ChooseWay, order: orders.Choose) -> Bars:
    """One of the ways that the event names [9.0]."""
    if order.way not in (way.name for way in item.ways):
        yield Bar("9.0", f"{printed(board, item.card)} does not offer {order.way}.")

"""The points that an event promises to a seat, effect by effect [9.0]; none is played.

Influence, support and scorings are reckoned on the board; what has no place there (a card more, a level of a
track) has a price.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.twilight_shogun.board.conditions import condition_met, holds, who
from domain.twilight_shogun.board.state import controller, faces_at, in_play
from domain.twilight_shogun.cards.resolving import is_free, spaces_where
from domain.twilight_shogun.cards.scoring import standings
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.programs.outlook import FACES, Outlook
from domain.twilight_shogun.sequence.turn import is_open_turn
from domain.twilight_shogun.words.items import Act

CARD, LOST_CARD, SEEN = 0.9, 0.9, 0.1
"""What a card more is worth, what one less costs, what it is worth to see a hand."""

LASTS = 0.4
"""What it is worth that an event forbids something to the other for the turn."""

SUPPORT = 0.5
"""What each point of a support marker is worth beside the influence that it brings: it comes again [3.4]."""

LEVEL = 0.8
"""What a level of court operations is worth beside its VP."""

MODIFIER = 0.8
"""What the modification of court operations is worth to Anti-Bakufu [2.24]."""

GRANTED = 0.6
"""What an AP that an event gives to the other may be expected to cost."""

FLAGS = 12.0
"""What it is worth to end the game as the winner, and what it costs to end it as the loser [11.3]."""

_Deed = Any


def event(outlook: Outlook, card: str, player: str) -> float:
    """What the event of a card would be worth to the seat of an outlook if `player` resolved it now."""
    key = (card, player)
    if key not in outlook.events:
        outlook.events[key] = _event(outlook, card, player)
    return outlook.events[key]


def _event(outlook: Outlook, card: str, player: str) -> float:
    board, printed = outlook.board, outlook.board.setting.tables.cards[card]
    if not condition_met(board, card, player):
        return 0.0
    return effects(outlook, printed.effects, player) + (joi(outlook) if printed.joi else 0.0)


def joi(outlook: Outlook) -> float:
    """The first Jo-i of a turn pays one side at its end [10.0]."""
    board = outlook.board
    if board.joi:
        return 0.0
    pays = board.setting.tables.tracks.joi_vp
    return pays if outlook.seat == (PRO if is_open_turn(board) else ANTI) else -pays


def effects(outlook: Outlook, deeds: Iterable[_Deed], player: str) -> float:
    return sum([_reckoned(outlook, deed, player) for deed in deeds])


def _reckoned(outlook: Outlook, deed: _Deed, player: str) -> float:
    found = WORTH.get(type(deed))
    return found(outlook, deed, player) if found else 0.0


def changed(outlook: Outlook, name: str, side: str, by: int) -> float:
    """So much influence of a side more or less [9.3]."""
    if not in_play(outlook.board, name):
        return 0.0
    return outlook.gain(name, by, 0) if side == outlook.seat else outlook.gain(name, 0, by)


def for_seat(outlook: Outlook, side: str, value: float) -> float:
    return value if side == outlook.seat else -value


def _influence(outlook: Outlook, deed: x.Influence, player: str) -> float:
    side = who(deed.side, player)
    return sum([changed(outlook, name, side, deed.change) for name in deed.spaces])


def _clear(outlook: Outlook, deed: x.Clear, player: str) -> float:
    side = who(deed.side, player)
    return sum([changed(outlook, name, side, -outlook.board.influence[name][side]) for name in deed.spaces])


def _reset(outlook: Outlook, deed: x.Reset, player: str) -> float:
    here, space = outlook.board.influence[deed.space], outlook.board.setting.tables.spaces[deed.space]
    return changed(outlook, deed.space, ANTI, space.anti - here[ANTI]) + changed(
        outlook, deed.space, PRO, space.pro - here[PRO]
    )


def _place(outlook: Outlook, deed: x.Place, player: str) -> float:
    """Whoever resolves the event puts it where it does most [9.3(2)]."""
    board, side = outlook.board, who(deed.side, player)
    step = 1 if deed.count > 0 else -1
    names = spaces_where(board, deed.where)
    if step < 0:
        names = tuple([name for name in names if board.influence[name][side]])
    elif not is_free(board, deed.where) and player == outlook.seat:
        reached = set(outlook.open_to())
        names = tuple([name for name in names if name in reached])
    each = sorted([changed(outlook, name, side, step) for name in names], reverse=player == outlook.seat)
    if deed.most == 1:
        return sum(each[: abs(deed.count)])
    return each[0] * abs(deed.count) if each else 0.0


def _marker(outlook: Outlook, deed: x.Marker, player: str) -> float:
    """A support marker brings the influence up to its support, and again whenever it is lost [2.22, 3.4]."""
    board = outlook.board
    face = board.setting.tables.markers[deed.marker].showing(deed.face)
    at = board.markers.get(deed.marker)
    if (at and at.space == deed.space and at.face == deed.face) or not in_play(board, deed.space):
        return 0.0
    support = outlook.stakes.support.get((deed.space, face.side), 0)
    here = max(board.influence[deed.space][face.side], support)
    brings = changed(outlook, deed.space, face.side, max(0, support + face.value - here))
    return (
        brings
        + for_seat(outlook, face.side, SUPPORT * face.value)
        - (_standing(outlook, deed.marker) if at else 0)
    )


def _standing(outlook: Outlook, marker: str, face: str = "") -> float:
    """What a marker that is on the map is worth to the seat; 0 if another face is up."""
    at = outlook.board.markers.get(marker)
    if at is None or face not in ("", at.face):
        return 0.0
    shown = outlook.board.setting.tables.markers[marker].showing(at.face)
    return for_seat(outlook, shown.side, SUPPORT * shown.value)


def _unmark(outlook: Outlook, deed: x.Unmark | x.RetireFace, player: str) -> float:
    return -_standing(outlook, deed.marker, deed.face)


def _strip(outlook: Outlook, deed: x.Strip, player: str) -> float:
    side = who(deed.side, player)
    there = [face.value for _, face in faces_at(outlook.board, deed.space) if face.side == side]
    return -for_seat(outlook, side, SUPPORT * sum(there))


def _vp(outlook: Outlook, deed: x.Vp, player: str) -> float:
    return for_seat(outlook, who(deed.side, player), deed.amount)


def _vp_each(outlook: Outlook, deed: x.VpEach, player: str) -> float:
    side = who(deed.side, player)
    held = [
        name for name in spaces_where(outlook.board, deed.where) if controller(outlook.board, name) == side
    ]
    return for_seat(outlook, side, deed.amount * len(held))


def _grant(outlook: Outlook, deed: x.Grant, player: str) -> float:
    """The APs that an event gives, spent as well as that side can."""
    side, board = who(deed.side, player), outlook.board
    spaces = () if deed.where == x.EVERYWHERE else spaces_where(board, deed.where)
    act = Act(side, deed.ap, "", deed.kinds, spaces, granted=True)
    if side == outlook.seat:
        return outlook.best(act)
    return -GRANTED * deed.ap


def _warfare(outlook: Outlook, deed: x.Warfare, player: str) -> float:
    names = spaces_where(outlook.board, deed.where)
    values = [attack(outlook, name, deed.target, player) for name in names]
    if not values:
        return 0.0
    return max(values) if player == outlook.seat else min(values)


def attack(outlook: Outlook, name: str, target: int, player: str) -> float:
    """All influence of the opponent there is lost with the number or more [9.4]."""
    own = player == outlook.seat
    lead = outlook.clans_near(name) * (1 if own else -1)
    wins = max(0, min(FACES, FACES + 1 + lead - target)) / FACES
    enemy = outlook.foe if own else outlook.seat
    return wins * changed(outlook, name, enemy, -outlook.board.influence[name][enemy])


def _score(outlook: Outlook, deed: x.Score, player: str) -> float:
    return scored(outlook, deed.table)


def scored(outlook: Outlook, scoring: str) -> float:
    """What a scoring would move the VP now, for the seat [9.5]."""
    anti, pro = standings(outlook.board, scoring)
    return outlook.sign * (anti.points.total - pro.points.total)


def _court(outlook: Outlook, deed: x.Court, player: str) -> float:
    side = who(deed.side, player)
    return for_seat(outlook, side, levels(outlook, side, deed.change))


def levels(outlook: Outlook, side: str, by: int) -> float:
    """What so many levels of court operations are worth to a side, with the VP that they pay [8.4]."""
    before, printed = outlook.board.court[side], outlook.board.setting.tables.tracks
    after = max(0, min(before + by, printed.court_top))
    paid = sum(printed.court_vp[before:after])
    return paid + LEVEL * (after - before)


def _court_modifier(outlook: Outlook, deed: x.CourtModifier, player: str) -> float:
    return 0.0 if outlook.board.court_modifier else for_seat(outlook, ANTI, MODIFIER)


def _draw(outlook: Outlook, deed: x.Draw, player: str) -> float:
    return for_seat(outlook, who(deed.side, player), CARD * deed.count)


def _discard(outlook: Outlook, deed: x.Discard, player: str) -> float:
    side = who(deed.side, player)
    return for_seat(outlook, side, -LOST_CARD * min(deed.count, len(outlook.board.hands[side])))


def _look(outlook: Outlook, deed: x.Look, player: str) -> float:
    return for_seat(outlook, player, SEEN)


def _retrieve(outlook: Outlook, deed: x.Retrieve, player: str) -> float:
    return for_seat(outlook, who(deed.side, player), CARD * deed.count) if outlook.board.discard else 0.0


def _last(outlook: Outlook, deed: x.Last, player: str) -> float:
    return sum([for_seat(outlook, who(ban.side, player), -LASTS) for ban in deed.forbids if ban.side])


def _flags(outlook: Outlook, deed: x.Flags, player: str) -> float:
    """The other gets what a die shows, and then the VP decide [11.3]."""
    board = outlook.board
    own = board.vp if player == ANTI else -board.vp
    ties = board.first == player
    wins = sum([own > face or (own == face and ties) for face in range(1, FACES + 1)]) / FACES
    return for_seat(outlook, player, FLAGS * (2 * wins - 1))


def _if_active(outlook: Outlook, deed: x.IfActive, player: str) -> float:
    return effects(outlook, deed.effects, player) if outlook.board.active == deed.side else 0.0


def _if(outlook: Outlook, deed: x.If, player: str) -> float:
    chosen = deed.effects if holds(outlook.board, deed.condition, player) else deed.otherwise
    return effects(outlook, chosen, player)


def _choose(outlook: Outlook, deed: x.Choose, player: str) -> float:
    """Whoever chooses takes what is best for him."""
    values = [effects(outlook, way.effects, player) for way in deed.ways]
    return max(values) if who(deed.by, player) == outlook.seat else min(values)


WORTH: dict[type, Callable[[Outlook, Any, str], float]] = {
    x.Influence: _influence,
    x.Place: _place,
    x.Clear: _clear,
    x.Reset: _reset,
    x.Marker: _marker,
    x.Unmark: _unmark,
    x.RetireFace: _unmark,
    x.Strip: _strip,
    x.Vp: _vp,
    x.VpEach: _vp_each,
    x.Grant: _grant,
    x.Warfare: _warfare,
    x.Score: _score,
    x.Court: _court,
    x.CourtModifier: _court_modifier,
    x.Draw: _draw,
    x.Discard: _discard,
    x.Look: _look,
    x.Retrieve: _retrieve,
    x.Last: _last,
    x.Flags: _flags,
    x.IfActive: _if_active,
    x.If: _if,
    x.Choose: _choose,
}
"""What has no row here is worth nothing by itself: treaties, the intervention level, cards out of play."""

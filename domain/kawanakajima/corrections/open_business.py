"""Things that the open prompt, or an unfinished part of the agenda, is about: no ruling corrects them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from domain.kawanakajima.board.state import Board, clan_of, clans_of, side_of
from domain.kawanakajima.words import field_items as f
from domain.kawanakajima.words import items as i
from domain.kawanakajima.words import siege_items as s
from domain.kawanakajima.words.items import KaizuTaken
from domain.kit.facts import State


class Thing(NamedTuple):
    """The kind of a thing and its name: "unit", "clan", "chit", "hex", "track", "samurai"; or "kaizu"."""

    kind: str
    name: str = ""


UNITS = ("unit", "units", "left", "attackers", "defenders", "prey", "first")
CLANS = ("clan", "clans", "joined")
HEXES = ("hexes", "attacker_hexes", "defender_hexes")
"""The fields of items that name units, clans and hexes which they are about."""

COMBAT: tuple[type[Struct], ...] = (
    *(f.AnswerLeader, f.Combat, f.Convert, f.Suffering, f.ChooseSufferer, f.Loss, f.LeaderRisk),
    *(f.ClanFlight, f.ChooseSeppuku, f.FallBack, f.AfterCombat, f.AdvanceAfter, i.LeaderLost, i.Score),
)
RETREAT = (f.RetreatMove, f.RetreatClan, f.Pursuit, f.Displace, f.DisplaceUnits)
CHOICES = (i.BeginChoices, i.SelectChits, i.PlaceChits)
CHIT = (i.CallKansuke, i.AcceptChit, i.PlayChit, i.PlaySpecial, i.ReturnChit)
RALLY = (f.RallyPhase, f.RallyUnit, f.RallyToDefence)
SIEGE: tuple[type[Struct], ...] = (
    *(s.BeginSiege, s.PlaceMarkers, s.BidSacrifice, s.ThrowAssault, s.LoseTroops, s.SeizeZone),
    *(s.LastSacrifice, s.AnswerSacrifice, s.EndAssault, s.WithdrawClan, s.CheckSiege, s.EndSiege),
    *(s.KeepSurvivors, KaizuTaken),
)
WORDS: tuple[tuple[tuple[type[Struct], ...], str], ...] = (
    (COMBAT, "the combat"),
    (RETREAT, "the retreat"),
    (CHOICES, "the choice of chits"),
    (CHIT, "the play of the chit"),
    (RALLY, "the rally"),
    (SIEGE, "the fight for Kaizu"),
    ((i.PlaceSamurai,), "the coming of the samurai"),
)
"""What goes on, as in "go back to before …"; all else is an activation."""


def unfinished(state: State[Board, Any], *things: Thing) -> str:
    """What is going on about one of the things; "" if nothing is."""
    for item in state.agenda:
        about = tuple(_about(state.board, item))
        if any(thing in about for thing in things):
            return next((word for kinds, word in WORDS if isinstance(item, kinds)), "the activation")
    return ""


def _about(board: Board, item: Struct) -> Iterator[Thing]:
    for unit in _names(item, UNITS):
        yield Thing("unit", unit)
        yield Thing("clan", clan_of(unit))
    for clan in _clans(board, item):
        yield Thing("clan", clan)
        yield from (Thing("unit", unit) for unit in board.data.clans[clan].units)
    yield from (Thing("hex", hexagon) for hexagon in _names(item, HEXES))
    if isinstance(item, CHIT):
        yield Thing("chit", item.chit)
    if isinstance(item, CHOICES):
        yield from (Thing("chit", clan) for clan in board.data.clans)
    if isinstance(item, SIEGE):
        yield Thing("kaizu")
    if isinstance(item, i.PlaceSamurai):
        yield Thing("samurai", item.seat)
    if isinstance(item, i.Score):
        yield Thing("track", item.side)


def _clans(board: Board, item: Struct) -> tuple[str, ...]:
    """The clans that an item names; where it names the whole army, it looks for those whom it concerns."""
    named = _names(item, CLANS)
    return () if named and named == clans_of(board, side_of(named[0])) else named


def _names(item: Struct, fields: tuple[str, ...]) -> tuple[str, ...]:
    """What stands in those fields of an item; a field may have one name, or several, or none."""
    found: list[str] = []
    for field in fields:
        value = getattr(item, field, ())
        found += (value,) if isinstance(value, str) else value
    return tuple(name for name in found if name)

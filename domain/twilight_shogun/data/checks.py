"""Whether the tables of a data set agree with each other and with what the rulebook says of them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from domain.kit.errors import BadTable
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data import premises
from domain.twilight_shogun.data.tables import Area, Card, Space, Tables

SPACES, AREAS, NONCLAN, CARDS = "spaces.csv", "areas.csv", "nonclan.csv", "cards.toml"
MARKERS, TRACKS = "markers.toml", "tracks.csv"
OPTIONAL_MARKER = "navy"
PRINTED_SPACES, PRINTED_SCORINGS, PRINTED_POWERED = 36, 7, 5

PRINTED_EVENTS: dict[type, tuple[int, str, str]] = {
    x.Treaty: (4, "raise the treaty level", "2.23"),
    x.CourtModifier: (2, "place the court modification marker", "2.24"),
    x.OpenYokohama: (1, "open Yokohama", "2.24"),
    x.Flags: (1, "let the emperor's flags stand", "11.3"),
}
"""Effects of which the rulebook says how many cards have them."""

Misfit = tuple[str, str, str, str]
"""The file, the id of the row, what was expected, what stands there."""


class Wrong(NamedTuple):
    """What was expected in a row, and what stands there."""

    expected: str
    got: str


class Used(NamedTuple):
    """A name that a card uses, and of what it must be the name."""

    kind: str
    name: str


def check(tables: Tables, line: Callable[[str, str], int]) -> None:
    """Raises `BadTable` for the first thing that does not fit; `line` finds the row of an id."""
    for of in (_counts, _spaces, _areas, _nonclan, _tracks, _markers, _cards):
        for name, key, expected, got in of(tables):
            raise BadTable(name, line(name, key), expected, got)


def _counts(tables: Tables) -> Iterator[Misfit]:
    """As many as the rulebook counts: spaces [2.11], powered clans [2.11], scorings [9.5]."""
    powered = sum(space.powered for space in tables.spaces.values())
    if len(tables.spaces) != PRINTED_SPACES:
        yield SPACES, "", f"{PRINTED_SPACES} spaces [2.11]", f"{len(tables.spaces)}"
    if powered != PRINTED_POWERED:
        yield SPACES, "", f"{PRINTED_POWERED} powered clans [2.11]", f"{powered}"
    if len(tables.scorings) != PRINTED_SCORINGS:
        yield (
            NONCLAN,
            "",
            f"{PRINTED_SCORINGS} scorings with those of the areas [9.5]",
            f"{len(tables.scorings)}",
        )
    if sum(space.kind == "edo" for space in tables.spaces.values()) != 1:
        yield SPACES, "", "one space of the kind edo [2.11]", "another number"


def _spaces(tables: Tables) -> Iterator[Misfit]:
    for name, space in tables.spaces.items():
        for expected, got in _space(space, tables.areas):
            yield SPACES, name, expected, got


def _space(space: Space, areas: dict[str, Area]) -> Iterator[Wrong]:
    if not space.adjacent:
        yield Wrong("a space that a line joins to another [2.13]", f"{space.id} alone")
    if min(space.anti, space.pro, space.limit) < 0 or space.cost < 1:
        yield Wrong("numbers that are not below zero, and a cost of 1 or more", f"{space.id}")
    if space.kind == "clan":
        if space.area not in areas:
            yield Wrong("a clan in an area of areas.csv [2.12]", f'"{space.area}"')
        if space.stability < 1:
            yield Wrong("a clan with a stability of 1 or more [2.11]", f"{space.stability}")
    elif space.area or space.stability or space.powered:
        yield Wrong("no area, stability or power outside the clans [2.11]", f"{space.id}")
    if space.kind == "edo" and (space.anti or space.pro):
        yield Wrong("no influence in Edo [2.11]", f"{space.anti} and {space.pro}")


def _areas(tables: Tables) -> Iterator[Misfit]:
    for name, area in tables.areas.items():
        if not area.powered or not tables.spaces.get(area.powered):
            yield AREAS, name, "an area with one powered clan [2.11]", f'"{area.powered}"'
        if not 0 <= area.presence <= area.domination <= area.control:
            got = f"{area.presence}, {area.domination}, {area.control}"
            yield AREAS, name, "VP that do not fall from presence to control [9.5]", got


def _nonclan(tables: Tables) -> Iterator[Misfit]:
    for scoring in tables.scorings.values():
        for space, vp in scoring.spaces.items():
            if space not in tables.spaces or tables.spaces[space].kind not in ("nonclan", "port"):
                yield NONCLAN, scoring.id, "a space of spaces.csv that is no clan [9.5]", f'"{space}"'
            if vp < 1:
                yield NONCLAN, scoring.id, "1 VP or more", f"{vp}"


def _tracks(tables: Tables) -> Iterator[Misfit]:
    tracks = tables.tracks
    if len(tracks.hand) <= tracks.treaty_open:
        yield (
            TRACKS,
            "hand",
            f"hands for treaty levels above {tracks.treaty_open} [2.23]",
            f"{len(tracks.hand)} steps",
        )
    if min(tracks.hand, default=0) < 1 or list(tracks.hand) != sorted(tracks.hand):
        yield TRACKS, "hand", "hands that do not shrink with the treaty level [2.23]", f"{tracks.hand}"
    if len(tracks.court_vp) != tracks.court_top - 1:
        yield (
            TRACKS,
            "court_vp",
            f"VP for the levels below {tracks.court_top} [8.4]",
            f"{len(tracks.court_vp)} steps",
        )
    if not 0 < tracks.coup_forbidden_at < tracks.lose_at:
        yield TRACKS, "coup_forbidden_at", "a level below lose_at [11.2]", f"{tracks.coup_forbidden_at}"


def _markers(tables: Tables) -> Iterator[Misfit]:
    if OPTIONAL_MARKER not in tables.markers:
        yield MARKERS, "", f'the optional marker "{OPTIONAL_MARKER}" [12.1]', "none"
    for name, marker in tables.markers.items():
        for face in (marker.head, marker.tail):
            if face.value < 1:
                yield MARKERS, name, "a support of 1 or more [2.22]", f"{face.value}"


def _cards(tables: Tables) -> Iterator[Misfit]:
    numbers: dict[int, str] = {}
    scored: dict[str, str] = {}
    known = _known(tables)
    for name, card in tables.cards.items():
        if numbers.setdefault(card.number, name) != name:
            yield CARDS, name, "a number that no card before has", f"{card.number}"
        if card.scoring and scored.setdefault(card.scoring, name) != name:
            yield CARDS, name, "one card for each scoring [9.5]", f'"{card.scoring}"'
        for expected, got in (*_card(card, tables), *_moved(card), *_lasting(card), *_names(card, known)):
            yield CARDS, name, expected, got
    yield from _events(tables)
    for scoring in tables.scorings:
        if scoring not in scored:
            yield CARDS, "", f"a card that scores {scoring} [9.5]", "none"
    if 2 * tables.tracks.hand[0] > sum(card.deck == "closed" for card in tables.cards.values()):
        yield CARDS, "", "a closed deck for two hands [4.1]", "fewer cards"


def _events(tables: Tables) -> Iterator[Misfit]:
    """As many events of a kind as the rulebook says [2.23, 2.24, 11.3]."""
    every = [{type(effect) for effect in deeds(card.effects)} for card in tables.cards.values()]
    for effect, (count, what, rule) in PRINTED_EVENTS.items():
        found = sum(effect in card for card in every)
        if found != count:
            yield CARDS, "", f"{count} with an event to {what} [{rule}]", f"{found}"


def _card(card: Card, tables: Tables) -> Iterator[Wrong]:
    if card.ap < 1:
        yield Wrong("1 AP or more [2.32]", f"{card.ap}")
    if card.scoring and (card.scoring not in tables.scorings or card.side != "must"):
        yield Wrong("a must-play card for a known scoring [9.5]", f'"{card.scoring}"')
    if not card.effects:
        yield Wrong("an event that does something [9.0]", "no effects")
    for effect in deeds(card.effects):
        if isinstance(effect, x.Choose) and not 1 < len({way.name for way in effect.ways}) == len(
            effect.ways
        ):
            yield Wrong(
                "two ways or more, each with a name of its own", f"{[way.name for way in effect.ways]}"
            )
        if isinstance(effect, x.Place | x.Influence) and not getattr(
            effect, "count", getattr(effect, "change", 0)
        ):
            yield Wrong("some influence to place or to remove [9.3]", "0")


def _moved(card: Card) -> Iterator[Wrong]:
    """Cards that an event takes out of play or brings back: one at least [9.0, 9.2]."""
    for effect in deeds(card.effects):
        if isinstance(effect, x.Retire) and not effect.cards:
            yield Wrong("cards that are out of play [9.2]", "none")
        if isinstance(effect, x.Retrieve) and effect.count < 1:
            yield Wrong("1 card or more out of the discards", f"{effect.count}")


def _lasts(card: Card) -> bool:
    return any(isinstance(effect, x.Last) for effect in deeds(card.effects))


def _bans(effects: Iterable[x.Deed]) -> Iterator[x.Ban]:
    return (ban for effect in deeds(effects) if isinstance(effect, x.Last) for ban in effect.forbids)


def _lasting(card: Card) -> Iterator[Wrong]:
    """What is forbidden fits its kind: events by cards, actions and warfare by spaces [2.35]."""
    for ban in _bans(card.effects):
        if (ban.what == "event") != bool(ban.cards):
            yield Wrong("cards where events are forbidden, and only there", f"{ban.what} {list(ban.cards)}")
        if ban.what in ("court", "event") and ban.where != x.EVERYWHERE:
            yield Wrong("spaces only where actions or warfare are forbidden", ban.what)


def _known(tables: Tables) -> Mapping[str, Container[str]]:
    """By kind, the names that the events of cards may use."""
    return {
        "space": tables.spaces,
        "area": tables.areas,
        "marker": tables.markers,
        "scoring": tables.scorings,
        "card": tables.cards,
        "lasting event": [one.id for one in tables.cards.values() if _lasts(one)],
    }


def _names(card: Card, known: Mapping[str, Container[str]]) -> Iterator[Wrong]:
    """Names that the other files do not have."""
    for kind, name in (*_named_by_effects(card.effects), *_named_by_tests(card.condition)):
        if name not in known[kind]:
            yield Wrong(f"{'an' if kind == 'area' else 'a'} {kind} of this data set", f'"{name}"')


def deeds(effects: Iterable[x.Deed]) -> Iterator[x.Deed]:
    """The effects, and those inside them."""
    for effect in effects:
        yield effect
        if isinstance(effect, x.IfActive | x.If):
            yield from deeds(effect.effects)
        if isinstance(effect, x.If):
            yield from deeds(effect.otherwise)
        if isinstance(effect, x.Choose):
            yield from deeds(deed for way in effect.ways for deed in way.effects)


def _named_by_effects(effects: Iterable[x.Deed]) -> Iterator[Used]:
    for effect in deeds(effects):
        for space in getattr(effect, "spaces", ()):
            yield Used("space", space)
        if isinstance(effect, x.Reset | x.Strip | x.Marker):
            yield Used("space", effect.space)
        if isinstance(effect, x.Marker | x.Unmark | x.RetireFace):
            yield Used("marker", effect.marker)
        if isinstance(effect, x.Retire | x.Retrieve):
            yield from (Used("card", card) for card in effect.cards)
        if isinstance(effect, x.End):
            yield Used("lasting event", effect.card)
        if isinstance(effect, x.Score):
            yield Used("scoring", effect.table)
        if isinstance(effect, x.If):
            yield from _named_by_tests((effect.condition,))
        yield from _named_by_where(getattr(effect, "where", x.EVERYWHERE))
    for ban in _bans(effects):
        yield from _named_by_where(ban.where)
        yield from (Used("card", card) for card in ban.cards)


def _named_by_where(where: x.Where) -> Iterator[Used]:
    yield from (Used("space", space) for space in where.spaces)
    yield from (Used("area", area) for area in where.areas)


def _named_by_tests(tests: Iterable[premises.Test]) -> Iterator[Used]:
    for test in tests:
        if isinstance(test, premises.Controls):
            yield from (Used("space", space) for space in test.spaces)
        if isinstance(test, premises.Present | premises.Ahead):
            yield Used("space", test.space)
        if isinstance(test, premises.Stands | premises.FaceRetired):
            yield Used("marker", test.marker)
        if isinstance(test, premises.Gone | premises.Retired):
            yield Used("card", test.card)
        if isinstance(test, premises.Lasts):
            yield Used("lasting event", test.card)
        if isinstance(test, premises.Not):
            yield from _named_by_tests((test.condition,))
        if isinstance(test, premises.Either):
            yield from _named_by_tests(test.conditions)

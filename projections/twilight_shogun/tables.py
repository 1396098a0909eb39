"""The rows of the read model for a game of Twilight of Shogun, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping

from domain.twilight_shogun.view import View
from projections.pictures import Row, Table
from projections.twilight_shogun.drawing import tracks

HANDS = Table("hands", {"seat": str, "cards": int, "hand": str}, ("seat",))
INFLUENCE = Table(
    "influence",
    {
        "space": str,
        "area": str,
        "stability": int,
        "anti": int,
        "pro": int,
        "anti_support": int,
        "pro_support": int,
        "control": str,
    },
    ("space",),
)
SUPPORT_MARKERS = Table(
    "support_markers", {"marker": str, "name": str, "space": str, "side": str, "value": int}, ("marker",)
)
SCORED_NOW = Table("scored_now", {"scoring": str, "seat": str, "status": str, "vp": int}, ("scoring", "seat"))
TRACKS = Table("tracks", {"track": str, "value": int}, ("track",))
PILES = Table("piles", {"pile": str, "cards": int, "names": str}, ("pile",))

TABLES = (HANDS, INFLUENCE, SUPPORT_MARKERS, SCORED_NOW, TRACKS, PILES)


def rows(view: View) -> Mapping[str, list[Row]]:
    """Everything on the table, and the hands. What the viewer may not know is None."""
    return {
        "hands": _hands(view),
        "influence": _influence(view),
        "support_markers": _support_markers(view),
        "scored_now": _scored_now(view),
        "tracks": [{"track": track, "value": value} for track, value in tracks(view).items()],
        "piles": _piles(view),
    }


def _hands(view: View) -> list[Row]:
    return [
        {
            "seat": player.seat,
            "cards": player.cards_in_hand,
            "hand": None if player.hand is None else ", ".join(held.card for held in player.hand),
        }
        for player in view.players
    ]


def _influence(view: View) -> list[Row]:
    return [
        {
            "space": space.space,
            "area": space.area or None,
            "stability": space.stability or None,
            "anti": space.influence["anti"],
            "pro": space.influence["pro"],
            "anti_support": space.support["anti"],
            "pro_support": space.support["pro"],
            "control": space.control or None,
        }
        for space in view.spaces
    ]


def _support_markers(view: View) -> list[Row]:
    return [
        SUPPORT_MARKERS.row(marker, marker=marker.id, space=space.space)
        for space in view.spaces
        for marker in space.markers
    ]


def _scored_now(view: View) -> list[Row]:
    """What either side would get if this were scored now."""
    return [
        {"scoring": scoring, "seat": one.seat, "status": one.status, "vp": one.points.total}
        for scoring, standings in view.scored_now.items()
        for one in standings
    ]


def _piles(view: View) -> list[Row]:
    """The draw deck is known by its number only, but to the referee."""
    piles = {"discard": view.discard, "removed": view.removed}
    known: list[Row] = [
        {"pile": name, "cards": len(cards), "names": ", ".join(cards)} for name, cards in piles.items()
    ]
    deck = None if view.deck is None else ", ".join(view.deck)
    return [
        {"pile": "deck", "cards": view.cards_in_deck, "names": deck},
        {"pile": "aside", "cards": view.cards_aside, "names": None},
        *known,
    ]

"""The rows of the read model for a game of Shinobi, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping

from domain.shinobi.view import View
from projections.pictures import Row, Table

HANDS = Table("hands", {"seat": str, "cards": int, "hand": str}, ("seat",))
CLAN_COUNTS = Table("clan_counts", {"province": str, "clan": str, "cards": int}, ("province", "clan"))
STANDING = Table(
    "standing", {"seat": str, "clan": str, "points": int, "tiebreak": int, "won": int}, ("seat",)
)

TABLES = (HANDS, CLAN_COUNTS, STANDING)


def rows(view: View) -> Mapping[str, list[Row]]:
    """Hands, armies and the standing. What the viewer may not know is None."""
    return {"hands": _hands(view), "clan_counts": _clan_counts(view), "standing": _standing(view)}


def _hands(view: View) -> list[Row]:
    return [
        {
            "seat": province.seat,
            "cards": province.cards_in_hand,
            "hand": None if province.hand is None else ", ".join(province.hand),
        }
        for province in view.provinces
    ]


def _clan_counts(view: View) -> list[Row]:
    return [
        {"province": province.seat, "clan": clan, "cards": cards}
        for province in view.provinces
        for clan, cards in province.armies.items()
    ]


def _standing(view: View) -> list[Row]:
    """The cards of each player's clan: on the whole table, and in the player's own province."""
    return [
        {
            "seat": province.seat,
            "clan": province.clan,
            "points": None if province.clan is None else view.clans[province.clan],
            "tiebreak": None if province.clan is None else province.armies.get(province.clan, 0),
            "won": int(province.seat in view.winners),
        }
        for province in view.provinces
    ]

"""The rows of the read model for a War phase, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping

from domain.rising_sun.board.state import ADVANTAGES
from domain.rising_sun.view import View
from projections.pictures import Row, Table

CLANS = Table(
    "honor_track",
    {
        "clan": str,
        "honor": int,
        "points": int,
        "coins": int,
        "ronin": int,
        "ally": str,
        "cards": str,
        "won": int,
    },
    ("clan",),
)
ARMIES = Table(
    "province_figures",
    {"province": str, "war": int, "clan": str, "figure": str, "count": int, "force": int},
    ("province", "clan", "figure"),
)
TOKENS = Table("war_tokens", {"clan": str, "province": str, "season": int}, ("clan", "province", "season"))
HOSTAGES = Table(
    "hostages", {"captor": str, "clan": str, "figure": str, "count": int}, ("captor", "clan", "figure")
)
BIDS = Table(
    "battle_mat",
    {"clan": str, "province": str, **dict.fromkeys(ADVANTAGES, int), "force": int},
    ("clan",),
)

TABLES = (CLANS, ARMIES, TOKENS, HOSTAGES, BIDS)


def rows(view: View) -> Mapping[str, list[Row]]:
    """Tracks, figures, tokens, hostages and the mat. What the viewer may not know is None."""
    return {
        "honor_track": _clans(view),
        "province_figures": _armies(view),
        "war_tokens": _tokens(view),
        "hostages": _hostages(view),
        "battle_mat": _bids(view),
    }


def _clans(view: View) -> list[Row]:
    return [
        CLANS.row(clan, clan=clan.name, cards=", ".join(clan.cards), won=int(clan.name == view.winner))
        for clan in view.clans
    ]


def _armies(view: View) -> list[Row]:
    """Each kind of figure; `force` is that of the whole army."""
    return [
        ARMIES.row(one, province=one.name, clan=clan, figure=figure, count=count, force=one.forces.get(clan))
        for one in view.provinces
        for clan, army in one.armies.items()
        for figure, count in army.items()
    ]


def _tokens(view: View) -> list[Row]:
    return [TOKENS.row(one) for clan in view.clans for one in clan.tokens]


def _hostages(view: View) -> list[Row]:
    held = [(one.captor, one.clan, one.figure) for clan in view.clans for one in clan.hostages]
    return [
        {"captor": captor, "clan": clan, "figure": figure, "count": held.count((captor, clan, figure))}
        for captor, clan, figure in dict.fromkeys(held)
    ]


def _bids(view: View) -> list[Row]:
    battle = view.battle
    if battle is None:
        return []
    return [
        {
            "clan": clan,
            "province": battle.province,
            **dict(zip(ADVANTAGES, battle.bids[clan] or (None,) * len(ADVANTAGES), strict=True)),
            "force": battle.forces[clan],
        }
        for clan in battle.players
    ]

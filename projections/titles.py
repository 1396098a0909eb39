"""The one place of the projections that names the titles."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from domain.installed import ByName, Refused
from domain.titles import GUESTS
from projections import clan_war, kawanakajima, rising_sun, shinobi, twilight_shogun
from projections.guest_pictures import GuestPictures
from projections.pictures import Pictures


def _pictures(shown: ModuleType) -> Pictures:
    """What the package of a title brings, under the names that all of them use."""
    return Pictures(
        shown.board,
        shown.sentence,
        shown.sums,
        shown.TABLES,
        shown.drawing,
        shown.tracks,
        shown.rows,
        shown.LOSSES,
        shown.names,
        shown.asks,
        shown.awaits,
        shown.brief,
        shown.concerns,
        shown.BOOKKEEPING,
        shown.group,
        shown.reading,
        getattr(shown, "things", None),
        getattr(shown, "called", lambda board: {}),
        getattr(shown, "marked", lambda view, events: ()),
        getattr(shown, "narrow", None),
        getattr(shown, "marked_narrow", lambda view, events: ()),
        unworded=True,
    )


_OURS: Mapping[str, Pictures] = {
    "shinobi": _pictures(shinobi),
    "kawanakajima": _pictures(kawanakajima),
    "twilight_shogun": _pictures(twilight_shogun),
    "rising_sun": _pictures(rising_sun),
    "clan_war": _pictures(clan_war),
}

_THEIRS = GuestPictures(_OURS, GUESTS)

PICTURES: ByName[Pictures] = ByName(_OURS, _THEIRS.__getitem__, lambda: GUESTS)


def refused() -> tuple[Refused, ...]:
    """Pictures of other packages that are not taken, each with the reason: of all that were needed so far."""
    return _THEIRS.refused()

"""The one place of the projections that names the titles."""

from __future__ import annotations

from collections.abc import Mapping

from domain.installed import ByName, Refused
from domain.titles import GUESTS
from projections import clan_war, kawanakajima, rising_sun, shinobi, twilight_shogun
from projections.guest_pictures import GuestPictures
from projections.pictures import Pictures

_OURS: Mapping[str, Pictures] = {
    "shinobi": shinobi.PICTURES,
    "kawanakajima": kawanakajima.PICTURES,
    "twilight_shogun": twilight_shogun.PICTURES,
    "rising_sun": rising_sun.PICTURES,
    "clan_war": clan_war.PICTURES,
}

_THEIRS = GuestPictures(_OURS, GUESTS)

PICTURES: ByName[Pictures] = ByName(_OURS, _THEIRS.__getitem__, lambda: GUESTS)


def refused() -> tuple[Refused, ...]:
    """Pictures of other packages that are not taken, each with the reason: of all that were needed so far."""
    return _THEIRS.refused()

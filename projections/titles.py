"""The one place of the projections that names the titles."""

from __future__ import annotations

from importlib import import_module

from domain.installed import ByName, Refused
from domain.titles import GUESTS, OURS
from projections.guest_pictures import GuestPictures
from projections.pictures import Pictures


def _ours(name: str) -> Pictures:
    pictures: Pictures = import_module(f"projections.{name}").PICTURES
    return pictures


_THEIRS = GuestPictures(lambda: map(_ours, OURS), GUESTS)

PICTURES: ByName[Pictures] = ByName(OURS, _ours, _THEIRS.__getitem__, lambda: GUESTS)


def refused() -> tuple[Refused, ...]:
    """Pictures of other packages that are not taken, each with the reason: of all that were needed so far."""
    return _THEIRS.refused()

"""The one place of the projections that names the titles."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from projections import rising_sun, shinobi
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
    )


PICTURES: Mapping[str, Pictures] = {
    "shinobi": _pictures(shinobi),
    "rising_sun": _pictures(rising_sun),
}

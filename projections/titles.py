"""The one place of the projections that names the titles."""

from __future__ import annotations

from collections.abc import Mapping

from projections import shinobi
from projections.pictures import Pictures

PICTURES: Mapping[str, Pictures] = {
    "shinobi": Pictures(
        shinobi.board,
        shinobi.sentence,
        shinobi.sums,
        shinobi.TABLES,
        shinobi.drawing,
        shinobi.tracks,
        shinobi.rows,
    ),
}

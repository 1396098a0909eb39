"""The walls of Kaizu, where the siege rules hold [13.3]: the hex is entered by whole clans, never by a step.

No zone of control reaches in or out, and nobody retreats, advances or falls back into it. Whoever is
inside goes out by ordinary steps.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from domain.kawanakajima.data.tables import Data, Map


def walled(data: Data) -> Data:
    """The data set with walls around Kaizu."""
    return replace(data, map=_walled(data.map))


@lru_cache(maxsize=8)
def _walled(known: Map) -> Map:
    """No step leads into Kaizu, and nothing is beside it. Distances (`back`) are as they were."""
    kaizu = known.kaizu
    steps = {here: tuple(step for step in ways if step[0] != kaizu) for here, ways in known.steps.items()}
    beside = {here: tuple(there for there in near if there != kaizu) for here, near in known.beside.items()}
    return replace(known, steps=steps, beside=beside | {kaizu: ()})

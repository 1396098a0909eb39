"""Counters of units as they are drawn.

Takeda units are square, ochre, with capital letters and a mon of diamonds; those of the Uesugi are round,
blue, with small letters and a mon of circles.
"""

from __future__ import annotations

from functools import lru_cache

from domain.kawanakajima.view import UnitSeen
from projections.drawing.svg import placed, text, use
from projections.kawanakajima.ground import sign
from projections.kawanakajima.names import general as general_named
from projections.kawanakajima.names import posture as posture_named
from projections.kawanakajima.names import side
from projections.language.messages import _, _n

COUNTER = (36, 36)
"""The width and height of a unit: counters on hexes that touch do not overlap."""

GONE = 4
"""The steps after which a unit is eliminated."""


@lru_cache(maxsize=2048)  # most counters of a picture are those of the picture before
def counter(unit: UnitSeen, posture: str | None) -> str:
    """Mon and name; on the band Elan, posture, Mass; on the seam steps lost; above leader, fire."""
    takeda, kind = unit.unit[0] == "t", "general" if unit.general else "unit"
    words = ("amber" if takeda else "frost") if unit.general else ("on" if takeda else "crest")
    content = use(f"kw-{unit.unit[0]}-{kind}") + mon(unit.unit[:2], -8.6, -5.2, 0.64, words)
    content += text(8, 0, sign(unit.unit), "normal", f"{words} bold", anchor="middle", room=18)
    content += text(-10, 15, str(unit.elan), "tiny", "over bold", anchor="middle")
    content += text(10, 15, str(unit.mass), "tiny", "over bold", anchor="middle")
    content += use(f"kw-band-{posture}") if posture else ""
    content += "".join(use("kw-loss", -14.5 + 10 * n, 2.5) for n in range(min(unit.losses, GONE - 1)))
    content += "".join(use("kw-pearl", 11.5 - 7 * n, -16) for n in range(unit.leader))
    content += use("kw-fire", -11.5, -14) if unit.fire else ""
    content += use("kw-star", -15, 0) if unit.samurai else ""
    return placed(COUNTER[0] / 2, COUNTER[1] / 2, content)


def described(unit: UnitSeen, clan: str, posture: str | None) -> str:
    """A unit in words: "Takeda D2 Nobushige: Elan 2, Mass 2, attack, 1 step lost"."""
    facts = [_("Elan {elan}").format(elan=unit.elan), _("Mass {mass}").format(mass=unit.mass)]
    facts += [posture_named(posture)] if posture else []
    if unit.losses:
        facts.append(_n("{n} step lost", "{n} steps lost", unit.losses).format(n=unit.losses))
    facts += [general_named(unit.general)] if unit.general else [_("leader")] if unit.leader else []
    facts += [_("fire")] if unit.fire else []
    facts += [_("samurai")] if unit.samurai else []
    name = f"{side('takeda' if unit.unit[0] == 't' else 'uesugi')} {unit.unit[1:]} {clan}"
    return f"{name}: {', '.join(facts)}"


def mon(clan: str, x: float, y: float, big: float, words: str) -> str:
    """The mon of a clan around a point, in a colour of words."""
    at = f"translate({x:g} {y:g}) scale({big:g})"
    return f'<use href="#kw-{clan}" transform="{at}" class="fill-{words}"/>'

"""How sentences name what the rules call "tG1": units, clans, chits, sides, plans, paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from msgspec.structs import asdict

from domain.kawanakajima.board.state import Standing, side_of
from domain.kawanakajima.data.tables import STATES, Data
from domain.kawanakajima.standing.preferences import WORDS
from domain.kit.sealed import Sealed
from projections.language.catalogues import as_named
from projections.language.filled import SentenceOf
from projections.language.messages import _, listed
from projections.pictures import Names

V = TypeVar("V")

GENERALS = {"shingen": "Shingen", "kosaka": "Kosaka", "kenshin": "Kenshin"}


FEW = 3
"""Clans that are named with their commanders in one sentence."""


class Titled(str):
    """The name of a clan or a unit, as the rules have it, which knows whose it is: "tG" of "Hara"."""

    __slots__ = ("title_",)
    title_: str

    def __new__(cls, name: str, title: str = "") -> Titled:
        made = super().__new__(cls, name)
        made.title_ = title or getattr(name, "title_", "")
        return made


def titles(clans: Iterable[Any]) -> dict[str, Titled]:
    """By the names of clans and units; of the clans of a data set, or of a view."""
    found = dict[str, Titled]()
    for clan in clans:
        name = getattr(clan, "clan", "") or clan.name
        units = [getattr(unit, "unit", unit) for unit in clan.units]
        found |= {one: Titled(one, clan.title) for one in (name, *units)}
    return found


def side(seat: str) -> str:
    """ "Takeda"."""
    return seat.capitalize()


def named(name: str) -> str:
    """A unit or a clan with its side, and with its commander where the name knows him: "Takeda Hara G1",
    "Takeda Hara (G)"."""
    title = getattr(name, "title_", "")
    if not title:
        return f"{side(side_of(name))} {name[1:]}"
    return f"{side(side_of(name))} {lettered(name)}"


def lettered(name: str) -> str:
    """The same without its side, of one's own: "Hara (G)"."""
    title, short = getattr(name, "title_", ""), str(name[1:])
    if not title:
        return short
    return f"{as_named(title)} {short if len(short) > 1 else f'({short})'}"


def all_named(names: Sequence[str]) -> str:
    """Units or clans of one side, the side said once: "Takeda G1 and J1", "Takeda Hara (G) and Baba (O)"."""
    if not names:
        return _("nobody")
    are_few = len(names) == 1 or (len(names) <= FEW and all(len(name) == 2 for name in names))
    return f"{side(side_of(names[0]))} {listed([lettered(name) if are_few else name[1:] for name in names])}"


def general(name: str) -> str:
    return as_named(GENERALS.get(name, name))


def chit(name: str) -> str:
    """A chit as it is drawn from the bowl."""
    if name.startswith("samurai "):
        return _("the samurai of the {side}").format(side=side(name.split()[1]))
    if name.startswith("combat "):
        return _("the chit Combat of the {side}").format(side=side(name.split()[1]))
    if name in ("rally", "march", "initiative"):
        return {
            "rally": _("the chit Rally"),
            "march": _("the chit March"),
            "initiative": _("the chit Clan Initiative"),
        }[name]
    if name[1:].isdigit():
        said = _("special chit {number} of the {side}")
        return said.format(number=name[1:], side=side(side_of(name)))
    return _("the chit of {clan}").format(clan=named(name))


def compulsory(chits: Sequence[str]) -> str:
    """The names of compulsory chits, in short."""
    words = {"rally": _("Rally"), "march": _("March"), "initiative": _("Initiative")}
    words |= {f"combat {seat}": _("Combat {side}").format(side=side(seat)) for seat in ("takeda", "uesugi")}
    return ", ".join(words.get(one, one) for one in chits)


def place(name: str) -> str:
    """Where a chit goes."""
    if name.isdigit():
        return _("box {number} of the delay track").format(number=name)
    return {
        "bowl": _("the bowl"),
        "reserve": _("the reserve"),
        "played": _("the chits that have been played"),
        "away": _("out of the game"),
    }.get(name, name)


def activation(name: str) -> str:
    """A special activation."""
    return {
        "attack": _("Attack"),
        "retreat": _("Retreat"),
        "impetuous": _("Impetuous Attack"),
        "combined": _("Combined Manoeuvres"),
    }.get(name, name)


def plan(name: str) -> str:
    return name.replace("-", " ").title()


def path(hexes: Sequence[str]) -> str:
    """ "from 1512 by 1513 to 1514"."""
    if len(hexes) < 3:
        return _("from {start} to {end}").format(start=hexes[0], end=hexes[-1])
    said = _("from {start} by {between} to {end}")
    return said.format(start=hexes[0], between=" ".join(hexes[1:-1]), end=hexes[-1])


def state(losses: int) -> str:
    """ "shaken"."""
    return STATES[min(losses, len(STATES) - 1)]


sentence_of = SentenceOf(
    unit=named,
    clan=named,
    prey=named,
    side=side,
    general=general,
    chit=chit,
    place=place,
    plan=plan,
    path=path,
    state=state,
    zones=listed,
)
"""How sentences and prompts of this title name what they fill in."""


def seen(value: V | Sealed[V], viewer: str) -> V | None:
    """A value that may be under seal; None where the viewer may not know it."""
    return value.seen_by(viewer) if isinstance(value, Sealed) else value


def signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def occasion(standing: Standing) -> str:
    """When a standing order fires: a chit is drawn, or an occasion of its own."""
    name = standing.occasion
    if name in WORDS:
        return name
    if name[1:].isdigit():
        return _("special {number} is drawn").format(number=name[1:])
    return _("{clan} is drawn").format(clan=name[1:] if len(name) == 2 else name)


def wishes(standing: Standing) -> str:
    """What a standing order asks for."""
    wished = [named(wish) if len(wish) == 2 else wish for wish in standing.wishes]
    return _(", then ").join([*map(written, standing.orders), *wished]) or _("nothing any more")


_PART = re.compile(r"\[([^\[\]{}]*\{(\w+)\}[^\[\]{}]*)\]")


def written(order: Any) -> str:
    """An order of a script, as a player may write it: parts that are left empty are left out."""
    form = order.FORM if isinstance(order.FORM, str) else order.FORM[0]
    values = {
        name: " ".join(value) if isinstance(value, tuple) else value for name, value in asdict(order).items()
    }
    text: str = _PART.sub(lambda found: found[1] if values[found[2]] else "", form).format(**values)
    return text


def names(data: Data) -> Names:
    """Sentences name things themselves, and units are printed as they are typed: only whose they are."""
    return dict(titles(data.clans.values()))


def things(data: Data) -> tuple[str, ...]:
    """Of the clans, and of the places on the map."""
    return (*(clan.title for clan in data.clans.values()), *data.map.names)


def posture(name: str) -> str:
    return {
        "attack": _("attack"),
        "move": _("move"),
        "defence": _("defence"),
        "regroup": _("regroup"),
    }.get(name, name)

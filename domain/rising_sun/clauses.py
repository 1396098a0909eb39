"""The clauses of conditions in Rising Sun, judged by what a clan may know: coins, points, Force, tokens.

if koi has 3 coins: bid 1 0 0 0    if kyoto is taken by fox: …    unless koi has 6 force in edo: …
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from domain.kit.conditions import Clauses, Seen
from domain.kit.vocabulary import Name, Named
from domain.rising_sun.view import Clan, Province, View
from domain.rising_sun.words.typed import typed

Count = Annotated[int, Meta(ge=0, le=99)]
ClanName = Annotated[str, Named("clan")]
ProvinceName = Annotated[str, Named("province")]


class Has(Struct, frozen=True, tag="has"):
    """A clan has so many coins, Ronin or points, or more."""

    FORM: ClassVar[str] = "{clan} has {count} {stock}"
    clan: ClanName
    count: Count
    stock: Annotated[str, Named("stock")]


class Force(Struct, frozen=True, tag="force"):
    """A clan has so much Force in a province, or more."""

    FORM: ClassVar[str] = "{clan} has {count} force in {province}"
    clan: ClanName
    count: Count
    province: ProvinceName


class Taken(Struct, frozen=True, tag="taken"):
    """A clan has this season's war token of a province."""

    FORM: ClassVar[str] = "{province} is taken by {clan}"
    province: ProvinceName
    clan: ClanName


class Battle(Struct, frozen=True, tag="battle"):
    """The battle that goes on is in this province."""

    FORM: ClassVar[tuple[str, ...]] = ("battle is in {province}", "the battle is in {province}")
    province: ProvinceName


class Higher(Struct, frozen=True, tag="higher-honor"):
    """A clan has more Honor than another."""

    FORM: ClassVar[str] = "{clan} has more honor than {other}"
    clan: ClanName
    other: ClanName


def judge(view: View, seat: str, clause: Any) -> Seen:
    """Whether a clause holds by what a clan may know."""
    match clause:
        case Has(clan=clan, count=count, stock=stock):
            found = _clan(view, clan)
            has: int = getattr(found, stock) if found else 0
            return Seen(has >= count, str(has), "" if found else _ABSENT)
        case Force(clan=clan, count=count, province=province):
            there = _province(view, province)
            force = there.forces.get(clan, 0) if there else 0
            return Seen(force >= count, str(force), "" if _clan(view, clan) and there else _ABSENT)
        case Taken(province=province, clan=clan):
            there = _province(view, province)
            taken = there.taken if there else ""
            is_there = _clan(view, clan) and there
            return Seen(taken == clan, taken or "none", "" if is_there else _ABSENT)
        case Battle(province=province):
            now = view.battle.province if view.battle else ""
            return Seen(now == province, now or "none", "" if _province(view, province) else _ABSENT)
        case _:
            first, second = _clan(view, clause.clan), _clan(view, clause.other)
            if first is None or second is None:
                return Seen(False, never=_ABSENT)
            return Seen(first.honor < second.honor, f"{first.honor} and {second.honor}")


_ABSENT = "That clan or province is not in this game."


def _clan(view: View, name: str) -> Clan | None:
    return next((one for one in view.clans if one.name == name), None)


def _province(view: View, name: str) -> Province | None:
    return next((one for one in view.provinces if one.name == name), None)


CLAUSES = Clauses(
    (Has, Force, Taken, Battle, Higher),
    judge,
    names={"stock": (Name("coins"), Name("ronin"), Name("points"))},
    typed=typed,
)

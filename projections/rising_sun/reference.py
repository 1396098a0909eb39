"""The reference of Rising Sun: season cards, clans, provinces with their ways, tables; no chances."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from domain.rising_sun.book import BOOK
from domain.rising_sun.data.tables import EFFECTS, HERALD, Card, Tables
from domain.rising_sun.view import Clan, Province, View
from domain.rising_sun.words import orders
from projections.language.messages import _, listed, term, whole
from projections.references import Asked, Left, Printed, Reference, Topic
from projections.rising_sun.sentences import ADVANTAGES


def asks(asked: Asked) -> Collection[type[Struct]]:
    """The herald enters the board and closes the bidding; the clans bid and answer."""
    herald, clans = (*orders.ENTRIES, orders.Close), (orders.Bid, orders.Always, *orders.ANSWERS)
    if asked.viewer == HERALD:
        return herald
    return clans if asked.viewer in asked.seats else orders.ORDERS


def card(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """A season card, and who has it."""
    known: Card = asked.data.cards[name]
    yield f"{name}: {term(known.kind)}; {_effect(known)}."
    yield _("Force {force}; copies: {copies}.").format(force=known.force, copies=known.copies)
    if known.counts:
        yield _("It counts as {counts}.").format(counts=term(known.counts))
    owners = [clan.name for clan in asked.view.clans if name in clan.cards] if asked.view else []
    if owners:
        yield _("Owned by {clans}.").format(clans=listed(owners))
    yield _("Source: {source}.").format(source=known.source)


def cards(asked: Asked) -> Iterator[str]:
    for name, known in asked.data.cards.items():
        force = f" {known.force}" if known.force else ""
        yield f"  {name} ({term(known.kind)}{force}): {_effect(known)}"


def _effect(known: Card) -> str:
    return whole(EFFECTS[known.effect]).replace("`amount`", str(known.amount))


def unseen(asked: Asked) -> Iterator[str]:
    """Bids and standing answers are all that is ever hidden."""
    view: View = asked.view
    if view.battle:
        sealed = [clan for clan, bid in view.battle.bids.items() if bid is None]
        if sealed:
            yield _("Sealed bids: {clans}.").format(clans=listed(sealed))
    hidden = [clan.name for clan in view.clans if clan.standing is None]
    if hidden:
        yield _("Standing answers that you may not see: {clans}.").format(clans=listed(hidden))


def where(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """A clan with all that it has, a province, or where a figure stands."""
    if kind == "province":
        yield from near(asked, kind, name)
    elif kind == "clan":
        yield from _clan(asked, name)
    elif kind == "figure":
        yield from _figure(asked, name)
    else:
        yield from card(asked, kind, name)


def _clan(asked: Asked, name: str) -> Iterator[str]:
    printed = asked.data.clans[name]
    if printed.ability:
        yield _("{clan}: {ability} {amount}.").format(
            clan=name, ability=printed.ability.replace("-", " "), amount=printed.amount
        )
    for clan in asked.view.clans if asked.view else ():
        if clan.name == name:
            yield from _holds(clan)
            yield from (
                f"  {one.name}: {_army(one, name)}" for one in asked.view.provinces if name in one.armies
            )


def _holds(clan: Clan) -> Iterator[str]:
    yield _(
        "{clan}: Honor place {honor}, {coins} coins, {ronin} Ronin, {points} points; ally: {ally}."
    ).format(
        clan=clan.name,
        honor=clan.honor or "-",
        coins=clan.coins,
        ronin=clan.ronin,
        points=clan.points,
        ally=clan.ally or _("none"),
    )
    if clan.cards:
        yield _("Season cards: {cards}.").format(cards=", ".join(clan.cards))


def _figure(asked: Asked, name: str) -> Iterator[str]:
    tables: Tables = asked.data
    if name in tables.kinds:
        kind = tables.kinds[name]
        yield _("{figure}: {number} of each clan, Force {force}.").format(
            figure=name, number=kind.number, force=kind.force
        )
    for province in asked.view.provinces if asked.view else ():
        for clan, there in province.armies.items():
            count = there.get(name, 0)
            if count:
                yield f"  {province.name}: {clan} {count}"


def near(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """A province, the ways from it, and who stands there and beyond them."""
    yield f"{name}{_stands(asked, name)}"
    for way, said in (("land", _("by land")), ("sea", _("by sea"))):
        for other in getattr(asked.data.provinces[name], way):
            yield f"  {said}: {other}{_stands(asked, other)}"


def _stands(asked: Asked, name: str) -> str:
    """Who stands in a province, with the Force of each."""
    for one in asked.view.provinces if asked.view else ():
        if one.name == name:
            war = _(" (war {number})").format(number=one.war) if one.war else ""
            armies = [f"{clan} {_army(one, clan)}" for clan in one.armies]
            return f"{war}; {'; '.join(armies)}" if armies else war
    return ""


def _army(province: Province, clan: str) -> str:
    figures = province.armies[clan]
    shown = ", ".join(f"{count} {figure}" if count > 1 else figure for figure, count in figures.items())
    force = _("Force {force}").format(force=province.forces[clan]) if clan in province.forces else ""
    return f"{shown} ({force})" if force else shown


def tables() -> Mapping[str, Printed]:
    return {
        "figures": Printed("figures.csv", _("what a clan has of each kind, and its Force"), "figures/force"),
        "bonuses": Printed(
            "bonuses.csv", _("points in winter for war tokens of different provinces"), "winter/provinces"
        ),
        "provinces": Printed(
            "provinces.csv", _("provinces, with the ways by land and by sea"), "board/figures"
        ),
        "clans": Printed("clans.csv", _("clans, and the ability of each in battle"), "clan/koi"),
        "cards": Printed("cards.csv", _("season cards that touch a battle"), "card/force"),
        "numbers": Printed("numbers.csv", _("numbers that the rules name"), "war-phase/order"),
    }


def standing(asked: Asked) -> Iterator[str]:
    """The Advantages that can be answered before they are won."""
    yield _(
        "“always ADVANTAGE yes”, “always ADVANTAGE no”; “ask” takes it back. Nobody else reads it "
        "before the end."
    )
    for name, said in ADVANTAGES.items():
        yield f"  always {name} yes|no|ask: {term(said)}"
    for clan in asked.view.clans if asked.view else ():
        if clan.standing:
            answers = ", ".join(f"{advantage} {choice}" for advantage, choice in clan.standing.items())
            yield _("Left by {clan}: {answers}.").format(clan=clan.name, answers=answers)


def left(asked: Asked) -> Iterator[Left]:
    """The answers that the seat has left."""
    for clan in asked.view.clans if asked.view else ():
        for advantage, choice in (clan.standing or {}).items() if clan.name == asked.viewer else ():
            if choice != "ask":
                yield Left(f"always {advantage} {choice}", f"always {advantage} ask")


def meant(line: str) -> str:
    """The Advantage that is answered."""
    word, _space, rest = line.partition(" ")
    known = ADVANTAGES.get(rest.partition(" ")[0]) if word == "always" else None
    return term(known) if known else ""


REFERENCE = Reference(
    asks=asks,
    prompts=BOOK.prompts,
    card=Topic(("card",), card),
    listed=cards,
    unseen=unseen,
    near=Topic(("province",), near),
    where=Topic(("clan", "province", "figure", "card"), where),
    tables=tables,
    odds=None,
    standing=standing,
    left=left,
    meant=meant,
)

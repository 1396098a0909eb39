"""The reference of Shinobi: clans and their cards, provinces, what is unseen, what a draw brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct

from domain.kit.vocabulary import fold
from domain.shinobi.book import BOOK
from domain.shinobi.data.tables import NINJA, Cards
from domain.shinobi.view import Province, View
from domain.shinobi.words import orders
from projections.language.messages import _, _n, listed
from projections.references import Asked, Odds, Printed, Reference, Topic


def asks(asked: Asked) -> Collection[type[Struct]]:
    return orders.ORDERS


# ---- cards


def card(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """How many there are of a card, and where they lie as far as the viewer knows."""
    data: Cards = asked.data
    total = _totals(data)[name]
    yield _n("{card}: {count} card in the game.", "{card}: {count} cards in the game.", total).format(
        card=name, count=total
    )
    if name == NINJA:
        yield _("In the place of action 1: it and a card of an army before another player are discarded.")
    else:
        clan = next(one for one in data.clans if one.name == name)
        yield _("Other spellings: {names}.").format(names=", ".join(clan.also)) if clan.also else ""
        yield _("Source: {source}.").format(source=clan.source)
    if asked.view:
        yield from _lies(asked, name)


def _totals(data: Cards) -> dict[str, int]:
    return {**data.per_clan, NINJA: data.ninja.value}


def _lies(asked: Asked, name: str) -> Iterator[str]:
    view: View = asked.view
    for province in view.provinces:
        there = province.armies.get(name, 0)
        if there:
            yield _("  before {seat}: {count}").format(seat=province.seat, count=there)
    yield _("  discarded: {count}").format(count=view.discard.get(name, 0))
    yield from (
        _("  in the hand of {seat}: {count}").format(seat=one.seat, count=one.hand.count(name))
        for one in view.provinces
        if one.hand is not None
    )
    yield _("  not seen: {count}").format(count=_unseen(asked)[name])


def cards(asked: Asked) -> Iterator[str]:
    for name, total in _totals(asked.data).items():
        left = _(", {count} not seen").format(count=_unseen(asked)[name]) if asked.view else ""
        yield f"  {name}: {total}{left}"


def _unseen(asked: Asked) -> Counter[str]:
    """The cards that lie nowhere where the viewer sees them."""
    view: View = asked.view
    left = Counter(_totals(asked.data))
    left -= Counter(view.discard)
    for province in view.provinces:
        left -= Counter(province.armies)
        left -= Counter(province.hand or ())
    return left


def unseen(asked: Asked) -> Iterator[str]:
    view, left = asked.view, _unseen(asked)
    hands = sum(one.cards_in_hand for one in view.provinces if one.hand is None)
    yield _("{deck} in the deck, {hands} in hands that you do not see:").format(
        deck=view.cards_in_deck, hands=hands
    )
    yield from (f"  {name}: {left[name]}" for name in _totals(asked.data))
    if view.viewer in {one.seat for one in view.provinces} and view.unused_clans is None:
        own = next(one.clan for one in view.provinces if one.seat == view.viewer)
        clans = [clan for clan in asked.data.per_clan if clan != own]
        yield _("The clan of another player can be any but yours: {clans}.").format(clans=listed(clans))


# ---- provinces


def near(asked: Asked, kind: str, name: str) -> Iterator[str]:
    yield _("Every province is next to every other: a card may go to any, and an army may attack in any.")
    yield from where(asked, kind, name)


def where(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """What lies before a player, or where the cards of a clan lie."""
    if kind != "province":
        yield from card(asked, kind, name)
        return
    if asked.view is None:
        yield _("What lies in a province is so in a game; ask it of one.")
        return
    yield from (_province(asked, one) for one in asked.view.provinces if one.seat == name)


def _province(asked: Asked, one: Province) -> str:
    armies = listed([f"{clan} {count}" for clan, count in one.armies.items()]) or _("nothing")
    said = _n(
        "{seat}: {armies}; {count} card in hand.",
        "{seat}: {armies}; {count} cards in hand.",
        one.cards_in_hand,
    )
    return said.format(seat=one.seat, armies=armies, count=one.cards_in_hand)


# ---- chances


def forms() -> tuple[tuple[str, str], ...]:
    return (
        ("odds draw CARD", _("how probable it is that the next cards drawn bring one, from what you know")),
        ("odds attack", _("an attack is not thrown for: the larger army wins")),
    )


def odds(asked: Asked, words: str) -> Iterable[str] | None:
    word, _space, rest = fold(words).strip(". ").partition(" ")
    found = asked.names("card").get(rest.strip(), ())
    if word == "attack":
        return [_("Nothing is thrown for an attack: the larger army wins [turn/attack].")]
    if word != "draw" or not found:
        return None
    return (
        _draws(asked, found[0]) if asked.game and not asked.game.ledger.absent else [_("Ask it of a game.")]
    )


def _draws(asked: Asked, name: str) -> Iterator[str]:
    """None of the next cards, out of all that are not seen: the same for the deck as for a hand."""
    left, many = _unseen(asked)[name], _unseen(asked).total()
    yield _("{left} of the {many} cards that you have not seen are {card}.").format(
        left=left, many=many, card=name
    )
    none = 1.0
    for drawn in range(1, min(asked.view.cards_in_deck, asked.data.hand.value) + 1):
        none *= max(0, many - left - drawn + 1) / (many - drawn + 1)
        said = _n("at least one in {count} card: {chance}", "at least one in {count} cards: {chance}", drawn)
        yield f"  {said.format(count=drawn, chance=f'{1 - none:.1%}')}"


def tables() -> Mapping[str, Printed]:
    return {
        "clans": Printed("cards.toml", _("the clans and how many cards each has"), "setup/clans", "clan"),
        "numbers": Printed("cards.toml", _("cards, players and hands"), "setup/hands", but="clan"),
    }


REFERENCE = Reference(
    asks=asks,
    prompts=BOOK.prompts,
    card=Topic(("card",), card),
    listed=cards,
    unseen=unseen,
    near=Topic(("province",), near),
    where=Topic(("province", "card"), where),
    tables=tables,
    odds=Odds(forms, odds),
    standing=lambda asked: (),
)

"""The text picture of a game of Shinobi: provinces clockwise from top to bottom, one column for each clan.

Plain ASCII: bars and rules of other signs take two columns with some fonts and break in some mail programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.kit.sealed import REFEREE
from domain.shinobi.view import Province, View
from projections.language.messages import COLUMNS, _, _n, columns, listed, term, wrap
from projections.shinobi.names import printed

RULE = "-" * COLUMNS


def board(view: View) -> str:
    """The whole picture."""
    parts = (_head(view), _table(view), _marks(view), _piles(view), _known(view))
    lines = [line for part in parts for line in part] + (list(_end(view)) if view.winners else [])
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _head(view: View) -> Iterator[str]:
    name = _("Shinobi: War of the Clans")
    where = _whose_turn(view)
    yield f"{name}{where:>{COLUMNS - columns(name)}}"
    yield RULE


def _whose_turn(view: View) -> str:
    if view.winners:
        return _("the game is over after turn {turn}").format(turn=view.turn)
    if not view.turn:
        return _("before the first turn")
    return _("turn {turn}: {seat} is to act").format(turn=view.turn, seat=view.active)


def _table(view: View) -> Iterator[str]:
    """Two lines a province: how many cards each army has, and a bar as long."""
    labels = [_labels(view, province) for province in view.provinces]
    total = (_("  all provinces"), "")
    left = max(columns(text) for pair in (*labels, total) for text in pair) + 2
    width = (COLUMNS - left) // max(1, len(view.clans))
    yield " " * left + "".join(f"{term(printed(clan))[: width - 1]:<{width}}" for clan in view.clans)
    for province, label in zip(view.provinces, labels, strict=True):
        yield ""
        yield from _rows(label, left, width, [_count(view, province, clan) for clan in view.clans])
    yield RULE
    yield from _rows(total, left, width, [(cards, "") for cards in view.clans.values()])
    yield RULE


def _labels(view: View, province: Province) -> tuple[str, str]:
    """What stands left of a province: an arrow at whose turn it is, the seat, how many cards are held."""
    arrow = ">" if province.seat == view.active and not view.winners else " "
    seat = _("{seat} (you)").format(seat=province.seat) if province.seat == view.viewer else province.seat
    hand = _("hand {count}").format(count=province.cards_in_hand)
    return f"{arrow} {seat}", f"  {hand}"


def _rows(label: tuple[str, str], left: int, width: int, armies: Sequence[tuple[int, str]]) -> Iterator[str]:
    counts = [f"{cards}{mark}" if cards or mark else "." for cards, mark in armies]
    room = width - 1
    bars = ["#" * cards if cards <= room else "#" * (room - 1) + ">" for cards, _mark in armies]
    for text, cells in zip(label, (counts, bars), strict=True):
        yield text + " " * (left - columns(text)) + "".join(f"{cell:<{width}}" for cell in cells)


def _count(view: View, province: Province, clan: str) -> tuple[int, str]:
    """The cards of an army, and its marks in this turn."""
    army = (province.seat, clan)
    mark = "+" * (army in view.reinforced) + "x" * (army == view.struck)
    return province.armies.get(clan, 0), "" if view.winners else mark


def _marks(view: View) -> Iterator[str]:
    if view.winners:
        return
    if view.reinforced:
        yield _("+  has received a card in this turn")
    if view.struck:
        yield _("x  a ninja has struck here in this turn")


def _piles(view: View) -> Iterator[str]:
    """The deck, the discard and the last turns."""
    discard = sum(view.discard.values())
    deck = _("Deck {count}.").format(count=view.cards_in_deck)
    if discard:
        cards = _counted(view.discard)
        yield from wrap(_("{deck} Discard {count}: {cards}.").format(deck=deck, count=discard, cards=cards))
    else:
        yield _("{deck} Nothing is discarded.").format(deck=deck)
    if view.deck and view.viewer == REFEREE:
        yield from wrap(_("In the deck: {cards}.").format(cards=_counted(view.deck)))
    if view.last_turn and not view.winners:
        yield last_turns(view)


def last_turns(view: View) -> str:
    """How many turns are still to come, once the deck has run out."""
    more = view.last_turn - view.turn
    if not more:
        return _("The deck has run out: this is the last turn.")
    said = _n(
        "The deck has run out: {count} more turn after this one, the last is turn {turn}.",
        "The deck has run out: {count} more turns after this one, the last is turn {turn}.",
        more,
    )
    return said.format(count=more, turn=view.last_turn)


def _counted(cards: Mapping[str, int]) -> str:
    said = _("{count} {card}")
    return listed([said.format(count=count, card=printed(card)) for card, count in cards.items()])


def _known(view: View) -> Iterator[str]:
    """The clans and hands that the viewer knows."""
    known = [province for province in view.provinces if province.clan is not None]
    if known:
        yield ""
    for province in known:
        yield from wrap(_secrets(view, province), "", "    ")
    if view.unused_clans:
        yield from wrap(
            _("Nobody holds {clans}.").format(clans=listed([printed(clan) for clan in view.unused_clans]))
        )


def _secrets(view: View, province: Province) -> str:
    hand = listed([term(printed(card)) for card in province.hand or ()]) or _("no card")
    if province.seat == view.viewer:
        said = _("You are {clan}: {cards} on the table. Your hand: {hand}.")
    else:
        said = _("{seat} is {clan}: {cards} on the table. Hand: {hand}.")
    clan = province.clan or ""
    return said.format(seat=province.seat, clan=printed(clan), cards=view.clans.get(clan, 0), hand=hand)


def _end(view: View) -> Iterator[str]:
    """Who has won, and the sums that decided it, highest first."""
    yield ""
    yield _won(view)
    ranked = sorted(view.provinces, key=lambda province: -_points(view, province))
    for province in ranked:
        yield from wrap(_sum(view, province), "  ", "      ")
    tied = [province for province in ranked if _points(view, province) == _points(view, ranked[0])]
    if len(tied) > 1:
        yield from wrap(_tie(tied), "  ", "  ")


def _won(view: View) -> str:
    if len(view.winners) == 1:
        return _("{seat} has won.").format(seat=view.winners[0])
    return _("{seats} share the victory.").format(seats=listed(view.winners))


def _points(view: View, province: Province) -> int:
    return view.clans.get(province.clan or "", 0)


def _sum(view: View, province: Province) -> str:
    """The cards of a player's clan, province by province."""
    clan = province.clan or ""
    terms = [
        _("{count} in {province}").format(count=there.armies[clan], province=there.seat)
        for there in view.provinces
        if there.armies.get(clan)
    ]
    said = _("{seat}, {clan}: {total} = {terms}") if terms else _("{seat}, {clan}: {total}")
    return said.format(
        seat=province.seat, clan=printed(clan), total=_points(view, province), terms=" + ".join(terms)
    )


def _tie(tied: Sequence[Province]) -> str:
    """The tie is broken by the cards in the players' own provinces."""
    said = _("{seat} has {count} of {clan} at home")
    homes = [
        said.format(seat=p.seat, count=p.armies.get(p.clan or "", 0), clan=printed(p.clan or ""))
        for p in tied
    ]
    return _("A tie, which the own provinces decide: {homes}.").format(homes=listed(homes))

"""The reference of Twilight of Shogun: cards, spaces and their lines, tables, the dice of the actions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec import Struct

from domain.kit.bars import Bars, first_reason
from domain.kit.facts import State
from domain.kit.vocabulary import fold
from domain.twilight_shogun.actions.coup import coup_bars, shift
from domain.twilight_shogun.actions.court import court_bars, court_limit
from domain.twilight_shogun.actions.realigning import reduction, strength, target_of_realignment_bars
from domain.twilight_shogun.board.state import Board, other, space_of
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.card_text import text_of
from domain.twilight_shogun.cards.warfare import may_be_attacked, warfare_value
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.checks import deeds
from domain.twilight_shogun.data.tables import ANTI, PRO, SIDES, Card, Space
from domain.twilight_shogun.view import SpaceView, View
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Act, Attack
from projections.language.catalogues import as_named
from projections.language.messages import _, listed, term
from projections.pictures import Field
from projections.references import (
    BAD,
    GOOD,
    Asked,
    Face,
    Left,
    Odds,
    Printed,
    Reference,
    Share,
    Thrown,
    Topic,
)
from projections.twilight_shogun.board import card_text

DIE = range(1, 7)
COUP, REALIGN, WARFARE, COURT = "coup", "realign", "warfare", "court"
LIKELY_APS = range(1, 5)
"""The APs that a card has."""


def asks(asked: Asked) -> Collection[type[Struct]]:
    """Without the optional navy, nobody places it; where an increase cannot be evaded, nobody is asked."""
    without: set[type[Struct]] = {orders.Navy} if not asked.options.navy else set()
    if not asked.options.evadable:
        without |= {orders.Evade, orders.Accept}
    return tuple(order for order in orders.ORDERS if order not in without)


# ---- cards


def card(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """A card, what its event does, where it is as far as the viewer knows, and how it is played."""
    known: Card = asked.data.cards[name]
    printed = f"{known.number}  {term(known.name)}" + (f"  {known.ja}" if known.ja else "")
    yield f"{printed}  ({name})"
    yield _("{whose}, {ap} AP, {deck} deck.").format(whose=_whose(known), ap=known.ap, deck=term(known.deck))
    yield card_text(text_of(asked.data, known))
    if known.removed:
        yield _("Once its event has occurred, it is out of the game.")
    if asked.view:
        yield _place_of(asked.view, known)
    yield from _plays(asked, known)
    yield _("Source: {source}.").format(source=known.source)


def _whose(known: Card) -> str:
    if known.side == "must":
        return _("Must be played")
    return (
        _("Common to both sides") if known.side == "common" else _("Of {side}").format(side=SIDES[known.side])
    )


def _plays(asked: Asked, known: Card) -> Iterator[str]:
    """The lines by which a card is played; in the hand of the other side its event comes too."""
    number, is_seat = known.number, asked.viewer in SIDES
    free = f"play {number} event; play {number} action; court {number}"
    bound = f"play {number} action first; play {number} event first; court {number}"
    if known.side not in SIDES or is_seat:
        is_bound = known.side == "must" or (is_seat and known.side == other(asked.viewer))
        yield _("To play it: {lines}.").format(lines=bound if is_bound else free)
        return
    yield _("Its side plays it: {lines}.").format(lines=free)
    yield _("The other side: {lines}.").format(lines=bound)


def _place_of(view: View, known: Card) -> str:
    own = [held for player in view.players for held in player.hand or () if held.card == known.id]
    if own:
        now = _("its event would occur now") if own[0].would_occur else _("its event would not occur now")
        return _("You hold it; {now}.").format(now=now)
    if view.played and view.played.card == known.id:
        return _("It is being played.")
    if known.id in view.discard:
        return _("It is among the discards.")
    if known.id in view.removed:
        return _("It is out of the game.")
    if known.deck == "open" and view.cards_aside:
        return _("It is in the open deck, which has not come into play.")
    return _("You have not seen it: it is in the deck, or in a hand.")


def listed_cards(asked: Asked) -> Iterator[str]:
    for known in asked.data.cards.values():
        side = {"must": _("must-play"), "common": _("common")}.get(known.side, known.side)
        yield f"{known.number:>3}  {term(known.name)} ({known.id}): {side}, {known.ap}, {term(known.deck)}"
    yield ""
    yield _("number, name (short name): whose, AP, deck; “card NUMBER” says all of one.")


def unseen(asked: Asked) -> Iterator[str]:
    """The cards that the viewer has not seen, and how many of them lie where."""
    view: View = asked.view
    hidden = [player for player in view.players if player.hand is None]
    yield _(
        "{deck} in the deck, {hands} in hands that you do not see, {aside} in the open deck, aside."
    ).format(deck=view.cards_in_deck, hands=sum(one.cards_in_hand for one in hidden), aside=view.cards_aside)
    seen = {held.card for player in view.players for held in player.hand or ()}
    seen |= {*view.discard, *view.removed, *([view.played.card] if view.played else [])}
    left = [one for one in asked.data.cards.values() if one.id not in seen]
    aside = [one for one in left if one.deck == "open" and view.cards_aside]
    yield ""
    yield _("Deck and hands:")
    yield from (f"{one.number:>5}  {term(one.name)} ({one.id})" for one in left if one not in aside)
    if aside:
        numbers = ", ".join(str(one.number) for one in aside)
        yield ""
        yield _("Aside, until the treaty level opens the deck: {numbers}.").format(numbers=numbers)


# ---- spaces


def near(asked: Asked, kind: str, name: str) -> Iterator[str]:
    """A space, and the spaces that lines join to it."""
    yield from where(asked, kind, name)
    yield ""
    yield _("Next to it:")
    for one in asked.data.spaces[name].adjacent:
        yield f"  {_short(asked, one)}"


def where(asked: Asked, kind: str, name: str) -> Iterator[str]:
    if kind == "card":
        yield from card(asked, kind, name)
        return
    space: Space = asked.data.spaces[name]
    yield f"{term(space.name)} {space.ja} ({name}): {_kind(asked, space)}"
    seen = _seen(asked, name)
    if seen is None:
        yield _("At the set-up: Anti-Bakufu {anti}, Pro-Bakufu {pro}.").format(anti=space.anti, pro=space.pro)
    else:
        yield _stands(seen)
    yield _cost(space)


def _kind(asked: Asked, space: Space) -> str:
    kinds = {
        "clan": term("clan"),
        "nonclan": _("no clan"),
        "port": term("open port"),
        "edo": _("Edo, deemed to be controlled by Pro-Bakufu for its neighbours"),
    }
    parts = [kinds[space.kind]]
    parts += [_("in {area}").format(area=term(asked.data.areas[space.area].name))] if space.area else []
    parts += [term("powered")] if space.powered else []
    parts += [_("stability {number}").format(number=space.stability)] if space.stability else []
    return f"{', '.join(parts)}."


def _cost(space: Space) -> str:
    said = _("One influence costs {cost} AP.").format(cost=space.cost)
    most = (
        _("A player may spend {limit} AP there in a round.").format(limit=space.limit) if space.limit else ""
    )
    return f"{said} {most}".rstrip()


def _seen(asked: Asked, name: str) -> SpaceView | None:
    spaces: Sequence[SpaceView] = asked.view.spaces if asked.view else ()
    return next((one for one in spaces if one.space == name), None)


def _stands(seen: SpaceView) -> str:
    if not seen.is_in_play:
        return _("No influence stands there.") if seen.kind == "edo" else _("It is closed until its event.")
    sides = [
        _("{side} {influence} (of it support {support})").format(
            side=SIDES[side], influence=seen.influence[side], support=seen.support[side]
        )
        for side in (ANTI, PRO)
    ]
    who = SIDES.get(seen.control, "")
    control = _("controlled by {side}").format(side=who) if who else _("controlled by nobody")
    markers = "".join(
        f"; {as_named(marker.name)} ({marker.value} {SIDES[marker.side]})" for marker in seen.markers
    )
    return f"{', '.join(sides)}; {control}{markers}."


def _short(asked: Asked, name: str) -> str:
    """A neighbour in a line: "tosa, stability 2: Anti 1, Pro 0, neutral"."""
    space: Space = asked.data.spaces[name]
    head = _("{space} (stability {number})") if space.stability else "{space}"
    head = head.format(space=name, number=space.stability)
    seen = _seen(asked, name)
    anti, pro = (seen.influence[ANTI], seen.influence[PRO]) if seen else (space.anti, space.pro)
    who = SIDES.get(seen.control, "") if seen else ""
    said = _("{space}: Anti {anti}, Pro {pro}{control}")
    return said.format(space=head, anti=anti, pro=pro, control=f", {who}" if who else "")


# ---- tables


def tables() -> Mapping[str, Printed]:
    return {
        "spaces": Printed(
            "spaces.csv", _("clans of the map, with area, stability and first influence"), "2.11"
        ),
        "nonclan": Printed(
            "nonclan.csv", _("the spaces that are no clan: what more influence scores"), "9.5"
        ),
        "areas": Printed("areas.csv", _("areas, and the VP of their scoring"), "9.5"),
        "lines": Printed("lines.csv", _("the lines between spaces"), "2.13"),
        "markers": Printed("markers.toml", _("support markers, head and tail"), "2.22"),
        "tracks": Printed("tracks.csv", _("tracks: hand by treaty level, court operation, limits"), "2.14"),
    }


# ---- chances


def forms() -> tuple[tuple[str, str], ...]:
    return (
        ("odds coup SPACE", _("what a coup there does for each face of the die, by the APs of the card")),
        ("odds realign SPACE", _("who loses how much in one attempt of a realignment there")),
        ("odds court", _("how probable it is that your court operation succeeds, by the APs of the card")),
        ("odds warfare SPACE", _("how probable it is that a warfare event there succeeds, by its number")),
    )


def odds(asked: Asked, words: str) -> Iterable[str] | None:
    word, _space, name = fold(words).strip(". ").partition(" ")
    found = asked.names("space").get(name.strip().replace(" ", "-"), ())
    if word == COURT and not name:
        return _of_game(asked, courts, "")
    kinds = {kind: making for kind, making in _ODDS.items() if len(word) > 2 and kind.startswith(word)}
    if len(kinds) != 1 or not found:
        return None
    (making,) = kinds.values()
    return _of_game(asked, making, found[0])


def _of_game(asked: Asked, making: Callable[[Board, str, str], Iterator[str]], name: str) -> list[str]:
    """For the seat that asks, or for both."""
    if asked.game is None or asked.game.ledger.absent:
        return [_("Chances depend on how a game stands; ask it of one that has begun.")]
    seats = [asked.viewer] if asked.viewer in SIDES else [ANTI, PRO]
    return [line for seat in seats for line in making(asked.board, seat, name)]


def courts(board: Board, seat: str, name: str) -> Iterator[str]:
    """The die must not be higher than the APs of the card [8.4]."""
    yield _("Court operation of {side}, now at level {level} [8.4].").format(
        side=SIDES[seat], level=board.court[seat]
    )
    cards = {card.ap: card.id for card in board.setting.tables.cards.values() if card.side != "must"}
    yield from _barred(court_bars(board, seat, next(iter(cards.values()))))
    for ap, card in sorted(cards.items()):
        yield f"  {ap}: {_chance(min(len(DIE), max(0, court_limit(board, seat, card).total)), len(DIE))}"


def coups(board: Board, seat: str, name: str) -> Iterator[str]:
    """The change of influence for each face: first of the opponent, then of one's own [8.3]."""
    stability = space_of(board, name).stability
    yield _("Coup of {side} in {space}: die + APs - {twice} (twice the stability) [8.3].").format(
        side=SIDES[seat], space=term(space_of(board, name).name), twice=2 * stability
    )
    yield from _barred(coup_bars(board, Act(seat, max(LIKELY_APS), ""), name))
    yield f"{'AP':<4}" + "".join(f"{face:>8}" for face in DIE)
    for ap in LIKELY_APS:
        cells = [_shifted(board, seat, name, face + ap - 2 * stability) for face in DIE]
        yield f"{ap:<4}" + "".join(f"{cell:>8}" for cell in cells)
    yield _("By face of the die: what {side} loses there, and what you gain beyond.").format(
        side=SIDES[other(seat)]
    )


def _shifted(board: Board, seat: str, name: str, value: int) -> str:
    changes = {change.seat: change.after - change.before for change in shift(board, name, seat, value)}
    lost, won = changes.get(other(seat), 0), changes.get(seat, 0)
    return f"{lost:+}" + (f" {won:+}" if won else "") if lost or won else "."


def realignments(board: Board, seat: str, name: str) -> Iterator[str]:
    """Two dice, and the clans that either side controls there and next to it [8.2]."""
    mine, theirs = strength(board, name, seat, 0), strength(board, name, other(seat), 0)
    yield _("Realignment by {side} in {space}: die {mine:+} against die {theirs:+} [8.2].").format(
        side=SIDES[seat], space=term(space_of(board, name).name), mine=mine.total, theirs=theirs.total
    )
    for whose, total in ((seat, mine), (other(seat), theirs)):
        terms = [term(one.why) for one in total.terms[1:]]
        if terms:
            yield f"{SIDES[whose]}: {listed(terms)}."
    yield from _barred(target_of_realignment_bars(board, Act(seat, max(LIKELY_APS), ""), name))
    for (whose, lost), count in _losses(board, seat, name):
        yield f"  {_chance(count, 36):<18}{_fallen(whose, lost)}"


def _fallen(whose: str, lost: int) -> str:
    if not lost:
        return _("nothing changes")
    return _("{side} loses {count}").format(side=SIDES[whose], count=lost)


def _losses(board: Board, seat: str, name: str) -> list[tuple[tuple[str, int], int]]:
    """By whose influence falls in an attempt of a realignment, and how much: in how many of 36 throws; what
    the other side loses comes first."""
    lead = strength(board, name, seat, 0).total - strength(board, name, other(seat), 0).total
    ways: dict[tuple[str, int], int] = {}
    for one, two in product(DIE, DIE):
        fallen = reduction(board, name, seat, lead + one - two)
        key = (fallen[0].seat, fallen[0].before - fallen[0].after) if fallen else ("", 0)
        ways[key] = ways.get(key, 0) + 1
    return sorted(ways.items(), key=lambda way: (way[0][0] != other(seat), way[0]))


def warfares(board: Board, seat: str, name: str) -> Iterator[str]:
    """A die, and the clans in and next to the target that either side controls [9.4]."""
    bonus = warfare_value(board, name, seat, 0)
    yield _("Warfare by {side} in {space}: die {bonus:+} [9.4].").format(
        side=SIDES[seat], space=term(space_of(board, name).name), bonus=bonus.total
    )
    if not may_be_attacked(board, name):
        yield _("Not now: {why}").format(why=_("Only a clan can be the target of warfare."))
    there = board.influence[name][other(seat)]
    yield _("With the number of the event or more, {side} loses its {count} there.").format(
        side=SIDES[other(seat)], count=there
    )
    for target in _targets(board):
        count = sum(face + bonus.total >= target for face in DIE)
        yield f"  {target}: {_chance(count, 6)}"


def _targets(board: Board) -> list[int]:
    """The numbers of the warfare events that there are."""
    every = (deed for card in board.setting.tables.cards.values() for deed in deeds(card.effects))
    return sorted({deed.target for deed in every if isinstance(deed, x.Warfare)})


def _barred(bars: Bars) -> Iterator[str]:
    """Why it cannot be done now, in the words of the rule."""
    why = first_reason(bars)
    if why:
        yield _("Not now: {why}").format(why=term(why))


def _chance(count: int, of: int) -> str:
    return f"{Fraction(count, of)} ({count / of:.0%})"


_ODDS = {COUP: coups, REALIGN: realignments, WARFARE: warfares}


def odds_of(order: Struct) -> str:
    """Of several attempts, those of the first."""
    match order:
        case orders.Coup(space=space) | orders.PlayCoup(space=space):
            return f"{COUP} {space}"
        case orders.Realign(spaces=(space, *_rest)) | orders.PlayRealign(spaces=(space, *_rest)):
            return f"{REALIGN} {space}"
        case orders.Attack(space=space):
            return f"{WARFARE} {space}"
        case orders.Court():
            return COURT
        case _:
            return ""


def note(state: State[Board, Any], field: Field, value: str) -> str:
    """At a target how likely it is what its order brings: of the first attempt, and where a card is played of
    the points of that card."""
    board, item = state.board, state.agenda[0]
    known: Mapping[type, Callable[[], str]] = {
        orders.Coup: lambda: _coup_in_brief(board, field.seat, value, _points(board, item, field)),
        orders.PlayCoup: lambda: _coup_in_brief(board, field.seat, value, _points(board, item, field)),
        orders.Realign: lambda: _realignment_in_brief(board, field.seat, value),
        orders.PlayRealign: lambda: _realignment_in_brief(board, field.seat, value),
        orders.Attack: lambda: _warfare_in_brief(board, item, value),
        orders.Court: lambda: _court_in_brief(board, field),
    }
    is_target = (
        field.name in ("space", "spaces") and not field.given.get("spaces") and value in board.influence
    )
    is_court = field.order is orders.Court and not field.name
    return known[field.order]() if field.order in known and (is_court or is_target) else ""


def _points(board: Board, item: Any, field: Field) -> int:
    """The APs of the card that has been picked, or of the action that is open."""
    card = board.setting.tables.cards.get(field.given.get("card", ""))
    return card.ap if card else int(getattr(item, "ap", 0))


def _coup_in_brief(board: Board, seat: str, name: str, ap: int) -> str:
    twice = 2 * space_of(board, name).stability
    works = [face for face in DIE if shift(board, name, seat, face + ap - twice)]
    if not works:
        return _("cannot work")
    return _("works at {share} %").format(share=round(100 * len(works) / len(DIE)))


def _realignment_in_brief(board: Board, seat: str, name: str) -> str:
    shares = dict.fromkeys((seat, other(seat)), 0)
    for (whose, lost), count in _losses(board, seat, name):
        if lost:
            shares[whose] += count
    mine, theirs = (round(100 * shares[one] / len(DIE) ** 2) for one in (seat, other(seat)))
    return _("they lose at {theirs} %, you at {mine} %").format(theirs=theirs, mine=mine)


def _warfare_in_brief(board: Board, item: Any, name: str) -> str:
    bonus = warfare_value(board, name, item.seat, 0).total
    count = sum(face + bonus >= item.target for face in DIE)
    return _("works at {share} %").format(share=round(100 * count / len(DIE)))


def _court_in_brief(board: Board, field: Field) -> str:
    limit = court_limit(board, field.seat, field.given["card"]).total
    return _("works at {share} %").format(share=round(100 * min(len(DIE), max(0, limit)) / len(DIE)))


def drawn(asked: Asked, order: Struct) -> Thrown | None:
    """Of several attempts, the first."""
    board, item = asked.board, asked.game.state.agenda[0] if asked.game else None
    match order:
        case orders.Court(card=card):
            return _court_drawn(board, asked.viewer, card)
        case orders.PlayCoup(card=card, space=space):
            return _coup_drawn(board, asked.viewer, space, board.setting.tables.cards[card].ap)
        case orders.Coup(space=space) if isinstance(item, Act):
            return _coup_drawn(board, asked.viewer, space, item.ap)
        case orders.Realign(spaces=(space, *_rest)) | orders.PlayRealign(spaces=(space, *_rest)):
            return _realignment_drawn(board, asked.viewer, space)
        case orders.Attack(space=space) if isinstance(item, Attack):
            return _warfare_drawn(board, asked.viewer, space, item.target)
        case _:
            return None


def _faces(effects: Iterable[str]) -> tuple[Face, ...]:
    return tuple(Face(says or "–", GOOD if says else "") for says in effects)


def _court_drawn(board: Board, seat: str, card: str) -> Thrown:
    limit = court_limit(board, seat, card).total
    said = _("A die: your level at court rises by one, or stays.")
    return Thrown(said, _faces("+1" if face <= limit else "" for face in DIE))


def _coup_drawn(board: Board, seat: str, name: str, ap: int) -> Thrown:
    least = ap - 2 * space_of(board, name).stability
    said = _("A die: what {side} loses in {space}, and what you gain beyond.").format(
        side=SIDES[other(seat)], space=term(space_of(board, name).name)
    )
    return Thrown(said, _faces(_shifted(board, seat, name, face + least).strip(".") for face in DIE))


def _warfare_drawn(board: Board, seat: str, name: str, target: int) -> Thrown:
    bonus, there = warfare_value(board, name, seat, 0).total, board.influence[name][other(seat)]
    said = _("A die: what {side} loses in {space}.").format(
        side=SIDES[other(seat)], space=term(space_of(board, name).name)
    )
    return Thrown(said, _faces(f"-{there}" if face + bonus >= target else "" for face in DIE))


def _realignment_drawn(board: Board, seat: str, name: str) -> Thrown:
    shares = tuple(
        Share(round(100 * count / 36), _fallen(whose, lost), {"": "", seat: BAD}.get(whose, GOOD))
        for (whose, lost), count in _losses(board, seat, name)
    )
    return Thrown(_("Two dice, one for each side:"), shares=shares)


def left(asked: Asked) -> Iterator[Left]:
    """What the seat has left, which nobody has to keep from it."""
    for one in asked.board.left.get(asked.viewer, ()) if asked.board else ():
        yield Left(f"standing {one}", "standing none")


def meant(line: str) -> str:
    said = _("A rise of the intervention level that would lose you the game is evaded, without asking you.")
    return said if line == "standing evade" else ""


REFERENCE = Reference(
    asks=asks,
    prompts=BOOK.prompts,
    card=Topic(("card",), card),
    listed=listed_cards,
    unseen=unseen,
    near=Topic(("space",), near),
    where=Topic(("space", "card"), where),
    tables=tables,
    odds=Odds(forms, odds, odds_of, note, drawn),
    standing=lambda asked: (),
    left=left,
    meant=meant,
)

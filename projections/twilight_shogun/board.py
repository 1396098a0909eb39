"""The text picture of a game of Twilight of Shogun: tracks, spaces by area, support markers, piles, hands.

Plain ASCII: bars and rules of other signs take two columns with some fonts and break in some mail programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from domain.kit.sealed import REFEREE
from domain.twilight_shogun.view import Held, Player, SpaceView, View
from projections.language.catalogues import as_named
from projections.language.messages import COLUMNS, _, _n, columns, listed, term, wrap

RULE = "-" * COLUMNS
SIGN = {"anti": "A", "pro": "P", "": " "}
SIDES = {"anti": "Anti-Bakufu", "pro": "Pro-Bakufu"}

CELL = COLUMNS // 2 - 1
"""The width of one of the two columns of spaces."""

LONGEST = 9
"""Letters of the name of an area, which an owner may have given."""


def board(view: View) -> str:
    """The whole picture."""
    parts = (_head(view), _tracks(view), _map(view), _markers(view), _piles(view), _hands(view), _end(view))
    lines = [line for part in parts for line in part]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _head(view: View) -> Iterator[str]:
    name = _("Twilight of Shogun")
    yield f"{name}{_whose_turn(view):>{COLUMNS - columns(name)}}"
    yield RULE


def _whose_turn(view: View) -> str:
    if view.winner:
        return _("the game is over in turn {turn}").format(turn=view.turn)
    if not view.turn:
        return _("before the first turn")
    deck = _("open") if view.is_open else _("closed")
    if not view.round:
        return _("turn {turn}, {deck}").format(turn=view.turn, deck=deck)
    said = _("turn {turn}, {deck}; round {round}: {seat}")
    return said.format(turn=view.turn, deck=deck, round=view.round, seat=SIDES[view.active])


# ---- tracks


def _tracks(view: View) -> Iterator[str]:
    yield from wrap(_vp(view))
    yield from wrap(
        _("Treaty level {treaty}. Intervention level {intervention}. Jo-i {joi}. Yokohama {port}.").format(
            treaty=view.treaty,
            intervention=view.intervention,
            joi=_("performed") if view.joi else _("planned"),
            port=_("open") if view.yokohama else _("closed"),
        )
    )
    yield from wrap(_("Court operation level: {levels}.").format(levels=_levels(view)))
    yield ""


def _vp(view: View) -> str:
    if not view.vp:
        return _("VP: 0.")
    return _("VP: {vp} for {side}.").format(vp=abs(view.vp), side=SIDES["anti" if view.vp > 0 else "pro"])


def _levels(view: View) -> str:
    said = _("{side} {level} ({done})")
    levels = listed(
        [
            said.format(
                side=SIDES[player.seat],
                level=player.court,
                done=_("done") if player.court_done else _("ready"),
            )
            for player in view.players
        ]
    )
    if view.court_modifier:
        return _("{levels}; modification of Anti-Bakufu {by:+}").format(levels=levels, by=view.court_modifier)
    return levels


# ---- the map


def _map(view: View) -> Iterator[str]:
    """Two columns of areas, the spaces of each one below the other."""
    blocks = list(_blocks(view))
    half = (sum(map(len, blocks)) + 1) // 2
    left: list[str] = []
    while blocks and len(left) + len(blocks[0]) // 2 < half:
        left += blocks.pop(0)
    right = [line for block in blocks for line in block]
    for row in range(max(len(left), len(right))):
        first, second = (column[row] if row < len(column) else "" for column in (left, right))
        yield first + " " * (CELL + 2 - columns(first)) + second
    yield ""
    yield from wrap(
        _(
            "* powered; then stability, influence of Anti and Pro with the support in brackets, control. "
            "After an area or a scoring: VP of Anti and Pro if scored now."
        )
    )


def _blocks(view: View) -> Iterator[list[str]]:
    """The spaces of no area, then those of each area, in the order of the map."""
    areas = dict.fromkeys(space.area for space in view.spaces)
    for area in areas:
        spaces = [space for space in view.spaces if space.area == area]
        yield [_area_head(view, area), *map(_space, spaces)]


def _area_head(view: View, area: str) -> str:
    if area:
        name = _scored(view, area)
    else:
        others = [name for name in view.scored_now if name not in {space.area for space in view.spaces}]
        name = "  ".join(_scored(view, one) for one in others)
    return f"{name:<18}{_('Anti'):>8}{_('Pro'):>7}"


def _scored(view: View, area: str) -> str:
    """An area, or what else is scored, with the VP that it would bring now."""
    points = ":".join(str(standing.points.total) for standing in view.scored_now[area])
    return f"[{as_named(area.capitalize())[:LONGEST]}] {points}"


def _space(space: SpaceView) -> str:
    name = ("*" if space.powered else " ") + as_named(space.name)
    stability = str(space.stability) if space.stability else ""
    if space.kind == "edo":
        return f"{name:<15.15}{stability:>3}{'':>15} {_('P')}"
    if not space.is_in_play:
        return f"{name:<15.15}{stability:>3}{_('closed'):>15}"
    anti, pro = (_strength(space, side) for side in ("anti", "pro"))
    return f"{name:<15.15}{stability:>3}{anti:>8}{pro:>7} {SIGN[space.control]}"


def _strength(space: SpaceView, side: str) -> str:
    support = space.support[side]
    return f"{space.influence[side]}{f'({support})' if support else ''}" if _is_there(space, side) else "."


def _is_there(space: SpaceView, side: str) -> bool:
    return bool(space.influence[side] or space.support[side])


def _markers(view: View) -> Iterator[str]:
    """The support markers, space by space."""
    there = [
        _("{name} ({sign} {value}) in {space}").format(
            name=as_named(marker.name), sign=SIGN[marker.side], value=marker.value, space=as_named(space.name)
        )
        for space in view.spaces
        for marker in space.markers
    ]
    if there:
        yield from wrap(_("Support markers: {markers}.").format(markers=listed(there)), "", "  ")
    yield from lasting(view)


def lasting(view: View) -> Iterator[str]:
    """What lasts and what is out of play, in lines."""
    for said in lasts(view):
        yield from wrap(said, "", "  ")


def lasts(view: View) -> Iterator[str]:
    """The events that last, each with what it forbids, and what never comes again."""
    for one in view.lasting:
        yield _("Lasting, {card}: {text}").format(card=one.name, text=card_text(one.text))
    if view.out_of_play:
        yield _("Out of play: {names}.").format(names=listed([as_named(name) for name in view.out_of_play]))


# ---- cards


def _piles(view: View) -> Iterator[str]:
    yield ""
    said = _n("{count} card in the deck", "{count} cards in the deck", view.cards_in_deck)
    counts = [said.format(count=view.cards_in_deck)]
    if view.cards_aside:
        counts.append(_("{count} in the open deck, aside").format(count=view.cards_aside))
    yield from wrap(_("{counts}.").format(counts=listed(counts)))
    yield from _pile(_("Discarded"), view.discard)
    yield from _pile(_("Out of the game"), view.removed)
    if view.deck and view.viewer == REFEREE:
        yield from _pile(_("In the deck"), view.deck)


def _pile(name: str, cards: Sequence[str]) -> Iterator[str]:
    if cards:
        said = _("{name}, {count}: {cards}.").format(name=name, count=len(cards), cards=listed(cards))
        yield from wrap(said, "", "  ")


def _hands(view: View) -> Iterator[str]:
    for player in view.players:
        yield from _hand(player)


def _hand(player: Player) -> Iterator[str]:
    """How many cards a side holds; what they say to whoever may see them."""
    yield ""
    said = _n("{seat} holds {count} card.", "{seat} holds {count} cards.", player.cards_in_hand)
    yield said.format(seat=SIDES[player.seat], count=player.cards_in_hand)
    for held in player.hand or ():
        yield from wrap(_card(held), f"  {held.number:>3}  ", " " * 7)


def _card(held: Held) -> str:
    words = {"must": _("must-play"), "common": _("common"), "anti": _("Anti"), "pro": _("Pro")}
    side = words[held.side]
    kind = _("{side}, {ap} AP, removal") if held.removed else _("{side}, {ap} AP")
    said = _("{id}, {card} ({kind}): {text}")
    if not held.would_occur:
        said = _("{id}, {card} ({kind}; not now): {text}")
    if held.is_out_of_play:
        said = _("{id}, {card} ({kind}; out of play): {text}")
    return said.format(
        id=held.card,
        card=as_named(held.name),
        kind=kind.format(side=side, ap=held.ap),
        text=card_text(held.text),
    )


_BETWEEN_CONDITIONS = re.compile(r'"[^"]*"|( and | or )(?=[A-Z"]|the |it )')
"""What stands between two conditions; or the name of a card, which stands between quotes and is not cut."""

_WAY = re.compile(r"(?<![\w-])([\w-]+) \(([^()]*)\)")
"""A way that a card lets a player choose, and what it does."""


def card_text(text: str) -> str:
    """What a card says, sentence by sentence; a condition and what follows from it by themselves."""
    return " ".join(map(_sentence, re.split(r"(?<=\.) ", text)))


def _sentence(text: str) -> str:
    condition, colon, follows = text.removeprefix("If ").partition(": ")
    if not (colon and text.startswith("If ")):
        return f"{_clause(text[:-1])}." if text.endswith(".") else _clause(text)
    joints, joined, at = {" and ": _(" and "), " or ": _(" or ")}, "", 0
    for found in _BETWEEN_CONDITIONS.finditer(condition):
        if found[1]:
            joined, at = joined + term(condition[at : found.start()]) + joints[found[1]], found.end()
    joined += term(condition[at:])
    return _("If {condition}: {follows}").format(condition=joined, follows=_sentence(follows))


def _clause(text: str) -> str:
    """In a choice what each way does is said by itself; its name is what an order gives."""
    ways = dict(_WAY.findall(text)) if " chooses " in text else {}
    words = term(_WAY.sub(r"\1", text)).split(" ")
    if not ways or not set(ways) <= {*words}:
        return term(text)
    return " ".join(f"{word} ({term(ways[word])})" if word in ways else word for word in words)


def _end(view: View) -> Iterator[str]:
    if view.winner:
        yield ""
        yield _("{side} has won ({ending}).").format(side=SIDES[view.winner], ending=view.ending)

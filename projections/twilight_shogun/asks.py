"""Each prompt of Twilight of Shogun in words, as the end of a sentence; and what the opponent waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.view import View
from domain.twilight_shogun.words import items as i
from projections.language.messages import _, _n, term
from projections.pictures import Names

FEW = 3
"""Spaces, or areas, that are named one by one."""


def asks(view: View, item: Any, names: Names) -> str:
    """What the seat that looks has to do now."""
    if isinstance(item, i.Play):
        return _play(view)
    if isinstance(item, i.PlaceNavy):
        return _("choose the space of the navy marker for this turn")
    if isinstance(item, i.Evade):
        said = _("evade the rise of the intervention level by {cause}, or accept it and lose the game")
        return said.format(cause=names.get(item.cause, item.cause))
    if isinstance(item, i.Act | i.Realign):
        return _action(view, item, names)
    return _by_event(view, item, names)


def awaits(item: Any, names: Names) -> str:
    """The same for the opponent."""
    if isinstance(item, i.Play):
        return _("a card")
    if isinstance(item, i.Act | i.Realign):
        return _("an action with {card}").format(card=names[item.card])
    if isinstance(item, i.PlaceNavy):
        return _("the space of the navy marker")
    if isinstance(item, i.Evade):
        return _("an answer to the rise of the intervention level")
    return _("a choice for {card}").format(card=names[item.card])


def _play(view: View) -> str:
    count = next(player.cards_in_hand for player in view.players if player.seat == view.viewer)
    said = _n("play your last card", "play one of your {count} cards", count)
    return said.format(count=count)


def _action(view: View, item: i.Act | i.Realign, names: Names) -> str:
    card = names[item.card]
    if isinstance(item, i.Realign):
        said = _("realign again or pass; left of {card}: {ap} AP")
        return said.format(ap=item.ap, card=card)
    words = {"influence": _("influence"), "realign": _("realignment"), "coup": _("a coup")}
    actions = either([words[action] for action in item.actions])
    if item.granted and item.spaces:
        said = _("by {card} (card {number}): spend {ap} AP in {where} on {actions}")
    elif item.granted:
        said = _("by {card} (card {number}): spend {ap} AP on {actions}")
    else:
        said = _("choose the action with {card} (card {number}), {ap} AP: {actions}")
    return said.format(
        ap=item.ap,
        card=card,
        number=names[f"number:{item.card}"],
        where=_where(view, item.spaces),
        actions=actions,
    )


def either(words: Sequence[str]) -> str:
    """ "influence, realignment or a coup"."""
    return _(" or ").join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _by_event(view: View, item: Any, names: Names) -> str:
    """What an event asks, with the card that it is of."""
    said = _("by {card} (card {number}): {what}")
    what = _what(view, item)
    return said.format(card=names[item.card], number=names[f"number:{item.card}"], what=what)


def _what(view: View, item: Any) -> str:
    if isinstance(item, i.PutInfluence):
        return _influence(view, item)
    if isinstance(item, i.Attack):
        said = _("choose the target of the warfare, {target} or more wins, in {where}")
        return said.format(target=item.target, where=_where(view, item.spaces))
    if isinstance(item, i.DropCards):
        said = _n("discard {count} card of your hand", "discard {count} cards of your hand", item.count)
        return said.format(count=item.count)
    if isinstance(item, i.Retrieve):
        said = _n(
            "take {count} card out of the discards", "take {count} cards out of the discards", item.count
        )
        return said.format(count=item.count)
    ways: str = either([way.name for way in item.ways])
    return _("choose {choices}").format(choices=ways)


def _influence(view: View, item: i.PutInfluence) -> str:
    """ "remove 2 influence of Pro-Bakufu in Chugoku, 1 in a space at most"."""
    if item.put and item.removes:
        said = _("remove {count} more influence of {side} in {where}")
    elif item.put:
        said = _("place {count} more influence of {side} in {where}")
    elif item.removes:
        said = _("remove {count} influence of {side} in {where}")
    else:
        said = _("place {count} influence of {side} in {where}")
    told = said.format(count=item.left, side=SIDES[item.side], where=_where(view, item.spaces))
    if item.reach:
        told = _("{told}, in reach").format(told=told)
    if not item.most or item.left == 1:
        return told
    return _("{told}, at most {most} each").format(told=told, most=item.most)


def _where(view: View, spaces: Sequence[str]) -> str:
    """Few spaces by their names, more by their areas; those of the whole map are anywhere."""
    found = [space for space in view.spaces if space.name and space.space in spaces]
    if len(found) <= FEW:
        return either([term(space.name) for space in found])
    areas = dict.fromkeys(space.area.capitalize() for space in found if space.area)
    if len(areas) > FEW:
        return _("any area")
    return either([term(area) for area in areas])

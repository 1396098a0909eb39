"""The cards of Twilight of Shogun that a seat may pick from, as a hand shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.twilight_shogun.card_text import text_of
from domain.twilight_shogun.data.tables import Tables
from domain.twilight_shogun.view import Held, View
from projections.language.messages import _, term
from projections.pictures import Face
from projections.twilight_shogun.board import card_text


def faces(view: View, data: Tables) -> Mapping[str, Face]:
    """Of the hand that the view shows, of the discards, and of the card that is being played."""
    held = {one.card: one for player in view.players for one in player.hand or ()}
    return {name: _face(name, held.get(name), data) for name in (*held, *_others(view)) if name in data.cards}


def _others(view: View) -> Iterator[str]:
    yield from view.discard
    if view.played:
        yield view.played.card


def _face(name: str, held: Held | None, data: Tables) -> Face:
    card = data.cards[name]
    out = _("event out of play") if held and held.is_out_of_play else ""
    if held and not held.would_occur and not out:
        out = _("its event would not occur now")
    return Face(
        says=term(card.name),
        text=card_text(text_of(data, card)),
        no=str(card.number),
        ap=str(card.ap),
        side="" if card.side == "common" else card.side,
        kind=_kinds()[card.side],
        out=out,
    )


def _kinds() -> Mapping[str, str]:
    return {
        "anti": _("a card of Anti-Bakufu"),
        "pro": _("a card of Pro-Bakufu"),
        "common": _("a common card"),
        "must": _("a must-play card"),
    }

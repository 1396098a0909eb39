"""Gives a mail its second body: `dresser` makes what a desk is given for it. A mail in which no game is shown
has words and taps, and no board.

The picture is only drawn here, and becomes dots when the mail is carried away (`carried`).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from domain.kit.sealed import PUBLIC
from projections.drawing.dots import can_draw
from projections.language.catalogues import SHORT, reader
from projections.language.messages import _, term
from referee.mail.html.board_picture import Shown, board_of
from referee.mail.html.body import Page, html_of
from referee.seats.choices import choices_of
from referee.seats.mail_parts import Parts
from referee.seats.seat_view import Scene
from referee.service.reports import Report, Trouble
from referee.transport.letters import Letter, content_id

MOST_NAMED = 8
"""Orders to tap that still say where on the board the action is."""


def dresser(address: str, report: Report) -> Callable[[Letter, Scene | None, Parts, int], Letter]:
    """Dresses the mails of a desk at an address. What fails leaves a mail as it was, and is reported."""

    def dressed(letter: Letter, scene: Scene | None, parts: Parts, told: int) -> Letter:
        if reader().plain:
            return letter
        try:
            if scene is None:
                return replace(letter, html=html_of(parts, Page(address, letter.subject, "", "")))
            return dress(letter, scene, parts, told, address)
        except Exception as error:  # noqa: BLE001 - no mail is lost for its looks
            report(Trouble(f"{letter.name} goes out as text: its HTML fails. {error!r}"))
            return letter

    return dressed


def dress(letter: Letter, scene: Scene, parts: Parts, told: int, address: str) -> Letter:
    if parts.block:
        parts = replace(parts, choices=(*parts.choices, *choices_of(scene)))
    about = _("{title}, {turn}") if scene.seat == PUBLIC else _("{title}, {turn} · you: {seat}")
    about = about.format(title=term(scene.game.rules.name), turn=scene.game.label, seat=scene.seat)
    page = Page(address, letter.subject, scene.tag, about)
    shown = None
    if _has_board(scene, parts) and can_draw():
        palette = "dark" if reader().dark else "light"
        shown = board_of(scene, told, parts.position or len(scene.replay), palette, _named(parts))
        source = f"cid:{content_id(shown.svg, address)}"
        page = replace(page, source=source, words=shown.words, caption=_caption(shown), width=shown.width)
    html = html_of(parts, page)
    return replace(letter, html=html, picture=shown.svg if html and shown else b"")


def _has_board(scene: Scene, parts: Parts) -> bool:
    """Whoever is asked sees the whole board, also where the text tells only what is new on it."""
    is_asked = bool(parts.block) and not scene.game.ledger.absent
    return bool(parts.board) or (is_asked and reader().length != SHORT)


def _named(parts: Parts) -> frozenset[str]:
    """The words of the orders, where they are few enough to point somewhere."""
    orders = [choice.order for choice in parts.choices] if len(parts.choices) <= MOST_NAMED else []
    return frozenset(word for order in orders for word in order.split())


def _caption(shown: Shown) -> str:
    said = [_("Framed: new since your last mail.")] if shown.has_news else []
    if shown.is_near:
        said.append(_("Only a part of the board is shown."))
    return " ".join(said)

"""Small pictures of boards: one for the lists of games, and one for whoever shares the link of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.game.state.game_state import GameState
from domain.kit.sealed import REFEREE
from projections.drawing.dots import can_draw
from projections.drawing.small_pictures import dots
from projections.drawing.svg import Box, Drawing, rect, svg, text
from projections.language.messages import _, term
from projections.own_names import pictures_of
from projections.page.shared import shared_as
from referee.web.index import how_it_stands

WIDTH = 480
"""Of a board in a list, in dots."""

SHARED = Box(0, 0, 1200, 630)
"""What Open Graph shows whole (ogp.me)."""

WORDS = 124
"""Of its height are for words."""

EDGE = 40


def small(game: GameState, viewer: str, palette: str) -> bytes:
    """The board without its margins, as PNG. Raises `NoPictures`."""
    return dots(small_drawing(game, viewer, palette).encode())


def small_drawing(game: GameState, viewer: str, palette: str) -> str:
    """The same as SVG."""
    board = _drawn(game, viewer)
    shown = _shown(board)
    return svg(board, palette, scale=WIDTH / shown.width, cut=shown)


def shared(game: GameState, viewer: str, stands: Mapping[str, Any]) -> bytes:
    """The board above the name of the title and how the game stands. Raises `NoPictures`."""
    board = _drawn(game, viewer)
    shown = _shown(board)
    room = SHARED.height - WORDS
    scale = min(SHARED.width / shown.width, room / shown.height)
    inner = svg(board, scale=scale, cut=shown)
    left, top = (SHARED.width - shown.width * scale) / 2, (room - shown.height * scale) / 2
    placed = inner.replace("<svg ", f'<svg x="{left:g}" y="{top:g}" ', 1)
    name = f"{term(game.rules.name)} · {game.id}"
    words = text(EDGE, 62, name, "huge", "bold ink", room=SHARED.width - 2 * EDGE)
    words += text(EDGE, 100, how_it_stands(stands), "big", "quiet", room=SHARED.width - 2 * EDGE)
    ground = rect(0, 0, SHARED.width, SHARED.height, "fill-paper")
    below = rect(0, 0, SHARED.width, WORDS, "fill-card") + rect(0, 0, SHARED.width, 2, "fill-line") + words
    size = f'width="{SHARED.width}" height="{SHARED.height}"'
    whole = f'{ground}{placed}<g transform="translate(0 {room})">{below}</g>'
    return dots(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{whole}</svg>'.encode())


def about(stands: Mapping[str, Any], name: str, base: str, more: str) -> str:
    """What stands in the head of the page of a game for those who show links to it."""
    here = f"{base.rstrip('/')}/g/{stands['game']}/"
    said = {"og:url": here if base else "", **_picture(stands, base, more)}
    return shared_as(f"{name} · {stands['game']}", how_it_stands(stands), said)


def about_list(games: Sequence[Mapping[str, Any]], base: str, more: str) -> str:
    """The same of the list of games, with the board of the game that has moved last."""
    newest = max(games, key=lambda game: int(game["at"]), default=None)
    said = {
        "og:url": f"{base.rstrip('/')}/" if base else "",
        **(_picture(newest, base, more) if newest else {}),
    }
    return shared_as(_("Games refereed by Bugyo"), _("Choose a game to replay it, event by event."), said)


def _picture(stands: Mapping[str, Any], base: str, more: str) -> dict[str, str]:
    """That of a game; none where no dots can be made."""
    if not can_draw():
        return {}
    return {
        "og:image": f"{base.rstrip('/')}/g/{stands['game']}/share.png{more}",
        "og:image:width": str(SHARED.width),
        "og:image:height": str(SHARED.height),
        "og:image:alt": _("The board of {game}.").format(game=stands["game"]),
    }


def _drawn(game: GameState, viewer: str) -> Drawing:
    """The board as it stands; over, it is open to all. It is no lower than a list has room for: it would lose
    its sides there."""
    pictures = pictures_of(game.rules.title, game.data)
    board = pictures.drawing(game.rules.view(game.state, REFEREE if game.is_over() else viewer))
    return replace(board, height=max(board.height, board.width * 2 // 3))


def _shown(board: Drawing) -> Box:
    return board.field or Box(0, 0, board.width, board.height)

"""Dots of a drawing in pieces (`pieced`), each drawn once for all the pictures that show it: from one picture
of a game to the next little changes, and most of the rest was drawn for another game of the title.

What is new is drawn in one go, on one sheet, and cut out of it. A piece is known by all that it is drawn of,
and by how it lies between the dots: what is put together is what would have been drawn in one, but for the
rounding of what shines through.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from projections.drawing.dots import png
from projections.drawing.pieced import BOX, MARGIN

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_KEPT = 64_000_000
"""Bytes of pieces that are kept, four for a dot."""

BROADEST = 1_600
"""Dots across a sheet of new pieces."""

LARGE, TILE = 80_000, 200
"""Dots of a piece that is drawn by itself, for on a sheet it would be cut at its edges, which costs more the
larger it is; and those across and down of the tiles in which it is kept, for the next picture may show
another part of it."""

_HEAD = re.compile(r'<svg [^>]*width="([\d.]+)" height="([\d.]+)" viewBox="(-?\d+) (-?\d+) (\d+) (\d+)">')
_PIECE = re.compile(rf'<g {BOX}="(-?\d+) (-?\d+) (\d+) (\d+)">')
_CLASSES, _USED = re.compile(r' class="([^"]*)"'), re.compile(r'(?:href="|url\()#([\w-]+)')


class Look(NamedTuple):
    """What a document draws its pieces with."""

    scale: float
    style: str
    shapes: str


class Piece(NamedTuple):
    """What is drawn of a piece: its elements, from where in the plane, in units, and on how many dots."""

    content: str
    x: float
    y: float
    wide: int
    high: int
    look: Look

    @property
    def is_tile(self) -> bool:
        return self.wide == self.high == TILE


class Mosaic:
    """Puts pictures together, and keeps the pieces of the last ones."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[Piece, Image] = OrderedDict()

    def image(self, svg: str) -> Image:
        """The picture of a document in pieces. Raises `NoPictures`."""
        from PIL import Image

        head, *rest = _PIECE.split(svg.removesuffix("</svg>\n"))
        found = _HEAD.match(head)
        assert found is not None, "It is one of ours."
        wide, high, left, top, across, _down = map(float, found.groups())
        look = Look(
            wide / across,
            _between(head, "<style>", "</style>"),
            _between(head, "</style><defs>", "</defs><rect "),
        )
        image = Image.new(
            "RGB", (round(wide), round(high)), _rules(look.style)[".fill-paper"].partition(":")[2]
        )
        placed = [*_placed(rest, (left, top), image.size, look)]
        self._draw({piece: None for _place, piece in placed if piece not in self._kept})
        for place, piece in placed:
            self._kept.move_to_end(piece)
            sprite = self._kept[piece]
            image.paste(sprite, place, sprite if sprite.mode == "RGBA" else None)
        self._forget()
        return image

    def _draw(self, new: Iterable[Piece]) -> None:
        """Draws pieces of one look: the tiles of a large one at once, the others in rows on one sheet."""
        tiles, small = dict[str, list[Piece]](), list[Piece]()
        for piece in new:
            (tiles.setdefault(piece.content, []) if piece.is_tile else small).append(piece)
        for each in tiles.values():
            self._cut(*_side_by_side(each))
        if small:
            self._cut(*_on_a_sheet(small))

    def _cut(self, svg: str, places: Mapping[Piece, tuple[int, int]]) -> None:
        from PIL import Image

        sheet = Image.open(BytesIO(png(svg))).convert("RGBA")
        for piece, (x, y) in places.items():
            sprite = sheet.crop((x, y, x + piece.wide, y + piece.high))
            is_solid = sprite.getchannel("A").getextrema()[0] == 255
            self._kept[piece] = sprite.convert("RGB") if is_solid else sprite

    def _forget(self) -> None:
        room = self._most - sum(4 * piece.wide * piece.high for piece in self._kept)
        while room < 0 and self._kept:
            piece, _sprite = self._kept.popitem(last=False)
            room += 4 * piece.wide * piece.high


def _placed(
    rest: list[str], corner: tuple[float, float], size: tuple[int, int], look: Look
) -> Iterator[tuple[tuple[int, int], Piece]]:
    """The pieces that are seen, each with the dot of the picture where it begins."""
    scale = look.scale
    from_x, from_y = corner[0] * scale, corner[1] * scale
    for x, y, wide, high, content in zip(*(rest[n::5] for n in range(5)), strict=True):
        left = max(0, floor((int(x) - MARGIN) * scale - from_x))
        top = max(0, floor((int(y) - MARGIN) * scale - from_y))
        right = min(size[0], ceil((int(x) + int(wide) + MARGIN) * scale - from_x))
        bottom = min(size[1], ceil((int(y) + int(high) + MARGIN) * scale - from_y))
        for (dot_x, dot_y), (across, down) in _tiles((left, top), (right, bottom), (from_x, from_y)):
            at_x, at_y = round((dot_x + from_x) / scale, 4), round((dot_y + from_y) / scale, 4)
            yield (dot_x, dot_y), Piece(f"<g>{content}", at_x, at_y, across, down, look)


def _tiles(
    corner: tuple[int, int], end: tuple[int, int], begins: tuple[float, float]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where a piece begins and its size; a large one is in tiles, which lie the same in every picture."""
    (left, top), (right, bottom) = corner, end
    if right <= left or bottom <= top:
        return
    if (right - left) * (bottom - top) < LARGE:
        yield corner, (right - left, bottom - top)
        return
    over_x, over_y = ((round(at + edge)) % TILE for at, edge in zip(begins, corner, strict=True))
    for y in range(top - over_y, bottom, TILE):
        for x in range(left - over_x, right, TILE):
            yield (x, y), (TILE, TILE)


def _side_by_side(tiles: list[Piece]) -> tuple[str, dict[Piece, tuple[int, int]]]:
    """Tiles of one piece as they lie, and where each is."""
    look = tiles[0].look
    left, top = min(one.x for one in tiles), min(one.y for one in tiles)
    places = {one: (round((one.x - left) * look.scale), round((one.y - top) * look.scale)) for one in tiles}
    size = max(x for x, _y in places.values()) + TILE, max(y for _x, y in places.values()) + TILE
    box = f"{left} {top} {size[0] / look.scale} {size[1] / look.scale}"
    return _document(tiles[0].content, size, look, f' viewBox="{box}"'), places


def _on_a_sheet(pieces: list[Piece]) -> tuple[str, dict[Piece, tuple[int, int]]]:
    """Pieces in rows, the highest first, and where each is."""
    places, look = dict[Piece, tuple[int, int]](), pieces[0].look
    content, x, y, row, across = "", 0, 0, 0, 0
    for piece in sorted(pieces, key=lambda piece: -piece.high):
        if x and x + piece.wide > BROADEST:
            x, y, row = 0, y + row, 0
        places[piece] = x, y
        box = f"{piece.x} {piece.y} {piece.wide / look.scale} {piece.high / look.scale}"
        place = f'x="{x}" y="{y}" width="{piece.wide}" height="{piece.high}"'
        content += f'<svg {place} viewBox="{box}" preserveAspectRatio="none">{piece.content}</svg>'
        x, row = x + piece.wide, max(row, piece.high)
        across = max(across, x)
    return _document(content, (across, y + row), look), places


def _document(content: str, size: tuple[int, int], look: Look, box: str = "") -> str:
    """Only with the shapes and the styles that are used: all of them would be looked at for each element."""
    shapes = _used(content, _shapes(look.shapes))
    named = {f".{name}" for found in _CLASSES.findall(shapes + content) for name in found.split()}
    rules = _rules(look.style).items()
    style = "".join(f"{of}{{{rule}}}" for of, rule in rules if of in named or of[0] != ".")
    measures = f'width="{size[0]}" height="{size[1]}"{box}'
    inner = f"<style>{style}</style><defs>{shapes}</defs>{content}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {measures} preserveAspectRatio="none">{inner}</svg>'


def _used(content: str, shapes: Mapping[str, str]) -> str:
    """The shapes that something is drawn with, and those that these are."""
    used, names = dict[str, None](), _USED.findall(content)
    while names:
        shape = shapes.get(names.pop(), "")
        if shape not in used:
            used[shape] = None
            names += _USED.findall(shape)
    return "".join(used)


@lru_cache(maxsize=16)
def _shapes(shapes: str) -> Mapping[str, str]:
    """The shapes by their ids, and by those of what is in them."""
    found = dict[str, str]()
    for shape in ET.fromstring(f"<defs>{shapes}</defs>"):
        text = ET.tostring(shape, "unicode")
        found |= {named: text for one in shape.iter() if (named := one.get("id", ""))}
    return found


@lru_cache(maxsize=16)
def _rules(style: str) -> Mapping[str, str]:
    rules = (rule.partition("{") for rule in style.split("}"))
    return {name: says for name, begin, says in rules if begin}


def _between(head: str, begin: str, end: str) -> str:
    return _one(head.partition(begin)[2].partition(end)[0])


@lru_cache(maxsize=64)
def _one(text: str) -> str:
    """The same object for the same text: what is known by it is found at once."""
    return text

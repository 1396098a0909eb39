"""Pictures of dots: PNG, and GIF that moves, from the same SVG. They need the extra “pictures”."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from projections.drawing.svg import Drawing, marks, piece, svg
from projections.language.messages import _

if TYPE_CHECKING:
    from PIL.Image import Image

NEEDED = ("resvg_py", "PIL", "font_roboto")

PAUSE, LAST = 700, 2_500
"""Milliseconds that a moving picture shows each of its pictures, and the last one."""

MARGIN = 24
"""Units around a part that are drawn with it: frames, and words that stand out of it."""

COLOURS = 128


class NoPictures(Exception):
    """The extra is not installed; the sentence says how it comes."""


def png(svg: str) -> bytes:
    """The picture as PNG, at the size that the SVG has. Raises `NoPictures`."""
    need_dots()
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_fonts()))


def gif(drawings: Sequence[Drawing], palette: str = "light", scale: float = 1) -> bytes:
    """The pictures one after the other, for ever, each with frames round what is new in it.

    All have one size. What comes up again is drawn once and put in its place. Raises `NoPictures`.
    """
    need_dots()
    drawn = _drawn(drawings, palette, scale)
    from PIL.Image import Dither

    first = next(drawn).quantize(COLOURS)
    pauses = [PAUSE] * (len(drawings) - 1) + [LAST]
    rest = (image.quantize(palette=first, dither=Dither.NONE) for image in drawn)
    made = BytesIO()
    first.save(made, "GIF", save_all=True, append_images=rest, duration=pauses, loop=0, optimize=True)
    return made.getvalue()


def _drawn(drawings: Sequence[Drawing], palette: str, scale: float) -> Iterator[Image]:
    """Each picture, put together out of pieces; the first one as a whole, for its colours."""
    table = _Table(drawings, palette, scale)
    yield table.whole(drawings[0])
    for was, now in pairwise(drawings):
        yield table.pieced(now, was)


class _Table:
    """Where the pictures of a game are put together: all of one size, in one palette."""

    def __init__(self, drawings: Sequence[Drawing], palette: str, scale: float) -> None:
        self._palette, self._scale = palette, scale
        self._units = max(one.width for one in drawings), max(one.height for one in drawings)
        self._sprite = lru_cache(maxsize=4096)(self._rendered)

        self._shapes = drawings[0].shapes

    def whole(self, drawing: Drawing) -> Image:
        """A picture drawn in one piece."""
        return _opened(svg(self._sized(drawing), self._palette, scale=self._scale)).convert("RGB")

    def pieced(self, drawing: Drawing, before: Drawing) -> Image:
        """A picture put together, with frames round what has changed."""
        image = self.whole(Drawing(*self._units, (), ""))
        for parts in drawing.layers().values():
            for part in parts:
                sprite = self._sprite(part.content, part.width, part.height)
                place = (round((part.x - MARGIN) * self._scale), round((part.y - MARGIN) * self._scale))
                image.paste(sprite, place, sprite)
        framed = "".join(drawn for _box, drawn in marks(drawing, before))
        if framed:
            sprite = self._rendered(framed, *self._units)
            image.paste(sprite, (-round(MARGIN * self._scale),) * 2, sprite)
        return image

    def _sized(self, drawing: Drawing) -> Drawing:
        width, height = self._units
        return replace(drawing, width=width, height=height)

    def _rendered(self, content: str, width: int, height: int) -> Image:
        return _opened(
            piece(content, (width, height), MARGIN, self._palette, self._scale, self._shapes)
        ).convert("RGBA")


def _opened(svg: str) -> Image:
    from PIL import Image

    return Image.open(BytesIO(png(svg)))


def can_draw() -> bool:
    """Whether the extra is installed."""
    return not _missing()


def _missing() -> tuple[str, ...]:
    return tuple(name for name in NEEDED if find_spec(name) is None)


def need_dots() -> None:
    """Raises `NoPictures`."""
    missing = _missing()
    if missing:
        said = _("PNG and GIF need {missing}: {python} -m pip install 'bugyo[pictures]'. SVG needs nothing.")
        raise NoPictures(said.format(missing=", ".join(missing), python=shlex.quote(sys.executable)))


def _fonts() -> list[str]:
    """A font of our own, so that a picture looks the same on every machine."""
    spec = find_spec("font_roboto")
    assert spec is not None, "need_dots has found it."
    assert spec.origin is not None, "It is a package with files."
    return [str(path) for path in sorted(Path(spec.origin).parent.glob("files/Roboto-[RB]*.ttf"))]

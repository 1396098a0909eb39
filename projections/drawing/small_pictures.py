"""A drawing as dots of so few bytes that it may stand in a mail."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any

from projections.drawing.dots import png
from projections.drawing.mosaic import Mosaic
from projections.drawing.pieced import is_pieced

MOST_BYTES, FOR_A_BYTE = 150_000, 8
"""Of a picture, before it is written in letters; and dots for each of them: half a screen has 60 kB."""

COLOURS = (128, 32)
"""So many colours has a picture: fewer, where it is too large otherwise."""

SMALLER = 0.75
LEAST = 160
"""How much narrower a picture becomes that is too large with the fewest colours, and its least width."""


_mosaic = Mosaic()


@lru_cache(maxsize=16)
def dots(drawing: bytes) -> bytes:
    """The same bytes for the same drawing, drawn once for all who see the same. Raises `NoPictures`."""
    from PIL import Image

    svg = drawing.decode()
    image = _mosaic.image(svg) if is_pieced(svg) else Image.open(BytesIO(png(svg))).convert("RGB")
    most = min(MOST_BYTES, image.width * image.height // FOR_A_BYTE)
    made = b""
    for made in tries(image):
        if len(made) <= most:
            break
    return made


def tries(image: Any) -> Iterator[bytes]:
    """In fewer and fewer colours, then smaller and smaller."""
    from PIL.Image import Resampling

    for colours in COLOURS:
        yield _written(image, colours)
    width, height = image.size
    while width > LEAST:
        width, height = round(width * SMALLER), max(1, round(height * SMALLER))
        yield _written(image.resize((width, height), Resampling.LANCZOS), COLOURS[-1])


def _written(image: Any, colours: int) -> bytes:
    from PIL.Image import Dither, Quantize

    made = BytesIO()
    image.quantize(colours, method=Quantize.FASTOCTREE, dither=Dither.NONE).save(made, "PNG")
    return made.getvalue()

"""A drawing as dots of so few bytes that it may stand in a mail."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any

from projections.drawing.dots import png

MOST_BYTES = 150_000
"""Of a picture, before it is written in letters."""

COLOURS = (128, 64, 32, 16)
"""So many colours has a picture: fewer, where it is too large otherwise."""

SMALLER = 0.75
LEAST = 160
"""How much narrower a picture becomes that is too large with the fewest colours, and its least width."""


@lru_cache(maxsize=16)
def dots(drawing: bytes) -> bytes:
    """The same bytes for the same drawing, drawn once for all who see the same. Raises `NoPictures`."""
    from PIL import Image

    image = Image.open(BytesIO(png(drawing.decode()))).convert("RGB")
    made = b""
    for made in tries(image):
        if len(made) <= MOST_BYTES:
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

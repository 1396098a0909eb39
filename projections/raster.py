"""Pictures of dots: PNG, and GIF that moves, from the same SVG. They need the extra “pictures”."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from projections.texts import _

NEEDED = ("resvg_py", "PIL", "font_roboto")

PAUSE, LAST = 700, 2_500
"""Milliseconds that a moving picture shows each of its pictures, and the last one."""


class NoPictures(Exception):
    """The extra is not installed; the sentence says how it comes."""


def png(svg: str) -> bytes:
    """The picture as PNG, at the size that the SVG has. Raises `NoPictures`."""
    _check()
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_fonts()))


def gif(svgs: Sequence[str]) -> bytes:
    """The pictures one after the other, for ever. Raises `NoPictures`."""
    _check()
    from PIL import Image

    first, *rest = [Image.open(BytesIO(png(svg))).convert("RGB").quantize(128) for svg in svgs]
    made = BytesIO()
    pauses = [PAUSE] * len(rest) + [LAST]
    first.save(made, "GIF", save_all=True, append_images=rest, duration=pauses, loop=0, optimize=True)
    return made.getvalue()


def _check() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        said = _("PNG and GIF need {missing}: pip install “bugyo[pictures]”. SVG needs nothing.")
        raise NoPictures(said.format(missing=", ".join(missing)))


def _fonts() -> list[str]:
    """A font of our own, so that a picture looks the same on every machine."""
    spec = find_spec("font_roboto")
    assert spec is not None, "_check has found it."
    assert spec.origin is not None, "It is a package with files."
    return [str(path) for path in sorted(Path(spec.origin).parent.glob("files/Roboto-[RB]*.ttf"))]

"""An invented map of 12 × 8 hexes drawn as a picture: a forest and a shrine, askew on the paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

COLUMNS, ROWS = 12, 8
WIDE, HIGH = 1400, 1000
SIZE, TURNED, LEANING = 52.0, 0.09, 0.05
ACROSS, DOWN = (SIZE, SIZE * TURNED), (-SIZE * LEANING, SIZE * 0.94)
CORNER = (70.0, 20.0)

FOREST = ("0205", "0206", "0305", "0306")
RIVER = (("0704", "0705"), ("0704", "0804"), ("0804", "0805"))
SHRINE = "1006"
FILLS = ("#e8e0c8", "#7cb07c")

Point = tuple[float, float]


def middle(hex_: str) -> Point:
    """Where the middle of a hex lies in the picture."""
    column, row = int(hex_[:2]), int(hex_[2:])
    return on_paper(1.5 * column, 3**0.5 * (row + (0 if column % 2 else 0.5)))


def on_paper(x: float, y: float) -> Point:
    return (CORNER[0] + ACROSS[0] * x + DOWN[0] * y, CORNER[1] + ACROSS[1] * x + DOWN[1] * y)


def between(one: str, other: str) -> Point:
    (x, y), (right, below) = middle(one), middle(other)
    return (x + right) / 2, (y + below) / 2


def _corners(hex_: str) -> str:
    column, row = int(hex_[:2]), int(hex_[2:])
    x, y = 1.5 * column, 3**0.5 * (row + (0 if column % 2 else 0.5))
    half = 3**0.5 / 2
    around = ((-0.5, -half), (0.5, -half), (1, 0), (0.5, half), (-0.5, half), (-1, 0))
    return " ".join("{:.1f},{:.1f}".format(*on_paper(x + right, y + below)) for right, below in around)


def drawing() -> str:
    """The map as SVG."""
    hexes = [f"{column:02}{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    cells = "".join(
        f'<polygon points="{_corners(one)}" fill="{FILLS[one in FOREST]}" stroke="#555"/>' for one in hexes
    )
    names = "".join(
        '<text x="{:.1f}" y="{:.1f}" font-size="16" text-anchor="middle">'.format(*middle(one))
        + f"{one}</text>"
        for one in hexes
    )
    shrine = '<circle cx="{:.1f}" cy="{:.1f}" r="20" fill="#b33"/>'.format(*middle(SHRINE))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}">'
        f'<rect width="100%" height="100%" fill="#fff"/>{cells}{shrine}{names}</svg>'
    )


def photographed(chromium: Any, folder: Path) -> Path:
    """The map as a PNG."""
    page = chromium.new_page(viewport={"width": WIDE, "height": HIGH})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing()}")
    path = folder / "map.png"
    page.screenshot(path=path)
    page.close()
    return path

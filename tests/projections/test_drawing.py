"""The elements of drawings, and how pictures are put together."""

from __future__ import annotations

import string
from itertools import combinations

import pytest
from PIL import ImageFont

from projections.drawing.dots import _fonts
from projections.drawing.svg import PAINTS, PALETTES, Drawing, Part, changed, on, svg, text, trail
from projections.drawing.text_widths import width

Matrix = tuple[tuple[float, float, float], ...]

DEFICIENCIES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How colours look to people with other colour vision (Machado, Oliveira and Fernandes 2009)."""

# words         room    what stands in the element
TEXTS = [
    ("koi", 0, ' x="5" y="9" class="normal ink">koi<'),
    ("koi", 100, ' x="5" y="9" class="normal ink">koi<'),
    ("n" * 20, 183, ' x="5" y="9"'),
    ("n" * 20, 182, ' transform="translate(5 9) scale(1.00 1)" class="normal ink">nnnnnnnnnnnnnnnnnnnn<'),
    ("n" * 20, 164, ' scale(0.90 1)" class="normal ink">nnnnnnnnnnnnnnnnnnnn<'),
    ("n" * 20, 133, ' scale(0.73 1)" class="normal ink">nnnnnnnnnnnnnnnnnnnn<'),
    ("n" * 20, 131, ' scale(0.72 1)" class="normal ink">nnnnnnnnnnnnnnnnnn…<'),
    ("n n" * 9, 40, ' scale(0.72 1)" class="normal ink">n nn…<'),
    ("x" * 10_000, 60, "xxxxxx…<"),
    ("<b> & \u202e", 0, "&lt;b&gt; &amp;  </text>"),
]


@pytest.mark.parametrize(("words", "room", "stands"), TEXTS)
def test_a_text_is_drawn_narrower_where_room_is_short_and_cut_where_it_is_very_short(
    words: str, room: int, stands: str
) -> None:
    """20 letters n of 16 units are taken for 182.4 units."""
    assert stands in text(5, 9, words, room=room)


# words     size   wide
WIDTHS = [
    ("", 16, 0),
    ("n", 100, 57),
    ("il", 100, 50),
    ("W", 100, 90),
    ("武", 100, 100),
    ("e\u0301", 100, 53),
    ("ж", 100, 90),
]


@pytest.mark.parametrize(("words", "size", "wide"), WIDTHS)
def test_words_are_as_wide_as_their_letters(words: str, size: int, wide: int) -> None:
    assert width(words, size) == pytest.approx(wide)
    assert width(words, size, bold=True) == pytest.approx(wide * 1.04)


def test_no_letter_is_wider_in_our_font_than_it_is_taken_for() -> None:
    """Whole words are taken for a little wider than they are, but never for much."""
    font = ImageFont.truetype(next(one for one in _fonts() if "Roboto-Regular" in one), 1000)
    for sign in (*string.printable[:95], *"абвгдежзийклмнопрстуфхцчшщъыьэюяéàô…–“”"):
        assert font.getlength(sign) <= width(sign, 1000) + 40, sign
    for words in (
        "Shinobi: War of the Clans",
        "Intervention",
        "engaged with dragon-bushi",
        "Такеда и Уэсуги",
    ):
        assert 0.98 * width(words, 1000) - 500 <= font.getlength(words) <= width(words, 1000)


@pytest.mark.parametrize("paint", PAINTS)
@pytest.mark.parametrize("palette", ["light", "dark"])
def test_words_can_be_read_on_every_paint(paint: str, palette: str) -> None:
    """At least 4.5 to 1, as WCAG asks of small words."""
    colours = PALETTES[palette]
    assert contrast(colours[on(paint)], colours[paint]) >= 4.5
    for ground in ("paper", "soft", "card"):
        assert contrast(colours["ink"], colours[ground]) >= 7
        assert contrast(colours["quiet"], colours[ground]) >= 4.5
        assert contrast(colours["mark"], colours[ground]) >= 4.5


def contrast(one: str, two: str) -> float:
    high, low = sorted((_light(one), _light(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _light(colour: str) -> float:
    """The relative luminance of "#rrggbb"."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("kind", [*DEFICIENCIES])
def test_paints_can_be_told_apart_with_any_colour_vision(kind: str) -> None:
    """All pairs of paints differ by at least 20 of 255 in some part of what is seen."""
    seen = {paint: _seen(PALETTES["light"][paint], DEFICIENCIES[kind]) for paint in PAINTS}
    for one, two in combinations(PAINTS, 2):
        assert max(abs(a - b) for a, b in zip(seen[one], seen[two], strict=True)) >= 20, (one, two)


def _seen(colour: str, matrix: Matrix) -> tuple[float, ...]:
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return tuple(sum(weight * part for weight, part in zip(row, parts, strict=True)) for row in matrix)


def test_parts_of_higher_layers_lie_on_top_and_changes_are_framed() -> None:
    low, high = Part("low", 0, 0, 9, 9, "<a/>"), Part("high", 1, 2, 9, 9, "<b/>", layer=1)
    moved = Part("low", 4, 4, 9, 9, "<a/>")
    picture = Drawing(20, 20, (high, low), "A & B")
    assert svg(picture).index("<a/>") < svg(picture).index("<b/>")
    assert "<title>A &amp; B</title>" in svg(picture)
    assert changed(Drawing(20, 20, (high, moved), ""), picture) == (moved,)
    assert changed(picture, None) == ()
    assert changed(Drawing(20, 20, (Part("new", 0, 0, 1, 1, "", quiet=True),), ""), picture) == ()


# x, y      what stands for the way that a part of 26 by 20 has come from 100, 100
TRAILS = [
    ((100, 100), ""),
    ((120, 100), ""),
    ((121, 100), '<polyline points="113,110 134,110" fill="none" stroke-width="3" class="trail"/>'),
    ((100, 79), '<polyline points="113,110 113,89" fill="none" stroke-width="3" class="trail"/>'),
]


@pytest.mark.parametrize(("place", "stands"), TRAILS)
def test_what_has_moved_by_most_of_its_size_leaves_a_trail(place: tuple[int, int], stands: str) -> None:
    was, now = Part("unit", 100, 100, 26, 20, "<a/>"), Part("unit", *place, 26, 20, "<a/>")
    assert trail(was, now) == stands
    before, after = (Drawing(200, 200, (part,), "") for part in (was, now))
    assert svg(after, before=before).count('class="trail"') == bool(stands)
    assert svg(after).count('class="trail"') == 0

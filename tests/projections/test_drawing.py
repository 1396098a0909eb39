"""The elements of drawings, and how pictures are put together."""

from __future__ import annotations

import pytest

from projections.drawing import Drawing, Part, changed, svg, text

# words         room    what stands in the element
TEXTS = [
    ("koi", 0, ' x="5" y="9"'),
    ("koi", 100, ' x="5" y="9"'),
    ("a" * 20, 180, ' x="5" y="9"'),
    ("a" * 20, 90, ' transform="translate(5 9) scale(0.50 1)"'),
    ("<b> & \u202e", 0, "&lt;b&gt; &amp;  </text>"),
]


@pytest.mark.parametrize(("words", "room", "stands"), TEXTS)
def test_a_text_is_drawn_narrower_than_wide_where_room_is_short(words: str, room: int, stands: str) -> None:
    """20 letters of 16 units are taken for 179 units."""
    assert stands in text(5, 9, words, room=room)


def test_parts_of_higher_layers_lie_on_top_and_changes_are_framed() -> None:
    low, high = Part("low", 0, 0, 9, 9, "<a/>"), Part("high", 1, 2, 9, 9, "<b/>", layer=1)
    moved = Part("low", 4, 4, 9, 9, "<a/>")
    picture = Drawing(20, 20, (high, low), "A & B")
    assert svg(picture).index("<a/>") < svg(picture).index("<b/>")
    assert "<title>A &amp; B</title>" in svg(picture)
    assert changed(Drawing(20, 20, (high, moved), ""), picture) == (moved,)
    assert changed(picture, None) == ()
    assert changed(Drawing(20, 20, (Part("new", 0, 0, 1, 1, "", quiet=True),), ""), picture) == ()

"""Pictures of boards: SVG, PNG and GIF, of any event, for any viewpoint."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from cli.frame.codes import NOT_FOUND, REFUSED
from projections.drawing import dots
from projections.drawing.svg import svg
from referee.record.record import Record
from tests.browser.games import recorded
from tests.cli.conftest import Bugyo

GAME = "bots-7-1"


def test_a_board_is_drawn_as_of_any_event(bugyo: Bugyo) -> None:
    newest, early = bugyo("picture", GAME).stdout, bugyo("picture", GAME, "--at", 30).stdout
    assert newest != early
    for picture in (newest, early):
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
        assert 'class="frame"' not in picture
    assert 'class="frame"' in bugyo("picture", GAME, "--since", 30).stdout
    assert "There is no event 99999" in bugyo("picture", GAME, "--at", 99999, code=NOT_FOUND).stderr


def test_a_png_has_the_size_that_is_asked_for(bugyo: Bugyo, tmp_path: Path) -> None:
    small, large = tmp_path / "small.png", tmp_path / "large.png"
    bugyo("picture", GAME, "--format", "png", "-o", small)
    bugyo("picture", GAME, "--format", "png", "--scale", 2, "--dark", "-o", large)
    (one, two) = (Image.open(path) for path in (small, large))
    assert two.size == (2 * one.width, 2 * one.height)
    assert one.convert("L").tobytes()[0] > two.convert("L").tobytes()[0]


def test_words_are_drawn_in_a_font_that_is_there(bugyo: Bugyo, tmp_path: Path) -> None:
    """Without a font the place of a name would be one colour."""
    bugyo("picture", GAME, "--format", "png", "-o", tmp_path / "b.png")
    head = Image.open(tmp_path / "b.png").convert("L").crop((24, 14, 340, 50))
    assert len(set(head.tobytes())) > 10


def test_a_gif_shows_each_change(bugyo: Bugyo, tmp_path: Path) -> None:
    bugyo("picture", GAME, "--since", 52, "--at", 60, "--format", "gif", "-o", tmp_path / "b.gif")
    moving = Image.open(tmp_path / "b.gif")
    assert 3 < getattr(moving, "n_frames", 1) <= 9
    assert (moving.info["loop"], moving.info["duration"]) == (0, dots.PAUSE)
    bugyo("picture", GAME, "--at", 60, "--format", "gif", "--scale", 0.5, "-o", tmp_path / "one.gif")
    assert Image.open(tmp_path / "one.gif").size == (480, moving.height // 2)


@pytest.mark.budget(100, "draws the boards of a game until two differ in height")
@pytest.mark.parametrize("scale", [pytest.param(1, marks=pytest.mark.soak), 0.5])
def test_a_picture_that_is_put_together_looks_like_one_that_is_drawn_whole(scale: float) -> None:
    """Also where boards differ in height, as those with the hands of Twilight of Shogun do."""
    told = recorded("twilight_shogun", "emperor")
    drawings = (told.pictures.drawing(told.view(at, "referee")) for at in range(1, len(told) + 1))
    before, drawing = next(pair for pair in pairwise(drawings) if pair[0].height != pair[1].height)
    _first, pieced = dots._drawn([before, drawing], "light", scale)
    whole = Image.open(BytesIO(dots.png(svg(drawing, before=before, scale=scale))))
    assert pieced.height >= whole.height
    differs = ImageChops.difference(pieced.crop((0, 0, *whole.size)), whole.convert("RGB")).convert("L")
    assert sum(differs.histogram()[100:]) <= whole.width * whole.height * (0 if scale == 1 else 0.002)


def test_since_the_last_mail_to_a_seat(bugyo: Bugyo) -> None:
    """The store remembers of which event the last mail told."""
    why = ("--seat", "iga", "--reason", "a lost mail", "--since", "mail")
    said = bugyo("picture", "summer", *why, code=2).stderr
    assert "No mail about summer was written to “iga”" in " ".join(said.split())
    record = Record(bugyo.store)
    told = len(record.envelopes("summer"))
    record.set("told/summer/iga", str(told).encode())
    record.close()
    assert 'class="frame"' not in bugyo("picture", "summer", *why).stdout
    seat, order = bugyo.order()
    bugyo("orders", "summer", seat, "-", stdin=order)
    shown = bugyo("picture", "summer", *why).stdout
    assert 'class="frame"' in shown
    assert shown == bugyo("picture", "summer", *why[:4], "--since", told).stdout
    assert "--since" in bugyo("picture", "summer", "--since", "yesterday", code=2).stderr


def test_without_the_extra_png_is_refused_with_the_way_out(
    bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dots, "NEEDED", ("resvg_py", "no_such_module"))
    said = bugyo("picture", GAME, "--format", "png", "-o", tmp_path / "b.png", code=REFUSED).stderr
    assert "PNG and GIF need no_such_module: " in said
    assert " -m pip install 'bugyo[pictures]'. SVG needs nothing." in said
    assert not (tmp_path / "b.png").exists()


def test_what_is_missing_is_said_before_a_look_is_recorded(
    bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dots, "NEEDED", ("no_such_module",))
    before = len(bugyo.json("log", "summer")["events"])
    why = ("--seat", "iga", "--reason", "a lost mail", "-o")
    bugyo("picture", "summer", *why, tmp_path / "b.png", code=REFUSED)
    report = ("--format", "markdown", "--pictures", "png")
    bugyo("export", "summer", *report, *why, tmp_path / "b.md", code=REFUSED)
    assert len(bugyo.json("log", "summer")["events"]) == before


def test_the_board_of_a_seat_is_drawn_for_a_reason_only(bugyo: Bugyo) -> None:
    assert "--reason" in bugyo("picture", "summer", "--seat", "iga", code=2).stderr
    own = bugyo("picture", "summer", "--seat", "iga", "--reason", "a lost mail").stdout
    assert own != bugyo("picture", "summer").stdout


def test_a_png_is_the_same_every_time(bugyo: Bugyo) -> None:
    picture = bugyo("picture", GAME).stdout
    assert dots.png(picture) == dots.png(picture)
    assert Image.open(BytesIO(dots.png(picture))).width == 960


NAMES = [  # --format, the name of the file, what is made
    (None, "b.png", b"\x89PNG"),
    (None, "b.GIF", b"GIF8"),
    (None, "b.svg", b"<svg"),
    (None, "b.PNG", b"\x89PNG"),
    (None, "/dev/null", b""),
    ("svg", "b", b"<svg"),
    ("png", "b.picture", b"\x89PNG"),
    ("png", "b.png", b"\x89PNG"),
]


@pytest.mark.parametrize(("form", "name", "begins"), NAMES)
def test_the_name_of_the_file_decides_and_the_format_overrules(
    bugyo: Bugyo, tmp_path: Path, form: str | None, name: str, begins: bytes
) -> None:
    asked = ("--format", form) if form else ()
    bugyo("picture", GAME, *asked, "--at", 30, "-o", tmp_path / name)
    assert name == "/dev/null" or (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize("name", ["board.jpg", "board.pdf", "board.webp", "board", "board.svgz", "png"])
def test_a_name_that_says_no_kind_of_picture_is_refused_with_the_kinds_there_are(
    bugyo: Bugyo, tmp_path: Path, name: str
) -> None:
    said = " ".join(bugyo("picture", GAME, "--at", 30, "-o", tmp_path / name, code=2).stderr.split())
    assert f"{name} is none of svg, png, gif by its name: let it end so, or add --format." in said
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize(("form", "name"), [("svg", "b.png"), ("png", "b.svg"), ("gif", "b.PNG")])
def test_a_format_that_the_name_contradicts_is_refused(
    bugyo: Bugyo, tmp_path: Path, form: str, name: str
) -> None:
    said = bugyo("picture", GAME, "--format", form, "-o", tmp_path / name, code=2).stderr
    assert f"by its name, and --format asks for {form}" in said
    assert not (tmp_path / name).exists()

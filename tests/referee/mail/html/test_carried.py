"""Pictures of mails: dots when a mail is carried away, small, the same for a board, never in the way."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace

from projections.drawing import small_pictures, svg
from projections.drawing.dots import png
from projections.drawing.mosaic import Mosaic
from projections.drawing.pieced import pieced
from projections.drawing.small_pictures import MOST_BYTES, dots
from projections.telling.boards import drawn
from referee.mail.html import board_picture
from referee.mail.html.board_picture import board_of, near
from referee.mail.html.carried import Pictured, finished
from referee.mail.html.dress import dress
from referee.seats.choices import choices_of
from referee.transport.letters import Letter, compose
from tests.referee.mail.html.scenes import DESK, GAMES, letter_of, scene_at, stops, told_before, turn_mail

pytestmark = pytest.mark.of_files

NOW = 1_795_000_000_000


def dressed(title: str, position: int) -> Letter:
    scene = scene_at(title, position)
    told = told_before(scene)
    return dress(letter_of(scene), scene, turn_mail(scene, told), told, DESK)


def parts_of(raw: bytes) -> dict[str, Any]:
    message = message_from_bytes(raw, policy=policy.default)
    return {part.get_content_type(): part for part in message.walk()}


@pytest.mark.parametrize("title", GAMES)
def test_the_picture_is_small_and_stands_where_the_html_looks_for_it(title: str) -> None:
    letter = dressed(title, stops(title)[-1])
    out = parts_of(finished(compose(letter, DESK, NOW), print))
    assert list(out) == ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"]
    made = out["image/png"].get_content()
    assert made.startswith(b"\x89PNG")
    assert len(made) <= MOST_BYTES
    cid = out["image/png"]["Content-ID"].strip("<>")
    assert out["text/html"].get_content().count(f'src="cid:{cid}"') == 1


def test_all_else_of_a_mail_stays_to_the_byte() -> None:
    letter = dressed("shinobi", stops("shinobi")[5])
    raw = compose(letter, DESK, NOW)
    out = finished(raw, print)
    assert out.partition(b"Content-Type: image/")[0] == raw.partition(b"Content-Type: image/")[0]
    assert out.rpartition(b"\n\n--")[2] == raw.rpartition(b"\n\n--")[2]


@pytest.mark.parametrize("body", ["text\n", "Content-Type: image/svg+xml\n", "“игра”\r\n.\nFrom me\n"])
def test_a_mail_without_a_picture_is_carried_as_it_is(body: str) -> None:
    raw = compose(Letter("a@example.org", "s", body, "n", checkpoint="c\n"), DESK, NOW)
    assert finished(raw, print) == raw


def test_the_same_board_gives_the_same_bytes_and_is_drawn_once() -> None:
    scene = scene_at("shinobi", stops("shinobi")[7])
    drawing = board_of(scene, 0, len(scene.replay)).svg
    first = dots(drawing)
    hits = dots.cache_info().hits
    assert dots(bytes(drawing)) is first
    assert dots.cache_info().hits == hits + 1
    dots.cache_clear()
    assert dots(drawing) == first


@pytest.mark.parametrize("checkpoint", ["", "a checkpoint\n"])
@pytest.mark.parametrize("title", GAMES)
def test_a_mail_whose_picture_fails_has_words_in_its_place_and_is_told(title: str, checkpoint: str) -> None:
    def fails(drawing: bytes) -> bytes:
        raise ValueError("There is no ink.")

    said = list[str]()
    letter = replace(dressed(title, stops(title)[-1]), checkpoint=checkpoint)
    out = parts_of(finished(compose(letter, DESK, NOW), said.append, fails))
    assert [kind for kind in out if kind.startswith("image/")] == []
    html, words = out["text/html"].get_content(), re.search(r' alt="([^"]*)"', letter.html)
    assert words is not None
    assert "<img" not in html
    assert "cid:" not in html
    assert f">{words[1]}</div>" in html
    assert html.count("<tr>") == letter.html.count("<tr>")
    assert [len(said), "There is no ink." in said[0]] == [1, True]
    plain = parts_of(compose(replace(letter, html="", picture=b""), DESK, NOW))
    assert out["text/plain"].get_content() == plain["text/plain"].get_content()


def test_what_is_put_together_of_pieces_is_what_is_drawn_in_one() -> None:
    """Also where most pieces are known of the picture before; but for what shines through a little."""
    from PIL import Image, ImageChops

    mosaic = Mosaic()
    for position in stops("shinobi")[6:8]:
        drawing = dressed("shinobi", position).picture.decode()
        made, whole = mosaic.image(drawing), Image.open(BytesIO(png(drawing))).convert("RGB")
        differs = ImageChops.difference(made, whole).convert("L").histogram()
        assert sum(differs[25:]) < sum(differs) // 20_000


def test_a_large_piece_is_kept_in_tiles_which_the_next_part_of_it_goes_on_with() -> None:
    from PIL import Image, ImageChops

    stripes = "".join(svg.rect(at, at, 9, 900 - at, "fill-ink") for at in range(0, 900, 40))
    board = svg.Drawing(900, 900, (svg.Part("ground", 0, 0, 900, 900, stripes),), "A board")
    mosaic, before = Mosaic(), list[Any]()
    for left in (0, 200, 200):
        cut = svg.Box(left, 100, 600, 500)
        drawing = pieced(board, cut=cut)
        differs = ImageChops.difference(
            mosaic.image(drawing), Image.open(BytesIO(png(drawing))).convert("RGB")
        )
        assert sum(differs.convert("L").histogram()[25:]) == 0
        before.append(set(mosaic._kept))
    assert before[0] < before[1] == before[2]
    assert {piece.is_tile for piece in before[2]} == {True}
    assert 0 < len(before[1] - before[0]) < len(before[0])


def test_noise_is_made_smaller_until_it_fits() -> None:
    from PIL import Image

    noise = Image.effect_noise((960, 1_200), 100).convert("RGB")
    made = [len(one) for one in small_pictures.tries(noise)]
    assert made[0] > MOST_BYTES
    assert made[-1] <= MOST_BYTES


class Box:
    def __init__(self) -> None:
        self.mails: list[tuple[str, bytes]] = []

    def carry(self, to: str, raw: bytes) -> None:
        self.mails.append((to, raw))


def test_a_carrier_is_given_the_finished_mail() -> None:
    box, letter = Box(), dressed("shinobi", stops("shinobi")[5])
    Pictured(box, print).carry("a@example.org", compose(letter, DESK, NOW))
    [(to, raw)] = box.mails
    assert to == "a@example.org"
    assert b"image/png" in raw
    assert b"image/svg+xml" not in raw


def test_what_has_changed_since_the_last_mail_is_framed() -> None:
    scene = scene_at("shinobi", stops("shinobi")[9])
    now = len(scene.replay)
    assert b'class="frame"' not in board_of(scene, 0, now).svg
    assert b'class="frame"' not in board_of(scene, now, now).svg
    assert b'class="frame"' in board_of(scene, told_before(scene), now).svg


@pytest.mark.soak
def test_of_a_large_board_the_piece_is_shown_where_something_has_happened() -> None:
    some = stops("kawanakajima")[::20]
    near = [n for n in some if shown(n).is_near]
    assert 5 < len(near) <= len(some)
    from PIL import Image

    image = Image.open(BytesIO(dots(shown(near[0]).svg)))
    assert image.size == (800, 600)
    assert len(dots(shown(near[0]).svg)) <= 60_000


@pytest.mark.soak
def test_the_piece_shows_the_units_that_may_fight() -> None:
    """Where the mail names them, they are in it, however far they are from what has happened."""
    seen = 0
    for position in stops("kawanakajima"):
        scene = scene_at("kawanakajima", position)
        fights = [one.order.split() for one in choices_of(scene) if one.order.startswith("fight ")]
        cut = re.search(rb'viewBox="(\d+) (\d+) (\d+) (\d+)"', dressed("kawanakajima", position).picture)
        if len(fights) != 1 or cut is None or cut[1] == b"0":
            continue
        left, top, width, height = map(int, cut.groups())
        parts = {part.id: part for part in drawn(scene.replay, position, scene.seat).parts}
        unit = parts[f"{scene.seat[0]}{fights[0][1]}"]
        assert left <= unit.x <= left + width
        assert top <= unit.y <= top + height
        seen += 1
        if seen == 5:
            break
    assert seen == 5


@pytest.mark.parametrize(("x", "y"), [(0, 0), (490, 390), (980, 0), (980, 780)])
def test_the_piece_stays_within_the_board_and_has_what_is_new_on_it(x: int, y: int) -> None:
    part = svg.Part("unit", x, y, 20, 20, "")
    field = svg.Box(0, 0, 1000, 800)
    cut = near(svg.Drawing(1000, 800, (part,), "A board", field=field), (part,))
    assert cut is not None
    assert 0 <= cut.x <= x < x + 20 <= cut.x + cut.width <= 1000
    assert 0 <= cut.y <= y < y + 20 <= cut.y + cut.height <= 800


@pytest.mark.parametrize(
    ("x", "y", "is_on_it"),
    [
        *((-10, 390, True), (490, -10, True), (990, 390, True), (490, 790, True)),
        *((-11, 390, False), (490, -11, False), (991, 390, False), (490, 791, False)),
    ],
)
def test_what_lies_beside_the_board_by_more_than_half_is_not_shown_near(
    x: int, y: int, is_on_it: bool
) -> None:
    part, field = svg.Part("unit", x, y, 20, 20, ""), svg.Box(0, 0, 1000, 800)
    cut = near(svg.Drawing(1000, 800, (part,), "A board", field=field), (part,))
    assert (cut is not None) == is_on_it


def test_the_piece_has_what_the_orders_name_and_not_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    units = (svg.Part("a", 0, 0, 20, 20, "", word="oda"), svg.Part("b", 2900, 2300, 20, 20, "", word="imai"))
    board = svg.Drawing(3000, 2400, units, "A board", field=svg.Box(0, 0, 3000, 2400))
    monkeypatch.setattr(board_picture, "_drawn", lambda *_words: board)
    shown = board_of(scene_at("shinobi", 1, "iga"), 0, 1, named=frozenset({"imai"}))
    cut = re.search(rb'viewBox="(\d+) (\d+) (\d+) (\d+)"', shown.svg)
    assert cut is not None
    assert (shown.is_near, int(cut[1]) > 2000, int(cut[2]) > 1800) == (True, True, True)


@pytest.mark.parametrize(
    ("new", "front", "cut"),
    [
        ("zone", ("card",), b"4 2494 612 412"),
        ("zone", (), b"0 0 3000 3000"),
        ("", ("card",), b"4 2494 612 412"),
        ("", ("unit",), b"0 0 500 375"),
        ("", (), b"0 0 3000 2400"),
        ("unit", ("card",), b"0 0 500 375"),
    ],
)
def test_where_they_fight_beside_the_board_that_is_shown(
    new: str, front: tuple[str, ...], cut: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways = {"card": (10, 2500, 600, 400), "zone": (100, 2600, 50, 30), "unit": (90, 90, 20, 20)}
    parts = tuple(svg.Part(name, *box, "", svg.MARK * (name == new)) for name, box in ways.items())
    board = svg.Drawing(3000, 3000, parts, "A board", field=svg.Box(0, 0, 3000, 2400))
    monkeypatch.setattr(board_picture, "_drawn", lambda *_words: board)
    scene = scene_at("shinobi", 1, "iga")
    monkeypatch.setattr(scene.replay, "pictures", replace(scene.replay.pictures, front=lambda _view: front))
    found = re.search(rb'viewBox="([^"]*)"', board_of(scene, 0, 1).svg)
    assert found is not None
    assert found[1] == cut


def shown(position: int) -> Any:
    scene = scene_at("kawanakajima", position)
    return board_of(scene, told_before(scene), position)


def test_a_reader_of_mails_without_pictures_has_the_same_text() -> None:
    letter = dressed("shinobi", stops("shinobi")[5])
    message = message_from_bytes(compose(letter, DESK, NOW), policy=policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    assert body is not None
    assert body.get_content() == letter.body

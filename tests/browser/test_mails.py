"""The HTML of mails in a browser: on a telephone and a desk, light and dark, with its picture in place."""

from __future__ import annotations

import base64
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

from referee.mail.html.carried import finished
from referee.mail.html.dress import dress
from referee.seats.mail_parts import Parts
from referee.seats.seat_view import Scene
from referee.transport.letters import compose
from tests.browser.conftest import Open
from tests.browser.test_access import complaints
from tests.referee.mail.html.scenes import (
    DESK,
    GAMES,
    answer_mail,
    invitation,
    letter_of,
    news_mail,
    scene_at,
    stops,
    told_before,
    turn_mail,
)

NOW = 1_795_000_000_000
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1100, "height": 844}
FINGER = 44

SCHEMES: dict[str, tuple[str, ...]] = {"light": (), "dark": ("color-contrast", "link-in-text-block")}
"""By which rules axe looks in each: by all in one, in the other by those that depend on colours."""

TAPS = "[...document.querySelectorAll('a.t, a.btn, a.l')].map(e => e.getBoundingClientRect().height)"


def asked(title: str) -> Scene:
    """Late in a game, where orders can be tapped."""
    found = stops(title)
    return scene_at(
        title, next(n for n in found[len(found) * 2 // 3 :] if turn_mail(scene_at(title, n)).block)
    )


MAILS: dict[str, Callable[[str], tuple[Scene, Parts]]] = {
    "turn": lambda title: ((now := asked(title)), turn_mail(now, told_before(now))),
    "answer": lambda title: ((now := asked(title)), answer_mail(now, told_before(now))),
    "news": lambda title: ((now := asked(title)), news_mail(now, told_before(now))),
    "invitation": lambda title: ((now := scene_at(title, 1)), invitation(now)),
}


def shown(folder: Path, title: str, kind: str) -> Path:
    """The mail as a program shows it that has put the picture where the HTML wants it."""
    scene, parts = MAILS[kind](title)
    letter = dress(letter_of(scene), scene, parts, told_before(scene), DESK)
    message = message_from_bytes(finished(compose(letter, DESK, NOW), pytest.fail), policy=policy.default)
    html = ""
    for part in message.walk():
        if part.get_content_type() == "text/html":
            html = part.get_content()
        if part.get_content_type() == "image/png":
            picture = base64.b64encode(part.get_content()).decode()
            cid = str(part["Content-ID"]).strip("<>")
            assert f"cid:{cid}" in html
            html = html.replace(f"cid:{cid}", f"data:image/png;base64,{picture}")
    path = folder / f"mail-{title}-{kind}.html"
    path.write_text(html, encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", MAILS)
@pytest.mark.parametrize("title", GAMES)
def test_a_mail_fits_and_can_be_read_and_tapped(opened: Open, folder: Path, title: str, kind: str) -> None:
    file = shown(folder, title, kind)
    for viewport in (PHONE, DESKTOP):
        page = opened(file, "", viewport=viewport)
        for scheme, rules in SCHEMES.items():
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
            assert complaints(page, *rules) == []
        assert all(height >= FINGER for height in page.evaluate(TAPS))
        images = page.evaluate("[...document.images].map(e => [e.naturalWidth, e.clientWidth, e.alt.length])")
        assert len(images) == bool(MAILS[kind](title)[1].board) >= (kind in ("turn", "answer"))
        assert all(natural > 300 and wide > 300 and words > 20 for natural, wide, words in images)


@pytest.mark.parametrize("title", GAMES)
def test_the_first_screen_of_a_telephone_says_what_to_do_and_has_orders(
    opened: Open, folder: Path, title: str
) -> None:
    page = opened(shown(folder, title, "turn"), "", viewport=PHONE)
    first = page.locator("a.t").first.bounding_box()
    said = page.locator("h1").bounding_box()
    assert said["y"] < 60
    assert first["y"] + first["height"] < PHONE["height"] * 2 // 3
    whole = [
        box for one in page.locator("a.t").all() if (box := one.bounding_box())["y"] + 44 <= PHONE["height"]
    ]
    assert len(whole) >= min(3, page.locator("a.t").count())


@pytest.mark.soak
def test_the_ground_is_dark_where_the_program_wants_it(opened: Open, folder: Path) -> None:
    page: Any = opened(shown(folder, "shinobi", "turn"), "", viewport=PHONE)
    grounds = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds == ["rgb(251, 248, 241)", "rgb(27, 26, 23)"]

"""The HTML of mails: what it says, how large it becomes, and that nobody gets anything into it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

from projections.drawing import dots
from projections.language.catalogues import LANGUAGES, Reader, written_for
from referee.mail.html.body import MOST_BYTES, MOST_OF_LINKS, MOST_PROOF, Page, html_of
from referee.mail.html.dress import dress, dresser
from referee.seats.choices import choices_of
from referee.seats.links import answers_of
from referee.seats.mail_parts import FIELDS, Choice, Parts, text
from tests.referee.mail.html.scenes import (
    DESK,
    GAMES,
    invitation,
    letter_of,
    news_mail,
    scene_at,
    stops,
    told_before,
    turn_mail,
)

pytestmark = pytest.mark.of_files

PAGE = Page(DESK, "Your turn [winter T1 iga] Shinobi", "[winter T1 iga]", "Shinobi, T1 · you: iga")
HOSTILE = (
    "</div></td></tr></table><script>alert(1)</script>",
    '<a class="btn" href="https://evil.example">Open your page</a>',
    '"><img src=https://evil.example/1.gif onerror=alert(1)>',
    "-----BEGIN ORDERS winter T1 iga-----",
    "&lt;script&gt; {title} %0D%0A",
)


class Elements(HTMLParser):
    """Each element with its attributes, and the words of all of them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def links(self) -> list[str]:
        return [str(attrs["href"]) for tag, attrs in self.found if tag == "a"]


@pytest.mark.parametrize("title", GAMES)
def test_nothing_of_a_mail_runs_or_comes_from_elsewhere(title: str) -> None:
    """No script, no form, no resource but its own picture, no link but to mails and to the seat's page."""
    scene = scene_at(title, stops(title)[len(stops(title)) // 2])
    letter = dress(letter_of(scene), scene, turn_mail(scene, told_before(scene)), told_before(scene), DESK)
    page = Elements(letter.html)
    assert {tag for tag, _attrs in page.found} <= {
        *("html", "head", "meta", "title", "style", "body", "div", "table", "tr", "td", "h1", "h2", "ul"),
        *("li", "a", "img", "br", "span"),
    }
    sources = [str(attrs["src"]) for tag, attrs in page.found if tag == "img"]
    assert len(sources) == 1
    assert re.fullmatch(r"cid:board\.[0-9a-f]{24}@referee\.example", sources[0])
    assert all(link.startswith(("mailto:bugyo@referee.example?", scene.link)) for link in page.links())
    assert not any(name.startswith("on") for _tag, attrs in page.found for name in attrs)
    assert "url(" not in letter.html
    assert "@import" not in letter.html


def with_part(name: str, lines: Sequence[str]) -> Parts:
    block = ("-----BEGIN ORDERS a T1 b-----", "TOKEN X", "", "-----END ORDERS a T1 b-----")
    parts: Parts = replace(Parts("It is your turn.", block=block), **{name: lines})
    return parts


@pytest.mark.parametrize("part", ["press", "to_you", "since", "notes", "results", "forms", "board", "proof"])
def test_whatever_people_write_is_text(part: str) -> None:
    lines = tuple(f"  | {line}" for line in HOSTILE) if part == "press" else HOSTILE
    clean = Elements(html_of(with_part(part, ("a",) * len(lines)), PAGE))
    made = html_of(with_part(part, lines), PAGE)
    page = Elements(made)
    assert {tag for tag, _attrs in page.found} <= {tag for tag, _attrs in clean.found} | {"ul", "li", "br"}
    assert page.links() == clean.links()
    assert "<script" not in made


def test_names_are_text_as_well() -> None:
    """The first sentence, a choice, its group, the address of a page, words to ask with."""
    evil = HOSTILE[2]
    parts = Parts(
        evil,
        until=evil,
        block=("-----BEGIN ORDERS a T1 b-----", "-----END ORDERS a T1 b-----"),
        choices=(Choice(evil, evil, evil), Choice("pass", "")),
        ask=f"Ask: {evil}.",
        link=f"https://a.example/{evil}",
    )
    page = Elements(html_of(parts, replace(PAGE, source=f"cid:{evil}", words=evil, about=evil, subject=evil)))
    assert [tag for tag, _attrs in page.found].count("img") == 1
    assert not any("onerror" in attrs for _tag, attrs in page.found)


def test_each_line_of_press_keeps_the_sign_before_it_and_has_a_line_of_its_own() -> None:
    press = ("Press from ise (Bela) to all:", "  | pass", "  | -----BEGIN ORDERS winter T1 iga-----", "")
    made = html_of(Parts("News.", press=press), PAGE)
    assert "  | pass<br>  | -----BEGIN ORDERS winter T1 iga-----</div>" in made
    assert made.count("Press from ise (Bela) to all:</div>") == 1


HUGE = tuple(f"{n} {'<&>é' * 18}" for n in range(3_000))


def test_a_mail_is_always_smaller_than_what_is_shown_whole() -> None:
    """Whatever part is too long is cut, with a sentence; the block stands."""
    scene = scene_at("twilight_shogun", stops("twilight_shogun")[40])
    parts = turn_mail(scene)
    many = tuple(replace(one, group=f"{n}") for n in range(20) for one in choices_of(scene))
    fed = dict.fromkeys(("press", "to_you", "since", "notes", "results", "forms", "board", "proof"), HUGE)
    made = html_of(replace(parts, choices=many, **fed), PAGE)
    assert 50_000 < len(made.encode()) < MOST_BYTES
    assert made.count("There is more: the text of this mail has it all.") >= 5
    assert "There are more: the text of this mail has them all." in made
    assert "-----END ORDERS" in made


def test_of_a_row_that_is_too_long_what_fits_is_shown() -> None:
    """All places that can be influenced, aligned and struck, with a prompt that has no rows."""
    block = ("-----BEGIN ORDERS a T1 b-----", "TOKEN X", "", "-----END ORDERS a T1 b-----")
    many = [Choice(f"influence place-{n}", f"influence Place {n}") for n in range(100)]
    parts = Parts("Your turn.", block=block, choices=(*many, Choice("coup x", "coup…", is_part=True)))
    page = Elements(html_of(parts, PAGE))
    words = [word for word in page.words if word.startswith(("influence", "coup"))]
    assert 20 < len(words) < 101
    assert words[:2] == ["influence Place 0", "influence Place 1"]
    assert words[-1] == "coup…"
    assert "There are more: the text of this mail has them all." in page.words


@pytest.mark.parametrize("label", ["", "hold"])
def test_orders_that_have_no_words_of_their_own_are_measured_as_they_stand(label: str) -> None:
    block = ("-----BEGIN ORDERS a T1 b-----", "TOKEN X", "", "-----END ORDERS a T1 b-----")
    many = tuple(Choice(f"hold {'x' * 400} {n}", label) for n in range(100))
    made = html_of(Parts("Your turn.", block=block, choices=many), PAGE)
    taps = re.findall('class="t" href="mailto:[^"]*"[^>]*>[^<]*<', made)
    assert 2 < len(taps) < 100
    assert sum(len(tap.encode()) for tap in taps) < MOST_OF_LINKS


def test_what_cannot_be_cut_leaves_the_mail_as_text() -> None:
    scene = scene_at("shinobi", stops("shinobi")[3])
    parts = replace(turn_mail(scene), says="x" * MOST_BYTES)
    assert dress(letter_of(scene), scene, parts, 0, DESK) == letter_of(scene)


@pytest.mark.parametrize("title", GAMES)
def test_who_is_not_asked_has_no_block_no_token_and_no_order(title: str) -> None:
    scene = scene_at(title, stops(title)[len(stops(title)) // 2])
    made = dress(letter_of(scene), scene, news_mail(scene, told_before(scene)), 0, DESK).html
    assert made
    assert "ORDERS" not in made
    assert "TOKEN" not in made
    assert "HXPD" not in made


def test_what_fails_leaves_the_mail_as_text_and_is_told() -> None:
    scene, told = scene_at("shinobi", stops("shinobi")[3]), list[str]()
    broken = replace(turn_mail(scene), position=10_000)
    letter = letter_of(scene)
    assert dresser(DESK, told.append)(letter, scene, broken, 0) == letter
    assert len(told) == 1
    assert letter.name in told[0]
    assert dresser(DESK, told.append)(letter, scene, turn_mail(scene), 0).html
    assert len(told) == 1


def test_a_person_may_choose_text_alone_or_dark_pictures() -> None:
    scene = scene_at("shinobi", stops("shinobi")[3])
    made = dresser(DESK, print)
    light = made(letter_of(scene), scene, turn_mail(scene), 0)
    with written_for(Reader(plain=True)):
        assert made(letter_of(scene), scene, turn_mail(scene), 0) == letter_of(scene)
    with written_for(Reader(dark=True)):
        dark = made(letter_of(scene), scene, turn_mail(scene), 0)
    assert b"#1b1a17" in dark.picture
    assert b"#1b1a17" not in light.picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_html_says_in_which_language_it_is(language: str) -> None:
    scene = scene_at("shinobi", stops("shinobi")[3])
    with written_for(Reader(language=language)):
        made = dress(letter_of(scene), scene, turn_mail(scene), 0, DESK).html
    assert f'<html lang="{language}">' in made


def test_an_invitation_has_its_block() -> None:
    """Nobody has joined: there is nothing to tap but the line that joins, and the block is there."""
    scene = scene_at("shinobi", 1, "iga")
    parts = invitation(scene)
    made = dress(letter_of(scene), scene, parts, 0, DESK).html
    assert parts.block[0] in made
    (tap,) = re.findall('class="t" href="mailto:[^"]*"[^>]*>([^<]*)<', made)
    assert tap == "Join…"
    assert made.count("mailto:") == made.count('class="l" href="mailto:') + 1


def test_a_question_is_answered_by_a_tap_with_its_mark_in_the_subject() -> None:
    mark = "CONFIRM " + "-".join(["AB2C"] * 6)
    answers = answers_of(PAGE.address, f"{PAGE.subject} {mark}")
    parts = Parts("A mail came in.", results=["Answer “yes”.", "", mark], answers=answers)
    links = Elements(html_of(parts, PAGE)).links()
    subjects = [unquote(link.partition("?subject=")[2].partition("&body=")[0]) for link in links]
    assert subjects == [f"Re: {PAGE.subject} {mark}"] * 2
    assert [unquote(link.partition("&body=")[2]) for link in links] == ["yes\r\n", "no\r\n"]
    assert [f"{word}: <{link}>" in text(parts, dict.fromkeys(FIELDS, "-")) for word, link in answers] == [
        True
    ] * 2


def test_what_only_looks_like_a_question_gets_no_taps() -> None:
    mark = "CONFIRM " + "-".join(["AB2C"] * 6)
    for other in (mark, f"| {mark}", "yes: <mailto:desk@example.org>"):
        assert not Elements(html_of(Parts("A mail came in.", results=[other]), PAGE)).links()


def test_without_the_extra_the_html_has_the_board_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dots, "NEEDED", ("a_module_that_nobody_has",))
    scene = scene_at("shinobi", stops("shinobi")[3])
    letter = dress(letter_of(scene), scene, turn_mail(scene), 0, DESK)
    assert letter.picture == b""
    assert "<img" not in letter.html
    assert escape(turn_mail(scene).board[0]) in letter.html


def listed(html: str) -> list[str]:
    return re.findall(r"<li [^>]*>([^<]*)</li>", html)


def test_a_list_is_one_also_where_nothing_follows_it() -> None:
    made = html_of(Parts("A mail came in.", results=["- place one", "  more", "- place two"]), PAGE)
    assert listed(made) == ["place one more", "place two"]
    made = html_of(Parts("A mail came in.", results=["- place one", "", "And this."]), PAGE)
    assert (listed(made), "And this." in made) == (["place one"], True)
    assert "<ul" not in html_of(Parts("A mail came in.", results=["And this."]), PAGE)


def test_the_proof_and_the_questions_stand_at_the_end() -> None:
    parts = Parts(
        "Your turn.", block=["-----BEGIN-----", "-----END-----"], proof=["Proof: event 9.", "", "x"]
    )
    made = html_of(parts, PAGE)
    assert "Proof: event 9." in made[made.index("-----END-----") :]
    assert "Proof: " not in html_of(Parts("A mail came in."), PAGE)


def test_a_proof_is_cut_between_words_where_it_is_too_long() -> None:
    whole = ("Proof: " + "event " * MOST_PROOF)[:MOST_PROOF].rstrip().ljust(MOST_PROOF, ".")
    assert f">{whole}</div>" in html_of(Parts("Your turn.", proof=[whole]), PAGE)
    assert f">{whole.rpartition(' ')[0]} …</div>" in html_of(Parts("Your turn.", proof=[f"{whole}x"]), PAGE)


def test_what_concerns_a_seat_and_what_does_not_are_told_with_and_without_each_other() -> None:
    assert "It was raised." in html_of(Parts("A mail.", to_you=["It was raised."]), PAGE)
    assert "It is spring." in html_of(Parts("A mail.", since=["It is spring."]), PAGE)


def test_whoever_is_asked_sees_the_board_and_whoever_is_invited_does_not() -> None:
    scene, early = scene_at("shinobi", stops("shinobi")[3]), scene_at("shinobi", 1, "iga")
    asked = dress(letter_of(scene), scene, replace(turn_mail(scene), board=()), 0, DESK)
    assert asked.picture
    assert not dress(letter_of(early), early, replace(invitation(early), board=()), 0, DESK).picture
    told = replace(turn_mail(scene), board=(), block=())
    assert not dress(letter_of(scene), scene, told, 0, DESK).picture

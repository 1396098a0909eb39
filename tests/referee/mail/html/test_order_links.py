"""Links of orders: what a mail program makes of them is the block as a player would fill it in."""

from __future__ import annotations

from contextlib import suppress
from email.message import EmailMessage
from functools import cache
from urllib.parse import unquote, urlsplit

import pytest
from msgspec import Struct

from domain.game.state.words import notation_of
from domain.kit.errors import UnreadableOrder
from domain.titles import TITLES
from referee.mail.html.order_links import LONGEST, order_link
from referee.reading.order_lines import order_lines
from referee.reading.reading import read_mail
from referee.seats.choices import MANY, MORE, _examples, _Tap, _tap, choices_of
from referee.seats.links import mailto
from referee.seats.mail_parts import Choice, Parts
from referee.seats.seat_view import Scene
from tests.referee.mail.html.scenes import (
    DESK,
    GAMES,
    TOKEN,
    letter_of,
    scene_at,
    stops,
    told_before,
    turn_mail,
)
from tests.titles.test_offers import why_refused

pytestmark = pytest.mark.of_files


def opened(link: str) -> tuple[str, str, str]:
    """To whom, under which subject, with which text a mail program opens a mail: by RFC 6068 a + is a +."""
    parts = urlsplit(link)
    fields = dict(pair.split("=", 1) for pair in parts.query.split("&"))
    return unquote(parts.path), unquote(fields["subject"]), unquote(fields["body"])


def sent(link: str) -> bytes:
    """The mail as somebody sends it who has changed nothing."""
    to, subject, body = opened(link)
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "anna@example.org", to, subject
    message.set_content(body.replace("\r\n", "\n"))
    return message.as_bytes()


@cache
def some(title: str) -> list[tuple[Scene, Parts]]:
    """Stops all over a recorded game at which a mail asks."""
    found = stops(title)
    tried = sorted({*found[:: max(1, len(found) // 5)], found[-1]})
    mails = ((scene, turn_mail(scene, told_before(scene))) for scene in (scene_at(title, n) for n in tried))
    return [(scene, mail) for scene, mail in mails if mail.block]


@pytest.mark.parametrize("title", GAMES)
def test_a_tap_sends_a_legal_order_within_the_block_of_the_mail(title: str) -> None:
    """Of each group the first and the last; a part sends no order at all."""
    taps, rules = 0, TITLES[title]
    for scene, parts in some(title):
        for choice in dict.fromkeys((*choices_of(scene)[:3], *choices_of(scene)[-2:])):
            link = order_link(DESK, letter_of(scene).subject, parts.block, choice)
            mail = read_mail(sent(link))
            assert mail.block.token == TOKEN
            assert (mail.block.position, mail.block.head) == (len(scene.replay), scene.replay.head())
            assert scene.tag in opened(link)[1]
            lines = [line.text for line in order_lines(mail.lines)]
            assert lines == ([] if choice.is_part else [choice.order])
            order = notation_of(scene.game).read(choice.order, rules.expected(scene.game.state))
            assert why_refused(rules, scene.game.state, scene.seat, order) == ""
            taps += 1
    assert taps > 10


@pytest.mark.parametrize("title", GAMES)
def test_links_are_short_and_encoded_for_every_program(title: str) -> None:
    for scene, mail in some(title):
        block = mail.block
        links = [order_link(DESK, letter_of(scene).subject, block, one) for one in choices_of(scene)]
        assert all(0 < len(link) < LONGEST for link in links)
        assert not any(sign in link for link in links for sign in " +<>\"'\n")
        assert all(
            ("%0D%0A" in link and "%0A%0A" not in link.replace("%0D", "")) or "%3B" in link for link in links
        )


def test_an_address_with_a_plus_stays_what_it_is() -> None:
    link = mailto("desk+club@example.org", "a & b = c?", ["ä; #1"])
    assert opened(link) == ("desk+club@example.org", "a & b = c?", "ä; #1\r\n")
    assert "+" not in link


def test_an_order_that_is_too_long_for_a_link_has_none() -> None:
    scene = scene_at("shinobi", stops("shinobi")[3])
    block = turn_mail(scene).block
    assert order_link(DESK, "s", block, Choice("place oda in iga", ""))
    assert order_link(DESK, "s", block, Choice("x" * LONGEST, "")) == ""
    assert order_link(DESK, "s", (), Choice("place oda in iga", "")) == ""


@pytest.mark.parametrize("line", ["resign", "end battle", "pass", "accept intervention", "done"])
def test_nobody_taps_what_cannot_be_called_back(line: str) -> None:
    """Whatever ends a game or a seat: it is asked about, and written by hand."""
    said = []
    for title in GAMES:
        replay = scene_at(title, stops(title)[0]).replay
        notation = notation_of(replay.newest())
        with suppress(UnreadableOrder):
            said += [one.order for one in _tap(replay, notation.read(line))]
    assert bool(said) == (line in ("pass", "done"))


def test_whoever_is_not_asked_has_nothing_to_tap() -> None:
    scene = scene_at("shinobi", stops("shinobi")[3])
    others = [seat for seat in scene.game.seats if seat != scene.seat]
    assert choices_of(scene)
    assert not any(choices_of(scene_at("shinobi", stops("shinobi")[3], seat)) for seat in others)


class Hold(Struct, frozen=True):
    place: str


class Raid(Struct, frozen=True):
    place: str
    by: str


def taps(*orders: str, kind: type[Struct] = Hold) -> list[_Tap]:
    """Orders as they would be shown, "hold 3", each in the row of its verb."""
    split = ((order, *order.partition(" ")) for order in orders)
    return [_Tap(kind, order, verb, rest, verb) for order, verb, _blank, rest in split]


def test_of_very_many_examples_the_first_are_listed_and_the_rest_is_typed() -> None:
    orders = [f"hold {n}" for n in range(MANY + 2)]
    found = list(_examples(taps(*orders[:MANY])))
    assert found == [Choice(order, order.removeprefix("hold "), "hold") for order in orders[:MANY]]
    more = Choice(orders[MANY], f"hold{MORE}", "hold", is_part=True)
    assert list(_examples(taps(*orders))) == [*found, more]


def test_of_a_row_that_more_than_one_use_shares_each_use_is_a_part() -> None:
    """A use of one field alone is shown whole: nothing is left to be typed."""
    shared = [_Tap(Raid, f"raid iga {n}", "iga", f"raid {n}", "raid") for n in range(2)]
    whole = [_Tap(Hold, "hold iga", "iga", "hold", "hold")]
    assert list(_examples([*shared, *whole])) == [
        Choice("raid iga 0", f"raid{MORE}", "iga", is_part=True),
        Choice("hold iga", "hold", "iga"),
    ]
    assert list(_examples(shared)) == [Choice(tap.order, tap.label, "iga") for tap in shared]

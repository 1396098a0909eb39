"""A desk whose mails have HTML: what somebody taps in it is played, and who wants text alone has it."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

import pytest

from referee.mail.desk.desk import Desk
from referee.mail.html.carried import Pictured
from referee.mail.html.dress import dresser
from referee.seats.readers import set_reader
from tests.referee.mail.html.test_body import Elements
from tests.referee.mail.html.test_order_links import opened
from tests.referee.mail.test_desk_world import DESK, PEOPLE, World, mail

pytestmark = pytest.mark.of_files


def dressed(path: Path) -> World:
    world = World(path)
    carrier, dress = Pictured(world.outbox, pytest.fail), dresser(DESK, pytest.fail)
    world.desk = Desk(world.referee, carrier, DESK, clock=lambda: world.now, dress=dress)
    return world


def out(world: World) -> dict[str, EmailMessage]:
    """The mails that have gone out since, by their readers."""
    paths = list((world.path / "out" / "new").iterdir())
    parser = BytesParser(EmailMessage, policy=policy.default)
    mails = [parser.parsebytes(path.read_bytes()) for path in paths]
    for path in paths:
        path.unlink()
    return {str(one["To"]): one for one in mails}


def html_of(one: EmailMessage) -> str:
    body = one.get_body(("html",))
    return str(body.get_content()) if body else ""


def test_a_tapped_order_is_played_and_answered_with_the_next_ones_to_tap(tmp_path: Path) -> None:
    world = dressed(tmp_path)
    world.desk.announce("winter")
    mails = out(world)
    for nth in range(4):
        seat, position = world.seat, len(world.record.envelopes("winter"))
        one = mails[PEOPLE[seat]]
        tapped = [link for link in Elements(html_of(one)).links() if "BEGIN%20ORDERS" in link]
        to, subject, body = opened(tapped[0])
        assert to == DESK
        handled = world.desk.handle(mail(body, PEOPLE[seat], id=f"<{nth}@x>", Subject=subject))
        assert [result.outcome for result in handled.results] == ["played"], handled.why
        assert len(world.record.envelopes("winter")) > position
        mails = out(world)
    assert any(part.get_content_type() == "image/png" for part in mails[PEOPLE[world.seat]].walk())


def test_who_wants_text_alone_has_it(tmp_path: Path) -> None:
    world = dressed(tmp_path)
    seat = world.seat
    set_reader(world.record, PEOPLE[seat], mails="plain")
    world.desk.announce("winter")
    mails = out(world)
    assert mails[PEOPLE[seat]].get_content_type() == "text/plain"
    assert all(html_of(one) for to, one in mails.items() if to != PEOPLE[seat])
    world.record.close()

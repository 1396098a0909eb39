"""Whole games over real servers by people who never use the block as it is printed.

One answers on top from a telephone, one only taps links, one fills the quotation, one writes HTML from a
webmail and his orders in French. No order is lost and none is wrong; each mail that asks for something beside
orders is told, and is one that cannot be avoided.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.servers.evening import GAMES, Evening, Sitter, report
from tests.servers.machines import Club, folder, needed
from tests.servers.test_session import bugyo

UNAVOIDABLE = {"accept": "What ends a game is asked about, whoever writes it and however."}
"""The orders for which a word more is asked, and why."""


@pytest.fixture
def evening() -> Iterator[Evening]:
    needed("dovecot", "postfix")
    with folder() as path, Club(path) as club:
        made = Evening(path, club)
        yield made
        made.close()


@pytest.mark.soak
def test_whole_games_by_people_who_write_as_people_do(evening: Evening) -> None:
    evening.open()
    begun = time.monotonic()
    evening.play()
    print(report(evening, time.monotonic() - begun))
    for game in GAMES:
        bugyo("audit", game, "--store", evening.store)
    for one in evening.sitters:
        assert evening.given(one) == one.meant
        assert len(one.meant) > 10
        assert one.late == []
        assert [question for question in one.questions if not _is_unavoidable(question.orders)] == []
        assert _answers(one) == dict.fromkeys(one.wrote, 1)
    _nothing_is_left(evening)


def _is_unavoidable(orders: tuple[str, ...]) -> bool:
    return any(order.partition(" ")[0] in UNAVOIDABLE for order in orders)


def _answers(one: Sitter) -> dict[str, int]:
    """How often each of his mails was answered."""
    return dict(Counter(str(mail["In-Reply-To"]) for mail in one.got if mail["In-Reply-To"] in one.wrote))


def _nothing_is_left(evening: Evening) -> None:
    """Of the mails that came in; and the referee was asked for nothing."""
    boxes = evening.club.dovecot
    assert boxes.mails("bugyo") == []
    assert len(boxes.mails("bugyo", name="Bugyo")) == sum(len(one.wrote) for one in evening.sitters)
    assert boxes.mails("rei") == []

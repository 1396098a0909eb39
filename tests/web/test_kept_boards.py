"""Boards that have been drawn are found again by what their reader may see, and by that alone."""

from __future__ import annotations

import pytest

from projections.language.catalogues import Reader, written_for
from projections.seat_page.table_board import boards_at
from referee.web import kept_boards
from referee.web.kept_boards import KeptBoards
from tests.titles.short import short


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str, str]]:
    """What has been drawn anew: the event, the eye, the kind."""
    found = list[tuple[int, str, str]]()

    def draws(replay, position, eye, kinds=()):  # type: ignore[no-untyped-def]
        found.append((position, eye, *kinds))
        return boards_at(replay, position, eye, kinds)

    monkeypatch.setattr(kept_boards, "boards_at", draws)
    return found


def test_each_is_drawn_once_for_an_event_an_eye_a_language_and_a_kind(
    drawn: list[tuple[int, str, str]],
) -> None:
    replay, kept = short("shinobi").replay(), KeptBoards()
    one, other = replay.newest().seats[:2]
    at = len(replay)
    assert kept(replay, at, one) == boards_at(replay, at, one)
    for eye, kinds in ((one, ()), (one, ("narrow",)), (other, ("wide",))):
        assert set(kept(replay, at, eye, kinds)) == set(kinds or ("wide", "narrow"))
    kept(replay, at - 1, one, ("wide",))
    with written_for(Reader("fr")):
        kept(replay, at, one, ("wide",))
    assert drawn == [
        (at, one, "wide"),
        (at, one, "narrow"),
        (at, other, "wide"),
        (at - 1, one, "wide"),
        (at, one, "wide"),
    ]


def test_those_that_were_longest_not_asked_for_are_forgotten(drawn: list[tuple[int, str, str]]) -> None:
    replay, kept = short("shinobi").replay(), KeptBoards(2)
    seat = replay.newest().seats[0]
    for at in (20, 21, 20, 22, 20, 21):
        kept(replay, at, seat, ("wide",))
    assert [at for at, *_ in drawn] == [20, 21, 22, 21]

"""The two verifiers against each other on own slips: what a seat took back, and what it could not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from domain.game.deciding import effects, own_slips
from domain.game.entries.entries import Ordered, Rewound
from domain.game.entries.policy import Policy
from domain.game.entries.rulings import TakeBackProposed
from domain.kit.chance import Thrown
from domain.kit.facts import Fact, tag_of
from domain.kit.sealed import PUBLIC, REFEREE
from domain.titles import TITLES
from referee.bundle import writing
from referee.bundle.verify_rulings import REVEALS, SLIPS
from referee.games import rulings
from referee.games.rulings import Slip
from tests.bundle.inside import remembered
from tests.bundle.test_both import Change, Members, in_turn, judged, put, rechained, twice
from tests.bundle.test_both_people import acting
from tests.referee.clocks.club import HOUR, Club

POLICY = Policy(hours=72, grace=60)
VIEWERS = ("iga", PUBLIC, REFEREE)


def open_club(path: Path, title: str = "shinobi", seats: int = 3) -> Club:
    one = Club(path, POLICY, level=1, title=title, seats=seats)
    one.join()
    return one


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A game in which a seat takes back as often as it may, and then asks."""
    one = open_club(tmp_path_factory.mktemp("slips"))
    seat = one.turn
    while one.turn == seat:
        one.order()
    for _ in range(own_slips.MOST + 1):
        one.now += HOUR // 60
        one.order()
        undo(one, one.turn)
    yield one
    one.record.close()


def undo(one: Club, seat: str, to: int = 0) -> None:
    one.now += HOUR // 60
    rulings.undo(one.referee, "g", seat, Slip(to, len(one.entries()), 0), one.by(seat))


def members(one: Club, viewer: str) -> Members:
    return writing.members(one.record, "g", viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_both_pass_what_was_taken_back(club: Club, viewer: str) -> None:
    assert [one.by for one in club.entries(Rewound)] == ["seat"] * own_slips.MOST
    assert isinstance(club.entries()[-1], TakeBackProposed)
    assert judged(members(club, viewer)) == (None, None)


def policy(**new: object) -> Change:
    return lambda lines: lines[1]["public"]["entry"]["policy"].update(new)


BOTH: dict[str, Change] = {
    "a game in which nothing is taken back alone": policy(undo="consent"),
    "a policy of another word": policy(undo="never"),
    "what another has ordered": put("rewound", 0, seat="iga"),
    "what nobody has ordered": put("rewound", 0, seat="nobody"),
    "back behind a throw": put("rewound", 0, to=16),
    "by consent of nobody": put("rewound", 0, by="consent"),
    "by the referee, with a seat": put("rewound", 1, by="referee"),
    "for a reason": put("rewound", 1, reason="It rained."),
    "with throws made anew": put("rewound", 2, anew=True),
    "with more time": put("rewound", 0, deadlines=[]),
    "twice": twice("rewound", 2),
    "by somebody else": acting("rewound", 3, person="Zoe"),
}


@pytest.mark.parametrize(("what", "viewer"), in_turn(BOTH, VIEWERS))
def test_both_find_it_at_the_same_event(club: Club, what: str, viewer: str) -> None:
    found = members(club, viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, BOTH[what]))
    assert ours == theirs is not None


# ---- what a dishonest referee would record


def forged(one: Club, seat: str, to: int) -> int:
    """A taking back that is not allowed, as if it were; its position."""
    nothing: dict[str, Any] = {
        "check_undo": lambda *_: None,
        "check_untold": lambda *_: None,
        "check_entry": lambda *_: None,
    }
    with patch.multiple(effects, **nothing):
        back = own_slips.undo(one.entries(), seat, to)
        one.referee.rewind("g", back, one.by(seat))
    return max(at for at, entry in enumerate(one.entries(), 1) if isinstance(entry, Rewound))


def until(one: Club, kind: type, *, without: type | None = None, reveals: bool = False) -> tuple[str, int]:
    """Plays to an order with something in its unit; whose it was, and where the unit before ended."""
    for _ in range(60):
        (seat, *_), before = one.game.awaited(), len(one.entries())
        one.order(seat)
        new = one.entries()[before:]
        found = [entry for entry in new if isinstance(entry, kind)]
        if reveals:
            shown = one.game.rules.reveals
            found = [entry for entry in new if isinstance(entry, Fact) and isinstance(entry.event, shown)]
        is_free = without is None or not any(isinstance(entry, without) for entry in new)
        if found and is_free and not one.game.is_locked():
            return seat, max(at for at, e in enumerate(one.entries()[:before], 1) if isinstance(e, Fact))
    raise AssertionError(f"No {kind} came.")


def test_a_throw_stands_in_the_way(tmp_path: Path) -> None:
    one = open_club(tmp_path)
    seat, to = until(one, Thrown)
    at = forged(one, seat, to)
    assert judged(members(one, REFEREE)) == judged(members(one, PUBLIC)) == (at, at)
    one.record.close()


def test_a_reveal_stands_in_the_way(tmp_path: Path) -> None:
    one = open_club(tmp_path, "twilight_shogun", 2)
    seat, to = until(one, Fact, without=Thrown, reveals=True)
    at = forged(one, seat, to)
    assert judged(members(one, REFEREE)) == (at, at)
    assert judged(members(one, PUBLIC))[0] == at
    one.record.close()


def test_an_order_of_another_stands_in_the_way(tmp_path: Path) -> None:
    one = open_club(tmp_path, "kawanakajima", 2)
    first = one.game.awaited()[0]
    to = max(at for at, entry in enumerate(one.entries(), 1) if isinstance(entry, Fact))
    while {entry.seat for entry in one.entries(Ordered)} <= {first}:
        one.order(one.game.awaited()[0])
    at = forged(one, first, to)
    assert judged(members(one, REFEREE)) == (at, at)
    one.record.close()


def test_the_verifier_knows_the_reveals_of_our_titles() -> None:
    known = {title: " ".join(map(tag_of, rules.reveals)) for title, rules in TITLES.items()}
    assert {title: REVEALS[title] for title in known} == known
    assert SLIPS == own_slips.MOST


def test_the_page_of_the_format_names_the_reveals_of_our_titles() -> None:
    page = (Path(__file__).parents[2] / "docs" / "format.md").read_text()
    for title, kinds in REVEALS.items():
        assert f"| `{title}` | {', '.join(f'`{kind}`' for kind in kinds.split())} |" in page

"""The two verifiers against each other on rewinds: what a referee who signs everything again could alter in
them, and at which event each finds it. The game has deadlines, so that these begin anew as well.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.game.entries.entries import Rewound
from domain.kit.chance import ThrownAgain
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.bundle.checking import Bundle, audit_bundle
from tests.bundle.inside import remembered
from tests.bundle.test_both import (
    Change,
    Lines,
    Members,
    any_entry,
    drop,
    entries,
    in_turn,
    judged,
    put,
    rechained,
    twice,
)
from tests.referee.clocks.club import CLOCKED, HOUR, Club
from tests.referee.clocks.club import REFEREE as DESK


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A turn is played twice with the same orders, then a third time with throws that are made anew."""
    one = Club(tmp_path_factory.mktemp("lines"), CLOCKED, level=1)
    one.join()
    start = max(at for at, entry in enumerate(one.entries(), 1) if isinstance(entry, Fact))
    for anew in (False, True):
        _turn(one)
        one.now += HOUR
        one.referee.rewind("g", Rewound(start, "A slip.", anew=anew), DESK)
        _turn(one)
    yield one
    one.record.close()


def _turn(one: Club) -> None:
    turn = one.game.turn
    while one.game.turn == turn:
        one.order()


def members(one: Club, viewer: str) -> Members:
    return writing.members(one.record, "g", viewer)


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_both_pass_a_game_that_went_back(club: Club, viewer: str) -> None:
    assert len(club.entries(Rewound)) == 2
    assert club.entries(ThrownAgain)
    assert club.game.register.deadlines.get(club.turn) is not None
    assert judged(members(club, viewer)) == (None, None)


def _more(lines: Lines) -> None:
    """A key that no version has, in every entry, and in items of a table."""
    for line in lines[1:]:
        entry = line["public"]["entry"]
        for one in (entry, *entry.get("deadlines", ())):
            one["zeal"] = {"as": ["you", "like"]}


def _written_out(lines: Lines) -> None:
    for line in lines[1:]:
        entry = line["public"]["entry"]
        question = {"draw": False, "count": 1, "secret": False}
        for key, more in (("question", question), ("policy", {"dice": "cells", "sheets": False})):
            if key in entry:
                entry[key] = {**more, **entry[key]}
        if entry["type"] == "fact":
            line["public"]["entry"] = {"more": 0, "done": False, "then": [], **entry}
        if entry["type"] == "thrown":
            entry.setdefault("real", False)


@pytest.mark.parametrize("viewer", ["iga", REFEREE])
@pytest.mark.parametrize("change", [_more, _written_out])
def test_keys_of_later_versions_and_defaults_are_read_over(club: Club, viewer: str, change: Change) -> None:
    assert judged(rechained(members(club, viewer), change)) == (None, None)


def _more_inside(lines: Lines) -> None:
    lines[entries(lines, "ordered", any_entry)[0]]["public"]["entry"]["order"]["zeal"] = 1


def test_what_an_order_asks_has_no_key_more(club: Club) -> None:
    """It would change the faces as its referee likes."""
    found = rechained(members(club, REFEREE), _more_inside)
    assert audit_bundle(Bundle(found)).finding is not None


BOTH: dict[str, Change] = {
    "a rewind to nothing": put("rewound", 0, to=0),
    "a rewind to itself": put("rewound", 0, to=10**6),
    "a rewind into the middle": put("rewound", 0, to=10),
    "a rewind of nobody": put("rewound", 0, by="Zoe"),
    "a throw that answers for another": put("thrown-again", 0, of=1),
    "a throw that answers for one that stands": put("thrown-again", 0, of=10**6),
    "a throw that answers another question": put("thrown-again", 0, question={"purpose": "dinner"}),
    "a throw that answers twice": twice("thrown-again", 0),
    "throws that were to be made anew": put("rewound", 0, anew=True),
}
"""What both find at the same event."""


@pytest.mark.parametrize(("what", "viewer"), in_turn(BOTH, ("iga", PUBLIC, REFEREE)))
def test_both_find_it_at_the_same_event(club: Club, viewer: str, what: str) -> None:
    found = members(club, viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, BOTH[what]))
    assert ours
    assert ours == theirs


RULES: dict[str, Change] = {
    "no rewind": drop("rewound", 0),
    "a throw that did not answer again": drop("thrown-again", 0),
    "a reason that is empty": put("rewound", 0, reason=" "),
}
"""What only the rules can tell, or tell first."""


@pytest.mark.parametrize("what", RULES)
def test_what_only_the_rules_can_tell_is_found_by_the_audit(club: Club, what: str) -> None:
    ours, theirs = judged(rechained(members(club, REFEREE), RULES[what]))
    assert theirs
    assert ours is None or ours >= theirs

"""The two verifiers against each other on disputes, rulings, take-backs and looks: what a referee who signs
everything again could alter there, and at which event each finds it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.game.entries.policy import AT_REVEAL, Policy, Refereeing
from domain.game.state.lines import unit_ends
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.games import rulings
from referee.games.rulings import Complaint, Judgement
from referee.record.chain import canonical, commitment
from tests.bundle.inside import remembered
from tests.bundle.test_both import (
    SEALED,
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
from tests.bundle.test_both_people import acting
from tests.referee.clocks.club import HOUR, Club
from tests.referee.clocks.club import REFEREE as DESK

POLICY = Policy(hours=72, grace=60, referee=Refereeing("Gen", stops=True, looks=AT_REVEAL))
RULE = "turn/deploy"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A game in which everything has happened that can be disputed, ruled on and taken back."""
    one = Club(tmp_path_factory.mktemp("rulings"), POLICY, level=1)
    happens(one)
    yield one
    one.record.close()


def happens(one: Club) -> None:
    one.join()
    one.order()
    _disputes(one)
    _rulings(one)
    _take_backs(one)
    one.referee.look("g", "Gen", "everything that is sealed", "dispute 4", DESK)
    one.order()


def _disputes(one: Club) -> None:
    dispute(one, "iga", Complaint("It was mine.", (1, 2), RULE, "misread"))
    dispute(one, "ise", Complaint("It was not."))
    dispute(one, "kii", Complaint("It was nobody's."))
    rulings.withdraw(one.referee, "g", "ise", 2, one.by("ise"))
    rulings.recuse(one.referee, "g", 3, "referee", "A friend.", DESK)
    for who in ("referee", "second"):
        rulings.adjudicate(one.referee, "g", 1, who, f"It stands, says the {who}.", DESK)


def dispute(one: Club, seat: str, said: Complaint) -> None:
    one.now += HOUR
    rulings.dispute(one.referee, "g", seat, said, one.by(seat))


def rule(one: Club, kind: str, **more: object) -> None:
    one.now += HOUR
    judged = Judgement(kind, "For this reason.", **{"rules": (RULE,), **more})  # type: ignore[arg-type]
    rulings.rule(one.referee, "g", judged, DESK)


def _rulings(one: Club) -> None:
    rule(one, "stands", dispute=1, events=(1,))
    rule(one, "note", dispute=3, by="second", rules=())
    dispute(one, "kii", Complaint("Not so.", appeals=1))
    rule(one, "penalty", dispute=4, by="second", seat="iga")
    one.order()
    rulings.reopen(one.referee, "g", 1, "A mail has turned up.", DESK)
    rule(one, "corrected", corrections=("discard oda 1", "hand iga none"))
    rule(one, "rewound", to=unit_ends(one.entries())[-2])


def _take_backs(one: Club) -> None:
    """The first order of a turn rests alone: no throw follows from it."""
    for yes in (False, True):
        seat = one.turn
        while one.turn == seat:
            one.order()
        seat = one.turn
        one.order()
        rulings.ask_back(one.referee, "g", seat, 0, "A slip.", one.by(seat))
        others = [other for other in one.game.seats if other != seat]
        for other in others if yes else others[:1]:
            rulings.answer_back(one.referee, "g", other, yes, one.by(other))
    one.order()  # in the place of the one that was taken back
    rulings.ask_back(one.referee, "g", seat, 0, "Another slip.", one.by(seat))
    for other in others:
        rulings.answer_back(one.referee, "g", other, True, one.by(other))


def members(one: Club, viewer: str) -> Members:
    return writing.members(one.record, "g", viewer)


@pytest.mark.parametrize("viewer", ["iga", "kii", PUBLIC, REFEREE])
def test_both_pass_what_was_ruled(club: Club, viewer: str) -> None:
    assert judged(members(club, viewer)) == (None, None)


def policy(**new: object) -> Change:
    return lambda lines: lines[1]["public"]["entry"]["policy"]["referee"].update(new)


def without(key: str) -> Change:
    return lambda lines: lines[1]["public"]["entry"]["policy"]["referee"].pop(key)


def of_kind(nth: int, kind: str, **new: object) -> Change:
    """The nth ruling is of another kind."""

    def change(lines: Lines) -> None:
        entries = [line["public"]["entry"] for line in lines[1:]]
        [one for one in entries if one["type"] == "ruled"][nth].update(kind=kind, **new)

    return change


def sealed(kind: str, nth: int, value: object) -> Change:
    """Something else was sealed, and is opened."""

    def change(lines: Lines) -> None:
        at = entries(lines, kind, any_entry)[nth]
        (opening,), entry = lines[at]["openings"], lines[at]["public"]["entry"]
        opening["value"], salt = value, bytes.fromhex(opening["salt"])
        made = commitment(lines[0]["game"], at, opening["path"], salt, canonical(value))
        entry[opening["path"].strip("/")]["value"]["commitment"] = made

    return change


BOTH: dict[str, Change] = {
    "a policy with a second referee of no name": policy(second=" "),
    "a policy with a second referee who is the first": policy(second="referee"),
    "a policy with a further word": policy(zeal=1),
    "a policy of other looks": policy(looks="never"),
    "a dispute of another number": put("disputed", 0, number=2),
    "a dispute of nobody": put("disputed", 0, seat="nobody"),
    "a dispute that others read": put("disputed", 0, text={**SEALED, "to": ["iga", "kii"]}),
    "a dispute that all read": put("disputed", 0, text="open"),
    "a dispute of events in disorder": put("disputed", 0, events=[2, 1]),
    "a dispute of an event that is not there": put("disputed", 0, events=[10**6]),
    "no dispute": drop("disputed", 0),
    "a withdrawal of somebody else": put("dispute-withdrawn", 0, seat="kii"),
    "a withdrawal of nothing": put("dispute-withdrawn", 0, number=9),
    "somebody else's dispute": acting("disputed", 0, person="Zoe"),
    "a recusal without a second referee": without("second"),
    "a recusal from nothing": put("recused", 0, dispute=9),
    "a recusal of somebody": put("recused", 0, who="Zoe"),
    "a recusal for no reason": put("recused", 0, reason=" "),
    "an adjudication of nothing": put("adjudicated", 0, dispute=9),
    "an adjudication that somebody reads": put("adjudicated", 0, text={**SEALED, "to": ["iga"]}),
    "adjudications that are the same": put("adjudications-opened", 0, agree=True),
    "adjudications of another dispute": put("adjudications-opened", 0, dispute=3),
    "adjudications too early": drop("adjudicated", 1),
    "a ruling of another number": put("ruled", 0, number=7),
    "a ruling of another kind": of_kind(0, "dinner"),
    "a ruling for no reason": put("ruled", 0, reason=""),
    "a ruling without a rule": put("ruled", 0, rules=[]),
    "a ruling with a rule twice": put("ruled", 0, rules=["a", "a"]),
    "a ruling by somebody": put("ruled", 0, by="Zoe"),
    "a ruling on nothing": put("ruled", 0, dispute=9),
    "a ruling on an event that is not there": put("ruled", 0, events=[10**6]),
    "a ruling with an effect too many": put("ruled", 0, effects=1),
    "a ruling of who is recused": put("ruled", 1, by="referee"),
    "a ruling on an appeal against oneself": put("ruled", 2, by="referee"),
    "a penalty for nobody": put("ruled", 2, seat=""),
    "a punished seat without a penalty": put("ruled", 0, seat="iga"),
    "an appeal against nothing": put("disputed", 3, appeals=9),
    "an appeal after the next results": put("disputed", 2, appeals=1),
    "a window that was open": put("reopened", 0, ruling=4),
    "a window of no ruling": put("reopened", 0, ruling=0),
    "a window for no reason": put("reopened", 0, reason=" "),
    "a correction too few": put("ruled", 3, effects=3),
    "a correction too many": put("ruled", 3, effects=1),
    "a correction of another ruling": put("corrected", 0, ruling=1),
    "a correction without a ruling": of_kind(3, "note"),
    "a version too high": put("revised", 0, turns=[{"turn": "T1", "version": 3}]),
    "versions of nothing": put("revised", 0, turns=[]),
    "a rewind that was not ruled": of_kind(4, "corrected"),
    "a rewind by consent of nobody": put("rewound", 0, by="consent"),
    "a rewind by consent to elsewhere": put("rewound", 1, to=30),
    "a rewind by consent for another reason": put("rewound", 1, reason="None."),
    "a rewind by the referee in its place": put("rewound", 1, by="referee"),
    "a take-back of nobody": put("take-back-proposed", 0, seat="nobody"),
    "a take-back behind a throw": put("take-back-proposed", 0, to=6),
    "a take-back of nothing": put("take-back-proposed", 0, to=10**6),
    "a take-back for no reason": put("take-back-proposed", 0, reason=" "),
    "an answer of who asks": put("take-back-answered", 1, seat="ise"),
    "an answer of nobody": put("take-back-answered", 0, seat="nobody"),
    "somebody else's answer": acting("take-back-answered", 0, person="Zoe"),
    "a look that all see": put("looked-unseen", 0, what="Gen"),
    "a look of another number": put("looked-unseen", 0, number=2),
    "a look where all look at once": without("looks"),
    "a pause that no dispute brings": without("stops"),
    "an end while a dispute is open": drop("ruled", 2),
}
"""What both find at the same event."""

WHOLE: dict[str, Change] = {
    "a dispute twice": twice("disputed", 0),
    "a withdrawal twice": twice("dispute-withdrawn", 0),
    "a recusal twice": twice("recused", 0),
    "an adjudication twice": twice("adjudicated", 0),
    "a version twice": twice("revised", 0),
    "a take-back twice": twice("take-back-proposed", 0),
    "an answer to nothing": twice("take-back-answered", 0),
    "a dispute that says nothing": sealed("disputed", 0, " "),
    "a dispute that says too much": sealed("disputed", 0, "a" * 20_001),
    "a dispute that is no text": sealed("disputed", 0, 1),
    "an adjudication that says nothing": sealed("adjudicated", 0, "\n"),
    "an adjudication that says too much": sealed("adjudicated", 1, "a" * 20_001),
    "a look that does not say why": sealed("looked-unseen", 0, "Gen\neverything that is sealed"),
    "a look that is no text": sealed("looked-unseen", 0, ["Gen"]),
}
"""The same in an export that opens everything: an event more lets each rewind go back to another one, and
then more is open, or less, than is due to others. Only here is it read what was sealed from all."""


@pytest.mark.parametrize(("what", "viewer"), in_turn(BOTH, ("iga", PUBLIC, REFEREE)))
def test_both_find_it_at_the_same_event(club: Club, viewer: str, what: str) -> None:
    found = members(club, viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, BOTH[what]))
    assert ours
    assert ours == theirs


@pytest.mark.parametrize("what", WHOLE)
def test_both_find_it_where_everything_is_open(club: Club, what: str) -> None:
    ours, theirs = judged(rechained(members(club, REFEREE), WHOLE[what]))
    assert ours
    assert ours == theirs


def test_a_dispute_may_say_as_much_as_a_mail_may(club: Club) -> None:
    found = rechained(members(club, REFEREE), sealed("disputed", 0, " " + "a" * 20_000))
    assert judged(found) == (None, None)

"""The two verifiers against each other on people, clocks and press: what a referee who signs everything again
could alter there, and at which event each finds it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.game.entries.people import AddressChanged, Lapsed, Note, Noted
from domain.game.entries.policy import Policy
from domain.game.entries.protocol_orders import Join
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.bundle.verify import verify
from referee.bundle.writing import zipped
from referee.games import people
from referee.games.held_orders import hold, ready, withdraw
from referee.games.press import press
from referee.record.chain import canonical
from referee.record.envelope import MAIL, Act
from tests.bundle.inside import remembered
from tests.bundle.test_both import (
    SEALED,
    Change,
    Json,
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
from tests.referee.clocks.club import HOUR, START, Club
from tests.referee.clocks.club import REFEREE as DESK

POLICY = Policy(
    hours=72, grace=60, nmr="default orders", vacation=9, press="private", anonymous=True, authority=2
)
VOUCHED = {"authority": "2 token sender dkim"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A game in which everything has happened that people can do, but for its end."""
    one = Club(tmp_path_factory.mktemp("people"), POLICY, level=1)
    happens(one)
    yield one
    one.record.close()


def happens(one: Club) -> None:
    _join(one)
    _write(one)
    _people(one)
    _clocks(one)


def _act(one: Club, seat: str) -> Act:
    return one.by(seat, **VOUCHED)


def _join(one: Club) -> None:
    for seat in one.game.seats:
        one.referee.take("g", seat, Join("a heron stands here"), _act(one, seat))


def _write(one: Club) -> None:
    press(one.referee, "g", "iga", (), "To all.", _act(one, "iga"))
    press(one.referee, "g", "iga", ("ise",), "To ise.", _act(one, "iga"))
    press(one.referee, "g", "ise", ("iga", "kii"), "Without a name.", _act(one, "ise"), anonymous=True)
    press(one.referee, "g", "kii", ("referee",), "I am late.", _act(one, "kii"))
    press(one.referee, "g", "referee", ("kii",), "Well.", DESK)
    one.referee.note("g", (Noted("Dai", "text", "00" * 32, (Note(1, "A note.\n"),)),), DESK)
    seat = one.turn
    hold(one.referee, "g", seat, one.line(seat), "ready", _act(one, seat))
    ready(one.referee, "g", seat, _act(one, seat))
    hold(one.referee, "g", "iga", one.line(one.turn), "asked", _act(one, "iga"))
    withdraw(one.referee, "g", "iga", 1 + (seat == "iga"), _act(one, "iga"))
    first = 1 + (seat == "ise")
    for _ in range(2):
        hold(one.referee, "g", "ise", one.line(one.turn), "sheet", _act(one, "ise"))
    withdraw(one.referee, "g", "ise", first + 1, _act(one, "ise"))
    withdraw(one.referee, "g", "ise", first, _act(one, "ise"), "ended")


def _people(one: Club) -> None:
    one.now += HOUR
    people.list_standby(one.referee, "g", "Dora", True, DESK)
    people.list_standby(one.referee, "g", "Emil", True, DESK)
    people.list_standby(one.referee, "g", "Emil", False, DESK)
    people.take_seat(one.referee, "g", "ise", "Dora", "Ben is ill.", DESK)
    people.delegate(one.referee, "g", one.turn, "Fay", "all", one.now + 9 * HOUR, _act(one, one.turn))
    holder, one.now = one.game.register.holders[one.turn], one.now + 2
    one.order(act=Act(MAIL, "", one.turn, "Fay", holder, "3 token dkim ssh:x"))
    people.delegate(one.referee, "g", "iga", "Gus", "press", one.now + 9 * HOUR, _act(one, "iga"))
    people.end_delegation(one.referee, "g", "iga", "Gus", _act(one, "iga"))
    moved = AddressChanged("ise", "Dora", "person", "")
    people.change_address(one.referee, "g", moved, "", "dora@example.net", _act(one, "ise"))
    people.leave_seat(one.referee, "g", "ise", "Dora has no time.", _act(one, "ise"))
    people.take_seat(one.referee, "g", "ise", "Hal", "He is asked.", DESK)


def _clocks(one: Club) -> None:
    one.now += HOUR
    for seat in one.game.seats:
        people.agree(one.referee, "g", seat, "pause", True, _act(one, seat))
    one.now += HOUR
    people.resume(one.referee, "g", "Enough.", DESK)
    people.pause(one.referee, "g", "A convention.", one.now + HOUR, DESK)
    one.at(one.now + HOUR)
    seat = one.turn
    people.take_vacation(one.referee, "g", seat, "2026-11-18", "2026-11-19", _act(one, seat))
    people.move_deadline(one.referee, "g", seat, one.now + 99 * HOUR, "As agreed.", DESK)
    one.at(one.now + 100 * HOUR + 1)
    people.change_policy(one.referee, "g", Policy(hours=24, press="white", vacation=9), "As agreed.", DESK)
    order = one.line(one.turn)
    line = f"if turn 0 or later: {order} then {order} else: {order}"
    hold(one.referee, "g", one.turn, line, "condition", _act(one, one.turn))


def members(one: Club, viewer: str) -> Members:
    return writing.members(one.record, "g", viewer)


@pytest.mark.parametrize("viewer", ["iga", "kii", PUBLIC, REFEREE])
def test_both_pass_what_people_did(club: Club, viewer: str) -> None:
    assert judged(members(club, viewer)) == (None, None)


def test_a_fault_beside_the_game_is_none_of_an_event(club: Club) -> None:
    found = members(club, PUBLIC)
    for name in ("manifest.json", "checkpoint.txt"):
        report = verify(zipped({**found, name: b"{}\n"}))
        assert (report.readable, report.ok, report.position, report.member) == (True, False, None, name)


def test_a_game_that_is_abandoned_opens_everything_to_everybody(tmp_path: Path) -> None:
    one = Club(tmp_path, POLICY, level=1)
    _join(one)
    press(one.referee, "g", "iga", ("ise",), "A secret.", _act(one, "iga"))
    hold(one.referee, "g", "iga", one.line(one.turn), "asked", _act(one, "iga"))
    before = members(one, PUBLIC)["game.jsonl"]
    people.abandon(one.referee, "g", "Nobody answers.", DESK)
    after = members(one, PUBLIC)
    assert (b"A secret." in before, b"A secret." in after["game.jsonl"]) == (False, True)
    assert b"sealed" not in b"".join(
        canonical(json.loads(line)["openings"]) for line in after["game.jsonl"].splitlines()[1:]
    )
    assert judged(after) == (None, None)
    assert judged(members(one, "kii")) == (None, None)
    one.record.close()


def test_of_a_game_that_was_abandoned_only_what_is_for_all_is_said(hasty: None, tmp_path: Path) -> None:
    one = Club(tmp_path, POLICY, level=1)
    _join(one)
    people.abandon(one.referee, "g", "Nobody answers.", DESK)
    press(one.referee, "g", "iga", (), "Farewell.", _act(one, "iga"))
    found = members(one, REFEREE)
    assert judged(found) == (None, None)
    at = one.game.position
    assert judged(rechained(found, put("press", 0, to=["ise"]))) == (at, at)
    one.record.close()


def test_a_seat_holds_a_hundred_orders_and_no_more(hasty: None, tmp_path: Path) -> None:
    one = Club(tmp_path, POLICY, level=1)
    _join(one)
    for _ in range(100):
        hold(one.referee, "g", "iga", one.line(one.turn), "asked", _act(one, "iga"))
    found = members(one, PUBLIC)
    assert judged(found) == (None, None)

    def one_more(lines: Lines) -> None:
        lines.append(json.loads(json.dumps(lines[-1])))
        lines[-1]["public"]["entry"]["number"] = 101

    at = one.game.position + 1
    assert judged(rechained(found, one_more)) == (at, at)
    one.record.close()


def test_who_acted_for_somebody_does_not_act_for_whoever_takes_the_seat(hasty: None, tmp_path: Path) -> None:
    one = Club(tmp_path, POLICY, level=1)
    _join(one)
    people.delegate(one.referee, "g", "iga", "Fay", "all", one.now + 9 * HOUR, _act(one, "iga"))
    people.take_seat(one.referee, "g", "iga", "Dora", "Ann is ill.", DESK)
    press(one.referee, "g", "iga", (), "It is I.", _act(one, "iga"))
    found, at = members(one, REFEREE), one.game.position
    assert judged(found) == (None, None)
    assert judged(rechained(found, acting("press", 0, person="Fay", behalf="Dora"))) == (at, at)
    one.record.close()


def test_a_pause_moves_on_what_was_moved_and_both_count_it(hasty: None, tmp_path: Path) -> None:
    """Five hours of a pause are given back; who would be late without them is not."""
    one = Club(tmp_path, POLICY, level=1)
    _join(one)
    one.at(one.now + 1)
    due, seat = one.now + 99 * HOUR, one.turn
    people.move_deadline(one.referee, "g", seat, due, "As agreed.", DESK)
    people.pause(one.referee, "g", "A convention.", 0, DESK)
    one.now += 5 * HOUR
    people.resume(one.referee, "g", "Enough.", DESK)
    one.at(due + 6 * HOUR + 1)
    (lapsed,) = one.entries(Lapsed)
    assert (lapsed.seat, lapsed.deadline) == (seat, due + 5 * HOUR)
    found = members(one, REFEREE)
    assert judged(found) == (None, None)
    (at,) = (n for n, entry in enumerate(one.entries(), 1) if entry == lapsed)
    assert judged(rechained(found, put("lapsed", 0, deadline=due))) == (at, at)
    one.record.close()


def test_what_was_moved_stands_through_another_setting_and_both_count_it(hasty: None, tmp_path: Path) -> None:
    one = Club(tmp_path, POLICY, level=1)
    _join(one)
    one.at(one.now + 1)
    due, seat = one.now + 999 * HOUR, one.turn
    people.move_deadline(one.referee, "g", seat, due, "As agreed.", DESK)
    people.change_policy(one.referee, "g", replace(POLICY, press="white"), "Louder.", DESK)
    one.at(due + 6 * HOUR + 1)
    (lapsed,) = one.entries(Lapsed)
    assert (lapsed.seat, lapsed.deadline) == (seat, due)
    found = members(one, REFEREE)
    assert judged(found) == (None, None)
    (at,) = (n for n, entry in enumerate(one.entries(), 1) if entry == lapsed)
    assert judged(rechained(found, put("policy-changed", 0, keeps_moved=False))) != (None, None)
    assert judged(rechained(found, put("lapsed", 0, deadline=due + 1))) == (at, at)
    one.record.close()


def test_whoever_takes_a_seat_does_not_get_the_mails_of_whoever_had_it(tmp_path: Path) -> None:
    one = Club(tmp_path, Policy())
    name = hashlib.sha256(b"Dear referee").hexdigest()
    one.record.keep_mail(name, b"Dear referee")
    seat = one.turn
    one.order(act=Act(MAIL, f"{name}:1", seat, one.game.register.holders[seat]))
    assert f"mails/{name}.eml" in members(one, seat)
    people.take_seat(one.referee, "g", seat, "Dora", "As agreed.", DESK)
    assert f"mails/{name}.eml" not in members(one, seat)
    assert f"mails/{name}.eml" in members(one, REFEREE)
    one.record.close()


def acting(kind: str, nth: int, **new: str) -> Change:
    """Another act of the nth entry of a kind."""

    def change(lines: Lines) -> None:
        found = [line for line in lines[1:] if line["public"]["entry"]["type"] == kind]
        found[nth]["public"]["act"].update(new)

    return change


def policy(**new: object) -> Change:
    return lambda lines: lines[1]["public"]["entry"]["policy"].update(new)


def deadline(nth: int, **new: object) -> Change:
    def change(lines: Lines) -> None:
        found = [
            line["public"]["entry"]
            for line in lines[1:]
            if line["public"]["entry"]["type"] == "deadlines-set"
        ]
        found[nth]["deadlines"][0].update(new)

    return change


def by_policy(entry: Json) -> object:
    return entry.get("by") == "default order"


def anonymous(entry: Json) -> object:
    return isinstance(entry.get("sender"), dict)


def to_some(entry: Json) -> object:
    return entry["to"] == ["ise"]


def notes(*texts: str) -> list[Json]:
    return [{"line": line, "text": text} for line, text in enumerate(texts, 1)]


LONG = 10**15
BOTH: dict[str, Change] = {
    "a policy of another silence": policy(nmr="beheading"),
    "a policy with a further key": policy(zeal=1),
    "a policy with too much authority": policy(authority=4),
    "a policy with days in disorder": policy(days=[3, 1]),
    "a policy that is true": policy(grace=True),
    "a policy that changes for no reason": put("policy-changed", 0, reason=" "),
    "somebody else's order": acting("ordered", 0, person="Zoe"),
    "an order of the person before": acting("vacation-taken", 0, person="Ben"),
    "an order by the referee in its own name": acting("joined", 0, person="referee"),
    "an order on behalf of the delegate": acting("joined", 1, person="Zoe", behalf="Ben"),
    "an order of too low a level": acting("joined", 0, authority="1 token"),
    "an order of no level": acting("press", 1, authority=""),
    "a delegate after its time": put("delegated", 0, until=START + HOUR + 1),
    "a delegate of another scope": put("delegated", 0, scope="dinner"),
    "a delegation to its own person": put("delegated", 1, to="Ann"),
    "a delegation that is over": put("delegated", 0, until=1),
    "a delegation of nobody": put("delegated", 0, seat="nobody"),
    "a delegation that was not": put("delegation-ended", 0, to="Zoe"),
    "an address changed by nobody": put("address-changed", 0, by="clock"),
    "an address changed by the referee for no reason": put("address-changed", 0, by="referee"),
    "an address of somebody who sits elsewhere": put("address-changed", 0, seat="kii"),
    "an address of a seat that there is not": put("address-changed", 0, seat="mori"),
    "an address of no name": put("address-changed", 0, seat="", person=""),
    "an address changed by another": acting("address-changed", 0, person="Zoe"),
    "no delegation": drop("delegated", 1),
    "a seat taken by who sits there": put("seat-taken", 0, person="Ben"),
    "a seat taken for no reason": put("seat-taken", 0, reason=""),
    "a seat that there is not": put("seat-taken", 0, seat="nobody"),
    "a name that is none": put("seat-taken", 1, person="x\ny"),
    "somebody else leaves": put("seat-left", 0, person="Zoe"),
    "a standby twice": twice("standby", 0),
    "a standby who plays": put("standby", 0, person="Ann"),
    "a standby who never was": put("standby", 2, person="Zoe"),
    "a standby without a name": put("standby", 1, person=""),
    "a standby with a name that is too long": put("standby", 1, person="x" * 201),
    "a consent twice": twice("agreed", 0),
    "a consent to dinner": put("agreed", 0, on="dinner"),
    "a consent of nobody": put("agreed", 0, seat="nobody"),
    "a consent too few": drop("agreed", 0),
    "a consent to go on while it goes on": put("agreed", 0, on="resume"),
    "a pause of nobody": put("paused", 0, by="Zoe"),
    "a pause for no reason": put("paused", 1, reason=" "),
    "a pause since another time": put("paused", 0, at=1),
    "a pause that is over": put("paused", 1, until=1),
    "a pause twice": twice("paused", 0),
    "an end of no pause": drop("paused", 1),
    "an end at another time": put("resumed", 0, at=1),
    "an end before its time": put("paused", 1, until=LONG),
    "an end by nobody": put("resumed", 0, by="Zoe"),
    "a vacation in the past": put("vacation-taken", 0, start=1),
    "a vacation backwards": put("vacation-taken", 0, end=1),
    "a vacation of other days": put("vacation-taken", 0, days=1),
    "a vacation of too many days": policy(vacation=1),
    "a vacation twice": twice("vacation-taken", 0),
    "a vacation of nobody": put("vacation-taken", 0, seat="nobody"),
    "a deadline since another time": deadline(3, since=START - 1),
    "a deadline that was not moved": deadline(3, moved=LONG, at=LONG),
    "a deadline before it is asked": deadline(0, at=1),
    "a deadline of nobody": deadline(0, seat="nobody"),
    "a deadline twice": lambda lines: _doubled(lines),
    "a deadline moved into the past": put("deadline-moved", 0, at=1),
    "a deadline moved for no reason": put("deadline-moved", 0, reason=""),
    "a deadline moved of nobody": put("deadline-moved", 0, seat="witness"),
    "a silence before its time": put("deadline-moved", 0, at=LONG),
    "a silence in the grace": policy(grace=10_000),
    "a silence at another deadline": put("lapsed", 0, deadline=7),
    "a silence at another question": put("lapsed", 0, prompt="dinner"),
    "a silence with other consequences": put("lapsed", 0, follows="wait"),
    "a silence twice": twice("lapsed", 0),
    "default orders without a silence": drop("lapsed", 0),
    "an order that nobody needed to give": put("ordered", 0, by="default order"),
    "press to nobody": put("press", 0, to=["nobody"]),
    "press to itself": put("press", 1, to=["iga", "ise"]),
    "press in another order": put("press", 0, anonymous, to=["kii", "iga"]),
    "press that is sealed to all": put("press", 0, text=SEALED),
    "press to some that is open": put("press", 0, to_some, text="open"),
    "press that others read": put("press", 0, to_some, text={**SEALED, "to": ["iga", "ise", "kii"]}),
    "press of nobody": put("press", 0, sender="nobody"),
    "press that is empty": put("press", 0, text=" "),
    "press that is too long": put("press", 0, text="x" * 20_001),
    "press where there is none": policy(press="none"),
    "press to some where all read it": policy(press="white"),
    "press without a name where that is not agreed": lambda lines: lines[1]["public"]["entry"]["policy"].pop(
        "anonymous"
    ),
    "a writer who is sealed to a seat": put("press", 0, anonymous, sender={**SEALED, "to": ["kii"]}),
    "a mail of an anonymous writer": lambda lines: _named(lines),
    "notes without a note": put("noted", 0, notes=[]),
    "a note too many": put("noted", 0, notes=notes(*"x" * 201)),
    "notes that are a byte too long": put("noted", 0, notes=notes("é" * 32_768, "x")),
    "a held order of another number": put("order-held", 0, number=7),
    "a held order that others read": put("order-held", 0, line={**SEALED, "to": []}),
    "a held order of nobody": put("order-held", 0, seat="nobody"),
    "a held order that waits for dinner": put("order-held", 0, when="dinner"),
    "no held order": drop("order-held", 0),
    "a release of nothing": put("order-released", 0, number=7),
    "a release for another reason": put("order-released", 0, why="asked"),
    "a release before the deadline": put("order-released", 0, why="deadline"),
    "a release for dinner": put("order-released", 0, why="dinner"),
    "a release twice": twice("order-released", 1),
    "a line of a sheet that skips another": put("order-released", 2, why="asked"),
    "a condition that has held for all to go on by": put("order-released", 4, left={**SEALED, "to": []}),
    "a condition that goes on without a turn": put("order-released", 4, turn=""),
    "a condition that is shown to nobody": put("order-released", 4, shown={**SEALED, "to": []}),
    "a condition that was asked": put("order-released", 4, why="asked"),
    "a condition that stops and goes on": put("order-released", 4, why="stopped"),
    "a held order that is shown": put("order-released", 1, shown="turn 5 (T5)"),
    "a condition of dinner": put("order-held", 4, when="ready"),
    "a line of a sheet that was said to be ready": put("order-released", 3, why="ready"),
}
"""What both find at the same event."""


def ended(by: str, reason: str) -> Change:
    """The first standby is an end of the game instead."""

    def change(lines: Lines) -> None:
        found = next(line for line in lines[1:] if line["public"]["entry"]["type"] == "standby")
        found["public"]["entry"] = {"type": "abandoned", "by": by, "reason": reason}

    return change


WHOLE: dict[str, Change] = {
    "a game that was abandoned before": ended("referee", "No."),
    "a game abandoned by nobody": ended("Zoe", "No."),
    "a game abandoned by consent of some": ended("consent", ""),
    "a game abandoned for no reason": ended("referee", " "),
}
"""The same where everything is open: in another export, what should be opened at the end is missed first."""

PARTIAL: dict[str, Change] = {"a release of which nothing follows": put("order-released", 1, why="asked")}
"""The same where something is sealed; who knows all sees that the order itself could not be played."""


def _renamed(lines: Lines) -> None:
    """Emil, who is put on the list of standbys and taken off it, has as long a name as may be."""
    for n in entries(lines, "standby", lambda entry: entry["person"] == "Emil"):
        lines[n]["public"]["entry"]["person"] = "x" * 200


def _one_sign(lines: Lines) -> None:
    """And as short a one."""
    for n in entries(lines, "standby", lambda entry: entry["person"] == "Emil"):
        lines[n]["public"]["entry"]["person"] = "x"


def _again(lines: Lines) -> None:
    """Emil is put on the list of standbys and taken off it once more, in the place of a delegation."""
    for kind, nth, more in (("delegated", 1, {}), ("delegation-ended", 0, {"listed": False})):
        public = lines[entries(lines, kind, any_entry)[nth]]["public"]
        public["entry"] = {"type": "standby", "person": "Emil", **more}


HOLDS: dict[str, Change] = {
    "an address of somebody without a seat": put("address-changed", 0, seat="", person="Ulf"),
    "an address changed by the referee": put("address-changed", 0, by="referee", reason="So."),
    "as many notes as may be": put("noted", 0, notes=notes(*"x" * 200)),
    "notes that are as long as may be": put("noted", 0, notes=notes("é" * 32_768)),
    "press that is as long as may be": put("press", 0, text="x" * 20_000),
    "a standby with as long a name as may be": _renamed,
    "a standby with as short a name as may be": _one_sign,
    "a standby who is put on the list again": _again,
}
"""What both let pass: the other side of their limits."""


@pytest.mark.parametrize("what", HOLDS)
def test_both_pass_what_may_just_be(club: Club, what: str) -> None:
    assert judged(rechained(members(club, REFEREE), HOLDS[what])) == (None, None)


def _doubled(lines: Lines) -> None:
    entry = next(
        line["public"]["entry"] for line in lines[1:] if line["public"]["entry"]["type"] == "deadlines-set"
    )
    entry["deadlines"] *= 2


def _named(lines: Lines) -> None:
    found = [line["public"] for line in lines[1:] if line["public"]["entry"]["type"] == "press"]
    next(public for public in found if anonymous(public["entry"]))["act"].update(reference="00:1")


CALENDAR: dict[str, Change] = {
    "a deadline an hour later": deadline(3, at=START + 1000 * HOUR),
    "a deadline that is not on record": drop("deadlines-set", 3),
    "a vacation that is not counted": put("vacation-taken", 0, seat="kii"),
}
"""What takes the calendar and the rules: only the audit of the whole record sees it, or sees it first."""


@pytest.mark.parametrize("what", CALENDAR)
def test_what_takes_the_calendar_is_found_by_the_audit(club: Club, what: str) -> None:
    ours, theirs = judged(rechained(members(club, REFEREE), CALENDAR[what]))
    assert theirs
    assert ours is None or ours >= theirs


@pytest.mark.parametrize(
    ("what", "viewer"),
    [
        *in_turn(BOTH, ("kii", PUBLIC, REFEREE)),
        *in_turn(WHOLE, (REFEREE,)),
        *in_turn(PARTIAL, ("kii", PUBLIC)),
    ],
)
def test_both_find_it_at_the_same_event(club: Club, what: str, viewer: str) -> None:
    found = members(club, viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, {**BOTH, **WHOLE, **PARTIAL}[what]))
    assert ours
    assert ours == theirs

"""Press goes to whom it is for, and tells nobody else what it says or who has written it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.game.entries.people import Pressed
from domain.game.entries.policy import Policy
from domain.kit.errors import IllegalMove
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from projections.replay import Replay
from projections.telling.log import log
from referee.audit.game_lines import export_lines
from referee.games import people
from referee.games.press import press
from referee.record.envelope import MAIL, Act
from tests.referee.clocks.club import REFEREE as DESK
from tests.referee.clocks.club import START, Club
from tests.referee.clocks.conftest import Make

OPEN = Policy(press="private", anonymous=True)
SECRET = "The uesugi castle falls on Thursday."


def lines(one: Club, viewer: str) -> str:
    record = one.record
    envelopes = record.envelopes("g")
    replay = Replay("g", one.game.rules, record.data("shinobi", envelopes[0].entry.data), envelopes)
    return "\n".join(line.text for line in log(replay, viewer))


def export(one: Club, viewer: str) -> bytes:
    return b"".join(export_lines(one.record, "g", viewer))


def test_press_to_all_is_open(club: Make) -> None:
    one = club(Policy(press="white"))
    press(one.referee, "g", "iga", (), "Good luck\r\nto all! \x07", one.by("iga"))
    assert one.entries(Pressed) == [Pressed((), "Good luck\nto all!", "iga")]
    assert "iga writes to all: “Good luck to all!”" in lines(one, PUBLIC)
    assert one.finding() is None


def test_press_to_some_is_read_by_them_and_its_writer_alone(club: Make) -> None:
    one = club(OPEN)
    press(one.referee, "g", "iga", ("ise",), SECRET, one.by("iga"))
    assert one.entries(Pressed) == [Pressed(("ise",), Sealed(("iga", "ise"), SECRET), "iga")]
    told = {viewer: SECRET in lines(one, viewer) for viewer in ("iga", "ise", "kii", PUBLIC, REFEREE)}
    assert told == {"iga": True, "ise": True, "kii": False, PUBLIC: False, REFEREE: True}
    held = {viewer: SECRET.encode() in export(one, viewer) for viewer in told}
    assert held == told
    assert one.finding() is None


def test_nothing_of_private_press_is_in_what_others_get(club: Make) -> None:
    """The same but for its salted commitment, whatever it says and however long it is."""
    seen = []
    for text in ("x", "y" * 20_000):
        one = club(OPEN)
        one.record.entropy = bytes
        press(one.referee, "g", "iga", ("ise",), text, one.by("iga"))
        line = json.loads(export(one, "kii").splitlines()[-1])
        commitment = line["public"]["entry"]["text"]["value"].pop("commitment")
        assert len(commitment) == 64
        seen.append((lines(one, "kii"), line["openings"], line["public"]))
        one.record.close()
        for file in one.record.path.parent.iterdir():
            file.unlink()
    assert seen[0] == seen[1]


def test_of_an_anonymous_writer_only_the_referee_knows(club: Make) -> None:
    one = club(OPEN)
    act = Act(MAIL, "a" * 64 + ":3", "iga", "Ann", authority="2 token")
    press(one.referee, "g", "iga", ("ise", "kii"), SECRET, act, anonymous=True)
    press(one.referee, "g", "iga", (), "To all.", act, anonymous=True)
    kept = one.record.envelopes("g")[-2:]
    assert [envelope.act for envelope in kept] == [(MAIL, "", "", "", "")] * 2
    assert kept[0].entry == Pressed(("ise", "kii"), Sealed(("ise", "kii"), SECRET), Sealed((), "iga"))
    assert "Somebody writes to ise and kii" in lines(one, "kii")
    assert "iga writes to all: “To all.”" in lines(one, REFEREE)
    for viewer in ("ise", "kii", "iga", PUBLIC):
        for line in export(one, viewer).splitlines()[-2:]:
            openings: list[dict[str, Any]] = json.loads(line)["openings"]
            assert "sender" not in [opening["path"] for opening in openings]
    assert one.finding() is None


def test_idempotent_by_its_key_also_where_it_is_anonymous(club: Make) -> None:
    one = club(OPEN)
    press(one.referee, "g", "iga", (), "Once.", one.by("iga"), True, ("mail:1",))
    with pytest.raises(Exception, match=str(one.game.position)):
        press(one.referee, "g", "iga", (), "Once.", one.by("iga"), True, ("mail:1",))
    assert len(one.entries(Pressed)) == 1


REFUSED = [
    (Policy(), (), "x", False, "There is no press in this game"),
    (Policy(), ("ise",), "x", False, "There is no press in this game"),
    (Policy(press="white"), ("ise",), "x", False, "all press goes to everybody"),
    (Policy(press="private"), (), "x", True, "nobody writes without a name"),
    (Policy(), ("referee",), "x", True, "There is no press in this game"),
    (OPEN, ("iga",), "x", False, "You write to yourself"),
    (OPEN, ("mori",), "x", False, "Nobody sits at mori"),
    (OPEN, ("ise",), " \n ", False, "The press is empty"),
    (OPEN, ("ise",), "x" * 20_001, False, "at most 20,000 signs"),
]


@pytest.mark.parametrize(("policy", "to", "text", "anonymous", "why"), REFUSED)
def test_press_that_is_not_agreed_is_refused(
    club: Make, policy: Policy, to: tuple[str, ...], text: str, anonymous: bool, why: str
) -> None:
    one = club(policy)
    before = one.game.position
    with pytest.raises(IllegalMove, match=why):
        press(one.referee, "g", "iga", to, text, one.by("iga"), anonymous)
    assert one.game.position == before


def test_the_referee_writes_and_is_written_to_whatever_is_agreed(club: Make) -> None:
    one = club(Policy())
    press(one.referee, "g", "referee", (), "We play on.", DESK)
    press(one.referee, "g", "referee", ("ise",), "Please answer.", DESK)
    press(one.referee, "g", "ise", ("referee",), "I am ill.", one.by("ise"))
    assert "Please answer." in lines(one, "ise")
    assert "I am ill." not in lines(one, "iga")
    assert "I am ill." in lines(one, REFEREE)
    assert one.finding() is None


def test_a_delegate_for_press_writes_and_others_do_not(club: Make) -> None:
    one = club(OPEN)
    people.delegate(one.referee, "g", "iga", "Dora", "press", START + 1, one.by("iga"))
    press(one.referee, "g", "iga", (), "For iga.", Act(MAIL, "", "iga", "Dora", one.by("iga").person))
    with pytest.raises(IllegalMove, match="does not sit at"):
        press(one.referee, "g", "iga", (), "I am iga.", Act(MAIL, "", "iga", "Emil"), anonymous=True)
    assert one.finding() is None

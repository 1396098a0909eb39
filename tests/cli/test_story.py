"""`bugyo story`: from an event back to the bytes of a mail, and on to what became of it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from cli.frame.codes import NOT_FOUND, USAGE
from cli.frame.sources import ROOT
from tests.cli.conftest import WHY, Bugyo
from tests.cli.mails import ADDRESS, turn_mail

BOTS = "bots-7-1"


@pytest.fixture
def mailed(bugyo: Bugyo, tmp_path: Path) -> tuple[Bugyo, bytes, str, int]:
    """A game with an order that came by mail: the mail, the seat, and the position of the order."""
    mail, out = turn_mail(bugyo, tmp_path / "out")
    seat, _legal = bugyo.legal("post")
    bugyo("deliver", "--outgoing", out, "--address", ADDRESS, stdin=mail)
    events = bugyo.json("log", "post")["events"]
    return bugyo, mail, seat, next(e["position"] for e in events if "orders:" in e["text"])


def test_an_order_leads_back_to_the_bytes_of_its_mail(mailed: tuple[Bugyo, bytes, str, int]) -> None:
    bugyo, mail, seat, position = mailed
    brought = bugyo.json("story", "post", position, "--seat", seat, *WHY)["brought"]
    line = brought["origin"]
    assert (brought["cause"], brought["digest"], brought["seat"]) == ("mail", sha256(mail).hexdigest(), seat)
    assert mail[line["start"] : line["end"]].decode() == line["raw"]
    said = bugyo("story", "post", position + 1, "--seat", "referee", *WHY).stdout
    assert f"  mail {sha256(mail).hexdigest()}" in said.splitlines()
    where = f"  line {line['number']}, bytes {line['start']} to {line['end']} of it:"
    assert where in said.splitlines()
    assert f"  | {line['raw'].strip()}" in said.splitlines()
    assert "at authority level" in " ".join(said.split())


def test_only_its_sender_and_the_referee_may_read_a_mail(
    mailed: tuple[Bugyo, bytes, str, int],
) -> None:
    bugyo, _mail, seat, position = mailed
    other = next(one for one in ("iga", "ise", "kii") if one != seat)
    told = {
        viewer: bugyo.json("story", "post", position, *eyes)["brought"]
        for viewer, eyes in {
            "public": (),
            "other": ("--seat", other, *WHY),
            "own": ("--seat", seat, *WHY),
            "referee": ("--seat", "referee", *WHY),
        }.items()
    }
    ids = {viewer: brought["message_id"] for viewer, brought in told.items()}
    assert ids == {"public": "", "other": "", "own": "<1@example.org>", "referee": "<1@example.org>"}
    assert [viewer for viewer, brought in told.items() if brought["origin"]] == ["own", "referee"]
    assert len({(brought["digest"], brought["line"]) for brought in told.values()}) == 1
    assert f"  line {told['public']['line']} of it" in bugyo("story", "post", position).stdout.splitlines()


def test_what_follows_in_the_same_step_is_told(bugyo: Bugyo) -> None:
    events = bugyo.json("log", BOTS)["events"]
    at = next(n for n, event in enumerate(events) if "orders:" in event["text"])
    one = bugyo.json("story", BOTS, events[at]["position"])
    assert one["own"] is True
    assert one["rest"][0]["text"] == events[at + 1]["text"]
    after = bugyo.json("story", BOTS, events[at + 1]["position"])
    assert after["order"]["position"] == events[at]["position"]
    assert after["heading"]
    assert all((ROOT / place["file"]).is_file() for place in after["code"])
    assert after["code"]


def test_a_throw_is_traced_to_the_cell_and_the_event_that_committed_to_it(bugyo: Bugyo) -> None:
    event = next(e for e in bugyo.json("log", BOTS)["events"] if e["text"].startswith("Draw for"))
    (throw,) = bugyo.json("story", BOTS, event["position"])["throws"]
    sheet = bugyo.json("explain", BOTS, throw["committed"])
    assert sheet["text"] == "The commitments of sheet 1 of lane game are shown."
    named = (throw["lane"], throw["index"], throw["sheet"], throw["place"], throw["holds"])
    assert named == ("game", 1, 1, 1, True)
    said = bugyo("story", BOTS, event["position"]).stdout
    assert throw["commitment"] in said
    assert throw["cell"] in said
    assert "It holds: from the cell, the phrases and the orders exactly this" in said


def test_the_cell_of_a_secret_draw_is_sealed_while_the_game_is_played(bugyo: Bugyo) -> None:
    event = next(e for e in bugyo.json("log", "summer")["events"] if e["text"].startswith("Draw for"))
    for eyes in ((), ("--seat", "iga", *WHY)):
        (throw,) = bugyo.json("story", "summer", event["position"], *eyes)["throws"]
        assert throw["cell"] == ""
        assert throw["commitment"]
    assert (
        "The cell is sealed until the end of the game." in bugyo("story", "summer", event["position"]).stdout
    )


def test_an_event_behind_which_play_has_gone_back_stands_no_more_and_may_stand_again(bugyo: Bugyo) -> None:
    ends, orders = list[int](), list[int]()
    for _ in range(3):
        seat, legal = bugyo.legal("summer")
        played = bugyo.json("orders", "summer", seat, "-", stdin=legal[0])
        orders.append(played["lines"][0]["first"])
        ends.append(played["position"])
    assert bugyo.json("story", "summer", orders[2])["stands"] is True
    bugyo("rewind", "summer", "--to", ends[0], "--reason", "a slip of the pen")
    one = bugyo.json("story", "summer", orders[2])
    assert (one["stands"], len(one["turned"])) == (False, 1)
    assert "a slip of the pen" in one["turned"][0]["text"]
    assert "It stands no more: play has gone back behind it." in bugyo("story", "summer", orders[2]).stdout
    assert bugyo.json("story", "summer", orders[0])["turned"] == []
    bugyo("rewind", "summer", "--to", ends[2], "--reason", "no slip at all")
    one = bugyo.json("story", "summer", orders[2])
    assert (one["stands"], len(one["turned"])) == (True, 2)
    assert "It stands again; play had gone back behind it." in bugyo("story", "summer", orders[2]).stdout


def test_a_what_if_says_what_it_is(bugyo: Bugyo) -> None:
    bugyo("fork", BOTS, "--at", 40, "--as", "other")
    what_ifs = Bugyo(bugyo.store.with_name("games.what-if.db"))
    events = what_ifs.json("log", "other")["events"]
    event = next(e for e in events if e["position"] > 40 and e["text"].startswith("Draw for"))
    said = " ".join(what_ifs("story", "other", event["position"]).stdout.split())
    assert "It is no event of bots-7-1, but of a what-if that leaves bots-7-1 after event 40." in said
    assert "Nothing proves it: it follows from no sheet." in said
    shared = what_ifs.json("story", "other", 22)
    assert (shared["what_if"], shared["digest"]) == (None, bugyo.json("story", BOTS, 22)["digest"])


def test_looking_needs_a_reason_and_an_event_that_is_there(bugyo: Bugyo) -> None:
    assert "--reason" in bugyo("story", "summer", 3, "--seat", "iga", code=USAGE).stderr
    assert "There is no event 999" in bugyo("story", "summer", 999, code=NOT_FOUND).stderr

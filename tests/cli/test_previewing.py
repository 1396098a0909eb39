"""`bugyo preview`: what would follow from orders, without a trace."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.frame.codes import REFUSED, USAGE
from tests.cli.conftest import WHY, Bugyo


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Bugyo:
    return battle_in(tmp_path_factory.mktemp("battle") / "games.db")


def battle_in(store: Path) -> Bugyo:
    """A what-if of Clan War that stands at an order which raises a throw."""
    bugyo = Bugyo(store)
    bugyo("play", "clan_war", "--bots", "--seed", 7)
    bugyo("fork", "bots-7-1", "--at", morale(bugyo)[0] - 1, "--as", "battle")
    return Bugyo(bugyo.store.with_name("games.what-if.db"))


def morale(bugyo: Bugyo) -> tuple[int, str]:
    """The position of an order that raises a Morale test, and what the log says of it."""
    events = bugyo.json("log", "bots-7-1", "--to", 500)["events"]
    thrown = next(n for n, event in enumerate(events) if event["text"].startswith("Throw for Morale"))
    at = max(n for n in range(thrown) if " orders: " in events[n]["text"])
    return int(events[at]["position"]), str(events[at]["text"])


def ordered(battle: Bugyo) -> tuple[str, str]:
    """The seat and the order that raised the test in the game that the what-if leaves."""
    found = re.fullmatch(r"(\S+) orders: (.*)\.", morale(Bugyo(battle.store.with_name("games.db")))[1])
    assert found
    return found[1].lower(), found[2]


def test_nothing_is_recorded_sent_or_drawn(bugyo: Bugyo) -> None:
    seat, order = bugyo.order()
    before = bugyo.store.read_bytes()
    said = bugyo("preview", "summer", seat, stdin=f"{order}\n")
    assert f"   1  {order}  (possible)" in said.stdout.splitlines()
    assert "Nothing is recorded" in said.stdout
    assert bugyo.store.read_bytes() == before


def test_it_answers_every_line_like_the_orders_themselves(bugyo: Bugyo) -> None:
    seat, order = bugyo.order()
    sheet = f"{order}\n# a note\nfly to the moon\n{order}\n"
    tried = bugyo.json("preview", "summer", seat, *WHY, stdin=sheet, code=REFUSED)
    given = bugyo.json("orders", "summer", seat, "-", *WHY, stdin=sheet, code=REFUSED)
    kept = ("line", "text", "outcome", "order", "error")
    assert [{key: line[key] for key in kept} for line in tried["lines"]] == [
        {key: line[key] for key in kept} for line in given["lines"]
    ]
    assert [line["outcome"] for line in tried["lines"]] == ["played", "unreadable", "not reached"]
    assert tried["lines"][0]["effects"] == given["lines"][0]["effects"]
    after = bugyo.json("preview", "summer", seat, *WHY, stdin="fly", code=REFUSED)["before"]
    assert tried["after"] == after


def test_it_ends_where_what_follows_could_tell_what_somebody_hides(bugyo: Bugyo) -> None:
    for _ in range(30):
        seat, orders = bugyo.legal("summer")
        tried = bugyo.json("preview", "summer", seat, stdin=orders[-1])
        if tried["ends"]:
            break
        bugyo("orders", "summer", seat, "-", stdin=orders[-1])
    assert tried["ends"]
    assert bugyo.json("preview", "summer", seat, "--faces", 99, stdin=orders[-1])["unused"] == [99]
    assert "Draw for" not in " ".join(tried["lines"][0]["effects"])
    before = bugyo.json("show", "summer")["events"]
    said = bugyo("preview", "summer", seat, stdin=orders[-1])
    assert "could tell what somebody hides. --whole --reason TEXT shows it" in " ".join(said.stdout.split())
    assert "--whole is a look" in bugyo("preview", "summer", seat, "--whole", stdin="pass", code=USAGE).stderr
    whole = bugyo.json("preview", "summer", seat, "--whole", *WHY, stdin=orders[-1])
    assert (whole["ends"], whole["viewer"], whole["position"]) == (False, "referee", before + 1)
    assert "Draw for" in " ".join(whole["lines"][0]["effects"])
    assert "What-if: no throw of summer." in " ".join(whole["lines"][0]["effects"])
    assert bugyo.json("show", "summer")["events"] == before + 1


def test_faces_can_be_set_or_seeded(battle: Bugyo) -> None:
    seat, order = ordered(battle)
    for face in (1, 10):
        tried = battle.json("preview", "battle", seat, "--faces", face, stdin=order)
        assert f"1d10: {face}. What-if" in " ".join(tried["lines"][0]["effects"])
    one, two = (battle.json("preview", "battle", seat, "--seed", "s", stdin=order) for _ in range(2))
    assert one == two
    beyond = battle("preview", "battle", seat, "--faces", "11", stdin=order, code=REFUSED)
    assert "11 cannot answer Morale test" in beyond.stderr
    assert "its faces are 1 to 10" in beyond.stderr
    assert (
        "Faces are numbers" in battle("preview", "battle", seat, "--faces", "x", stdin=order, code=2).stderr
    )
    left = battle("preview", "battle", seat, "--faces", "1,2", "--faces", "3", stdin=order)
    assert "Nothing asked for these faces: " in left.stderr


def test_every_answer_can_be_tried(battle: Bugyo) -> None:
    seat, order = ordered(battle)
    tried = battle.json("preview", "battle", seat, "--every", stdin=order)
    assert sorted(answer for one in tried["outcomes"] for answer in one["answers"]) == [
        [face] for face in range(1, 11)
    ]
    assert len(tried["outcomes"]) > 1
    said = battle("preview", "battle", seat, "--every", stdin=order)
    assert "The answers to the first throw, 10 in all, and what follows up to the next one:" in " ".join(
        said.stdout.split()
    )


def test_what_cannot_be_tried_is_refused_with_what_would_do(bugyo: Bugyo, fresh: Bugyo) -> None:
    over = bugyo("preview", "bots-7-1", "iga", stdin="pass", code=REFUSED)
    assert "The game is over. A what-if can begin at any event of it" in over.stderr
    assert "Nobody sits at “kai”" in bugyo("preview", "summer", "kai", stdin="pass", code=USAGE).stderr
    fresh("open", "shinobi", "--id", "young", *("--player", "A") * 3)
    young = fresh("preview", "young", "iga", stdin="join hello to all of you", code=REFUSED)
    assert "The game has not begun." in young.stderr

"""`bugyo dispute`, `ruling` and `takeback` as a referee uses them, from the dispute to its effect."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.frame.codes import NOT_FOUND, REFUSED, USAGE
from tests.cli.conftest import Bugyo

RULE = "turn/deploy"


@pytest.fixture
def played(bugyo: Bugyo) -> Bugyo:
    """The first order of a turn of the game summer."""
    order(bugyo)
    return bugyo


def order(bugyo: Bugyo) -> str:
    seat, orders = bugyo.legal("summer")
    bugyo("orders", "summer", seat, "-", stdin=orders[0])
    return seat


def newest(bugyo: Bugyo) -> int:
    return int(bugyo.json("show", "summer")["events"])


def words(text: str) -> str:
    return " ".join(text.split())


def disputed(bugyo: Bugyo, *more: object) -> None:
    args = ("--event", newest(bugyo), "--rule", RULE, "--text", "It was mine.")
    bugyo("dispute", "open", "summer", "iga", *args, *more)


def ruled(bugyo: Bugyo, kind: str, *more: object, code: int = 0) -> str:
    args = ("--reason", "For this reason.", "--rule", RULE)
    result = bugyo("ruling", "make", "summer", kind, *args, *more, code=code)
    return words(result.stdout or result.stderr)


# ---- disputes


def test_a_dispute_is_listed_with_what_it_cites_and_without_what_it_says(played: Bugyo) -> None:
    at = newest(played)
    disputed(played, "--error", "misread")
    (listed,) = played.json("dispute", "list", "summer")
    assert listed["event"] == at + 1
    assert (listed["dispute"], listed["seat"], listed["events"]) == (1, "iga", [at])
    assert (listed["rule"], listed["error"], listed["open"]) == (RULE, "misread", True)
    told = played("dispute", "list", "summer").stdout
    assert f"iga disputes what happened (dispute 1), event {at}, rule {RULE}." in words(told)
    assert "mine" not in told
    assert "mine" not in played("log", "summer").stdout


def test_all_that_a_ruling_needs_stands_in_one_text(played: Bugyo) -> None:
    disputed(played, "--error", "slip")
    shown = words(played("dispute", "show", "summer", 1).stdout)
    assert "It follows from this rule:" in shown
    assert "The rule that is cited: [turn/deploy]" in shown
    assert "Under the rules of today every order decides what is on record." in shown
    assert "The error policy of the game (lenient) suggests “rewound” for “slip”" in shown
    assert "domain/shinobi/turn.py" in shown
    assert "mine" not in shown
    known = played.json("dispute", "show", "summer", 1)
    assert (known["suggestion"], known["stage"], known["text"]) == ("rewound", "untouched", None)


def test_what_it_says_is_a_look_that_is_on_record(played: Bugyo) -> None:
    disputed(played)
    assert "--reason" in played("dispute", "show", "summer", 1, "--seat", "referee", code=USAGE).stderr
    before = newest(played)
    look = ("--seat", "referee", "--reason", "dispute 1", "--person", "Gen")
    assert "It was mine." in words(played("dispute", "show", "summer", 1, *look).stdout)
    assert newest(played) == before + 1
    assert "Gen has looked at everything that is sealed" in words(played("log", "summer").stdout)


def test_what_is_not_there_is_named(played: Bugyo) -> None:
    said = played("dispute", "show", "summer", 1, code=NOT_FOUND).stderr
    assert "There is no dispute 1 in summer; there are 0." in words(said)
    said = played("dispute", "open", "summer", "iga", "--error", "sin", "--text", "x", code=USAGE).stderr
    assert "There is no class of error “sin”." in words(said)
    said = played("dispute", "open", "summer", "zoe", "--text", "x", code=USAGE).stderr
    assert "Nobody sits at “zoe”" in words(said)
    for wrong in (("--rule", "99.9"), ("--event", newest(played) + 9), ("--appeal", 3)):
        played("dispute", "open", "summer", "iga", "--text", "x", *wrong, code=REFUSED)
    assert played.json("dispute", "list", "summer") == []


def test_a_dispute_is_withdrawn_by_its_seat(played: Bugyo) -> None:
    disputed(played)
    refused = played("dispute", "withdraw", "summer", "kii", 1, code=REFUSED).stderr
    assert "kii has no open dispute 1." in words(refused)
    played("dispute", "withdraw", "summer", "iga", 1)
    (listed,) = played.json("dispute", "list", "summer")
    assert listed["open"] is False


# ---- rulings


def test_results_stand_with_a_reason_and_a_rule(played: Bugyo) -> None:
    disputed(played)
    assert "the results stand. For this reason." in ruled(played, "stands", "--dispute", 1)
    (made,) = played.json("ruling", "list", "summer")
    assert (made["number"], made["kind"], made["dispute"], made["rules"]) == (1, "stands", 1, [RULE])
    refused = played("ruling", "make", "summer", "stands", "--reason", "x", code=REFUSED).stderr
    assert "A rule must be cited" in words(refused)
    blank = ("--rule", RULE, "--reason", " ")
    assert "A reason is missing" in words(
        played("ruling", "make", "summer", "stands", *blank, code=REFUSED).stderr
    )


def test_a_correction_changes_what_it_says_and_the_version(played: Bugyo) -> None:
    said = ruled(played, "corrected", "--set", "discard oda 1")
    assert "Ruling 1 sets right: discard oda 1." in said
    assert "The results have new versions: T1.v2." in said
    assert played.json("what", "summer")["turn"] == "T1.v2"
    played("audit", "summer")


def test_a_correction_that_cannot_be_leaves_nothing(played: Bugyo) -> None:
    before = newest(played)
    lines = ("--set", "discard oda 1", "--set", "discard oda 1")
    assert "already" in ruled(played, "corrected", *lines, code=REFUSED)
    assert "0 effects" in ruled(played, "corrected", code=REFUSED)
    assert "lets play go back nowhere" in ruled(played, "note", "--to", 3, code=REFUSED)
    assert "does not say to which event" in ruled(played, "rewound", code=REFUSED)
    args = ("--reason", "x", "--rule", RULE, "--set", "discard nobody 1")
    said = played("ruling", "make", "summer", "corrected", *args, code=REFUSED).stderr
    assert said.startswith("Error:\n    discard nobody 1\n            ^\n")
    assert newest(played) == before
    assert played.json("ruling", "list", "summer") == []


def test_what_can_be_set_right_is_listed(played: Bugyo) -> None:
    assert "discard CARD CARDS" in played("ruling", "words", "summer").stdout
    assert "army CLAN in PROVINCE CARDS" in played.json("ruling", "words", "summer")["corrections"]


def test_a_ruling_can_be_appealed_against_until_the_next_order(played: Bugyo) -> None:
    ruled(played, "note")
    played("dispute", "open", "summer", "kii", "--appeal", 1, "--text", "No.")
    order(played)
    refused = played("dispute", "open", "summer", "ise", "--appeal", 1, "--text", "No.", code=REFUSED)
    assert "appeal" in refused.stderr
    played("dispute", "withdraw", "summer", "kii", 1)
    refused = played("dispute", "open", "summer", "ise", "--appeal", 1, "--text", "No.", code=REFUSED)
    assert "Ruling 1 stands: the next results are out." in words(refused.stderr)
    played("ruling", "reopen", "summer", 1, "--reason", "A mail has turned up.")
    played("dispute", "open", "summer", "ise", "--appeal", 1, "--text", "No.")


def test_a_second_referee_decides_on_appeals(played: Bugyo) -> None:
    agreed = ("--second", "Gen", "--disputes-stop", "--reason", "agreed")
    played("policy", "summer", *agreed)
    assert "The second referee is “Gen”" in words(played("policy", "summer").stdout)
    disputed(played)
    assert "The clocks stand still while a dispute is open." in words(played("log", "summer").stdout)
    ruled(played, "stands", "--dispute", 1)
    played("dispute", "open", "summer", "kii", "--appeal", 1, "--text", "No.")
    assert "the second referee decides" in ruled(played, "stands", "--dispute", 2, code=REFUSED)
    ruled(played, "stands", "--dispute", 2, "--by", "second")
    disputed(played)
    played("dispute", "recuse", "summer", 3, "--reason", "a friend")
    assert "has left dispute 3" in ruled(played, "note", "--dispute", 3, code=REFUSED)


def test_two_referees_adjudicate_without_seeing_each_other(played: Bugyo) -> None:
    played("policy", "summer", "--second", "Gen", "--reason", "agreed")
    disputed(played)
    played("dispute", "adjudicate", "summer", 1, "--text", "It stands.")
    assert "It stands." not in played("log", "summer").stdout
    played("dispute", "adjudicate", "summer", 1, "--who", "second", "--text", "it  stands.")
    assert "both referees say the same, each by themselves: “It stands.”" in words(
        played("log", "summer").stdout
    )


# ---- take-backs


def test_a_take_back_that_all_let(played: Bugyo) -> None:
    seat = played.legal("summer")[0]
    others = [one for one in ("iga", "ise", "kii") if one != seat]
    board = played("show", "summer").stdout.splitlines()[2:-1]
    asked = played("takeback", "ask", "summer", seat, "--reason", "a slip", code=0)
    assert f"{seat} asks to take back" in words(asked.stdout)
    played("takeback", "answer", "summer", others[0], "--yes")
    assert played("show", "summer").stdout.splitlines()[2:-1] == board
    said = words(played("takeback", "answer", "summer", others[1], "--yes").stdout)
    assert "All agree that play goes back" in said
    assert played("show", "summer").stdout.splitlines()[2:-1] != board
    played("audit", "summer")


@pytest.mark.parametrize("kind", ["corrected", "rewound"])
def test_after_a_ruling_it_is_the_order_since_that_is_taken_back(bugyo: Bugyo, kind: str) -> None:
    """Play goes back to where the ruling has left the board, and the ruling holds."""
    to = newest(bugyo)
    order(bugyo)
    ruled(bugyo, "rewound", "--to", to)
    if kind == "corrected":
        ruled(bugyo, "corrected", "--set", "hand kii none")
    board, version = bugyo("show", "summer").stdout.splitlines()[2:-1], bugyo.json("show", "summer")["turn"]
    seat = order(bugyo)
    bugyo("takeback", "ask", "summer", seat, "--reason", "a slip")
    for other in ("iga", "ise", "kii"):
        if other != seat:
            bugyo("takeback", "answer", "summer", other, "--yes")
    assert bugyo("show", "summer").stdout.splitlines()[2:-1] == board
    assert bugyo.json("show", "summer")["turn"] != version
    assert bugyo.legal("summer")[0] == seat
    bugyo("audit", "summer")


def test_a_take_back_that_one_does_not_let(played: Bugyo) -> None:
    seat = played.legal("summer")[0]
    others = [one for one in ("iga", "ise", "kii") if one != seat]
    played("takeback", "ask", "summer", seat, "--reason", "a slip")
    played("takeback", "answer", "summer", others[0], "--no")
    refused = played("takeback", "answer", "summer", others[1], "--yes", code=REFUSED).stderr
    assert "Nobody asks to take anything back." in words(refused)
    refused = played("takeback", "ask", "summer", others[0], "--reason", "x", code=REFUSED).stderr
    assert "has ordered nothing" in words(refused)


def test_the_audit_lists_what_the_referee_has_done(played: Bugyo, tmp_path: Path) -> None:
    ruled(played, "note")
    played("policy", "summer", "--second", "Gen", "--reason", "agreed")
    said = played("audit", "summer").stdout.split("What the referee has done in it:\n")[1]
    assert "ruled: For this reason." in said
    assert "policy-changed: agreed" in said
    deeds = played.json("audit", "summer")["referee"]
    assert [deed["what"] for deed in deeds][-2:] == ["ruled", "policy-changed"]
    played("export", "summer", "--output", tmp_path / "g.jsonl")
    assert played.json("audit", tmp_path / "g.jsonl")["referee"] == deeds

"""`bugyo fork`: a what-if goes on elsewhere; the game, its throws and its players are left alone."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cli.frame.codes import CANNOT_CREATE, REFUSED, TRY_AGAIN, USAGE
from referee.record.record import Record
from referee.web.application import application
from tests.cli.conftest import Bugyo
from tests.projections.games import NOON

BOTS = "bots-7-1"
WHY = ("--reason", "what if", "--person", "Rei")


@pytest.fixture
def what_ifs(bugyo: Bugyo) -> Bugyo:
    """The store of the what-ifs, with one of the game that is over."""
    bugyo("fork", BOTS, "--at", 43, "--as", "other")
    return Bugyo(bugyo.store.with_name("games.what-if.db"))


def digests(bugyo: Bugyo, game: str) -> list[str]:
    lines = bugyo("export", game).stdout.splitlines()[1:]
    return [json.loads(line)["digest"] for line in lines]


def play_on(what_ifs: Bugyo, game: str, orders: int) -> None:
    for _ in range(orders):
        seat, legal = what_ifs.legal(game)
        what_ifs("orders", game, seat, "-", stdin=legal[-1])


def test_a_game_that_is_over_is_left_without_a_trace(bugyo: Bugyo) -> None:
    before = bugyo.store.read_bytes()
    said = bugyo("fork", BOTS, "--at", 43)
    beside = bugyo.store.with_name("games.what-if.db")
    assert said.stdout.splitlines()[:2] == [
        f"bots-7-1-if-43 goes on from bots-7-1 after event 43, in {beside}.",
        "What-if of bots-7-1 after event 43. Awaited: ise.",
    ]
    assert bugyo.store.read_bytes() == before


def test_its_first_events_have_the_digests_of_the_game(bugyo: Bugyo, what_ifs: Bugyo) -> None:
    play_on(what_ifs, "other", 2)
    assert digests(what_ifs, "other")[:43] == digests(bugyo, BOTS)[:43]
    assert digests(what_ifs, "other")[43] != digests(bugyo, BOTS)[43]


def test_every_command_works_and_says_what_it_is(what_ifs: Bugyo, tmp_path: Path) -> None:
    play_on(what_ifs, "other", 6)
    left = {"game": BOTS, "at": 43, "head": digests(what_ifs, "other")[42], "seat": "", "seed": 0}
    assert what_ifs.json("show", "other")["what_if"] == left
    assert "What-if of bots-7-1 after event 43." in what_ifs("show", "other").stdout
    log = " ".join(what_ifs("log", "other", "--from", 44).stdout.split())
    assert "A what-if leaves bots-7-1 here, after event 43" in log
    assert log.count("Draw for") == log.count("What-if: no throw of bots-7-1.") > 0
    audit = what_ifs("audit", "other").stdout
    assert f"What-if of bots-7-1 after event 43, where its head is {left['head']}." in audit
    assert "Everything holds." in audit.splitlines()
    assert what_ifs.json("audit", "other")["what_if"] == left
    throws = what_ifs("export", "other", "--format", "csv", "--table", "throws").stdout.splitlines()
    marks = {(int(row["position"]) > 43, row["what_if"]) for row in csv.DictReader(throws)}
    assert marks == {(False, "0"), (True, "1")}
    page = what_ifs("export", "other", "--format", "html").stdout
    assert "other · Shinobi: War of the Clans · What-if of bots-7-1 after event 43." in page
    assert "What-if of bots-7-1" in what_ifs("export", "other", "--format", "markdown").stdout
    assert "; What-if of bots-7-1" in what_ifs("export", "other", "--format", "orders").stdout
    bundle = tmp_path / "other.zip"
    what_ifs("export", "other", "--format", "bundle", "-o", bundle)
    assert what_ifs.json("audit", bundle)["what_if"] == left


def test_the_list_says_which_games_are_what_ifs(bugyo: Bugyo, what_ifs: Bugyo) -> None:
    bugyo("fork", BOTS, "--at", 51, "--as", "later")
    other, later = sorted(what_ifs.json("list"), key=lambda row: row["what_if"]["at"])
    head = digests(bugyo, BOTS)[42]
    assert other["what_if"] == {"game": BOTS, "at": 43, "head": head, "seat": "", "seed": 0}
    assert later["what_if"]["at"] == 51
    stands = [line for line in what_ifs("list").stdout.splitlines() if line.startswith("other")]
    assert stands[0].endswith("awaits ise · What-if of bots-7-1 after event 43.")
    assert {row["what_if"] for row in bugyo.json("list")} == {None}
    assert "What-if" not in bugyo("list").stdout


def test_its_pictures_say_what_it_is_from_where_it_leaves_the_game(
    bugyo: Bugyo, what_ifs: Bugyo, tmp_path: Path
) -> None:
    shown = what_ifs("picture", "other").stdout
    assert shown.count("What-if of bots-7-1 after event 43.</t") == 2  # its title, and a line below the board
    assert "What-if" not in what_ifs("picture", "other", "--at", 43).stdout
    since = what_ifs("picture", "other", "--at", 44, "--since", 43).stdout
    assert 'class="frame"' not in since  # the line is nothing that has changed
    assert since.count("What-if of bots-7-1 after event 43.</t") == 2
    assert "What-if" not in bugyo("picture", BOTS).stdout
    what_ifs("export", "other", "--format", "markdown", "-o", tmp_path / "other.md")
    pictures = sorted((tmp_path / "other-pictures").iterdir())
    assert "What-if of bots-7-1" in pictures[-1].read_text(encoding="utf-8")


def test_the_web_says_which_games_are_what_ifs(bugyo: Bugyo, what_ifs: Bugyo) -> None:
    for store, is_so in ((what_ifs.store, True), (bugyo.store, False)):
        record = Record(store)
        with TestClient(application(record, clock=lambda: NOON)) as client:
            said = r"<p>What-if of bots-7-1 after event 43\. Turn \d+\. [^.<]*\(ise\) to act\.</p>"
            assert bool(re.search(said, client.get("/").text)) == is_so
            game = "other" if is_so else BOTS
            assert ("What-if of bots-7-1" in client.get(f"/g/{game}/board.svg").text) == is_so
        record.close()


def test_a_dispute_that_was_open_is_not_open_in_the_what_if_and_has_its_number(bugyo: Bugyo) -> None:
    bugyo("dispute", "open", "summer", "iga", "--text", "It was mine.")
    bugyo("dispute", "open", "summer", "ise", "--text", "It was not.")
    bugyo("dispute", "withdraw", "summer", "ise", 2)
    seat, orders = bugyo.legal("summer")
    bugyo("orders", "summer", seat, "-", stdin=orders[0])
    bugyo("fork", "summer", *WHY, "--as", "other")
    other = Bugyo(bugyo.store.with_name("games.what-if.db"))
    other("dispute", "open", "other", "kii", "--text", "And here?")
    is_open = {one["dispute"]: one["open"] for one in other.json("dispute", "list", "other")}
    assert is_open == {1: False, 2: False, 3: True}
    assert [one["open"] for one in bugyo.json("dispute", "list", "summer")] == [True, False]
    said = "It was open where this what-if left the game, and is ruled on there."
    assert other("dispute", "list", "other").stdout.count(said) == 1
    assert said in other("dispute", "show", "other", 1).stdout
    assert said not in other("dispute", "show", "other", 3).stdout
    assert said not in bugyo("dispute", "list", "summer").stdout
    rule = ("--rule", "turn/deploy", "--reason", "Thus.")
    refused = other("ruling", "make", "other", "stands", "--dispute", 1, *rule, code=REFUSED)
    assert "Dispute 1 is not open." in refused.stderr
    other("ruling", "make", "other", "stands", "--dispute", 3, *rule)


def test_the_game_itself_is_no_what_if(bugyo: Bugyo) -> None:
    assert bugyo.json("show", BOTS)["what_if"] is None
    assert bugyo.json("audit", BOTS)["what_if"] is None
    assert "What-if" not in bugyo("log", BOTS).stdout


def test_forking_a_game_that_is_played_is_a_look(bugyo: Bugyo) -> None:
    before = bugyo.store.read_bytes()
    refused = bugyo("fork", "summer", code=USAGE)
    assert "say why with --reason TEXT" in refused.stderr
    assert bugyo.store.read_bytes() == before
    assert not bugyo.store.with_name("games.what-if.db").exists()
    stood = bugyo.json("show", "summer")
    done = bugyo.json("fork", "summer", *WHY)
    newest = bugyo.json("show", "summer")
    assert newest["position"] == stood["position"] + 1
    assert "Rei has looked at everything that is sealed (fork): what if" in " ".join(
        bugyo("log", "summer").stdout.split()
    )
    assert done["what_if"]["at"] <= stood["position"]
    assert (done["begun"], done["over"]) == (True, False)


def test_it_leaves_where_a_unit_ends(bugyo: Bugyo) -> None:
    refused = bugyo("fork", BOTS, "--at", 1, code=REFUSED)
    assert "No what-if can begin after event 1: only where all that follows" in refused.stderr
    last = bugyo.json("show", BOTS)["position"]
    over = bugyo("fork", BOTS, code=REFUSED)
    assert f"After event {last} the game is over. The nearest such events are" in over.stderr
    beyond = bugyo("fork", BOTS, "--at", last + 1, code=REFUSED)
    assert f"it cannot be left after {last + 1}" in beyond.stderr


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (BOTS, "must have another name, or it could be taken for the game"),
        ("other", "There is a what-if “other” in that store already"),
        ("Other!", "cannot be a game's id"),
    ],
)
def test_it_has_a_name_of_its_own(bugyo: Bugyo, what_ifs: Bugyo, name: str, why: str) -> None:
    assert why in bugyo("fork", BOTS, "--at", 43, "--as", name, code=REFUSED).stderr
    assert [game["id"] for game in json.loads(what_ifs("list", "--json").stdout)] == ["other"]


def test_it_never_stands_among_games(bugyo: Bugyo, tmp_path: Path) -> None:
    same = bugyo("fork", BOTS, "--at", 43, "--into", bugyo.store, code=CANNOT_CREATE)
    assert "holds the game itself" in same.stderr
    fresh = Bugyo(tmp_path / "games-2.db")
    fresh("play", "shinobi", "--bots", "--seed", 8)
    mixed = bugyo("fork", BOTS, "--at", 43, "--into", fresh.store, code=REFUSED)
    assert "this store holds games that are played" in mixed.stderr
    assert [game["id"] for game in json.loads(fresh("list", "--json").stdout)] == ["bots-8-1"]


def test_no_game_is_opened_among_what_ifs(what_ifs: Bugyo) -> None:
    refused = what_ifs("open", "shinobi", "--id", "x", *("--player", "A") * 3, code=REFUSED)
    assert "This store holds what-ifs, and x is none." in refused.stderr
    assert "bots-8-1 is none" in what_ifs("play", "shinobi", "--bots", "--seed", 8, code=REFUSED).stderr


def test_no_mail_is_written_of_it_and_none_is_taken(what_ifs: Bugyo, tmp_path: Path) -> None:
    box, sentence = tmp_path / "out", "This store holds what-ifs: no mail is written of them"
    mails = ("--outgoing", box, "--address", "r@example.org")
    seat, legal = what_ifs.legal("other")
    played = what_ifs("orders", "other", seat, "-", *mails, stdin=legal[0])
    assert sentence in played.stderr
    served = what_ifs("serve", "--maildir", tmp_path / "in", *mails, "--once", code=REFUSED)
    assert sentence in served.stderr
    assert (
        sentence in what_ifs("deliver", *mails, stdin=b"From: a@example.org\n\npass\n", code=TRY_AGAIN).stderr
    )
    assert not list(box.rglob("*.*")) or not any((box / "new").iterdir())


def test_dice_are_entered_by_hand_where_that_is_asked_for(bugyo: Bugyo) -> None:
    bugyo("fork", BOTS, "--at", 40, "--real", "--as", "by-hand")
    what_ifs = Bugyo(bugyo.store.with_name("games.what-if.db"))
    said = what_ifs("what", "by-hand").stdout
    assert "What-if of bots-7-1 after event 40. Real dice are awaited: refill of" in said
    what_ifs("throw", "by-hand", 1)
    assert "The dice were real, entered by hand. What-if: no throw of" in " ".join(
        what_ifs("log", "by-hand").stdout.split()
    )
    what_ifs("audit", "by-hand")


def test_an_export_of_it_is_no_game_anywhere(bugyo: Bugyo, what_ifs: Bugyo, tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    what_ifs("export", "other", "--seat", "referee", "-o", file)
    refused = bugyo("import", file, code=REFUSED)
    assert "other is a what-if of bots-7-1 after event 43" in refused.stderr
    elsewhere = Bugyo(tmp_path / "elsewhere.db")
    elsewhere("import", file)
    assert elsewhere.json("show", "other")["what_if"]["game"] == BOTS
    game = tmp_path / "game.jsonl"
    bugyo("export", BOTS, "-o", game)
    mixed = elsewhere("import", game, code=REFUSED)
    assert f"This store holds what-ifs, and {BOTS} is none." in mixed.stderr


def test_an_export_can_be_forked_where_nothing_is_sealed(bugyo: Bugyo, tmp_path: Path) -> None:
    over, played = tmp_path / "over.zip", tmp_path / "played.jsonl"
    bugyo("export", BOTS, "--format", "bundle", "-o", over)
    bugyo("export", "summer", "-o", played)
    done = bugyo.json("fork", over, "--at", 43, "--into", tmp_path / "try.db")
    assert done["what_if"]["at"] == 43
    refused = bugyo("fork", played, "--into", tmp_path / "no.db", code=REFUSED)
    assert "The export shows what public may know." in refused.stderr
    assert not (tmp_path / "no.db").exists()


def test_a_what_if_goes_on_beside_itself(what_ifs: Bugyo) -> None:
    play_on(what_ifs, "other", 2)
    done = what_ifs.json("fork", "other")
    assert done["store"] == str(what_ifs.store)
    assert done["what_if"]["game"] == "other"
    assert len(digests(what_ifs, done["game"])) > 43
    what_ifs("audit", "--all")


def test_in_a_what_if_no_clock_runs_and_nothing_is_paused(fresh: Bugyo, tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text('hours = 72\npress = "private"\n')
    fresh.open("summer", 1, "--policy", policy)
    fresh.join("summer")
    for _ in range(3):
        seat, legal = fresh.legal("summer")
        fresh("orders", "summer", seat, "-", stdin=legal[0])
    fresh("clock", "pause", "summer", "--reason", "a holiday")
    ends = [22, fresh.json("fork", "summer", *WHY)["what_if"]["at"]]
    what_ifs = Bugyo(fresh.store.with_name("games.what-if.db"))
    fresh("fork", "summer", "--at", ends[0], *WHY)
    for at in ends:
        seat, legal = what_ifs.legal(f"summer-if-{at}")
        what_ifs("orders", f"summer-if-{at}", seat, "-", stdin=legal[0])
        assert what_ifs.json("clock", "show", f"summer-if-{at}")["deadlines"] == []
    what_ifs("audit", "--all")

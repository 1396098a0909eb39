"""open, list, what, orders, play: games from the first command to the next prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import OPEN, PLAYERS, WHY, Bugyo

# what is written                         who sits where, or the refusal
SEATS = [
    ("--player A --player B --player C", {"iga": "A", "ise": "B", "kii": "C"}),
    ("--seat kii=C --seat iga=A --seat ise=B", {"iga": "A", "ise": "B", "kii": "C"}),
    ("--player A --seat ise=B --player C", {"iga": "A", "ise": "B", "kii": "C"}),
    ("--player a@b.org --player B --player C", {"iga": "a", "ise": "B", "kii": "C"}),
    ("--seat iga=A --seat ise=B --seat yamato=C", "3 people take the seats iga, ise, kii"),
    ("--seat iga=A --seat iga=B --player C", "“iga=B” names no free seat"),
    ("--seat edo=A --player B --player C", "“edo=A” names no free seat"),
    ("--player A<B --player B --player C", "“A<B” is no person"),
    ("--player A@ --player B --player C", "“A@” is no person"),
    ("--player 1 --player 2 --player 3 --player 4 --player 5 --player 6", "There are 5 seats"),
]


@pytest.mark.parametrize(("written", "meant"), SEATS)
def test_people_take_seats_by_name_or_in_order(
    fresh: Bugyo, written: str, meant: dict[str, str] | str
) -> None:
    args = ("open", "shinobi", "--id", "x", *written.split())
    if isinstance(meant, str):
        assert meant in fresh(*args, code=2).stderr
        assert not fresh.store.exists()
    else:
        assert {one["seat"]: one["person"] for one in fresh.json(*args)["seats"]} == meant


# what is asked for                                    code, and a part of the sentence
NOT_OPENED = [
    (("shinobbi", "--player", "A"), 2, "There is no title “shinobbi”"),
    (("shinobi", "--player", "A"), 1, "is for 3 to 5 people, not 1"),
    (("shinobi", "--id", "A B", *PLAYERS, "--player", "C"), 1, "cannot be a game's id"),
    (("shinobi", "--preset", "odd", *PLAYERS, "--player", "C"), 1, "There is no preset “odd”"),
    (("shinobi", "--scenario", "odd", *PLAYERS, "--player", "C"), 1, "has no scenario “odd”"),
    (("shinobi", "--id", "summer", *PLAYERS, "--player", "C"), 1, "There is a game “summer” already"),
    (("shinobi", "--option", "odd", *PLAYERS, "--player", "C"), 2, "“odd” sets no option"),
    (
        ("shinobi", "--option", "odd=1", *PLAYERS, "--player", "C"),
        1,
        "each does: same_clan_attack, ",
    ),
    (
        ("shinobi", "--option", "must_attack=maybe", *PLAYERS, "--player", "C"),
        1,
        "it is true or false.",
    ),
]


@pytest.mark.parametrize(("args", "code", "why"), NOT_OPENED)
def test_what_cannot_be_opened_changes_nothing(
    bugyo: Bugyo, args: tuple[str, ...], code: int, why: str
) -> None:
    before = bugyo.json("list")
    assert why in bugyo("open", *args, code=code).stderr
    assert bugyo.json("list") == before


def test_a_data_set_of_ones_own_must_be_one(fresh: Bugyo, tmp_path: Path) -> None:
    said = fresh("open", "shinobi", *PLAYERS, "--player", "C", "--data", tmp_path, code=65).stderr
    assert str(tmp_path) in said


def test_open_says_who_sits_where_and_what_is_next(fresh: Bugyo) -> None:
    result = fresh(*OPEN, *PLAYERS)
    assert "  iga        Anna <Anna@example.org>\n" in result.stdout
    assert "  ise        Boris\n" in result.stdout
    assert "Edition shinobi/1, preset default" in result.stdout
    assert "It has not begun: iga (Anna), ise (Boris) and kii (Eva) must join." in result.stdout
    assert "bugyo orders summer iga -" in result.stderr


# options that are set     the preset that they are, and the option that tells
OPTIONS = [
    ((), "default", "same_clan_attack", None),
    (("--option", "protect-reinforced=true"), "official", "protect_reinforced", True),
    (("--option", "same_clan_attack=true"), "own", "same_clan_attack", True),
    (("--preset", "literal", "--option", "same_clan_attack=false"), "own", "last_turns", "single"),
    (("--preset", "literal", "--option", "last-turns=single"), "literal", "same_clan_attack", True),
]


@pytest.mark.parametrize(("args", "preset", "name", "value"), OPTIONS)
def test_single_options_change_a_preset(
    fresh: Bugyo, args: tuple[str, ...], preset: str, name: str, value: object
) -> None:
    opened = fresh.json(*OPEN, *PLAYERS, *args)
    assert (opened["preset"], opened["options"].get(name)) == (preset, value)


def test_a_game_without_an_id_gets_one(fresh: Bugyo) -> None:
    people = ("--player", "A", "--player", "B", "--player", "C")
    assert [fresh.json("open", "shinobi", *people)["game"] for _ in range(2)] == ["shinobi-1", "shinobi-2"]


def test_opening_mails_go_to_those_who_have_an_address(fresh: Bugyo, tmp_path: Path) -> None:
    out = tmp_path / "out"
    opened = fresh.json(*OPEN, *PLAYERS, "--outgoing", out)
    assert opened["mailed"] == ["iga", "kii"]
    assert len(list((out / "new").iterdir())) == 2


def test_a_directory_that_is_no_maildir_is_refused_before_anything_is_opened(
    fresh: Bugyo, tmp_path: Path
) -> None:
    (tmp_path / "note").write_text("mine")
    assert "other things in it" in fresh(*OPEN, *PLAYERS, "--outgoing", tmp_path, code=78).stderr
    assert not fresh.store.exists()


def test_list_is_an_array_of_games(bugyo: Bugyo) -> None:
    listed = bugyo.json("list")
    assert [(game["id"], game["status"]) for game in listed] == [("summer", "open"), ("bots-7-1", "over")]
    assert listed[0]["people"] == ["Anna", "Boris", "Eva"]
    assert bugyo("list").stdout.splitlines()[0].split() == ["GAME", "TITLE", "TURN", "EVENTS", "STANDS"]


def test_list_rebuilds_a_read_model_that_is_of_no_use(bugyo: Bugyo) -> None:
    listed = bugyo.json("list")
    views = Path(f"{bugyo.store}.views")
    for damage in (b"", views.read_bytes()[:5000], b"something else of mine"):
        views.write_bytes(damage)
        assert bugyo.json("list") == listed


def test_what_hides_the_orders_that_come_from_a_hand(bugyo: Bugyo) -> None:
    seat, order = bugyo.order()
    (public,) = bugyo.json("what", "summer")["awaited"]
    (own,) = bugyo.json("what", "summer", "--seat", seat, *WHY)["awaited"]
    assert (public["orders"], public["hidden"]) == (None, True)
    assert order in own["orders"]
    assert not own["hidden"]
    assert order not in bugyo("what", "summer").stdout
    assert order in bugyo("what", "summer", "--seat", seat, *WHY).stdout


def test_what_without_a_game_looks_at_those_being_played(bugyo: Bugyo) -> None:
    assert [game["game"] for game in bugyo.json("what")] == ["summer"]
    assert bugyo("what", "bots-7-1").stdout.startswith("bots-7-1 is over: won by ")
    assert "name the GAME" in bugyo("what", "--seat", "iga", *WHY, code=2).stderr


def test_orders_are_played_line_by_line(bugyo: Bugyo, tmp_path: Path) -> None:
    seat, order = bugyo.order()
    (tmp_path / "o.txt").write_text(
        f"\n; first\n# and\n{order.upper()}\nnonsense\n{order}\n", encoding="utf-8-sig"
    )
    done = bugyo.json("orders", "summer", seat, tmp_path / "o.txt", code=1)
    assert [(line["line"], line["outcome"]) for line in done["lines"]] == [
        (4, "played"),
        (5, "unreadable"),
        (6, "not reached"),
    ]
    assert done["played"] == 1
    assert done["lines"][0]["order"] == order
    assert done["lines"][0]["effects"][0].startswith(f"{seat} ")
    assert bugyo.json("show", "summer")["position"] == done["position"]


def test_the_answer_to_orders_quotes_each_line(bugyo: Bugyo) -> None:
    seat, order = bugyo.order()
    said = bugyo("orders", "summer", seat, "-", stdin=f"{order}\nplase\n", code=1).stdout
    assert f"   1  {order}  (played)\n" in said
    assert "   2  plase  (unreadable)\n" in said
    assert 'Did you mean "place"?' in said
    assert "\nAwaited: " in said


def test_an_order_out_of_turn_is_refused_and_changes_nothing_but_that_it_is_on_record(bugyo: Bugyo) -> None:
    seat, order = bugyo.order()
    other = next(name for name in ("iga", "ise") if name != seat)
    before = bugyo.json("show", "summer")
    said = bugyo("orders", "summer", other, "-", stdin=order, code=1).stdout
    assert f"It is not the turn of {other}. The game waits for {seat}." in said
    after = bugyo.json("show", "summer")
    assert after.keys() == before.keys()
    changed = {key for key in before if after[key] != before[key]}
    assert changed == {"position", "events", "head"}
    assert (
        bugyo("log", "summer")
        .stdout.rstrip()
        .endswith(f"referee has given an order for {other}, and it is refused.")
    )


# bytes of the file               a part of the sentence
NO_ORDERS = [
    (b"\x89PNG\r\n\x1a\n\x00", "is no text in UTF-8: byte 1 cannot be read. Nothing was played."),
    (b"place\x00", "is no text: byte 6 is zero. Nothing was played."),
    (b"\n; only a comment\n", "has no order in it."),
    (b"", "has no order in it."),
    (b"x" * 1_000_001, "is longer than 1,000,000 bytes"),
]


@pytest.mark.parametrize(("raw", "why"), NO_ORDERS)
def test_a_file_that_holds_no_orders_is_refused(bugyo: Bugyo, tmp_path: Path, raw: bytes, why: str) -> None:
    (tmp_path / "orders").write_bytes(raw)
    assert why in bugyo("orders", "summer", "iga", tmp_path / "orders", code=65).stderr


def test_no_control_sign_of_a_file_reaches_the_terminal(bugyo: Bugyo) -> None:
    said = bugyo("orders", "summer", "iga", "-", stdin="\x1b[2Jplace\x07\n", code=1).output
    assert not {"\x1b", "\x07"} & set(said)


def test_orders_of_nobody_are_a_usage_error(bugyo: Bugyo) -> None:
    assert (
        "The seats are: iga, ise, kii." in bugyo("orders", "summer", "edo", "-", stdin="pass", code=2).stderr
    )


def test_the_same_seed_plays_the_same_games(fresh: Bugyo, tmp_path: Path) -> None:
    other = Bugyo(tmp_path / "other.db")
    views = []
    for one in (fresh, other):
        assert one.json("play", "shinobi", "--bots", "--seed", "s", "--games", 2)["games"] == [
            "bots-s-1",
            "bots-s-2",
        ]
        views.append([one.json("show", game)["view"] for game in ("bots-s-1", "bots-s-2")])
    assert views[0] == views[1]


def test_the_same_seed_goes_on_with_the_next_game_of_its_series(fresh: Bugyo, tmp_path: Path) -> None:
    again = ("play", "shinobi", "--bots", "--seed", "s")
    assert [fresh.json(*again)["games"] for _ in range(3)] == [["bots-s-1"], ["bots-s-2"], ["bots-s-3"]]
    other = Bugyo(tmp_path / "other.db")
    other(*again, "--games", 3)
    for number in (1, 2, 3):
        one, two = (at.json("show", f"bots-s-{number}")["view"] for at in (fresh, other))
        assert one == two


def test_games_of_bots_can_be_given_a_name(fresh: Bugyo) -> None:
    named = ("play", "shinobi", "--bots", "--seed", "s", "--id", "trial")
    assert fresh.json(*named)["games"] == ["trial"]
    assert fresh.json(*named, "--games", 2)["games"] == ["trial-1", "trial-2"]
    assert "There is a game “trial” already. Choose another id." in fresh(*named, code=1).stderr


def test_only_bots_play(fresh: Bugyo) -> None:
    assert "Add --bots" in fresh("play", "shinobi", code=2).stderr

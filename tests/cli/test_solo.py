"""A person against programs, from nothing: in the terminal, with numbers and words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.frame.codes import BAD_SETUP, INTERRUPTED
from cli.play import narrow, solo_page
from cli.play.table import Table
from domain.game.entries.people import Advised
from domain.titles import TITLES
from projections.language.messages import columns
from referee.record.record import Record
from referee.seats.readers import reader_of
from referee.service import extras
from referee.service.configuration import Configuration
from tests.cli.conftest import Bugyo
from tests.titles.short import short


@pytest.fixture
def fresh(tmp_path: Path) -> Bugyo:
    """A user without a store."""
    return Bugyo(tmp_path / "new" / "games.db")


def test_a_first_game_is_played_to_its_end_in_one_command(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    shown = fresh("solo", "shinobi", stdin="1\n" * 200)
    assert "The game is over." in shown.stdout
    assert "steady (program)" in shown.stdout
    assert "Next: bugyo replay shinobi-1" in shown.stderr
    assert fresh.json("audit", "shinobi-1")["holds"]


def test_every_order_is_offered_with_a_number_that_plays_it(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    fresh("solo", "shinobi", stdin="quit\n")
    seat, legal = fresh.legal("shinobi-1")
    assert seat == "iga"
    shown = fresh("solo", "shinobi-1", stdin="quit\n").stdout
    assert dict(re.findall(r"(\d+)  ((?:place|ninja) [a-z-]+ in [a-z]+)", shown)) == {
        str(number): order for number, order in enumerate(legal, 1)
    }
    last = fresh("solo", "shinobi-1", stdin=f"{len(legal)}\nq\n")
    card = legal[-1].split()[1].title()
    assert re.search(f"- iga (places a card of|sends a ninja against) {card}", last.stdout)


def test_what_is_no_order_is_answered_and_loses_nothing(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    shown = fresh("solo", "shinobi", stdin="0\n99\nmarch\nplace takeda in kyoto\n\nq\n")
    assert 'I do not know "march"' in shown.stdout
    assert "To go on: bugyo solo shinobi-1" in shown.stderr
    assert fresh.legal("shinobi-1")[0] == "iga"


def test_questions_are_answered_at_the_table(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    shown = fresh("solo", "shinobi", stdin="BOARD\norders\n?\nQ\n").stdout
    assert shown.count("You are ") == 2
    assert shown.count(" 1  place ") == 2
    assert "quit ends" in shown


def test_help_and_rules_are_told_and_an_order_is_taken_back(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    typed = "help\nhelp place\nrules\nexplain 999\nshow 999\nundo\n1\nundo\nq\n"
    shown = " ".join(fresh("solo", "shinobi", stdin=typed).stdout.split())
    assert "undo takes your last order back" in shown
    assert "A card of the hand, face up" in shown
    assert "turn/attack Action 3: attack" in shown
    none, taken = shown.split("iga has ordered nothing that could be taken", 1)
    assert "Taken back." in taken
    assert taken.count("the first of three actions") == none.count("the first of three actions") == 1
    assert fresh.json("audit", "shinobi-1")["holds"]


def test_ctrl_c_says_how_to_go_on(fresh: Bugyo, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_self: Table) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Table, "play", interrupted)
    fresh.store.parent.mkdir()
    assert "To go on: bugyo solo shinobi-1" in fresh("solo", "shinobi", code=INTERRUPTED).stderr


@pytest.mark.parametrize("title", TITLES)
def test_a_narrow_terminal_has_whole_words(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    one = short(title)
    replay = one.replay(len(one.envelopes) // 2)
    whole = replay.board(len(replay), replay.eye("referee"))
    lines = [*narrow.board(whole)]
    assert [line for line in lines if columns(line) > 60] == []
    assert " ".join(lines).replace("-", "").split() == whole.replace("-", "").split()


def test_a_table_loses_its_blanks_and_keeps_its_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ("name        hand        left", "iga         4           12")
    table = "\n".join(("Shinobi                 turn 3", "-" * 40, *rows))
    monkeypatch.setattr(narrow, "LEAST", 22)
    monkeypatch.setenv("COLUMNS", "22")
    assert [*narrow.board(table)] == [
        "Shinobi  turn 3",
        "-" * 22,
        "name        hand  left",
        "iga         4     12",
    ]


def test_a_program_advises_at_the_table_and_that_is_on_record_once(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    shown = fresh("solo", "shinobi", stdin="advise\nConseil\nq\n").stdout
    first, second = shown.split("What a program would order, what it likes best first:")[1:]
    (liked, *_others) = re.findall(r"^ {8}((?:place|ninja) .*)$", first, re.MULTILINE)
    assert first.split("> ")[0] == second.split("> ")[0]
    assert liked in fresh.legal("shinobi-1")[1]
    record = Record(fresh.store)
    asked = [one for one in record.envelopes("shinobi-1") if isinstance(one.entry, Advised)]
    holder = record.load("shinobi-1").game.register.holders["iga"]
    record.close()
    assert [(one.entry.seat, one.act[0], one.act[3]) for one in asked] == [("iga", "command line", holder)]
    assert fresh.json("audit", "shinobi-1")["holds"]


def test_nobody_sits_down_at_a_seat_of_others(fresh: Bugyo) -> None:
    """He would see a hand, and nobody would read of it."""
    bots = ("--bot", "kii=steady", "--bot", "ise=steady")
    ours, by_mail = ("--player", "Anna", "--player", "Boris"), ("--player", "Anna <anna@example.org>")
    for name, people in {"ours": (*ours, *bots[:2]), "mails": (*by_mail, *bots)}.items():
        fresh("open", "shinobi", "--id", name, "--level", 0, *people)
        said = fresh("solo", name, stdin="q\n", code=2)
        assert "is played by others, or by mail" in " ".join(said.stderr.split())
        assert said.stdout == ""


def test_where_the_policy_allows_no_advice_it_is_refused(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    fresh("solo", "shinobi", stdin="q\n")
    fresh("policy", "shinobi-1", "--no-advice", "--reason", "I want to find out myself")
    shown = fresh("solo", "shinobi-1", stdin="advise\nq\n").stdout
    assert "In this game no program advises." in shown
    assert "What a program would order" not in shown


def test_the_game_goes_on_where_it_was_left_with_what_has_happened_since(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    before = fresh("solo", "shinobi", stdin="1\n1\n").stdout
    if "last of three actions" in " ".join(before.split()):  # not in every deal there is an army to attack
        fresh("solo", "shinobi-1", stdin="1\n")
    shown = fresh("solo", "shinobi-1", stdin="").stdout
    assert "you play iga, against ise (steady (program)) and kii (steady (program))" in shown.replace(
        "\n", " "
    )
    assert "draws 4 cards" not in shown, "What was told before is not told again."
    assert re.search("- ise (places|sends)", shown)


def test_the_seat_the_programs_and_how_many_play_can_be_chosen(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    args = ("--seat", "omi", "--against", "random", "--players", 5)
    shown = fresh("solo", "shinobi", *args, stdin="").stdout
    assert "you play omi, against iga (random (program)), ise" in shown.replace("\n", " ")
    told = fresh.json("solo", "shinobi-1")
    assert (told["game"], told["seat"], told["awaited"]) == ("shinobi-1", "omi", ["omi"])


def test_a_seat_that_wins_nothing_is_played_by_rules_of_thumb(fresh: Bugyo) -> None:
    fresh.store.parent.mkdir()
    shown = fresh("solo", "rising_sun", stdin="").stdout.replace("\n", " ")
    assert "herald (steady (program))" in shown


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("chess",), "There is no title"),
        (("shinobi", "--seat", "edo"), "has no seat"),
        (("shinobi", "--against", "clever"), "There is no program"),
        (("shinobi", "--against", "keen:1001"), "1000 at most"),
        (("shinobi", "--players", "2"), "is for 3 to 5"),
        (("shinobi", "--players", "6"), "is for 3 to 5"),
    ],
)
def test_what_cannot_be_is_said_and_opens_nothing(fresh: Bugyo, args: tuple[str, ...], said: str) -> None:
    fresh.store.parent.mkdir()
    assert said in fresh("solo", *args, code=2).stderr
    record = Record(fresh.store)
    assert record.games() == ()
    record.close()


def test_a_page_that_cannot_be_served_begins_no_game(fresh: Bugyo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "OF_PAGES", ("no_such_module",))
    said = fresh("solo", "shinobi", "--page", code=BAD_SETUP).stderr
    assert "The pages need the package no_such_module: " in said
    assert "-m pip install 'bugyo[web]'." in said
    assert not fresh.store.exists()


def test_the_page_is_in_the_language_that_the_command_is_given(
    fresh: Bugyo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of whoever plays there: what the page says, and what its orders are answered. Its mails, which nobody
    reads, have no pictures."""
    spoken: list[str] = []

    def serve(record: Record, game: str, seat: str, settings: Configuration) -> None:
        whoever = reader_of(record, record.addresses(game)[seat])
        assert whoever.plain
        spoken.append(whoever.language)

    monkeypatch.setattr(solo_page, "_serve", serve)
    fresh.store.parent.mkdir()
    fresh("solo", "shinobi", "--page", "--language", "fr")
    fresh("solo", "shinobi-1", "--page", "--language", "ru")
    fresh("solo", "shinobi-1", "--page")
    assert spoken == ["fr", "ru", "en"]

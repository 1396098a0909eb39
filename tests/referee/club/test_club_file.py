"""The club's file: every mistake in it is said with its line, and with what would do."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.club.club_file import BadClub, Club, Hours, read_club

GOOD = """
create = "anybody"
titles = ["shinobi", "rising_sun"]
press = ["white"]
reliable = 0.9

[presets]
shinobi = ["default", "official"]

[hours]
least = 24
most = 48
usual = 24

[policy]
grace = "12h"
nmr = "standby"

[[referees]]
name = "Rei"
may = ["look"]
"""

MISTAKES = [
    (
        'create = "all"',
        "line 1: Invalid enum value 'all' - at `$.create`. There are: anybody, known, nobody.",
    ),
    (
        '\npress = ["loud"]',
        "line 2: Invalid enum value 'loud' - at `$.press[0]`. There are: none, white, private.",
    ),
    ('\ncreat = "nobody"', "line 2: There is no setting “creat” here. There are: create, titles, presets,"),
    ('\nnmr = ["standby"]', "line 2: “nmr” does not stand here, but in [policy], or as a list of values in"),
    ('titles = ["go"]', "line 1: There is no title “go”. There are: shinobi,"),
    ("press = []", "line 1: Expected `array` of length >= 1"),
    ('\n[presets]\nshinobi = ["hard"]', "line 3: shinobi has no preset “hard”. It has: default,"),
    ("\n[presets]\nshinobi = []", "line 3: shinobi has no preset “”."),
    ('[presets]\ngo = ["a"]', "line 2: There is no title “go”"),
    ("\n\n[hours]\nusual = 12", "line 3: The usual 12 hours are not between 24 and 336."),
    ("[limits]\nof_one = 0", "line 2: Expected `int` >= 1"),
    ("[limits]\nof_one = 101", "line 2: Expected `int` <= 100"),
    ("reliable = 1.1", "line 1: Expected `float` <= 1"),
    ('[policy]\nnmr = "sing"', "line 2: What follows from silence is one of: wait"),
    ('[policy]\ngrace = "long"', "line 2: “long” is no span of time."),
    ('[policy]\ngrace = "2h"\nhours = 5', "line 3: “hours” does not stand here. Write “usual” in [hours]."),
    ('[choices]\nadvice = [true]\nnmr = "standby"', "line 3: Expected `array`"),
    ('[presets]\nshinobi = "default"', "line 2: Expected `array`"),
    ('[[referees]]\nname = "the referee"', "line 2: “the referee” is a role and not a name."),
    (
        '[[referees]]\nname = "Rei. Pay now"',
        "line 2: “Rei. Pay now” is no name of a person: a full",
    ),
    (f'[[referees]]\nname = "{"x" * 41}"', "is no name of a person: that has letters, and at most 40 signs."),
    ('[[referees]]\nname = "Rei"\n[[referees]]\nname = "REI"', "line 4: Two referees are called REI."),
    ('[[referees]]\nname = "Rei"\nmay = ["sing"]', "line 3: Invalid enum value 'sing'"),
    ('[[referees]]\nname = "Rei"\n[[referees]]\nname = "Al"\nmay = ["sing"]', "line 5: Invalid enum value"),
    (
        '[[referees]]\nname = "Rei"\n\n[[referees]]\nnane = "Al"',
        "line 5: There is no setting “nane” here. There are: name, may.",
    ),
    ("create =", "is no TOML: "),
]


def test_a_good_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(GOOD)
    club = read_club(tmp_path / "club.toml")
    assert club.hours == Hours(24, 48, 24)
    assert club.presets_of("shinobi") == ("default", "official")
    assert club.presets_of("rising_sun") == ("default",)
    assert not club.has("clan_war")
    assert (club.agreed().grace, club.agreed().nmr) == (720, "standby")
    assert club.may("Rei", "look")
    assert not club.may("Rei", "rule")
    assert not club.may("Dora", "look")


def test_the_file_that_the_page_of_the_desk_shows_is_one(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "desk.md").read_text("utf-8")
    shown = page.partition("## The club's file")[2].partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "club.toml").write_text(shown)
    assert read_club(tmp_path / "club.toml").referees[0].name == "Rei"


def test_an_empty_file_is_a_club_of_known_people(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text("")
    club = read_club(tmp_path / "club.toml")
    assert club == Club()
    assert club.create == "known"
    assert club.may("Anybody", "rule")


@pytest.mark.parametrize(("text", "said"), MISTAKES)
def test_a_mistake_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text)
    with pytest.raises(BadClub) as bad:
        read_club(path)
    assert str(path) in str(bad.value)
    assert said in str(bad.value)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadClub, match=r"club\.toml"):
        read_club(tmp_path / "club.toml")

"""The after-action report: its parts, its pictures, and texts of others that stay texts."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Looked, Seated
from domain.game.entries.people import Note, Noted
from projections.exports.report import LONGEST, STAGES, report, shown, stages
from projections.exports.tables import head
from projections.replay import Replay
from tests.exports.games import SHORT, recorded, replay, running


def linked(position: int) -> str:
    return f"summer-pictures/event-{position}.svg"


def headings(text: str) -> list[str]:
    return re.findall(r"^## (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("name", SHORT)
def test_a_report_has_all_its_parts_and_pictures(name: str) -> None:
    game = recorded(name)
    made = report(game, "public", linked)
    found = headings(made.text)
    assert found[:2] == ["How it ended", "The course of the game"]
    assert {"Throws against expectation", "Time"} <= set(found)
    assert f"`{head(game)}`" in made.text
    assert re.findall(r"!\[[^]]*\]\((.*)\)", made.text) == [linked(n) for n in made.pictures]
    assert len(made.pictures) <= STAGES + 1
    for drawn in made.pictures.values():
        assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert report(game, "iga", linked).text.replace("Seen by: iga", "Seen by: public") == made.text


@pytest.mark.parametrize("name", SHORT)
def test_every_table_has_as_many_cells_in_each_row(name: str) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", report(recorded(name), "public", linked).text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_without_files_boards_stand_in_the_text() -> None:
    game = recorded("twilight_shogun/intervention")
    made = report(game, "public", None)
    assert made.pictures == {}
    assert f"```text\n{game.board(len(game), 'referee')}```" in made.text
    assert made.text.count("```") == 2 * len(stages(game))


@pytest.mark.parametrize("name", SHORT)
def test_stages_are_all_turns_in_their_order(name: str) -> None:
    game = recorded(name)
    found = stages(game)
    assert 1 <= len(found) <= STAGES
    assert found[-1].last == len(game)
    ends = [end for stage in found for end in stage.ends]
    assert ends == [n for n in range(1, len(game) + 1) if n == len(game) or game.turn(n) != game.turn(n + 1)]
    assert [game.turn(end) for end in ends] == [turn for stage in found for turn in stage.turns]


def test_a_game_that_goes_on_says_who_is_awaited() -> None:
    played = running("shinobi", 1, 5)
    text = report(replay(played.rules, played.entries), "public", None).text
    assert "## Where it stands" in text
    assert f"Awaited: {played.game.awaited()[0]}." in text


def test_the_odds_are_explained_where_they_stand() -> None:
    text = report(recorded("clan_war/victory"), "public", None).text
    assert re.search(r"\| crab \| d10 \| 8 \| 47 \| 44\.0 \| 0\.\d{3} \| [01]\.\d{3} \|", text)
    assert "Tests made: 3." in text
    assert "by Holm" in text
    assert "Too few for a test." in text


# ---- texts of others

# as it was written                    as Markdown has it
TEXTS = [
    ("Anna", "Anna"),
    ("<script>alert(1)</script>", r"\<script\>alert\(1\)\</script\>"),
    ("[x](javascript:alert(1))", r"\[x\]\(javascript:alert\(1\)\)"),
    ("![x](http://a/b.png)", r"\!\[x\]\(http://a/b.png\)"),
    ("a | b", r"a \| b"),
    ("**bold** `code` _x_ ~y~", r"\*\*bold\*\* \`code\` \_x\_ \~y\~"),
    ("# heading", r"\# heading"),
    ("- list", r"\- list"),
    ("12. list", r"12\. list"),
    ("1) list", r"1\) list"),
    ("+ list", r"\+ list"),
    ("=====", r"\====="),
    ("a\nb\r\n\r\n# c", r"a b \# c"),
    ("Anna\u202eanaB\u200f", "Anna anaB"),
    ("&lt;b&gt;", r"\&lt;b\&gt;"),
    ("C:\\x", r"C:\\x"),
    ("x" * 10_000, "x" * (LONGEST - 1) + "…"),
]


@pytest.mark.parametrize(("text", "markdown"), TEXTS)
def test_a_text_of_others_is_shown_as_it_was_written(text: str, markdown: str) -> None:
    assert shown(text) == markdown


def with_texts() -> Replay:
    """A game with nasty names, looks and notes."""
    played = running("shinobi", 1, 4)
    first: Any = played.entries[0]
    name = "<img src=x onerror=alert(1)>|[a](javascript:b)\u202e"
    seats = tuple(Seated(held.seat, name) for held in first.seats)
    beside: list[Any] = [
        Looked(name, "everything", "# why\n- not"),
        Noted(name, "text", "0" * 64, (Note(1, "<b>\n## x\n", at="2026-01-01T00:00:00", seat="iga"),)),
    ]
    return replay(played.rules, [replace(first, seats=seats), *played.entries[1:], *beside], person=name)


def test_nothing_that_people_wrote_is_obeyed() -> None:
    text = report(with_texts(), "public", linked).text
    assert not re.search(r"(?<!\\)<", text)
    assert "\u202e" not in text
    assert re.findall(r"(?<!\\)\]\((.*?)\)", text) == [
        linked(n) for n in report(with_texts(), "public", linked).pictures
    ]
    assert headings(text)[-2:] == ["Beside the game", "Notes from journals"]
    assert r"- 2026-01-01T00:00:00, iga: \<b\> \#\# x" in text


def test_pictures_obey_nothing_either() -> None:
    for drawn in report(with_texts(), "public", linked).pictures.values():
        names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawn).iter()}
        assert names.isdisjoint({"script", "img", "image", "foreignObject", "a"})

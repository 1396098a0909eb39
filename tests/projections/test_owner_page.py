"""The page of an owner's kit before any browser: where values stand in TOML, what columns take."""

from __future__ import annotations

import csv
import json
import re

import pytest

from domain.titles import TITLES
from projections.language.catalogues import Reader, written_for
from projections.page.look import icon
from projections.page.owner.grounds import GROUNDS, Hexes
from projections.page.owner.making import HERE, SCRIPTS, owner_page, said
from projections.page.owner.toml_places import places
from projections.page.owner.worksheets import NUMBER, TEXT, WORD, Worksheet, worksheets
from referee.games.datasets import read_files

FILES = {title: read_files(title) for title in TITLES}


def page_of(title: str, files: dict[str, bytes] | None = None) -> str:
    return owner_page(title, title, files or FILES[title], FILES[title], {}).decode()


def sheet(title: str, name: str) -> Worksheet:
    (found,) = worksheets({name: FILES[title][name]}, FILES[title])
    return found


# --- where values stand ---


@pytest.mark.parametrize(
    ("title", "name"), [(title, name) for title in FILES for name in FILES[title] if name.endswith(".toml")]
)
def test_every_value_of_our_toml_has_its_place(title: str, name: str) -> None:
    found = sheet(title, name)
    assert len({(value.name, value.record) for value in found.values}) == len(found.values) > 0
    between = re.sub(r"^#.*$|^\[.*\]$", "", "".join(found.pieces), flags=re.M)
    assert re.sub(r"[\w.-]+ = |[\s{},]", "", between) == ""


TOML = [
    ("a = 1", [(("a",), "1")]),
    ('[x]\n"a b" = "]"  # "c"\n', [(("x", "a b"), '"]"')]),
    ("[[x]]\na = 1\n[[x]]\na = 2", [(("x", 0, "a"), "1"), (("x", 1, "a"), "2")]),
    ("[[x]]\n[x.y]\na = 1", [(("x", 0, "y", "a"), "1")]),
    ("a = { b = [1, [2]], c = '}' }", [(("a", "b"), "[1, [2]]"), (("a", "c"), "'}'")]),
    ('a = [\n  "]", # ]\n]\nb.c = true', [(("a",), '[\n  "]", # ]\n]'), (("b", "c"), "true")]),
    ("", []),
]


@pytest.mark.parametrize(("text", "found"), TOML)
def test_places_are_those_of_the_values(text: str, found: list[object]) -> None:
    assert [(one.path, text[one.start : one.end]) for one in places(text) or ()] == found


@pytest.mark.parametrize(
    "text", ['a = """\nb = 1\n"""', "a = 1 2", "a = [1", "a", "[x", "a = 1979-05-27 07:32:00", "a = {b = 1"]
)
def test_other_toml_is_left_as_a_text(text: str) -> None:
    assert places(text) is None
    (found,) = worksheets({"x.toml": text.encode()}, {})
    assert (found.text, found.pieces, found.values) == (text, (), ())


def test_a_value_has_the_nearest_source() -> None:
    text = '[[x]]\nn = "a"\nn_source = "S"\nh = { v = 1, source = "T" }\nw = 2\nsource = "U"\n'
    (found,) = worksheets({"x.toml": text.encode()}, {})
    names = [value.name for value in found.values]
    assert names == ["n", "n_source", "h.v", "h.source", "w", "source"]
    assert [value.source for value in found.values] == [1, 5, 3, 5, 5, -1]
    assert found.records == ("x 1",)


# --- what columns take ---


RULES = [
    ("kawanakajima", "units.csv", "elan", NUMBER, False),
    ("kawanakajima", "units.csv", "general", WORD, False),
    ("kawanakajima", "units.csv", "unit", TEXT, False),
    ("kawanakajima", "posture_changes.csv", "attack", NUMBER, True),
    ("kawanakajima", "combat.csv", "2", WORD, False),
    ("kawanakajima", "zones.csv", "hexes", TEXT, True),
    ("twilight_shogun", "spaces.csv", "area", WORD, True),
]


@pytest.mark.parametrize(("title", "name", "column", "kind", "empty"), RULES)
def test_what_a_column_takes_is_read_off_ours(
    title: str, name: str, column: str, kind: str, empty: bool
) -> None:
    rule = sheet(title, name).rules[column]
    assert (rule.kind, rule.empty) == (kind, empty)


def test_a_printed_grid_has_one_rule() -> None:
    rules = sheet("kawanakajima", "combat.csv").rules
    assert rules["2"] == rules["14"]
    assert {"-", "a1-d1", "dE^2"} < {*rules["2"].words}


def test_grounds_name_columns_that_are_there() -> None:
    for title, ground in GROUNDS.items():
        columns = {name: _columns(raw) for name, raw in FILES[title].items() if name.endswith(".csv")}
        pairs = ground.pairs
        assert {pairs.first, pairs.other, *filter(None, (pairs.word,))} < columns[pairs.file]
        if isinstance(ground, Hexes):
            assert "01" in columns[ground.grid]
            assert all({*mark.names, mark.at} < columns[mark.file] for mark in ground.marks)
        else:
            assert {ground.name, ground.x, ground.y, *ground.paints} < columns[ground.file]


def _columns(raw: bytes) -> set[str]:
    return {*next(csv.reader(line for line in raw.decode().splitlines() if not line.startswith("#")))}


# --- the page ---


def test_the_page_fetches_nothing_and_lets_nothing_in() -> None:
    page = page_of("twilight_shogun")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert policy[1].startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy[1]
    page = page.replace(icon(), "")
    assert re.findall(r"<[^>]+ (?:src|href)=", page) == []
    outside = page.replace("http://www.w3.org/2000/svg", "")
    assert "http" not in outside.replace("http-equiv", "")


def test_markup_in_a_file_ends_no_script() -> None:
    evil = b'"</script><script>alert(1)</script><!--"'
    files = {**FILES["kawanakajima"]}
    files["places.csv"] = files["places.csv"].replace(b"Hirose", evil)
    page = page_of("kawanakajima", files)
    assert page.count("<script") == page.count("</script>") == 3
    carried = re.search(r'<script id="kit" type="application/json">(.*?)</script>', page, re.S)
    assert carried
    texts = {file["name"]: file["text"] for file in json.loads(carried[1])["files"]}
    assert texts["places.csv"].encode() == files["places.csv"]


def test_whatever_the_script_says_is_there() -> None:
    script = "".join((HERE / f"{name}.js").read_text("utf-8") for name in SCRIPTS)
    asked = {*re.findall(r'say\("(\w+)"', script)} - {"go"}
    spoken = said("script")
    assert asked - {*said("page"), *spoken} == set()
    spare = {
        name
        for name in spoken
        if name not in asked and not re.match("tool_|state_|as_|hex$|spot$|no_|line_", name)
    }
    assert spare == set()


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_the_page_speaks_the_language_of_its_reader(language: str) -> None:
    with written_for(Reader(language)):
        page = page_of("shinobi")
    assert f'<html lang="{language}">' in page


def test_markup_in_a_name_stays_text() -> None:
    assert "&lt;b&gt;" in owner_page("shinobi", "<b>", FILES["shinobi"], FILES["shinobi"], {}).decode()

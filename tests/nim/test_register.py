"""What a published title needs besides its rules: one command makes it, or says what is missing."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from domain.kit.sealed import PUBLIC
from domain.titles import TITLES
from projections.language.catalogues import SENTENCE, Catalogue
from projections.locale import collect
from referee.bundle.checking import audit_bundle, read_bundle
from tests.nim import pictures
from tests.nim.rules import NIM, Taken
from tests.perft import files
from tests.record import freeze
from tests.titles import register
from tests.titles.register import ROOT, missing

HERE = Path(__file__).parent

LEFT = [
    "catalogues: fr: 12 of 15 sentences lack a translation",
    "catalogues: ru: 12 of 15 sentences lack a translation",
    "terms: Nim has no words in GAMES",
    'terms: "heap" is no term: orders name it, and errors say it',
]
"""What a person has to write."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house in which Nim stands where a published title does, with the catalogues of ours."""
    monkeypatch.setattr(files, "POSITIONS", 12)
    for path, name in (
        (HERE / "rules.py", "domain/nim/__init__.py"),
        (HERE / "pictures.py", "projections/nim.py"),
    ):
        (tmp_path / name).parent.mkdir(parents=True)
        shutil.copy(path, tmp_path / name)
    shutil.copytree(ROOT / "projections" / "locale", tmp_path / "projections" / "locale")
    return tmp_path


def bytes_below(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_all_that_is_missing_of_a_new_title_is_said_and_nothing_is_written(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = bytes_below(house)
    assert register.main(["nim", "--check", "--into", str(house)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "nim: schema: there is none.",
        f"nim: frozen samples: {len(list(freeze.wanted(NIM)))} tags have none, entry/opened first.",
        "nim: perft: no position is counted.",
        "nim: recorded games: none has ended in victory.",
        "nim: short games: there are none.",
        *(f"nim: {said}." for said in LEFT),
    ]
    assert bytes_below(house) == before


@pytest.mark.budget(80, "all that is made of a title is made of the smallest")
def test_what_can_be_made_is_made_once(house: Path) -> None:
    assert register.register(NIM, house) == LEFT
    Draft202012Validator.check_schema(json.loads((house / "docs/schema/nim.json").read_text("utf-8")))
    counted = files.read("nim", house / register.PERFT)
    assert [line for game in counted.games for line in files.differences(NIM, game, counted.most)] == []
    verdict = audit_bundle(read_bundle(house / register.GAMES_OF / "nim" / "victory.zip"))
    assert (verdict.finding, verdict.complete) == (None, True)
    before = bytes_below(house)
    assert register.register(NIM, house) == LEFT
    assert bytes_below(house) == before


@pytest.mark.soak
def test_a_file_that_is_there_is_added_to_and_not_replaced(house: Path) -> None:
    register.register(NIM, house)
    path = house / register.FROZEN / "nim.json"
    samples = freeze.read("nim", path.parent)
    path.write_text(
        freeze.written({name: one for name, one in samples.items() if name != "event/won"}), "utf-8"
    )
    assert "frozen samples: 1 tags have none, event/won first" in missing(NIM, house)
    register.register(NIM, house)
    assert freeze.read("nim", path.parent) == samples


def test_what_an_event_says_of_itself_is_translated(house: Path) -> None:
    """Its template is collected as it stands, and found again by the sentence that is made of it."""
    made = collect.template(house)
    says = made.get("{seat} takes {stones} of {heap}, which has {left} left.", context=SENTENCE)
    assert says is not None
    says.string = "{seat} prend {stones} de {heap}, qui en garde {left}."
    known = Catalogue(BytesIO(collect.compiled(made)))
    said = pictures.PICTURES.sentence(Taken("red", 2, "left", 1), PUBLIC)
    assert known.word(said) == "red prend 2 de left, qui en garde 1."


PUBLISHED = (
    *("domain/shinobi", "projections/shinobi", "projections/locale", "docs/schema", "fixtures"),
    "tests/titles/short_games",
)


def test_nothing_is_missing_of_a_published_title_and_no_byte_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()  # its own data set
    for name in PUBLISHED:
        shutil.copytree(ROOT / name, tmp_path / name)
    before = bytes_below(tmp_path)
    assert register.main(["shinobi", "--into", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "shinobi: nothing is missing.\n"
    assert bytes_below(tmp_path) == before


@pytest.mark.soak
@pytest.mark.parametrize("title", [title for title in TITLES if title != "shinobi"])
def test_nothing_is_missing_of_the_others(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert missing(TITLES[title]) == []

"""The demonstration: its mails are current, and it comes to its end with everything answered."""

from __future__ import annotations

import email
from email import policy
from pathlib import Path

import pytest

from projections.drawing import small_pictures
from referee.audit.audit import audit_game
from referee.demo import MAILS, run, setting
from referee.record.record import Record
from tests.demo.author import author_mails
from tests.readme import README, current, shortened


@pytest.mark.parametrize("many", [16, pytest.param(999, marks=pytest.mark.soak)])
def test_the_mails_are_what_their_author_writes(monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    monkeypatch.setattr(small_pictures, "dots", lambda drawing: b"")  # nobody quotes them; they take long
    kept = [path.read_bytes() for path in sorted(MAILS.glob("*.eml"))]
    assert len(kept) >= 60
    made = author_mails(many)
    assert kept[: len(made)] == made, "Run `python -m tests.demo.author`."
    assert len(made) >= min(many, len(kept))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    folder, lines = tmp_path_factory.mktemp("demo") / "demo", list[str]()
    run(folder, lines.append)
    return folder, lines


@pytest.mark.soak
def test_the_game_ends_and_holds(told: tuple[Path, list[str]]) -> None:
    folder, lines = told
    record = Record(folder / "games.db")
    game, verdict = record.load(setting().game).game, audit_game(record, setting().game)
    record.close()
    assert game.is_over()
    assert verdict.finding is None
    assert verdict.sent.compared == verdict.sent.lines > 100
    assert any(line.startswith(f"{game.winners[0]} (") and "won after" in line for line in lines)
    assert sum(line.startswith("  holds: ") for line in lines) == len(verdict.checks)


@pytest.mark.soak
def test_what_readme_quotes_is_current(told: tuple[Path, list[str]]) -> None:
    assert README.read_text("utf-8") == current(shortened(*told)), "Run `python -m tests.readme`."


WRONG = (
    "1 order refused, 1 not reached",
    "2 orders not readable, 1 not reached",
    "2 orders already played",
    "Held until the registered address confirms it",
    "That was for T8; it is T12 now",
    "The token in your mail belongs to another seat, so nothing was played",
    "Your mail came only as HTML",
    "No answer to a robot",
    "The mail has no text",
)


@pytest.mark.soak
@pytest.mark.parametrize("why", WRONG)
def test_what_went_wrong_was_answered_for_what_it_was(told: tuple[Path, list[str]], why: str) -> None:
    assert any(line.endswith(why) for line in told[1])


@pytest.mark.soak
def test_it_can_be_run_again_in_the_same_folder(told: tuple[Path, list[str]]) -> None:
    folder, lines = told
    (folder / "mine.jsonl").write_text("mine")
    again: list[str] = []
    run(folder, again.append)
    assert again == lines
    assert (folder / "mine.jsonl").read_text() == "mine"


@pytest.mark.soak
def test_every_answer_goes_to_a_player_or_says_nothing_of_the_game(told: tuple[Path, list[str]]) -> None:
    players = {player.address for player in setting().players}
    for path in (told[0] / "out" / "new").iterdir():
        mail = email.message_from_bytes(path.read_bytes(), policy=policy.default)
        body = mail.get_body(("plain",))
        assert body is not None
        assert mail["To"] in players or setting().game not in f"{mail['Subject']}{body.get_content()}"

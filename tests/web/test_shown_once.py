"""The pages of a shown game, one in each language, have their boards drawn once."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kit.sealed import PUBLIC
from projections.language.catalogues import LANGUAGES
from projections.page.boards import Boards
from projections.replay import Replay
from referee.games import people
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record.envelope import BOTS, Act
from referee.record.record import Record
from referee.web import shown
from tests.record.stores import hurry

NOW = 1_795_000_000_000


def test_the_boards_of_a_shown_game_are_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(tmp_path / "a.db", clock=lambda: NOW, entropy=bytes)
    hurry(record)
    referee, drawn = Referee(record), list[tuple[Replay, int]]()
    referee.open(Opening("g", "shinobi", ("Anna", "Bela", "Cara"), level=0), Act(BOTS))
    people.abandon(referee, "g", "Spring.", Act(BOTS, "", "", "referee"))
    one, *_others = shown.showable(record, NOW, unnamed=True)
    draw = Replay.drawing

    def counted(replay: Replay, position: int, eye: str) -> object:
        drawn.append((replay, position))
        return draw(replay, position, eye)

    monkeypatch.setattr(Replay, "drawing", counted)
    made = shown.files_of(record, one)
    pages = {name for name in made if name.startswith("replay.")}
    assert len(pages) == len({made[name] for name in pages}) == len(LANGUAGES)
    replay = drawn[0][0]
    boards = Boards(replay, PUBLIC)
    moved = [at for at in range(1, len(replay) + 1) if boards.at(at)]
    assert [at for _replay, at in drawn[: -len(moved)]] == moved
    record.close()

"""Long games that are kept folded: a fold is what folding gives, or it is ignored, and nothing needs one."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.streams import ACT, GAME, long_game, moves, opened
from domain.game.deciding.run import Run
from domain.game.state.game_state import GameState
from domain.titles import TITLES
from referee.audit.audit import holds
from referee.copies.backup import back_up
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import play_out
from referee.record import folds
from referee.record import record as records
from referee.record.damage import check_store
from referee.record.far_envelopes import PART, FarEnvelopes
from referee.record.folds import EVERY, MOST
from referee.record.record import Record
from referee.seats import folded_games
from referee.seats.seat_view import replay_of
from tests.record.servers import Cluster
from tests.record.stores import hurry

FIRST = 2 * EVERY
"""Where a game is kept for the first time."""

PEOPLE = tuple(f"bot {n}" for n in range(1, 6))


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(tmp_path / "s.bugyo")
    hurry(made)
    yield made
    made.close()


def parts(game: GameState) -> dict[str, Any]:
    """All of a game but the rules, which hold functions."""
    return {name: getattr(game, name) for name in game.__struct_fields__ if name != "rules"}


def folded_at(record: Record) -> list[int]:
    rows = record.recorder.rows("SELECT position FROM folds WHERE game=? ORDER BY position", (GAME,))
    return [position for (position,) in rows]


def never(*_: object, **__: object) -> None:
    raise AssertionError("It was folded from the beginning.")


def go_on(record: Record, events: int) -> None:
    """One event a commit, as slow games are."""
    for _ in range(events):
        kept = record.load(GAME)
        run = Run(kept.game, Referee(record).cells.chance)
        facts = moves(kept.game)
        next(facts)
        run.take(next(facts))
        record.append(kept, run.game, run.made, ACT)


def undone(record: Record) -> None:
    """An event whose transaction is undone."""
    try:
        with record.recorder.together():
            go_on(record, 1)
            raise InterruptedError
    except InterruptedError:
        return


def anew(record: Record) -> Record:
    """The same store, as it is after a restart."""
    return Record(record.place)


# ---- what is kept


@pytest.mark.of_files
@pytest.mark.parametrize("title", TITLES)
def test_a_fold_is_what_folding_gives(record: Record, title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "EVERY", 1)
    referee, players = Referee(record, seed=title), Random(title)
    least = TITLES[title].scenarios[0].seats[0]
    referee.open(Opening(GAME, title, PEOPLE[:least], level=2), ACT)
    for _ in range(4):
        play_out(referee, GAME, players, orders=6)
        kept, found = record.fold(GAME), record.folds.at(GAME)
        assert found is not None
        game, head, received = found
        assert (parts(game), head, received) == (parts(kept.game), kept.head, kept.at)
        assert repr(game.state) == repr(kept.game.state), "Also the order of what stands in it."


def test_a_game_is_kept_where_that_is_due_and_not_before(record: Record) -> None:
    long_game(record, FIRST - 1)
    assert folded_at(record) == []
    go_on(record, 1)
    assert folded_at(record) == [FIRST]
    go_on(record, EVERY - 1)
    assert folded_at(record) == [FIRST]
    go_on(record, 1)
    assert folded_at(record) == [FIRST, FIRST + EVERY]


def test_the_last_few_are_kept_and_no_more(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (folds, records):
        monkeypatch.setattr(module, "EVERY", 2)
    long_game(record, 60)
    go_on(record, 2 * MOST + 4)
    newest = record.load(GAME).game.position
    assert folded_at(record) == list(range(newest - 2 * MOST + 2, newest + 1, 2))


# ---- after a restart


def test_only_the_events_since_are_folded(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    long_game(record, FIRST)
    go_on(record, 7)
    whole, again = record.fold(GAME), anew(record)
    monkeypatch.setattr(Record, "fold", never)
    kept = again.load(GAME)
    assert (parts(kept.game), kept.head, kept.at) == (parts(whole.game), whole.head, whole.at)
    assert kept.folded == FIRST
    again.close()


def test_with_all_of_them_thrown_away_nothing_is_different(record: Record) -> None:
    long_game(record, FIRST + 5)
    record.recorder.write("DELETE FROM folds", ())
    again = anew(record)
    assert parts(again.load(GAME).game) == parts(record.fold(GAME).game)
    go_on(again, 1)  # the next event finds a long game without a fold
    assert folded_at(again) == [FIRST + 6]
    again.close()


def test_two_who_write_in_turn_see_the_same(record: Record) -> None:
    long_game(record, FIRST - 3)
    other = anew(record)
    for _ in range(4):
        go_on(record, 1)
        go_on(other, 1)
    third = anew(record)
    whole = parts(record.fold(GAME).game)
    assert [parts(one.load(GAME).game) for one in (record, other, third)] == [whole] * 3
    other.close()
    third.close()


def test_a_fold_goes_with_its_transaction(record: Record) -> None:
    long_game(record, FIRST - 1)
    undone(record)
    assert folded_at(record) == []
    assert record.load(GAME).game.position == FIRST - 1
    go_on(record, 1)
    assert folded_at(record) == [FIRST]


def test_on_a_server(cluster: Cluster) -> None:
    record = Record(cluster.fresh())
    long_game(record, FIRST)
    go_on(record, 1)
    again = anew(record)
    assert again.load(GAME).folded == FIRST
    assert parts(again.load(GAME).game) == parts(record.fold(GAME).game)
    again.close()
    record.close()


# ---- what is ignored


DAMAGES = ("state=x'00'", "head=x'00'", "at=at+1", "position=position-1", "digest=''")


@pytest.mark.parametrize("change", DAMAGES)
def test_a_damaged_one_is_told_and_ignored(
    record: Record, change: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    long_game(record, FIRST)
    record.recorder.write(f"UPDATE folds SET {change}", ())
    again = anew(record)
    with caplog.at_level(logging.WARNING, "bugyo"):
        kept = again.load(GAME)
    assert kept.folded == 0
    assert parts(kept.game) == parts(record.fold(GAME).game)
    position = folded_at(record)[0]
    said = f"The fold of {GAME} at event {position} is not what was kept."
    assert caplog.messages == [f"{said} It is ignored: the game is folded from its events."]
    check_store(record, holds)
    assert back_up(record, tmp_path / "backup.bugyo").games[0].position == FIRST, "It is no reason to refuse."
    go_on(again, 1)
    assert again.folds.at(GAME) is not None, "The next event mends it."
    again.close()


def test_one_whose_letters_are_none_is_ignored(record: Record, caplog: pytest.LogCaptureFixture) -> None:
    """A bit of its name is another: the row cannot even be read."""
    long_game(record, FIRST)
    record.recorder.write("UPDATE folds SET program=CAST(x'ff' AS TEXT)", ())
    again = anew(record)
    with caplog.at_level(logging.WARNING, "bugyo"):
        assert parts(again.load(GAME).game) == parts(record.fold(GAME).game)
    assert [said.split(" (")[0] for said in caplog.messages] == [f"The newest fold of {GAME} cannot be read"]
    go_on(again, 1)
    assert again.folds.at(GAME) is not None, "The next event mends it."
    again.close()


def test_one_of_another_program_is_ignored(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    long_game(record, FIRST)
    monkeypatch.setattr(folds, "program", lambda rules: "another")
    again = anew(record)
    assert again.folds.at(GAME) is None
    assert parts(again.load(GAME).game) == parts(record.fold(GAME).game)
    go_on(again, 1)
    assert folded_at(again) == [FIRST + 1], "Those of a former program go."
    again.close()


def test_the_program_is_named_by_the_code_of_the_title(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    named = {folds.program(rules) for rules in TITLES.values()}
    assert len(named) == len(TITLES)
    (tmp_path / "changed.py").write_text("FACES = 6", "utf-8")
    changed = lambda name: iter([str(tmp_path / "changed.py")])  # noqa: E731
    monkeypatch.setattr(folds, "_files", changed)
    folds.digest_of.cache_clear()
    assert not named & {folds.program(rules) for rules in TITLES.values()}
    folds.digest_of.cache_clear()


def test_one_of_another_history_is_ignored(record: Record) -> None:
    """As where a store was put back from a backup, and the game has gone another way."""
    long_game(record, FIRST)
    found = record.folds.at(GAME)
    assert found is not None
    game, _, received = found
    record.folds.keep(game, bytes(32), received)
    assert record.folds.at(GAME) is None
    assert anew(record).load(GAME).folded == 0


def test_nothing_but_our_structs_is_made_of_a_row(record: Record) -> None:
    packages = folds._packages(TITLES["shinobi"])
    for name in ("os.system", "domain.kit.framing.framed", "domain.rising_sun.board.state.Board"):
        with pytest.raises(LookupError):
            folds._kind(name, packages)


# ---- lines that were left, and what mails show


def test_play_that_went_back_is_folded_alike(record: Record) -> None:
    long_game(record, 3 * EVERY, rewinds=4)
    go_on(record, 2)
    again = anew(record)
    known, whole = folded_games.replay(again, GAME), replay_of(record, GAME)
    assert isinstance(known.envelopes, FarEnvelopes)
    for position in (len(whole), len(whole) - 1, EVERY, 1, 2 * EVERY):
        one, other = known.at(position), whole.at(position)
        assert (one.state, one.register, one.label) == (other.state, other.register, other.label)
    again.close()


def test_a_mail_reads_the_last_events_alone(record: Record) -> None:
    long_game(record, 4 * EVERY)
    go_on(record, 3)
    again = anew(record)
    known = folded_games.replay(again, GAME)
    assert known.drawn(len(known), "iga") == replay_of(record, GAME).drawn(len(known), "iga")
    known.at(len(known) - 2)
    assert len(known.states) <= 4
    go_on(again, 2)
    assert folded_games.replay(again, GAME) is known
    assert known.envelope(len(known)).digest == again.load(GAME).head
    again.close()


def test_a_game_that_grows_to_a_fold_is_stepped_through_there(record: Record) -> None:
    """The newest event is the very one after which it was folded, and the one before was not asked for."""
    long_game(record, FIRST + 5)
    again = anew(record)
    known = folded_games.replay(again, GAME)
    while (folded := again.folds.at(GAME)) and folded[0].position <= FIRST + 5:
        go_on(again, 1)
    assert folded is not None
    assert folded[0].position == again.load(GAME).game.position
    assert folded_games.replay(again, GAME) is known
    assert known.newest().state == again.load(GAME).game.state
    again.close()


def test_far_events_are_those_of_the_record(record: Record) -> None:
    long_game(record, 2 * PART + 10)
    read = record.envelopes(GAME)
    far = FarEnvelopes(record.recorder, GAME, "shinobi", len(read) - 20)
    far.extend(read[-20:])
    assert far[-1] == read[-1]
    assert list(far) == read
    assert [far[place] for place in (0, PART - 1, PART, -11)] == [
        read[place] for place in (0, PART - 1, PART, -11)
    ]
    assert far[PART - 2 : PART + 2] == read[PART - 2 : PART + 2]
    with pytest.raises(IndexError):
        far[len(read)]


def test_opened_games_are_short(record: Record) -> None:
    opened(record)
    assert folded_games.replay(record, GAME).envelopes == record.envelopes(GAME)

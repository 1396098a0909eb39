"""What the read model says of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from domain.game.entries.entries import Entry
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, REFEREE
from domain.shinobi import SHINOBI
from domain.shinobi.board.events import ClansCounted
from projections.pictures import Row
from projections.read_model.following import MARK, Views, catch_up, rebuild
from projections.replay import Replay
from tests.projections.games import DATA, NOON, Keeper, entries
from tests.projections.views import contents, rows_at


def event_of(entry: Entry) -> Any:
    return entry.event if isinstance(entry, Fact) else None


def test_the_row_of_a_game(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append("game-0")
    with Views(tmp_path / "views") as views:
        catch_up(views, keeper.record)
        kept = keeper.record.load("game-0")
        assert views.rows("games") == [
            {
                "id": "game-0",
                "title": "shinobi",
                "scenario": "standard",
                "seats": '["iga","ise","kii"]',
                "people": '["player 1","player 2","player 3"]',
                "turn": "T1",
                "position": kept.game.position,
                "head": kept.head.hex(),
                "begun": 1,
                "awaited": '["ise"]',
                "deadline": 0,
                "status": "open",
                "winners": "[]",
                "drawn": 0,
                "what_if": "",
                "own_tables": 0,
                "opened_at": NOON,
                "updated_at": NOON,
            }
        ]


def test_a_finished_game(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all()
    with Views(tmp_path / "views") as views:
        catch_up(views, keeper.record)
        for row in views.rows("games"):
            won = [
                seat["seat"]
                for seat in views.rows("standing", "game=? AND viewer='public' AND won", (row["id"],))
            ]
            assert (row["status"], row["awaited"]) == ("over", "[]")
            assert row["winners"] == str(won).replace("'", '"').replace(" ", "")


def test_the_standing_counts_what_the_rules_counted(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all()
    with rebuild(tmp_path / "views", keeper.record) as views:
        for seed in range(3):
            (counted,) = [x for x in map(event_of, entries(seed)) if isinstance(x, ClansCounted)]
            table = keeper.record.load(f"game-{seed}").game.state.board.table
            assert views.rows("standing", "game=? AND viewer='iga'", (f"game-{seed}",)) == [
                {
                    "game": f"game-{seed}",
                    "viewer": "iga",
                    "seat": tally.seat,
                    "clan": tally.clan,
                    "points": tally.cards.total,
                    "tiebreak": table[tally.seat][tally.clan],
                    "won": int(tally.seat in keeper.record.load(f"game-{seed}").game.winners),
                }
                for tally in counted.tallies
            ]


def test_the_armies_are_those_on_the_table(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(9)
    table = keeper.record.load("game-2").game.state.board.table
    with rebuild(tmp_path / "views", keeper.record) as views:
        rows = views.rows("clan_counts", "game='game-2' AND viewer='public'")
    assert {(row["province"], row["clan"]): row["cards"] for row in rows} == {
        (province, clan): count
        for province, armies in table.items()
        for clan, count in armies.items()
        if count
    }


def test_every_viewer_has_a_board_and_only_the_newest(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(3)
    with Views(tmp_path / "views") as views:
        catch_up(views, keeper.record)
        for game, seats in (("game-0", 3), ("game-1", 4), ("game-2", 5)):
            rows = views.rows("boards", "game=?", (game,))
            expected = sorted((*SHINOBI.seats[:seats], PUBLIC, REFEREE))
            assert [row["viewer"] for row in rows] == expected
            assert {row["position"] for row in rows} == {keeper.record.load(game).game.position}


def test_hands_and_standing_are_as_the_viewer_may_know_them(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(3)
    board = keeper.record.load("game-0").game.state.board
    with Views(tmp_path / "views") as views:
        catch_up(views, keeper.record)
        for viewer in ("iga", "ise", "kii", PUBLIC, REFEREE):
            known = {seat for seat in board.hands if viewer in (seat, REFEREE)}
            hands = views.rows("hands", "game='game-0' AND viewer=?", (viewer,))
            standing = views.rows("standing", "game='game-0' AND viewer=?", (viewer,))
            assert {row["seat"] for row in hands if row["hand"] is not None} == known
            assert {row["seat"] for row in standing if row["clan"] is not None} == known
            assert {row["seat"]: row["cards"] for row in hands} == {s: len(h) for s, h in board.hands.items()}


def test_a_file_for_the_public_holds_nothing_else(keeper: Keeper, tmp_path: Path) -> None:
    keeper.append_all(5)
    with rebuild(tmp_path / "public", keeper.record, (PUBLIC,)) as views:
        for table in ("boards", "hands", "clan_counts", "standing"):
            assert {row["viewer"] for row in views.rows(table)} == {PUBLIC}
        assert all(row["hand"] is None for row in views.rows("hands"))


def test_an_earlier_event_gives_the_rows_of_then(keeper: Keeper, tmp_path: Path) -> None:
    """What the read model said after each order can be had from the replay, long after."""
    live: list[tuple[int, dict[str, list[Row]]]] = []
    with Views(tmp_path / "views") as views:
        for _ in range(20):
            keeper.append("game-1")
            catch_up(views, keeper.record)
            found = contents(views)
            live.append(
                (
                    views.rows("games")[0]["position"],
                    {
                        name: rows
                        for name, rows in found.items()
                        if rows and name not in ("tracked", MARK.name)
                    },
                )
            )
    played = Replay("game-1", SHINOBI, DATA, keeper.record.envelopes("game-1"))
    for position, then in live:
        again = rows_at(played, position)
        assert {name: sorted(map(str, rows)) for name, rows in again.items() if rows} == {
            name: sorted(map(str, rows)) for name, rows in then.items()
        }

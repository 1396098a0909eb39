"""The ledger of an army: each change of honor and of victory points with its turn, cause and reporter."""

from __future__ import annotations

from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board.corrected import HonorCorrected
from domain.clan_war.board.events import HonorChanged, PointsChanged
from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.state import Entry
from domain.clan_war.words.reports import Honor, Points
from domain.kit.facts import Fact
from domain.kit.sums import Term
from projections.clan_war.reference import LATEST
from tests.clan_war.boards import DATA, board, reports, unit
from tests.titles.asking import answered, asked_of
from tests.titles.play import Played

AT = board(unit("crane-1"), unit("lion-1", "lion"))


def test_battle_points_stand_with_turn_cause_and_reporter() -> None:
    told = (
        reports(AT).when("lion", Honor("crane", -5, "fled")).when("crane", Points("crane", 2, "the bridge"))
    )
    after = evolve(told.board, HonorCorrected("crane", Term(4, "a ruling", "honor/gain"), -5, -1))
    assert after.entries == (
        Entry(2, "crane", "honor", Term(-5, "fled", "honor/gain"), -5, "lion"),
        Entry(2, "crane", "VP", Term(2, "the bridge", "battle/points"), 2, "crane"),
        Entry(2, "crane", "honor", Term(4, "a ruling", "honor/gain"), -1, ""),
    )


def played() -> Played:
    """A random battle, until both armies have something in their ledgers."""
    found = Played(CLAN_WAR, 9, DATA)
    while len(found.game.state.board.entries) < 12:
        found.step()
    return found


def test_the_ledger_is_asked_for_by_the_name_of_the_army() -> None:
    told = played()
    seat = told.game.state.board.entries[-1].army
    happened = [entry.event for entry in told.entries if isinstance(entry, Fact)]
    changes = [one for one in happened if isinstance(one, HonorChanged | PointsChanged) and one.army == seat]
    army, lines = told.game.state.board.armies[seat], answered(asked_of(told.game, seat), f"where {seat}")
    assert lines[0] == f"{seat}: {army.honor} honor, {army.vp} VP."
    shown = [line for line in lines[1:] if line.startswith("  T")]
    assert len(shown) == len(changes)
    for line, change in zip(shown, changes, strict=True):
        assert f"{change.term.value:+d}, {change.term.why}" in line
    assert f"Reported by {changes[-1].by}." in " ".join(lines)


def test_of_a_long_ledger_the_latest_changes_are_shown() -> None:
    game = played().game
    at, seat = game.state.board, game.state.board.entries[0].army
    ruled = Entry(1, seat, "VP", Term(1, "the bridge", "battle/points"), 3, "")
    longer = replace(at, entries=(ruled,) * (LATEST + 1))
    game.now = replace(game.now, state=replace(game.state, board=longer))
    lines = answered(asked_of(game, seat), f"where {seat}")
    assert lines[1] == f"The latest {LATEST} changes:"
    assert lines[2:] == ["  T1: VP +1, the bridge: 3. By a ruling."] * LATEST


def test_an_army_has_none_where_no_battle_is_fought() -> None:
    asked = replace(asked_of(played().game, "crane"), game=None)
    assert answered(asked, "where crane") == ["crane is in no battle here."]

"""Games that are opened with programs: who may be one, where, and that nobody is taken for one."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.game.deciding.consequences import impossible
from domain.game.entries.entries import Joined
from domain.game.entries.policy import Policy
from domain.kit.errors import IllegalMove
from domain.kit.likeness import called, program_of
from domain.titles import TITLES
from referee.games import names, people
from referee.games.opening import CannotOpen, Opening
from referee.games.programs import marked, unplayable
from referee.programs.seats import MOST, NoProgram, join_all, named
from referee.record.envelope import MAIL, Act
from tests.referee.programs.table import ACT, GAME, OWN, Table


def test_programs_join_by_themselves_with_phrases_that_nobody_knows(tmp_path: Path) -> None:
    table = Table(tmp_path, {"ise": "steady", "kii": "steady"})
    kept = join_all(table.referee, GAME)
    assert kept.game.ledger.absent == ("iga",)
    phrases = [entry.phrase for entry in table.entries() if isinstance(entry, Joined)]
    assert len(set(phrases)) == 2
    assert [act[0] for act in table.acts()[1:]] == ["program", "program"]
    assert [act[3] for act in table.acts()[1:]] == ["steady (program)"] * 2
    assert kept.game.register.has_programs
    assert marked(table.record) == (GAME,)


def test_a_game_of_people_is_none_with_programs(tmp_path: Path) -> None:
    table = Table(tmp_path, {})
    assert not table.game.register.has_programs
    assert marked(table.record) == ()
    assert table.worker.work() == 0


@pytest.mark.parametrize("written", ["random", "steady", "keen", "keen:1", f"keen:{MOST}"])
def test_a_program_is_called_by_how_it_plays(written: str) -> None:
    assert named(written) == f"{written} (program)"
    assert program_of(named(written)) == written


@pytest.mark.parametrize(
    "written",
    [
        *(
            "",
            "Steady",
            "steady ",
            "steady:3",
            "random:1",
            "keen:",
            "keen:0",
            "keen:01",
            "keen:-1",
            "keen:1e3",
        ),
        *("keen:١", "steady\n", f"keen:{MOST + 1}", "anna", "steady (program)"),
    ],
)
def test_there_is_no_other_program(written: str) -> None:
    with pytest.raises(NoProgram, match="There is no program"):
        named(written)


@pytest.mark.parametrize(("level", "sits"), [(0, True), (1, True), (2, False), (3, False)])
def test_programs_sit_where_no_seat_draws_cells_of_its_own(tmp_path: Path, level: int, sits: bool) -> None:
    table = Table(tmp_path, {})
    opening = Opening("other", "shinobi", ("Anna", "Boris", called("steady")), level=level)
    if sits:
        assert table.referee.open(opening, ACT).game.register.program("kii") == "steady"
    else:
        with pytest.raises(CannotOpen, match=f"At level {level} of proof each seat draws secret cells"):
            table.referee.open(opening, ACT)


def test_a_title_without_programs_has_none_at_its_seats() -> None:
    rules = replace(TITLES["shinobi"], players=None)
    assert unplayable(rules, 1) == f"No program plays {rules.name} yet."
    assert "can stand in" in impossible(rules, Policy(nmr="bot"))
    assert impossible(TITLES["shinobi"], Policy(nmr="bot")) == ""
    assert (
        impossible(rules, Policy(advice=True)) == f"No program plays {rules.name}, so that none can advise."
    )
    assert impossible(TITLES["shinobi"], Policy(advice=True)) == ""


LIKE = [
    *("steady (program)", "steady program", "Steady", "STEADY", "keen", "random", "keen:40 (program)"),
    *(
        "the Program",
        "Progräm",
        "рrogram of Anna",
        "programme",
        "программа",
        "steady bot",
        "ROBOT",
        "computer",
    ),
    "steady (progrаm)",  # with a Cyrillic letter
]


@pytest.mark.parametrize("name", LIKE)
@pytest.mark.parametrize("address", ["", "dora@example.org"])
def test_nobody_may_be_called_like_a_program(tmp_path: Path, name: str, address: str) -> None:
    table = Table(tmp_path, {"ise": "steady"})
    with pytest.raises(IllegalMove):
        names.check(table.game, name, address, {"Iga": "iga@example.org", "Kii": "kii@example.org"})


@pytest.mark.parametrize("name", ["Keen A.", "Programov", "Botan", "Steadman", "Randomir"])
def test_whoever_is_called_nearly_so_keeps_his_name(tmp_path: Path, name: str) -> None:
    table = Table(tmp_path, {"ise": "steady"})
    names.check(table.game, name, "dora@example.org", {})
    assert program_of(name) == ""


def test_a_program_is_given_no_address(tmp_path: Path) -> None:
    """Nor by a name that stands in the game already, though the referee may give those that have none one."""
    table = Table(tmp_path, {"ise": "steady"})
    steady, where = called("steady"), (table.referee, GAME)
    with pytest.raises(IllegalMove, match="is a program"):
        people.list_standby(*where, steady, True, ACT, "x@example.org")
    with pytest.raises(IllegalMove, match="is a program"):
        people.take_seat(*where, "iga", steady, "why", ACT, "x@example.org")
    with pytest.raises(IllegalMove, match=r"no name of a person|is a program"):
        people.delegate(*where, "iga", steady, "all", 1 << 50, OWN)
    assert table.record.addresses(GAME) == {"iga": "iga@example.org", "kii": "kii@example.org"}


def test_only_the_referee_names_a_program(tmp_path: Path) -> None:
    table = Table(tmp_path, {})
    for act in (Act(MAIL, person="Iga", seat="iga"), Act(MAIL, person="referee"), OWN):
        with pytest.raises(IllegalMove, match="no name of a person"):
            people.take_seat(table.referee, GAME, "ise", called("steady"), "why", act)
    people.take_seat(table.referee, GAME, "ise", called("steady"), "why", ACT)
    assert table.game.register.program("ise") == "steady"

"""What the report of a bundle says of rulings, recusals, looks and rewinds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.game.entries.entries import Rewound
from domain.game.entries.policy import AT_REVEAL, Policy, Refereeing
from domain.game.state.lines import unit_ends
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.bundle.members import REPORT
from referee.games import rulings
from referee.games.rulings import Complaint, Judgement
from tests.referee.clocks.club import REFEREE as DESK
from tests.referee.clocks.club import Club

POLICY = Policy(referee=Refereeing("Gen", stops=True, looks=AT_REVEAL))
RULE = "turn/deploy"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    one = Club(tmp_path_factory.mktemp("report"), POLICY, level=1)
    one.join()
    one.order()
    one.order()
    rulings.dispute(one.referee, "g", "iga", Complaint("It was *mine*."), one.by("iga"))
    rulings.recuse(one.referee, "g", 1, "referee", "A friend.", DESK)
    judged = (
        Judgement("stands", "The *mail* says so.", 1, "second", rules=(RULE,)),
        Judgement("penalty", "Rude.", rules=("press",), seat="ise"),
        Judgement("rewound", "A slip.", rules=(RULE,), to=unit_ends(one.entries())[-2]),
    )
    for each in judged:
        rulings.rule(one.referee, "g", each, DESK)
    one.order()
    rulings.reopen(one.referee, "g", 1, "A mail has turned up.", DESK)
    one.referee.look("g", "Gen", "everything", "dispute 1", DESK)
    yield one
    one.record.close()


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_everything_that_a_referee_did_with_a_reason_is_listed(club: Club, viewer: str) -> None:
    text = writing.members(club.record, "g", viewer)[REPORT].decode()
    part = text.split("## What the referee did beside the rules\n\n")[1].split("\n\n")[0]
    said = [line.split(": ", 1)[1] for line in part.splitlines()]
    (back,) = club.entries(Rewound)
    assert said == [
        "recused on dispute 1, the game. Reason: A friend.",
        r"ruled 1 (stands) on dispute 1, the game. Reason: The \*mail\* says so.",
        "ruled 2 (penalty), ise. Reason: Rude.",
        "ruled 3 (rewound), the game. Reason: A slip.",
        f"rewound to event {back.to}, the game. Reason: A slip.",
        "reopened ruling 1, the game. Reason: A mail has turned up.",
        "somebody looked at what is sealed; a reveal will show at what.",
    ]


def test_a_take_back_that_all_let_is_no_deed_of_the_referee(tmp_path_factory: pytest.TempPathFactory) -> None:
    one = Club(tmp_path_factory.mktemp("consent"), Policy(), level=1)
    one.join()
    seat = one.turn
    while one.turn == seat:
        one.order()
    seat = one.turn
    one.order()
    rulings.ask_back(one.referee, "g", seat, 0, "A slip.", one.by(seat))
    for other in one.game.seats:
        if other != seat:
            rulings.answer_back(one.referee, "g", other, True, one.by(other))
    assert [entry.by for entry in one.entries(Rewound)] == ["consent"]
    text = writing.members(one.record, "g", PUBLIC)[REPORT].decode()
    assert "## What the referee did beside the rules\n\nNothing.\n" in text
    one.record.close()

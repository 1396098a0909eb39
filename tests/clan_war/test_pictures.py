"""What people see: the view, the board, sentences, sums, the drawing and the rows of the read model."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board.events import HonorChanged, HonorTested, StartingHonorSet
from domain.clan_war.board.flight_events import Flew, ForcedLanded, Shot
from domain.clan_war.board.state import Board, Claim, Due, Entry, Mode, conserved
from domain.clan_war.view import thresholds, view
from domain.kit.facts import Fact, State
from domain.kit.sealed import PUBLIC, REFEREE
from domain.kit.sums import Sum, Term
from projections.clan_war import PICTURES
from projections.drawing.svg import svg
from projections.language.messages import COLUMNS, columns
from tests.clan_war.boards import (
    DATA,
    FILES,
    archers,
    board,
    dragon,
    hero,
    hostage,
    ledger,
    roll,
    total,
    unit,
    without,
)
from tests.titles.play import Played

DRAGON, ARCHERS = dragon(position=("10", "12.5")), archers(spent_until=3, formed=False)
BATTLE = replace(
    board(
        DRAGON,
        unit("crane-1"),
        ARCHERS,
        people=(hero("doji", DRAGON, 3, ("charge",)),),
        honor={"crane": 23, "lion": -12},
        hostages=(hostage(ARCHERS, "crane"),),
        engaged=(("crane-1", "archers"),),
        modes=(Mode("crane-1", "archers", "all-out"),),
        phase="close",
        agreed=("lion",),
    ),
    due=(Due("crane", "enemy", 40, 0), Due("lion", "own", -50, -1)),
)
TOLD = replace(
    BATTLE,
    entries=(Entry(1, "crane", "VP", Term(2, "the bridge", "battle/points"), 2, "crane", "lion"),),
    claims={3: Claim(3, "honor", "lion", Term(-5, "fled", "honor/gain"), "crane", ("lion",))},
)
"""With a ledger, and a report that waits."""

PICTURE = """\
Clan War                                             turn 2 of 6: Close Combat
------------------------------------------------------------------------------
Crane           23  |...|....|....|....|...|..............|*.......|.........|
Lion           -12  |...|....|....|....|..*|..............|........|.........|
                    -60 -50  -40  -30  -20 -10            20       40       60
------------------------------------------------------------------------------
Crane (you): 23 honor, Morale +1, 0 VP.
  unit              models move  TL ML Ld   range
  Fire Dragon          1/1   6"   6  6  3    8/16
      AIRBORNE; at 10 12.5; led by Doji; traits: flight
  Crane 1              8/8   6"   6  6  0       -
      on the ground; engaged with Archers
Lion: -12 honor, Morale -1, 0 VP, agrees to end.
  unit              models move  TL ML Ld   range
  Archers              8/8   6"   6  6  0   15/30
      on the ground; unformed; spent until the end of turn 3; engaged with
      Crane 1; holds guest-1
------------------------------------------------------------------------------
Hostage guest-1 of Crane: held by Archers (Lion).
Crane 1 attacks Archers all-out.
Due at the end of the turn: enemies of Crane test at +0, for 40 honor.
Due at the end of the turn: units of Lion test at -1, for -50 honor.
"""


def seen(at: Board, viewer: str = "crane") -> Any:
    return view(State(at), viewer)


def test_the_board_as_a_seat_sees_it() -> None:
    assert PICTURES.board(seen(BATTLE)) == PICTURE


@pytest.mark.parametrize("viewer", [PUBLIC, "lion", REFEREE])
def test_everybody_sees_the_same_but_for_who_they_are(viewer: str) -> None:
    assert replace(seen(BATTLE, viewer), viewer="crane") == seen(BATTLE)


def test_the_board_says_who_is_immune_to_the_tests_that_are_due() -> None:
    naga = unit("naga-warriors", "lion", traits=("creature",))
    at = board(DRAGON, naga, unit("lion-1", "lion"))
    at = replace(at, due=(Due("crane", "enemy", 40, 0), Due("crane", "own", -50, -1)))
    assert PICTURES.board(seen(at)).splitlines()[-3:] == [
        "Due at the end of the turn: enemies of Crane test at +0, for 40 honor. Immune:",
        "    Naga Warriors.",
        "Due at the end of the turn: units of Crane test at -1, for -50 honor.",
    ]


def test_the_board_says_who_strikes_easy_while_there_is_a_hostage() -> None:
    easy = replace(BATTLE, modes=(Mode("crane-1", "archers", "easy"),))
    said = "Crane 1 strikes easy at Archers."
    assert said in PICTURES.board(seen(easy))
    assert said not in PICTURES.board(seen(replace(easy, hostages={})))


def test_the_board_says_where_the_table_of_low_honor_is_not_supplied() -> None:
    raw = FILES["honor.toml"].decode()
    rows = raw[raw.index("\n[[low]]") : raw.index("\n[[clan]]")]
    at = board(unit("crane-1"), data=without("honor.toml", rows))
    said = "The table of low honor is not supplied: it has no continuing effects."
    assert said in PICTURES.board(seen(at))
    assert said not in PICTURES.board(seen(BATTLE))


@pytest.mark.parametrize(
    ("honor", "low", "high"),
    [(0, -60, 60), (40, -60, 60), (61, -60, 80), (-50, -60, 60), (-51, -60, 60), (-60, -70, 60)],
)
def test_the_track_goes_one_level_beyond_the_armies(honor: int, low: int, high: int) -> None:
    levels = thresholds(board(unit("crane-1"), honor={"crane": honor}))
    assert (levels[0], levels[-1]) == (low, high)
    assert {-50, -40, -30, -20, -10, 20, 40} <= set(levels)


def test_the_end_is_told_with_its_points() -> None:
    crane = replace(BATTLE.armies["crane"], points=(Term(3, "the bridge", "battle/points"),))
    over = replace(BATTLE, armies=BATTLE.armies | {"crane": crane}, winners=("crane",), ending="victory")
    lines = PICTURES.board(seen(over)).splitlines()
    assert "the battle is over after turn 2" in lines[0]
    assert lines[-4:] == [
        "Crane has won.",
        "  Crane: 3 VP. +3 the bridge",
        "  Lion: 0 VP.",
        'What each army enters in the next battle: ask "where crane" and "where lion".',
    ]
    draw = replace(over, winners=("crane", "lion"), ending="draw")
    assert "A draw between Crane and Lion." in PICTURES.board(seen(draw))


SENTENCES = [
    (
        StartingHonorSet("crane", total((10, "base honor of crane", "honor/start")), 0, 0),
        "crane begins with 10 honor.",
    ),
    (
        HonorChanged("crane", Term(-5, "fled", "honor/gain"), 3, "lion"),
        "Honor of crane -5, fled: now 3. Reported by lion.",
    ),
    (
        HonorTested("lion-1", "crane", "enemy", 60, roll((7, "the die", "x"), (-1, "y", "z"), passed=True)),
        "lion-1 tests its Morale, as crane has reached 60 honor: 7 thrown, 6 with its modifiers, "
        "at least 6 is needed: passed.",
    ),
    (
        Flew("fire-dragon", "primary", "3", ended="failed maneuver"),
        'fire-dragon fails its maneuver and flies straight on, 3" in all.',
    ),
    (
        ForcedLanded("crane-1", "4", "3", 2, True),
        'crane-1 is forced down after 4" and 3" more and is unformed: 2 Damage dice.',
    ),
    (
        Shot(
            "a", "b", "10", total((16, "x", "y")), Sum(()), Sum(()), "extended", total((-2, "x", "y")), (3,)
        ),
        'a shoots at b, 10" away: extended range, -2 ATT. Die: 3.',
    ),
]


@pytest.mark.parametrize(("event", "said"), SENTENCES)
def test_an_event_in_a_sentence(event: Any, said: str) -> None:
    assert PICTURES.sentence(event, PUBLIC) == said


def test_every_kind_of_event_has_a_sentence() -> None:
    from projections.clan_war.sentences import _SENTENCES

    assert set(_SENTENCES) == set(CLAN_WAR.events)


def test_sums_are_those_of_the_event() -> None:
    rolled = roll((7, "the die", "x"), (-1, "y", "z"), passed=True)
    tested = HonorTested("lion-1", "crane", "enemy", 60, rolled)
    assert PICTURES.sums(tested, PUBLIC) == (("Morale test of lion-1", rolled.sum),)
    assert PICTURES.sums(Flew("fire-dragon", "primary", "3"), PUBLIC) == ()
    changed = HonorChanged("crane", Term(3, "duel won", "honor/gain"), 8, "lion")
    assert PICTURES.sums(changed, PUBLIC) == (
        ("change of honor of crane", total((3, "duel won", "honor/gain"))),
    )


def test_the_rows_of_the_read_model_fit_their_tables() -> None:
    rows = PICTURES.rows(seen(TOLD))
    assert set(rows) == {table.name for table in PICTURES.tables}
    for table in PICTURES.tables:
        assert all(set(row) == set(table.columns) for row in rows[table.name])
        assert all(type(row[key]) is kind for row in rows[table.name] for key, kind in table.columns.items())
        keys = [tuple(row[key] for key in table.key) for row in rows[table.name]]
        assert len(set(keys)) == len(keys) > 0
    assert rows["honor_ledger"][0] == {
        "army": "crane",
        "nth": 1,
        "value": 23,
        "why": "so far",
        "rule": "honor/start",
    }
    assert ledger(23)[0].value == 23
    assert rows["army_ledger"] == [
        {
            "nth": 1,
            "turn": 1,
            "army": "crane",
            "what": "VP",
            "value": 2,
            "after": 2,
            "why": "the bridge",
            "rule": "battle/points",
            "reported": "crane",
            "confirmed": "lion",
        }
    ]


def test_the_drawing_has_a_card_for_each_unit_and_says_it_in_words() -> None:
    drawn = PICTURES.drawing(seen(BATTLE))
    ids = [part.id for part in drawn.parts]
    assert len(set(ids)) == len(ids)
    assert {"unit fire-dragon", "unit crane-1", "unit archers", "honor crane", "honor lion"} <= set(ids)
    assert drawn.description.startswith(
        "Turn 2, Close Combat. Crane: 23 honor, 0 VP. Lion: -12 honor, 0 VP. Fire Dragon of Crane: "
    )
    assert svg(drawn).startswith("<svg")
    assert PICTURES.tracks(seen(BATTLE)) == {
        "crane honor": 23,
        "lion honor": -12,
        "crane VP": 0,
        "lion VP": 0,
    }


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_can_be_told_and_drawn(seed: int) -> None:
    played = Played(CLAN_WAR, seed, DATA)
    while not played.game.is_over():
        board_ = PICTURES.board(CLAN_WAR.view(played.game.state, "crane"))
        assert max(map(columns, board_.splitlines())) <= COLUMNS
        assert conserved(played.game.state.board) == ""
        played.step()
    PICTURES.drawing(CLAN_WAR.view(played.game.state, PUBLIC))
    events = [entry.event for entry in played.entries if isinstance(entry, Fact) and entry.event is not None]
    said = [PICTURES.sentence(event, PUBLIC) for event in events]
    assert all(sentence.endswith(".") for sentence in said)
    assert all(
        isinstance(total_.total, int) for event in events for _, total_ in PICTURES.sums(event, PUBLIC)
    )


def test_a_board_that_cannot_be_is_named() -> None:
    assert conserved(BATTLE) == ""
    broken = replace(BATTLE, engaged=(("fire-dragon", "archers"),))
    assert conserved(broken) == "fire-dragon is airborne and cannot be."
    lost = BATTLE.units | {"crane-1": unit("crane-1", models_left=9)}
    assert conserved(replace(BATTLE, units=lost)) == "crane-1 has 9 models of 8."
    gone = BATTLE.units | {"crane-1": unit("crane-1")}
    dead = replace(gone["crane-1"], destroyed=True)
    assert conserved(replace(BATTLE, units=gone | {"crane-1": dead})) == (
        "crane-1 and archers are engaged, and one of them is destroyed."
    )

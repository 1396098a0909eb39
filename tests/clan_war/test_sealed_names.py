"""Own names, casualties and points of the battle before in a sealed list [battle/lists, battle/names]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.battle.lists import whole_table
from domain.clan_war.board.events import ModelsLost, PersonalityCalled, PointsChanged, UnitCalled
from domain.clan_war.board.list_events import Lapsed, Listed, ListSealed, ListsOpened, Renamed
from domain.clan_war.board.state import begin
from domain.clan_war.data.options import Options
from domain.clan_war.view import view
from domain.clan_war.words.grammar import notation
from domain.clan_war.words.items import MusterArmies
from domain.clan_war.words.reports import CallUnit, Casualties, Done, Points
from domain.game.entries.entries import Opened, Ordered, Seated
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from projections.clan_war import PICTURES
from projections.clan_war.drawing import narrow
from projections.clan_war.losses import LOSSES
from projections.pictures import Loss
from tests.clan_war.boards import DATA, board, scenario, unit
from tests.exports.games import replay
from tests.exports.test_secrecy import FORMATS
from tests.playing import Game
from tests.scenario import Scenario
from tests.titles.asking import answered, asked_of
from tests.titles.play import Luck, opening
from tests.titles.test_secrecy import public_form

BOTH = ("north", "lion")
SEALED = Options(**CLAN_WAR.editions[-1].options)
WORDS = notation(DATA, BOTH)

BEGUN = (
    ("north", "clan crane"),
    ("north", "muster crane-bushi"),
    ("north", "recruit crane-general in north-crane-bushi"),
    ("lion", "muster lion-bushi"),
)


def mustering(*lines: tuple[str, str]) -> Scenario:
    told = scenario(begin(SEALED, DATA, BOTH), MusterArmies(BOTH))
    told.game.now = replace(told.game.now, data=DATA)
    for seat, line in (*BEGUN, *lines):
        told.when(seat, WORDS.read(line))
    return told


def opened(told: Scenario) -> ListsOpened:
    told.when("north", Done()).when("lion", Done())
    (lists,) = [one for one in told.events if isinstance(one, ListsOpened)]
    return lists


@pytest.mark.parametrize(
    ("line", "entry", "said"),
    [
        (
            "call north-crane-bushi as Doji's Spears",
            UnitCalled("north-crane-bushi", "Doji's Spears"),
            "north-crane-bushi is called Doji's Spears.",
        ),
        (
            "call north-crane-general as Doji Hoturi",
            PersonalityCalled("north-crane-general", "Doji Hoturi"),
            "north-crane-general is called Doji Hoturi.",
        ),
        (
            "casualties north-crane-bushi 5",
            ModelsLost("north-crane-bushi", 5, 7),
            "north-crane-bushi loses 5 models: 7 left.",
        ),
    ],
)
def test_a_name_and_losses_are_entered_under_seal(line: str, entry: Struct, said: str) -> None:
    told = mustering(("north", line))
    told.then(ListSealed("north", Sealed(("north",), Listed((entry,)))))  # type: ignore[arg-type]
    (given,) = [one for one in told.happened if isinstance(one, Ordered)]
    assert given.order == Sealed(("north",), WORDS.read(line))
    assert PICTURES.sentence(told.events[0], "north") == f"Under seal: {said}"
    hidden = "north has written a line of its army list, under seal."
    assert {PICTURES.sentence(told.events[0], who) for who in ("lion", PUBLIC)} == {hidden}
    opened(told)
    assert entry in told.events


def test_points_of_the_battle_before_stand_in_the_ledger_once_lists_are_opened() -> None:
    told = mustering(("north", "vp north 4 carried over"))
    assert told.board.entries == ()
    shown = {viewer: view(told.game.state, viewer) for viewer in ("north", REFEREE, "lion", PUBLIC)}
    assert [len(one.entries) for one in shown.values()] == [1, 1, 0, 0]
    assert [one.armies[0].vp.total for one in shown.values()] == [4, 4, 0, 0]
    opened(told)
    (changed,) = [one for one in told.events if isinstance(one, PointsChanged)]
    assert (changed.army, changed.after, told.board.armies["north"].vp) == ("north", 4, 4)


def test_its_own_side_uses_a_name_under_seal_and_the_other_does_not_know_it() -> None:
    told = mustering(("north", "call north-crane-bushi as Doji's Spears"))
    told.when("north", WORDS.read('recruit crane-captain in "doji\'s spears"'))
    (event,) = told.events
    assert isinstance(event, ListSealed)
    entry: Any = event.what.value.entries[0]
    assert entry.personality.unit == "north-crane-bushi"
    assert view(told.game.state, "north").called == {"north-crane-bushi": "Doji's Spears"}
    assert view(told.game.state, "lion").called == {}
    for name in ("Doji's Spears", "Nobody at All"):
        text = f'[battle/muster] There is no unit "{name}" in this battle. There is lion-bushi.'
        told.refused("lion", WORDS.read(f'recruit lion-general in "{name}"'), text)


# ---- names that are alike


def test_of_names_that_are_alike_that_of_the_first_seat_is_given_whoever_wrote_first() -> None:
    told = mustering(("lion", "call lion-bushi as DOJI'S SPEARS"))
    told.when("north", WORDS.read("call north-crane-bushi as Doji's Spears"))
    lists = opened(told)
    assert lists == ListsOpened((), (Lapsed("lion", "lion-bushi", "DOJI'S SPEARS"),))
    assert told.board.called == {"north-crane-bushi": "Doji's Spears"}
    assert PICTURES.sentence(lists, PUBLIC) == (
        'All army lists are opened. lion-bushi of lion is not called "DOJI\'S SPEARS": another army has that '
        "name, or one like it."
    )


def test_a_name_that_was_given_up_again_hinders_nobody_and_is_not_told() -> None:
    told = mustering(
        ("north", "call north-crane-bushi as Doji's Spears"),
        ("lion", "call lion-bushi as Doji's Spears"),
        ("north", "call north-crane-bushi as Kakita's Spears"),
    )
    assert opened(told).lapsed == ()
    assert told.board.called == {"north-crane-bushi": "Kakita's Spears", "lion-bushi": "Doji's Spears"}
    assert UnitCalled("north-crane-bushi", "Doji's Spears") not in told.events


def test_a_name_is_given_to_a_unit_that_is_called_otherwise_at_the_opening() -> None:
    told = scenario(begin(SEALED, DATA, ("crane", "lion")), MusterArmies(("crane", "lion")))
    words = notation(DATA, ("crane", "lion"))
    for seat in ("crane", "lion"):
        for line in (
            "muster fire-dragon",
            "personality {}-hero-1 of {} honor 2 leadership 1 in fire-dragon",
            "recruit ronin in fire-dragon",
            "call fire-dragon as Fires of the {}",
            "call ronin as Wanderer of the {}",
            "unit {}-3 move 5 tl 6 ml 6 models 8",
            "casualties {}-3 3",
        ):
            told.when(seat, words.read(line.replace("{}", seat)))
    told.when("crane", Done()).when("lion", Done())
    (lists,) = [one for one in told.events if isinstance(one, ListsOpened)]
    assert lists.renamed == (
        Renamed("lion", "fire-dragon", "lion-1"),
        Renamed("lion", "ronin", "lion-hero-2"),
    )
    assert told.board.called == {
        "fire-dragon": "Fires of the crane",
        "ronin": "Wanderer of the crane",
        "lion-1": "Fires of the lion",
        "lion-hero-2": "Wanderer of the lion",
    }
    assert told.board.units["lion-3"].models == 5


def test_a_name_that_lies_open_is_kept_from_the_start() -> None:
    """A muster that has gone over to the third edition [rules/edition]."""
    mine, other = unit("crane-1"), unit("lion-1", "lion")
    at = board(mine, other, turn=0, options=SEALED, called={"crane-1": "Doji's Spears"})
    told = scenario(replace(at, phase="muster"), MusterArmies(("crane", "lion")))
    text = (
        '[battle/names] "Doji\'s Spears" is the name of another, or looks like it. '
        "Choose another name, such as Spears of the Dawn."
    )
    told.refused("lion", CallUnit("lion-1", "Doji's Spears"), text)
    told.when("crane", CallUnit("crane-1", "Kakita's Spears")).when("lion", CallUnit("lion-1", "Matsu"))
    assert dict(whole_table(told.board).called) == {"crane-1": "Kakita's Spears", "lion-1": "Matsu"}


# ---- what the others see


PAIRS: list[tuple[Struct, Struct]] = [
    (CallUnit("north-crane-bushi", "D"), CallUnit("north-crane-bushi", "Doji's Spears of the Dawn"[:24])),
    (CallUnit("north-crane-bushi", "Doji's Spears"), Casualties("north-crane-bushi", 5)),
    (Casualties("north-crane-bushi", 1), Casualties("north-crane-bushi", 11)),
    (Points("north", 1, "x"), Points("north", -200, "a very long war" * 5)),
]
IDS = ["names", "name or losses", "losses", "points"]


@pytest.mark.parametrize("pair", PAIRS, ids=IDS)
@pytest.mark.parametrize("viewer", ["lion", PUBLIC])
def test_nobody_else_can_tell_names_losses_and_points_apart(viewer: str, pair: tuple[Struct, Struct]) -> None:
    one, two = (seen(order, viewer) for order in pair)
    assert one == two
    assert seen(pair[0], "north") != seen(pair[1], "north")


def seen(order: Struct, viewer: str) -> list[Any]:
    told = mustering().when("north", order)
    shown, asked = view(told.game.state, viewer), asked_of(told.game, viewer)
    return [
        public_form(told.happened, viewer),
        shown,
        PICTURES.board(shown),
        narrow(shown),
        PICTURES.rows(shown),
        PICTURES.drawing(shown),
        told.game.examples("lion"),
        told.game.expected(),
        *(answered(asked, one) for one in ("where north", "where north-crane-bushi", "unseen")),
        *(PICTURES.sentence(event, viewer) for event in told.events),
    ]


@pytest.mark.parametrize("pair", PAIRS, ids=IDS)
def test_no_byte_of_an_export_or_a_page_tells_them_apart(pair: tuple[Struct, Struct]) -> None:
    first = replace(
        opening(CLAN_WAR, 0),
        preset="",
        options=SEALED,
        seats=tuple(Seated(seat, f"player of {seat}") for seat in BOTH),
    )
    one, two = (replay(CLAN_WAR, entries(first, order)) for order in pair)
    for name, written in FORMATS.items():
        for viewer in ("lion", PUBLIC):
            assert written(one, viewer) == written(two, viewer), (name, viewer)
    assert FORMATS["csv"](one, REFEREE) != FORMATS["csv"](two, REFEREE)


def entries(first: Opened[Any], order: Struct) -> list[Any]:
    game = Game("g", CLAN_WAR)
    made = [*game.open(first, DATA, Luck(0))]
    for seat, given in (*((seat, WORDS.read(line)) for seat, line in BEGUN), ("north", order)):
        made += game.post(seat, given, Luck(0))
    return made


# ---- what is said of it


def test_models_lost_in_the_battle_before_are_no_losses_of_this_one() -> None:
    told = mustering(("north", "casualties north-crane-bushi 5"))
    lost = ModelsLost("north-crane-bushi", 5, 7)
    assert list(LOSSES[ModelsLost](lost, view(told.game.state, "north"))) == []
    opened(told)
    begun = replace(view(told.game.state, "north"), turn=1)
    assert list(LOSSES[ModelsLost](lost, begun)) == [Loss("north", "models", 5)]


def test_who_has_no_clan_yet_is_asked_for_it_first() -> None:
    item = MusterArmies(BOTH)
    told = scenario(begin(SEALED, DATA, BOTH), item)
    sealed = "muster your army, sealed until all are done: units and personalities, then done"
    asked = "choose the clan of your army, such as: clan crane"
    assert PICTURES.asks(view(told.game.state, "north"), item, {}) == asked
    assert PICTURES.asks(view(told.game.state, "lion"), item, {}) == sealed
    told.when("north", WORDS.read("clan crane"))
    assert PICTURES.asks(view(told.game.state, "north"), item, {}) == sealed

"""Army lists under seal until all armies are done [battle/lists]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board.combat_events import HostageTaken
from domain.clan_war.board.events import ArmyDone, ModifierEntered, UnitMustered
from domain.clan_war.board.flight_events import Placed
from domain.clan_war.board.list_events import Listed, ListSealed, ListsOpened, Renamed
from domain.clan_war.board.state import Profile, begin
from domain.clan_war.data.options import Options
from domain.clan_war.sequence.muster import setup
from domain.clan_war.view import view
from domain.clan_war.words.items import MusterArmies
from domain.clan_war.words.movement_reports import Place
from domain.clan_war.words.reports import (
    ClearList,
    Done,
    Modifier,
    Muster,
    Personality,
    Raise,
    Recruit,
    Sample,
    Take,
)
from domain.game.entries.entries import Ordered
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.kit.sums import Term
from projections.clan_war import PICTURES
from tests.clan_war.boards import DATA, board, scenario, unit
from tests.scenario import Scenario
from tests.titles.asking import answered, asked_of
from tests.titles.test_secrecy import public_form

SEATS = ("crane", "lion")
OPTIONS = Options(copies_and_allies=True, army_lists="sealed")
ARCHERS = UnitMustered(Profile("crane-archers", "crane", "crane", 4, 6, 6, 8, 0, 15, 30))
DRAGON = Muster("fire-dragon")


def mustering(seats: tuple[str, ...] = SEATS, options: Options = OPTIONS) -> Scenario:
    at = begin(options, DATA, seats)
    told = scenario(at, *setup(at)[0].then)
    told.game.now = replace(told.game.now, data=DATA)
    return told


def listed(told: Scenario, *lines: tuple[str, Struct]) -> Scenario:
    for seat, order in lines:
        told.when(seat, order)
    return told


def open_for(told: Scenario, viewer: str) -> set[str]:
    return {one.unit.name for one in view(told.game.state, viewer).units}


def test_a_line_is_sealed_to_its_own_side() -> None:
    told = mustering().when("crane", Muster("crane-archers"))
    told.then(ListSealed("crane", Sealed(("crane",), Listed((ARCHERS,)))))
    (given,) = [one for one in told.happened if isinstance(one, Ordered)]
    assert given.order == Sealed(("crane",), Muster("crane-archers"))
    assert told.board.units == {}
    assert open_for(told, "crane") == open_for(told, REFEREE) == {"crane-archers"}
    assert open_for(told, "lion") == open_for(told, PUBLIC) == set()


def test_a_sample_army_is_one_line_like_any_other() -> None:
    told = mustering().when("crane", Sample())
    (event,) = told.events
    assert isinstance(event, ListSealed)
    assert len(event.what.value.entries) > 3
    said = "crane has written a line of its army list, under seal."
    assert PICTURES.sentence(event, "lion") == PICTURES.sentence(event, PUBLIC) == said
    assert PICTURES.sentence(event, "crane").startswith("Under seal: crane musters crane-bushi: 12 models")


SECRETS = [
    (Muster("crane-archers"), Muster("fire-dragon")),
    (Muster("crane-archers"), Sample()),
    (Raise("crane-1", 5, 6, 6, 8), Raise("crane-2", 8, 5, 6, 12, traits=("flight", "cavalry"))),
    (Modifier(-5, "x"), Modifier(100, "a very long omen " * 5)),
]


@pytest.mark.parametrize("pair", SECRETS)
@pytest.mark.parametrize("viewer", ["lion", PUBLIC])
def test_what_others_see_is_the_same_whatever_is_listed(viewer: str, pair: tuple[Struct, Struct]) -> None:
    assert seen(pair[0], viewer) == seen(pair[1], viewer)


def seen(order: Struct, viewer: str) -> list[Any]:
    """All that a viewer has of a line: the forms of the entries, the view, the board, rows, answers."""
    told = mustering().when("crane", order)
    shown = view(told.game.state, viewer)
    asked = asked_of(told.game, viewer)
    return [
        public_form(told.happened, viewer),
        shown,
        PICTURES.board(shown),
        PICTURES.rows(shown),
        told.game.examples("lion"),
        told.game.expected(),
        *(answered(asked, one) for one in ("where crane", "where crane-1", "unseen", "where fire-dragon")),
        *(PICTURES.sentence(event, viewer) for event in told.events),
    ]


TAKEN_BY_CRANE = (
    ("crane", DRAGON),
    ("crane", Personality("crane-hero-1", "crane", 2, 2, "fire-dragon")),
    ("crane", Take("guest-1", "crab", "fire-dragon")),
)


def test_no_refusal_tells_what_the_other_side_has_listed() -> None:
    """The same names are taken by the other side as if nobody had them."""
    told = listed(mustering(), *TAKEN_BY_CRANE)
    listed(told, ("lion", DRAGON), ("lion", Take("guest-1", "crab", "fire-dragon")))
    text = '[battle/muster] fire-dragon is mustered already. Write "muster fire-dragon as lion-1".'
    told.refused("lion", DRAGON, text)
    text = "[battle/muster] There is no unit crane-archers in this battle. There is fire-dragon."
    told.when("crane", Muster("crane-archers")).refused("lion", Recruit("ronin", "crane-archers"), text)


def test_all_lists_are_opened_at_once_when_all_are_done() -> None:
    told = listed(mustering(), *TAKEN_BY_CRANE, ("crane", Done()), ("lion", DRAGON))
    assert open_for(told, PUBLIC) == set()
    listed(told, ("lion", Take("guest-1", "crab", "fire-dragon")), ("lion", Place("fire-dragon", ("1", "2"))))
    told.when("lion", Done())
    assert told.events[:2] == (
        ArmyDone("lion"),
        ListsOpened(
            (Renamed("lion", "fire-dragon", "lion-1"), Renamed("lion", "guest-1", "guest-2")),
        ),
    )
    lions = [one for one in told.events if isinstance(one, UnitMustered | HostageTaken | Placed)][2:]
    assert [type(one) for one in lions] == [UnitMustered, HostageTaken, Placed]
    assert lions[1:] == [HostageTaken("guest-2", "crab", "lion-1"), Placed("lion-1", ("1", "2"))]
    assert told.board.lists == {}
    assert told.board.people["crane-hero-1"].unit == "fire-dragon"
    assert open_for(told, PUBLIC) == open_for(told, "crane") == {"fire-dragon", "lion-1"}
    assert PICTURES.sentence(told.events[1], PUBLIC) == (
        "All army lists are opened. fire-dragon of lion is called lion-1, for another army has the name. "
        "guest-1 of lion is called guest-2, for another army has the name."
    )


def test_a_card_of_the_clan_keeps_its_name() -> None:
    """Whoever sits first: the other side has lent it."""
    told = listed(mustering(), ("crane", Muster("lion-bushi")))
    listed(told, ("lion", Sample()), ("crane", Done()), ("lion", Done()))
    opened = next(one for one in told.events if isinstance(one, ListsOpened))
    assert [(one.army, one.after) for one in opened.renamed] == [("crane", "crane-1")]


def test_a_list_may_be_cleared_until_all_are_done() -> None:
    told = listed(mustering(), ("crane", Sample()), ("crane", Done()))
    assert told.agenda[0] == MusterArmies(("lion",), ("crane",))
    told.when("crane", ClearList())
    told.then(ListSealed("crane", Sealed(("crane",), Listed((), True))))
    assert told.agenda[0] == MusterArmies(SEATS)
    assert open_for(told, "crane") == set()
    said = PICTURES.sentence(told.events[0], "crane")
    assert said == "Under seal: crane has cleared its army list."
    text = '[battle/lists] The list of crane is empty. Write "sample army", or muster units.'
    told.refused("crane", ClearList(), text)
    listed(told, ("lion", Sample()))
    listed(told, ("lion", ClearList()))
    assert told.agenda[0] == MusterArmies(SEATS)


def test_where_lists_are_open_nothing_is_cleared() -> None:
    text = (
        "[battle/lists] In this battle army lists lie open, and what is mustered stands. "
        'Ask the others to let you "take back".'
    )
    mustering(options=Options()).refused("crane", ClearList(), text)


def rooms() -> Iterator[tuple[int, list[Struct], Struct, str]]:
    names = DATA.units.names
    raised: list[Struct] = [Raise(f"crane-{nth}", 5, 6, 6, 8) for nth in range(1, names.units.value + 1)]
    yield len(raised), raised, DRAGON, f"{len(raised)} units besides the cards of crane"
    heroes: list[Struct] = [
        Personality(f"crane-hero-{nth}", "crane", 1, 1, "crane-1")
        for nth in range(1, names.personalities.value + 1)
    ]
    stranger = next(one.name for one in DATA.units.personality if one.clan != "crane")
    text = f"{len(heroes)} personalities besides the cards of crane"
    yield len(heroes), [raised[0], *heroes], Recruit(stranger, "crane-1"), text
    guests: list[Struct] = [Take(f"guest-{nth}", "crab", "crane-1") for nth in range(1, 5)]
    yield 4, [raised[0], *guests], Take("guest-5", "crab", "crane-1"), "4 hostages"


@pytest.mark.parametrize(("most", "lines", "more", "what"), list(rooms()))
def test_a_list_has_room_for_what_spare_names_there_are(
    most: int, lines: list[Struct], more: Struct, what: str
) -> None:
    """So each can be called otherwise at the opening; a card of one's own clan always has room."""
    told = listed(mustering(), *(("crane", one) for one in lines))
    instead = "Take this one in the first phase." if what == "4 hostages" else "Leave this one out."
    told.refused("crane", more, f"[battle/lists] A sealed army list has room for {what}. {instead}")
    told.when("crane", Muster("crane-archers"))


def test_full_lists_that_are_alike_are_all_opened() -> None:
    """Every lent name twice, and every spare name of hostages taken."""
    units = [one.name for one in DATA.units.unit if one.clan not in SEATS][:9]
    told = mustering()
    for seat in SEATS:
        listed(told, *((seat, Muster(name)) for name in units))
        listed(told, *((seat, Take(f"guest-{nth}", "crab", units[0])) for nth in range(1, 5)))
    listed(told, ("crane", Done()), ("lion", Done()))
    assert len(told.board.units) == 2 * len(units)
    assert len(told.board.hostages) == 8


def test_a_muster_that_goes_over_to_the_third_edition_goes_on_under_seal() -> None:
    """[rules/edition]: what has been mustered openly everybody sees, and its name is taken."""
    at = replace(board(unit("fire-dragon"), turn=0, options=OPTIONS), phase="muster")
    told = scenario(at, MusterArmies(SEATS))
    text = '[battle/muster] fire-dragon is mustered already. Write "muster fire-dragon as lion-1".'
    told.refused("lion", DRAGON, text)
    told.when("lion", Muster("fire-dragon", "lion-1"))
    assert open_for(told, "crane") == {"fire-dragon"}
    assert open_for(told, "lion") == {"fire-dragon", "lion-1"}


def test_modifiers_are_entered_when_the_lists_are_opened() -> None:
    told = listed(mustering(), ("crane", Sample()), ("crane", Modifier(-5, "an omen")), ("lion", Sample()))
    assert told.board.modifiers == ()
    listed(told, ("crane", Done()), ("lion", Done()))
    assert ModifierEntered("crane", Term(-5, "an omen", "honor/start")) in told.events


def test_unseen_are_the_lists_of_the_others() -> None:
    told = listed(mustering(), ("crane", Sample()))
    said = "The army lists of the others are sealed until all armies are done; nothing else is unseen."
    assert " ".join(" ".join(answered(asked_of(told.game, "lion"), "unseen")).split()) == said
    board_ = PICTURES.board(view(told.game.state, "lion"))
    assert "Army lists are sealed: each army sees its own until all are done." in board_
    assert PICTURES.asks(view(told.game.state, "lion"), told.agenda[0], {}) == (
        "muster your army, sealed until all are done: units and personalities, then done"
    )


def test_every_list_is_played_by_its_edition() -> None:
    assert [one.options["army_lists"] for one in CLAN_WAR.editions] == ["open", "open", "sealed"]

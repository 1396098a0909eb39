"""A seat is a player, and its clan a choice: Crane against Crane [battle/muster]."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board.events import ClanChosen, PersonalityRecruited, StartingHonorSet
from domain.clan_war.board.state import Army, Board, begin
from domain.clan_war.data.names import CLAN_SEATS, PLAIN_SEATS
from domain.clan_war.data.options import Options
from domain.clan_war.data.reading import read_data
from domain.clan_war.hostage.captors import concerns
from domain.clan_war.samples.admitted import admitted
from domain.clan_war.view import view
from domain.clan_war.words.grammar import notation
from domain.clan_war.words.items import MusterArmies, SetHonor
from domain.clan_war.words.reports import ChooseClan, Done, Muster, Raise, Recruit, Sample, Take
from domain.kit.errors import BadTable
from domain.kit.facts import State
from projections.clan_war.board import board as picture
from projections.clan_war.drawing import drawing, narrow
from projections.clan_war.names import names
from projections.clan_war.sentences import sentence
from tests.clan_war.boards import DATA, FILES, board, hero, hostage, scenario, unit
from tests.scenario import Scenario
from tests.titles.play import Played

BOTH = ("north", "south")
OPEN = Options(**CLAN_WAR.editions[1].options)


def muster(*seats: str) -> Scenario:
    who = seats or BOTH
    return scenario(begin(OPEN, DATA, who), MusterArmies(who), *map(SetHonor, who))


def of_one_clan() -> Scenario:
    """Crane against Crane, before the first turn."""
    told = muster()
    for seat in BOTH:
        told.when(seat, ChooseClan("crane"))
        told.when(seat, Sample())
    return told


def test_crane_fights_crane_and_each_has_all_of_its_clan() -> None:
    told = of_one_clan()
    assert {one.name: (one.army, one.profile.clan) for one in told.board.units.values()} == {
        "north-crane-bushi": ("north", "crane"),
        "north-crane-archers": ("north", "crane"),
        "south-crane-bushi": ("south", "crane"),
        "south-crane-archers": ("south", "crane"),
    }
    told.when("north", Done())
    told.when("south", Done())
    begun = [one for one in told.events if isinstance(one, StartingHonorSet)]
    assert [(one.army, one.honor.total) for one in begun] == [("north", 16), ("south", 16)]
    assert begun[0].honor.terms[0].why == "base honor of crane"


def test_a_clan_is_told_to_all() -> None:
    told = muster().when("north", ChooseClan("lion"))
    assert told.events == (ClanChosen("north", "lion"),)
    assert sentence(told.events[0], "south") == "north fights for lion."
    assert told.board.armies["north"].clan == "lion"


CHOSEN = "Write crab, crane, dragon, lion, phoenix, scorpion, unicorn, naga, ratling or shadowlands."


@pytest.mark.parametrize(
    ("seat", "order", "text"),
    [
        (
            "crane",
            ChooseClan("lion"),
            "[battle/muster] crane is the army of the clan that it is called like. "
            "To choose a clan, sit down as north, south, west or center.",
        ),
        ("north", ChooseClan("unaligned"), f"[battle/muster] No army fights for unaligned. {CHOSEN}"),
        ("north", ChooseClan("sparrow"), f"[battle/muster] No army fights for sparrow. {CHOSEN}"),
        *(
            (
                "north",
                order,
                '[battle/muster] north has not chosen its clan. Write "clan crane" or another.',
            )
            for order in (Sample(), Muster("crane-bushi"), Raise("north-1", 4, 6, 6, 8))
        ),
    ],
)
def test_battle_muster_refuses(seat: str, order: Struct, text: str) -> None:
    muster("north", "crane").refused(seat, order, text)


def test_a_clan_is_chosen_before_the_first_unit_and_until_then_anew() -> None:
    told = muster().when("north", ChooseClan("lion")).when("north", ChooseClan("crane"))
    told.when("north", Muster("crane-bushi"))
    text = "[battle/muster] north has units already. The clan is chosen before them."
    told.refused("north", ChooseClan("lion"), text)


def test_more_of_a_kind_and_a_personality_are_called_after_their_seat() -> None:
    told = muster().when("north", ChooseClan("crane")).when("north", Muster("crane-bushi"))
    text = '[battle/muster] crane-bushi is mustered already. Write "muster crane-bushi as north-1".'
    told.refused("north", Muster("crane-bushi"), text)
    told.when("north", Muster("crane-bushi", "north-1"))
    told.when("north", Recruit("crane-general", "north-1"))
    recruited = told.events[0]
    assert isinstance(recruited, PersonalityRecruited)
    assert (recruited.personality.name, recruited.personality.clan) == ("north-crane-general", "crane")
    told.refused(
        "north",
        Recruit("crane-general", "north-1"),
        "[battle/muster] crane-general is recruited already. Recruit another.",
    )


def crane_and_lion() -> Board:
    mine, other = unit("north-1", "north", clan="crane"), unit("south-1", "south", clan="lion")
    at = board(mine, other, people=(hero("north-hero-1", mine, clan="crane"),), seats=BOTH)
    at = replace(at, armies={"north": Army("north", clan="crane"), "south": Army("south", clan="lion")})
    return replace(at, hostages={"guest-1": hostage(other, "crane")})


def test_a_hostage_hinders_the_army_of_its_clan_whatever_that_is_called() -> None:
    at = crane_and_lion()
    assert concerns(at, at.units["north-1"], "south-1")
    assert not concerns(at, at.units["south-1"], "south-1")


def test_no_army_takes_a_hostage_of_the_clan_it_fights_for() -> None:
    told = of_one_clan()
    told.refused(
        "north",
        Take("guest-1", "crane", "north-crane-bushi"),
        "[hostage/taking] north takes no hostage of its own clan. Name the hostage's clan.",
    )
    told.when("north", Take("guest-1", "lion", "north-crane-bushi"))


def test_two_armies_of_one_clan_are_told_apart_in_words_and_on_the_board() -> None:
    at = of_one_clan().board
    seen = view(State(at, ()), "north")
    text = picture(seen)
    assert "North (Crane) (you): 0 honor" in text
    assert "South (Crane): 0 honor" in text
    assert {"North Crane Bushi", "South Crane Bushi"} <= {line[2:20].strip() for line in text.splitlines()}
    for draw in (drawing, narrow):
        parts = {part.word: part.content for part in draw(seen).parts if part.name.endswith("(Crane)")}
        assert all("#cw-crane" in content for content in parts.values())
        assert len(set(parts.values())) == len(parts) == 2
    assert names(DATA)["south-crane-archers"] == "South Crane Archers"


def test_an_army_called_like_its_clan_is_shown_as_ever() -> None:
    told = muster("crane", "lion").when("crane", Sample())
    assert "\nCrane (you): 0 honor" in picture(view(State(told.board, ()), "crane"))


def test_no_name_of_one_seat_is_taken_for_that_of_another() -> None:
    words = notation(DATA, (*CLAN_SEATS[:2], *PLAIN_SEATS[:2]))
    assert words.read("honor north +3 x") != words.read("honor crane +3 x")
    assert words.write(words.read("march north-crane-bushi 3")) == "march north-crane-bushi 3 inches"


def test_a_data_set_may_not_call_a_clan_like_a_seat() -> None:
    raw = FILES["honor.toml"] + b'\n[[clan]]\nname = "north"\nbase = 1\nsource = "reconstructed: ours"\n'
    with pytest.raises(BadTable, match="a name that no seat has"):
        read_data(FILES | {"honor.toml": raw})


def test_a_whole_battle_is_played_by_two_armies_that_choose() -> None:
    rules = replace(CLAN_WAR, seats=PLAIN_SEATS)
    played = Played(rules, 2, DATA, Options(turn_limit=2)).to_the_end()
    assert played.game.state.board.winners
    assert all(army.clan for army in played.game.state.board.armies.values())


def test_the_seats_are_there_to_be_chosen() -> None:
    assert CLAN_WAR.seats == (*CLAN_SEATS, *PLAIN_SEATS)


@pytest.mark.parametrize(("seats", "is_offered"), [(("crane", "lion"), False), (("crane", "west"), True)])
def test_a_clan_is_asked_for_only_where_somebody_chooses_one(
    seats: tuple[str, ...], is_offered: bool
) -> None:
    assert (ChooseClan in admitted(muster(*seats).game.state)) is is_offered

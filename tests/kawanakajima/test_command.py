"""Chapter 8 and 17.2: the delay track [8.1], points [8.2], chits [8.3], compulsory ones [8.4]."""

from __future__ import annotations

import pytest

from domain.kawanakajima.board.events import (
    ChitPlaced,
    ChoiceMade,
    ChoicesCleared,
    ChoicesClosed,
    CommandThrown,
    CompulsoryAdded,
    DelaysMoved,
    SpecialPlaced,
)
from domain.kawanakajima.board.state import COMPULSORY, Choice, Note
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.command.delays import box_of, distance_of, placing
from domain.kawanakajima.words.items import (
    AddCompulsory,
    BeginChoices,
    PlaceChits,
    SelectChits,
    ThrowCommand,
    UpdateDelays,
)
from domain.kawanakajima.words.orders import Clear, Command, Done, Special
from domain.kit.errors import OrderError
from domain.kit.facts import State
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import SEATS, board, planned, scenario
from tests.kawanakajima.data import DATA

# ---- 8.1


def test_8_1_box_1_goes_into_the_bowl_and_every_other_box_one_lower() -> None:
    given = board(chits={"tB": "1", "tC": "2", "uB": "3", "u1": "1", "uC": "4", "tD": "reserve"})
    told = scenario(given, UpdateDelays()).goes_on()
    after = told.then(DelaysMoved({"tB": "bowl", "tC": "1", "uB": "2", "uC": "3", "u1": "bowl"}))
    assert [after.chits[chit] for chit in ("tB", "tC", "uB", "uC", "tD")] == [
        "bowl",
        "1",
        "2",
        "3",
        "reserve",
    ]


def test_8_1_an_empty_track_does_not_move() -> None:
    assert scenario(board(), UpdateDelays()).goes_on().then() == board()


# ---- 8.2, 17.2


DIE = Term(4, "die", "8.2")
NOT_DEFENCE = Term(-1, "clan A is not in defence", "8.2")
BUNDORI = Term(-2, "leaders lost (Bundori)", "8.2")
POINTS = [
    # general    posture of A   leaders lost  the terms
    ("shingen", "defence", 0, (DIE,)),
    ("shingen", "attack", 0, (DIE, NOT_DEFENCE)),
    ("shingen", "move", 2, (DIE, NOT_DEFENCE, BUNDORI)),
    ("kosaka", "attack", 0, (DIE,)),
    ("kosaka", "attack", 2, (DIE, BUNDORI)),
    ("kenshin", "regroup", 0, (DIE, NOT_DEFENCE)),
    ("kenshin", "defence", 2, (DIE, BUNDORI)),
]


@pytest.mark.parametrize(("general", "posture", "lost", "terms"), POINTS)
def test_8_2_command_points(general: str, posture: str, lost: int, terms: tuple[Term, ...]) -> None:
    units = {"tA1": "3315", "tM1": "2020", "uA1": "2213"}
    given = board(units, {"tA": posture, "uA": posture}, takeda={"bundori": lost}, uesugi={"bundori": lost})
    told = scenario(given, ThrowCommand(general)).goes_on([4])
    die = Sum(terms)
    points = DATA.command_points(general, 3, die.total)
    after = told.then(CommandThrown(general, 4, die, points))
    assert after.command == {general: points}


def test_8_2_kosaka_has_points_while_he_is_on_the_mountain_and_none_when_he_is_dead() -> None:
    waiting = board()
    assert waiting.units["tM1"].hex == ""
    assert len(scenario(waiting, ThrowCommand("kosaka")).goes_on([4]).events) == 1
    dead = board({"tA1": "3315", "tM1": ("", 4)})
    assert scenario(dead, ThrowCommand("kosaka")).goes_on().then() == dead


# ---- 8.3: distances


def test_8_3_nine_points_are_the_bowl_ten_are_box_1_and_17_are_box_1() -> None:
    boxes = {
        0: "bowl",
        9: "bowl",
        10: "1",
        17: "1",
        19: "1",
        20: "2",
        29: "2",
        30: "3",
        39: "3",
        40: "4",
        61: "4",
    }
    assert {total: box_of(board(), total) for total in boxes} == boxes


def test_8_3_the_distance_is_that_of_the_nearest_unit_in_movement_points() -> None:
    given = board({"tA1": "3315", "tG1": "2914", "tH1": "2615", "tH2": "2815"})
    ground = DATA.map
    for clan, unit, place in (("tG", "G1", "2914"), ("tH", "H2", "2815")):
        found = distance_of(given, "shingen", clan)
        assert found.terms[0].why == f"movement points from Shingen to {unit}"
        assert found.terms[0].rule == "8.3"
        assert place in ground.places
    # In the plain every hex costs one point.
    assert distance_of(given, "shingen", "tH").total == 5


def test_8_3_the_general_is_at_no_distance_from_his_own_clan() -> None:
    assert placing(board(), "shingen", "tA") == ("bowl", distance_of(board(), "shingen", "tA"))
    assert distance_of(board(), "shingen", "tA").total == 0


# ---- 8.3: the choice


def test_8_3_whoever_has_points_chooses_both_at_once() -> None:
    for command, seats in (
        ({"shingen": 1, "kenshin": 2}, SEATS),
        ({"shingen": 0, "kosaka": 1, "kenshin": 0}, ("takeda",)),
        ({"shingen": 0, "kosaka": 0, "kenshin": 0}, ()),
    ):
        told = scenario(board(command=command), BeginChoices()).goes_on()
        assert told.agenda == ((SelectChits(seats),) if seats else ())


def test_8_3_what_has_been_saved_for_the_plan_does_not_show_in_who_is_asked() -> None:
    given = board(command={"shingen": 2}, takeda={"plan": "hoshi", "saved": 2, "saved_now": 2})
    assert scenario(given, BeginChoices()).goes_on().agenda == (SelectChits(("takeda",)),)


def test_8_3_each_chit_costs_a_point_and_nobody_sees_it_before_both_are_ready() -> None:
    given = board(command={"shingen": 2, "kenshin": 3})
    told = scenario(given, SelectChits(SEATS)).when("takeda", Command(("B", "D")))
    chosen = (Choice("tB", "shingen"), Choice("tD", "shingen"))
    told.then(ChoiceMade("takeda", Sealed(("takeda",), chosen)))
    assert told.orders[0].order == Sealed(("takeda",), Command(("B", "D")))
    told.refused(
        "takeda",
        Command(("G",)),
        "[8.3] Each chit costs 1 command point, and none would be left for this one. "
        'You have: Shingen 0. "done" closes the choice, "clear" begins it again.',
    )
    told.when("takeda", Done()).then(ChoicesClosed("takeda"))
    assert told.agenda == (SelectChits(("uesugi",), ("takeda",)),)
    told.when("takeda", Clear()).then(ChoicesCleared("takeda"))
    assert told.agenda == (SelectChits(SEATS),)
    told.when("takeda", Command(("G",)))
    told.when("takeda", Done())
    told.when("uesugi", Done())
    assert told.events == (
        ChoicesClosed("uesugi"),
        ChitPlaced("tG", "bowl", "shingen", distance_of(given, "shingen", "tG")),
    )


def test_8_3_whoever_has_closed_its_choice_is_offered_nothing_but_to_begin_it_again() -> None:
    given = board(command={"shingen": 2, "kenshin": 3})
    state = State(given, (SelectChits(("uesugi",), ("takeda",)),))
    assert BOOK.some(state, "takeda") == (Clear(),)
    assert BOOK.some(state, "uesugi")[0] == Done()
    assert Clear() not in BOOK.some(state, "uesugi")


REFUSED = [
    ("takeda", Command(()), "[8.3] No clan is named."),
    ("takeda", Command(("B", "B")), "[8.3] The chit of clan B is chosen already."),
    ("takeda", Command(("C",)), "[8.3] The chit of clan C is in box 2 of the delay track."),
    ("takeda", Command(("E",)), "[8.3] The chit of clan E is in the bowl."),
    ("takeda", Command(("M",)), "[8.3] Clan M is not on the map."),
    ("uesugi", Command(("T",)), "[8.3] You have no clan T."),
    ("uesugi", Command(("N",)), "[8.3] Clan N is not on the map."),
    ("takeda", Command(("B",), "kenshin"), "[17.2] Kenshin does not command your army."),
    ("takeda", Command(("B",), "kosaka"), "[17.2] Kosaka's points are for his own clans only, not for B."),
    ("takeda", Special(1, "attack", ("B",)), "[9.5] Your special chit 1 is not in your reserve."),
    ("uesugi", Special(5, "attack", ("B",)), "[9.5] Your special chit 5 is not in your reserve."),
    ("uesugi", Special(1, "impetuous"), "[9.5.1] You have no special activation “impetuous” left."),
    ("uesugi", Special(1, "attack"), "[8.3] A special attack is for one clan."),
    ("uesugi", Special(1, "attack", ("B", "C")), "[8.3] A special attack is for one clan."),
    ("uesugi", Special(1, "attack", ("N",)), "[8.3] Clan N is not on the map."),
    ("uesugi", Special(1, "combined", tuple("BCDEF")), "[9.5.5] A special combined is for 1 to 4 clans."),
]


@pytest.mark.parametrize(("seat", "order", "refusal"), REFUSED)
def test_8_3_what_cannot_be_chosen(seat: str, order: Command | Special, refusal: str) -> None:
    given = board(
        chits={"tC": "2", "tE": "bowl", "u1": "reserve", "u2": "reserve"},
        command={"shingen": 3, "kosaka": 3, "kenshin": 3},
        uesugi=planned("kokuyoku"),
    )
    told = scenario(given, SelectChits(SEATS))
    with pytest.raises(OrderError) as found:
        told.game.post(seat, order, None)  # type: ignore[arg-type]
    assert str(found.value).startswith(refusal)
    assert told.board == given


def test_8_3_a_special_chit_goes_into_the_bowl_with_a_secret_note() -> None:
    given = board(
        chits={"u2": "reserve"}, command={"kenshin": 2, "shingen": 0}, uesugi=planned("kuruma-gakari")
    )
    told = scenario(given, SelectChits(("uesugi",))).when("uesugi", Special(2, "attack", ("B",)))
    note = Note("attack", ("uB",))
    told.then(ChoiceMade("uesugi", Sealed(("uesugi",), (Choice("u2", "kenshin", note),))))
    told.when("uesugi", Done())
    after = told.then(ChoicesClosed("uesugi"), SpecialPlaced("u2", Sealed(("uesugi",), note), "kenshin"))
    assert (after.chits["u2"], after.notes) == ("bowl", {"u2": note})
    assert after.armies["uesugi"].left == {"attack": 5, "retreat": 6, "combined": 0}


def test_8_3_a_special_without_clans_is_for_the_last_clan_before_it() -> None:
    given = board(chits={"u2": "reserve"}, command={"kenshin": 3}, uesugi=planned("kuruma-gakari"))
    order = Command(("B", "D"), special=2, activation="attack")
    told = scenario(given, SelectChits(("uesugi",))).when("uesugi", order)
    chosen = (
        Choice("uB", "kenshin"),
        Choice("uD", "kenshin"),
        Choice("u2", "kenshin", Note("attack", ("uD",))),
    )
    told.then(ChoiceMade("uesugi", Sealed(("uesugi",), chosen)))


def test_9_5_5_a_side_without_a_clan_on_the_map_is_offered_no_combined_manoeuvres() -> None:
    chits, points, plan = {"u2": "reserve"}, {"kenshin": 3}, planned("kokuyoku")
    there = scenario(board(chits=chits, command=points, uesugi=plan), SelectChits(("uesugi",)))
    gone = scenario(
        board({"tA1": "3315"}, chits=chits, command=points, uesugi=plan), SelectChits(("uesugi",))
    )
    assert [one for one in there.game.examples("uesugi") if isinstance(one, Special)]
    assert gone.game.examples("uesugi") == (Done(),)


# ---- 17.2


PAYERS = [
    # clan, who is named, points of Shingen and Kosaka, who pays
    ("B", "", 1, 1, "shingen"),
    ("N", "", 1, 1, "kosaka"),
    ("N", "", 1, 0, "shingen"),
    ("N", "shingen", 1, 1, "shingen"),
    ("N", "kosaka", 1, 1, "kosaka"),
]


@pytest.mark.parametrize(("clan", "wanted", "shingen", "kosaka", "pays"), PAYERS)
def test_17_2_who_pays(clan: str, wanted: str, shingen: int, kosaka: int, pays: str) -> None:
    given = board(
        {"tA1": "3315", "tB1": "3213", "tN1": "A2", "tM1": "1418"},
        command={"shingen": shingen, "kosaka": kosaka},
    )
    told = scenario(given, SelectChits(("takeda",))).when("takeda", Command((clan,), wanted))
    told.then(ChoiceMade("takeda", Sealed(("takeda",), (Choice(f"t{clan}", pays),))))


def test_17_2_kosaka_cannot_pay_for_shingens_clans() -> None:
    given = board(command={"shingen": 0, "kosaka": 4})
    told = scenario(given, SelectChits(("takeda",)))
    told.refused(
        "takeda",
        Command(("B",)),
        "[8.3] Each chit costs 1 command point, and none would be left for this one. "
        'You have: Shingen 0, Kosaka 4. "done" closes the choice, "clear" begins it again.',
    )


def test_17_2_the_distance_is_counted_from_the_general_who_pays() -> None:
    given = board({"tA1": "3315", "tM1": "2914", "tN1": "2815"})
    assert placing(given, "kosaka", "tN")[1].terms[0].why == "movement points from Kosaka to N1"
    assert placing(given, "shingen", "tN")[1].terms[0].why == "movement points from Shingen to N1"


def test_8_3_chits_go_where_their_distance_says() -> None:
    given = board(
        {"tA1": "3315", "tG1": "2914", "tB1": "1510"},
        takeda={"choices": (Choice("tG", "shingen"), Choice("tB", "shingen"))},
    )
    after = scenario(given, PlaceChits()).goes_on().board
    far = distance_of(given, "shingen", "tB").total
    assert far >= 10
    assert (after.chits["tG"], after.chits["tB"]) == ("bowl", box_of(given, far))


def test_8_4_the_five_compulsory_chits_go_into_the_bowl() -> None:
    told = scenario(board(), AddCompulsory()).goes_on()
    after = told.then(CompulsoryAdded(("rally", "march", "combat takeda", "combat uesugi", "initiative")))
    assert {after.chits[chit] for chit in COMPULSORY} == {"bowl"}

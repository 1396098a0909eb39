"""Special chits [9.5, 9.5.1], attack [9.5.2], impetuous attack [9.5.3], retreat [9.5.4], together [9.5.5]."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.board.events import (
    ChitReturned,
    ChoiceMade,
    CombinedTested,
    ImpetuousGiven,
    ImpetuousOrdered,
    PlanShown,
    PostureChanged,
    SpecialOpened,
)
from domain.kawanakajima.board.state import Board, Choice, Note
from domain.kawanakajima.command import special_chits
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.movement.ways import allowance
from domain.kawanakajima.words.field_items import Activation, Displace, Manoeuvre, RetreatMove
from domain.kawanakajima.words.items import (
    BeginChoices,
    ChooseImpetuous,
    PlaySpecial,
    ReturnChit,
    SelectChits,
    ThrowCombined,
)
from domain.kawanakajima.words.orders import Impetuous, Special
from domain.kit.chance import Chance, Faces
from domain.kit.facts import By, Outcome
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import board, planned, scenario


def opened(given: Board, chit: str = "u2") -> Outcome:
    return special_chits.play_special(given, PlaySpecial(chit), Chance(Faces()))


def plain(outcome: Outcome) -> tuple[Any, ...]:
    return tuple(event.event if isinstance(event, By) else event for event in outcome.events)


def with_note(activation: str, *clans: str, **more: Any) -> Board:
    plan = more.pop("plan", "kokuyoku")
    return board(chits={"u2": "drawn"}, notes={"u2": Note(activation, clans)}, uesugi=planned(plan), **more)


SHOWN = PlanShown("uesugi", "kokuyoku")


def test_9_5_2_the_clan_attacks_with_its_special_allowance_and_no_posture_phase() -> None:
    found = opened(with_note("attack", "uB"))
    assert plain(found) == (
        SpecialOpened("u2", "attack", ("uB",)),
        SHOWN,
        PostureChanged("uB", "attack", "special attack"),
    )
    assert found.then == (Activation("uesugi", ("uB",), special=True, posture=False),)


def test_9_5_4_the_clan_regroups_and_retreats() -> None:
    found = opened(with_note("retreat", "uB"))
    assert plain(found) == (
        SpecialOpened("u2", "retreat", ("uB",)),
        SHOWN,
        PostureChanged("uB", "regroup", "special retreat"),
    )
    assert found.then == (RetreatMove(("uB",)),)


def test_7_3_kuruma_gakari_gives_an_impetuous_attack_at_its_first_retreat() -> None:
    given = with_note("retreat", "uB", plan="kuruma-gakari")
    told = scenario(given, PlaySpecial("u2"))
    found = opened(given)
    assert plain(found)[1:3] == (PlanShown("uesugi", "kuruma-gakari"), ImpetuousGiven("takeda", 1))
    told.goes_on()
    after = told.board
    assert after.armies["takeda"].left == {"impetuous": 1}
    assert (after.armies["uesugi"].given, after.armies["uesugi"].spent) == (True, {"retreat": 1})
    again = board(
        chits={"u2": "drawn"},
        notes={"u2": Note("retreat", ("uB",))},
        uesugi=planned("kuruma-gakari", given=True, shown=True),
    )
    assert not any(isinstance(event, ImpetuousGiven) for event in plain(opened(again)))
    attack = with_note("attack", "uB", plan="kuruma-gakari")
    assert not any(isinstance(event, ImpetuousGiven) for event in plain(opened(attack)))


def test_9_5_nothing_happens_for_a_clan_that_is_gone() -> None:
    for activation in ("attack", "retreat", "combined"):
        given = with_note(activation, "uB", units={"uA1": "2213", "uB1": ("", 4)})
        found = opened(given)
        assert plain(found) == (SpecialOpened("u2", activation, ("uB",)), SHOWN)
        assert found.then == ()


def test_9_5_1_a_chit_is_blank_again_after_its_activation() -> None:
    told = scenario(with_note("retreat", "uN"), PlaySpecial("u2"), ReturnChit("u2")).goes_on()
    assert told.events[-1] == ChitReturned("u2", "reserve")
    assert (told.board.notes, told.board.chits["u2"]) == ({}, "reserve")


def test_9_5_1_ganko_has_four_activations_for_its_four_chits() -> None:
    """The example of the book: one attack and three retreats, each chit used once at most."""
    chits = {f"u{number}": "reserve" for number in (1, 2, 3, 4)}
    given = board(chits=chits, command={"kenshin": 9}, uesugi=planned("ganko"))
    told = scenario(given, SelectChits(("uesugi",)))
    for number, activation in enumerate(("attack", "retreat", "retreat", "retreat"), 1):
        told.when("uesugi", Special(number, activation, ("B",)))
    assert len(told.board.armies["uesugi"].choices) == 4
    told.refused(
        "uesugi",
        Special(4, "retreat", ("B",)),
        "[9.5] Your special chit 4 is not in your reserve. There: none.",
    )
    again = scenario(given, SelectChits(("uesugi",))).when("uesugi", Special(1, "attack", ("B",)))
    again.refused(
        "uesugi",
        Special(2, "attack", ("C",)),
        "[9.5.1] You have no special activation “attack” left. Left on your sheet: retreat (3).",
    )


# ---- 9.5.3


def test_9_5_3_an_impetuous_attack_costs_nothing_and_names_no_clan() -> None:
    given = board(
        chits={"t1": "reserve"}, command={"shingen": 0}, takeda={"left": {"impetuous": 1}, "received": 1}
    )
    told = scenario(given, BeginChoices()).goes_on()
    assert told.agenda == (SelectChits(("takeda",)),)
    told.refused(
        "takeda",
        Special(1, "impetuous", ("B",)),
        "[9.5.3] The clan of an impetuous attack is chosen when the chit is drawn. "
        'Write "special 1 impetuous".',
    )
    told.when("takeda", Special(1, "impetuous"))
    told.then(ChoiceMade("takeda", Sealed(("takeda",), (Choice("t1", "", Note("impetuous")),))))


@pytest.mark.parametrize("change", [True, False])
def test_9_5_3_a_clan_of_the_enemy_attacks_and_its_own_side_activates_it(change: bool) -> None:
    given = board(
        options=Options(impetuous_change=change), chits={"t1": "drawn"}, notes={"t1": Note("impetuous")}
    )
    found = opened(given, "t1")
    assert (plain(found), found.then) == (
        (SpecialOpened("t1", "impetuous", ()),),
        (ChooseImpetuous("takeda"),),
    )
    told = scenario(given, ChooseImpetuous("takeda"))
    assert Impetuous("B") in (told.offers("takeda") or ())
    outcome = special_chits.provoke(
        given, ChooseImpetuous("takeda"), "takeda", Impetuous("B"), Chance(Faces())
    )
    assert plain(outcome) == (
        ImpetuousOrdered("takeda", "uB"),
        PostureChanged("uB", "attack", "impetuous attack"),
    )
    assert outcome.then == (Activation("uesugi", ("uB",), posture=change),)


def test_9_5_3_only_clans_on_the_map() -> None:
    given = board({"uA1": "2213", "uB1": "2513", "uC1": ("", 4), "tM1": "A2"})
    told = scenario(given, ChooseImpetuous("takeda"))
    assert told.offers("takeda") == (Impetuous("A"), Impetuous("B"))
    told.refused(
        "takeda",
        Impetuous("C"),
        "[9.5.3] Your enemy has no clan C on the map. Clans that can be made to attack: A or B.",
    )
    assert scenario(given, ChooseImpetuous("uesugi")).offers("uesugi") == ()


# ---- 9.5.5


DIE = "die"
COMBINED = [
    # clan, its leader's value, face, what happens
    ("uJ", 0, 2, "stays"),
    ("uJ", 0, 3, "joins"),
    ("uB", 1, 2, "joins"),
    ("uB", 1, 1, "flees"),
    ("uA", 2, 1, "flees"),
]


@pytest.mark.parametrize(("clan", "leader", "face", "result"), COMBINED)
def test_9_5_5_each_clan_throws(clan: str, leader: int, face: int, result: str) -> None:
    item = ThrowCombined("uesugi", (clan, "uC"))
    found = special_chits.throw_combined(board(), item, Chance(Faces(face)))
    terms = (Term(face, DIE, "9.5.5"), *((Term(leader, "leader", "9.5.5"),) if leader else ()))
    tested = CombinedTested(clan, face, Sum(terms), result)  # type: ignore[arg-type]
    flees = (PostureChanged(clan, "regroup", "combined manoeuvres"),) if result == "flees" else ()
    assert plain(found) == (tested, *flees)
    rest = ThrowCombined("uesugi", ("uC",), (clan,) if result == "joins" else ())
    assert found.then == ((Displace("takeda", clan), rest) if result == "flees" else (rest,))


def test_9_5_5_those_that_join_are_activated_together() -> None:
    item = ThrowCombined("uesugi", (), ("uB", "uJ"))
    found = special_chits.throw_combined(board(), item, Chance(Faces()))
    assert found.then == (Activation("uesugi", ("uB", "uJ")),)
    nobody = special_chits.throw_combined(board(), ThrowCombined("uesugi", ()), Chance(Faces()))
    assert nobody.then == ()


def test_9_5_2_a_clan_that_regroups_for_want_of_an_enemy_has_no_special_allowance() -> None:
    """Its posture comes first: without an enemy within six hexes it regroups, and does not move [6.5]."""
    given = with_note("attack", "uB", units={"uB1": "0505", "uB2": "0605", "uA1": "0705", "tA1": "3315"})
    told = scenario(given, PlaySpecial("u2")).goes_on()
    assert told.board.postures["uB"] == "regroup"
    assert allowance(told.board, "uB1") == 0
    assert not any(isinstance(item, Manoeuvre) for item in told.game.state.agenda)

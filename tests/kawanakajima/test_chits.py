"""Drawing chits [9.1, 9.3], refusing them [9.2], the first chit [17.4], fatigue [16.5], Kansuke [17.6.1]."""

from __future__ import annotations

import pytest

from domain.kawanakajima.board.events import (
    ChitDrawn,
    ChitPlayed,
    ChitRefused,
    ChitReturned,
    ChitVoid,
    KansukeCalled,
    SamuraiCalled,
    TurnEnded,
)
from domain.kawanakajima.board.evolve import evolve
from domain.kawanakajima.board.state import COMPULSORY, Board
from domain.kawanakajima.command import chits
from domain.kawanakajima.command.chits import why_turn_is_over
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.words.field_items import Activation, CombatChit, InitiativeChit, MarchChit, RallyChit
from domain.kawanakajima.words.items import (
    AcceptChit,
    CallKansuke,
    DrawChit,
    EndTurn,
    PlaceSamurai,
    PlayChit,
    PlaySpecial,
    ReturnChit,
)
from domain.kawanakajima.words.orders import Delay, Kansuke, Play
from domain.kit.chance import Chance, Faces, Question, Thrown
from domain.kit.facts import Outcome
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import board, scenario

IN_PLAY = dict.fromkeys(COMPULSORY, "bowl")


def drawn(given: Board, face: int) -> Outcome:
    return chits.draw_chit(given, DrawChit(), Chance(Faces(face)))


def played(given: Board, chit: str) -> Outcome:
    return chits.play_chit(given, PlayChit(chit), Chance(Faces()))


# ---- 9.1


def test_9_1_any_chit_in_the_bowl_may_be_drawn() -> None:
    given = board(chits={"tB": "bowl", "uC": "bowl", "t1": "1"} | IN_PLAY)
    found = [drawn(given, face).events[0] for face in range(1, 8)]
    assert found == [ChitDrawn(chit) for chit in ("tB", "uC", *COMPULSORY)]


def test_9_1_the_draw_is_open_and_among_all_that_is_in_the_bowl() -> None:
    told = scenario(board(chits={"tB": "bowl"} | IN_PLAY), DrawChit()).goes_on([1])
    assert told.happened[0] == Thrown(Question("9.1", "a chit from the bowl", 6, 1, draw=True), (1,))
    assert told.agenda[:2] == (AcceptChit("takeda", "tB"), PlayChit("tB"))
    assert (told.board.drawn, told.board.chits["tB"]) == ("tB", "drawn")


EFFECTS = [
    ("rally", RallyChit()),
    ("march", MarchChit()),
    ("combat takeda", CombatChit("takeda")),
    ("combat uesugi", CombatChit("uesugi")),
    ("initiative", InitiativeChit()),
]


@pytest.mark.parametrize(("chit", "effect"), EFFECTS)
def test_9_3_a_compulsory_chit_is_played_at_once(chit: str, effect: object) -> None:
    at = 1 + [known for known, _ in EFFECTS].index(chit)
    assert drawn(board(chits=IN_PLAY), at).then == (PlayChit(chit), DrawChit())
    found = played(board(chits={chit: "played"}), chit)
    assert (found.events, found.then) == ((ChitPlayed(chit),), (effect,))


def test_9_4_a_clan_is_activated_and_its_chit_returns() -> None:
    found = played(board(chits={"tG": "drawn"}), "tG")
    assert found.events == (ChitPlayed("tG"),)
    assert found.then == (Activation("takeda", ("tG",)), ReturnChit("tG"))
    told = scenario(board(chits={"tG": "drawn"}), ReturnChit("tG")).goes_on()
    told.then(ChitReturned("tG", "reserve"))


def test_9_5_a_special_chit_is_opened_and_returns() -> None:
    found = played(board(chits={"u2": "drawn"}), "u2")
    assert (found.events, found.then) == ((ChitPlayed("u2"),), (PlaySpecial("u2"), ReturnChit("u2")))


def test_14_2_a_samurais_chit_is_played_at_once_and_cannot_be_refused() -> None:
    given = board(chits={"samurai takeda": "bowl"})
    assert drawn(given, 1).then == (PlayChit("samurai takeda"), DrawChit())
    assert played(board(chits={"samurai takeda": "drawn"}), "samurai takeda").then == (
        PlaceSamurai("takeda"),
    )


def test_9_1_the_chit_of_a_clan_that_is_no_more_has_no_effect() -> None:
    given = board({"tA1": "3315", "tG1": ("", 4)}, chits={"tG": "bowl"})
    assert drawn(given, 1).then == (PlayChit("tG"), DrawChit())
    told = scenario(board({"tG1": ("", 4)}, chits={"tG": "drawn"}), PlayChit("tG")).goes_on()
    told.then(ChitVoid("tG", "its clan is no more", "away"))
    assert told.cited == ("9.1",)


# ---- 9.2


def test_9_2_a_chit_may_go_back_into_the_bowl() -> None:
    given = board(chits={"tB": "drawn"}, drawn="tB")
    told = scenario(given, AcceptChit("takeda", "tB"), PlayChit("tB"))
    assert told.offers("takeda") == (Play(), Delay())
    after = told.when("takeda", Delay()).then(ChitRefused("tB"))
    assert (after.chits["tB"], after.drawn, after.armies["takeda"].refused) == ("bowl", "", True)
    assert told.agenda == ()


REFUSALS = [
    # option  Takeda refused their last  the side of the last chit of all, refused   may refuse now
    ("own", False, (), True),
    ("own", True, (), False),
    ("own", True, ("uesugi",), False),
    ("any", True, ("uesugi",), True),
    ("any", True, ("takeda",), False),
    ("any", False, (), True),
]


@pytest.mark.parametrize(("option", "own", "last", "may"), REFUSALS)
def test_9_2_but_not_twice_running(option: str, own: bool, last: tuple[str, ...], may: bool) -> None:
    given = board(
        options=Options(refusals=option),  # type: ignore[arg-type]
        chits={"tB": "bowl"},
        takeda={"refused": own},
        refused=last,
    )
    asked = (AcceptChit("takeda", "tB"),) if may else ()
    assert drawn(given, 1).then == (*asked, PlayChit("tB"), DrawChit())


def test_9_2_a_new_turn_and_a_compulsory_chit_free_a_refusal() -> None:
    """The end of a turn by either reading, a compulsory chit where all that are drawn count."""
    given = board(chits={"rally": "bowl"}, takeda={"refused": True}, refused=("takeda",))
    after = evolve(given, TurnEnded(3, "…", {}))
    assert (after.armies["takeda"].refused, after.refused) == (False, ())
    after = evolve(given, ChitDrawn("rally"))
    assert (after.armies["takeda"].refused, after.refused) == (True, ())
    assert evolve(given, ChitDrawn("tB")).refused == ("takeda",)


def test_9_2_a_chit_that_is_played_frees_the_next_refusal() -> None:
    given = board(chits={"tG": "drawn"}, takeda={"refused": True}, uesugi={"refused": True})
    after = scenario(given, PlayChit("tG")).goes_on().board
    assert (after.armies["takeda"].refused, after.armies["uesugi"].refused) == (False, True)


def test_9_2_a_compulsory_chit_cannot_be_refused() -> None:
    assert drawn(board(chits=IN_PLAY), 1).then == (PlayChit("rally"), DrawChit())


# ---- 17.4


FIRST = [
    # chit, opened, turn, why it is void
    ("tB", False, 1, "no Uesugi clan has been activated yet"),
    ("u1", False, 1, "no Uesugi clan has been activated yet"),
    ("rally", False, 1, "no Uesugi clan has been activated yet"),
    ("uB", False, 1, ""),
    ("tB", True, 1, ""),
    ("rally", True, 1, ""),
    ("tB", False, 2, ""),
]


@pytest.mark.parametrize(("chit", "opened", "turn", "why"), FIRST)
def test_17_4_the_first_chit_played_is_that_of_a_uesugi_clan(
    chit: str, opened: bool, turn: int, why: str
) -> None:
    place = "played" if chit == "rally" else "drawn"
    given = board(chits={chit: place}, opened=opened, turn=turn)
    assert chits.why_void(given, chit) == why


def test_17_4_chits_drawn_before_it_are_not_put_back() -> None:
    for chit, place in (("tB", "reserve"), ("u1", "1"), ("rally", "played")):
        given = board(chits={chit: "played" if chit == "rally" else "drawn"}, opened=False, turn=1)
        told = scenario(given, PlayChit(chit)).goes_on()
        told.then(ChitVoid(chit, "no Uesugi clan has been activated yet", place))
        assert told.cited == ("17.4",)
        assert told.board.chits[chit] == place


def test_17_4_a_uesugi_clan_opens_the_battle_and_void_compulsory_chits_count_for_the_end() -> None:
    given = board(chits={"uB": "drawn"}, opened=False, turn=1)
    assert scenario(given, PlayChit("uB")).goes_on().board.opened
    over = board(chits=dict.fromkeys(COMPULSORY, "played"), opened=False, turn=1)
    assert drawn(over, 1).then == (EndTurn("the five compulsory chits have been drawn"),)


# ---- 4.2, 16.5


ENDS = [
    # turn  not yet drawn                       is over
    (7, (), True),
    (7, ("rally",), False),
    (7, ("combat uesugi",), False),
    (8, ("rally", "march", "initiative"), True),
    (7, ("rally", "march", "initiative"), False),
    (8, ("combat takeda",), False),
    (10, ("initiative",), True),
]


@pytest.mark.parametrize(("turn", "left", "over"), ENDS)
def test_16_5_when_a_turn_is_over(turn: int, left: tuple[str, ...], over: bool) -> None:
    places = {chit: "bowl" if chit in left else "played" for chit in COMPULSORY}
    assert bool(why_turn_is_over(board(chits=places, turn=turn))) == over


# ---- 17.6.1


def test_17_6_1_kansuke_puts_a_chit_into_box_1_for_two_points() -> None:
    variant = Options(kansuke=True)
    for chit in ("uB", "u1", "tG"):
        side = "uesugi" if chit[0] == "u" else "takeda"
        given = board(options=variant, chits={chit: "bowl"})
        assert drawn(given, 1).then == (
            CallKansuke("takeda", chit),
            AcceptChit(side, chit),
            PlayChit(chit),
            DrawChit(),
        )
        given = board(options=variant, chits={chit: "drawn"}, drawn=chit)
        told = scenario(given, CallKansuke("takeda", chit), AcceptChit(side, chit), PlayChit(chit))
        assert told.offers("takeda") == (Play(), Kansuke())
        cost = Sum((Term(-2, "Yamamoto Kansuke", "17.6.1"),))
        after = told.when("takeda", Kansuke()).then(KansukeCalled(chit, "1", cost))
        assert (after.chits[chit], after.armies["takeda"].points, after.kansuke_used) == ("1", -2, True)
        assert told.agenda == ()


def test_17_6_1_once_in_a_game_not_for_compulsory_chits_and_only_in_the_variant() -> None:
    variant = Options(kansuke=True)
    for given in (
        board(options=variant, chits={"uB": "bowl"}, kansuke_used=True),
        board(chits={"uB": "bowl"}),
    ):
        assert drawn(given, 1).then == (AcceptChit("uesugi", "uB"), PlayChit("uB"), DrawChit())
    assert drawn(board(options=variant, chits=IN_PLAY), 1).then == (PlayChit("rally"), DrawChit())


def test_17_6_1_whoever_does_not_call_him_lets_the_chit_be_played() -> None:
    given = board(options=Options(kansuke=True), chits={"uB": "drawn"}, drawn="uB")
    told = scenario(given, CallKansuke("takeda", "uB"), AcceptChit("uesugi", "uB"))
    assert told.when("takeda", Play()).then() == given
    assert told.agenda == (AcceptChit("uesugi", "uB"),)


def test_17_6_1_his_price_may_call_a_samurai() -> None:
    given = board(
        options=Options(kansuke=True, samurai=True), chits={"uB": "drawn"}, drawn="uB", uesugi={"points": 5}
    )
    line = given.data.samurai_lines["takeda"][0]
    given = board(
        options=Options(kansuke=True, samurai=True),
        chits={"uB": "drawn"},
        drawn="uB",
        uesugi={"points": line - 1},
    )
    told = scenario(given, CallKansuke("takeda", "uB")).when("takeda", Kansuke())
    assert told.events[1:] == (SamuraiCalled("takeda", line),)

"""Standing orders [mail/standing-orders]: under seal, answering what is legal, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import SEAT, STANDING_ORDER
from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.events import ChitPlayed, ChitRefused, KansukeCalled, StandingWritten
from domain.kawanakajima.board.state import COMPULSORY, Board, Standing
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.combat.odds import average_rank
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.standing.standing_orders import answer, occasion_of
from domain.kawanakajima.words.field_items import (
    AdvanceAfter,
    AnswerLeader,
    ChooseSeppuku,
    ChooseSufferer,
    Engage,
    FallBack,
    ForcedAdvance,
    Initiative,
    Manoeuvre,
    MarchTurn,
    PosturePhase,
    Pursuit,
    RallyPhase,
    RallyToDefence,
)
from domain.kawanakajima.words.field_orders import (
    Advance,
    Fight,
    Leader,
    March,
    Move,
    Posture,
    Pursue,
    Rally,
    Retreat,
    Seppuku,
    Suffer,
)
from domain.kawanakajima.words.items import (
    AcceptChit,
    CallKansuke,
    ChooseImpetuous,
    DrawChit,
    PlayChit,
    SelectChits,
)
from domain.kawanakajima.words.orders import (
    Always,
    Delay,
    Done,
    DropSheet,
    Impetuous,
    Kansuke,
    Play,
    TakeSheet,
    When,
)
from domain.kit.errors import OrderError
from domain.kit.facts import State
from domain.kit.hexes import distance
from domain.kit.sealed import Sealed
from tests.kawanakajima.boards import SEATS, Stands, board, scenario
from tests.kawanakajima.data import DATA
from tests.kawanakajima.player import Player
from tests.playing import Game
from tests.titles.play import Luck, opening


def test_a_script_is_kept_under_seal_and_read_when_it_is_written() -> None:
    told = scenario(board(), SelectChits(SEATS)).when("uesugi", When("B", "posture B attack then done"))
    new = Standing("uB", (Posture("B", "attack"), Done()))
    after = told.then(StandingWritten("uesugi", Sealed(("uesugi",), new)))
    assert after.armies["uesugi"].standing == (new,)
    assert told.orders[0].order == Sealed(("uesugi",), When("B", "posture B attack then done"))
    assert told.agenda == (SelectChits(SEATS),)


def test_a_script_in_french_says_the_same() -> None:
    told = scenario(board(), SelectChits(SEATS)).when("uesugi", When("B", "posture B attaque puis fini"))
    told.then(
        StandingWritten("uesugi", Sealed(("uesugi",), Standing("uB", (Posture("B", "attack"), Done()))))
    )


def test_a_script_takes_the_place_of_the_one_before_and_nothing_withdraws_it() -> None:
    told = scenario(board(), SelectChits(SEATS))
    told.when("uesugi", When("B", "done"))
    told.when("uesugi", When("J", "done"))
    told.when("uesugi", When("B", "delay"))
    assert told.board.armies["uesugi"].standing == (Standing("uJ", (Done(),)), Standing("uB", (Delay(),)))
    told.when("uesugi", When("B", "nothing"))
    assert told.board.armies["uesugi"].standing == (Standing("uJ", (Done(),)),)


REFUSED = [
    (When("T", "done"), "[mail/standing-orders] You have no clan T."),
    (Always("tea", "never"), "[mail/standing-orders] There is no occasion “tea”. There are "),
    (When("B", "command B"), "[mail/standing-orders] “command B” cannot be left as a standing order."),
    (When("B", "resign"), "[mail/standing-orders] “resign” cannot be left as a standing order."),
    (When("B", "fly away"), "[mail/standing-orders] “fly away” cannot be read:"),
    (
        Always("leaders", "somewhere"),
        "[mail/standing-orders] “somewhere” does not say what to do about leaders. "
        "A standing order for leaders may say “column” or “row”; “nothing” takes it back.",
    ),
    (
        Always("moves", "towards the sea"),
        "[mail/standing-orders] “towards the sea” does not say what to do about moves.",
    ),
    (Always("fights", "B"), "[mail/standing-orders] “B” does not say what to do about fights."),
    (Always("retreats", "towards T"), "[mail/standing-orders] There is no clan T of uesugi."),
]


@pytest.mark.parametrize(("order", "refusal"), REFUSED)
def test_what_cannot_be_a_standing_order(order: When | Always, refusal: str) -> None:
    told = scenario(board(), SelectChits(SEATS))
    with pytest.raises(OrderError) as found:
        told.game.post("uesugi", order, None)  # type: ignore[arg-type]
    assert str(found.value).startswith(refusal)


WISHES = [
    (Always("retreats", "away from the enemy, towards own A"), ("away", "uA")),
    (Always("retreats", "towards A"), ("uA",)),
    (Always("leaders", "always on the column"), ("column",)),
    (Always("leaders", "on the line"), ("row",)),
    (Always("delays", "never"), ("never",)),
    (Always("delays", "B J"), ("uB", "uJ")),
    (Always("advances", "never"), ("never",)),
    (Always("kansukes", "B"), ("tB",)),
    (Always("retreats", "nothing"), ()),
    (Always("moves", "towards the nearest enemy"), ("enemy",)),
    (Always("marches", "clans J B"), ("uJ", "uB")),
    (Always("sufferers", "the freshest, leaderless"), ("fresh", "leaderless")),
    (Always("rallies", "all, then defence"), ("always", "defence")),
    (Always("provocations", "G"), ("tG",)),
    (Always("retreats", "loin de l'ennemi, vers A"), ("away", "uA")),
    (Always("moves", "vers l'ennemi"), ("enemy",)),
    (Always("sufferers", "les fraîches, sans-individu"), ("fresh", "leaderless")),
    (Always("delays", "Jamais"), ("never",)),
    (Always("retreats", "rien"), ()),
]


@pytest.mark.parametrize(("order", "wishes"), WISHES)
def test_what_a_preference_says(order: Always, wishes: tuple[str, ...]) -> None:
    told = scenario(board(), SelectChits(SEATS)).when("uesugi", order)
    written = Standing(order.occasion, (), wishes)
    told.then(StandingWritten("uesugi", Sealed(("uesugi",), written)))
    assert told.board.armies["uesugi"].standing == ((written,) if wishes else ())


OCCASIONS = [
    # what is written, the name under which it is kept
    ("B", "uB"),
    ("special 2", "u2"),
    ("combat", "combat"),
    ("march", "march"),
    ("samurai", "samurai"),
]


@pytest.mark.parametrize(("chit", "kept"), OCCASIONS)
def test_any_chit_may_have_its_script(chit: str, kept: str) -> None:
    told = scenario(board(), SelectChits(SEATS)).when("uesugi", When(chit, "done"))
    assert told.board.armies["uesugi"].standing == (Standing(kept, (Done(),)),)


DRAWN = [
    # the chit being played, as the Uesugi name it, and the Takeda
    ("", "", ""),
    ("uB", "uB", ""),
    ("t2", "", "t2"),
    ("combat takeda", "combat", "combat"),
    ("initiative", "initiative", "initiative"),
    ("samurai takeda", "", "samurai"),
]


@pytest.mark.parametrize(("drawn", "uesugi", "takeda"), DRAWN)
def test_a_script_is_for_a_seats_own_chits_and_the_compulsory_ones(
    drawn: str, uesugi: str, takeda: str
) -> None:
    given = board(drawn=drawn)
    assert (occasion_of(given, "uesugi"), occasion_of(given, "takeda")) == (uesugi, takeda)


# ---- firing


def left(*standing: Standing, **more: object) -> Board:
    return board(uesugi={"standing": standing}, chits={"uB": "drawn"}, drawn="uB", **more)  # type: ignore[arg-type]


def test_a_script_says_play_unless_it_says_delay() -> None:
    item = AcceptChit("uesugi", "uB")
    assert answer(left(), item, "uesugi") is None
    assert answer(left(Standing("uJ", (Done(),))), item, "uesugi") is None
    assert answer(left(Standing("uB", (Done(),))), item, "uesugi") == Play()
    assert answer(left(Standing("uB", (Delay(), Done()))), item, "uesugi") == Delay()


def test_what_fires_is_an_order_by_standing_order_and_the_game_goes_on() -> None:
    given = left(Standing("delays", (), ("always",)))
    told = scenario(given, AcceptChit("uesugi", "uB"), PlayChit("uB")).goes_on()
    told.then(ChitRefused("uB"))
    assert [(order.order, order.by) for order in told.orders] == [(Delay(), STANDING_ORDER)]


def test_what_is_not_legal_now_does_not_fire() -> None:
    """The first order that answers the prompt and that the rules take counts; else the seat is asked."""
    given = left(
        Standing(
            "uB",
            (Move("B1", ("0101",)), Advance("B1", "2514"), Posture("C", "attack"), Posture("B", "attack")),
        )
    )
    told = scenario(given, PlayChit("uB"), DrawChit()).goes_on([3])
    assert told.events[0] == ChitPlayed("uB")
    assert [order.order for order in told.orders if order.by == STANDING_ORDER] == [Posture("B", "attack")]
    assert told.board.postures["uB"] == "attack"
    assert told.game.awaited() == ("uesugi",)


def test_a_whole_activation_by_standing_orders() -> None:
    units = {"uA1": "2213", "uB1": "2513", "uB2": "2512", "tA1": "3315", "tD1": "2713"}
    script = Standing(
        "uB", (Posture("B", "attack"), Move("B1", ("2613",)), Move("B2", ("2612",)), Leader("column"), Done())
    )
    chits = {"uB": "bowl"} | dict.fromkeys(COMPULSORY, "away")
    given = board(units, uesugi={"standing": (script,)}, chits=chits)
    told = scenario(given, DrawChit()).goes_on([1, 6])
    assert told.orders
    assert {order.by for order in told.orders} <= {STANDING_ORDER, "only answer"}
    assert told.board.postures["uB"] == "attack"
    assert told.board.units["uB1"].hex != "2513"


def test_delays_name_the_clans_whose_chit_goes_back() -> None:
    given = left(Standing("delays", (), ("uB",)))
    assert answer(given, AcceptChit("uesugi", "uB"), "uesugi") == Delay()
    assert answer(given, AcceptChit("uesugi", "uC"), "uesugi") == Play()


def test_kansuke_is_called_against_the_clans_that_are_named_and_no_other() -> None:
    given = board(
        options=Options(kansuke=True),
        takeda={"standing": (Standing("kansukes", (), ("uB",)),)},
        chits={"uB": "drawn", "uC": "drawn"},
    )
    assert answer(given, CallKansuke("takeda", "uB"), "takeda") == Kansuke()
    assert answer(given, CallKansuke("takeda", "uC"), "takeda") == Play()
    told = scenario(given, CallKansuke("takeda", "uB")).goes_on()
    assert isinstance(told.events[0], KansukeCalled)
    assert told.orders[0].by == STANDING_ORDER != SEAT


FIELD = {"tD1": "2914", "uA1": "2513", "uB1": "2814", "tA1": "3315"}


@pytest.mark.parametrize("wishes", [("away", "uA"), ("uA",), ("uA", "away")])
def test_retreats_follow_the_wishes_the_first_before_the_second(wishes: tuple[str, ...]) -> None:
    given = board(FIELD, uesugi={"standing": (Standing("retreats", (), wishes),)})
    item = FallBack("uesugi", "uB1", "2814")
    possible = [order for order in BOOK.some(State(given, (item,)), "uesugi") if isinstance(order, Retreat)]
    assert len(possible) > 1

    def missed(order: Retreat) -> tuple[int, ...]:
        foes = min(distance(order.hex, foe) for foe in ("2914", "3315"))
        return tuple(-foes if wish == "away" else distance(order.hex, "2513") for wish in wishes)

    chosen = answer(given, item, "uesugi")
    assert isinstance(chosen, Retreat)
    assert missed(chosen) == min(map(missed, possible))


def test_leaders_stand_where_they_are_wished() -> None:
    for axis in ("column", "row"):
        given = board(FIELD, uesugi={"standing": (Standing("leaders", (), (axis,)),)})
        item = AnswerLeader("uesugi", ("tD1",), ("uB1",), "row")
        assert answer(given, item, "uesugi") == Leader(axis)


def test_advances_are_never_made_or_always() -> None:
    item = AdvanceAfter("uesugi", ("uB1",), ("2815",))
    for wish, order in (("never", Done()), ("always", Advance("B1", "2815"))):
        given = board(FIELD, {"uB": "defence"}, uesugi={"standing": (Standing("advances", (), (wish,)),)})
        assert answer(given, item, "uesugi") == order


# ---- preferences for the field


def wishing(occasion: str, *wishes: str, units: Mapping[str, Stands] = FIELD, **more: Any) -> Board:
    postures = {"uB": "attack"} | more.pop("postures", {})
    return board(units, postures, uesugi={"standing": (Standing(occasion, (), wishes),)}, **more)


def test_moves_go_to_the_nearest_enemy_or_to_a_clan_or_stay() -> None:
    units: dict[str, Stands] = {"tD1": "3014", "uA1": "2513", "uC1": "2712", "tA1": "3315"}
    item = Manoeuvre("uesugi", ("uC",))

    def first(*wishes: str, posture: str = "move") -> Any:
        return answer(wishing("moves", *wishes, units=units, postures={"uC": posture}), item, "uesugi")

    moved = first("enemy")
    assert isinstance(moved, Move)
    assert distance(moved.path[-1], "3014") == 2  # in move it stops before the enemy's zone
    moved = first("enemy", posture="attack")
    assert distance(moved.path[-1], "3014") == 1
    moved = first("uA")
    assert distance(moved.path[-1], "2513") == 1
    assert first("stay") == Done()
    assert isinstance(first("stay", posture="attack"), Move)  # who attacks has to go


def test_moves_answer_the_forced_advance_too() -> None:
    given = wishing("moves", "enemy", units={"tD1": "3014", "uB1": "2713", "uA1": "2513", "tA1": "3315"})
    moved = answer(given, ForcedAdvance("uesugi"), "uesugi")
    assert isinstance(moved, Move)
    assert distance(moved.path[-1], "3014") == distance("2713", "3014") - 1


def test_moves_say_nothing_about_other_prompts() -> None:
    assert answer(wishing("moves", "enemy"), AcceptChit("uesugi", "uB"), "uesugi") is None


THREE: dict[str, Stands] = {"uB1": "2814", "uC1": "2915", "tD1": "2914", "tA1": "3315", "uA1": "2513"}


def test_fights_promise_as_much_as_they_can() -> None:
    given = wishing("fights", "best", units=THREE, postures={"uC": "attack"})
    item = Engage("uesugi")
    possible = [order for order in BOOK.some(State(given, (item,)), "uesugi") if isinstance(order, Fight)]
    best = max(average_rank(given, "uesugi", order) for order in possible)
    assert min(average_rank(given, "uesugi", order) for order in possible) < best
    chosen = answer(given, item, "uesugi")
    assert isinstance(chosen, Fight)
    assert average_rank(given, "uesugi", chosen) == best
    assert set(chosen.units) == {"B1", "C1"}


def test_fights_of_duty_are_only_those_that_must_be_fought() -> None:
    """A unit in defence need not fight whom only its fire reaches [11.2]."""
    given = wishing("fights", "duty", units=THREE)
    assert isinstance(answer(given, Engage("uesugi"), "uesugi"), Fight)
    item = Engage("uesugi", ("uB",))
    fought = replace(given, field=replace(given.field, attacked=("tD1",)))
    assert answer(fought, item, "uesugi") == Done()


def test_marches_name_the_clans_that_go_in_their_order() -> None:
    units: dict[str, Stands] = {"uB1": "2513", "uC1": "2413", "uJ1": "2313", "tA1": "3315", "uA1": "2213"}
    postures = dict.fromkeys(("uB", "uC", "uJ"), "move")
    for wishes, order in (
        (("uJ", "uC"), March("J")),
        (("uD", "uC"), March("C")),
        (("always",), March("B")),
        (("never",), Done()),
        (("uD",), Done()),
    ):
        given = wishing("marches", *wishes, units=units, postures=postures)
        assert answer(given, MarchTurn("uesugi"), "uesugi") == order


def test_postures_are_kept_unless_a_script_changes_them() -> None:
    keep, change = Standing("postures", (), ("never",)), Standing("uB", (Posture("B", "attack"),))
    item = PosturePhase("uesugi", ("uB",))
    assert answer(left(keep), item, "uesugi") == Done()
    assert answer(left(keep, change), item, "uesugi") == Posture("B", "attack")


@pytest.mark.parametrize(
    ("wish", "unit"), [("fresh", "B1"), ("worn", "B2"), ("weak", "B2"), ("strong", "B1")]
)
def test_who_suffers_and_who_pursues(wish: str, unit: str) -> None:
    units: dict[str, Stands] = {"uB1": "2814", "uB2": ("2813", 1), "tD1": "2914", "tA1": "3315"}
    sufferer = ChooseSufferer("uesugi", ("uB1", "uB2"), "d2^1", attacking=False)
    assert answer(wishing("sufferers", wish, units=units), sufferer, "uesugi") == Suffer(unit)
    hunt = Pursuit("uesugi", ("uB1", "uB2"), "tD1", ("2914", "3014"))
    assert answer(wishing("pursuits", wish, units=units), hunt, "uesugi") == Pursue(unit)
    assert answer(wishing("pursuits", wish, units=units), sufferer, "uesugi") is None


def test_a_leaderless_unit_suffers_first() -> None:
    item = ChooseSufferer("uesugi", ("uB1", "uB2"), "d2^1", attacking=False)
    units: dict[str, Stands] = {"uB1": "2814", "uB2": "2813", "tD1": "2914", "tA1": "3315"}
    assert answer(wishing("sufferers", "leaderless", units=units), item, "uesugi") == Suffer("B2")


def test_a_general_dies_by_his_own_hand_only_if_that_is_wished() -> None:
    """[11.12, 16.4]"""
    item, units = ChooseSeppuku("uesugi", "uA"), {"uA1": "2513", "tA1": "3315"}
    for wish, order in (("never", Done()), ("weak", Seppuku("A1"))):
        assert answer(wishing("seppukus", wish, units=units), item, "uesugi") == order


def test_rallies_and_what_koyaku_offers() -> None:
    units: dict[str, Stands] = {"uB1": ("2513", 1), "uB2": ("2413", 2), "tA1": "3315", "uA1": "2213"}
    for wishes, rallied, taken in (
        (("always",), Rally(("B1", "B2")), Done()),
        (("always", "defence"), Rally(("B1", "B2")), Posture("B", "defence")),
        (("never",), Done(), Done()),
    ):
        given = wishing("rallies", *wishes, units=units, postures={"uB": "regroup"})
        assert answer(given, RallyPhase("uesugi", ("uB",)), "uesugi") == rallied
        assert answer(given, RallyToDefence("uesugi", "uB"), "uesugi") == taken


def test_clans_in_trouble_help_themselves_or_not() -> None:
    """[9.3.4]"""
    for wishes, order in (
        (("always",), Posture("B", "defence")),
        (("uB",), Posture("B", "defence")),
        (("uC",), Done()),
        (("never",), Done()),
    ):
        given = wishing("initiatives", *wishes, postures={"uB": "move"})
        assert answer(given, Initiative("uesugi"), "uesugi") == order


def test_whom_an_impetuous_attack_is_forced_on() -> None:
    """The first that is there [9.5.3]."""
    given = wishing("provocations", "tB", "tD", "tA")
    assert answer(given, ChooseImpetuous("uesugi"), "uesugi") == Impetuous("D")


# ---- how many mails a game takes


def test_a_game_of_simple_players_with_the_recommended_sheet_takes_at_most_40_mails_a_side() -> None:
    """A mail answers what comes up in one step of a turn: the choice of chits, the posture of a clan.

    It is the mean of both sides: the Takeda, who have two generals to send them, write more than the Uesugi.
    Both sides lose units in it: whoever attacks has something to win [17.5].
    """
    game, luck, mails, last = Game("mails", KAWANAKAJIMA), Luck(5), Counter[str](), None
    game.open(opening(KAWANAKAJIMA, 0), DATA, luck)
    players = {seat: Player(seat, 5) for seat in SEATS}
    for seat in SEATS:
        game.post(seat, TakeSheet(), luck)
    while not game.is_over():
        seat = game.awaited()[0]
        step: Any = (seat, game.turn, game.state.board.drawn, type(game.state.agenda[0]))
        mails[seat] += step != last
        last = step
        game.post(seat, players[seat].choose(game), luck)
    assert min(mails.values()) >= 10, mails
    assert mails.total() <= 2 * 40, mails
    at = game.state.board
    assert at.ending
    assert {unit[0] for unit, now in at.units.items() if now.losses >= 4} == {"t", "u"}
    assert max(army.points for army in at.armies.values()) > 4


# ---- a whole sheet


def test_a_whole_sheet_takes_the_place_of_what_was_left_and_can_be_taken_back() -> None:
    told = scenario(board(), SelectChits(SEATS)).when("uesugi", Always("kansukes", "B"))
    told = told.when("uesugi", TakeSheet())
    left = {one.occasion: one.wishes for one in told.board.armies["uesugi"].standing}
    assert (left["kansukes"], left["moves"]) == (("never",), ("posture",))
    assert not told.when("uesugi", DropSheet()).board.armies["uesugi"].standing


def test_a_clan_that_attacks_an_enemy_who_is_there_stays_so() -> None:
    item, other = PosturePhase("uesugi", ("uB",)), PosturePhase("uesugi", ("uC",))
    given = wishing("postures", "engaged", units=THREE, postures={"uC": "move"})
    assert answer(given, item, "uesugi") == Done()
    assert answer(given, other, "uesugi") is None


def test_who_moves_by_posture_stays_in_defence() -> None:
    units: dict[str, Stands] = {"tD1": "3014", "uA1": "2513", "uC1": "2712", "tA1": "3315"}
    item = Manoeuvre("uesugi", ("uC",))
    for posture, goes in (("defence", False), ("move", True), ("attack", True)):
        given = wishing("moves", "posture", units=units, postures={"uC": posture})
        assert isinstance(answer(given, item, "uesugi"), Move) is goes

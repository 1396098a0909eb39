"""Chapter 9: what each effect does, and what an order may not choose. Both sides of every limit."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from domain.kit.chance import Thrown
from domain.kit.sealed import Sealed
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.state import Board, Change
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.cards.resolving import RULES
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data import premises
from domain.twilight_shogun.data.effects import Deed, Where
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Act, ChooseWay, DropCards, Evade, PutInfluence, Resolve
from tests.scenario import Scenario
from tests.twilight_shogun.boards import TABLES, board, changed, refusal, scenario, summed

CARD = "cholera"
NAME = TABLES.cards[CARD].name


def resolved(at: Board, effect: Deed, player: str = PRO, faces: tuple[int, ...] = ()) -> Scenario:
    return scenario(at, Resolve(player, CARD, effect)).goes_on(faces)


def nothing(why: str, seat: str = PRO) -> e.NothingDone:
    return e.NothingDone(CARD, seat, why)


def influenced(*changes: Change) -> e.InfluenceChanged:
    return e.InfluenceChanged(CARD, changes)


SAME = nothing("The influence there is as the event would leave it.")

# rule, effect, the board, what happens when Pro-Bakufu resolves it
EFFECTS: list[tuple[str, Deed, dict[str, Any], tuple[Struct, ...]]] = [
    (
        "9.3",
        x.Influence("player", ("mito", "edo", "yokohama", "kyo"), 2),
        {"influence": {"kyo": (0, 1)}},
        (influenced(changed("mito", PRO, 0, 2), changed("kyo", PRO, 1, 3)),),
    ),
    (
        "9.3",
        x.Influence("anti", ("mito", "kyo"), -2),
        {"influence": {"kyo": (1, 1)}},
        (influenced(changed("kyo", ANTI, 1, 0)),),
    ),
    ("9.3", x.Influence("opponent", ("mito",), -2), {}, (SAME,)),
    (
        "9.3",
        x.Clear("anti", ("kyo", "tosa")),
        {"influence": {"kyo": (4, 5)}},
        (influenced(changed("kyo", ANTI, 4, 0)),),
    ),
    ("9.3", x.Clear("anti", ("kyo",)), {"influence": {"kyo": (0, 5)}}, (SAME,)),
    (
        "9.3",
        x.Reset("mito"),
        {"influence": {"mito": (5, 0)}, "markers": {"yodo": ("mito", "tail"), "ii": ("kyo", "head")}},
        (
            e.MarkerRemoved(CARD, "yodo", "mito", "Yamanouchi Yodo"),
            influenced(changed("mito", ANTI, 5, 1), changed("mito", PRO, 0, 1)),
        ),
    ),
    ("9.3", x.Reset("mito"), {"influence": {"mito": (1, 1)}}, (SAME,)),
    (
        "2.22",
        x.Marker("choshu", "tail", "kyo"),
        {"markers": {"choshu": ("kyo", "head")}},
        (e.MarkerPlaced(CARD, "choshu", "kyo", "tail", "Choshu regular", ANTI, 2),),
    ),
    (
        "2.22",
        x.Marker("choshu", "tail", "kyo"),
        {"markers": {"choshu": ("kyo", "tail")}},
        (nothing("The marker stands in Kyo already."),),
    ),
    (
        "2.22",
        x.Unmark("choshu"),
        {"markers": {"choshu": ("kyo", "tail")}},
        (e.MarkerRemoved(CARD, "choshu", "kyo", "Choshu regular"),),
    ),
    ("2.22", x.Unmark("choshu"), {}, (nothing("The support marker is not on the map."),)),
    (
        "2.22",
        x.Strip("anti", "kyo"),
        {"markers": {"choshu": ("kyo", "tail"), "aizu": ("kyo", "head"), "kameyama": ("tosa", "head")}},
        (e.MarkerRemoved(CARD, "choshu", "kyo", "Choshu regular"),),
    ),
    (
        "2.22",
        x.Strip("anti", "kyo"),
        {"markers": {"aizu": ("kyo", "head")}},
        (nothing("No such support marker stands in Kyo."),),
    ),
    ("2.23", x.Vp("player", 2), {"vp": 5}, (e.VpScored(PRO, summed("2.23", (2, NAME)), 3),)),
    (
        "2.23",
        x.VpEach("anti", 1, Where(powered=True)),
        {"influence": {"tosa": (2, 0), "choshu": (3, 1), "mito": (1, 0), "saga": (5, 0)}},
        (e.VpScored(ANTI, summed("2.23", (1, "controls Tosa"), (1, "controls Choshu")), 2),),
    ),
    (
        "2.23",
        x.VpEach("anti", 1, Where(powered=True)),
        {"influence": {"mito": (1, 0)}},
        (nothing("None of the clans that would count is controlled."),),
    ),
    ("2.23", x.Treaty(), {"treaty": 3}, (e.TreatyRaised(CARD, 3, 4),)),
    ("2.23", x.Treaty(), {"treaty": 4}, (nothing("The treaty level is 4, the highest."),)),
    (
        "8.4",
        x.Court("anti", 2),
        {"court": {ANTI: 1, PRO: 0}},
        (
            e.CourtMoved(CARD, ANTI, 1, 3),
            e.VpScored(
                ANTI,
                summed("8.4", (2, "court operation level 2"), (3, "court operation level 3")),
                5,
            ),
        ),
    ),
    ("8.4", x.Court("anti", 1), {"court": {ANTI: 3, PRO: 0}}, (e.CourtMoved(CARD, ANTI, 3, 4),)),
    ("8.4", x.Court("anti", -1), {"court": {ANTI: 3, PRO: 0}}, (e.CourtMoved(CARD, ANTI, 3, 2),)),
    (
        "8.4",
        x.Court("anti", 1),
        {"court": {ANTI: 4, PRO: 0}},
        (nothing("The court operation level stays at 4."),),
    ),
    ("2.24", x.CourtModifier(), {}, (e.CourtModifierPlaced(CARD, 1),)),
    (
        "2.24",
        x.CourtModifier(),
        {"court_modifier": 1},
        (nothing("The court operation modification marker is placed already."),),
    ),
    ("2.24", x.OpenYokohama(), {}, (e.YokohamaOpened(CARD),)),
    ("2.24", x.OpenYokohama(), {"yokohama": True}, (nothing("Yokohama is open already."),)),
    ("11.2", x.Intervention(2), {"intervention": 1}, ()),
    ("11.2", x.Intervention(-1), {"intervention": 1}, (e.InterventionChanged(1, 0, CARD),)),
    ("11.2", x.Intervention(-1), {"intervention": 0}, ()),
    ("9.1", x.IfActive("pro", (x.OpenYokohama(),)), {"active": PRO}, (e.YokohamaOpened(CARD),)),
    ("9.1", x.IfActive("pro", (x.OpenYokohama(),)), {"active": ANTI}, ()),
    (
        "9.0",
        x.If(premises.JoiDone(), (x.OpenYokohama(),), (x.Treaty(),)),
        {"joi": 1},
        (e.YokohamaOpened(CARD),),
    ),
    (
        "9.0",
        x.If(premises.JoiDone(), (x.OpenYokohama(),), (x.Treaty(),)),
        {},
        (e.TreatyRaised(CARD, 0, 1),),
    ),
    ("9.0", x.Discard("anti", 1), {}, (nothing("Anti-Bakufu has no card in hand."),)),
    (
        "9.3",
        x.Place("pro", -1, Where(spaces=("kyo",))),
        {},
        (nothing("1 influence can be removed nowhere."),),
    ),
]


@pytest.mark.parametrize(("rule", "effect", "given", "events"), EFFECTS)
def test_9_what_an_effect_does(
    rule: str, effect: Deed, given: dict[str, Any], events: tuple[Struct, ...]
) -> None:
    told = resolved(board(**given), effect)
    if isinstance(effect, x.Intervention) and effect.change == 2:
        events = (e.InterventionChanged(1, 2, CARD), e.InterventionChanged(2, 3, CARD))
    assert told.events == events
    if events:
        assert rule in BOOK.numbers
    assert told.agenda == ()


def test_9_0_every_effect_has_its_rule() -> None:
    assert set(RULES) == set(Deed.__args__)


def test_9_0_the_fact_cites_the_rule_of_the_effect() -> None:
    assert resolved(board(), x.OpenYokohama()).cited == ("2.24",)
    assert resolved(board(), x.Vp("anti", 1)).cited == ("2.23",)


# ---- 9.1: granted action points


def test_9_1_granted_aps_are_spent_by_the_named_side_in_the_others_round() -> None:
    at = board({"choshu": (1, 0), "tosa": (1, 0)}, active=PRO)
    grant = x.Grant("anti", 2, ("influence",), Where(areas=("chugoku",)))
    told = resolved(at, grant, ANTI)
    chugoku = ("himeji", "okayama", "tottori", "matsue", "hiroshima", "choshu")
    assert told.agenda == (Act(ANTI, 2, CARD, ("influence",), chugoku, True),)
    said = refusal(told, ANTI, orders.Influence(("tosa",)))
    assert said.startswith("[9.3] The event grants its APs for ")
    assert refusal(told, ANTI, orders.Coup("choshu")).startswith("[9.1] The event grants 2 APs for placing")
    told.when(ANTI, orders.Influence(("choshu", "matsue")))
    assert told.board.influence["matsue"] == {ANTI: 1, PRO: 0}


def test_9_1_a_grant_without_a_space_is_nothing() -> None:
    told = resolved(board(), x.Grant("pro", 2, where=Where(areas=("ou",), control=("anti",))))
    told.then(nothing("There is no space where the action points could be spent."))


# ---- 9.3: as the seat chooses


def put(told: Scenario, space: str, count: int = 1) -> Scenario:
    return told.when(PRO, orders.Put(space, count))


def test_9_3_influence_is_placed_where_the_seat_reaches() -> None:
    """Next to Edo for Pro-Bakufu; and what is placed carries the reach on."""
    told = resolved(board(), x.Place("pro", 3))
    assert told.agenda[0].spaces[0] == "kyo"
    offered = {order.space for order in told.offers(PRO) or () if isinstance(order, orders.Put)}
    assert offered == {"mito", "aizu", "matsushiro", "owari"}
    said = refusal(told, PRO, orders.Put("kaga"))
    assert said == "[9.3] You have no influence in Kaga or next to it."
    put(told, "matsushiro").then(influenced(changed("matsushiro", PRO, 0, 1)))
    put(told, "nagaoka", 2).then(influenced(changed("nagaoka", PRO, 0, 2)))
    assert told.agenda == ()


def test_9_3_named_spaces_and_powered_clans_need_no_reach() -> None:
    for where in (Where(spaces=("tosa", "mito")), Where(powered=True), Where(areas=("nankai",), free=True)):
        told = resolved(board(), x.Place("pro", 2, where))
        put(told, "tosa").then(influenced(changed("tosa", PRO, 0, 1)))


def test_9_3_no_more_than_is_left_nor_than_one_space_may_have() -> None:
    told = resolved(board({"kyo": (0, 1)}), x.Place("pro", 3, most=2))
    assert refusal(told, PRO, orders.Put("kyo", 4)) == f"[9.3] Of the influence of {NAME} 3 is left, not 4."
    said = refusal(told, PRO, orders.Put("kyo", 3))
    assert said == f"[9.3] {NAME} allows 2 in one space; this would be 3."
    put(told, "kyo", 2)
    assert refusal(told, PRO, orders.Put("kyo")) == f"[9.3] {NAME} allows 2 in one space; this would be 3."
    put(told, "hikone")
    assert told.agenda == ()


def test_9_3_no_more_is_removed_than_there_is() -> None:
    at = board({"kyo": (1, 1), "mito": (2, 1)})
    told = resolved(at, x.Place("anti", -3, Where(spaces=("kyo", "mito", "tosa"))))
    said = refusal(told, PRO, orders.Remove("kyo", 2))
    assert said == "[9.3] Anti-Bakufu has 1 influence in Kyo, not 2."
    assert refusal(told, PRO, orders.Remove("owari")) == f"[9.3] {NAME} does not let you choose Owari."
    assert refusal(told, PRO, orders.Put("kyo")) == f"[9.3] {NAME} removes influence of Anti-Bakufu."
    told.when(PRO, orders.Remove("mito", 2)).then(
        influenced(changed("mito", ANTI, 2, 0)),
        influenced(changed("kyo", ANTI, 1, 0)),
    )
    assert told.orders[-1].by == "only answer"


def test_9_3_spaces_out_of_play_and_unknown_ones() -> None:
    told = resolved(board(), x.Place("pro", 2))
    assert refusal(told, PRO, orders.Put("edo")) == "[2.11] No influence may stand in edo."
    assert refusal(told, PRO, orders.Put("yokohama")).startswith("[2.24] yokohama is not in play")
    assert refusal(told, PRO, orders.Put("osaka")) == "[9.3] There is no space osaka on the map."
    assert refusal(told, PRO, orders.Remove("mito")) == f"[9.3] {NAME} places influence of Pro-Bakufu."


def test_9_3_only_where_somebody_or_nobody_controls() -> None:
    at = board({"mito": (0, 2), "owari": (3, 0)})
    told = resolved(at, x.Place("pro", 1, Where(control=("neutral",), spaces=("mito", "owari", "aizu"))))
    assert told.events == (influenced(changed("aizu", PRO, 0, 1)),)


# ---- 9.0: choices and cards


WAYS = x.Choose((x.Way("open", (x.OpenYokohama(),)), x.Way("wait")), "opponent")


def test_9_0_a_choice_of_the_named_side() -> None:
    told = resolved(board(), WAYS)
    assert told.agenda == (ChooseWay(ANTI, PRO, CARD, WAYS.ways),)
    assert refusal(told, ANTI, orders.Choose("treaty")) == f"[9.0] {NAME} does not offer treaty."
    told.when(ANTI, orders.Choose("open")).then(e.WayChosen(ANTI, CARD, "open"), e.YokohamaOpened(CARD))


def test_9_0_a_way_without_effects_declines() -> None:
    resolved(board(), WAYS).when(ANTI, orders.Choose("wait")).then(e.WayChosen(ANTI, CARD, "wait"))


def test_9_0_a_side_discards_what_it_chooses() -> None:
    at = board(hands={ANTI: ("iwakura", "sanjo", "kozanji"), PRO: ("iemochi",)})
    told = resolved(at, x.Discard("anti", 2))
    assert told.agenda[0] == DropCards(ANTI, CARD, 2)
    assert told.game.rules.private(told.game.state)
    said = refusal(told, ANTI, orders.Discard("iemochi"))
    assert said == "[9.0] You do not hold the card iemochi."
    told.when(ANTI, orders.Discard("sanjo")).then(e.CardDropped(CARD, ANTI, "sanjo", False))
    told.when(ANTI, orders.Discard("iwakura"))
    assert told.board.hands[ANTI] == ("kozanji",)
    assert told.board.discard == ("iwakura", "sanjo")
    assert told.agenda == ()


def test_9_0_a_discard_at_random_shows_the_card_and_not_its_place() -> None:
    at = board(hands={ANTI: ("iwakura", "sanjo", "kozanji")})
    told = resolved(at, x.Discard("anti", 1, at_random=True), faces=(2,))
    told.then(e.CardDropped(CARD, ANTI, told.board.discard[0], True))
    thrown = next(entry for entry in told.happened if isinstance(entry, Thrown))
    assert thrown.question.secret
    assert thrown.faces == Sealed((), (2,))


def test_6_3_a_draw_goes_on_with_the_discards_where_the_deck_runs_out() -> None:
    at = board(deck=("iwakura",), aside=(), discard=("sanjo", "kozanji"))
    told = resolved(at, x.Draw("pro", 2), faces=(1, 1))
    assert told.board.hands[PRO] == ("kozanji", "iwakura")
    assert told.board.deck == ("sanjo",)
    assert told.events[1] == e.Reshuffled(2)
    at = board(deck=(), aside=(), discard=())
    resolved(at, x.Draw("pro", 2)).then(nothing("There is no card to draw."))


def test_11_2_an_increase_at_the_last_level_is_evadable() -> None:
    told = resolved(board(intervention=4, active=ANTI), x.Intervention(1))
    assert told.agenda == (Evade(ANTI, CARD),)
    told.when(ANTI, orders.Evade()).then(e.InterventionEvaded(ANTI, 4, CARD))


def test_7_21_decisions_nest_on_the_agenda() -> None:
    """The opponent places influence in the middle of a round, and the rest waits behind it."""
    told = scenario(
        board({"kyo": (1, 1)}), Resolve(ANTI, CARD, x.Place("anti", 1)), Act(PRO, 2, CARD)
    ).goes_on()
    assert [type(item) for item in told.agenda] == [PutInfluence, Act]
    told.when(ANTI, orders.Put("kyo"))
    assert told.agenda == (Act(PRO, 2, CARD),)

"""Readings of the rules that both stand, each as an option; and the second edition."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.editions import Amended, PlayBy, edition_of
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact, State
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.evolve import evolve
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.card_text import text_of
from domain.twilight_shogun.corrections.judge import JUDGE
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data import premises
from domain.twilight_shogun.data.options import EDITIONS, Options
from domain.twilight_shogun.data.tables import ANTI, PRO, Icon, Tables
from domain.twilight_shogun.words import items as i
from domain.twilight_shogun.words import orders as o
from tests.twilight_shogun.boards import TABLES, board, refusal, scenario
from tests.twilight_shogun.test_events_of_cards import CARD, resolved

# ---- 9.3: reach by what the event has placed (35)


def test_9_3_what_an_event_places_carries_the_reach_on_or_not() -> None:
    for reach, is_reached in (("spreads", True), ("before", False)):
        at = board({"kyo": (0, 1)}, options=Options(event_reach=reach))  # type: ignore[arg-type]
        told = resolved(at, x.Place("pro", 3, x.Where(areas=("nankai", "chubu", "chugoku"))))
        near = {order.space for order in told.offers(PRO) or () if isinstance(order, o.Put)}
        told.when(PRO, o.Put("himeji"))
        further = {order.space for order in told.offers(PRO) or () if isinstance(order, o.Put)} - near
        assert bool(further) is is_reached
        if not is_reached:
            assert refusal(told, PRO, o.Put("okayama")).startswith("[9.3] You have no influence in Okayama")


# ---- 9.3: reach in a choice among powered clans (41), and through Edo (42)


def _put_in(at: Board, where: x.Where, count: int = 2) -> set[str]:
    offered = resolved(at, x.Place("pro", count, where)).offers(PRO) or ()
    return {order.space for order in offered if isinstance(order, o.Put | o.Remove)}


def test_9_3_a_choice_among_powered_clans_needs_no_reach_or_does() -> None:
    """Edo joins Pro-Bakufu to Mito; nothing joins it to the other four."""
    powered = {"mito", "fukui", "tosa", "choshu", "satsuma"}
    assert _put_in(board(), x.Where(powered=True)) == powered
    reach = board(options=Options(powered_free=False))
    assert _put_in(reach, x.Where(powered=True)) == {"mito"}
    assert _put_in(reach, x.Where(powered=True, free=True)) == powered
    assert _put_in(reach, x.Where(spaces=("tosa", "mito"))) == {"tosa", "mito"}
    said = refusal(resolved(reach, x.Place("pro", 2, x.Where(powered=True))), PRO, o.Put("tosa"))
    assert said == "[9.3] You have no influence in Tosa or next to it."


def test_9_3_an_event_that_names_all_powered_clans_needs_no_reach() -> None:
    for free in (True, False):
        at = board(options=Options(powered_free=free))
        told = resolved(at, x.Influence("pro", ("mito", "fukui", "tosa", "choshu", "satsuma"), 1))
        assert told.board.influence["tosa"][PRO] == told.board.influence["satsuma"][PRO] == 1


def test_9_3_an_event_reaches_through_edo_or_not() -> None:
    anywhere = x.Where()
    assert _put_in(board(), anywhere) == {"mito", "aizu", "matsushiro", "owari"}
    bare = board(options=Options(event_edo=False))
    told = resolved(bare, x.Place("pro", 1, anywhere))
    told.then(e.NothingDone(CARD, PRO, "1 influence can be placed nowhere."))
    assert _put_in(board({"mito": (0, 1)}, options=Options(event_edo=False)), anywhere) >= {"mito"}
    action = scenario(board(hands={PRO: ("satcho",)}, options=Options(event_edo=False)), i.Play(PRO))
    action.when(PRO, o.PlayInfluence("satcho", ("mito",)))
    assert action.board.influence["mito"][PRO] == 1


# ---- 9.3: to the last point (36)


def test_9_3_an_event_places_to_the_last_point_unless_an_option_lets_it_stop() -> None:
    place, at = x.Place("pro", 2), board({"kyo": (0, 1)})
    told = resolved(at, place).when(PRO, o.Put("kyo"))
    assert refusal(told, PRO, o.Pass()) == "[9.3] All is placed that can be; 1 influence is left."
    assert o.Pass() not in (told.offers(PRO) or ())
    free = replace(at, setting=replace(at.setting, options=Options(placing_may_stop=True)))
    told = resolved(free, place).when(PRO, o.Put("kyo"))
    assert o.Pass() in (told.offers(PRO) or ())
    told.when(PRO, o.Pass()).then(e.NothingDone(CARD, PRO, "1 influence is given up."))
    assert told.agenda == ()
    none = resolved(free, x.Place("anti", -1, x.Where(spaces=("tosa",))))
    none.then(e.NothingDone(CARD, PRO, "1 influence can be removed nowhere."))


# ---- 9.2, 9.0: when an "if" is judged (37)


def _with(name: str, **more: object) -> Tables:
    return replace(TABLES, cards=TABLES.cards | {name: replace(TABLES.cards[name], **more)})


AHEAD = premises.Ahead("anti", "kyo")
LEADS = x.If(AHEAD, (x.Vp("anti", 1),), (x.Vp("pro", 1),))


@pytest.mark.parametrize(
    "effect",
    [LEADS, x.IfActive("pro", (LEADS,)), x.If(AHEAD, (LEADS,), (x.If(AHEAD, (), (x.Vp("pro", 1),)),))],
)
def test_9_0_an_if_is_judged_in_its_turn_or_at_the_start_of_the_round(effect: x.Deed) -> None:
    """Anti-Bakufu leads in Kyo; Pro-Bakufu acts first and takes the lead away."""
    tables = _with("satcho", effects=(effect,), condition=(), removed=False)
    for ifs, scorer in (("turn", PRO), ("round", ANTI)):
        at = board({"kyo": (3, 2)}, {PRO: ("satcho",)}, tables=tables, options=Options(ifs=ifs))  # type: ignore[arg-type]
        told = scenario(at, i.Play(PRO)).when(PRO, o.PlayInfluence("satcho", ("kyo",)))
        scored = [event for event in told.events if isinstance(event, e.VpScored)]
        assert [one.seat for one in scored] == [scorer]
        kept = next(event.ifs for event in told.events if isinstance(event, e.CardPlayed))
        assert bool(kept) is (ifs == "round")


def test_9_0_a_way_that_is_chosen_keeps_what_was_judged() -> None:
    ways = x.Choose((x.Way("a", (LEADS,)), x.Way("b")))
    tables = _with("satcho", effects=(ways,), condition=(), removed=False)
    at = board({"kyo": (3, 2)}, {PRO: ("satcho",)}, tables=tables, options=Options(ifs="round"))
    told = scenario(at, i.Play(PRO)).when(PRO, o.PlayInfluence("satcho", ("kyo",)))
    assert told.agenda[0] == i.ChooseWay(ANTI, ANTI, "satcho", (x.Way("a", (x.Vp("anti", 1),)), x.Way("b")))


# ---- 2.34: irregular icons (38)


def test_2_34_icons_say_what_a_card_gives_where_its_type_does_not() -> None:
    icons: dict[str, Icon] = {ANTI: "choice", PRO: "anti"}
    regular = TABLES.cards["satcho"]
    assert regular.side == "anti"
    assert {seat: regular.icon(seat) for seat in (ANTI, PRO)} == icons
    assert {seat: TABLES.cards["kyo-scoring"].icon(seat) for seat in (ANTI, PRO)} == {ANTI: ANTI, PRO: PRO}
    common = next(card for card in TABLES.cards.values() if card.side == "common")
    assert {common.icon(seat) for seat in (ANTI, PRO)} == {"choice"}


def test_2_34_an_irregular_card_is_played_by_its_icons() -> None:
    tables = _with("satcho", side="common", icons={PRO: "anti", ANTI: "anti"}, condition=())
    at = board({"kyo": (1, 1)}, {PRO: ("satcho",), ANTI: ("glover",)}, tables=tables)
    told = scenario(at, i.Play(PRO))
    name = TABLES.cards["satcho"].name
    said = f"[2.34] {name} gives you its APs, and the opponent plays its event."
    assert refusal(told, PRO, o.PlayEvent("satcho")) == said
    told.when(PRO, o.PlayInfluence("satcho", ("kyo",)))
    assert e.EventOccurred("satcho", ANTI) in told.events
    at = board({"kyo": (1, 1)}, {ANTI: ("satcho",)}, tables=tables, active=ANTI)
    said = f"[7.21] {name} must be played for both its APs and its event."
    assert refusal(scenario(at, i.Play(ANTI)), ANTI, o.PlayEvent("satcho")) == said
    text = text_of(tables, tables.cards["satcho"])
    assert text.endswith(
        " Pro-Bakufu has its APs, and Anti-Bakufu its event."
        " Anti-Bakufu has its APs, and Anti-Bakufu its event."
    )
    free = replace(tables.cards["satcho"], icons={ANTI: "choice"})
    assert text_of(tables, free).endswith(" Anti-Bakufu chooses its APs or its event.")


# ---- 11.2: raising by two (39)

# the level before, what happens step by step, what by all at once
RAISED: list[tuple[int, tuple[Struct, ...], tuple[Struct, ...]]] = [
    (
        1,
        (e.InterventionChanged(1, 2, CARD), e.InterventionChanged(2, 3, CARD)),
        (e.InterventionChanged(1, 3, CARD),),
    ),
    (3, (e.InterventionChanged(3, 4, CARD),), ()),
    (4, (), ()),
]


@pytest.mark.parametrize(("level", "steps", "whole"), RAISED)
def test_11_2_a_raise_by_two_goes_step_by_step_or_at_once(
    level: int, steps: tuple[Struct, ...], whole: tuple[Struct, ...]
) -> None:
    for raises, events in (("steps", steps), ("whole", whole)):
        at = board(intervention=level, options=Options(raises=raises))  # type: ignore[arg-type]
        told = resolved(at, x.Intervention(2))
        assert told.events == events
        evaded = (i.Evade(PRO, CARD),) if level > 2 else ()
        assert told.agenda == evaded
        if evaded and raises == "whole":
            told.when(PRO, o.Evade()).then(e.InterventionEvaded(PRO, level, CARD))
            lost = resolved(at, x.Intervention(2)).when(PRO, o.Accept())
            assert lost.events[0] == e.InterventionChanged(level, 5, CARD)
            assert lost.board.winner == ANTI


# ---- edition 2


def test_a_ruling_brings_the_second_edition_in() -> None:
    at = State(board(hands={ANTI: ("kyo-scoring", "iwakura")}), (i.Play(PRO),))
    event = Amended("twilight_shogun/2", {"must_stays": False}, {"must_stays": True})
    assert JUDGE.correct(at, PlayBy("twilight_shogun/2")) == (Fact("rules/edition", event),)
    after = evolve(at.board, event)
    assert edition_of(EDITIONS, after.setting.options).name == "twilight_shogun/2"
    told = resolved(after, x.Discard("anti", 1))
    assert told.offers(ANTI) == (o.Discard("iwakura"),)
    with pytest.raises(IllegalMove, match=r"The game is played by twilight_shogun/2\."):
        JUDGE.correct(State(after, at.agenda), PlayBy("twilight_shogun/1"))

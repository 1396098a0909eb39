"""Each kind of order of Twilight of Shogun, and the taps that lead to it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.facts import State, tag_of
from domain.kit.picked import picks_of
from domain.kit.steps import NoSuchPick, narrowing
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words import items as i
from domain.twilight_shogun.words import orders as o
from projections.pictures import Field
from projections.twilight_shogun.reference import note
from tests.titles.stepping import every_order_is_reached, every_walk_leads_on, step_of
from tests.twilight_shogun.boards import SEATS, TABLES, board

WORDS = TWILIGHT_SHOGUN.notation(TABLES, SEATS)

OWN, FOREIGN = "satcho", "martial-institute"
HAND = board({"mito": (1, 1), "kyo": (1, 0), "tosa": (0, 2)}, {ANTI: (OWN, FOREIGN)}, active=ANTI)
PUTS = i.PutInfluence(ANTI, OWN, ANTI, 3, False, ("kyo", "tosa", "mito"), reach=False)
TAKES = i.PutInfluence(ANTI, OWN, PRO, 2, True, ("tosa", "mito"), reach=False)
STOPS = replace(HAND, setting=replace(HAND.setting, options=Options(placing_may_stop=True)))
SPENT = replace(HAND, discard=("stowaways", "black-ships"))
WAYS = i.ChooseWay(ANTI, ANTI, OWN, (x.Way("a", (x.Vp("anti", 1),)), x.Way("b")))

# what is asked on which board, an order, and the picks that say it
TAPS: list[tuple[Board, Struct, Struct, tuple[str, ...]]] = [
    (HAND, i.Play(ANTI), o.PlayEvent(OWN), (OWN, "play-event")),
    (HAND, i.Play(ANTI), o.PlayAction(OWN), (OWN, "play-action")),
    (HAND, i.Play(ANTI), o.PlayEventFirst(FOREIGN), (FOREIGN, "play-event-first")),
    (HAND, i.Play(ANTI), o.PlayActionFirst(FOREIGN), (FOREIGN, "play-action-first")),
    (HAND, i.Play(ANTI), o.PlayInfluence(OWN, ("mito", "2")), (OWN, "play-influence", "mito", "mito")),
    (HAND, i.Play(ANTI), o.PlayRealign(OWN, ("mito", "mito")), (OWN, "play-realign", "mito", "mito")),
    (HAND, i.Play(ANTI), o.PlayCoup(FOREIGN, "mito"), (FOREIGN, "play-coup", "mito")),
    (HAND, i.Play(ANTI), o.Court(OWN), (OWN, "court")),
    (HAND, i.Play(ANTI), o.Resign(), ("resign", "yes")),
    (HAND, i.Act(ANTI, 3, OWN), o.Influence(("mito", "kyo")), ("influence", "mito", "kyo")),
    (HAND, i.Act(ANTI, 2, OWN), o.Realign(("mito",)), ("realign", "mito")),
    (HAND, i.Act(ANTI, 2, OWN), o.Coup("mito"), ("coup", "mito")),
    (HAND, i.Act(ANTI, 2, OWN), o.Pass(), ("pass",)),
    (HAND, i.Realign(ANTI, 1, OWN), o.Realign(("mito",)), ("mito",)),
    (HAND, PUTS, o.Put("kyo", 2), ("kyo", "kyo")),
    (HAND, TAKES, o.Remove("tosa"), ("tosa",)),
    (STOPS, PUTS, o.Pass(), ("pass",)),
    (HAND, i.Attack(ANTI, OWN, 4, ("mito", "tosa")), o.Attack("tosa"), ("attack tosa",)),
    (HAND, WAYS, o.Choose("b"), ("choose b",)),
    (HAND, i.DropCards(ANTI, OWN, 1), o.Discard(FOREIGN), (f"discard {FOREIGN}",)),
    (
        SPENT,
        i.Retrieve(ANTI, OWN, 1, ("stowaways", "black-ships")),
        o.Retrieve("black-ships"),
        ("retrieve black-ships",),
    ),
    (HAND, i.PlaceNavy(PRO), o.Navy("mito"), ("navy mito",)),
    (HAND, i.Evade(ANTI, OWN), o.Evade(), ("evade",)),
    (HAND, i.Evade(ANTI, OWN), o.Accept(), ("accept", "yes")),
]

AT_ANY_TIME = {o.StandingEvade, o.TakeSheet, o.DropSheet}
"""What stands on the page beside the turn, as lines that are pressed twice."""


@pytest.mark.parametrize(
    ("at", "item", "order", "picks"), TAPS, ids=lambda one: getattr(type(one), "__name__", "")
)
def test_each_kind_of_order_is_reached_by_taps(
    at: Board, item: Struct, order: Struct, picks: tuple[str, ...]
) -> None:
    state, seat = State(at, (item,)), item.seat  # type: ignore[attr-defined]
    step = step_of(TWILIGHT_SHOGUN, WORDS, state, seat, picks)
    assert (step.order, step.is_whole) == (order, True)


def test_no_kind_of_order_is_forgotten() -> None:
    assert {type(order) for _at, _item, order, _picks in TAPS} == {*o.ORDERS} - AT_ANY_TIME


@pytest.mark.parametrize(("at", "item"), [(HAND, PUTS), (HAND, TAKES), (STOPS, PUTS)])
def test_influence_of_events_is_put_tap_by_tap(at: Board, item: i.PutInfluence) -> None:
    state = State(at, (item,))
    every_order_is_reached(TWILIGHT_SHOGUN, WORDS, (state, ANTI), Random(1))
    every_walk_leads_on(TWILIGHT_SHOGUN, WORDS, (state, ANTI), Random(1))
    begun = step_of(TWILIGHT_SHOGUN, WORDS, state, ANTI, ("mito",))
    assert [one.value.pick for one in begun.choices] == ["mito"]
    assert begun.left[0].number == item.left - 1


def test_another_space_is_another_order() -> None:
    """The first is whole; what comes after it is asked of the next prompt."""
    with pytest.raises(NoSuchPick) as wrong:
        step_of(TWILIGHT_SHOGUN, WORDS, State(HAND, (PUTS,)), ANTI, ("kyo", "mito"))
    assert wrong.value.nth == 1


def test_a_number_that_is_typed_is_read_into_taps() -> None:
    narrow = narrowing(TWILIGHT_SHOGUN, WORDS, State(HAND, (PUTS,)), ANTI)
    assert picks_of(narrow, WORDS, o.Put("kyo", 3)) == ("kyo", "kyo", "kyo")


def test_a_card_has_the_uses_of_its_side() -> None:
    state = State(HAND, (i.Play(ANTI),))
    uses = {
        card: [one.value.value for one in step_of(TWILIGHT_SHOGUN, WORDS, state, ANTI, (card,)).choices]
        for card in (OWN, FOREIGN)
    }
    acts = [tag_of(kind) for kind in (o.PlayInfluence, o.PlayCoup, o.PlayRealign)]
    assert uses[OWN] == ["play-event", *acts, "court", "play-action"]
    assert uses[FOREIGN] == ["play-event-first", *acts, "court", "play-action-first"]


@pytest.mark.parametrize(
    ("item", "field", "value", "said"),
    [
        (i.Act(ANTI, 2, OWN), Field(ANTI, o.Coup, "space", {}), "mito", "works at 67 %"),
        (i.Play(ANTI), Field(ANTI, o.PlayCoup, "space", {"card": FOREIGN}), "mito", "works at 67 %"),
        (i.Attack(ANTI, OWN, 4, ("mito",)), Field(ANTI, o.Attack, "space", {}), "mito", "works at 33 %"),
        (i.Play(ANTI), Field(ANTI, o.Court, "", {"card": FOREIGN}), "court", "works at 33 %"),
        (i.Act(ANTI, 2, OWN), Field(ANTI, o.Realign, "spaces", {"spaces": ("mito",)}), "tosa", ""),
        (i.Act(ANTI, 2, OWN), Field(ANTI, o.Influence, "places", {}), "mito", ""),
    ],
)
def test_what_a_throw_brings_stands_beside_its_target(
    item: Struct, field: Field, value: str, said: str
) -> None:
    """Exactly: faces 3 to 6 of a coup with 2 AP where the stability is 2. Of further attempts nothing."""
    assert note(State(HAND, (item,)), field, value) == said

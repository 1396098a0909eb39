"""Warfare events: section 9.4."""

from __future__ import annotations

from domain.twilight_shogun.board.events import NothingDone, WarfareFought
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.effects import Where
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import Resolve
from domain.twilight_shogun.words.orders import Attack
from tests.scenario import Scenario
from tests.twilight_shogun.boards import Influence, board, changed, refusal, scenario, summed

CARD = "omura-masujiro"

FRONT: Influence = {
    "hiroshima": (1, 4),
    "choshu": (3, 0),
    "okayama": (2, 0),
    "matsuyama": (1, 0),
    "matsue": (0, 2),
}
"""Round Hiroshima: Anti-Bakufu controls Choshu, Okayama and Matsuyama, Pro-Bakufu Hiroshima and Matsue."""

TERMS = (
    (1, "Anti-Bakufu controls Matsuyama"),
    (1, "Anti-Bakufu controls Okayama"),
    (-1, "Pro-Bakufu controls Matsue"),
    (1, "Anti-Bakufu controls Choshu"),
)


def war(at: Board, target: int, where: Where = x.EVERYWHERE) -> Scenario:
    return scenario(at, Resolve(ANTI, CARD, x.Warfare(target, where))).goes_on()


def test_9_4_ts_24_the_target_is_reached() -> None:
    """3 + 3 - 1 = 5 against 5: the number of the event is enough to remove all influence of the opponent."""
    told = war(board(FRONT | {"hiroshima": (1, 3)}), 5).when(ANTI, Attack("hiroshima"), faces=[3])
    value = summed("9.4", (3, "die"), *TERMS)
    assert value.total == 5
    told.then(
        WarfareFought(ANTI, CARD, "hiroshima", value, 5, True, (changed("hiroshima", PRO, 3, 0),)),
    )


def test_9_4_one_less_and_nothing_happens() -> None:
    told = war(board(FRONT | {"hiroshima": (1, 3)}), 5).when(ANTI, Attack("hiroshima"), faces=[2])
    told.then(WarfareFought(ANTI, CARD, "hiroshima", summed("9.4", (2, "die"), *TERMS), 5, False, ()))


def test_9_4_control_of_the_target_itself_counts() -> None:
    told = war(board(FRONT), 5).when(ANTI, Attack("hiroshima"), faces=[3])
    value = summed("9.4", (3, "die"), (-1, "Pro-Bakufu controls Hiroshima"), *TERMS)
    told.then(WarfareFought(ANTI, CARD, "hiroshima", value, 5, False, ()))


def test_9_4_edo_is_controlled_by_pro_bakufu_and_kyo_by_nobody() -> None:
    at = board({"mito": (0, 1), "hikone": (0, 1), "kyo": (5, 0)})
    told = war(at, 5).when(ANTI, Attack("mito"), faces=[6])
    assert told.events[0].value == summed("9.4", (6, "die"), (-1, "Pro-Bakufu controls Edo Bakufu"))  # type: ignore[attr-defined]
    told = war(at, 5).when(ANTI, Attack("hikone"), faces=[6])
    assert told.events[0].value == summed("9.4", (6, "die"))  # type: ignore[attr-defined]


def test_9_4_no_die_where_the_opponent_has_no_influence() -> None:
    why = "There is no influence of Pro-Bakufu in Saga."
    war(board(FRONT), 5).when(ANTI, Attack("saga")).then(NothingDone(CARD, ANTI, why))


def test_9_4_only_clans_and_only_those_that_the_event_names() -> None:
    told = war(board({"kyo": (0, 3)}), 4)
    said = refusal(told, ANTI, Attack("kyo"))
    assert said == "[9.4] Omura Masujiro cannot attack Kyo."
    assert refusal(told, ANTI, Attack("edo")) == "[2.11] No influence may stand in edo."
    told = war(board(), 4, Where(spaces=("himeji", "tottori")))
    assert {order.space for order in told.offers(ANTI) or ()} == {"himeji", "tottori"}  # type: ignore[attr-defined]
    assert refusal(told, ANTI, Attack("saga")) == "[9.4] Omura Masujiro cannot attack Saga."


def test_9_4_by_an_option_any_one_space() -> None:
    at = board({"kyo": (0, 3)}, options=Options(warfare_clans_only=False))
    told = war(at, 4).when(ANTI, Attack("kyo"), faces=[4])
    assert told.board.influence["kyo"] == {ANTI: 0, PRO: 0}
    assert refusal(war(at, 4), ANTI, Attack("edo")) == "[2.11] No influence may stand in edo."


def test_9_4_an_event_without_any_target_is_nothing() -> None:
    told = war(board(), 4, Where(areas=("ou",), control=("anti",)))
    told.then(NothingDone(CARD, ANTI, "There is no space that the event lets anybody attack."))

"""The third action [turn/order, turn/attack, turn/ninja-bars, turn/same-clan, turn/reinforced]."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.game.entries.entries import ONLY_ANSWER, Ordered
from domain.shinobi.board.events import ActionSkipped, AttackDeclined, Attacked, NinjaSent, Placed
from domain.shinobi.board.state import Deeds
from domain.shinobi.data.options import PRESETS, Options
from domain.shinobi.words.items import Attack as AttackPrompt
from domain.shinobi.words.items import Deploy, Home
from domain.shinobi.words.orders import Attack, Move, Ninja, Pass, Place
from tests.shinobi.boards import board, scenario

ARMIES = {"iga": {"takeda": 3}, "ise": {"mori": 2, "oda": 3}, "kii": {"takeda": 2}}
SH_2 = board(ARMIES)
ONLY = Attack("mori", "ise", "takeda")
INSTEAD = 'Possible now: "attack mori in ise with takeda".'
SKIP = ActionSkipped("iga", "attack", "No army in another province can be attacked.")


def test_sh_2_only_a_smaller_army_of_another_clan() -> None:
    assert scenario(SH_2, AttackPrompt("iga")).offers("iga") == (ONLY,)


def test_sh_2_with_same_clan_attack_also_the_own_clan() -> None:
    at = board(ARMIES, options=Options(same_clan_attack=True))
    offers = (ONLY, Attack("takeda", "kii", "takeda"))
    assert scenario(at, AttackPrompt("iga")).offers("iga") == offers


REFUSED: list[tuple[Struct, str]] = [
    (
        Attack("oda", "ise", "takeda"),
        "[turn/attack] An army attacks a smaller one; takeda in iga has 3 cards and oda in ise has 3.",
    ),
    (
        Attack("takeda", "kii", "takeda"),
        "[turn/same-clan] An army cannot attack an army of its own clan; both are takeda.",
    ),
    (Attack("mori", "ise", "oda"), "[turn/attack] There is no army of oda in iga to attack with."),
    (Attack("uesugi", "ise", "takeda"), "[turn/attack] There is no army of uesugi in ise."),
    (
        Attack("mori", "omi", "takeda"),
        "[turn/attack] There is no province omi in this game; there are iga, ise, kii.",
    ),
    (Attack("ninja", "ise", "takeda"), "[turn/attack] Ninja belong to no clan and never lie in a province."),
    (Attack("mori", "ise", "ninja"), "[turn/attack] Ninja belong to no clan and never lie in a province."),
    (Pass(), "[turn/order] The three actions of a turn are mandatory, and you can attack."),
]


@pytest.mark.parametrize(("order", "why"), REFUSED)
def test_turn_attack_refuses(order: Struct, why: str) -> None:
    scenario(SH_2, AttackPrompt("iga")).refused("iga", order, f"{why} {INSTEAD}")


def test_sh_8_passing_is_refused_while_an_attack_is_possible() -> None:
    scenario(SH_2, AttackPrompt("iga")).refused(
        "iga",
        Pass(),
        f"[turn/order] The three actions of a turn are mandatory, and you can attack. {INSTEAD}",
    )


def test_sh_8_where_no_attack_is_possible_the_action_is_skipped() -> None:
    at = board({"iga": {"takeda": 1}, "ise": {"mori": 1}})
    told = scenario(at, AttackPrompt("iga")).goes_on()
    assert told.then(SKIP) == at
    assert told.agenda == ()


# own army, attacked army, whether it may: both sides of the limit, and the limit itself
STRENGTHS = [(1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True), (2, 3, False), (4, 2, True)]


@pytest.mark.parametrize(("strength", "defence", "may"), STRENGTHS)
def test_turn_attack_needs_a_larger_army(strength: int, defence: int, may: bool) -> None:
    at = board({"iga": {"takeda": strength}, "ise": {"mori": defence}})
    offers = scenario(at, AttackPrompt("iga")).offers("iga")
    assert offers == ((Attack("mori", "ise", "takeda"),) if may else ())


def test_sh_3_the_attacked_army_loses_one_card() -> None:
    at = board(ARMIES, options=Options(must_attack=False))
    told = scenario(at, AttackPrompt("iga")).when("iga", ONLY)
    after = told.then(Attacked("iga", "mori", "ise", "takeda", 3, 2))
    assert after.table["ise"]["mori"] == 1
    assert after.table["iga"] == at.table["iga"]
    assert after.discard == at.discard | {"mori": 1}
    assert after == board(
        ARMIES | {"ise": {"mori": 1, "oda": 3}}, deck=at.deck, options=Options(must_attack=False)
    )


def test_turn_attack_is_answered_unasked_where_only_one_is_possible() -> None:
    told = scenario(SH_2, AttackPrompt("iga")).goes_on()
    assert told.orders == (Ordered("iga", ONLY, ONLY_ANSWER),)
    assert told.events == (Attacked("iga", "mori", "ise", "takeda", 3, 2),)


def test_sh_4_ones_own_province_cannot_be_attacked() -> None:
    at = board({"iga": {"takeda": 3, "mori": 1}, "ise": {"mori": 2}})
    scenario(at, AttackPrompt("iga")).refused(
        "iga",
        Attack("mori", "iga", "takeda"),
        f"[turn/attack] Only armies in other provinces can be attacked; iga is your own. {INSTEAD}",
    )


def test_sh_5_where_a_ninja_has_struck_nothing_can_be_attacked_in_this_turn() -> None:
    at = board(
        {"iga": {"takeda": 5}, "ise": {"mori": 2, "oda": 1}, "kii": {"mori": 1, "oda": 2}},
        {"iga": ("ninja", "takeda")},
    )
    told = scenario(at, Deploy("iga"), Home("iga"), AttackPrompt("iga"))
    after = told.when("iga", Ninja("mori", "ise")).then(NinjaSent("iga", "mori", "ise"))
    assert after.discard == at.discard | {"mori": 1, "ninja": 1}
    told.when("iga", Place("takeda", "iga")).then(Placed("iga", "takeda", "iga"))
    assert told.offers("iga") == (Attack("mori", "kii", "takeda"), Attack("oda", "kii", "takeda"))
    for clan in ("mori", "oda"):
        told.refused(
            "iga",
            Attack(clan, "ise", "takeda"),
            "[turn/ninja-bars] You have sent a ninja to ise in this turn; it cannot be attacked. "
            'Possible now: "attack mori in kii with takeda"; "attack oda in kii with takeda".',
        )
    after = told.when("iga", Attack("mori", "kii", "takeda")).then(
        Attacked("iga", "mori", "kii", "takeda", 6, 1)
    )
    assert after.discard == at.discard | {"mori": 2, "ninja": 1}


def test_turn_ninja_bars_by_an_option_only_the_army() -> None:
    """Reading 6, the other way."""
    at = board(
        {"iga": {"takeda": 5}, "ise": {"mori": 2, "oda": 1}},
        options=Options(ninja_bars="army"),
        done=Deeds(ninja=("ise", "mori")),
    )
    scenario(at, AttackPrompt("iga")).refused(
        "iga",
        Attack("mori", "ise", "takeda"),
        "[turn/ninja-bars] Your ninja has struck mori in ise in this turn; it cannot be attacked. "
        'Possible now: "attack oda in ise with takeda".',
    )


def test_turn_ninja_bars_nothing_in_the_next_turn() -> None:
    struck = board({"iga": {"takeda": 5}, "ise": {"mori": 2}}, done=Deeds(ninja=("ise", "mori")))
    assert scenario(struck, AttackPrompt("iga")).goes_on().events == (SKIP,)
    assert scenario(board({"iga": {"takeda": 5}, "ise": {"mori": 2}}), AttackPrompt("iga")).offers("iga") == (
        Attack("mori", "ise", "takeda"),
    )


@pytest.mark.parametrize("preset", ["default", "literal"])
def test_sh_11_an_army_that_has_received_a_card_can_be_attacked_as_the_seed_reads(preset: str) -> None:
    assert Attack("mori", "ise", "takeda") in reinforced(PRESETS[preset])


def test_sh_11_turn_reinforced_with_the_official_reading_it_cannot() -> None:
    at = board(
        {"iga": {"takeda": 4}, "ise": {"mori": 1, "oda": 1}},
        {"iga": ("mori", "uesugi")},
        options=PRESETS["official"],
    )
    told = scenario(at, Deploy("iga"), Home("iga"), AttackPrompt("iga"))
    told.when("iga", Place("mori", "ise"))
    told.when("iga", Move("oda", "ise", "kii"))
    assert told.events[1:] == (ActionSkipped("iga", "attack", SKIP.why),)
    assert reinforced(PRESETS["official"]) == (Attack("oda", "ise", "takeda"), Attack("oda", "kii", "takeda"))


def reinforced(options: Options) -> tuple[Struct, ...]:
    """The attacks after iga has placed mori in ise, where there now are two."""
    at = board(
        {"iga": {"takeda": 4}, "ise": {"mori": 1, "oda": 1}, "kii": {"oda": 1}},
        {"iga": ("mori", "uesugi")},
        options=options,
    )
    told = scenario(at, Deploy("iga"), Home("iga"), AttackPrompt("iga"))
    told.when("iga", Place("mori", "ise"))
    told.when("iga", Place("uesugi", "iga"))
    return told.offers("iga") or ()


def test_turn_reinforced_says_why() -> None:
    at = board(
        {"iga": {"takeda": 4}, "ise": {"mori": 2}, "kii": {"oda": 1}},
        options=PRESETS["official"],
        done=Deeds(placed=("ise", "mori"), reinforced=(("ise", "mori"),)),
    )
    scenario(at, AttackPrompt("iga")).refused(
        "iga",
        Attack("mori", "ise", "takeda"),
        "[turn/reinforced] mori in ise has received a card in this turn; it cannot be attacked. "
        'Possible now: "attack oda in kii with takeda".',
    )


def test_turn_order_by_an_option_nobody_has_to_attack() -> None:
    """Reading 4, the other way; where no attack is possible nothing is asked (reading 3)."""
    at = board(ARMIES, options=Options(must_attack=False))
    told = scenario(at, AttackPrompt("iga"))
    assert told.offers("iga") == (ONLY, Pass())
    assert told.when("iga", Pass()).then(AttackDeclined("iga")) == at
    nothing = board({"iga": {"takeda": 1}}, options=Options(must_attack=False))
    assert scenario(nothing, AttackPrompt("iga")).offers("iga") == ()
    assert scenario(nothing, AttackPrompt("iga")).goes_on().events == (SKIP,)

"""The start of a battle: what is public, whose effects come first, and the effects themselves."""

from __future__ import annotations

import pytest

from domain.kit.sums import Sum, Term
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Army, Board
from domain.rising_sun.data.options import Options
from domain.rising_sun.words.items import SpareThem
from tests.rising_sun.boards import Told, board, total


def fight(**there: Army) -> Board:
    return board({"nagato": there})


def test_battle_public_coins_and_ronin_are_declared_before_the_bids() -> None:
    """[battle/public]; allies of a third are in it too [battle/involved]."""
    given = board(
        {"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}},
        coins={"koi": 4, "lotus": 9},
        ronin={"turtle": 2},
    )
    told = Told(given)
    assert told.events == [
        e.WarOpened("nagato", 1),
        e.BattleBegan("nagato", ("koi", "turtle"), {"koi": 4, "turtle": 0}, {"koi": 0, "turtle": 2}),
    ]
    assert told.awaited == ("koi",)


# ---- whose effects come first

DRAGONS: dict[str, Army] = {
    "lotus": {"earth-dragon": 1, "bushi": 1},
    "koi": {"fire-dragon": 1, "bushi": 1},
    "turtle": {"jorogumo": 1, "bushi": 1},
}


def test_battle_start_the_higher_honor_chooses_to_act_first_or_last() -> None:
    """[battle/start, honor/track]"""
    told = Told(fight(**DRAGONS))
    assert told.awaited == ("lotus",)
    told.says("lotus: act last")
    assert told.awaited == ("koi",)
    told.says("koi: act last")
    assert told.of(e.TimingChosen) == [e.TimingChosen("lotus", "last"), e.TimingChosen("koi", "last")]
    assert told.awaited == ("turtle",)
    told.says("turtle: borrow bushi of koi")
    assert told.awaited == ("koi",)


@pytest.mark.parametrize(
    ("answers", "order"),
    [
        (("first", "first"), ("lotus", "koi", "turtle")),
        (("first", "last"), ("lotus", "turtle", "koi")),
        (("last", "first"), ("koi", "turtle", "lotus")),
        (("last", "last"), ("turtle", "koi", "lotus")),
    ],
)
def test_battle_start_every_order_that_the_choices_make(
    answers: tuple[str, str], order: tuple[str, ...]
) -> None:
    told = Told(fight(**DRAGONS)).says(f"lotus: act {answers[0]}", f"koi: act {answers[1]}")
    assert told.awaited == order[:1]
    left = [item.player for item in told.scenario.agenda if type(item).__name__ == "StartEffect"]
    assert tuple(left) == order[1:]


def test_battle_start_one_player_with_an_effect_is_not_asked_when() -> None:
    told = Told(fight(koi={"jorogumo": 1}, turtle={"bushi": 1}))
    assert told.of(e.TimingChosen) == []
    assert told.awaited == ("koi",)
    told.says("koi: decline")
    assert e.EffectDeclined("koi", "jorogumo") in told.events


def test_battle_start_goes_by_honor_by_an_option() -> None:
    """Reading 16."""
    told = Told(board({"nagato": DRAGONS}, options=Options(clan_abilities=False, timing="honor")))
    assert told.awaited == ("lotus",)
    told.says("lotus: decline")
    assert told.awaited == ("koi",)


def test_battle_start_an_effect_is_lost_with_its_monster() -> None:
    """The Fire Dragon kills the Earth Dragon before it acts."""
    told = Told(fight(lotus={"earth-dragon": 1}, koi={"fire-dragon": 1}))
    told.says("lotus: act last")
    assert told.of(e.FiguresKilled)[0] == e.FiguresKilled(
        "nagato", "fire-dragon", "koi", (e.Dead("lotus", "earth-dragon", 1),)
    )
    assert told.of(e.FigureMoved, e.EffectDeclined) == []
    assert told.of(e.TokenTaken) == [e.TokenTaken("koi", "nagato", 1, "battle")]


# ---- figures are moved out


def test_card_drives_out_one_figure_of_each_other_player() -> None:
    """[card/drives-out, figures/daimyo]; Nagato has a border with Kansai only."""
    told = Told(fight(koi={"earth-dragon": 1}, turtle={"bushi": 2, "daimyo": 1}, lotus={"shinto": 1}))
    why = (
        "[card/drives-out] earth-dragon moves one figure of each other player, and no Daimyo, to a province "
        "next to nagato."
    )
    for line in (
        "drive daimyo of turtle to kansai",
        "drive bushi of turtle to edo",
        "drive shinto of turtle to kansai",
        "drive earth-dragon of koi to kansai",
    ):
        told.refuses(f"koi: {line}", why)
    told.says("koi: drive bushi of turtle to kansai").refuses("koi: drive bushi of turtle to kansai", why)
    told.says("koi: drive shinto of lotus to kansai")
    assert told.of(e.FigureMoved) == [
        e.FigureMoved("koi", "earth-dragon", "turtle", "bushi", "nagato", "kansai"),
        e.FigureMoved("koi", "earth-dragon", "lotus", "shinto", "nagato", "kansai"),
    ]
    (compared,) = told.of(e.ForcesCompared)
    assert isinstance(compared, e.ForcesCompared)
    assert {clan: force.total for clan, force in compared.forces.items()} == {
        "lotus": 0,
        "koi": 3,
        "turtle": 2,
    }
    assert told.board.figures["kansai"] == {"lotus": {"shinto": 1}, "koi": {}, "turtle": {"bushi": 1}}
    assert told.of(e.BidsRevealed) == [
        e.BidsRevealed(
            dict.fromkeys(("lotus", "koi", "turtle"), (0, 0, 0, 0)),
            dict.fromkeys(("lotus", "koi", "turtle"), 0),
        )
    ]


def test_battle_involved_who_is_driven_out_stays_in_the_battle() -> None:
    """The Lotus has nothing left in Nagato, and still bids: [battle/involved]"""
    given = board(
        {"nagato": {"koi": {"earth-dragon": 1}, "lotus": {"shinto": 1}}},
        coins={"lotus": 1},
        ronin={"lotus": 4},
    )
    told = Told(given).says("koi: drive shinto of lotus to kansai", "lotus: bid 0 0 1 0", "lotus: ronin yes")
    assert told.of(e.TokenTaken) == [e.TokenTaken("lotus", "nagato", 1, "battle")]


def test_card_drives_out_nobody_if_its_owner_declines() -> None:
    told = Told(fight(koi={"earth-dragon": 1}, turtle={"bushi": 2})).says("koi: decline")
    assert told.of(e.FigureMoved, e.EffectDeclined) == [e.EffectDeclined("koi", "earth-dragon")]


def test_card_drives_out_nothing_where_only_a_daimyo_is() -> None:
    told = Told(fight(koi={"earth-dragon": 1}, turtle={"daimyo": 1}))
    assert told.of(e.FigureMoved, e.EffectDeclined) == []
    assert told.of(e.TokenTaken) == [e.TokenTaken("koi", "nagato", 1, "battle")]


# ---- figures are killed


def test_card_burns_one_other_figure_of_each_player() -> None:
    """[card/burns, figures/killed, figures/daimyo]; one's own too. A single choice is not asked."""
    told = Told(
        fight(koi={"fire-dragon": 1, "bushi": 1}, turtle={"bushi": 2, "shinto": 1}, lotus={"daimyo": 1})
    )
    told.refuses(
        "koi: burn daimyo of lotus", "[card/burns] fire-dragon kills one figure of turtle now, and no Daimyo."
    )
    told.says("koi: burn shinto of turtle")
    assert told.of(e.FiguresKilled)[:2] == [
        e.FiguresKilled("nagato", "fire-dragon", "koi", (e.Dead("koi", "bushi", 1),)),
        e.FiguresKilled("nagato", "fire-dragon", "koi", (e.Dead("turtle", "shinto", 1),)),
    ]
    compared = told.of(e.ForcesCompared)[0]
    assert compared == e.ForcesCompared(
        "nagato",
        {
            "lotus": total(1, "daimyo", "figures/force"),
            "koi": total(3, "fire-dragon", "figures/force"),
            "turtle": total(2, "2 bushi", "figures/force"),
        },
        (),
    )


@pytest.mark.parametrize(("answer", "killed"), [("yes", 0), ("no", 1)])
def test_card_spares_what_the_fire_would_kill(answer: str, killed: int) -> None:
    """[card/spares]; reading 28."""
    given = board({"nagato": {"koi": {"fire-dragon": 1}, "turtle": {"bushi": 5}}}, cards={"koi": ("mercy",)})
    told = Told(given).says(f"koi: spare {answer}")
    assert len(told.of(e.FiguresKilled)) - len(_of_the_battle(told)) == killed
    spared = [e.FiguresSpared("koi", "mercy"), e.Scored("koi", total(2, "mercy", "card/spares"))]
    assert told.of(e.FiguresSpared, e.Scored) == ([] if killed else spared)


def test_card_spares_asks_nothing_where_the_fire_strikes_no_other() -> None:
    """A Daimyo cannot burn; one's own bushi does, whatever one spares."""
    given = board(
        {"nagato": {"koi": {"fire-dragon": 1, "bushi": 2}, "turtle": {"daimyo": 1, "bushi": 1}}},
        cards={"koi": ("mercy",)},
    )
    asked = Told(given)
    assert asked.awaited == ("koi",)
    assert asked.scenario.agenda[0] == SpareThem("koi", ("turtle",), "fire-dragon")
    there: dict[str, Army] = {"koi": {"fire-dragon": 1, "bushi": 2}, "turtle": {"daimyo": 1}}
    told = Told(board({"nagato": there}, cards={"koi": ("mercy",)}))
    assert told.scenario.agenda[0] == SpareThem("koi")
    assert told.of(e.FiguresKilled, e.TokenTaken) == [
        e.FiguresKilled("nagato", "fire-dragon", "koi", (e.Dead("koi", "bushi", 1),)),
        e.TokenTaken("koi", "nagato", 1, "battle"),
    ]


def _of_the_battle(told: Told) -> list[object]:
    return [event for event in told.of(e.FiguresKilled) if getattr(event, "cause", "") == "battle"]


# ---- a figure changes sides


def test_card_borrows_a_bushi_until_the_end_of_the_battle() -> None:
    """[card/borrows, battle/end]; its Force is its new side's, and it goes home alive."""
    told = Told(fight(koi={"jorogumo": 1}, turtle={"bushi": 2, "daimyo": 1}, lotus={"shinto": 1}))
    for figure in ("daimyo of turtle", "shinto of turtle", "jorogumo of koi", "bushi of koi"):
        told.refuses(
            f"koi: borrow {figure}",
            "[card/borrows] jorogumo takes control of a bushi or shinto of another player in nagato.",
        )
    told.says("koi: borrow bushi of turtle")
    assert told.of(e.ForcesCompared)[0] == e.ForcesCompared(
        "nagato",
        {
            "lotus": total(1, "shinto", "figures/force"),
            "koi": Sum((Term(1, "borrowed-bushi", "figures/force"), Term(1, "jorogumo", "figures/force"))),
            "turtle": Sum((Term(1, "daimyo", "figures/force"), Term(1, "bushi", "figures/force"))),
        },
        ("koi", "turtle"),
    )
    assert told.of(e.BattleEnded) == [e.BattleEnded("nagato")]
    assert told.board.figures["nagato"] == {
        "lotus": {},
        "koi": {"jorogumo": 1},
        "turtle": {"bushi": 1},
    }


def test_card_borrows_a_figure_that_dies_with_its_new_side() -> None:
    """Reading 27: it goes back to its owner's reserve."""
    told = Told(fight(koi={"jorogumo": 1}, turtle={"bushi": 4})).says("koi: borrow bushi of turtle")
    assert told.of(e.FiguresKilled) == [
        e.FiguresKilled(
            "nagato", "battle", "turtle", (e.Dead("koi", "borrowed-bushi", 1), e.Dead("koi", "jorogumo", 1))
        )
    ]
    assert told.board.figures["nagato"]["turtle"] == {"bushi": 3}


def test_card_borrows_a_figure_whose_owner_cannot_take_it_hostage() -> None:
    """Another can, and steals from its owner: readings 25 and 27."""
    given = board(
        {"nagato": {"koi": {"jorogumo": 1}, "turtle": {"bushi": 4}, "lotus": {"shinto": 1}}},
        coins={"turtle": 2, "lotus": 1},
        points={"turtle": 4, "koi": 4},
    )
    told = Told(given).says("koi: borrow bushi of turtle")
    own = told.says("lotus: bid 0 0 0 0", "turtle: bid 0 1 0 0")
    own.refuses(
        "turtle: hostage borrowed-bushi of koi",
        "[advantage/hostage] No borrowed-bushi of another player can be taken in nagato; no Daimyo ever can.",
    )
    told = Told(given).says("koi: borrow bushi of turtle", "turtle: bid 0 0 0 0", "lotus: bid 0 1 0 0")
    told.says("lotus: hostage borrowed-bushi of koi")
    assert told.of(e.HostageTaken) == [e.HostageTaken("lotus", "turtle", "borrowed-bushi")]
    assert told.board.points == {"lotus": 1, "koi": 4, "turtle": 3}
    assert told.board.figures["nagato"] == {"lotus": {}, "koi": {}, "turtle": {"bushi": 3}}
    assert [(one.captor, one.clan, one.figure) for one in told.board.hostages] == [
        ("lotus", "turtle", "bushi")
    ]

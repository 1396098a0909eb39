"""Programs that play Kawanakajima: what they know, imagine, and are advised [7, 8, 11, 17]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.fortress import defence_score, participants
from domain.kawanakajima.board.state import (
    Army,
    Attempt,
    Board,
    Choice,
    Note,
    Siege,
    Standing,
    Troops,
    clans_of,
    enemy,
    side_of,
    with_army,
    with_unit,
)
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.programs import PLAYERS, combat, command, movement, postures, siege
from domain.kawanakajima.programs.advice import BY_PROMPT, FEW
from domain.kawanakajima.programs.imagine import BLANK, UNKNOWN
from domain.kawanakajima.words import field_items as fi
from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words import items as i
from domain.kawanakajima.words import orders as o
from domain.kawanakajima.words import siege_items as si
from domain.kawanakajima.words import siege_orders as s
from domain.kit import simulation
from domain.kit.errors import Fault
from domain.kit.facts import State
from domain.kit.players import Advice
from domain.kit.rules import options_of
from domain.kit.simulation import LuckyChance, after
from referee.programs.choosing import KEEN, STEADY, Program
from referee.programs.deciding import choose
from tests.kawanakajima.boards import SEATS, board
from tests.kawanakajima.data import DATA
from tests.kawanakajima.pictured import TAKEDA, UESUGI, middle

GAMES = [
    # scenario, preset, seed
    ("historical", "default", 1),
    ("historical", "everything", 2),
    ("historical", "shingen-plan", 3),
    ("hypothetical", "default", 4),
    ("hypothetical", "everything", 5),
]
PLAYED = [
    pytest.param(game, marks=() if game in (GAMES[1], GAMES[2], GAMES[4]) else pytest.mark.soak)
    for game in GAMES
]
"""Those with all options of each scenario are played in every run, and that with a plan for both."""
EVERY = 83
"""Of so many points of a game one is looked at."""
SOME = 60
"""Orders that follow from what is imagined."""


def begun(scenario: str, preset: str, luck: Random) -> State[Board, Any]:
    options = options_of(KAWANAKAJIMA, scenario, preset)
    return simulation.begun(KAWANAKAJIMA, KAWANAKAJIMA.begin(options, DATA, SEATS), LuckyChance(luck))


def played_on(state: State[Board, Any], luck: Random) -> Iterator[State[Board, Any]]:
    """The states of a random game from there to its end, wherever somebody is awaited."""
    while awaited := KAWANAKAJIMA.awaited(state):
        yield state
        order = luck.choice(KAWANAKAJIMA.examples(state, awaited[0]))
        state = after(KAWANAKAJIMA, state, awaited[0], order, LuckyChance(luck))
    yield state


@cache
def points_of(scenario: str, preset: str, seed: int) -> Sequence[State[Board, Any]]:
    """Half of the set-up of a random game, and every so many states after it."""
    luck = Random(f"{scenario} {preset} {seed}")
    states = tuple(played_on(begun(scenario, preset, luck), luck))
    opening = tuple(state for state in states if state.board.turn == 0)
    return (*opening[:24:2], *states[len(opening) :: EVERY], states[-1])


# ---- what is known and imagined


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("game", PLAYED)
def test_what_is_imagined_looks_to_a_seat_like_the_game(game: tuple[str, str, int], seat: str) -> None:
    luck, rules = Random(seat), KAWANAKAJIMA
    for state in points_of(*game):
        known = PLAYERS.known(state, seat)
        imagined = PLAYERS.imagine(known, seat, luck)
        assert rules.view(known, seat) == rules.view(state, seat)
        assert rules.view(imagined, seat) == rules.view(state, seat)
        assert PLAYERS.known(imagined, seat) == known
        assert rules.awaited(imagined) == rules.awaited(state)
        assert rules.conserved(imagined.board) == ""
        if seat in rules.awaited(state):
            assert rules.examples(imagined, seat) == rules.examples(state, seat)
            assert rules.offers(imagined, seat) == rules.offers(state, seat)


@pytest.mark.parametrize("game", PLAYED)
def test_what_is_imagined_has_as_many_special_activations_as_its_plan(game: tuple[str, str, int]) -> None:
    """[7.3, 9.5.1]: those left, those written down, those spent."""
    luck = Random(7)
    for state in points_of(*game):
        for seat in SEATS:
            other = enemy(seat)
            made = PLAYERS.imagine(PLAYERS.known(state, seat), seat, luck).board
            army = made.armies[other]
            assert army.plan in ("", *DATA.plans)
            assert bool(army.plan) == bool(state.board.armies[other].plan)
            written = [n.activation for chit, n in made.notes.items() if side_of(chit) == other]
            plan = DATA.plans.get(army.plan)
            printed = (
                {"attack": plan.attack, "retreat": plan.retreat, "combined": plan.combined} if plan else {}
            )
            whole = (printed if army.active else {}) | {"impetuous": army.received}
            for activation, count in whole.items():
                used = army.spent.get(activation, 0) + written.count(activation)
                assert army.left.get(activation, 0) + used == count
            assert made.notes.keys() == state.board.notes.keys()
            assert 0 <= army.saved <= army.at_most


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("seat", SEATS)
def test_a_board_that_no_plan_fits_is_told(seat: str, shown: bool) -> None:
    """As many special chits as the plan with the most activations has [7.3]; and one more."""
    other, luck = enemy(seat), Random(1)
    played = played_on(begun("historical", "default", luck), luck)
    state = next(state for state in played if state.board.turn)
    counts = {plan.name: plan.attack + plan.retreat + plan.combined for plan in DATA.plans.values()}
    plan = max(counts, key=lambda name: counts[name])
    army = {"plan": plan, "active": True, "shown": shown, "spent": {}, "received": 0, "given": False}

    def imagined(chits: int) -> Board:
        notes = {f"{other[0]}{nth}": Note("attack") for nth in range(chits)}
        board = replace(with_army(replace(state.board, turn=1), other, **army), notes=notes)
        made: Board = PLAYERS.imagine(PLAYERS.known(State(board, state.agenda), seat), seat, Random(1)).board
        return made

    most = (
        counts[plan]
        if shown
        else max(counts[name] for name, one in DATA.plans.items() if not one.defensive_positions)
    )
    assert len(imagined(most).notes) == most
    with pytest.raises(Fault, match=f"No plan of {other} has what is seen of it: {most + 1} special chits"):
        imagined(most + 1)


@pytest.mark.parametrize("game", PLAYED)
def test_what_is_imagined_can_be_played_to_the_end(game: tuple[str, str, int]) -> None:
    """From a point late in the game, and for some orders from two before; from all in the long proof."""
    luck = Random(11)
    *before, late = points_of(*game)[:-1][-1::-4][:3][::-1]
    for state in before:
        for seat in SEATS:
            assert list(islice(played_on(imagined(state, seat, luck), luck), SOME))
    for seat in SEATS:
        *_, end = played_on(imagined(late, seat, luck), luck)
        assert end.board.winners


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_what_is_imagined_anywhere_can_be_played_to_the_end(game: tuple[str, str, int]) -> None:
    luck = Random(11)
    for state in points_of(*game)[:: 1 + len(points_of(*game)) // 4]:
        for seat in SEATS:
            *_, end = played_on(imagined(state, seat, luck), luck)
            assert end.board.winners


def imagined(state: State[Board, Any], seat: str, luck: Random) -> State[Board, Any]:
    return PLAYERS.imagine(PLAYERS.known(state, seat), seat, luck)


def test_nothing_of_the_enemy_that_is_secret_is_known() -> None:
    """Plan [7.1], points [7.2], notes [8.3], choices, entries [16.2], standing orders, postures [6.2]."""
    secrets: dict[str, Army] = {
        "takeda": replace(TAKEDA, saved_now=2, trying=True, sheet=("kokuyoku",), left={"attack": 4}),
        "uesugi": replace(UESUGI, saved=3, saved_now=2, trying=True, choices=(Choice("uB", "kenshin"),)),
    }
    secrets["uesugi"] = replace(secrets["uesugi"], standing=(Standing("leaders", (), ("column",)),))
    notes = {"t2": Note("attack", ("tG",)), "u1": Note("retreat", ("uF",))}
    whole = middle(Options(secret_postures=True), armies=secrets, notes=notes)
    whole = replace(whole, field=replace(whole.field, wanted="regroup"))
    for seat in SEATS:
        other = enemy(seat)
        known = PLAYERS.known(State(whole), seat).board
        army = known.armies[other]
        assert (army.plan, army.saved, army.saved_now, army.trying) == (UNKNOWN, 0, 0, False)
        assert (army.left, army.choices, army.standing, army.sheet) == ({}, (), (), ())
        assert {note for chit, note in known.notes.items() if side_of(chit) == other} == {BLANK}
        assert {known.postures[clan] for clan in clans_of(known, other)} == {UNKNOWN}
        assert not any(side_of(clan) == other for clan in known.entries)
        assert known.field.wanted == ""
        assert known.armies[seat] == whole.armies[seat]
        assert {known.postures[clan] for clan in clans_of(known, seat)} != {UNKNOWN}


def test_a_plan_that_was_used_and_open_postures_are_known() -> None:
    """[6.2, 7.1]"""
    whole = with_army(middle(), "uesugi", shown=True)
    known = PLAYERS.known(State(whole), "takeda").board
    assert known.armies["uesugi"].plan == "saku"
    assert known.postures == whole.postures
    assert PLAYERS.known(State(replace(whole, ending="draw")), "takeda") == State(
        replace(whole, ending="draw")
    )


@pytest.mark.parametrize("program", [Program(STEADY), Program(KEEN, 2)], ids=lambda one: one.strength)
@pytest.mark.parametrize("game", [GAMES[1], GAMES[4]])
def test_other_secrets_of_the_enemy_make_no_other_choice(
    game: tuple[str, str, int], program: Program
) -> None:
    worlds = 0
    for state in points_of(*game)[3::5]:
        for seat in KAWANAKAJIMA.awaited(state)[:1]:
            known = PLAYERS.known(state, seat)
            others = [PLAYERS.imagine(known, seat, Random(seed)) for seed in range(2)]
            worlds += sum(other != state for other in others)
            chosen = [choose(KAWANAKAJIMA, program, one, seat, Random(5)) for one in (state, *others)]
            assert chosen == [chosen[0]] * len(chosen)
    assert worlds > 3


# ---- what is considered


@pytest.mark.parametrize("game", PLAYED)
def test_what_is_considered_is_legal_and_little_of_it(game: tuple[str, str, int]) -> None:
    for state in points_of(*game):
        for seat in KAWANAKAJIMA.awaited(state):
            found = PLAYERS.considered(state, seat)
            assert 1 <= len(found) <= 2 * FEW
            assert len(set(found)) == len(found)
            for order in found:
                after(KAWANAKAJIMA, state, seat, order, LuckyChance(Random(1)))
            assert all(one.text.endswith(".") for one in PLAYERS.advice(state, seat))


def test_every_prompt_has_advice() -> None:
    prompts = {
        item
        for item in KAWANAKAJIMA.items
        if {"seat", "seats"} & set(item.__struct_fields__)
        and KAWANAKAJIMA.expected(State(board(), (_any(item),)))
    }
    assert prompts == set(BY_PROMPT)


def _any(item: type[Struct]) -> Struct:
    """An item of that kind; nobody looks into it."""
    return item(*([None] * len(item.__struct_fields__)))


# ---- advice, on boards by hand


FACING = {"tG1": "2914", "tD1": "2916", "uB1": "2814", "uB2": "2815", "tA1": "3315", "uA1": "2213"}
FIGHTING = {"tG": "attack", "tD": "attack", "tA": "defence", "uB": "defence", "uA": "defence"}
FAR_OFF = {"tG1": "2914", "tA1": "3315", "uB1": "2214", "uA1": "2213"}
SIEGE = Siege(
    "uesugi",
    {"takeda": Troops(4, 1), "uesugi": Troops(6)},
    {"takeda": ("centre",), "uesugi": ("a",)},
    {"a": ("uesugi",), "b": ("takeda",), "centre": ("takeda",)},
    actions=3,
    assault=Attempt("uesugi", "b", ("a",), 1, False, {"uesugi": 1}),
)
WALLS = Options(scenario="hypothetical")


def facing(postures: dict[str, str] | None = None, **units: Any) -> Board:
    """Clans G and D of the Takeda next to clan B of the Uesugi, both generals further off."""
    return board(FACING | units, FIGHTING | (postures or {}))


def besieged_at(seat: str) -> Board:
    units = {f"tM{n}": DATA.map.kaizu for n in (1, 2, 3)} | {f"u{seat}{n}": DATA.map.kaizu for n in (1, 2)}
    return board(units, options=WALLS, siege=SIEGE)


INSIDE = besieged_at("D")
ADVISED = [
    # the advice, the board, the prompt, the seat, the order that follows it, one that does less
    (
        command.PLAN,
        board(),
        i.ChoosePlan(("uesugi",)),
        "uesugi",
        o.ChooseOwn("kokuyoku"),
        o.ChooseOwn("saku"),
    ),
    (command.DEPLOY, board(), i.Deploy("uesugi"), "uesugi", o.Done(), o.DeployClan("B", ("1909", "1910"))),
    (
        *(command.FORTIFY, facing(), i.BuildPositions("takeda", 1), "takeda"),
        *(o.Fortify(("G1",)), o.Fortify(("A1",))),
    ),
    (
        *(command.FIRST, facing({"uB": "move"}), i.SetPostures("uesugi", ("uB",)), "uesugi"),
        *(o.Postures(("B",), "defence"), o.Postures(("B",), "regroup")),
    ),
    (
        *(command.ENTRY, board(), i.WriteEntries("takeda", ("tM",)), "takeda"),
        *(o.WriteEntry("M", "D3"), o.WriteEntry("M", "A2")),
    ),
    (
        *(command.SAVING, board(takeda={"plan": "saku", "saved": 5}), i.SavePoints(("takeda",)), "takeda"),
        *(o.Attempt(2), o.Attempt(1)),
    ),
    (
        *(command.CHIT, facing(), i.SelectChits(("takeda",)), "takeda"),
        *(o.Command(("G",)), o.Command(("A",))),
    ),
    (
        *(
            command.SPECIAL,
            board(FAR_OFF | {"uB1": "2714"}, {"uB": "regroup"}),
            i.SelectChits(("takeda",)),
            "takeda",
        ),
        *(o.Special(1, "attack", ("G",)), o.Special(1, "retreat", ("G",))),
    ),
    (
        command.PLAY,
        replace(facing(), drawn="tG"),
        i.AcceptChit("takeda", "tG"),
        "takeda",
        o.Play(),
        o.Delay(),
    ),
    (
        *(command.KANSUKE, replace(facing(), drawn="tG"), i.CallKansuke("takeda", "tG"), "takeda"),
        *(o.Play(), o.Kansuke()),
    ),
    (
        *(command.SAMURAI, facing(tA2=("3415", 3)), i.PlaceSamurai("takeda"), "takeda"),
        *(o.Samurai("A2", "rally"), o.Samurai("A2", "stay")),
    ),
    (
        *(command.IMPETUOUS, facing(), i.ChooseImpetuous("takeda"), "takeda"),
        *(o.Impetuous("A"), o.Impetuous("B")),
    ),
    (
        *(command.COLUMN, board(), i.FormColumn("takeda"), "takeda"),
        *(o.Column(("G1", "D1")), o.Column(("G1",))),
    ),
    (
        command.BRING,
        board(),
        i.EnterSurplus("takeda"),
        "takeda",
        o.Bring("G1", "0405"),
        o.Bring("G1", "0205"),
    ),
    (
        *(postures.CHANGE, facing(tG1=("2912", 3)), fi.PosturePhase("takeda", ("tG",)), "takeda"),
        *(f.Posture("G", "regroup"), f.Posture("G", "move")),
    ),
    (
        *(postures.INITIATIVE, facing({"tG": "move"}), fi.Initiative("takeda"), "takeda"),
        *(f.Posture("G", "defence"), o.Done()),
    ),
    (
        postures.MARCH,
        board(FAR_OFF, {"tG": "move"}),
        fi.MarchTurn("takeda"),
        "takeda",
        f.March("G"),
        o.Done(),
    ),
    (
        *(movement.MOVE, board(FAR_OFF, {"tG": "attack"}), fi.Manoeuvre("takeda", ("tG",)), "takeda"),
        *(f.Move("G1", ("2714",)), f.Move("G1", ("3014",))),
    ),
    (
        *(movement.OCCUPY, INSIDE, fi.Manoeuvre("uesugi", ("uE",)), "uesugi"),
        *(s.Occupy("E", "a"), o.Done()),
    ),
    (
        *(movement.DISPLACE, facing(), fi.DisplaceUnits("takeda", "uA"), "takeda"),
        *(f.Move("A1", ("2513",)), f.Move("A1", ("1913",))),
    ),
    (
        *(movement.RETREAT, facing(), fi.FallBack("takeda", "tG1", "2914"), "takeda"),
        *(f.Retreat("G1", "3114"), f.Retreat("G1", "2915")),
    ),
    (
        *(
            movement.PURSUE,
            facing(tG1=("2914", 3)),
            fi.Pursuit("takeda", ("tG1", "tD1"), "uB1", ()),
            "takeda",
        ),
        *(f.Pursue("D1"), f.Pursue("G1")),
    ),
    (
        *(movement.ADVANCE, facing(), fi.AdvanceAfter("takeda", ("tG1",), ("2814",)), "takeda"),
        *(o.Done(), f.Advance("A1", "2814")),
    ),
    (
        *(combat.FIGHT, facing({"uB": "regroup"}, uB1=("2814", 3)), fi.Engage("takeda"), "takeda"),
        *(f.Fight(("G1",), ("B1",)), o.Done()),
    ),
    (
        *(combat.FIGHT, facing(tG1=("2914", 3)), fi.Engage("takeda"), "takeda"),
        *(o.Done(), f.Fight(("G1",), ("B1",))),
    ),
    (
        *(combat.GENERAL, facing(), fi.Engage("takeda"), "takeda"),
        *(f.Fight(("G1",), ("B1",)), f.Fight(("A1",), ("B1",), "row")),
    ),
    (
        *(combat.SUFFER, facing(uB1=("2814", 3)), fi.ChooseSufferer("uesugi", ("uB1", "uB2"), "d2^1", False)),
        *("uesugi", f.Suffer("B2"), f.Suffer("B1")),
    ),
    (
        *(combat.SEPPUKU, facing(), fi.ChooseSeppuku("takeda", "tA"), "takeda"),
        *(o.Done(), f.Seppuku("A1")),
    ),
    (combat.RALLY, facing(), fi.RallyPhase("takeda", ("tG",)), "takeda", f.Rally(("G1",)), o.Done()),
    (
        *(combat.RALLIED, facing(), fi.RallyToDefence("takeda", "tG"), "takeda"),
        *(f.Posture("G", "defence"), o.Done()),
    ),
    (siege.POST, INSIDE, si.SiegeTurn("uesugi"), "uesugi", s.Post(("k1", "k2")), s.Post(("k1",))),
    (siege.MUSTER, INSIDE, si.SiegeTurn("takeda"), "takeda", s.Muster(), o.Done()),
    (siege.SACRIFICE, INSIDE, si.BidSacrifice("takeda"), "takeda", o.Done(), s.Sacrifice(1)),
    (
        *(siege.LOSE, INSIDE, si.LoseTroops("takeda", "takeda", 1, ("b",), "lost", "repelled"), "takeda"),
        *(s.Lose("effectives"), s.Lose("b")),
    ),
    (siege.SEIZE, INSIDE, si.SeizeZone("uesugi"), "uesugi", s.Seize("effectives"), s.Seize("a")),
    (
        *(siege.WITHDRAW, INSIDE, si.WithdrawClan("uesugi", "uD"), "uesugi"),
        *(s.Withdraw("a"), s.Withdraw("a", ("a",))),
    ),
    (
        *(siege.KEEP, INSIDE, si.KeepSurvivors("takeda", 6, 0), "takeda"),
        *(s.Keep(("M1", "M2")), s.Keep(("M2", "M3"))),
    ),
]


@pytest.mark.parametrize(
    ("advised", "at", "item", "seat", "better", "worse"), ADVISED, ids=[row[0].text for row in ADVISED]
)
def test_advice_likes_the_order_that_follows_it(
    advised: Advice, at: Board, item: Struct, seat: str, better: Struct, worse: Struct
) -> None:
    state = State(at, (item,))
    assert advised in PLAYERS.advice(state, seat)
    assert advised.score(state, seat, better) > advised.score(state, seat, worse)


def test_11_6_the_leader_counts_where_the_attackers_get_less_by_it() -> None:
    """[11.6]: of both places the one that the table favours; the other is not even considered."""
    at = facing(tI1="2815", uB2="")
    item = fi.AnswerLeader("uesugi", ("tG1",), ("uB1",), "")
    scores = {
        axis: combat.LEADER.score(State(at, (item,)), "uesugi", f.Leader(axis)) for axis in ("column", "row")
    }
    best = max(scores, key=lambda axis: scores[axis])
    assert PLAYERS.considered(State(at, (item,)), "uesugi") == [f.Leader(best)]


def test_13_6_assault_and_fire_go_where_the_defence_is_weak() -> None:
    """[13.6.1]: of the zones that can be reached, that with the least defence for its attackers."""
    zones = [zone for zone in ("b", "centre") if participants(INSIDE, "uesugi", zone)]
    for zone in zones:
        edge = len(participants(INSIDE, "uesugi", zone)) - defence_score(
            INSIDE, zone, participants(INSIDE, "uesugi", zone)
        )
        state = State(INSIDE, (si.SiegeTurn("uesugi"),))
        assert (siege.ASSAULT.score(state, "uesugi", s.Assault(zone)) > 0) == (edge > 0)
        assert 0 <= siege.SHOOT.score(state, "uesugi", s.Shoot(zone)) <= 1


def said(board: Board, seat: str, order: Struct) -> float:
    """What the rules of thumb say of a chit."""
    state = State(board, (i.SelectChits((seat,)),))
    return sum(one.score(state, seat, order) for one in PLAYERS.advice(state, seat))


def test_17_4_the_uesugi_send_for_a_clan_before_all_else() -> None:
    clan, special = o.Command(("B",)), o.Special(1, "attack", ("B",))
    begins = replace(facing(uB1=("2614", 0)), opened=False)
    assert said(begins, "uesugi", clan) > said(begins, "uesugi", special)
    sent = with_army(begins, "uesugi", choices=(Choice("uA", "kenshin"),))
    assert said(sent, "uesugi", clan) < said(begins, "uesugi", clan)
    assert said(replace(begins, opened=True), "uesugi", clan) == said(sent, "uesugi", clan)


def test_8_3_a_clan_that_has_a_special_chit_is_sent_no_other() -> None:
    clan, special = o.Command(("B",)), o.Special(2, "attack", ("B",))
    free = facing(uB1=("2614", 0), uB2=("2714", 0))
    written = replace(free, notes={"u1": Note("attack", ("uB",))})
    chosen = with_army(free, "uesugi", choices=(Choice("u1", "kenshin", Note("attack", ("uB",))),))
    for bound in (written, chosen):
        assert said(bound, "uesugi", clan) < said(free, "uesugi", clan)
        assert said(bound, "uesugi", special) < 0 < said(free, "uesugi", special)
    other = replace(free, notes={"t1": Note("attack", ("uB",))})
    assert said(other, "uesugi", clan) == said(free, "uesugi", clan)


def test_17_1_the_clans_of_kosaka_come_up_to_an_enemy_before_whom_others_stop() -> None:
    near = {}
    for clan in ("tG", "tM"):
        made = board({f"{clan}1": "2914", "tA1": "3315", "uB1": "2214", "uA1": "2213"}, {clan: "move"})
        near[clan] = movement.stand(made, f"{clan}1", "2614") - movement.stand(made, f"{clan}1", "2914")
    assert near["tG"] < 0 < near["tM"]


def test_6_4_postures_are_worth_a_search_and_moves_are_not() -> None:
    for head, doubt in ((fi.PosturePhase("takeda", ("tG",)), True), (fi.Manoeuvre("takeda", ("tG",)), False)):
        assert PLAYERS.doubtful(State(facing(), (head,)), "takeda") is doubt


# ---- what a board is worth


def test_15_1_points_and_wounds_of_the_enemy_are_worth_more() -> None:
    even = facing()
    for seat in SEATS:
        ahead = with_army(even, seat, points=5)
        hurt = with_unit(even, "uB1" if seat == "takeda" else "tG1", losses=3)
        assert 0 < PLAYERS.worth(even, seat) < PLAYERS.worth(ahead, seat) < 1
        assert PLAYERS.worth(even, seat) < PLAYERS.worth(hurt, seat)
        assert PLAYERS.worth(ahead, seat) > PLAYERS.worth(ahead, enemy(seat))


def test_17_5_a_lead_within_the_margin_of_a_draw_is_worth_about_a_half_at_the_end() -> None:
    last = replace(board(), turn=DATA.scenarios["historical"].turns)
    worth = {lead: PLAYERS.worth(with_army(last, "takeda", points=lead), "takeda") for lead in (0, 4, 5, 12)}
    assert worth[0] == pytest.approx(0.5, abs=0.05)
    assert worth[0] < worth[4] < worth[5] < worth[12]
    assert worth[12] > 0.95


@pytest.mark.parametrize(
    ("winners", "shares"), [(("takeda",), (1.0, 0.0)), (("uesugi",), (0.0, 1.0)), (SEATS, (0.5, 0.5))]
)
def test_17_5_the_winner_is_ranked_first_and_in_a_draw_both(
    winners: tuple[str, ...], shares: tuple[float, float]
) -> None:
    ended = replace(board(), ending="points", winners=winners)
    assert PLAYERS.places(ended) == dict(zip(SEATS, shares, strict=True))

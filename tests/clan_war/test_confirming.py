"""Reports of honor and victory points that the other side confirms [battle/confirm]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.battle.claims import MOST
from domain.clan_war.board.claim_events import (
    ChangeReported,
    ReportConfirmed,
    ReportDenied,
    ReportRetracted,
    ReportRuled,
)
from domain.clan_war.board.events import (
    ArmyDone,
    ExtraCardGranted,
    HonorChanged,
    HonorTested,
    LevelReached,
    PhaseBegan,
    PointsChanged,
)
from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.state import Claim, Due, Entry, Hostage, Mode
from domain.clan_war.corrections.judge import JUDGE
from domain.clan_war.data.options import Options
from domain.clan_war.view import view
from domain.clan_war.words.corrections import SetReport
from domain.clan_war.words.items import (
    Confirming,
    EndTurn,
    ForcedLanding,
    HonorTest,
    RecoveryChoice,
    Reports,
    SettleReports,
)
from domain.clan_war.words.reports import (
    AllOut,
    Casualties,
    Confirm,
    Deny,
    Done,
    EndBattle,
    Honor,
    Points,
    Resign,
    Retract,
)
from domain.game.deciding.consequences import default_order
from domain.kit.errors import IllegalMove
from domain.kit.facts import State, fold
from domain.kit.sealed import PUBLIC
from domain.kit.sums import Term
from projections.clan_war import PICTURES, mails
from projections.pictures import OTHER
from tests.clan_war.boards import DATA, SEATS, board, reports, unit
from tests.scenario import Scenario
from tests.titles.asking import answered, asked_of

OPTIONS = Options(reports_stand="confirmed")
AT = board(unit("crane-1"), unit("lion-1", "lion"), options=OPTIONS)
THREE = board(
    unit("crane-1"),
    unit("lion-1", "lion"),
    unit("crab-1", "crab"),
    seats=("crab", "crane", "lion"),
    options=OPTIONS,
)
BRIDGE = Term(2, "the bridge", "battle/points")
FLED = Term(-5, "fled", "honor/gain")
FIRST = Claim(1, "VP", "crane", BRIDGE, "crane", ("lion",))
SECOND = Claim(2, "honor", "lion", FLED, "crane", ("lion",))


def reported(at: Any = AT, phase: Any = "primary") -> Scenario:
    """Two reports of crane, which wait for lion."""
    told = reports(at, phase).when("crane", Points("crane", 2, "the bridge"))
    told.then(ChangeReported(FIRST))
    told.when("crane", Honor("lion", -5, "fled")).then(ChangeReported(SECOND))
    assert (told.board.armies["crane"].vp, told.board.armies["lion"].honor) == (0, 0)
    return told


def test_without_the_option_a_report_stands_at_once() -> None:
    plain = replace(AT, setting=replace(AT.setting, options=Options()))
    reports(plain).when("crane", Points("crane", 2, "the bridge")).then(
        PointsChanged("crane", BRIDGE, 2, "crane")
    )
    said = "In this battle what is reported stands at once. Whoever disagrees opens a dispute."
    for order in (Confirm(), Confirm((1,)), Deny(1, "no"), Retract(1)):
        reports(plain).refused("lion", order, f"[battle/confirm] {said}")


def test_one_confirm_answers_all_that_waits() -> None:
    told = reported().when("lion", Confirm((1, 2)))
    told.then(
        ReportConfirmed(1, "lion"),
        PointsChanged("crane", BRIDGE, 2, "crane", "lion"),
        ReportConfirmed(2, "lion"),
        HonorChanged("lion", FLED, -5, "crane", "lion"),
    )
    assert told.cited == ("battle/confirm", "battle/points", "battle/confirm", "honor/gain")
    assert told.board.claims == {}
    assert told.board.entries == (
        Entry(2, "crane", "VP", BRIDGE, 2, "crane", "lion"),
        Entry(2, "lion", "honor", FLED, -5, "crane", "lion"),
    )
    lines = ledger(told, "crane")
    assert lines[1] == "  T2: VP +2, the bridge: 2. Reported by crane, confirmed by lion."


def ledger(told: Scenario, army: str) -> list[str]:
    told.game.now = replace(told.game.now, data=DATA)
    return answered(asked_of(told.game, "crane"), f"where {army}")


def test_a_confirm_of_what_a_mail_has_shown_is_none_of_what_came_later() -> None:
    told = reported(phase="close").when("crane", Points("crane", 9, "a later one"))
    told.refused("lion", Confirm(), f'[battle/confirm] {NAMED} Write "confirm 1 2 3".')
    told.when("lion", Confirm((1, 2)))
    assert told.board.armies["crane"].vp == 2
    told.when("crane", Done()).when("lion", Done())
    assert told.agenda[0] == Confirming(("lion",), ("crane",))
    told.refused("lion", Confirm(), f'[battle/confirm] {NAMED} Write "confirm 3".')


def test_a_number_confirms_one_and_the_other_waits_on() -> None:
    told = reported().when("lion", Confirm((2, 2)))
    told.then(ReportConfirmed(2, "lion"), HonorChanged("lion", FLED, -5, "crane", "lion"))
    assert told.board.claims == {1: FIRST}
    waiting = "  Report 1 by crane: VP of crane +2, the bridge. It counts once lion confirms it."
    assert " ".join(ledger(told, "crane")[1:]).split() == waiting.split()


def test_the_levels_of_two_reports_are_those_of_their_sum() -> None:
    at = board(unit("crane-1"), unit("lion-1", "lion"), honor={"crane": 30}, options=OPTIONS)
    told = reports(at).when("crane", Honor("crane", 6, "x")).when("crane", Honor("crane", 6, "y"))
    events = told.when("lion", Confirm((1, 2))).events
    assert [one.after for one in events if isinstance(one, HonorChanged)] == [36, 42]
    assert [one.level for one in events if isinstance(one, LevelReached)] == [40]


def test_by_an_option_a_confirmed_fall_is_tested_at_once() -> None:
    options = replace(OPTIONS, own_tests="at-once")
    at = board(unit("crane-1"), unit("lion-1", "lion"), honor={"lion": -48}, options=options)
    told = reports(replace(at, armies=at.armies | {"lion": replace(at.armies["lion"], low=-40)}))
    told.when("crane", Honor("lion", -5, "fled"))
    told.when("lion", Confirm((1,)), faces=[9])
    assert any(type(one).__name__ == "HonorTested" for one in told.events)
    assert told.agenda[0] == Reports("primary", SEATS)
    assert not any(isinstance(one, HonorTest) for one in told.agenda)


NAMED = "A confirmation names its reports, as another may have come in since a mail showed them."

REFUSED: list[tuple[str, Struct, str]] = [
    ("lion", Confirm(), f'{NAMED} Write "confirm 1 2".'),
    ("crane", Confirm(), "No report waits for the word of crane. Nothing is to be said."),
    ("crane", Confirm((1,)), 'Report 1 waits for the word of lion. You may write "retract 1".'),
    ("crane", Deny(2, "no"), 'Report 2 waits for the word of lion. You may write "retract 2".'),
    ("lion", Confirm((1, 3)), "No report 3 waits. There is 1 or 2."),
    ("lion", Deny(3, "no"), "No report 3 waits. There is 1 or 2."),
    ("lion", Retract(3), "No report 3 waits. There is 1 or 2."),
    ("lion", Retract(1), 'Report 1 is crane\'s. Write "deny 1" and why.'),
]


@pytest.mark.parametrize(("seat", "order", "text"), REFUSED)
def test_what_is_no_word_on_a_report_is_refused(seat: str, order: Struct, text: str) -> None:
    reported().refused(seat, order, f"[battle/confirm] {text}")


def test_a_report_that_is_denied_waits_for_a_ruling_and_holds_up_nobody() -> None:
    told = reported(phase="close").when("lion", Deny(1, "we held it"))
    told.then(ReportDenied(1, "lion", "we held it"))
    text = (
        "[battle/confirm] lion has denied report 1. "
        "It waits for a ruling, or for lion to confirm it after all."
    )
    told.refused("lion", Deny(1, "again"), text)
    told.when("lion", Confirm((2,))).when("crane", Done()).when("lion", Done())
    assert told.board.phase == "end"
    assert told.board.claims[1].denied == "lion"
    told.when("lion", Confirm((1,)))
    assert told.board.armies["crane"].vp == 2


def test_who_has_reported_takes_it_back() -> None:
    told = reported().when("lion", Deny(1, "no")).when("crane", Retract(1))
    told.then(ReportRetracted(1, "crane"))
    told.when("crane", Retract(2))
    assert told.board.claims == {}
    told.when("crane", Points("crane", 1, "the bridge"))
    assert list(told.board.claims) == [3]


@pytest.mark.parametrize(("phase", "asked"), [("primary", False), ("ranged", False), ("close", True)])
def test_a_phase_ends_while_reports_wait_but_for_the_extra_card(phase: Any, asked: bool) -> None:
    told = reported(phase=phase).when("crane", Done()).when("lion", Done())
    assert isinstance(told.agenda[0], Confirming) is asked


def test_what_nobody_has_answered_is_asked_before_the_extra_card() -> None:
    at = board(unit("crane-1"), unit("lion-1", "lion"), options=OPTIONS)
    told = reports(at, "close").when("crane", Honor("crane", 5, "a duel"))
    told.when("lion", Honor("lion", 3, "a duel")).when("crane", Done()).when("lion", Done())
    told.then(ArmyDone("lion"))
    assert told.agenda[:2] == (Confirming(SEATS), SettleReports())
    told.when("lion", Confirm((1,)))
    assert told.agenda[:2] == (Confirming(("crane",), ("lion",)), SettleReports())
    told.when("crane", Confirm((2,)))
    assert told.events[-2:] == (PhaseBegan("end"), ExtraCardGranted("crane", 5))


def test_what_waits_is_asked_before_the_tests_of_a_turn_and_at_the_end() -> None:
    told = reported(phase="end").when("crane", Done()).when("lion", Done())
    assert isinstance(told.agenda[0], Confirming)
    told = reported().when("crane", EndBattle()).when("lion", EndBattle())
    assert isinstance(told.agenda[0], Confirming)
    told.when("lion", Confirm((1, 2)))
    assert told.board.winners == ("crane",)


@pytest.mark.parametrize("order", [Done(), Casualties("crane-1", 1)])
def test_what_the_muster_and_the_phases_take_has_its_place_when_reports_are_asked(order: Struct) -> None:
    """Neither is said to belong to the muster, as both have belonged to the phase that is over."""
    told = reported(phase="close").when("crane", Done()).when("lion", Done())
    name = "Done" if isinstance(order, Done) else "Casualties"
    text = f"{name} does not answer what is asked now. Asked for: confirm, deny or retract."
    told.refused("lion", order, text)


def test_one_that_was_asked_may_deny_and_the_reporter_may_take_back() -> None:
    told = reported(phase="close").when("crane", Done()).when("lion", Done())
    told.when("lion", Deny(1, "no"))
    assert told.agenda[0] == Confirming(("lion",), ("crane",))
    told.when("crane", Retract(2))
    assert told.board.phase == "end"


def test_silence_is_a_yes_where_default_orders_are_the_policy() -> None:
    told = reported(phase="close").when("crane", Done()).when("lion", Done())
    assert default_order(CLAN_WAR, told.game.state, "lion") == Confirm((1, 2))
    assert told.game.examples("lion")[0] == Confirm((1, 2))
    told.when("lion", Confirm((1, 2)))
    assert told.board.claims == {}


def test_what_waits_when_an_army_resigns_does_not_count() -> None:
    assert reported().when("crane", Resign()).board.armies["crane"].vp == 0


def test_of_three_armies_the_one_concerned_confirms_and_of_ones_own_any_other() -> None:
    told = reports(THREE).when("crane", Points("crane", 2, "x")).when("crane", Honor("lion", -5, "y"))
    assert [one.asked for one in told.board.claims.values()] == [("crab", "lion"), ("lion",)]
    told.refused(
        "crab", Confirm((2,)), "[battle/confirm] Report 2 waits for the word of lion. Nothing is to be said."
    )
    told.when("crab", Confirm((1,))).then(
        ReportConfirmed(1, "crab"), PointsChanged("crane", replace(BRIDGE, why="x"), 2, "crane", "crab")
    )


def test_of_three_armies_no_other_confirms_what_one_has_denied() -> None:
    told = reports(THREE).when("crane", Points("crane", 2, "x")).when("lion", Deny(1, "no"))
    text = (
        "[battle/confirm] lion has denied report 1. "
        "It waits for a ruling, or for lion to confirm it after all."
    )
    told.refused("crab", Confirm((1,)), text)
    told.refused("crab", Deny(1, "no"), text)
    assert not [one for one in told.game.examples("crab") if isinstance(one, Confirm | Deny)]
    told.when("lion", Confirm((1,)))
    assert told.board.armies["crane"].vp == 2


def test_the_price_that_a_rule_takes_waits_for_nobody() -> None:
    """[hostage/all-out]: the page says "immediately"."""
    held = {"guest-1": Hostage("guest-1", "crane", "lion-1", ("lion",))}
    at = replace(AT, hostages=held, engaged=(("crane-1", "lion-1"),))
    told = reports(at).when("crane", AllOut("crane-1", "lion-1"))
    assert told.board.armies["crane"].vp == -2
    assert told.board.modes == (Mode("crane-1", "lion-1", "all-out"),)


def test_an_army_has_so_many_reports_that_wait() -> None:
    told = reports(AT)
    for _nth in range(MOST):
        told.when("crane", Points("crane", 1, "x"))
    text = f'{MOST} reports of crane wait for a word of the other side. Wait for it, or write "retract 1".'
    told.refused("crane", Points("crane", 1, "x"), f"[battle/confirm] {text}")
    told.refused("crane", Honor("crane", 1, "x"), f"[battle/confirm] {text}")
    told.when("lion", Points("lion", 1, "x")).when("lion", Confirm(tuple(range(1, MOST + 1))))
    assert told.board.armies["crane"].vp == MOST


@pytest.mark.parametrize(("verdict", "vp"), [("stands", 2), ("falls", 0)])
def test_a_ruling_lets_a_report_stand_or_fall(verdict: str, vp: int) -> None:
    told = reported().when("lion", Deny(1, "no"))
    facts = JUDGE.correct(told.game.state, SetReport(1, verdict))
    after = told.board
    for fact in facts:
        after = evolve(after, fact.event)
    assert facts[0].event == ReportRuled(1, verdict == "stands")
    assert (after.armies["crane"].vp, list(after.claims)) == (vp, [2])
    assert [one.confirmed for one in after.entries] == ["ruling"] * (vp // 2)
    said = f"By a ruling report 1 {verdict}."
    assert PICTURES.sentence(facts[0].event, PUBLIC) == said


def test_a_ruling_on_what_is_asked_asks_it_no_more() -> None:
    told = reported(phase="close").when("lion", Confirm((2,))).when("crane", Done()).when("lion", Done())
    for fact in JUDGE.correct(told.game.state, SetReport(1, "falls")):
        board_ = evolve(told.board, fact.event)
    told.game.now = replace(told.game.now, state=State(board_, told.agenda))
    told.goes_on()
    assert told.board.phase == "end"


def test_a_ruling_brings_tests_of_low_honor_at_the_end_of_the_turn_whenever_they_are_taken() -> None:
    options = replace(OPTIONS, own_tests="at-once")
    at = board(
        unit("crane-1"),
        unit("lion-1", "lion"),
        honor={"lion": -48},
        levels={"lion": (0, -40)},
        options=options,
    )
    told = reports(at, "end").when("crane", Honor("lion", -5, "fled")).when("lion", Deny(1, "no"))
    state = told.game.state
    for fact in JUDGE.correct(state, SetReport(1, "stands")):
        state = fold(CLAN_WAR.evolve, state, fact)
    assert state.board.due == (Due("lion", "own", -50, -1),)
    told.game.now = replace(told.game.now, state=state)
    told.when("crane", Done()).when("lion", Done(), faces=[9])
    assert [(one.unit, one.level) for one in told.events if isinstance(one, HonorTested)] == [("lion-1", -50)]


def test_no_ruling_on_a_report_while_the_tests_of_the_turn_are_taken() -> None:
    told = reported(phase="end").when("lion", Deny(2, "no"))
    test = HonorTest("lion-1", "crane", "enemy", 40, 0)
    state = State(told.board, (ForcedLanding("lion", "lion-1", "broken"), test, EndTurn()))
    with pytest.raises(IllegalMove, match="The tests of this turn are being taken"):
        JUDGE.correct(state, SetReport(2, "stands"))


@pytest.mark.parametrize(
    ("correction", "text"),
    [
        (SetReport(7, "stands"), "[battle/confirm] No report 7 waits. There is 1 or 2."),
        (SetReport(1, "yes"), '[battle/confirm] "yes" does not fit here. Write stands or falls.'),
    ],
)
def test_a_ruling_on_no_report_is_refused(correction: SetReport, text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        JUDGE.correct(reported().game.state, correction)
    assert str(refusal.value) == text


def test_a_report_that_a_ruling_has_settled_is_settled_already() -> None:
    state = reported().game.state
    for fact in JUDGE.correct(state, SetReport(1, "stands")):
        state = fold(CLAN_WAR.evolve, state, fact)
    with pytest.raises(IllegalMove) as refusal:
        JUDGE.correct(state, SetReport(1, "stands"))
    assert str(refusal.value) == "[battle/confirm] Report 1 is settled already. There is 2."


SAID = [
    (
        ChangeReported(FIRST),
        "Report 1 by crane: VP of crane +2, the bridge. It counts once lion confirms it.",
    ),
    (
        ChangeReported(replace(SECOND, asked=("crab", "lion"))),
        "Report 2 by crane: honor of lion -5, fled. It counts once one of them confirms it: crab and lion.",
    ),
    (ReportConfirmed(1, "lion"), "lion confirms report 1."),
    (
        ReportDenied(1, "lion", "no"),
        "lion denies report 1: no. It counts only if the referee rules so, or lion confirms it after all; "
        "who has reported it may take it back.",
    ),
    (ReportRetracted(1, "crane"), "crane takes report 1 back."),
    (
        HonorChanged("lion", FLED, -5, "crane", "lion"),
        "Honor of lion -5, fled: now -5. Reported by crane, confirmed by lion.",
    ),
    (
        PointsChanged("crane", BRIDGE, 2, "crane", "ruling"),
        "VP of crane +2, the bridge: now 2. Reported by crane, and it stands by a ruling.",
    ),
]


@pytest.mark.parametrize(("event", "said"), SAID)
def test_what_became_of_a_report_in_a_sentence(event: Any, said: str) -> None:
    assert PICTURES.sentence(event, PUBLIC) == said


def test_the_board_and_the_prompt_say_what_waits() -> None:
    told = reported().when("lion", Deny(2, "no"))
    shown = view(told.game.state, "lion")
    assert PICTURES.asks(shown, told.agenda[0], {}) == (
        "report what happens in the Primary movement phase, then done; confirm or deny report 1"
    )
    lines = " ".join(PICTURES.board(shown).split())
    assert "lion denies it (no): the referee rules on it." in lines
    assert "the bridge. It counts once lion confirms it." in lines
    crane = PICTURES.asks(view(told.game.state, "crane"), told.agenda[0], {})
    assert crane == "report what happens in the Primary movement phase, then done"
    choice = RecoveryChoice("lion", "lion-1", "guest-1")
    said = PICTURES.asks(shown, choice, {})
    assert said == "say whether lion-1 tries to recover the hostage guest-1"
    asked = reported(phase="close").when("crane", Done()).when("lion", Done())
    item = asked.agenda[0]
    assert PICTURES.asks(view(asked.game.state, "lion"), item, {}) == "confirm or deny reports 1 and 2"
    assert PICTURES.awaits(item, {}) == "a word on what is reported"


def test_a_mail_tells_those_whose_word_is_asked() -> None:
    shown = view(State(AT, ()), "lion")
    told = [mails.rank(event, seat, shown) != OTHER for event, _said in SAID[:4] for seat in SEATS]
    assert told == [False, True, False, True, False, False, True, False]


def test_a_page_offers_a_word_on_each_report() -> None:
    told = reported().when("lion", Points("lion", 1, "x"))
    assert [one for one in told.game.examples("lion") if isinstance(one, Confirm | Deny | Retract)] == [
        Confirm((1, 2)),
        Confirm((1,)),
        Deny(1, "we have seen it otherwise"),
        Confirm((2,)),
        Deny(2, "we have seen it otherwise"),
        Retract(3),
    ]

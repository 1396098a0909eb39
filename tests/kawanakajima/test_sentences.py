"""Every event of Kawanakajima in a sentence, as each viewpoint may know it; and the sums that they carry."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board import field_events as f
from domain.kawanakajima.board.state import Choice, Note, Standing, Troops
from domain.kawanakajima.words.field_orders import Fight, Posture
from domain.kawanakajima.words.orders import Done
from domain.kit.editions import Amended
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.kit.sums import Sum, Term
from projections.kawanakajima.sentences import sentence, sums
from tests.kawanakajima.test_siege_sentences import SENTENCES as OF_SIEGES
from tests.kawanakajima.test_siege_sentences import SENTENCES_SEALED as SEALED

T, U = "takeda", "uesugi"


def total(value: int) -> Sum:
    return Sum((Term(value, "a value", "8.2"),))


# event, what the Takeda read, what the Uesugi read (None: the same)
SENTENCES: list[tuple[Struct, str, str | None]] = [
    (
        e.UnitsPlaced({"tG1": "2914", "uB2": "2512"}),
        "Set-up: Takeda G1 2914 and Uesugi B2 2512.",
        None,
    ),
    (
        e.PlanChosen(T, Sealed((T,), "kuruma-gakari")),
        "The Takeda have chosen the battle plan Kuruma Gakari.",
        "The Takeda have chosen a battle plan, sealed.",
    ),
    (
        e.PlanChosen(T, Sealed((T,), "")),
        "The Takeda fight without a battle plan.",
        "The Takeda have chosen a battle plan, sealed.",
    ),
    (e.PlanActivated(U), "The battle plan of the Uesugi is active.", None),
    (e.PlanShown(U, "hoshi"), "The Uesugi show their battle plan: Hoshi.", None),
    (e.PositionsGranted(U, 3, 3), "The Uesugi throw 3 for defensive positions and get 3.", None),
    (e.PositionBuilt("uC1", "2417"), "Uesugi C1 stands in a defensive position in 2417.", None),
    (e.PostureChanged("tG", "attack"), "Takeda G takes the posture of attack.", None),
    (
        e.PostureChanged("tG", Sealed((T,), "regroup"), "no enemy near"),
        "Takeda G takes the posture of regroup (no enemy near).",
        "Takeda G takes a posture, sealed (no enemy near).",
    ),
    (
        e.EntriesWritten(T, Sealed((T,), {"tM": "B1", "tN": "A2"})),
        "The Takeda write down entry points: M B1 and N A2.",
        "The Takeda write down entry points, sealed.",
    ),
    (e.TurnBegan(2), "Turn 2 begins.", None),
    (
        e.ClanEntered("tM", {"tM1": "B1", "tM2": "B1"}, "move"),
        "Takeda M appears: M1 B1 and M2 B1.",
        None,
    ),
    (e.DelaysMoved({}), "No chit is on the delay tracks.", None),
    (
        e.DelaysMoved({"tM": "bowl", "u2": "1"}),
        "The delay tracks go on: the chit of Takeda M to the bowl and special chit 2 of the Uesugi to "
        "box 1 of the delay track.",
        None,
    ),
    (
        e.CommandThrown("shingen", 4, total(3), 2),
        "Shingen throws 4, modified 3: 2 command points.",
        None,
    ),
    (e.CommandThrown("kosaka", 1, total(1), 1), "Kosaka throws 1, modified 1: 1 command point.", None),
    (
        e.PointsSaved(T, Sealed((T,), 2), False),
        "The Takeda put 2 by for their plan.",
        "The Takeda have decided what to save for their plan, sealed.",
    ),
    (
        e.PointsSaved(T, Sealed((T,), 2), True),
        "The Takeda put 2 by for their plan and try to activate it.",
        "The Takeda have decided what to save for their plan, sealed.",
    ),
    (
        e.PlanAttempted(T, (4, 6), 7, False, 4),
        "The Takeda throw 4 + 6 = 10 against 7 points: in vain, 4 are left.",
        None,
    ),
    (
        e.PlanAttempted(T, (3, 4), 7, True, 7),
        "The Takeda throw 3 + 4 = 7 against 7 points: the battle plan is activated.",
        None,
    ),
    (
        e.ChoiceMade(
            T, Sealed((T,), (Choice("tB", "shingen"), Choice("t2", "shingen", Note("attack", ("tB",)))))
        ),
        "The Takeda choose the chit of Takeda B and special chit 2 of the Takeda (Attack B).",
        "The Takeda choose chits, sealed.",
    ),
    (e.ChoicesCleared(T), "The Takeda begin their choice of chits again.", None),
    (e.ChoicesClosed(T), "The Takeda have chosen their chits.", None),
    (
        e.ChitPlaced("tN", "2", "kosaka", total(26)),
        "Kosaka is 26 away: the chit of Takeda N goes to box 2 of the delay track.",
        None,
    ),
    (
        e.SpecialPlaced("t3", Sealed((T,), Note("retreat", ("tG",)))),
        "The Takeda put special chit 3 into the bowl: Retreat G.",
        "The Takeda put special chit 3 into the bowl: sealed.",
    ),
    (
        e.CompulsoryAdded(("rally", "march", "combat takeda", "combat uesugi", "initiative")),
        "The chit Rally, the chit March, the chit Combat of the Takeda, the chit Combat of the Uesugi and "
        "the chit Clan Initiative go into the bowl.",
        None,
    ),
    (e.ChitDrawn("uB"), "Drawn: the chit of Uesugi B.", None),
    (
        e.ChitVoid("rally", "no Uesugi clan has been activated", "played"),
        "The chit Rally has no effect (no Uesugi clan has been activated) and goes to the chits that have "
        "been played.",
        None,
    ),
    (e.ChitRefused("tG"), "The chit of Takeda G is refused and goes back into the bowl.", None),
    (
        e.KansukeCalled("uB", "1", total(-2)),
        "Yamamoto Kansuke! The chit of Uesugi B goes to box 1 of the delay track, at the price of 2 "
        "victory points.",
        None,
    ),
    (e.ChitPlayed("u1"), "Special chit 1 of the Uesugi is played.", None),
    (
        e.SpecialOpened("u1", "combined", ("uB", "uC")),
        "Special chit 1 of the Uesugi is opened: Combined Manoeuvres B C.",
        None,
    ),
    (e.ChitReturned("tG", "reserve"), "The chit of Takeda G goes to the reserve.", None),
    (
        e.ImpetuousGiven(T, 3),
        "The Takeda get 3 impetuous attacks out of the enemy's battle plan.",
        None,
    ),
    (e.ImpetuousOrdered(T, "uB"), "The Takeda lure Uesugi B into an impetuous attack.", None),
    (
        e.CombinedTested("uB", 3, total(4), "joins"),
        "Uesugi B throws 3, modified 4: it joins the combined manoeuvres.",
        None,
    ),
    (
        e.CombinedTested("uC", 2, total(2), "stays"),
        "Uesugi C throws 2, modified 2: it stays out of the combined manoeuvres.",
        None,
    ),
    (
        e.CombinedTested("uD", 1, total(2), "flees"),
        "Uesugi D throws 1: it falls into disorder and regroups.",
        None,
    ),
    (
        e.PointsScored(T, total(2), -1),
        "The Takeda score 2 victory points; the marker stands at -1.",
        None,
    ),
    (
        e.PointsScored(T, total(-2), -3),
        "The Takeda lose 2 of their victory points; the marker stands at -3.",
        None,
    ),
    (
        e.SamuraiCalled(U, 6),
        "The marker passes the samurai line at 6: the samurai of the Uesugi goes into the bowl.",
        None,
    ),
    (e.SamuraiJoined(U, "uB1", "rally"), "The samurai of the Uesugi joins Uesugi B1 to rally it.", None),
    (
        e.SamuraiJoined(U, "uB1", "attack"),
        "The samurai of the Uesugi joins Uesugi B1 and leads its clan into the attack.",
        None,
    ),
    (e.SamuraiLeft(U, "uB1"), "The samurai of the Uesugi leaves Uesugi B1.", None),
    (
        e.TurnEnded(8, "both Combat chits are played", {"tG": "reserve"}),
        "Turn 8 is over: both Combat chits are played.",
        None,
    ),
    (e.Resigned(T), "The Takeda give the game up.", None),
    (
        e.GameEnded("points", (U,), total(-7)),
        "The game is over (points): the Uesugi have won. The marker stands at -7.",
        None,
    ),
    (
        e.GameEnded("draw", (T, U), total(4)),
        "The game is over (draw): neither side has won. The marker stands at +4.",
        None,
    ),
    (
        e.StandingWritten(T, Sealed((T,), Standing("retreats", (), ("away", "tA")))),
        "The Takeda leave a standing order, retreats: away, then Takeda A.",
        "The Takeda leave a standing order, sealed.",
    ),
    (
        e.SheetLaid(
            T, Sealed((T,), (Standing("retreats", (), ("away", "tA")), Standing("moves", (), ("posture",))))
        ),
        "The Takeda leave these standing orders: retreats away, then Takeda A; moves posture.",
        "The Takeda leave a whole sheet of standing orders, sealed.",
    ),
    (
        e.SheetLaid(T, Sealed((T,), ())),
        "The Takeda take all their standing orders back.",
        "The Takeda leave a whole sheet of standing orders, sealed.",
    ),
    (
        e.StandingWritten(T, Sealed((T,), Standing("combat", (Done(),)))),
        "The Takeda leave a standing order, combat is drawn: done.",
        "The Takeda leave a standing order, sealed.",
    ),
    (
        e.StandingWritten(T, Sealed((T,), Standing("t2", (Done(),)))),
        "The Takeda leave a standing order, special 2 is drawn: done.",
        "The Takeda leave a standing order, sealed.",
    ),
    (
        e.StandingWritten(
            T,
            Sealed(
                (T,), Standing("tB", (Posture("B", "attack"), Fight(("B1",), ("C1", "C2"), "row"), Done()))
            ),
        ),
        "The Takeda leave a standing order, B is drawn: posture B attack, then fight B1 on C1 C2 leader row, "
        "then done.",
        "The Takeda leave a standing order, sealed.",
    ),
    (f.Activated(T, ("tG",), "clan"), "Takeda G is activated.", None),
    (f.Activated(T, ("tG", "tH"), "clan"), "Takeda G and H are activated together.", None),
    (f.Activated(T, ("tG",), "march"), "Takeda G marches.", None),
    (f.Activated(T, ("tG", "tH"), "combat"), "The Takeda are activated to fight.", None),
    (f.Activated("", (), "rally"), "Both sides retreat and rally where they are in regroup.", None),
    (f.Activated("", (), "initiative"), "Clans in trouble may help themselves.", None),
    (f.PostureWanted("tG", "attack"), "Takeda G is to take the posture of attack.", None),
    (
        f.PostureWanted("tG", Sealed((T,), "attack")),
        "Takeda G is to take the posture of attack.",
        "Takeda G is to change its posture, sealed.",
    ),
    (
        f.PostureTried("tG", 5, total(5), 3, True),
        "Takeda G throws 5 for the change of posture, modified 5, 3 needed: it succeeds.",
        None,
    ),
    (
        f.PostureTried("tG", 2, total(2), Sealed((T,), 3), False, True),
        "Takeda G throws 2 for closing up, modified 2, 3 needed: it fails.",
        "Takeda G throws 2 for closing up, modified 2: it fails.",
    ),
    (
        f.UnitMoved("uB1", ("2513", "2613", "2714"), 4),
        "Uesugi B1 goes from 2513 by 2613 to 2714 for 4 movement points.",
        None,
    ),
    (
        f.UnitMoved("uB1", ("2513", "2613"), 0, "forced advance"),
        "Uesugi B1 goes from 2513 to 2613 (forced advance).",
        None,
    ),
    (
        f.MarchThrown(((3, 3), (2, 5)), U),
        "Who marches first, Takeda : Uesugi: 3 : 3, 2 : 5. The Uesugi begin.",
        None,
    ),
    (f.UnitRetreated("tJ1", ("3114", "3214")), "Takeda J1 retreats from 3114 to 3214.", None),
    (f.UnitRetreated("tJ1", ("3114",)), "Takeda J1 cannot retreat and stays in 3114.", None),
    (
        f.UnitPursued("uB1", ("3014", "3114"), "tJ1"),
        "Uesugi B1 pursues Takeda J1 from 3014 to 3114.",
        None,
    ),
    (
        f.Fought(
            T,
            ("tG1",),
            ("uB2",),
            "charge",
            Sum((Term(6, "2d6", "11.5"), Term(2, "Elan of G1", "11.5"), Term(-1, "Elan of B2", "11.5"))),
            Sum((Term(6, "2d6", "11.5"), Term(3, "Mass of G1", "11.5"), Term(-2, "Mass of B2", "11.5"))),
            (2, 4),
            (1, 5),
            "a1-d1",
        ),
        "Takeda G1 charges Uesugi B2. Column 2 + 4 + 1 = 7, row 1 + 5 + 1 = 7: a1-d1.",
        None,
    ),
    (
        f.Fought(T, ("tD1",), ("uB1", "uB2"), "melee", total(6), total(6), (4, 4), (4, 5), "-"),
        "Takeda D1 fights hand to hand with Uesugi B1 and B2. Column 4 + 4 - 2 = 6, row 4 + 5 - 3 = 6: "
        "no effect.",
        None,
    ),
    (
        f.ResultConverted(U, "saku", 5, "dR^R", "-"),
        "The plan Saku of the Uesugi, die 5: dR^R becomes no effect.",
        None,
    ),
    (f.StepsLost("uB2", 1, 1, "combat"), "Uesugi B2 loses 1 step: shaken.", None),
    (f.StepsLost("tG1", 2, 3, "combat"), "Takeda G1 loses 2 steps: exhausted.", None),
    (f.UnitEliminated("tG1", "2914", "combat"), "Takeda G1 is eliminated in 2914.", None),
    (f.UnitEliminated("tG1", "2914", "flight"), "Takeda G1 flees from 2914 and is eliminated.", None),
    (
        f.LeaderTested("uB1", 1, 1, True),
        "Die 1 for the leader of Uesugi B1: he falls at 1 or less.",
        None,
    ),
    (
        f.LeaderTested("uB1", 5, 4, False, True),
        "Die 5 for the samurai with Uesugi B1: he would fall at 4 or less, and lives.",
        None,
    ),
    (
        f.LeaderKilled("uB1", U, 1, "combat"),
        "The leader of Uesugi B1 is dead: 1 point on the Bundori track of the Uesugi.",
        None,
    ),
    (
        f.LeaderKilled("tA1", T, 2, "seppuku"),
        "The leader of Takeda A1 is dead by his own hand: 2 points on the Bundori track of the Takeda.",
        None,
    ),
    (f.LeaderKilled("uB1", U, 1, "combat", True), "The samurai with Uesugi B1 is dead.", None),
    (
        f.FlightTested("uB", 2, total(3), False, True, True),
        "Uesugi B throws 2 against flight, modified 3: retreat / seppuku.",
        None,
    ),
    (
        f.FlightTested("uB", 6, total(8), False, False, False),
        "Uesugi B throws 6 against flight, modified 8: it holds.",
        None,
    ),
    (f.ClanFled("uB", ("uB2",)), "Uesugi B takes flight.", None),
    (f.SeppukuDeclined("uA"), "Nobody of Uesugi A takes his life.", None),
    (
        f.BundoriMarked(U, "uG", 1),
        "A man of Uesugi G takes his life: 1 point on the Bundori track of the Uesugi.",
        None,
    ),
    (f.RetreatBlocked("tJ1", "3114"), "Takeda J1 has nowhere to retreat to from 3114.", None),
    (f.UnitFellBack("tJ1", ("3114", "3214")), "Takeda J1 falls back from 3114 to 3214.", None),
    (f.UnitAdvanced("uJ2", ("3014", "3114")), "Uesugi J2 advances from 3014 to 3114.", None),
    (
        f.RallyTried("tG1", 4, total(5), 1, 0),
        "Takeda G1 throws 4 to rally, modified 5: 1 level, in order.",
        None,
    ),
    (e.UnitCorrected("tG1", "2914", "2915"), "Corrected: Takeda G1 stands on 2915, not on 2914.", None),
    (e.UnitCorrected("tG1", "", "2915"), "Corrected: Takeda G1 stands on 2915.", None),
    (
        e.StateCorrected("uB2", "2512", 0, 2),
        "Corrected: Uesugi B2 is disorganised, not in order.",
        None,
    ),
    (e.LeaderCorrected("uB1", True), "Corrected: the leader of Uesugi B1 is dead.", None),
    (e.LeaderCorrected("uB1", False), "Corrected: the leader of Uesugi B1 is alive.", None),
    (
        e.TrackCorrected(T, "points", 3, 5),
        "Corrected: the victory points of the Takeda are 5, not 3.",
        None,
    ),
    (e.TrackCorrected(U, "bundori", 1, 0), "Corrected: the Bundori of the Uesugi is 0, not 1.", None),
    (
        e.ChitCorrected("tG", "bowl", "2"),
        "Corrected: the chit of Takeda G is in box 2 of the delay track, not in the bowl.",
        None,
    ),
    (e.ChitCorrected("tG", "away", "reserve"), "Corrected: the chit of Takeda G is in the reserve.", None),
    (
        e.SamuraiCorrected(T, "tG1", "tJ1"),
        "Corrected: the samurai of the Takeda is with Takeda J1.",
        None,
    ),
    (e.SamuraiCorrected(T, "tG1", ""), "Corrected: the samurai of the Takeda is out of the game.", None),
    (
        e.PositionCorrected("uC1", "2417", True),
        "Corrected: Uesugi C1 stands in a defensive position in 2417.",
        None,
    ),
    (
        e.PositionCorrected("uC1", "2417", False),
        "Corrected: Uesugi C1 has no defensive position in 2417.",
        None,
    ),
    (
        e.TroopsCorrected(T, Troops(5, 1, 0), Troops(3, 2, 1), (), ("centre", "k1")),
        "Corrected: the Takeda have 3 effective, 2 disabled, 1 lost, markers in centre and k1 in Kaizu, "
        "not 5 effective, 1 disabled, 0 lost, no marker.",
        None,
    ),
]


@pytest.mark.parametrize(("event", "known", "others"), SENTENCES)
def test_an_event_reads_like_this(event: Struct, known: str, others: str | None) -> None:
    assert {viewer: sentence(event, viewer) for viewer in (T, REFEREE, U, PUBLIC)} == {
        T: known,
        REFEREE: known,
        U: others or known,
        PUBLIC: others or known,
    }


def test_every_event_has_its_sentence() -> None:
    told = {type(event) for event, _, _ in SENTENCES} | {type(event) for event, *_ in (*OF_SIEGES, *SEALED)}
    assert told == set(e.EVENTS) - {Amended}  # tests/referee/test_editions.py


def test_every_sum_of_an_event_is_explained() -> None:
    """Whatever event carries a sum names it for `explain`."""
    for event, _known, _others in SENTENCES:
        carried = [
            value for name in event.__struct_fields__ if isinstance(value := getattr(event, name), Sum)
        ]
        assert [given for _what, given in sums(event, PUBLIC)] == carried


def test_the_sums_of_a_combat_are_named_by_its_units() -> None:
    """[11.5]"""
    fought = f.Fought(T, ("tG1",), ("uB2",), "charge", total(7), total(8), (3, 4), (4, 4), "a1-d1")
    assert sums(fought, PUBLIC) == (
        ("column, Takeda G1 against Uesugi B2", total(7)),
        ("row, Takeda G1 against Uesugi B2", total(8)),
    )

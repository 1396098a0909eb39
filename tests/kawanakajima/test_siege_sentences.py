"""Every event of a siege [13] and of the hypothetical scenario [18] in a sentence; the sums of them."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board import siege_events as s
from domain.kit.sealed import PUBLIC, Sealed
from domain.kit.sums import Sum, Term
from projections.kawanakajima.sentences import sentence, sums

T, U = "takeda", "uesugi"


def total(value: int) -> Sum:
    return Sum((Term(value, "a value", "13.4.1"),))


SENTENCES: list[tuple[Struct, str]] = [
    (e.SurplusEntered("tN1", ("0105",), 1), "Takeda N1 enters in 0105 for 1 movement point."),
    (e.SurplusEntered("tN1", ("0104",), 2), "Takeda N1 enters in 0104 for 2 movement points."),
    (
        e.SurplusEntered("tN1", ("0105", "0205", "0306"), 3),
        "Takeda N1 enters and goes from 0105 by 0205 to 0306 for 3 movement points.",
    ),
    (e.KaizuChanged(U), "From now on the Uesugi hold Kaizu."),
    (
        s.FortressEntered("uB", "b", {"uB1": ("2625", "2626")}, {"uB1": 3}, total(4), total(3)),
        "Uesugi B goes into Kaizu by zone b: 4 points effective, 3 disabled.",
    ),
    (
        s.SiegeBegan(U, "b", {T: total(14), U: total(7)}, {T: total(0), U: total(3)}),
        "The Uesugi besiege Kaizu by zone b. Takeda: 14 points effective, 0 disabled; Uesugi: 7 points "
        "effective, 3 disabled.",
    ),
    (s.MarkersPosted(T, ("centre", "k2")), "The Takeda place presence markers: centre and k2."),
    (s.MarkersPosted(U, ("b",)), "The Uesugi place a presence marker: b."),
    (s.MarkersPosted(U, ()), "The Uesugi place no presence marker."),
    (s.ActionsCounted(U, total(2)), "The Uesugi have 2 actions in the siege."),
    (s.ActionsCounted(U, total(1)), "The Uesugi have 1 action in the siege."),
    (s.ActionSpent(U, "post", 1, 2), "The Uesugi move troops in the fortress (2 actions left)."),
    (s.ActionSpent(U, "assault", 2, 1), "The Uesugi prepare an assault (1 action left)."),
    (s.ActionSpent(U, "fire", 1, 0), "The Uesugi fire in the fortress (0 actions left)."),
    (s.ActionSpent(U, "muster", 1, 0), "The Uesugi rally troops in the fortress (0 actions left)."),
    (s.ActionsEnded(U, 0), "The Uesugi have no more actions in the siege."),
    (s.ActionsEnded(U, 1), "The Uesugi do no more in the siege; 1 action is not used."),
    (s.ActionsEnded(T, 2), "The Takeda do no more in the siege; 2 actions are not used."),
    (
        s.AssaultAnnounced(U, "k2", ("b", "k1"), 1, advantage=False),
        "The Uesugi assault k2 from b and k1; the defence score is 1.",
    ),
    (
        s.AssaultAnnounced(U, "k2", ("b",), 2, advantage=True),
        "The Uesugi assault k2 from b with an advantage; the defence score is 2.",
    ),
    (s.Sacrificed(U, 1, 1), "The Uesugi sacrifice 1 point, 1 in all."),
    (s.Sacrificed(T, 2, 3), "The Takeda sacrifice 2 points, 3 in all."),
    (s.Sacrificed(U, 1, 1, last=True), "After the tie the Uesugi sacrifice a point."),
    (
        s.AssaultThrown(U, "k2", (5, 2), total(8), total(4), "taken"),
        "Assault on k2: die 5, modified 8, against die 2, modified 4: the zone is taken.",
    ),
    (
        s.AssaultThrown(U, "k2", (2, 2), total(4), total(4), "tie"),
        "Assault on k2: die 2, modified 4, against die 2, modified 4: a tie.",
    ),
    (
        s.AssaultThrown(U, "k2", (1, 6), total(3), total(8), "repelled"),
        "Assault on k2: die 1, modified 3, against die 6, modified 8: the assault is thrown back.",
    ),
    (s.TieBroken(U, "k2", won=True), "The sacrifice of the Uesugi breaks the tie: k2 is taken."),
    (s.TieBroken(U, "k2", won=False), "The tie stands: k2 holds."),
    (s.TroopsLost(T, "k2", "disabled", "assault"), "The Takeda lose a marker in k2; it is disabled."),
    (s.TroopsLost(U, "effectives", "lost", "assault"), "The Uesugi lose a point of effectives for good."),
    (s.ZoneSeized(U, "k2", "b"), "The Uesugi occupy k2 with the marker of b."),
    (s.ZoneSeized(U, "k2", "effectives"), "The Uesugi occupy k2 with a new marker."),
    (s.AssaultEnded(U, "k2"), "The assault of the Uesugi on k2 is over."),
    (
        s.FortressFired(T, "b", ("k2",), 5, total(6), total(5), hit=True),
        "The Takeda fire at b from k2, die 5, modified 6, 5 needed: a hit.",
    ),
    (
        s.FortressFired(T, "b", ("b", "k2"), 1, total(3), total(4), hit=False),
        "The Takeda fire at b from b and k2, die 1, modified 3, 4 needed: no effect.",
    ),
    (s.Mustered(T), "A disabled point of the Takeda is effective again."),
    (
        s.TroopsRallied(T, (1, 4, 6), 1, 1),
        "The Takeda throw 1 4 6 for their disabled points: 1 lost, 1 effective again.",
    ),
    (
        s.ClanWithdrew("tG", "b", {"tG1": "2625", "tG2": "2726"}, 3, 4, (), 0, (), ()),
        "Takeda G withdraws from the siege by zone b: G1 2625 and G2 2726. It takes 3 effective and 4 "
        "disabled points with it.",
    ),
    (
        s.ClanWithdrew("uB", "b", {"uB1": "2625"}, 1, 0, ("k1", "b"), 0, ("uB1",), ("uB2",)),
        "Uesugi B withdraws from the siege by zone b: B1 2625. It takes 1 effective and 0 disabled points "
        "with it, and the markers of k1 and b. Disorganised: Uesugi B1. Given up: Uesugi B2.",
    ),
    (
        s.ClanWithdrew("uB", "b", {}, 0, 0, (), 0, (), ("uB1",)),
        "Uesugi B withdraws from the siege by zone b: nobody. It takes 0 effective and 0 disabled points "
        "with it. Given up: Uesugi B1.",
    ),
    (
        s.SiegeEnded(U, T, total(20), 5, lifted=False),
        "The siege of Kaizu is over: the Uesugi have won, with 20 points, 5 disabled.",
    ),
    (
        s.SiegeEnded(T, U, total(9), 0, lifted=True),
        "The siege of Kaizu is over: the Uesugi have left it. The Takeda have 9 points, 0 disabled.",
    ),
    (
        s.SurvivorsChosen(U, {"uB1": 0, "uJ1": 2}, ("uB2",)),
        "The Uesugi keep B1 in order and J1 disorganised. Given up: Uesugi B2.",
    ),
    (s.SurvivorsChosen(U, {}, ("uB2",)), "The Uesugi keep nobody. Given up: Uesugi B2."),
    (s.SurvivorsChosen(U, {"uB1": 0}, ()), "The Uesugi keep B1 in order."),
]


SAVING = e.SavingSealed(T, Sealed((T,), 2), Sealed((T,), True))
SENTENCES_SEALED: list[tuple[Struct, str, str]] = [
    (
        SAVING,
        "The Takeda put 2 by for their plan and try to activate it.",
        "The Takeda have decided what to save for their plan, sealed.",
    ),
    (
        e.SavingSealed(T, Sealed((T,), 0), Sealed((T,), False)),
        "The Takeda put 0 by for their plan.",
        "The Takeda have decided what to save for their plan, sealed.",
    ),
]


@pytest.mark.parametrize(("event", "own", "others"), SENTENCES_SEALED)
def test_7_2_18_2_what_is_saved_is_told_to_its_own_side(event: Struct, own: str, others: str) -> None:
    assert [sentence(event, viewer) for viewer in (T, U, PUBLIC)] == [own, others, others]


@pytest.mark.parametrize(("event", "said"), SENTENCES)
def test_an_event_of_a_siege_is_told_alike_to_everybody(event: Struct, said: str) -> None:
    """[13.1, 18.1]"""
    assert [sentence(event, viewer) for viewer in (T, U, PUBLIC)] == [said] * 3


SUMS: list[tuple[Struct, list[tuple[str, int]]]] = [
    (
        s.FortressEntered("uB", "b", {}, {}, total(4), total(3)),
        [("effectives of Uesugi B", 4), ("disabled of Uesugi B", 3)],
    ),
    (
        s.SiegeBegan(U, "b", {T: total(14), U: total(7)}, {T: total(1), U: total(3)}),
        [
            ("effectives of Takeda", 14),
            ("disabled of Takeda", 1),
            ("effectives of Uesugi", 7),
            ("disabled of Uesugi", 3),
        ],
    ),
    (s.ActionsCounted(U, total(2)), [("actions of the Uesugi", 2)]),
    (
        s.AssaultThrown(U, "k2", (5, 2), total(8), total(4), "taken"),
        [("assault on k2", 8), ("defence of k2", 4)],
    ),
    (
        s.FortressFired(T, "b", ("k2",), 5, total(6), total(5), hit=True),
        [("fire at b", 6), ("what is needed to hit b", 5)],
    ),
    (s.SiegeEnded(U, T, total(20), 5, lifted=False), [("what the Uesugi have left", 20)]),
    (
        s.ClanWithdrew("tG", "b", {"tG1": "2625"}, 3, 4, (), 0, (), (), total(7)),
        [("what Takeda G takes with it", 7)],
    ),
    (s.Mustered(T), []),
]


@pytest.mark.parametrize(("event", "found"), SUMS)
def test_the_sums_of_a_siege_are_named(event: Struct, found: list[tuple[str, int]]) -> None:
    """[13.4.1, 13.4.2, 13.4.3, 13.6.1, 13.9]"""
    assert [(name, one.total) for name, one in sums(event, PUBLIC)] == found

"""Orders as a person writes them: every form, short ones, and what comes back is what was meant."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words import orders as o
from domain.kawanakajima.words import siege_orders as s
from domain.kawanakajima.words.grammar import notation
from domain.kit.errors import UnreadableOrder
from tests.kawanakajima.boards import SEATS
from tests.kawanakajima.data import DATA

NOTATION = notation(DATA, SEATS)
LINES: list[tuple[str, Any, str]] = [
    # as it is written, what it means, canonical
    ("plan kuruma", o.ChooseOwn("kuruma-gakari"), "plan kuruma-gakari"),
    ("Plan Hoshi.", o.ChooseOwn("hoshi"), "plan hoshi"),
    ("deploy J at 0416 0316", o.DeployClan("J", ("0416", "0316")), "deploy J at 0416 0316"),
    ("fortify B1, B2", o.Fortify(("B1", "B2")), "fortify B1 B2"),
    ("start B J in attack", o.Postures(("B", "J"), "attack"), "start B J in attack"),
    ("posture B J in def", o.Postures(("B", "J"), "defence"), "start B J in defence"),
    ("entry M at A2", o.WriteEntry("M", "A2"), "entry M at A2"),
    ("entry M at a", o.WriteEntry("M", "A2"), "entry M at A2"),
    ("save 3", o.Save(3), "save 3"),
    ("attempt with 2", o.Attempt(2), "attempt with 2"),
    ("attempt", o.Attempt(0), "attempt with 0"),
    ("command B D", o.Command(("B", "D")), "command B D"),
    ("cmd b d", o.Command(("B", "D")), "command B D"),
    ("command Kakizaki", o.Command(("B",)), "command B"),
    (
        "command B D special 2 attack",
        o.Command(("B", "D"), special=2, activation="attack"),
        "command B D special 2 attack",
    ),
    (
        "command B D special 2 attack J",
        o.Command(("B", "D"), special=2, activation="attack", aim=("J",)),
        "command B D special 2 attack J",
    ),
    ("command M N by kosaka", o.Command(("M", "N"), "kosaka"), "command M N by kosaka"),
    ("command special 1 ret G", o.Special(1, "retreat", ("G",)), "special 1 retreat G"),
    ("sp 1 imp", o.Special(1, "impetuous"), "special 1 impetuous"),
    ("special 1 combined B C D J", o.Special(1, "combined", tuple("BCDJ")), "special 1 combined B C D J"),
    ("clear", o.Clear(), "clear"),
    ("pass", o.Done(), "done"),
    ("play", o.Play(), "play"),
    ("refuse", o.Delay(), "delay"),
    ("Yamamoto Kansuke", o.Kansuke(), "kansuke"),
    ("impetuous B", o.Impetuous("B"), "impetuous B"),
    ("samurai G1 rally", o.Samurai("G1", "rally"), "samurai G1 rally"),
    ("resign", o.Resign(), "resign"),
    ("column G1 H1 at 0909 0908", o.Column(("G1", "H1"), ("0909", "0908")), "column G1 H1 at 0909 0908"),
    ("file g1, h1", o.Column(("G1", "H1")), "column G1 H1"),
    ("bring N1 to 0107", o.Bring("N1", "0107"), "bring N1 at 0107"),
    ("posture G attack", f.Posture("G", "attack"), "posture G attack"),
    ("pos g att", f.Posture("G", "attack"), "posture G attack"),
    ("move G1 1512 1513", f.Move("G1", ("1512", "1513")), "move G1 1512 1513"),
    ("mv g1 1512", f.Move("G1", ("1512",)), "move G1 1512"),
    ("fight G1 on B2 leader column", f.Fight(("G1",), ("B2",), "column"), "fight G1 on B2 leader column"),
    ("attack G1 G2 on B2", f.Fight(("G1",), ("B2",)), ""),
    ("leader line", f.Leader("row"), "leader row"),
    ("retreat J1 2210", f.Retreat("J1", "2210"), "retreat J1 2210"),
    ("advance J1 2210", f.Advance("J1", "2210"), "advance J1 2210"),
    ("rally G1", f.Rally(("G1",)), "rally G1"),
    ("march J", f.March("J"), "march J"),
    ("occupy C by a", s.Occupy("C", "a"), "occupy C by a"),
    ("storm Irobe from b", s.Occupy("C", "b"), "occupy C by b"),
    ("post k1, k2 center", s.Post(("k1", "k2", "centre")), "post k1 k2 centre"),
    ("assault k1", s.Assault("k1"), "assault k1"),
    ("assault k1 with advantage", s.Assault("k1", "advantage"), "assault k1 with advantage"),
    ("assault k1 adv", s.Assault("k1", "advantage"), "assault k1 with advantage"),
    ("fire at centre", s.Shoot("centre"), "fire centre"),
    ("shoot k4", s.Shoot("k4"), "fire k4"),
    ("rally troops", s.Muster(), "muster"),
    ("sacrifice 2", s.Sacrifice(2), "sacrifice 2"),
    ("lose eff", s.Lose("effectives"), "lose effectives"),
    ("seize from k1", s.Seize("k1"), "seize by k1"),
    ("withdraw by b", s.Withdraw("b"), "withdraw by b"),
    (
        "withdraw by b taking k1 b disorganised C2 without C3 at 2625 2726",
        s.Withdraw("b", ("k1", "b"), ("C2",), ("C3",), ("2625", "2726")),
        "withdraw by b taking k1 b disorganised C2 without C3 at 2625 2726",
    ),
    ("keep C1 C2", s.Keep(("C1", "C2")), "keep C1 C2"),
    ("keep C1 C2 worn C2", s.Keep(("C1", "C2"), ("C2",)), "keep C1 C2 disorganised C2"),
    (
        "when B is drawn: posture B attack then done",
        o.When("B", "posture B attack then done"),
        "when B is drawn posture B attack then done",
    ),
    (
        "retreats: away from the enemy, towards own A",
        o.Always("retreats", "away from the enemy, towards own A"),
        "standing retreats away from the enemy, towards own A",
    ),
    (
        "when combat is drawn: move B1 1513",
        o.When("combat", "move B1 1513"),
        "when combat is drawn move B1 1513",
    ),
    ("when special 2 is drawn delay", o.When("special 2", "delay"), "when special 2 is drawn delay"),
    ("moves: towards the enemy", o.Always("moves", "towards the enemy"), "standing moves towards the enemy"),
    ("fight: best", o.Always("fights", "best"), "standing fights best"),
    ("standing recommended", o.TakeSheet(), "standing recommended"),
    ("always none", o.DropSheet(), "standing none"),
    (
        "leader: always on the column",
        o.Always("leaders", "always on the column"),
        "standing leaders always on the column",
    ),
    # as people type, and in French
    ("move G1 to 1512", f.Move("G1", ("1512",)), "move G1 1512"),
    ("G1 -> 1512 1513", f.Move("G1", ("1512", "1513")), "move G1 1512 1513"),
    ("G1 and G2 attack B2", f.Fight(("G1", "G2"), ("B2",)), "fight G1 G2 on B2"),
    ("attack B2 with G1", f.Fight(("G1",), ("B2",)), "fight G1 on B2"),
    ("posture B attaque", f.Posture("B", "attack"), "posture B attack"),
    ("clan B posture Déplacement", f.Posture("B", "move"), "posture B move"),
    ("clan B en posture d’attaque", f.Posture("B", "attack"), "posture B attack"),
    ("déplacer B1 vers 1512", f.Move("B1", ("1512",)), "move B1 1512"),
    ("B1 vers 1512", f.Move("B1", ("1512",)), "move B1 1512"),
    ("attaquer B2 avec G1 et G2", f.Fight(("G1", "G2"), ("B2",)), "fight G1 G2 on B2"),
    ("combat G1 sur B2 individu ligne", f.Fight(("G1",), ("B2",), "row"), "fight G1 on B2 leader row"),
    ("rallier G1 et G2", f.Rally(("G1", "G2")), "rally G1 G2"),
    ("retraite J1 2210", f.Retreat("J1", "2210"), "retreat J1 2210"),
    ("spécifique 1 attaque impétueuse", o.Special(1, "impetuous"), "special 1 impetuous"),
    (
        "commander B D spécifique 2 attaque J",
        o.Command(("B", "D"), special=2, activation="attack", aim=("J",)),
        "command B D special 2 attack J",
    ),
    ("tenter avec 2", o.Attempt(2), "attempt with 2"),
    ("retarder le jeton", o.Delay(), "delay"),
    ("fini", o.Done(), "done"),
    ("faire feu sur k1", s.Shoot("k1"), "fire k1"),
    ("perdre effectifs", s.Lose("effectives"), "lose effectives"),
    ("occuper Irobe par a", s.Occupy("C", "a"), "occupy C by a"),
    ("entrée M à A2", o.WriteEntry("M", "A2"), "entry M at A2"),
    (
        "quand B est tiré: posture B attaque puis fini",
        o.When("B", "posture B attaque puis fini"),
        "when B is drawn posture B attaque puis fini",
    ),
]


@pytest.mark.parametrize(("line", "order", "canonical"), [line for line in LINES if line[2]])
def test_a_line_is_read_and_written(line: str, order: Any, canonical: str) -> None:
    assert NOTATION.read(line) == order
    assert NOTATION.write(order) == canonical
    assert NOTATION.read(canonical) == order


def test_every_kind_of_order_can_be_written() -> None:
    written = {type(order) for _, order, _ in LINES}
    rest = {f.Suffer, f.Pursue, f.Seppuku, f.Gather}
    assert written | rest == set(KAWANAKAJIMA.orders)
    for order in (f.Suffer("G1"), f.Pursue("G1"), f.Seppuku("A1"), f.Gather("G")):
        assert NOTATION.read(NOTATION.write(order)) == order


def test_an_unknown_word_is_shown_with_what_was_expected() -> None:
    with pytest.raises(UnreadableOrder) as refusal:
        NOTATION.read("posture G atack")
    assert 'Did you mean "attack"?' in str(refusal.value)


@pytest.mark.parametrize("line", ["retreat A 2210", "delay B", "posture B", "fight B on G1", "advance B1"])
def test_an_order_that_lacks_something_is_not_taken_for_a_standing_order(line: str) -> None:
    """Standing orders begin with the whole name of their occasion: "retreats", or "retreat:"."""
    with pytest.raises(UnreadableOrder):
        NOTATION.read(line)

"""Reading and writing of orders, as people write them."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.clan_war import CLAN_WAR
from domain.clan_war.data.options import Options
from domain.clan_war.words import movement_reports, reports
from domain.clan_war.words.grammar import notation
from domain.game.entries.entries import Ordered
from domain.kit.errors import UnreadableOrder
from tests.clan_war.boards import DATA
from tests.titles.play import Played

WORDS = notation(DATA, ("crane", "lion"))

READ: list[tuple[str, Struct]] = [
    ("muster fire-dragon", reports.Muster("fire-dragon")),
    ("unit crane-1 move 4 tl 6 ml 5 models 10", reports.Raise("crane-1", 4, 6, 5, 10)),
    (
        "unit crane-2 move 6 tl 6 ml 5 models 4 leadership 1 range 8 16 traits flight creature",
        reports.Raise("crane-2", 6, 6, 5, 4, 1, 8, 16, ("flight", "creature")),
    ),
    ("muster crane-archers as crane-2", reports.Muster("crane-archers", "crane-2")),
    ("rassembler crane-archers comme crane-2", reports.Muster("crane-archers", "crane-2")),
    (
        "unit crane-3 of crab move 4 tl 6 ml 5 models 10 traits cavalry",
        reports.Raise("crane-3", 4, 6, 5, 10, traits=("cavalry",), clan="crab"),
    ),
    ("clan doji", reports.ChooseClan("crane")),
    ("recruit crane-general in crane-1", reports.Recruit("crane-general", "crane-1")),
    (
        "personality crane-hero-1 of crab honor 3 leadership 2 in crane-1 skills charge",
        reports.Personality("crane-hero-1", "crab", 3, 2, "crane-1", ("charge",)),
    ),
    ("sample army", reports.Sample()),
    ("modifier -5 an ill omen", reports.Modifier(-5, "an ill omen")),
    ("call crane-1 as Doji's Spears", reports.CallUnit("crane-1", "Doji's Spears")),
    ("name crane-general Doji Hoturi", reports.CallPersonality("crane-general", "Doji Hoturi")),
    ("done", reports.Done()),
    ("end battle", reports.EndBattle()),
    ("resign", reports.Resign()),
    ("honor crane +3 duel won", reports.Honor("crane", 3, "duel won")),
    ("Honour doji -5 fled, all of them", reports.Honor("crane", -5, "fled, all of them")),
    ("vp lion 2 the bridge", reports.Points("lion", 2, "the bridge")),
    ("morale archers a quarter lost", reports.Morale("crane-archers", "a quarter lost")),
    ("condition crane-1 routed", reports.SetCondition("crane-1", "routing")),
    ("wounds crane-1 3", reports.Wounds("crane-1", 3)),
    ("casualties crane-1 2", reports.Casualties("crane-1", 2)),
    ("slain crane-general", reports.Slain("crane-general")),
    ("place crane-1 at 12 10.5", movement_reports.Place("crane-1", ("12", "10.5"))),
    ("march crane-1 4 inches", movement_reports.March("crane-1", "4")),
    ("march crane-1 4 reserve to 3 4", movement_reports.March("crane-1", "4", "reserve", ("3", "4"))),
    ("takeoff dragon 3 inches", movement_reports.TakeOff("fire-dragon", "3")),
    ('take-off dragon 2.5" blocked', movement_reports.TakeOff("fire-dragon", "2.5", "stopped")),
    ("fly dragon 6 in with wheel expand", movement_reports.Fly("fire-dragon", "6", "", ("wheel", "expand"))),
    (
        "fly dragon 5.50 inches with wheel tested after 1.0 to 12 13",
        movement_reports.Fly("fire-dragon", "5.5", "", ("wheel",), "1", ("12", "13")),
    ),
    ("fly dragon 2 inches stopped", movement_reports.Fly("fire-dragon", "2", "stopped")),
    ("land dragon 4", movement_reports.Land("fire-dragon", "4")),
    (
        "land dragon 4 with wheel tested after 2 to 3 4",
        movement_reports.Land("fire-dragon", "4", ("wheel",), "2", ("3", "4")),
    ),
    ("dive dragon 12 inches by charge-card", movement_reports.Dive("fire-dragon", "12", "charge-card")),
    (
        "dive tengu 9 inches by dive with wheel tested after 2 to 3 4",
        movement_reports.Dive("tengu", "9", "dive", ("3", "4"), ("wheel",), "2"),
    ),
    (
        "engage lion-1 with tengu 5 inches contact with wheel expand tested after 1.5",
        movement_reports.Engage("lion-1", "tengu", "5", "contact", "", ("wheel", "expand"), "1.5"),
    ),
    (
        "engage lion-1 with dragon 5 inches contact",
        movement_reports.Engage("lion-1", "fire-dragon", "5", "contact"),
    ),
    (
        "engage lion-1 with dragon 11 inches short by dive",
        movement_reports.Engage("lion-1", "fire-dragon", "11", "short", "dive"),
    ),
    ("react archers at dragon with 4 dice", movement_reports.React("crane-archers", "fire-dragon", 4)),
    (
        "breakaway dragon 6 inches skyward contested by lion-1",
        movement_reports.BreakAway("fire-dragon", "6", "skyward", "lion-1"),
    ),
    ("retreat dragon 6 inches", movement_reports.Retreat("fire-dragon", "6")),
    ("flyby dragon tengu models 1 against 3", movement_reports.FlyBy("fire-dragon", "tengu", 1, 3)),
    ("strike tengu with dragon", movement_reports.Strike("tengu", "fire-dragon")),
    ("refrain dragon", movement_reports.Refrain("fire-dragon")),
    (
        "shoot archers at dragon 10 inches past lion-1 with 3 dice",
        movement_reports.Shoot("crane-archers", "fire-dragon", "10", "lion-1", 3),
    ),
    ("ground dragon a spell of wind", movement_reports.Ground("fire-dragon", "a spell of wind")),
    ("descend dragon 3 inches extended 2.25", movement_reports.Descend("fire-dragon", "3", "2.25")),
    ("play earthquake with lion-1 against dragon", reports.Play("earthquake", "lion-1", "fire-dragon")),
    (
        "challenge lion-general by crane-general",
        reports.Challenge("lion-general", "crane-general"),
    ),
    ("hostage guest-1 of crane in lion-1", reports.Take("guest-1", "crane", "lion-1")),
    ("hostage yurito of phoenix in lion-1", reports.Take("prophecies", "phoenix", "lion-1")),
    ("transfer guest-1 to lion-2", reports.Transfer("guest-1", "lion-2")),
    ("easy crane-1 against lion-1", reports.StrikeEasy("crane-1", "lion-1")),
    ("all-out crane-1 on lion-1", reports.AllOut("crane-1", "lion-1")),
    ("clear list", reports.ClearList()),
    ("confirm", reports.Confirm()),
    ("confirm 2", reports.Confirm((2,))),
    ("confirm 2 3", reports.Confirm((2, 3))),
    ("deny 2 the bridge was ours", reports.Deny(2, "the bridge was ours")),
    ("retract 2", reports.Retract(2)),
    ("fight crane-1 against lion-1 given 3 taken 0", reports.Fight("crane-1", "lion-1", 3, 0)),
    ("sacrifice crane-1 for guest-1", reports.Sacrifice("crane-1", "guest-1")),
    ("destroy guest-1", reports.Kill("guest-1")),
    ("destroy hostages in lion-1", reports.KillAll("lion-1")),
    ("recover guest-1 with crane-1", reports.Recover("guest-1", "crane-1")),
    ("leave guest-1", reports.Leave("guest-1")),
    ("rescuer crane-1", reports.Rescuer("crane-1")),
]


@pytest.mark.parametrize(("line", "order"), READ)
def test_a_line_is_read_and_written_so_that_it_is_read_again(line: str, order: Struct) -> None:
    assert WORDS.read(line) == order
    assert WORDS.read(WORDS.write(order)) == order


def test_every_order_is_read_here() -> None:
    assert {type(order) for _, order in READ} == set(CLAN_WAR.orders)


@pytest.mark.parametrize(
    "line", ["fly dragon 3.3 inches", "honor sparrow 3 x", "fly dragon 97", "charge dragon"]
)
def test_a_line_that_is_no_order_is_refused(line: str) -> None:
    with pytest.raises(UnreadableOrder):
        WORDS.read(line)


def test_whatever_random_players_send_can_be_written_and_read() -> None:
    played = Played(CLAN_WAR, 2, DATA, Options(turn_limit=2)).to_the_end()
    words = notation(DATA, played.game.seats)
    sent = [entry.plain() for entry in played.entries if isinstance(entry, Ordered)]
    assert len(sent) > 50
    assert [order for order in sent if words.read(words.write(order)) != order] == []

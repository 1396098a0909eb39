"""How a game of Twilight of Shogun is shown: text picture, sentences, sums, rows, drawing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.editions import Amended
from domain.kit.facts import Fact, State
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.events import EVENTS
from domain.twilight_shogun.board.state import Board, Lasting, RetiredFace, Standing
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.view import View, view
from projections.drawing.svg import svg
from projections.language.messages import COLUMNS
from projections.twilight_shogun.board import board as picture
from projections.twilight_shogun.drawing import drawing, narrow, tracks
from projections.twilight_shogun.sentences import sentence, sums
from projections.twilight_shogun.tables import TABLES as ROWS
from projections.twilight_shogun.tables import rows
from tests.playing import Game
from tests.titles.play import Played
from tests.twilight_shogun.boards import TABLES, board, changed, summed

GOLDEN = Path(__file__).parent / "golden"
VIEWERS = (ANTI, PRO, PUBLIC, REFEREE)

MIDDLE = board(
    {
        "kyo": (4, 5),
        "nagasaki": (2, 1),
        "mito": (1, 4),
        "aizu": (0, 3),
        "owari": (2, 1),
        "choshu": (5, 0),
        "tosa": (3, 1),
        "satsuma": (2, 2),
        "yokohama": (0, 1),
    },
    hands={ANTI: ("jo-i-execution", "secret-command"), PRO: ("ikedaya", "kyo-scoring", "glover")},
    markers={"choshu": ("kyo", "tail"), "shinsengumi": ("kyo", "head"), "yodo": ("tosa", "head")},
    active=ANTI,
    turn=5,
    round=3,
    first=PRO,
    vp=-4,
    treaty=2,
    open=True,
    intervention=3,
    joi=1,
    court={ANTI: 1, PRO: 2},
    court_done={ANTI: True, PRO: False},
    court_modifier=1,
    yokohama=True,
    aside=(),
    discard=("cholera",),
    removed=("harris-treaty", "kanagawa-treaty"),
)

OVER = replace(MIDDLE, winner=PRO, ending="final", vp=-9)
BEFORE = board(turn=0, round=0, active="")

PICTURES = [
    ("before", BEFORE, PUBLIC),
    ("middle", MIDDLE, ANTI),
    ("middle", MIDDLE, PRO),
    ("middle", MIDDLE, PUBLIC),
    ("middle", MIDDLE, REFEREE),
    ("over", OVER, PUBLIC),
]


def seen(at: Board, viewer: str) -> View:
    return view(State(at, ()), viewer)


@pytest.mark.parametrize(("name", "at", "viewer"), PICTURES)
def test_the_picture(name: str, at: Board, viewer: str) -> None:
    assert picture(seen(at, viewer)) == (GOLDEN / f"{name}-{viewer}.txt").read_text(encoding="utf-8")


def test_a_hand_stands_in_its_own_picture_only() -> None:
    for viewer in VIEWERS:
        shown = picture(seen(MIDDLE, viewer))
        for seat in (ANTI, PRO):
            for card in MIDDLE.hands[seat]:
                assert (f" {card}, " in shown) == (viewer in (seat, REFEREE)), (viewer, card)


def test_the_picture_says_whether_an_event_would_occur() -> None:
    shown = picture(seen(MIDDLE, REFEREE))
    assert "secret-command, Secret command against the shogun (Anti, 3 AP, removal; not" in " ".join(
        shown.split()
    )
    assert "ikedaya, Raid on the Ikedaya (Pro, 3 AP, removal)" in shown
    assert "jo-i-execution, Jo-i execution (Anti, 2 AP)" in shown


# ---- sentences

FLIPPED = e.ControlShifted(
    (
        e.Shift(
            "tosa",
            "",
            ANTI,
            2,
            summed("3.2", (3, "influence of Anti-Bakufu"), (-1, "influence of Pro-Bakufu")),
        ),
        e.Shift(
            "mito", PRO, "", 2, summed("3.2", (1, "influence of Pro-Bakufu"), (0, "influence of Anti-Bakufu"))
        ),
    )
)
YES = summed("8.4", (2, "APs of the card"), (1, "modification"))

# event, what a seat that may know reads, what everybody else reads (None: the same)
SENTENCES: list[tuple[Struct, str, str | None]] = [
    (
        e.GameSetUp((changed("kyo", ANTI, 0, 1),)),
        "The influence at the set-up. anti has 1 in kyo (was 0).",
        None,
    ),
    (
        e.TurnBegan(4, PRO, {ANTI: 1, PRO: 2}),
        "Turn 4 begins: pro goes first (court operation levels: anti 1 and pro 2).",
        None,
    ),
    (
        e.OpenDeckAdded(90),
        "The country is open: draw deck, discards and open deck are one new deck of 90 cards.",
        None,
    ),
    (e.Reshuffled(1), "The discards are the new draw deck of 1 card.", None),
    (e.Reshuffled(12), "The discards are the new draw deck of 12 cards.", None),
    (
        e.CardsDrawn(ANTI, 2, Sealed((ANTI,), ("satcho", "glover"))),
        "anti draws 2 cards: satcho and glover.",
        "anti draws 2 cards, sealed.",
    ),
    (
        e.CardsDrawn(ANTI, 1, Sealed((ANTI,), ("satcho",))),
        "anti draws 1 card: satcho.",
        "anti draws 1 card, sealed.",
    ),
    (e.RoundBegan(3, ANTI), "Round 3: anti is to play.", None),
    (e.CardPlayed(ANTI, "satcho", "event", True), "anti plays satcho for its event.", None),
    (e.CardPlayed(ANTI, "satcho", "action", True), "anti plays satcho for its APs.", None),
    (
        e.CardPlayed(PRO, "satcho", "action-first", True),
        "pro plays satcho, the action first and then the event.",
        None,
    ),
    (
        e.CardPlayed(PRO, "satcho", "event-first", False),
        "pro plays satcho, the event first and then the action.",
        None,
    ),
    (
        e.CardPlayed(PRO, "satcho", "court", False),
        "pro plays satcho for a court operation; its event does not occur.",
        None,
    ),
    (e.EventOccurred("satcho", ANTI), "The event satcho occurs; anti resolves it.", None),
    (
        e.EventFailed("satcho", ANTI),
        "The event satcho does not occur: its condition did not hold at the start of the round.",
        None,
    ),
    (e.JoiPerformed("namamugi"), "Jo-i is performed by namamugi.", None),
    (e.CardDiscarded("satcho"), "satcho goes to the discards.", None),
    (e.CardRemoved("satcho"), "satcho is out of the game.", None),
    (
        e.InfluencePlaced(
            PRO,
            3,
            summed("8.1", (2, "Choshu"), (1, "Kii")),
            (),
            (changed("choshu", PRO, 0, 1), changed("kii", PRO, 1, 2)),
        ),
        "pro places influence for 3 of 3 AP. pro has 1 in choshu (was 0) and 2 in kii (was 1).",
        None,
    ),
    (
        e.Realigned(PRO, "tosa", summed("8.2", (3, "die")), summed("8.2", (3, "die")), (), ()),
        "pro realigns tosa: 3 against 3. The influence does not change.",
        None,
    ),
    (
        e.Couped(
            ANTI,
            "tosa",
            summed("8.3", (4, "die"), (2, "APs"), (-4, "twice the stability of 2")),
            (changed("tosa", PRO, 2, 0),),
        ),
        "anti attempts a coup in tosa: 4 + 2 against 4, a coup value of 2. pro has 0 in tosa (was 2).",
        None,
    ),
    (
        e.CourtTried(ANTI, "satcho", 3, YES, 1, True),
        "anti throws 3, 3 or less succeeds: court operation level 1.",
        None,
    ),
    (
        e.CourtTried(ANTI, "satcho", 4, YES, 0, False),
        "anti throws 4, 3 or less succeeds: the court operation level stays at 0.",
        None,
    ),
    (e.ActionEnded(PRO, 1), "pro gives up 1 AP.", None),
    (e.ActionEnded(PRO, 2), "pro gives up 2 APs.", None),
    (e.InterventionChanged(1, 2, "coup"), "The intervention level is 2, it was 1 (coup).", None),
    (
        e.InterventionEvaded(ANTI, 4, "namamugi"),
        "anti evades the increase by namamugi: the intervention level stays at 4.",
        None,
    ),
    (
        FLIPPED,
        "Control changes: anti controls tosa and pro no longer controls mito.",
        None,
    ),
    (e.Recovered((changed("kyo", ANTI, 0, 2),)), "Voluntary recovery. anti has 2 in kyo (was 0).", None),
    (
        e.Scored(
            "kyushu",
            (
                e.Standings(ANTI, "control", summed("9.5", (6, "control in Kyushu"))),
                e.Standings(PRO, "nothing", summed("9.5")),
            ),
        ),
        "Scoring of kyushu: anti control, 6 VP; pro nothing, 0 VP.",
        None,
    ),
    (
        e.VpScored(PRO, summed("9.5", (3, "kyo")), -1),
        "3 VP for pro: the marker stands at 1 for Pro-Bakufu.",
        None,
    ),
    (e.VpScored(PRO, summed("9.5", (3, "kyo")), 0), "3 VP for pro: the marker stands at 0.", None),
    (e.TurnEnded(3), "Turn 3 ends; the markers are refreshed.", None),
    (e.NavyPlaced(PRO, "kyo", "head"), "pro places the navy marker in kyo.", None),
    (e.NavyPlaced("", "edo", "head"), "The navy marker lies in edo.", None),
    (e.FinalScoringBegan(), "The last turn is over: every scoring is played.", None),
    (
        e.EmperorFlagsStood(ANTI, 4),
        "The emperor's flags stand, raised by anti; the die shows 4 VP for the opponent.",
        None,
    ),
    (e.Resigned(PRO), "pro recognises the victory of the opponent.", None),
    (
        e.SheetLaid(PRO, ("evade",)),
        "pro leaves a standing order: an increase that would lose the game is evaded.",
        None,
    ),
    (e.SheetLaid(PRO, ()), "pro takes its standing orders back.", None),
    (e.GameWon(ANTI, "vp", "It has 20 VP."), "anti wins the game. It has 20 VP.", None),
    (
        e.InfluenceChanged("namamugi", (changed("kyo", ANTI, 1, 2),)),
        "By namamugi: anti has 2 in kyo (was 1).",
        None,
    ),
    (
        e.MarkerPlaced("iemochi", "shogun", "kyo", "head", "Tokugawa Iemochi", PRO, 3),
        "Tokugawa Iemochi stands in kyo: support of 3 for pro (iemochi).",
        None,
    ),
    (e.MarkerRemoved("omiya", "choshu", "kyo", "Katsura Kogoro"), "Katsura Kogoro leaves kyo (omiya).", None),
    (e.TreatyRaised("harris-treaty", 1, 2), "The treaty level is 2, it was 1 (harris-treaty).", None),
    (
        e.CourtMoved("secret-command", ANTI, 0, 1),
        "The court operation level of anti is 1, it was 0 (secret-command).",
        None,
    ),
    (
        e.CourtModifierPlaced("sanjo", 1),
        "The court operations of Anti-Bakufu are modified by +1 from now on (sanjo).",
        None,
    ),
    (e.YokohamaOpened("yokohama-opens"), "Yokohama is open (yokohama-opens).", None),
    (
        e.WarfareFought(
            ANTI, "ikuno", "himeji", summed("9.4", (4, "die")), 4, True, (changed("himeji", PRO, 2, 0),)
        ),
        "Warfare of anti in himeji: 4 against a target of 4, a success. pro has 0 in himeji (was 2).",
        None,
    ),
    (
        e.WarfareFought(ANTI, "ikuno", "himeji", summed("9.4", (3, "die")), 4, False, ()),
        "Warfare of anti in himeji: 3 against a target of 4, a failure. The influence does not change.",
        None,
    ),
    (e.WayChosen(PRO, "bunkyu-reforms", "army"), "pro chooses army (bunkyu-reforms).", None),
    (
        e.CardDropped("price-rise", PRO, "glover", True),
        "pro discards glover, at random (price-rise).",
        None,
    ),
    (e.CardDropped("oniwaban", ANTI, "glover", False), "anti discards glover (oniwaban).", None),
    (
        e.NothingDone("oniwaban", PRO, "Anti-Bakufu has no card in hand."),
        "A part of oniwaban changes nothing. Anti-Bakufu has no card in hand.",
        None,
    ),
    (
        e.EventBarred("satcho", ANTI, "sabaku"),
        "The event satcho does not occur: sabaku forbids it while it lasts.",
        None,
    ),
    (e.EventBarred("satcho", ANTI), "The event satcho does not occur: its card is out of play.", None),
    (
        e.EventLasted(Lasting("satcho", PRO, "turn", (), "This event lasts to the end of the turn.")),
        "The event satcho lasts. This event lasts to the end of the turn.",
        None,
    ),
    (e.LastingEnded("satcho", "omiya"), "The event satcho lasts no more; omiya ends it.", None),
    (e.LastingEnded("satcho"), "The event satcho lasts no more: the turn ends.", None),
    (
        e.CardRetired("omiya", "satcho"),
        "satcho is out of play, wherever it is: its event does not occur any more (omiya).",
        None,
    ),
    (
        e.FaceRetired("omiya", "ii", "head", "Ii Naosuke"),
        "Ii Naosuke is out of play, and does not come to the map any more (omiya).",
        None,
    ),
    (
        e.HandSeen("oniwaban", ANTI, "elsewhere", 2, Sealed((ANTI,), ("glover", "satcho"))),
        "anti sees the hand of elsewhere: glover and satcho (oniwaban).",
        "anti sees the 2 cards of elsewhere, sealed (oniwaban).",
    ),
    (
        e.HandSeen("oniwaban", ANTI, "elsewhere", 1, Sealed((ANTI,), ("glover",))),
        "anti sees the hand of elsewhere: glover (oniwaban).",
        "anti sees the 1 card of elsewhere, sealed (oniwaban).",
    ),
    (
        e.CardRetrieved("oniwaban", ANTI, "glover"),
        "anti takes glover out of the discards (oniwaban).",
        None,
    ),
    (
        Amended("twilight_shogun/2", {"must_stays": False}, {"must_stays": True}),
        "From here on the game is played by the edition twilight_shogun/2 of its rules.",
        None,
    ),
    (
        e.InfluenceCorrected((changed("kyo", ANTI, 0, 1),)),
        "Corrected: anti has 1 influence in kyo, not 0.",
        None,
    ),
    (
        e.MarkerCorrected("choshu", "Choshu regular", Standing("choshu", "head"), Standing("kyo", "tail")),
        "Corrected: the support marker Choshu regular stands in kyo, not in choshu.",
        None,
    ),
    (
        e.MarkerCorrected("choshu", "Choshu regular", Standing("kyo", "head"), Standing("kyo", "tail")),
        "Corrected: the support marker in kyo shows Choshu regular.",
        None,
    ),
    (
        e.MarkerCorrected("choshu", "Choshu regular", None, Standing("kyo", "tail")),
        "Corrected: the support marker Choshu regular stands in kyo.",
        None,
    ),
    (
        e.MarkerCorrected("choshu", "Choshu regular", Standing("kyo", "tail"), None),
        "Corrected: the support marker Choshu regular is off the map.",
        None,
    ),
    (
        e.TrackCorrected("vp", -3, 4),
        "Corrected: the VP marker stands at +4, not at -3 (above 0 is for anti).",
        None,
    ),
    (e.TrackCorrected("treaty", 1, 2), "Corrected: the treaty level is 2, not 1.", None),
    (e.TrackCorrected("intervention", 3, 2), "Corrected: the intervention level is 2, not 3.", None),
    (e.TrackCorrected("court-anti", 1, 2), "Corrected: the court operation level of anti is 2, not 1.", None),
    (e.TrackCorrected("court-pro", 1, 2), "Corrected: the court operation level of pro is 2, not 1.", None),
    (e.TrackCorrected("jo-i", 0, 1), "Corrected: 1 Jo-i event counts in this turn, not 0.", None),
    (e.TrackCorrected("jo-i", 1, 0), "Corrected: 0 Jo-i events count in this turn, not 1.", None),
    (e.BoxCorrected("yokohama", "closed", "open"), "Corrected: Yokohama is open.", None),
    (e.BoxCorrected("yokohama", "open", "closed"), "Corrected: Yokohama is closed.", None),
    (
        e.BoxCorrected("modification", "absent", "placed"),
        "Corrected: the court operation modification marker is placed.",
        None,
    ),
    (
        e.BoxCorrected("modification", "placed", "absent"),
        "Corrected: the court operation modification marker is taken away.",
        None,
    ),
    (
        e.BoxCorrected("operation-anti", "ready", "tried"),
        "Corrected: anti has tried a court operation in this turn.",
        None,
    ),
    (
        e.BoxCorrected("operation-pro", "tried", "ready"),
        "Corrected: pro may still try a court operation in this turn.",
        None,
    ),
    (
        e.CardCorrected("cholera", "deck", "discards"),
        "Corrected: the card cholera is in the discards, not in the draw deck.",
        None,
    ),
    (
        e.CardCorrected("cholera", "removed", "hand-anti"),
        "Corrected: the card cholera is in the hand of anti, not in the pile of removed cards.",
        None,
    ),
    (
        e.CardGiven(ANTI, Sealed((ANTI,), ("cholera",))),
        "Corrected: anti gets the card cholera of the draw deck.",
        "Corrected: anti gets a card of the draw deck, sealed.",
    ),
    (
        e.CardTaken(ANTI, Sealed((ANTI,), ("cholera",))),
        "Corrected: anti gives the card cholera back to the draw deck.",
        "Corrected: anti gives a card back to the draw deck, sealed.",
    ),
]


@pytest.mark.parametrize(("event", "said", "public"), SENTENCES)
def test_an_event_in_a_sentence(event: Struct, said: str, public: str | None) -> None:
    assert sentence(event, ANTI) == said
    assert sentence(event, REFEREE) == said
    assert sentence(event, PUBLIC) == (public or said)
    assert sentence(event, PRO) == (public or said)


def test_every_event_has_its_sentence() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(EVENTS)


# ---- sums

SUMMED = [
    (e.InfluencePlaced(PRO, 2, summed("8.1", (1, "Kii")), (), ()), ["APs of pro spent"]),
    (
        e.Realigned(PRO, "tosa", summed("8.2", (3, "die")), summed("8.2", (4, "die")), (), ()),
        ["pro in tosa", "the opponent in tosa"],
    ),
    (e.Couped(ANTI, "tosa", summed("8.3", (5, "die")), ()), ["coup value in tosa"]),
    (FLIPPED, ["lead in tosa, against a stability of 2", "lead in mito, against a stability of 2"]),
    (e.CourtTried(ANTI, "satcho", 3, YES, 1, True), ["highest face that succeeds"]),
    (
        e.Scored(
            "kyo",
            (
                e.Standings(ANTI, "nothing", summed("9.5")),
                e.Standings(PRO, "presence", summed("9.5", (5, "more influence in Kyo"))),
            ),
        ),
        ["kyo, pro"],
    ),
    (e.VpScored(PRO, summed("9.5", (3, "kyo")), -1), ["VP for pro"]),
    (
        e.WarfareFought(ANTI, "ikuno", "himeji", summed("9.4", (4, "die")), 4, False, ()),
        ["warfare value in himeji"],
    ),
    (e.RoundBegan(1, PRO), []),
]


@pytest.mark.parametrize(("event", "names"), SUMMED)
def test_the_sums_that_explain_shows(event: Struct, names: list[str]) -> None:
    found = sums(event, PUBLIC)
    assert [of for of, _ in found] == names
    assert all(sum_.terms for _, sum_ in found)


# ---- rows, drawing, tracks


def test_the_rows_of_a_view() -> None:
    told = rows(seen(MIDDLE, ANTI))
    assert list(told) == [table.name for table in ROWS]
    for table in ROWS:
        assert all(list(row) == list(table.columns) for row in told[table.name]), table.name
        keys = [tuple(row[column] for column in table.key) for row in told[table.name]]
        assert len(set(keys)) == len(keys)
    assert told["hands"] == [
        {"seat": ANTI, "cards": 2, "hand": "jo-i-execution, secret-command"},
        {"seat": PRO, "cards": 3, "hand": None},
    ]
    kyo = next(row for row in told["influence"] if row["space"] == "kyo")
    assert kyo == {
        "space": "kyo",
        "area": None,
        "stability": None,
        "anti": 4,
        "pro": 5,
        "anti_support": 3,
        "pro_support": 1,
        "control": None,
    }
    assert {"scoring": "kyo", "seat": PRO, "status": "presence", "vp": 5} in told["scored_now"]
    assert told["piles"][0]["names"] is None
    assert told["piles"][2] == {"pile": "discard", "cards": 1, "names": "cholera"}
    assert {"marker": "yodo", "name": "Yamanouchi Yodo", "space": "tosa", "side": PRO, "value": 1} in told[
        "support_markers"
    ]


def test_what_rises_and_falls() -> None:
    assert tracks(seen(MIDDLE, PUBLIC)) == {
        "VP": -4,
        "intervention": 3,
        "treaty": 2,
        "court of Anti-Bakufu": 1,
        "court of Pro-Bakufu": 2,
    }


def test_the_drawing_has_every_space_and_line_once_and_inside() -> None:
    drawn = drawing(seen(MIDDLE, PUBLIC))
    ids = [part.id for part in drawn.parts]
    assert len(set(ids)) == len(ids)
    assert {f"space {name}" for name in TABLES.spaces} <= set(ids)
    lines = sum(len(space.adjacent) for space in TABLES.spaces.values()) // 2
    assert sum(part.startswith("line ") for part in ids) == lines
    for part in drawn.parts:
        assert 0 <= part.x <= part.x + part.width <= drawn.width
        assert 0 <= part.y <= part.y + part.height <= drawn.height
    assert "Anti-Bakufu controls Tosa and Choshu." in drawn.description
    assert svg(drawn).startswith("<svg")


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("form", [drawing, narrow])
def test_the_drawing_has_what_lasts_below_the_map_and_above_the_hands(form: Any, viewer: str) -> None:
    text = "Until another event ends it: Anti-Bakufu may not attempt a coup in Choshu, Hiroshima and Matsue."
    lasting = (Lasting("satcho", PRO, "ended", (), text), Lasting("ikedaya", PRO, "ended", (), text))
    at = replace(MIDDLE, lasting=lasting, faces=(RetiredFace("shogun", "head"),))
    plain, drawn = form(seen(MIDDLE, viewer)), form(seen(at, viewer))
    parts = {part.id: part for part in drawn.parts}
    strip = parts["lasting"]
    assert "lasting" not in {part.id for part in plain.parts}
    assert drawn.height == plain.height + strip.height + 8
    assert strip.y + strip.height <= drawn.height
    assert all(strip.y + strip.height <= part.y for id, part in parts.items() if id.startswith("hand "))
    assert strip.name.startswith("Lasting, Alliance of Satsuma and Choshu: Until another event ends it: ")
    assert strip.name.endswith("Out of play: Tokugawa Iemochi.")


def test_a_map_without_places_is_drawn_in_rows() -> None:
    spaces = tuple(replace(space, column=-1, row=-1) for space in seen(MIDDLE, PUBLIC).spaces)
    drawn = drawing(replace(seen(MIDDLE, PUBLIC), spaces=spaces))
    boxes = [(part.x, part.y) for part in drawn.parts if part.id.startswith("space ")]
    assert len(set(boxes)) == 36


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_every_picture_of_a_random_game(seed: int) -> None:
    """Lines of at most 78 columns, ASCII; a sentence for every event; nothing of a hand for the others."""
    played = Played(TWILIGHT_SHOGUN, seed, TABLES).to_the_end()
    for at, (game, entry) in enumerate(_stations(played)):
        for viewer in VIEWERS:
            told = sentence(entry.event, viewer)
            assert told.endswith(".")
            if at % 60 == 0:
                shown = picture(TWILIGHT_SHOGUN.view(game.state, viewer))
                assert shown.isascii()
                assert max(map(len, shown.splitlines())) <= COLUMNS
                assert drawing(TWILIGHT_SHOGUN.view(game.state, viewer)).parts


def _stations(played: Played) -> Iterator[tuple[Game, Fact[Any, Any]]]:
    game = Game("again", TWILIGHT_SHOGUN)
    for entry in played.entries:
        game.fold(entry)
        if game.position == 1:
            game.begin(TABLES)
        if isinstance(entry, Fact) and entry.event is not None:
            yield game, entry


if __name__ == "__main__":
    for name, at, viewer in PICTURES:
        (GOLDEN / f"{name}-{viewer}.txt").write_text(picture(seen(at, viewer)), encoding="utf-8")

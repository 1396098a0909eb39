"""Corrections of a ruling: each taken, and refused at each of its limits."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from domain.kit.chance import Faces
from domain.kit.editions import PlayBy
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact, State
from domain.kit.sealed import Sealed
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.state import Board, Change, Lasting, RetiredFace, Standing
from domain.twilight_shogun.data.effects import Ban, Influence, Way
from domain.twilight_shogun.data.options import PRESETS
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.view import view
from domain.twilight_shogun.words import items as i
from domain.twilight_shogun.words.corrections import (
    CORRECTIONS,
    GiveCard,
    SetBox,
    SetCard,
    SetInfluence,
    SetMarker,
    SetTrack,
    TakeCard,
    TakeMarker,
)
from domain.twilight_shogun.words.orders import PlayEvent, Put
from tests.scenario import Scenario
from tests.titles.test_secrecy import public_form
from tests.twilight_shogun.boards import TABLES, board, scenario, showing

HELD, OTHERS, DRAWN, THROWN, GONE, WAITING = (
    "kanagawa-treaty",
    "shimazu-nariakira",
    "kyo-scoring",
    "chugoku-scoring",
    "ou-scoring",
    "sakuradamon",
)


def stood(*agenda: Struct, **more: Any) -> Scenario:
    """A round of Pro-Bakufu with a card in each hand and in each pile that is named above."""
    here: dict[str, Any] = {
        "influence": {"kyo": (3, 2), "choshu": (2, 0)},
        "markers": {"choshu": ("choshu", "head")},
        "hands": {ANTI: (OTHERS,), PRO: (HELD, DRAWN)},
        "discard": (THROWN,),
        "removed": (GONE,),
        "vp": 3,
        "treaty": 1,
        "intervention": 2,
    }
    return scenario(board(**here | more), *(agenda or (i.Play(PRO), i.EndRound(PRO))))


def corrected(told: Scenario, correction: Struct) -> tuple[Fact[Any, Any], Board]:
    """The one fact of a correction, which leaves the agenda as it is, and the board after it."""
    before = told.agenda
    (fact,) = TWILIGHT_SHOGUN.correct(told.game.state, correction)
    told.game.fold(fact)
    assert told.agenda == before
    assert TWILIGHT_SHOGUN.conserved(told.board) == ""
    assert refused(told, correction).endswith("already; there is nothing to correct.")
    return fact, told.board


def refused(told: Scenario, correction: Struct) -> str:
    with pytest.raises(IllegalMove) as refusal:
        TWILIGHT_SHOGUN.correct(told.game.state, correction)
    return str(refusal.value)


def drawn(seat: str, card: str) -> Sealed[tuple[str, ...]]:
    return Sealed((seat,), (card,))


# what is corrected, the rule that it follows from, and what has happened
TAKEN: list[tuple[Struct, str, Struct]] = [
    (
        SetInfluence(ANTI, "kyo", 0),
        "3.1",
        e.InfluenceCorrected((Change("kyo", ANTI, 3, 0),)),
    ),
    (SetInfluence(PRO, "choshu", 99), "3.1", e.InfluenceCorrected((Change("choshu", PRO, 0, 99),))),
    (
        SetMarker("choshu", "tail", "kyo"),
        "2.22",
        e.MarkerCorrected("choshu", "Choshu regular", Standing("choshu", "head"), Standing("kyo", "tail")),
    ),
    (
        SetMarker("kameyama", "head", "edo"),
        "2.22",
        e.MarkerCorrected("kameyama", "Kameyama Shachu", None, Standing("edo", "head")),
    ),
    (
        TakeMarker("choshu"),
        "2.22",
        e.MarkerCorrected("choshu", "Katsura Kogoro", Standing("choshu", "head"), None),
    ),
    (SetTrack("vp", 19), "2.23", e.TrackCorrected("vp", 3, 19)),
    (SetTrack("vp", -19), "2.23", e.TrackCorrected("vp", 3, -19)),
    (SetTrack("treaty", 4), "2.23", e.TrackCorrected("treaty", 1, 4)),
    (SetTrack("treaty", 0), "2.23", e.TrackCorrected("treaty", 1, 0)),
    (SetTrack("intervention", 4), "11.2", e.TrackCorrected("intervention", 2, 4)),
    (SetTrack("court-anti", 4), "8.4", e.TrackCorrected("court-anti", 0, 4)),
    (SetTrack("court-pro", 1), "8.4", e.TrackCorrected("court-pro", 0, 1)),
    (SetTrack("jo-i", 1), "10.0", e.TrackCorrected("jo-i", 0, 1)),
    (SetBox("yokohama", "open"), "2.24", e.BoxCorrected("yokohama", "closed", "open")),
    (SetBox("modification", "placed"), "2.24", e.BoxCorrected("modification", "absent", "placed")),
    (SetBox("operation-anti", "tried"), "8.4", e.BoxCorrected("operation-anti", "ready", "tried")),
    (SetBox("operation-pro", "tried"), "8.4", e.BoxCorrected("operation-pro", "ready", "tried")),
    (SetCard(HELD, "discards"), "2.3", e.CardCorrected(HELD, "hand-pro", "discards")),
    (SetCard(OTHERS, "removed"), "2.3", e.CardCorrected(OTHERS, "hand-anti", "removed")),
    (SetCard(THROWN, "hand-anti"), "2.3", e.CardCorrected(THROWN, "discards", "hand-anti")),
    (SetCard(THROWN, "deck"), "2.3", e.CardCorrected(THROWN, "discards", "deck")),
    (SetCard(GONE, "discards"), "2.3", e.CardCorrected(GONE, "removed", "discards")),
    (SetCard("cholera", "discards"), "2.3", e.CardCorrected("cholera", "deck", "discards")),
    (GiveCard("cholera", ANTI), "6.3", e.CardGiven(ANTI, drawn(ANTI, "cholera"))),
    (TakeCard(DRAWN, PRO), "6.3", e.CardTaken(PRO, drawn(PRO, DRAWN))),
    (TakeCard(OTHERS, ANTI), "6.3", e.CardTaken(ANTI, drawn(ANTI, OTHERS))),
]


@pytest.mark.parametrize(("correction", "rule", "event"), TAKEN)
def test_a_correction_is_one_fact_that_leaves_the_agenda(
    correction: Struct, rule: str, event: Struct
) -> None:
    fact, _ = corrected(stood(), correction)
    assert fact == Fact(rule, event)


def test_every_correction_is_taken_above() -> None:
    assert {type(correction) for correction, _, _ in TAKEN} | {PlayBy} == set(CORRECTIONS)


def test_the_board_stands_as_a_correction_says() -> None:
    told = stood()
    for correction, _, _ in TAKEN:
        if not isinstance(correction, SetCard | GiveCard | TakeCard):
            corrected(told, correction)
    after = told.board
    assert (after.influence["kyo"], after.influence["choshu"]) == ({ANTI: 0, PRO: 2}, {ANTI: 2, PRO: 99})
    assert after.markers == {"kameyama": Standing("edo", "head")}
    assert (after.vp, after.treaty, after.intervention, after.joi) == (-19, 0, 4, 1)
    assert (after.court, after.court_done) == ({ANTI: 4, PRO: 1}, {ANTI: True, PRO: True})
    assert (after.yokohama, after.court_modifier) == (True, 1)


# card, where it is to go, and the pile of the board that has it then
@pytest.mark.parametrize(
    ("correction", "pile"),
    [
        (SetCard(HELD, "discards"), lambda after: after.discard),
        (SetCard(OTHERS, "removed"), lambda after: after.removed),
        (SetCard(THROWN, "deck"), lambda after: after.deck),
        (SetCard(THROWN, "hand-anti"), lambda after: after.hands[ANTI]),
        (GiveCard("cholera", ANTI), lambda after: after.hands[ANTI]),
        (TakeCard(DRAWN, PRO), lambda after: after.deck),
    ],
)
def test_2_3_a_card_is_in_one_place_and_in_the_order_of_the_data_set(correction: Any, pile: Any) -> None:
    _, after = corrected(stood(), correction)
    numbers = [TABLES.cards[card].number for card in pile(after)]
    assert correction.card in pile(after)
    assert numbers == sorted(numbers)


# ---- words


WRITTEN: list[tuple[str, Struct]] = [
    ("influence anti in kyo 3", SetInfluence(ANTI, "kyo", 3)),
    ("marker choshu tail in kyo", SetMarker("choshu", "tail", "kyo")),
    ("marker choshu off the map", TakeMarker("choshu")),
    ("track vp -4", SetTrack("vp", -4)),
    ("track court-anti 2", SetTrack("court-anti", 2)),
    ("box yokohama open", SetBox("yokohama", "open")),
    ("card cholera in discards", SetCard("cholera", "discards")),
    ("give cholera to anti", GiveCard("cholera", ANTI)),
    ("take cholera from pro", TakeCard("cholera", PRO)),
]


@pytest.mark.parametrize(("line", "correction"), WRITTEN)
def test_a_correction_is_read_and_written(line: str, correction: Struct) -> None:
    words = TWILIGHT_SHOGUN.correcting(TABLES, TWILIGHT_SHOGUN.seats)
    assert words.read(line) == correction
    assert words.write(correction) == line


def test_a_card_may_be_named_by_its_number() -> None:
    words = TWILIGHT_SHOGUN.correcting(TABLES, TWILIGHT_SHOGUN.seats)
    assert words.read("give #12 to anti") == words.read("give 12 to anti") == GiveCard("cholera", ANTI)


# ---- refusals


SO = "already; there is nothing to correct."
LONE = "Pro-Bakufu must play a card now, and kanagawa-treaty is the only one. Give another card first."

REFUSED: list[tuple[Struct, str]] = [
    (SetInfluence(ANTI, "edo", 1), "[2.11] No influence may stand in edo."),
    (SetInfluence(ANTI, "yokohama", 1), "[2.24] yokohama is not in play until its port is opened."),
    (SetInfluence(ANTI, "osaka", 1), "[3.1] There is no space osaka on the map."),
    (SetInfluence(ANTI, "kyo", 3), f"[3.1] Anti-Bakufu has 3 influence in kyo {SO}"),
    (SetMarker("navy", "head", "kyo"), "[12.1] This game is played without the navy marker."),
    (SetMarker("choshu", "head", "osaka"), "[2.22] There is no space osaka on the map."),
    (
        SetMarker("choshu", "head", "choshu"),
        f"[2.22] The marker choshu stands in choshu with its head up {SO}",
    ),
    (TakeMarker("kameyama"), f"[2.22] The marker kameyama is off the map {SO}"),
    (SetTrack("vp", 20), "[2.23] A ruling can set vp from -19 to 19 now, not to 20."),
    (SetTrack("vp", -20), "[2.23] A ruling can set vp from -19 to 19 now, not to -20."),
    (SetTrack("vp", 3), f"[2.23] The marker of vp stands at 3 {SO}"),
    (SetTrack("treaty", 5), "[2.23] A ruling can set treaty from 0 to 4 now, not to 5."),
    (SetTrack("treaty", -1), "[2.23] A ruling can set treaty from 0 to 4 now, not to -1."),
    (SetTrack("intervention", 5), "[11.2] A ruling can set intervention from 0 to 4 now, not to 5."),
    (SetTrack("court-pro", 5), "[8.4] A ruling can set court-pro from 0 to 4 now, not to 5."),
    (SetTrack("court-pro", 0), f"[8.4] The marker of court-pro stands at 0 {SO}"),
    (SetTrack("jo-i", -1), "[10.0] A ruling can set jo-i from 0 to 9 now, not to -1."),
    (SetBox("yokohama", "closed"), f"[2.24] The box yokohama shows closed {SO}"),
    (SetBox("operation-pro", "open"), "[8.4] The box operation-pro shows ready or tried; not open."),
    (SetCard(HELD, "hand-pro"), f"[2.3] The card kanagawa-treaty is in hand-pro {SO}"),
    (
        SetCard(WAITING, "discards"),
        "[2.31] The card sakuradamon waits with the open deck, which is not in play yet.",
    ),
    (
        SetCard(HELD, "deck"),
        "[2.3] What goes between the draw deck and a hand, or between hands, is not for all to see. "
        'Say "take … from …" or "give … to …" instead.',
    ),
    (
        GiveCard(THROWN, ANTI),
        "[6.3] The card chugoku-scoring is not in the draw deck. "
        'Say "card … in …", or "take … from …" first.',
    ),
    (GiveCard(HELD, PRO), f"[6.3] The card kanagawa-treaty is in hand-pro {SO}"),
    (TakeCard("cholera", ANTI), f"[6.3] The card cholera is in deck {SO}"),
    (TakeCard(THROWN, ANTI), "[6.3] Anti-Bakufu does not hold the card chugoku-scoring."),
]


@pytest.mark.parametrize(("correction", "why"), REFUSED)
def test_a_correction_is_refused(correction: Struct, why: str) -> None:
    assert refused(stood(), correction) == why


def test_2_31_once_the_open_deck_is_in_play_the_treaty_level_stays_above_its_box() -> None:
    told = stood(open=True, treaty=3)
    assert refused(told, SetTrack("treaty", 1)) == (
        "[2.23] A ruling can set treaty from 2 to 4 now, not to 1."
    )
    assert corrected(told, SetTrack("treaty", 2))[1].treaty == 2


def test_2_24_a_port_is_closed_only_where_nobody_has_influence() -> None:
    told = stood(yokohama=True, influence={"yokohama": (0, 1)})
    assert refused(told, SetBox("yokohama", "closed")) == (
        "[2.24] There is influence in yokohama; a port that is closed has none. "
        "Set the influence in yokohama to 0 first."
    )
    corrected(told, SetInfluence(PRO, "yokohama", 0))
    assert corrected(told, SetBox("yokohama", "closed"))[1].yokohama is False


def test_7_1_who_must_play_keeps_a_card() -> None:
    told = stood(hands={PRO: (HELD,), ANTI: (OTHERS,)})
    for correction in (TakeCard(HELD, PRO), SetCard(HELD, "discards")):
        assert refused(told, correction) == f"[7.1] {LONE}"
    assert corrected(told, TakeCard(OTHERS, ANTI))[1].hands == {ANTI: (), PRO: (HELD,)}
    corrected(told, GiveCard(DRAWN, PRO))
    assert corrected(told, TakeCard(HELD, PRO))[1].hands == {ANTI: (), PRO: (DRAWN,)}


def test_12_1_the_navy_marker_stands_where_it_may() -> None:
    told = stood(options=PRESETS["navy"], markers={"navy": ("edo", "head")})
    assert refused(told, TakeMarker("navy")) == (
        "[12.1] The navy marker never leaves the map. Put it in Edo instead."
    )
    assert refused(told, SetMarker("navy", "head", "aizu")) == (
        "[12.1] The marker may stand in Kyo, an open port or a powered clan; aizu is none of them."
    )
    corrected(told, SetMarker("navy", "tail", "tosa"))
    assert corrected(told, SetMarker("navy", "head", "edo"))[1].markers == {"navy": Standing("edo", "head")}


def test_11_0_nothing_is_corrected_when_the_game_is_over() -> None:
    assert refused(stood(winner=PRO, ending="vp"), SetTrack("vp", 1)) == (
        "[11.0] The game is over; nothing on its board can be corrected any more. "
        "Go back to before its end instead."
    )


# what goes on, and the correction of what it is about; the thing, and what is not finished
BUSY: list[tuple[Struct, Struct, str, str]] = [
    (
        i.Act(PRO, 2, HELD, spaces=("kyo",), granted=True),
        SetInfluence(ANTI, "kyo", 1),
        "[3.1] kyo",
        "the action of Pro-Bakufu",
    ),
    (
        i.Realign(PRO, 2, HELD, spaces=("kyo",), granted=True),
        SetInfluence(ANTI, "kyo", 1),
        "[3.1] kyo",
        "the action of Pro-Bakufu",
    ),
    (
        i.Attempt(PRO, "choshu", 3, HELD, rest=("kyo",)),
        SetInfluence(ANTI, "kyo", 1),
        "[3.1] kyo",
        "the realignment in choshu",
    ),
    (
        i.PutInfluence(PRO, HELD, PRO, 1, False, ("kyo", "choshu"), True, put=(("kyo", 1),)),
        SetInfluence(ANTI, "kyo", 1),
        "[3.1] kyo",
        f"the event of {HELD}",
    ),
    (
        i.PutInfluence(PRO, HELD, PRO, 1, False, ("choshu",), False),
        SetInfluence(ANTI, "choshu", 1),
        "[3.1] choshu",
        f"the event of {HELD}",
    ),
    (
        i.Attack(PRO, HELD, 5, ("choshu",)),
        SetInfluence(ANTI, "choshu", 1),
        "[3.1] choshu",
        f"the event of {HELD}",
    ),
    (i.Score("kyo"), SetInfluence(ANTI, "kyo", 1), "[3.1] kyo", "the scoring of kyo"),
    (i.Score("chugoku"), SetInfluence(ANTI, "choshu", 1), "[3.1] choshu", "the scoring of chugoku"),
    (i.Score("kyo"), SetTrack("vp", 1), "[2.23] The marker of vp", "the scoring of kyo"),
    (i.Emperor(PRO), SetTrack("vp", 1), "[2.23] The marker of vp", "the end of the game"),
    (i.Victory(), SetTrack("vp", 1), "[2.23] The marker of vp", "the end of the game"),
    (i.FinalScoring(), SetTrack("vp", 1), "[2.23] The marker of vp", "the end of the game"),
    (
        i.Evade(PRO, HELD),
        SetTrack("intervention", 1),
        "[11.2] The marker of intervention",
        f"the increase of the intervention level by {HELD}",
    ),
    (
        i.Intervene(1, HELD),
        SetTrack("intervention", 1),
        "[11.2] The marker of intervention",
        f"the increase of the intervention level by {HELD}",
    ),
    (
        i.DropCards(ANTI, HELD, 1),
        TakeCard(OTHERS, ANTI),
        f"[6.3] The card {OTHERS}",
        f"the event of {HELD}",
    ),
    (i.DropCards(ANTI, HELD, 1), GiveCard("cholera", ANTI), "[6.3] The card cholera", f"the event of {HELD}"),
    (
        i.Retrieve(ANTI, HELD, 1, (THROWN,)),
        SetCard(THROWN, "removed"),
        f"[2.3] The card {THROWN}",
        f"the event of {HELD}",
    ),
    (i.Draw(ANTI, 2), GiveCard("cholera", PRO), "[6.3] The card cholera", "the deal of the cards"),
    (i.Reshuffle(), SetCard(THROWN, "removed"), f"[2.3] The card {THROWN}", "the deal of the cards"),
]


@pytest.mark.parametrize(("item", "correction", "thing", "why"), BUSY)
def test_what_is_being_decided_is_not_corrected(
    item: Struct, correction: Struct, thing: str, why: str
) -> None:
    """On top of the agenda, and below a prompt that has come between."""
    said = f"{thing} is what play is about: {why} is not finished. Go back to before {why} instead."
    assert refused(stood(item), correction) == said
    assert refused(stood(i.Act(PRO, 1, HELD), item), correction) == said
    corrected(stood(), correction)


def test_9_2_2_22_a_ruling_brings_nothing_back_into_play() -> None:
    """A card that is out of play is moved where it may lie; a face that is stays off the map."""
    told = stood(retired=(HELD, GONE), faces=(RetiredFace("shogun", "head"),))
    for card in (HELD, GONE):
        assert refused(told, SetCard(card, "discards")) == (
            f"[9.2] The card {card} is out of play; it cannot lie in the discards. "
            f'Say "card {card} in removed" instead.'
        )
    corrected(told, SetCard(HELD, "removed"))
    corrected(told, SetCard(GONE, "hand-anti"))
    assert refused(told, SetMarker("shogun", "head", "kyo")) == (
        "[2.22] Tokugawa Iemochi is out of play for good. Go back to before that instead."
    )
    corrected(told, SetMarker("shogun", "tail", "kyo"))


def test_2_35_what_lasts_is_not_touched_by_a_correction() -> None:
    """A ruling moves influence and cards also where a lasting event forbids it to a side."""
    lasting = (Lasting(HELD, PRO, "turn", (Ban("influence"), Ban("event", cards=(THROWN,)))),)
    for correction, _, _ in TAKEN:
        assert corrected(stood(lasting=lasting), correction)[1].lasting == lasting


def test_12_1_the_navy_marker_is_not_corrected_while_it_is_placed() -> None:
    told = stood(i.PlaceNavy(ANTI), options=PRESETS["navy"], markers={"navy": ("edo", "head")})
    assert refused(told, SetMarker("navy", "tail", "tosa")) == (
        "[12.1] The marker navy is what play is about: the placing of the navy marker is not finished. "
        "Go back to before the placing of the navy marker instead."
    )


def test_7_1_the_card_of_the_round_is_not_corrected() -> None:
    told = stood(i.Act(PRO, 2, "cholera"), i.PutAway("cholera"), played=showing("cholera"))
    why = "the round of cholera"
    said = f"is what play is about: {why} is not finished. Go back to before {why} instead."
    assert refused(told, SetCard("cholera", "hand-pro")) == f"[2.3] The card cholera {said}"
    assert corrected(told, SetInfluence(ANTI, "kyo", 1))[1].influence["kyo"] == {ANTI: 1, PRO: 2}


# ---- after a correction


def test_play_goes_on_from_what_is_corrected() -> None:
    """A card that was given can be played at once; its event looks at the board as it is corrected."""
    told = stood()
    corrected(told, SetCard(THROWN, "hand-pro"))
    offered = told.game.examples(PRO)
    assert any(getattr(order, "card", "") == THROWN for order in offered)
    corrected(told, TakeCard(DRAWN, PRO))
    assert not any(getattr(order, "card", "") == DRAWN for order in told.game.examples(PRO))
    held = "5 kanagawa-treaty, 40 chugoku-scoring"
    shown = "Possible now, for example: "
    with pytest.raises(IllegalMove, match=f"You do not hold 1 {DRAWN}; you hold {held}. {shown}"):
        told.game.post(PRO, PlayEvent(DRAWN), Faces())


def test_9_3_an_event_that_waits_looks_at_the_corrected_board() -> None:
    """The effect is judged when its turn comes: to what the ruling has set, it adds."""
    effect = Influence(side="pro", spaces=("choshu",), change=1)
    way = i.ChooseWay(PRO, PRO, HELD, (Way("one", (effect,)), Way("none", ())))
    told = stood(way, i.Resolve(PRO, HELD, effect))
    corrected(told, SetInfluence(PRO, "choshu", 4))
    (fact,) = TWILIGHT_SHOGUN.advance(State(told.board, told.agenda[1:]), None)  # type: ignore[arg-type]
    assert fact.event is not None
    assert fact.event.changes == (Change("choshu", PRO, 4, 5),)


def test_2_24_a_port_that_a_ruling_closes_is_offered_no_more() -> None:
    """The prompt names it still, for it was open when the event began [9.3]."""
    put = i.PutInfluence(ANTI, THROWN, ANTI, 1, False, ("kyo", "yokohama"), reach=True)
    here = {"kyo": (1, 0), "matsushiro": (1, 0)}
    told = stood(put, yokohama=True, influence=here)
    assert told.offers(ANTI) == (Put("kyo"), Put("yokohama"))
    corrected(told, SetBox("yokohama", "closed"))
    assert told.offers(ANTI) == (Put("kyo"),)
    why = "[2.24] yokohama is not in play until its port is opened."
    told.refused(ANTI, Put("yokohama"), f'{why} Possible now, for example: "put kyo 1".')


def test_6_3_who_is_given_a_card_is_told_which_and_nobody_else() -> None:
    made = [corrected(stood(), GiveCard(card, ANTI)) for card in ("cholera", "four-wise-lords")]
    for viewer, is_alike in ((ANTI, False), (PRO, True), ("public", True), ("referee", False)):
        seen = [view(State(after), viewer) for _, after in made]
        assert (seen[0] == seen[1]) is is_alike
    for viewer, is_alike in ((ANTI, False), (PRO, True), ("public", True)):
        told = [public_form(fact, viewer) for fact, _ in made]
        assert (told[0] == told[1]) is is_alike
    assert TWILIGHT_SHOGUN.sealed_corrections == (GiveCard, TakeCard)

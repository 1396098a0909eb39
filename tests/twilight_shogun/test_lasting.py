"""Events that last, forbid and end [2.35]; cards and faces that are out of play [9.2, 2.22]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.sealed import PUBLIC
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.state import Board, Lasting, RetiredFace, conserved
from domain.twilight_shogun.card_text import told
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.tables import ANTI, PRO, Side
from domain.twilight_shogun.view import view
from domain.twilight_shogun.words import items as i
from domain.twilight_shogun.words import orders as o
from tests.scenario import Scenario
from tests.twilight_shogun.boards import TABLES, board, changed, refusal, scenario
from tests.twilight_shogun.test_events_of_cards import CARD, NAME, nothing, resolved

KYUSHU = x.Where(areas=("kyushu",))


def lasting(*forbids: x.Ban, card: str = CARD, until: x.Until = "turn") -> tuple[Lasting, ...]:
    return (Lasting(card, PRO, until, forbids, "…"),)


# ---- 2.35: what lasts


def test_2_35_an_event_lasts_and_names_whom_it_forbids_what() -> None:
    ban = x.Ban("coup", "opponent", KYUSHU)
    told = resolved(board(), x.Last("turn", (ban, x.Ban("court"))))
    text = (
        "To the end of the turn: Anti-Bakufu may not attempt a coup in Kyushu; "
        "nobody may try a court operation."
    )
    one = Lasting(CARD, PRO, "turn", (x.Ban("coup", ANTI, KYUSHU), x.Ban("court")), text)
    assert told.then(e.EventLasted(one)).lasting == (one,)
    assert told.cited == ("2.35",)
    (seen,) = view(told.game.state, PUBLIC).lasting
    assert (seen.card, seen.name, seen.text) == (CARD, NAME, text)


def test_2_35_an_event_that_lasts_already_lasts_anew_and_once() -> None:
    at = board(lasting=(*lasting(x.Ban("court")), *lasting(card="satcho")))
    told = resolved(at, x.Last("ended"))
    assert [(one.card, one.until) for one in told.board.lasting] == [("satcho", "turn"), (CARD, "ended")]
    assert conserved(told.board) == ""


def test_2_35_another_card_ends_it() -> None:
    at = board(lasting=(*lasting(until="ended"), *lasting(card="satcho")))
    told = resolved(at, x.End("satcho"))
    assert told.then(e.LastingEnded("satcho", CARD)).lasting == lasting(until="ended")
    name = TABLES.cards["satcho"].name
    resolved(told.board, x.End("satcho")).then(nothing(f"The event {name} does not last."))


def test_10_0_what_lasts_to_the_end_of_the_turn_ends_with_it() -> None:
    at = board(lasting=(*lasting(), *lasting(card="satcho", until="ended")), turn=3)
    told = scenario(at, i.Refresh(), i.Play(PRO)).goes_on()
    after = told.then(e.LastingEnded(CARD), e.TurnEnded(3))
    assert [one.card for one in after.lasting] == ["satcho"]
    assert told.cited == ("2.35", "10.0")


# ---- 2.35: what is forbidden, on both sides of each limit

HERE: dict[str, tuple[int, int]] = {"saga": (2, 2), "fukuoka": (2, 2), "choshu": (2, 2)}

# what is forbidden; who acts; an order that is refused, with why; one that is not
FORBIDDEN: list[tuple[x.Ban, str, Struct, str, Struct]] = [
    (
        x.Ban("coup", ANTI, KYUSHU),
        ANTI,
        o.Coup("saga"),
        "[2.35] Cholera lasts; it forbids a coup to Anti-Bakufu in saga.",
        o.Coup("choshu"),
    ),
    (x.Ban("coup", ANTI, KYUSHU), ANTI, o.Coup("fukuoka"), "[2.35] ", o.Realign(("saga",))),
    (x.Ban("coup"), ANTI, o.Coup("choshu"), "[2.35] ", o.Influence(("choshu",))),
    (
        x.Ban("influence", "", x.Where(spaces=("saga",))),
        ANTI,
        o.Influence(("fukuoka", "saga")),
        "[2.35] Cholera lasts; it forbids placing influence to Anti-Bakufu in saga.",
        o.Influence(("fukuoka", "choshu")),
    ),
    (
        x.Ban("realign", ANTI, x.Where(powered=True)),
        ANTI,
        o.Realign(("choshu",)),
        "[2.35] Cholera lasts; it forbids realignment to Anti-Bakufu in choshu.",
        o.Realign(("saga",)),
    ),
]


@pytest.mark.parametrize(("ban", "seat", "order", "why", "legal"), FORBIDDEN)
def test_2_35_an_action_that_a_lasting_event_forbids(
    ban: x.Ban, seat: str, order: Struct, why: str, legal: Struct
) -> None:
    act = i.Act(seat, 2, "satcho")
    at = board(HERE, lasting=lasting(ban), active=seat)
    assert refusal(scenario(at, act), seat, order).startswith(why.replace("Cholera", NAME))
    for free, one in ((at, legal), (replace(at, lasting=()), order)):
        scenario(free, act).game.examples(seat)
        _taken(free, act, seat, one)
    assert not any(one == order for one in scenario(at, act).game.examples(seat))


def _taken(at: Board, act: i.Act, seat: str, order: Struct) -> None:
    faces = [1] * {o.Coup: 1, o.Realign: 2}.get(type(order), 0)
    scenario(at, act).when(seat, order, faces)


def test_2_35_only_the_side_that_is_named_is_bound_also_with_granted_aps() -> None:
    at = board(HERE, lasting=lasting(x.Ban("coup", ANTI)))
    _taken(at, i.Act(PRO, 2, "satcho"), PRO, o.Coup("choshu"))
    granted = i.Act(ANTI, 2, "satcho", ("coup",), granted=True)
    assert refusal(scenario(at, granted), ANTI, o.Coup("choshu")).startswith("[2.35] ")
    assert scenario(at, granted).game.examples(ANTI) == (o.Pass(),)


def test_2_35_a_court_operation_is_forbidden() -> None:
    def at(side: Side) -> Scenario:
        here = board(hands={PRO: ("satcho",)}, lasting=lasting(x.Ban("court", side)))
        return scenario(here, i.Play(PRO))

    why = f"[2.35] {NAME} lasts; it forbids a court operation to Pro-Bakufu."
    assert refusal(at(PRO), PRO, o.Court("satcho")) == why
    assert o.Court("satcho") not in at(PRO).game.examples(PRO)
    at(ANTI).when(PRO, o.Court("satcho"), [6])


def test_2_35_warfare_is_forbidden_where_it_says() -> None:
    at = board(HERE, lasting=lasting(x.Ban("warfare", PRO, KYUSHU)))
    told = resolved(at, x.Warfare(4, x.Where(spaces=("saga", "choshu"))), faces=(1,))
    assert told.orders[-1].order == o.Attack("choshu")
    told = resolved(at, x.Warfare(4, KYUSHU))
    told.then(nothing("There is no space that the event lets anybody attack."))


def test_2_35_an_event_that_is_forbidden_does_not_occur_and_its_aps_remain() -> None:
    ban = x.Ban("event", cards=("satcho",))
    at = board({"tosa": (1, 0)}, hands={ANTI: ("satcho",), PRO: (CARD,)}, lasting=lasting(ban), active=ANTI)
    held = view(State(at), ANTI).players[0].hand or ()
    assert [one.would_occur for one in held] == [False]
    told = scenario(at, i.Play(ANTI)).when(ANTI, o.PlayEvent("satcho"))
    told.then(
        e.CardPlayed(ANTI, "satcho", "event", False),
        e.EventBarred("satcho", ANTI, CARD),
        e.CardDiscarded("satcho"),
    )
    assert told.cited[1] == "2.35"
    told = scenario(at, i.Play(ANTI)).when(ANTI, o.PlayInfluence("satcho", ("tosa",)))
    assert told.board.influence["tosa"] == {ANTI: 2, PRO: 0}


def test_9_3_influence_by_an_event_is_not_forbidden() -> None:
    at = board(lasting=lasting(x.Ban("influence")))
    told = resolved(at, x.Influence("pro", ("kyo",), 1))
    told.then(e.InfluenceChanged(CARD, (changed("kyo", PRO, 0, 1),)))


# ---- 9.2: cards that are out of play


def test_9_2_cards_are_out_of_play_wherever_they_are_and_nobody_learns_where() -> None:
    hidden = ("satcho", "glover")
    worlds = [
        board(hands={ANTI: ("satcho",), PRO: ("glover",)}, discard=("omiya",)),
        board(hands={ANTI: ("glover",), PRO: ("satcho",)}, discard=("omiya",)),
        board(deck=("satcho", "glover"), discard=("omiya",)),
    ]
    for at in worlds:
        told = resolved(at, x.Retire((*hidden, "omiya")))
        after = told.then(*(e.CardRetired(CARD, card) for card in (*hidden, "omiya")))
        assert (after.discard, after.removed) == ((), ("omiya",))
        assert (after.hands, after.deck) == (at.hands, at.deck)
        names = tuple(TABLES.cards[card].name for card in hidden)
        assert view(told.game.state, PUBLIC).out_of_play == names
        resolved(after, x.Retire(("omiya", "satcho"))).then(nothing("The cards are out of play already."))


@pytest.mark.parametrize("use", [o.PlayEvent("satcho"), o.PlayAction("satcho"), o.Court("satcho")])
def test_9_2_a_card_that_is_out_of_play_leaves_the_game_when_it_is_played(use: Struct) -> None:
    at = board({"tosa": (1, 0)}, hands={ANTI: ("satcho",)}, retired=("satcho",), active=ANTI)
    told = scenario(at, i.Play(ANTI))
    told.when(ANTI, use, [6] if isinstance(use, o.Court) else ())
    if isinstance(use, o.PlayEvent):
        assert e.EventBarred("satcho", ANTI) in told.events
    if isinstance(use, o.PlayAction):
        told.when(ANTI, o.Pass())
    assert (told.board.removed, told.board.discard) == (("satcho",), ())


def test_9_2_and_when_it_is_discarded() -> None:
    at = board(hands={ANTI: ("satcho", "glover")}, retired=("satcho",))
    told = resolved(at, x.Discard("anti", 2))
    told.when(ANTI, o.Discard("satcho")).when(ANTI, o.Discard("glover"))
    assert (told.board.removed, told.board.discard) == (("satcho",), ("glover",))
    assert conserved(told.board) == ""


# ---- 2.22: faces that are out of play


def test_2_22_a_face_that_is_out_of_play_leaves_the_map_and_does_not_come_again() -> None:
    at = board(markers={"shogun": ("kyo", "head")})
    told = resolved(at, x.RetireFace("shogun", "head"))
    after = told.then(
        e.MarkerRemoved(CARD, "shogun", "kyo", "Tokugawa Iemochi"),
        e.FaceRetired(CARD, "shogun", "head", "Tokugawa Iemochi"),
    )
    assert (after.markers, after.faces) == ({}, (RetiredFace("shogun", "head"),))
    assert view(told.game.state, PUBLIC).out_of_play == ("Tokugawa Iemochi",)
    resolved(after, x.Marker("shogun", "head", "kyo")).then(nothing("Tokugawa Iemochi is out of play."))
    resolved(after, x.RetireFace("shogun", "head")).then(nothing("Tokugawa Iemochi is out of play already."))
    assert resolved(after, x.Marker("shogun", "tail", "kyo")).board.markers["shogun"].face == "tail"


@pytest.mark.parametrize("markers", [{}, {"shogun": ("kyo", "tail")}])
def test_2_22_the_other_face_stays(markers: dict[str, tuple[str, str]]) -> None:
    at = board(markers=markers)
    after = resolved(at, x.RetireFace("shogun", "head")).then(
        e.FaceRetired(CARD, "shogun", "head", "Tokugawa Iemochi")
    )
    assert after.markers == at.markers
    assert conserved(after) == ""


def test_2_22_a_marker_is_removed_with_its_face() -> None:
    at = board(markers={"choshu-school": ("choshu", "tail")})
    resolved(at, x.Unmark("choshu-school", "head")).then(nothing("The support marker is not on the map."))
    after = resolved(at, x.Unmark("choshu-school", "tail")).board
    assert (after.markers, after.faces) == ({}, ())


# ---- what a ruling may not break

BROKEN: list[tuple[dict[str, Any], str]] = [
    (
        {"discard": ("satcho",), "retired": ("satcho",)},
        "The card satcho is out of play; it cannot lie in the discards.",
    ),
    (
        {"markers": {"shogun": ("kyo", "head")}, "faces": (RetiredFace("shogun", "head"),)},
        "Tokugawa Iemochi is out of play; it cannot stand in kyo.",
    ),
    ({"lasting": (*lasting(), *lasting())}, f"Each event lasts once; these last: {CARD}, {CARD}."),
]


@pytest.mark.parametrize(("more", "why"), BROKEN)
def test_2_35_9_2_what_lasts_and_what_is_out_of_play_is_conserved(more: dict[str, Any], why: str) -> None:
    assert conserved(board(**more)) == why


# effect, what the card says
TEXTS: list[tuple[x.Deed, str]] = [
    (x.Look(), "the player sees the hand of the opponent"),
    (x.Retrieve("player", 2), "the player takes 2 cards out of the discards"),
    (
        x.Retrieve("anti", sides=("anti", "common")),
        "Anti-Bakufu takes 1 card out of the discards, a card of Anti-Bakufu or a common card",
    ),
    (x.Retrieve("anti", cards=(CARD,)), f'Anti-Bakufu takes 1 card out of the discards: "{NAME}"'),
    (x.Retire((CARD, CARD)), f'"{NAME}; {NAME}" out of play from now on'),
    (x.RetireFace("shogun", "head"), "Tokugawa Iemochi (3 Pro-Bakufu) is out of play"),
    (x.Unmark("shogun", "head"), "remove Tokugawa Iemochi (3 Pro-Bakufu)"),
    (x.End(CARD), f'"{NAME}" lasts no more'),
    (x.Last("ended"), "this event lasts until another event ends it"),
    (
        x.Last("turn", (x.Ban("event", "anti", cards=(CARD,)),)),
        f'to the end of the turn: Anti-Bakufu may not resolve "{NAME}"',
    ),
]


@pytest.mark.parametrize(("effect", "said"), TEXTS)
def test_2_35_the_text_of_a_card_says_it(effect: x.Deed, said: str) -> None:
    assert told(TABLES, effect) == said

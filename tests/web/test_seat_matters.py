"""What the page of a seat tells beside its orders: what stands, with the mail's lines that change it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.club import observers
from referee.games import rulings
from referee.games.rulings import Judgement
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.observers import Observer, ObserverTable
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import Playing
from tests.web.test_seat_page import data


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


def told(playing: Playing, seat: str, *words: str) -> list[dict[str, Any]]:
    """The matters of a seat that say certain words."""
    return [one for one in data(playing, seat)["matters"] if all(word in one["says"] for word in words)]


def lines(found: list[dict[str, Any]]) -> list[str]:
    return [line for one in found for line in one["acts"].values()]


def test_a_title_without_standing_orders_shows_none(playing: Playing) -> None:
    assert data(playing, "kii")["standing"] is None
    assert 'id="standing"' not in playing.web.get(playing.link("kii")).text


def test_an_offered_take_back_asks_the_others_for_their_word(playing: Playing) -> None:
    seat = playing.seat
    other, third = (one for one in PEOPLE if one != seat)
    playing.say(playing.legal()[0], seat=seat)
    playing.say("take back the wrong <b>card</b>", seat=seat)
    (asked,) = told(playing, other, "asks you to let it take back")
    assert (asked["asks"], asked["quote"]) == (True, "the wrong <b>card</b>")
    assert lines([asked]) == ["agree to take back", "refuse take back"]
    assert not [note for note in data(playing, other)["notes"] if "take back" in note]
    (own,) = told(playing, seat, "You ask the others")
    assert (own["asks"], own["acts"]) == (False, {})
    playing.known(other)
    playing.sends(other, playing.given(other, lines([asked])[0]))
    (given,) = told(playing, other, "as far as you are concerned")
    assert lines([given]) == ["refuse take back"]
    assert told(playing, third, "asks you to let it take back")


def test_a_slip_is_taken_back_by_a_button_of_whoever_has_ordered_last(playing: Playing) -> None:
    seat, before = playing.seat, playing.game.state
    other = next(one for one in PEOPLE if one != seat)
    playing.known(seat)
    assert "undo" not in data(playing, seat)["begins"].values()
    playing.say(playing.legal()[0], seat=seat)
    begins = data(playing, seat)["begins"]
    assert begins["Undo"] == "undo"
    assert "Undo" not in data(playing, other)["begins"]
    playing.out()
    told = playing.sends(seat, playing.given(seat, begins["Undo"]))
    assert "Taken back:" in str(told)
    assert playing.game.state == before
    assert [str(one["To"]) for one in playing.out()] == [PEOPLE[seat]]
    assert "Undo" not in data(playing, seat)["begins"]


def test_a_dispute_is_told_to_all_and_its_text_to_whom_it_is_for(playing: Playing) -> None:
    playing.say(playing.legal()[0], seat="kii")
    playing.say("dispute 20: that card was mine", seat="kii")
    (own,), (others,) = told(playing, "kii", "Dispute 1 of kii"), told(playing, "ise", "Dispute 1 of kii")
    assert (own["quote"], lines([own])) == ("that card was mine", ["withdraw dispute 1"])
    assert (others["quote"], lines([others])) == ("", [])


def test_a_ruling_can_be_appealed_against_until_the_next_order(playing: Playing) -> None:
    playing.say(playing.legal()[0], seat="kii")
    playing.say("dispute 20: that card was mine", seat="kii")
    judged = Judgement("stands", "It was not.", 1, rules=("turn/deploy",))
    rulings.rule(playing.referee, "winter", judged, Act(COMMAND_LINE, person="referee"))
    assert not told(playing, "kii", "Dispute 1 of kii")
    for seat in ("kii", "ise"):
        assert lines(told(playing, seat, "The referee has ruled: ruling 1.")) == ["appeal 1 "]
    playing.say(playing.legal()[0], seat=playing.seat)
    assert not told(playing, "kii", "The referee has ruled")


def test_who_has_agreed_to_a_pause_is_told_and_whoever_has_not_is_asked(playing: Playing) -> None:
    playing.say("agree to pause", seat="kii")
    (own,), (other,) = told(playing, "kii", "would pause"), told(playing, "ise", "would pause")
    assert (own["asks"], lines([own])) == (False, ["disagree to pause"])
    assert (other["asks"], lines([other])) == (True, ["agree to pause"])
    for seat in ("ise", "iga"):
        playing.say("agree to pause", seat=seat)
    assert "agree to resume" in data(playing, "ise")["begins"].values()
    playing.say("agree to resume", seat="kii")
    assert lines(told(playing, "ise", "would go on")) == ["agree to resume"]


def test_a_vacation_is_told_to_who_takes_it(playing: Playing) -> None:
    assert lines(told(playing, "kii", "20 days of vacation left")) == ["vacation "]
    playing.say("vacation 2026-12-24 to 2026-12-28", seat="kii")
    assert told(playing, "kii", "Your vacation: from ")
    assert told(playing, "kii", "15 days of vacation left")
    assert not told(playing, "ise", "Your vacation")


def test_an_order_that_waits_is_told_to_its_seat_alone(playing: Playing) -> None:
    other = next(one for one in PEOPLE if one != playing.seat)
    playing.say(f"later {playing.legal()[0]}", seat=other)
    found = told(playing, other, "Waits for its time: ") + told(playing, other, "release it")
    assert lines(found) == ["withdraw 1", "release"]
    assert not told(playing, playing.seat, "Waits for its time")


def test_every_line_that_a_button_writes_is_one_of_a_mail(playing: Playing) -> None:
    """Those that end with a blank want more; the others are read as they stand."""
    seat = playing.seat
    playing.say(playing.legal()[0], seat=seat)
    for line in ("take back once", "dispute 20: no", "agree to pause", "agree to abandon"):
        playing.say(line, seat=seat)
    for one in PEOPLE:
        found = data(playing, one)
        whole = [line for line in (*found["begins"].values(), *lines(found["matters"])) if line[-1] != " "]
        assert "new link" in whole
        checked = playing.post(f"{playing.link(one)}check", {"lines": whole}).json()["lines"]
        assert {read["text"]: read["state"] for read in checked} == dict.fromkeys(whole, "talk")


def pressed(playing: Playing, seat: str, line: str) -> None:
    """What a button writes is sent, and the mailbox says that it is meant."""
    told_first = playing.sends(seat, playing.given(seat, line))
    assert told_first["state"] == "confirm"
    playing.answers_question(PEOPLE[seat])
    playing.out()


def test_a_draw_is_offered_taken_back_and_agreed_by_the_lines_of_buttons(playing: Playing) -> None:
    offer = data(playing, "iga")["begins"]["Offer a draw"]
    for seat in PEOPLE:
        playing.known(seat)
    pressed(playing, "iga", offer)
    assert offer not in data(playing, "iga")["begins"].values()
    (own,) = told(playing, "iga", "would call the game a draw")
    assert (own["asks"], lines([own])) == (False, ["disagree to draw"])
    playing.sends("iga", playing.given("iga", *lines([own])))
    assert told(playing, "ise", "would call the game a draw") == []
    for seat in ("iga", "ise", "kii"):
        found = lines(told(playing, seat, "would call the game a draw")) or [offer]
        pressed(playing, seat, *found)
    assert (playing.game.is_over(), playing.game.is_drawn) == (True, True)


def test_who_wins_and_who_concedes_by_the_lines_of_buttons(playing: Playing) -> None:
    playing.known("kii")
    begins = data(playing, "kii")["begins"]
    pressed(playing, "kii", f"{begins['Who wins…']}iga wins")
    (asked,) = told(playing, "iga", "would end the game, won by iga (Anna).")
    assert lines([asked]) == ["agree that iga wins"]
    pressed(playing, "kii", begins["Concede"])
    assert told(playing, "ise", "kii (Cara) has conceded.")
    assert not {"Concede", "Who wins…", "Offer a draw"} & data(playing, "kii")["begins"].keys()


def test_a_thing_is_offered_once(playing: Playing) -> None:
    """Vacations stand with what is left of them."""
    found = data(playing, "kii")
    assert lines(found["matters"]).count("vacation ") == 1
    assert "vacation " not in found["begins"].values()


def test_who_observes_is_named_to_every_seat_and_only_while_he_does(playing: Playing) -> None:
    for name in ("Emil", "Fay"):
        one = Observer("winter", f"{name.lower()}@x.org", f"{name.lower()}@x.org", name, playing.now, 1)
        ObserverTable(playing.record).begin(one)
    for seat in PEOPLE:
        (found,) = told(playing, seat, "Emil", "Fay")
        assert (found["acts"], found["asks"]) == ({}, False)
        assert "@x.org" not in playing.web.get(f"{playing.link(seat)}api/table").text
    observers.end(playing.record, "emil@x.org", "", playing.now)
    (found,) = told(playing, "kii", "Fay")
    assert "Emil" not in found["says"]
    assert "comes to that person by mail" in found["says"]
    observers.end(playing.record, "fay@x.org", "", playing.now)
    assert not told(playing, "kii", "by mail")

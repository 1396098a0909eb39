"""What somebody has left for a seat ends with his leave to order for it, and is named to who may leave it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from domain.game.entries.people import ENDED, PRESS, OrderReleased
from domain.game.state.words import notation_of
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.audit import audit_game
from referee.bundle import writing
from referee.games import people
from referee.games.held_orders import hold
from referee.games.left_orders import unfit
from referee.identity.renewing import new_link
from referee.mail.writing.sheets import standing
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.seats.folded_games import scene
from tests.bundle.test_both import judged
from tests.referee.mail.test_desk_lines import CARA, DORA, Talking
from tests.referee.mail.test_desk_world import body
from tests.referee.mail.test_told_after import begun

UNTIL = 1_798_761_599_999
"""The last millisecond of 2026 in UTC."""
OF_REFEREE = Act(COMMAND_LINE, person=REFEREE)
FOR_CARA = Act(COMMAND_LINE, seat="kii", person=REFEREE, behalf="Cara")
LEFT = ["later pass", "if turn 9 or later: pass then pass"]


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Talking]:
    made = Talking(tmp_path)
    while made.seat == "kii":
        made.say(made.legal()[0])
    made.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    made.out()
    yield made
    made.record.close()


def leaves(talking: Talking) -> None:
    """Dora leaves all kinds of orders, and Cara one of each kind herself."""
    talking.say(*LEFT, "wait", "pass", sender=DORA)
    talking.say("later pass", "if turn 8 or later: pass")
    talking.out()


def ended(talking: Talking) -> list[int]:
    entries = (one.entry for one in talking.record.envelopes("winter"))
    return [one.number for one in entries if isinstance(one, OrderReleased) and one.why == ENDED]


def held(talking: Talking) -> list[int]:
    return [one.number for one in talking.game.held_by("kii")]


def holds(talking: Talking) -> None:
    assert audit_game(talking.record, "winter").finding is None
    for viewer in ("kii", PUBLIC, REFEREE):
        assert judged(writing.members(talking.record, "winter", viewer)) == (None, None)


def told(talking: Talking, address: str = CARA) -> str:
    return " ".join(" ".join(body(one) for one in talking.out() if one["To"] == address).split())


NAMES_ALL = "Leave again what you still mean: later pass if turn 9 or later: pass then pass wait pass"


def test_what_a_delegate_has_left_ends_when_he_is_sent_away_and_his_principals_own_stays(
    talking: Talking,
) -> None:
    leaves(talking)
    assert held(talking) == [1, 2, 3, 4, 5]
    talking.say("undelegate Dora")
    assert (ended(talking), held(talking)) == ([1, 2, 3], [4, 5])
    assert NAMES_ALL in told(talking)
    holds(talking)


def by_referee(talking: Talking) -> None:
    people.end_delegation(talking.referee, "winter", "kii", "Dora", FOR_CARA, "She is away.")
    talking.desk.tell("winter")


def by_time(talking: Talking) -> None:
    talking.now = UNTIL + 2
    talking.desk.sweep(talking.now)


def by_another_order(talking: Talking) -> None:
    """Before anybody has looked at the clock."""
    talking.now = UNTIL + 2
    talking.say(talking.legal()[0], seat=talking.seat)


def by_less_leave(talking: Talking) -> None:
    people.delegate(talking.referee, "winter", "kii", "Dora", PRESS, UNTIL, FOR_CARA)
    talking.desk.tell("winter")


@pytest.mark.parametrize("ends", [by_referee, by_time, by_another_order, by_less_leave])
def test_so_it_is_however_his_leave_ends_and_the_seat_is_told_by_a_mail(
    talking: Talking, ends: Callable[[Talking], None]
) -> None:
    leaves(talking)
    ends(talking)
    assert ended(talking) == [1, 2, 3]
    assert not {1, 2, 3} & {*held(talking)}
    assert NAMES_ALL in told(talking)
    holds(talking)


def test_nothing_that_he_has_left_is_played_after_his_time_though_his_seat_is_asked(
    talking: Talking,
) -> None:
    """His condition holds at once when the seat is asked, by the very order that comes after his time."""
    talking.say("if turn 1 or later: pass", sender=DORA)
    talking.now = UNTIL + 2
    while talking.seat != "kii":
        talking.say(talking.legal()[0], seat=talking.seat)
    entries = [one.entry for one in talking.record.envelopes("winter")]
    assert [one.why for one in entries if isinstance(one, OrderReleased)] == [ENDED]


def test_a_new_link_ends_all_that_was_left_by_mail_and_names_it(talking: Talking) -> None:
    leaves(talking)
    talking.say("new link")
    assert (ended(talking), held(talking)) == ([1, 2, 3, 4, 5], [])
    said = told(talking)
    assert "if turn 8 or later: pass" in said
    assert "Leave again what you still mean: later pass" in said
    holds(talking)


def test_so_does_one_of_the_referee_who_is_shown_no_order_and_the_seat_is_mailed_them(
    talking: Talking,
) -> None:
    leaves(talking)
    new_link(talking.referee, "winter", "kii", "Her telephone was stolen.", OF_REFEREE)
    talking.desk.tell("winter")
    assert (ended(talking), held(talking)) == ([1, 2, 3, 4, 5], [])
    said = told(talking)
    assert "if turn 8 or later: pass" in said
    assert said.count("Leave again what you still mean:") == 1
    holds(talking)


def test_one_after_his_time_names_each_once(talking: Talking) -> None:
    """Though nobody has looked at the clock since."""
    leaves(talking)
    talking.now = UNTIL + 2
    talking.say("new link")
    assert (ended(talking), held(talking)) == ([1, 2, 3, 4, 5], [])
    holds(talking)


def test_what_the_referee_has_left_for_a_seat_stays(talking: Talking) -> None:
    hold(talking.referee, "winter", "kii", "pass", "asked", FOR_CARA)
    talking.say("later pass")
    talking.say("new link")
    assert (ended(talking), held(talking)) == ([2], [1])


def test_who_takes_the_seat_finds_nothing_held(talking: Talking) -> None:
    leaves(talking)
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", OF_REFEREE, "emil@example.org")
    assert held(talking) == []
    holds(talking)


def test_standing_orders_that_he_gave_stay_and_are_named(tmp_path: Path) -> None:
    table = begun(tmp_path, "twilight_shogun")
    seat, game = table.game.seats[0], "spring"
    holder = table.game.register.holders[seat]
    act = Act(COMMAND_LINE, seat=seat, person=REFEREE, behalf=holder)
    people.delegate(table.referee, game, seat, "Dora", "all", UNTIL, act, DORA)
    order = notation_of(table.game).read("standing evade")
    table.referee.take(game, seat, order, Act(COMMAND_LINE, seat=seat, person="Dora", behalf=holder))
    said = " ".join(standing(scene(table.record, game, seat), "Dora"))
    assert "orders that “Dora” gave are those of the seat, and stay: standing evade." in said
    assert "“standing none” takes all of them back." in said
    assert standing(scene(table.record, game, seat), "Emil") == []
    table.referee.take(game, seat, notation_of(table.game).read("standing none"), act)
    assert standing(scene(table.record, game, seat), "Dora") == []
    table.record.close()


class Undone(Exception):
    """What was begun is taken back, as when the store fails."""


def test_who_has_left_an_order_is_not_whoever_left_one_like_it_that_was_undone(talking: Talking) -> None:
    hers = Act(MAIL, "", "kii", "Cara")
    with suppress(Undone), talking.record.recorder.together():
        hold(talking.referee, "winter", "kii", "pass", "asked", hers)
        assert unfit(talking.record, talking.game, "kii", talking.now) == []
        raise Undone
    hold(talking.referee, "winter", "kii", "pass", "asked", Act(MAIL, "", "kii", "Dora", "Cara"))
    talking.say("undelegate Dora")
    assert (ended(talking), held(talking)) == ([1], [])

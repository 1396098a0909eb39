"""The same mail again, and the news that go to the others."""

from __future__ import annotations

import re
from random import Random

from referee.games.order_sheet import ALREADY, NOT_REACHED, PLAYED, REFUSED
from referee.seats.tokens import shown
from tests.referee.mail.test_desk_world import KEY, PEOPLE, World, body, mail, world
from tests.tokens import token

__all__ = ["world"]  # the fixture

CARA = PEOPLE["kii"]  # kii has the first turn


def legal(w: World) -> str:
    return w.legal()[0]


# ---- the same mail again


def test_the_same_mail_is_answered_twice_and_applied_once(world: World) -> None:
    world.desk.announce("winter")
    world.out()
    sent = world.orders(legal(world), "place ninja in kii")
    first, after = world.desk.handle(sent), world.game.position
    second = world.desk.handle(sent)
    assert [result.outcome for result in first.results] == [PLAYED, REFUSED]
    assert [result.outcome for result in second.results] == [ALREADY, REFUSED]
    assert world.game.position == after
    one, two = world.out()
    assert (one["To"], one["Message-ID"]) == (two["To"], two["Message-ID"])


def test_the_same_orders_under_another_id_are_applied_once(world: World) -> None:
    order = legal(world)
    text = world.block("kii", order)
    world.desk.handle(mail(text, CARA, id="<1@example.org>"))
    after = world.game.position
    handled = world.desk.handle(mail(text, CARA, id="<2@example.org>"))
    assert [result.outcome for result in handled.results] == [ALREADY]
    assert world.game.position == after


def test_the_same_id_with_other_orders_is_refused(world: World) -> None:
    one, other = world.legal()[:2]
    world.desk.handle(mail(world.block("kii", one), CARA))
    after = world.game.position
    world.out()
    assert world.desk.handle(mail(world.block("kii", other), CARA)).exit == 65
    assert "the same Message-ID came before" in " ".join(body(world.only()).split())
    assert world.game.position == after


def test_another_seat_cannot_suppress_a_mail_by_using_its_id_first(world: World) -> None:
    world.desk.handle(mail(world.block("iga", "pass"), PEOPLE["iga"], id="<1@example.org>"))
    handled = world.desk.handle(mail(world.block("kii", legal(world)), CARA, id="<1@example.org>"))
    assert [result.outcome for result in handled.results] == [PLAYED]


def test_a_line_that_was_refused_is_not_played_when_its_mail_comes_again(world: World) -> None:
    first, *_ = world.legal()
    later = "place uesugi in kii"
    sent = world.orders(later, first, id="<1@example.org>")
    assert [result.outcome for result in world.desk.handle(sent).results] == [REFUSED, NOT_REACHED]
    world.desk.handle(world.orders(first, id="<2@example.org>"))
    assert later in world.legal()
    assert [result.outcome for result in world.desk.handle(sent).results] == [REFUSED, NOT_REACHED]
    assert later in world.legal()


def test_a_refused_sheet_that_is_sent_anew_is_read_anew(world: World) -> None:
    """Without a HEAD line: with one it would answer what was asked before."""
    later = "place uesugi in kii"
    text = re.sub("HEAD .*\n", "", world.block("kii", later))
    world.desk.handle(mail(text, CARA, id="<1@example.org>"))
    world.desk.handle(world.orders(legal(world), id="<2@example.org>"))
    handled = world.desk.handle(mail(text, CARA, id="<3@example.org>"))
    assert [result.outcome for result in handled.results] == [PLAYED]


def test_the_same_line_without_a_head_is_another_order_in_another_turn(world: World) -> None:
    line, ids = "place uesugi in iga", iter(range(99))
    for turn in ("T1", "T4"):
        while (world.game.turn, world.seat) != (turn, "kii") or line not in world.legal():
            world.desk.handle(world.orders(legal(world), id=f"<{next(ids)}@example.org>"))
        sent = mail(f"TOKEN {shown(token(KEY, 'winter', 'kii', turn))}\n{line}\n", CARA, id="")
        assert [result.outcome for result in world.desk.handle(sent).results] == [PLAYED]
        assert [result.outcome for result in world.desk.handle(sent).results] == [ALREADY]


def test_a_mail_that_ended_its_turn_is_answered_again_not_called_late(world: World) -> None:
    sent = b""
    for nth in range(3):
        if world.seat != "kii":
            break
        sent = world.orders(legal(world), id=f"<{nth}@example.org>")
        world.desk.handle(sent)
    assert world.game.turn == "T2"
    after = world.game.position
    world.out()
    handled = world.desk.handle(sent)
    assert [result.outcome for result in handled.results] == [ALREADY]
    assert world.game.position == after
    assert [one["To"] for one in world.out()] == [CARA]


# ---- news


def test_the_next_seat_gets_its_block_and_the_others_the_news(world: World) -> None:
    world.desk.announce("winter")
    nth = 0
    while world.game.turn == "T1":
        world.out()
        world.desk.handle(world.orders(legal(world), id=f"<{nth}@example.org>"))
        nth += 1
    answer, turn, news = world.out()
    assert (answer["To"], turn["To"], news["To"]) == (CARA, PEOPLE["iga"], PEOPLE["ise"])
    assert answer["Auto-Submitted"] == "auto-replied"
    assert turn["Auto-Submitted"] == news["Auto-Submitted"] == "auto-generated"
    assert turn["Subject"] == "Your turn [winter T2 iga] Shinobi"
    assert news["Subject"] == "News [winter T2 ise] Shinobi"
    assert "It is the turn of iga" in body(news)
    assert "-----BEGIN ORDERS winter T2 iga-----" in body(turn)
    assert "BEGIN ORDERS" not in body(news)
    said, short = (" ".join(body(one).split()) for one in (turn, news))
    assert "kii places a card of Uesugi in iga" in said  # all of the turn, not only its last mail
    assert "kii places a card of Uesugi at home" in short
    assert "reply “log" in short  # the rest, for whoever wants it


def test_an_answer_tells_what_else_has_happened_and_tells_it_once(world: World) -> None:
    world.desk.announce("winter")
    world.desk.handle(world.orders(legal(world)))  # kii goes on: no news for the others
    world.out()
    said = []
    for nth in range(2):
        world.desk.handle(mail(world.block("iga", "pass"), PEOPLE["iga"], id=f"<{nth}@iga>"))
        said.append(body(world.only()))
    assert "kii places a card" in said[0]
    assert "kii places a card" not in said[1]


def test_a_whole_game_by_mail(world: World) -> None:
    world.desk.announce("winter")
    random, played = Random(1), 0
    while not world.game.is_over():
        world.out()
        order = random.choice(world.legal())
        handled = world.desk.handle(world.orders(order, id=f"<{played}@example.org>"))
        assert [result.outcome for result in handled.results] == [PLAYED]
        played += 1
    answer, *ends = world.out()
    assert [one["To"] for one in ends] == list(PEOPLE.values())
    winners = world.game.winners
    for one in ends:
        assert ":: Mail: end " in body(one)
        assert winners[0] in body(one).splitlines()[0]
    assert "The game is over." in body(answer)
    late = mail(world.block("kii", "pass"), CARA, id="<late@example.org>")
    handled = world.desk.handle(late)
    assert (handled.exit, [result.outcome for result in handled.results]) == (0, [REFUSED])
    assert "The game is over. Its record can be replayed and audited." in body(world.only())

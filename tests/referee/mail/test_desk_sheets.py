"""One mail may carry what follows: lines wait for the questions that come, within the turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import SEAT, Ordered, Rewound
from domain.game.entries.people import ENDED, REFUSED, SHEET, OrderHeld, OrderReleased
from domain.game.entries.policy import Policy
from domain.kit.sealed import Sealed
from projections.twilight_shogun.names import names
from referee.audit.audit import audit_game
from referee.games.held_orders import hold
from referee.games.opening import Opening
from referee.games.order_sheet import ALREADY, HELD, PLAYED
from referee.games.order_sheet import REFUSED as NOT_LEGAL
from referee.record.envelope import COMMAND_LINE, Act
from referee.service.exits import Handled
from tests.referee.mail.test_desk_world import World, body, mail

SIDES = {"anti": "anna@example.org", "pro": "bela@example.org"}


class Shogun(World):
    """A game of Twilight of Shogun: its sides play card by card, in turn."""

    def open(self, name: str, people: dict[str, str]) -> None:
        self.referee.open(Opening(name, "twilight_shogun", ("Anna", "Bela"), level=0), Act(COMMAND_LINE))
        for seat, address in SIDES.items():
            self.record.register(name, seat, address)

    def send(self, seat: str, *lines: str) -> Handled:
        self.sent = getattr(self, "sent", 0) + 1
        text = self.block(seat, *lines)
        return self.desk.handle(mail(text, SIDES[seat], id=f"<{self.sent}@example.org>"))

    def entries(self, kind: type) -> list[object]:
        return [one.entry for one in self.record.envelopes("winter") if isinstance(one.entry, kind)]

    def ordered(self, seat: str) -> list[str]:
        words = self.game.rules.notation(self.game.data, self.game.seats)
        given = [one for one in self.entries(Ordered) if isinstance(one, Ordered) and one.by == SEAT]
        return [words.write(one.plain()) for one in given if one.seat == seat]

    def swept(self) -> str:
        """What the mails say that are due now, together."""
        self.desk.sweep()
        return "\n".join(" ".join(body(one).split()) for one in self.out())


@pytest.fixture
def shogun(tmp_path: Path) -> Iterator[Shogun]:
    made = Shogun(tmp_path)
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


def outcomes(handled: Handled) -> list[str]:
    return [result.outcome for result in handled.results]


def plays(world: Shogun) -> list[str]:
    """Each card of the hand that is asked for, as it is played by one line, and no event occurs."""
    game = world.game
    write = game.rules.notation(game.data, game.seats).write
    lines = [line for line in map(write, game.examples(world.seat)) if "action: influence" in line]
    return list({line.split()[1]: line for line in lines}.values())


def card_of(world: Shogun, line: str) -> str:
    """The printed name of the card that a line plays."""
    return names(world.game.data)[line.split()[1]]


def court(world: Shogun) -> str:
    """A card of the hand that is asked for, by which nobody is asked anything."""
    game = world.game
    write = game.rules.notation(game.data, game.seats).write
    return next(line for line in map(write, game.examples(world.seat)) if line.startswith("court "))


def test_a_line_for_the_next_round_is_played_when_it_is_asked_for(shogun: Shogun) -> None:
    first, second, third = plays(shogun)[:3]
    assert outcomes(shogun.send("anti", first, second)) == [PLAYED, HELD]
    (held,) = shogun.entries(OrderHeld)
    assert isinstance(held, OrderHeld)
    assert (held.when, held.line.value, held.turn) == (SHEET, second, shogun.game.turn)
    mine = court(shogun)
    shogun.out()
    shogun.send("pro", mine)
    assert shogun.ordered("anti") == [first, second]
    assert third not in shogun.ordered("anti")
    assert shogun.game.awaited() == ("pro",)
    assert shogun.game.held_by("anti") == ()
    assert audit_game(shogun.record, "winter").finding is None
    shogun.desk.sweep()
    (to_anti,) = [body(one) for one in shogun.out() if one["To"] == SIDES["anti"]]
    assert f"Anti-Bakufu plays {card_of(shogun, second)}" in " ".join(to_anti.split())
    assert "BEGIN ORDERS" not in to_anti
    shogun.send("anti", "log")
    assert "anti was asked: its order 1 is played." in body(shogun.out()[0])


def test_the_other_side_does_not_see_what_waits(shogun: Shogun) -> None:
    first, second = plays(shogun)[:2]
    shogun.send("anti", first, second)
    card = second.split()[1]
    (to_pro,) = [one for one in shogun.out() if one["To"] == SIDES["pro"]]
    assert card not in body(to_pro)
    assert "holds an order back" not in body(to_pro)  # only whoever asks for the log is told that
    shogun.send("pro", "log")
    (answer,) = [one for one in shogun.out() if one["To"] == SIDES["pro"]]
    assert "anti holds an order back" in " ".join(body(answer).split())
    assert card not in body(answer)


def test_a_word_that_names_nothing_is_not_played_after_anothers_act(shogun: Shogun) -> None:
    first = plays(shogun)[0]
    assert outcomes(shogun.send("anti", first, "pass")) == [PLAYED, HELD]
    shogun.send("pro", court(shogun))
    assert shogun.ordered("anti") == [first]
    assert shogun.game.awaited() == ("anti",)
    said = shogun.swept()
    assert "Your order “pass” waited, and was not played" in said
    assert "it names nothing" in said


def test_a_line_that_cannot_be_used_ends_the_sheet_and_all_of_it_is_told(shogun: Shogun) -> None:
    first, second, third = plays(shogun)[:3]
    assert outcomes(shogun.send("anti", first, first, second, third)) == [PLAYED, HELD, HELD, HELD]
    shogun.send("pro", court(shogun))
    assert shogun.ordered("anti") == [first]
    released = [one for one in shogun.entries(OrderReleased) if isinstance(one, OrderReleased)]
    assert [(one.number, one.why) for one in released] == [(1, REFUSED), (2, ENDED), (3, ENDED)]
    said = shogun.swept()
    assert f"Your order “{first}” waited" in said
    assert f"What you wrote below it is not played either: {second} {third}" in said
    assert audit_game(shogun.record, "winter").finding is None


def test_further_orders_end_what_is_left(shogun: Shogun) -> None:
    first, second, third, fourth = plays(shogun)[:4]
    shogun.send("anti", first, first, second)
    shogun.send("pro", court(shogun))
    assert shogun.game.held_by("anti") == ()
    assert outcomes(shogun.send("anti", second, third, fourth)) == [PLAYED, HELD, HELD]
    assert [one.number for one in shogun.game.held_by("anti")] == [3, 4]


def test_the_same_sheet_in_another_mail_waits_once(shogun: Shogun) -> None:
    first, second = plays(shogun)[:2]
    text = shogun.block("anti", first, second)
    for number in range(2):
        handled = shogun.desk.handle(mail(text, SIDES["anti"], id=f"<again{number}@example.org>"))
    assert outcomes(handled)[0] == ALREADY
    assert len(shogun.game.held_by("anti")) == 1


def test_a_line_is_taken_back_and_those_below_it_wait_on(shogun: Shogun) -> None:
    first, second, third = plays(shogun)[:3]
    shogun.send("anti", first, second, third)
    shogun.send("anti", f"withdraw {shogun.game.held_by('anti')[0].number}")
    shogun.send("pro", court(shogun))
    assert shogun.ordered("anti") == [first, third]
    assert audit_game(shogun.record, "winter").finding is None


def test_the_seats_next_orders_end_an_older_sheet(shogun: Shogun) -> None:
    first, second = plays(shogun)[:2]
    act = Act(COMMAND_LINE, seat="anti", person="Anna")
    hold(shogun.referee, "winter", "anti", second, SHEET, act)
    shogun.send("anti", first)
    assert shogun.entries(OrderReleased) == [OrderReleased("anti", 1, ENDED)]
    assert shogun.ordered("anti") == [first]
    assert audit_game(shogun.record, "winter").finding is None


def test_a_sheet_ends_with_its_turn(shogun: Shogun) -> None:
    """Nobody is asked for the line of a turn that is over, whosever turn it is then."""
    first, second = plays(shogun)[:2]
    held = OrderHeld("anti", 1, Sealed(("anti",), second), SHEET, "T9")
    act = Act(COMMAND_LINE, seat="anti", person="Anna")
    shogun.referee.put("winter", lambda _game, _at: held, act)
    shogun.send("anti", first)
    shogun.referee.put("winter", lambda _game, _at: replace(held, number=2), act)
    assert shogun.game.awaited() == ("pro",)
    said = shogun.swept()
    assert "The turn for which this order was written is over." in said
    assert shogun.game.held_by("anti") == ()


def test_a_sheet_ends_where_play_goes_back(shogun: Shogun) -> None:
    first, second = plays(shogun)[:2]
    before = shogun.game.position
    shogun.send("anti", first, second)
    shogun.referee.rewind("winter", Rewound(before, "It was misread."), Act(COMMAND_LINE, person="referee"))
    assert shogun.game.awaited() == ("anti",)
    assert "Play has gone another way since this order was written." in shogun.swept()
    assert shogun.game.held_by("anti") == ()
    assert audit_game(shogun.record, "winter").finding is None


def test_a_sheet_has_at_most_a_hundred_lines_that_wait(shogun: Shogun) -> None:
    first, second = plays(shogun)[:2]
    results = outcomes(shogun.send("anti", first, *[second] * 101))
    assert results == [PLAYED, *[HELD] * 100, NOT_LEGAL]


def test_what_comes_first_and_is_not_asked_does_not_wait(shogun: Shogun) -> None:
    first, second = plays(shogun)[:2]
    shogun.send("anti", first)
    assert outcomes(shogun.send("anti", second)) == [NOT_LEGAL]
    assert shogun.game.held_by("anti") == ()


# ---- the recommended sheet, in the invitation


class River(World):
    """A game of Kawanakajima whose seats begin with the standing orders that are recommended."""

    def open(self, name: str, people: dict[str, str]) -> None:
        opening = Opening(name, "kawanakajima", ("Anna", "Bela"), level=0, policy=Policy(sheets=True))
        self.referee.open(opening, Act(COMMAND_LINE))
        self.record.register(name, "takeda", SIDES["anti"])
        self.record.register(name, "uesugi", SIDES["pro"])


def test_the_invitation_shows_the_sheet_and_a_line_changes_it(tmp_path: Path) -> None:
    world = River(tmp_path)
    world.desk.announce("winter")
    first = " ".join(body(world.out()[0]).split())
    assert "You begin with these standing orders" in first
    assert "moves by posture" in first
    assert "“standing none” takes all of them back" in first
    text = world.block("uesugi", "moves nothing", "plan hoshi")
    handled = world.desk.handle(mail(text, SIDES["pro"]))
    assert outcomes(handled) == [PLAYED, PLAYED]
    left = {one.occasion for one in world.game.state.board.armies["uesugi"].standing}
    assert "moves" not in left
    assert "fights" in left
    assert audit_game(world.record, "winter").finding is None
    world.record.close()


def test_what_was_left_in_vain_is_told_in_the_mail_that_asks(shogun: Shogun) -> None:
    """One mail says both, and it wants what it asks: no second one follows."""
    first, second = plays(shogun)[:2]
    shogun.send("anti", first, first, second)
    shogun.out()
    shogun.send("pro", court(shogun))
    (told,) = [one for one in shogun.out() if one["To"] == SIDES["anti"]]
    said = " ".join(body(told).split())
    assert str(told["Subject"]).startswith("Your turn [winter ")
    assert f"Your order “{first}” waited, and was not played." in said
    assert "-----BEGIN ORDERS winter T1 anti-----" in said
    assert "Pro-Bakufu" in said.partition("Since your last mail:")[2]
    shogun.desk.sweep()
    assert shogun.desk.tell("winter") == ()
    assert shogun.out() == []

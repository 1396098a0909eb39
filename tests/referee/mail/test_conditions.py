"""Orders for when something is so, played by mail: what the writer, the others and the audit see of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.game.entries.entries import STANDING_ORDER, Ordered
from domain.game.entries.people import OrderReleased, SeatTaken
from domain.game.state.words import notation_of
from domain.kit.sealed import PUBLIC, Sealed
from domain.titles import TITLES
from referee.audit.audit import FAILS, audit_game
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.writing import members
from referee.record.envelope import COMMAND_LINE, Act
from tests.referee.mail.players import Table
from tests.referee.mail.test_desk_world import PEOPLE, body

NAMES = ("ann@example.org", "ben@example.org", "cleo@example.org", "dan@example.org", "eva@example.org")
SEATS = {title: rules.seats[: rules.scenarios[0].seats[0]] for title, rules in TITLES.items()}

PLAYED = ("shinobi", "kawanakajima", "twilight_shogun")
"""Those that have a test of their own below: what else is done with each is for the longer proofs."""

Open = Callable[[str], Table]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Open]:
    made = list[Table]()

    def begin(title: str) -> Table:
        people = PEOPLE if title == "shinobi" else dict(zip(SEATS[title], NAMES, strict=False))
        made.append(Table(tmp_path, 1, title=title, people=people))
        made[-1].join()
        return made[-1]

    yield begin
    for one in made:
        one.record.close()


def legal(table: Table, seat: str) -> list[str]:
    return [notation_of(table.game).write(order) for order in table.game.examples(seat)]


def says(table: Table, seat: str, *lines: str) -> str:
    """The answer that a seat gets to its lines."""
    return " ".join(body(table.send(seat, *lines)[table.people[seat]]).split())


def to_the_turn_of(table: Table, seat: str) -> str:
    """The others play until the seat was asked, or has answered; all that its mails have said meanwhile."""
    before, told = len(fired(table)), ""
    for _ in range(30):
        now = table.game.awaited()[0]
        if now == seat or len(fired(table)) > before:
            return " ".join(told.split())
        sent = table.send(now, legal(table, now)[0])
        told += "".join(body(one) for to, one in sent.items())
    raise AssertionError("The seat was never asked.")


def fired(table: Table) -> list[OrderReleased]:
    return [one for one in entries(table) if isinstance(one, OrderReleased) and one.why == "fired"]


def entries(table: Table) -> list[object]:
    return [envelope.entry for envelope in table.record.envelopes("spring")]


def holds(table: Table) -> None:
    """The audit of the store with its mails, and that of everybody's export."""
    verdict = audit_game(table.record, "spring")
    assert not [check for check in verdict.checks if check.result == FAILS]
    verdict = audit_bundle(Bundle(members(table.record, "spring", PUBLIC)))
    assert not [check for check in verdict.checks if check.result == FAILS]


def test_shinobi_else_and_then_answer_two_prompts(sit: Open) -> None:
    table = sit("shinobi")
    state = table.game.state.board
    first, second = state.hands["ise"][:2]
    line = f"if turn 40 or later: pass else: place {first} in iga then place {second} in ise"
    assert "Kept under seal until it holds" in says(table, "ise", line)
    assert f"else: place {first} in iga then place {second} in ise (its own condition)" in says(
        table, "ise", "conditions"
    )
    others = says(table, "kii", "log")
    assert "ise leaves a condition under seal." in others
    assert "turn 40" not in others
    told = ""
    while not fired(table):
        seat = table.game.awaited()[0]
        told += "".join(body(one) for one in table.send(seat, legal(table, seat)[0]).values())
    done = fired(table)
    turn = done[0].turn
    assert [one.shown for one in done] == [f"not turn 40 or later ({turn})", ""]
    given = [one for one in entries(table) if isinstance(one, Ordered) and one.seat == "ise"]
    assert [(one.by, notation_of(table.game).write(one.plain())) for one in given][:2] == [
        (STANDING_ORDER, f"place {first} in iga"),
        (STANDING_ORDER, f"place {second} in ise"),
    ]
    assert f"has come about: not turn 40 or later ({turn})" in " ".join(told.split())
    assert "No order of yours waits." in says(table, "ise", "conditions")
    holds(table)


def test_twilight_what_hangs_on_a_hand_is_shown_to_its_seat_alone(sit: Open) -> None:
    table = sit("twilight_shogun")
    says(table, "pro", "if turn 9: play 1 event")
    to_the_turn_of(table, "pro")
    held = table.game.state.board.hands["pro"][0]
    says(table, "pro", f"if i hold {held}: {legal(table, 'pro')[0]}")
    (done,) = fired(table)
    assert isinstance(done.shown, Sealed)
    assert done.shown.value.startswith(f"hold {held}")
    others, own = says(table, "anti", "log"), says(table, "pro", "log")
    assert "Condition 2 of pro has come about." in others
    assert "if turn 9" not in others
    assert f"Condition 2 of pro has come about: hold {held}" in own
    assert [one.number for one in table.game.held_by("pro")] == [1]
    says(table, "pro", "withdraw 1")
    assert not table.game.held_by("pro")
    holds(table)


def test_kawanakajima_an_entry_hangs_on_what_the_enemy_has(sit: Open) -> None:
    table = sit("kawanakajima")
    assert table.game.awaited() == ("uesugi",)
    refused = says(table, "takeda", "if their Z9 is eliminated: entry M at A2")
    assert "I do not know" in refused
    says(table, "takeda", "unless their A1 is eliminated: entry M at A2")
    says(table, "takeda", "if B is drawn: entry M at B1 else: entry M at C2")
    news = to_the_turn_of(table, "takeda")
    assert [one.number for one in fired(table)] == [1]
    assert "not their A1 is eliminated (in order)" in news
    given = [one for one in entries(table) if isinstance(one, Ordered) and one.seat == "takeda"]
    assert (given[0].by, notation_of(table.game).write(given[0].plain())) == (
        STANDING_ORDER,
        "entry M at A2",
    )
    holds(table)


def test_kawanakajima_a_standing_order_for_a_chit_is_what_it_was(sit: Open) -> None:
    """Without “else” it is the title's own, and stands for each time."""
    table = sit("kawanakajima")
    assert "1 order played" in says(table, "takeda", "if B is drawn: posture B attack then done")
    assert not table.game.held_by("takeda")
    (left,) = [one for one in table.game.state.board.armies["takeda"].standing if one.occasion == "tB"]
    assert len(left.orders) == 2


def test_what_can_be_written_is_told(sit: Open) -> None:
    table = sit("shinobi")
    told = says(table, "kii", "help conditions")
    assert "the oldest first, before your standing orders" in told
    assert "CARD is in hand" in told


LINES = (
    ("if atlantis is discarded: pass", "I do not know"),
    ("on turn 0: pass", "can never hold"),
    ("if turn 9: pass else: pass else: pass", "A condition has one"),
    ("если ход 9: pass", "if turn 9: pass"),
    ("sauf si tour 9: pass", "unless turn 9: pass"),
)


def test_each_line_is_answered(sit: Open) -> None:
    table = sit("shinobi")
    seat = next(seat for seat in table.people if seat not in table.game.awaited())
    answer = says(table, seat, *(line for line, _ in LINES), "conditions")
    assert all(told in answer for _line, told in LINES), answer


@pytest.mark.parametrize(
    "title", [pytest.param(title, marks=pytest.mark.soak) if title in PLAYED else title for title in TITLES]
)
def test_each_form_in_each_title(sit: Open, title: str) -> None:
    """What fires shows all how it was judged; what does not is seen by its seat alone, and stays so."""
    table = sit(title)
    seat = table.game.awaited()[0]
    other = next(one for one in table.people if one != seat)
    for line in ("on turn 77: {}", "unless turn 0 or later: {}", "if turn 78: {} else: {}", "if turn 79: {}"):
        if seat != table.game.awaited()[0]:
            break
        order = legal(table, seat)[0]
        says(table, seat, line.format(order, order))
    told, seen = says(table, seat, "log", "conditions"), says(table, other, "log")
    (done,) = fired(table)
    assert str(done.shown).startswith("not turn 78 (")
    for said in (told, seen):
        assert f"Condition {done.number} of {seat} has come about: {done.shown}" in said
    assert "if turn 77:" in told
    assert not [never for never in ("turn 77", "turn 0", "turn 79") if never in seen]
    holds(table)


def test_who_takes_a_seat_gives_none_of_the_orders_that_were_left_for_it(sit: Open) -> None:
    """They are the former holder's: they end with his hold on the seat, and nobody sees what they were."""
    table = sit("shinobi")
    seat = next(seat for seat in table.people if seat not in table.game.awaited())
    other = next(one for one in table.people if one != seat)
    card = table.game.state.board.hands[seat][0]
    says(table, seat, f"if turn 0 or later: place {card} in iga", f"later place {card} in ise")
    assert len(table.game.held_by(seat)) == 2
    table.referee.put("spring", lambda _g, _at: SeatTaken(seat, "Dora", "Away."), Act(COMMAND_LINE))
    assert not table.game.held_by(seat)
    for _ in range(30):
        now = table.game.awaited()[0]
        if now == seat:
            break
        table.send(now, legal(table, now)[0])
    assert table.game.awaited() == (seat,)
    assert not fired(table)
    assert "turn 0" not in says(table, other, "log")
    holds(table)


def test_a_condition_that_holds_when_it_comes_is_played_at_once(sit: Open) -> None:
    table = sit("shinobi")
    seat = table.game.awaited()[0]
    answer = says(table, seat, f"if turn 0 or later: {legal(table, seat)[0]}")
    assert "It holds now, and was played at once." in answer
    assert len(fired(table)) == 1
    holds(table)

"""Cells of seats by mail: each bound to its order, whatever is lost, refused, repeated, or handed over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from domain.game.entries.entries import (
    DEFAULT_ORDER,
    LOST,
    REFUSED,
    UNREADABLE,
    Ordered,
    RootCommitted,
    Spent,
)
from domain.game.entries.policy import Policy
from domain.game.entries.protocol_orders import Join
from domain.game.state.fences import fence
from domain.game.state.ledger import LaneLedger
from domain.kit.errors import IllegalMove
from domain.kit.roots import CELLS
from domain.shinobi import SHINOBI
from projections.replay import Replay
from referee.audit.audit import audit_game
from referee.bundle.verify import verify
from referee.bundle.writing import write_bundle
from referee.games import people
from referee.games.addresses import keep_address
from referee.games.opening import Opening
from referee.games.order_sheet import KEPT, Line, Sheet
from referee.games.order_sheet import REFUSED as REFUSED_LINE
from referee.own_cells.files import SheetTrouble
from referee.own_cells.seats import fill, new_cells
from referee.record.chain import public_form
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.seat_view import Scene, filling
from referee.seats.taking_back import way_back
from referee.seats.tokens import bearers, shown, token_of
from tests.referee.mail.players import NEXT, Table, root_of
from tests.referee.mail.test_desk_world import KEY, NOW, PEOPLE, body, mail

ACT = Act(COMMAND_LINE)


class Celled(Table):
    """A game of level 2 in which every seat has cells."""

    def __init__(self, path: Path, **more: object) -> None:
        super().__init__(path, 2, **more)  # type: ignore[arg-type]
        self.files = {seat: new_cells("spring", seat, path / seat, sheets=1) for seat in PEOPLE}
        for seat, file in self.files.items():
            self.send(seat, root_of(file), f"join words of {seat}")
        self.out()

    @property
    def seat(self) -> str:
        return self.game.awaited()[0]

    def legal(self) -> list[str]:
        game, seat = self.game, self.seat
        write = game.rules.notation(game.data, game.seats).write
        return list(map(write, game.rules.offers(game.state, seat) or ()))

    def wanted(self, seat: str) -> tuple[int, int]:
        """The place and the cell that a mail to the seat says."""
        ledger = self.game.ledger
        assert isinstance(ledger, LaneLedger)
        return ledger.next_place(seat), ledger.next_number(seat)

    def filled(self, *orders: str, seat: str = "") -> Sequence[str]:
        seat = seat or self.seat
        return fill(self.files[seat], orders, *self.wanted(seat))

    def says(self, seat: str, *lines: str) -> str:
        """What a mail of the seat is answered."""
        return " ".join(body(self.send(seat, *lines)[self.people[seat]]).split())

    def orders(self, seat: str = "") -> list[Ordered[object]]:
        entries = [one.entry for one in self.record.envelopes("spring")]
        return [one for one in entries if isinstance(one, Ordered) and seat in ("", one.seat)]

    def roots(self, party: str) -> list[RootCommitted]:
        entries = [one.entry for one in self.record.envelopes("spring")]
        return [one for one in entries if isinstance(one, RootCommitted) and one.party == party]

    def spent(self) -> list[tuple[str, int, str]]:
        """Why each was spent, at which place, and with which line."""
        found = [one.entry for one in self.record.envelopes("spring") if isinstance(one.entry, Spent)]
        return [(entry.why, entry.place, entry.line.value) for entry in found]

    def public(self) -> bytes:
        """The public forms of all events."""
        return b"".join(
            public_form("spring", n, one) for n, one in enumerate(self.record.envelopes("spring"), 1)
        )

    def holds(self) -> bool:
        return audit_game(self.record, "spring").finding is None


@pytest.fixture
def table(tmp_path: Path) -> Celled:
    return Celled(tmp_path)


# ---- what a mail says


def test_the_turn_mail_says_place_and_cell_and_the_exact_command(table: Celled) -> None:
    seat = table.seat
    table.desk.remind("spring")
    (said,) = [body(one) for one in table.out()]
    assert "Your next order has place 1, your next cell number 1:" in " ".join(said.split())
    assert "\n  bugyo seat fill FILE ORDERS --place 1 --first 1\n" in said
    for order in (2, 3):
        answer = body(table.send(seat, *table.filled(table.legal()[0]))[PEOPLE[seat]])
        if table.seat != seat:
            break
        found = NEXT.search(answer)
        assert found is not None
        assert found.groups() == (str(order), str(order))


def test_the_page_has_the_command_and_cells_stay_spent_when_an_order_is_taken_back(table: Celled) -> None:
    seat = table.seat
    assert filling(scene_of(table, seat), "-") == "bugyo seat fill FILE - --place 1 --first 1"
    table.says(seat, *table.filled(table.legal()[0]))
    assert "--place 2 --first 2" in filling(scene_of(table, seat), "-")
    back = way_back(table.record, scene_of(table, seat))
    assert (bool(back.line), back.why_not) == (True, "Your cells that went with it stay spent.")


def scene_of(table: Celled, seat: str) -> Scene:
    data = table.record.data("shinobi", table.game.opening().data)
    return Scene(Replay("spring", SHINOBI, data, table.record.envelopes("spring")), seat, "token")


def test_an_order_without_its_cell_is_refused_and_told_so(table: Celled) -> None:
    said = table.says(table.seat, table.legal()[0])
    assert "has cells, and none came with this order. Cell 1 is wanted." in said


def test_a_cell_is_echoed_by_its_beginning_alone(table: Celled) -> None:
    (line, order) = table.filled(table.legal()[0])
    seat = table.seat
    answer = body(table.send(seat, line, order)[PEOPLE[seat]])
    assert f"> {line[:32]}…\n" in answer
    assert line[:40] not in answer


def test_the_cell_of_an_order_for_another_question_is_spent_and_those_below_are_not(table: Celled) -> None:
    """Cell and order are shown, and nothing is thrown with that cell."""
    seat, first = table.seat, table.legal()[0]
    asked, stood = fence(table.game, seat), len(table.orders())
    cell, order, second, another = table.filled(first, first)
    said = table.says(seat, cell, f"ASKED {asked}", order, second, "ASKED attack nobody", another)
    assert "1 order played, 1 for another question" in said
    assert len(table.orders()) == stood + 1
    assert [(why, line) for why, _place, line in table.spent()] == [(REFUSED, first)]
    cell, order = table.filled(table.legal()[0])
    assert "1 order played" in table.says(table.seat, cell, f"ASKED {fence(table.game, table.seat)}", order)
    assert table.holds()


# ---- lost


@pytest.mark.parametrize("times", [1, 5])
def test_a_mail_lost_on_purpose_changes_no_throw_however_often(tmp_path: Path, times: int) -> None:
    table = Celled(tmp_path)
    order = table.legal()[0]
    first = table.filled(order)
    for _ in range(times):
        assert table.filled(order) == first  # lost, and filled anew
    seat = table.seat
    assert f"Played: {order}" in table.says(seat, *first)
    assert table.spent() == []
    assert table.holds()


def test_a_mail_lost_before_another_order_is_on_record_as_lost(table: Celled) -> None:
    seat, (one, other, *_more) = table.seat, table.legal()
    table.filled(one)
    table.filled(one, "pass")
    lines = table.filled(other)
    assert [line.split()[0] for line in lines[:-1]] == ["spent", "spent", "cell"]
    assert f"Played: {other}" in table.says(seat, *lines)
    assert table.spent() == [(LOST, 0, ""), (LOST, 0, "")]
    assert "counts; nothing is to be done" in table.says(seat, lines[0])
    assert table.holds()


# ---- refused


def test_what_was_refused_and_is_sent_again_has_the_same_cell(table: Celled) -> None:
    """At the same place: the referee has seen the cell, and can throw nothing else with it."""
    seat, order = table.seat, table.legal()[0]
    lines = table.filled(order)
    stranger = Sheet(table.referee, "spring", seat, Act(COMMAND_LINE, "x", seat, "Mallory"))
    results = stranger.play([Line(n, line) for n, line in enumerate(lines, 1)])
    assert [result.outcome for result in results] == [KEPT, REFUSED_LINE]
    assert table.spent() == [(REFUSED, 1, order)]
    assert table.wanted(seat) == (1, 2)
    again = table.filled(order)
    assert again == lines
    assert f"Played: {order}" in table.says(seat, *again)
    (ordered,) = table.orders()
    assert (ordered.cell, ordered.proof) == (lines[0].split()[2], ())
    assert table.holds()


def test_a_refused_order_gives_its_cell_to_no_other(table: Celled) -> None:
    """A program that was made to do so would be seen: the order is another."""
    seat, (order, other, *_more) = table.seat, table.legal()
    line, _order = table.filled(order)
    assert f"Played: {order}" in table.says(seat, line, order)
    assert "was shown before, for another order. Cell 2 is wanted." in table.says(seat, line, other)


def test_a_line_that_cannot_be_read_spends_its_cell(table: Celled) -> None:
    seat, order = table.seat, table.legal()[0]
    lines = table.filled("plaice nothing", order)
    said = table.says(seat, *lines)
    assert "1 order not readable" in said
    assert f"Not reached: {order}" in said
    assert table.spent() == [(UNREADABLE, 1, "plaice nothing")]
    others = [one for one in PEOPLE if one != seat]
    mails = [body(one) for other in others for one in table.send(other, "log").values()]
    assert all("plaice" not in one for one in mails)
    assert b"plaice" not in table.public()
    again = table.filled(order)
    assert [line.split()[:2] for line in again[:-1]] == [["spent", "2"], ["cell", "3"]]
    assert f"Played: {order}" in table.says(seat, *again)
    assert table.holds()


def test_an_order_that_was_not_reached_keeps_its_cell(table: Celled) -> None:
    seat, order = table.seat, table.legal()[0]
    lines = table.filled("place nobody in nowhere", order)
    table.send(seat, *lines)
    again = table.filled("place nobody in nowhere", order)
    assert again == lines


def test_a_cell_that_no_order_follows_is_spent(table: Celled) -> None:
    seat, (one, other, *_more) = table.seat, table.legal()
    lines = table.filled(one, other)
    said = table.says(seat, lines[0], lines[2], "; nothing follows")
    assert said.count("No order follows this cell. Nothing is played with it.") == 2
    assert table.spent() == [(LOST, 0, ""), (LOST, 0, "")]
    assert "was shown before, for another order. Cell 3 is wanted." in table.says(seat, *table.filled(one))
    place, number = table.wanted(seat)
    lines = fill(table.files[seat], (one,), place, number, anew=True)
    assert f"Played: {one}" in table.says(seat, *lines)
    assert table.holds()


def test_a_cell_that_is_not_the_next_is_refused_and_not_recorded(table: Celled) -> None:
    seat, order = table.seat, table.legal()[0]
    lines = table.filled("place one in one", order)
    assert "This is cell 2 of" in table.says(seat, lines[2], order)
    assert "The proof of this cell is damaged" in table.says(seat, f"{lines[0]}AAAA", order)
    assert "This is not cell 1 of" in table.says(
        seat, lines[0].replace(lines[0].split()[2], "ab" * 32), order
    )
    assert table.spent() == []


def test_an_illegal_order_that_is_forfeited_spends_its_cell(table: Celled) -> None:
    policy = Policy(errors="strict", nmr="default orders", hours=24)
    people.change_policy(table.referee, "spring", policy, "a test", ACT)
    seat = table.seat
    assert "Illegal, and forfeited" in table.says(seat, *table.filled("pass"))
    assert table.spent() == [(REFUSED, 1, "pass")]
    (ordered,) = table.orders()
    assert (ordered.by, ordered.cell) == (DEFAULT_ORDER, "")
    assert table.holds()


def test_cells_that_a_mail_program_has_broken_over_lines_are_whole(table: Celled) -> None:
    seat, order = table.seat, table.legal()[0]
    (line, _order) = table.filled(order)
    word, number, cell, path = line.split()
    assert f"Played: {order}" in table.says(seat, f"{word} {number}", cell, path, order)
    assert table.holds()


# ---- orders that wait


def test_an_order_that_waits_takes_its_cell_along(table: Celled) -> None:
    seat, order = table.seat, table.legal()[0]
    lines = table.filled(order)
    assert "Kept until you write “release”" in table.says(seat, "wait", *lines)
    assert f"1: {order}" in table.says(seat, "release")
    (ordered,) = table.orders()
    assert ordered.cell == lines[0].split()[2]
    assert table.holds()


def test_an_order_for_later_is_played_with_its_cell(table: Celled) -> None:
    seat, order = table.seat, table.legal()[0]
    line, _later = table.filled(f"later {order}")
    assert f"Kept until you are asked for such an order: {order}" in table.says(seat, line, f"later {order}")
    table.desk.sweep(NOW)
    (ordered,) = table.orders()
    assert (ordered.seat, ordered.cell) == (seat, line.split()[2])
    assert table.holds()


def test_an_order_for_later_that_is_refused_when_it_is_asked_for_spends_its_cell(table: Celled) -> None:
    seat = table.seat
    lines = table.filled("later attack oda in iga with 9", "later pass")
    table.says(seat, *lines)
    table.desk.sweep(NOW)
    assert table.spent()[-1] == (REFUSED, 1, "pass")
    assert table.holds()


# ---- another hand


def newcomer(table: Celled, seat: str, name: str) -> str:
    """Somebody takes the seat; his address."""
    address = f"{name.lower()}@example.org"
    people.take_seat(table.referee, "spring", seat, name, "he had to leave", ACT, address)
    table.people = {**table.people, seat: address}
    return address


def token_now(table: Celled, seat: str, person: str) -> str:
    """The token of somebody who may act for a seat, as his mails have it."""
    game = table.game
    (bearer,) = [one for one in bearers(table.record, game, seat, NOW) if one.person == person]
    return shown(token_of(KEY, "spring", bearer, game.label))


def sends(table: Celled, seat: str, person: str, address: str, *lines: str) -> str:
    kept = table.record.load("spring")
    names = f"spring {kept.game.label} {seat}"
    text = (
        *(f"-----BEGIN ORDERS {names}-----", f"TOKEN {token_now(table, seat, person)}"),
        *(f"HEAD {kept.game.position} {kept.head.hex()}", *lines, f"-----END ORDERS {names}-----", ""),
    )
    table.sent += 1
    table.desk.handle(mail("\n".join(text), address, id=f"<{table.sent}@test>"))
    (answer,) = [one for one in table.out() if one["To"] == address][:1]
    return body(answer)


@pytest.mark.parametrize("with_cells", [True, False])
def test_a_seat_that_is_taken_over_plays_on_with_cells_of_its_own_or_none(
    tmp_path: Path, with_cells: bool
) -> None:
    table = Celled(tmp_path)
    seat = table.seat
    table.send(seat, *table.filled(table.legal()[0]))
    address = newcomer(table, seat, "Dora")
    table.desk.tell("spring")
    (welcome,) = [body(one) for one in table.out() if one["To"] == address]
    flat = " ".join(welcome.split())
    assert "This seat has no cells of its own. You need none" in flat
    assert f"bugyo seat new spring {seat} -o FILE --again 2" in flat
    while table.seat != seat:
        table.send(table.seat, *table.filled(table.legal()[0]))
    order = table.legal()[0]
    lines: Sequence[str] = (order,)
    if with_cells:
        file = new_cells("spring", seat, tmp_path / "dora", sheets=1, generation=2)
        lines = (root_of(file), *fill(file, (order,), *(table.wanted(seat)[0], 1)))
    assert f"Played: {order}" in sends(table, seat, "Dora", address, *lines)
    mine = table.orders(seat)
    assert bool(mine[-1].cell) == with_cells
    assert table.holds()


def test_the_cells_of_whoever_has_left_count_no_more(table: Celled) -> None:
    seat = table.seat
    line, order = table.filled(table.legal()[0])
    address = newcomer(table, seat, "Dora")
    table.out()
    said = " ".join(sends(table, seat, "Dora", address, line, order).split())
    assert f"{seat} has committed to no cells. Send no cell." in said
    assert f"Played: {order}" in sends(table, seat, "Dora", address, order)
    assert table.spent() == []


def test_a_delegate_goes_on_with_a_root_of_his_own_and_the_holder_after_him(tmp_path: Path) -> None:
    table = Celled(tmp_path)
    seat, holder = table.seat, table.game.register.holders[table.seat]
    table.send(seat, *table.filled(table.legal()[0]))
    keep_address(table.record, "spring", "Dora", "dora@example.org")
    people.delegate(table.referee, "spring", seat, "Dora", "all", NOW + 10**9, ACT)
    table.desk.tell("spring")
    mails = [body(one) for one in table.out() if one["To"] == "dora@example.org"]
    if table.seat == seat:
        assert any("without the file of its cells" in " ".join(one.split()) for one in mails)
    while table.seat != seat:
        table.send(table.seat, *table.filled(table.legal()[0]))
    file = new_cells("spring", seat, tmp_path / "dora", sheets=1, generation=2)
    order = table.legal()[0]
    bare = " ".join(sends(table, seat, "Dora", "dora@example.org", order).split())
    assert "has cells, and none came with this order" in bare
    lines = (root_of(file), *fill(file, (order,), table.wanted(seat)[0], 1))
    assert f"Played: {order}" in sends(table, seat, "Dora", "dora@example.org", *lines)
    people.end_delegation(table.referee, "spring", seat, "Dora", ACT)
    table.out()
    while table.seat != seat:
        table.send(table.seat, *table.filled(table.legal()[0]))
    order = table.legal()[0]
    said = sends(table, seat, holder, PEOPLE[seat], "root none", order)
    assert f"Played: {order}" in said
    assert "goes on without cells of its own" in " ".join(said.split())
    assert [bool(one.root) for one in table.roots(seat)] == [True, True, False]
    assert table.holds()


def test_a_seat_cannot_draw_new_cells_in_the_middle_of_its_own(table: Celled, tmp_path: Path) -> None:
    file = new_cells("spring", table.seat, tmp_path / "more", sheets=1, generation=2)
    assert "cannot commit further cells now" in table.says(table.seat, root_of(file))


def test_a_seat_whose_cells_are_used_up_draws_new_ones(tmp_path: Path) -> None:
    table = Celled(tmp_path)
    seat = table.seat
    for n in range(1, 33):
        place, number = table.wanted(seat)
        line = fill(table.files[seat], (f"plaice {n}",), place, number)
        table.send(seat, *line)
    said = body(table.send(seat, "pass")[PEOPLE[seat]])
    assert "All your cells are used" in " ".join(said.split())
    assert f"bugyo seat new spring {seat} -o FILE --again 2" in said
    table.files[seat] = new_cells("spring", seat, tmp_path / "again", sheets=1, generation=2)
    order = table.legal()[0]
    lines = fill(table.files[seat], (order,), table.wanted(seat)[0], 1)
    assert f"Played: {order}" in table.says(seat, root_of(table.files[seat]), *lines)
    assert len(table.spent()) == 32
    assert table.holds()


def test_cells_that_were_lost_with_mails_are_spent_before_new_ones_are_drawn(
    table: Celled, tmp_path: Path
) -> None:
    seat, order = table.seat, table.legal()[0]
    for n in range(1, 33):
        fill(table.files[seat], (f"pass {n}",), 1)
    with pytest.raises(SheetTrouble, match="with --first, and no order"):
        table.filled(order)
    again = new_cells("spring", seat, tmp_path / "again", sheets=1, generation=2)
    assert "cannot commit further cells now" in table.says(seat, root_of(again))
    lines = (*table.filled(), root_of(again), *fill(again, (order,), 1))
    assert f"Played: {order}" in table.says(seat, *lines)
    assert table.spent() == [(LOST, 0, "")] * 32
    assert table.holds()


# ---- all of it


def test_a_record_in_which_mails_are_lost_refused_and_cut_holds_for_the_audit_and_the_bundle(
    tmp_path: Path,
) -> None:
    table, random = Celled(tmp_path), Random(19)
    for _ in range(40):
        seat, orders, what = table.seat, table.legal(), random.randrange(6)
        if table.wanted(seat)[1] > CELLS - 3:  # one more may take three of them
            break
        order = random.choice(orders)
        if what == 0:
            table.filled(random.choice(orders))
        elif what == 1:
            table.send(seat, *table.filled("plaice nothing", order))
        elif what == 2:
            other = next(one for one in PEOPLE if one != seat)
            table.send(other, *table.filled("pass", seat=other))
        elif what == 3:
            table.send(seat, table.filled("pass")[-2], "; no order")
        place, number = table.wanted(seat)
        lines = fill(table.files[seat], (order,), place, number, anew=what == 3)
        if f"Played: {order}" not in table.says(seat, *lines):
            place, number = table.wanted(seat)
            table.send(seat, *fill(table.files[seat], (order,), place, number, anew=True))
    assert {why for why, _place, _line in table.spent()} == {LOST, REFUSED, UNREADABLE}
    assert table.holds()
    for viewer in ("referee", "public", "iga"):
        write_bundle(table.record, "spring", viewer, tmp_path / f"{viewer}.zip")
        report = verify(str(tmp_path / f"{viewer}.zip"))
        assert report.ok, report.lines


# ---- phrases


def test_a_phrase_that_its_person_has_used_before_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    table.send("iga", "join rain on the roof")
    table.send("ise", "join rain on the roof")  # another person
    opening = Opening("summer", "shinobi", ("Anna", "Bela", "Cara"), level=1)
    table.referee.open(opening, ACT)
    for party, address in PEOPLE.items():
        table.record.register("summer", party, address)
    for phrase in ("rain on the roof", "Rain  on the ROOF"):
        act = Act(COMMAND_LINE, "x", "iga", "Anna")
        with pytest.raises(IllegalMove, match="You have joined with this phrase before"):
            table.referee.take("summer", "iga", Join(phrase), act)
    table.referee.take("summer", "iga", Join("rain on the sea"), act)
    table.record.close()


#    what a seat sends, what it is told
PHRASES = [
    (
        "join short",
        "The phrase “short” has 5 characters; at least 12 are needed. Choose a sentence of your own",
    ),
    ("join " + "x" * 201, "The phrase has more than 200 characters. Choose a sentence of your own"),
    ("join a sentence that\u200b nobody", ""),
]


@pytest.mark.parametrize(("line", "said"), PHRASES, ids=["short", "long", "invisible"])
def test_a_phrase_that_will_not_do_says_what_would(tmp_path: Path, line: str, said: str) -> None:
    table = Table(tmp_path, 1)
    answer = " ".join(body(table.send("iga", line)[PEOPLE["iga"]]).split())
    assert said in answer
    assert ("iga" in table.game.ledger.absent) == bool(said)
    table.record.close()

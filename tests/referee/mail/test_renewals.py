"""New cells in the middle of a game: everybody is asked for a new phrase, and it goes on where it stood."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Contributed, Joined, RootCommitted
from domain.game.state.ledger import LaneLedger
from domain.kit.chance import Thrown
from domain.kit.errors import IllegalMove, StaleOrder
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.games.referee import Referee
from referee.own_cells.files import FirstSheet, PartyFile, new_file
from referee.own_cells.first_sheets import commit_lines, fill, more_cells
from referee.own_cells.witness import Reply, answer_request
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.seat_view import JOINING
from tests.referee.mail.first_games import FirstReferee
from tests.referee.mail.players import WITNESS, Player, Table, company, play, read_once
from tests.referee.mail.test_desk_world import NOW, PEOPLE, body

ACT = Act(COMMAND_LINE)
STILL = "spring stands still until all have sent a new phrase."


def seeded(record: Record) -> Referee:
    return FirstReferee(record, seed="first")


def renewals(table: Table) -> list[int]:
    """The positions of the referee's further roots."""
    found = enumerate(table.record.envelopes("spring"), 1)
    return [n for n, one in found if isinstance(one.entry, RootCommitted) and one.entry.party == "referee"]


# ---- a lane that is used up


@pytest.mark.soak
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_game_whose_cells_are_used_up_goes_on_after_new_phrases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: int
) -> None:
    """By mail alone: 32 cells in each lane, and a game that throws more than forty times."""
    monkeypatch.setitem(TITLES, "shinobi", replace(TITLES["shinobi"], sheets=1))
    table = Table(tmp_path, level)
    seats = ("iga", "ise") if level == 2 else ()
    sent = play(table, company(tmp_path, 1, seats, witness=1 if level == 3 else 0))
    assert table.game.is_over()
    (at,) = renewals(table)
    entries = [envelope.entry for envelope in table.record.envelopes("spring")]
    before, after = entries[:at], entries[at:]
    assert sum(isinstance(entry, Thrown) for entry in before) == 32
    assert sum(isinstance(entry, Thrown) for entry in after) > 8
    assert [type(entry) for entry in entries if isinstance(entry, Joined)] == [Joined] * 6
    told = {str(read_once(raw)["To"]) for raw in sent if STILL in body(read_once(raw))}
    assert len(told) >= 2  # and who has ordered reads it in the answer
    assert any("The cells of lane game are used up." in body(read_once(raw)) for raw in sent)
    if level == 3:
        assert [entry.party for entry in after if isinstance(entry, RootCommitted)] == ["witness"]
        assert len([entry for entry in entries if isinstance(entry, Contributed)]) > 40
    assert audit_game(table.record, "spring").finding is None
    table.record.close()


# ---- the referee draws new ones


def begun(path: Path, level: int = 1) -> Table:
    table = Table(path, level)
    table.desk.announce("spring")
    table.join()
    table.out()
    return table


def test_all_are_told_why_the_game_stands_still_and_go_on_where_it_stood(tmp_path: Path) -> None:
    table = begun(tmp_path)
    seat, board = table.game.awaited()[0], table.game.state.board
    table.referee.renew("spring", "the seed is not in the backup", ACT)
    assert set(table.desk.tell("spring")) == set(PEOPLE)
    mails = table.out()
    for mail in mails:
        said = " ".join(body(mail).split())
        assert STILL in said
        assert f"State: {JOINING}" in said
        assert "| the seed is not in the backup" in said or "> the seed is not in the backup" in said
        assert "To join, write one line" in said
        assert "-----BEGIN ORDERS" in said
    assert table.desk.tell("spring") == ()
    answer = body(table.send(seat, "pass")[PEOPLE[seat]])
    assert "Refused: pass" in answer
    old = body(table.send("iga", "join words of iga")[PEOPLE["iga"]])
    assert "You have joined with this phrase before" in " ".join(old.split())
    assert table.desk.remind("spring") == tuple(PEOPLE)
    assert STILL in body(table.out()[0])
    others = [one for one in PEOPLE if one != seat]
    for one in (seat, *others[:1]):
        assert table.send(one, f"join new words of {one}").keys() == {PEOPLE[one]}
    mails_by = table.send(others[1], f"join new words of {others[1]}")
    turn = body(mails_by[PEOPLE[seat]])
    assert "it is your turn in spring" in turn
    assert "-----BEGIN ORDERS" in turn
    assert "You may order:" in turn
    assert table.game.state.board == board
    assert table.game.awaited() == (seat,)
    table.record.close()


def test_no_new_cells_are_drawn_without_need(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with pytest.raises(IllegalMove, match="A reason is missing"):
        table.referee.renew("spring", " ", ACT)
    table.referee.renew("spring", "the seed is lost", ACT)
    with pytest.raises(StaleOrder, match="has not begun"):
        table.referee.renew("spring", "once more", ACT)
    table.record.close()


def test_a_seat_keeps_its_cells_while_the_referee_draws_new_ones(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    programs = company(tmp_path, 4, ("iga", "ise", "kii"))
    play(table, programs, most=30)
    table.raw()
    given = [table.game.ledger.next_number(seat) for seat in PEOPLE]
    table.referee.renew("spring", "a test", ACT)
    table.desk.tell("spring")
    play(table, programs, table.raw(), most=60)
    assert audit_game(table.record, "spring").finding is None
    ledger = table.game.ledger
    assert isinstance(ledger, LaneLedger)
    assert all(ledger.next_number(seat) > before for seat, before in zip(PEOPLE, given, strict=True))
    table.record.close()


# ---- games of protocol 1


def first_sheet(path: Path, seat: str) -> PartyFile:
    """A file as programs of protocol 1 have made it."""
    file = new_file(path, FirstSheet("spring", seat))
    more_cells(file, 20)
    return file


class FirstPlayer(Player):
    """Plays a game of protocol 1 with a sheet of that time."""

    sheet: PartyFile

    def _joining(self) -> list[str]:
        return ["join me", *commit_lines(self.sheet)]

    def _order(self, said: str) -> tuple[str, ...]:
        orders = super()._order(said)
        file = self.sheet.read()
        assert isinstance(file, FirstSheet)
        if file.used == len(file.cells):
            return (*more_cells(self.sheet, 20), *fill(self.sheet, orders))
        return fill(self.sheet, orders)


def test_a_sheet_of_protocol_1_serves_a_game_of_protocol_1_to_its_end(tmp_path: Path) -> None:
    table = Table(tmp_path, 2, referee=seeded)
    programs = company(tmp_path, 2)
    player = programs[0][1]
    assert isinstance(player, Player)
    player.__class__ = FirstPlayer
    player.sheet = first_sheet(tmp_path / "old.sheet", "iga")  # type: ignore[attr-defined]
    sent = play(table, programs)
    assert table.game.is_over()
    assert any("cell 2 is next, and 19 are left." in " ".join(body(read_once(raw)).split()) for raw in sent)
    assert audit_game(table.record, "spring").finding is None
    table.record.close()


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_game_of_protocol_1_goes_on_by_protocol_2_after_new_phrases(tmp_path: Path, level: int) -> None:
    table = Table(tmp_path, level, referee=seeded)
    table.desk.announce("spring")
    table.join()
    if level == 3:
        file = new_file(tmp_path / "old.witness", FirstSheet("spring", "witness"))
        more_cells(file, 20)
        table.send("witness", *commit_lines(file))
        with pytest.raises(StaleOrder, match="throw is awaited"):
            table.referee.renew("spring", "it shall go on by protocol 2", ACT)
        open_all(table, file)
    table.out()
    table.referee.renew("spring", "it shall go on by protocol 2", ACT)
    table.desk.tell("spring")
    programs = company(tmp_path, 5, witness=1 if level == 3 else 0)
    play(table, programs, table.raw(), most=90)
    entries = [envelope.entry for envelope in table.record.envelopes("spring")]
    (at,) = renewals(table)
    lanes = [entry.question.lane for entry in entries[at:] if isinstance(entry, Thrown)]
    assert set(lanes) == {"game"}
    assert len(lanes) > 2
    assert isinstance(table.game.ledger, LaneLedger)
    assert audit_game(table.record, "spring").finding is None
    table.record.close()


def open_all(table: Table, file: PartyFile) -> None:
    """A witness of protocol 1 answers until no throw waits."""
    while table.game.asked:
        table.desk.remind("spring")
        request = [raw for raw in table.raw() if read_once(raw)["To"] == WITNESS][-1]
        reply = answer_request(file, request, at=NOW)
        assert isinstance(reply, Reply), reply
        table.desk.handle(reply.mail)

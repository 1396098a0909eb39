"""The witness by mail: what it is asked, what it may answer, and that nothing is thrown without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.game.deciding.decide import contribute
from domain.kit.chance import Thrown
from domain.kit.errors import IllegalMove
from referee.mail.reading.reading import read_mail
from referee.mail.writing.witness_requests import asked_in
from referee.parties import PartySheet, answer_request, commit_lines, next_cell
from referee.record.envelope import COMMAND_LINE, Act
from tests.playing import follows
from tests.referee.mail.players import WITNESS, Table, company
from tests.referee.mail.test_answers import told
from tests.referee.mail.test_desk_world import NOW, PEOPLE, body, mail, parse
from tests.referee.mail.test_invitations import CELLS, chance_of, commits

INVITATION = """\
[spring T0 witness] Shinobi: War of the Clans

:: Game: spring  Title: shinobi  Turn: T0  Seat: witness
:: Mail: opening  Event: 2  State: joining  Due: -

You are asked to be the witness of the game spring: Shinobi: War of the Clans,
played by mail by iga (Anna), ise (Bela) and kii (Cara).

The game begins when all have joined. Nobody has yet: it waits for you, iga
(Anna), ise (Bela) and kii (Cara).

To accept, answer with the lines “commit …” of a sheet of your own, between
the two ORDERS lines. The program “bugyo seat new” makes the sheet and the
lines; “bugyo witness” answers requests.

-----BEGIN ORDERS spring T0 witness-----
TOKEN <token>
HEAD 2 <hash>

-----END ORDERS spring T0 witness-----

Throws follow from secret cells. The referee has drawn 128 of them, and before
this mail has published what each is committed to; below is the SHA-256 of
that list, which every audit compares. Each throw uses the next cell, the
orders that raised it, and the phrases of all seats. These come after the
cells, so that no referee can have picked cells that favour anybody: that is
why a phrase is wanted of every seat, and why none is made up for anybody.
Choose words that nobody can guess. All will read them, and they cannot be
changed.

  <hash>

You are neither the referee nor a player. Once the orders that raise a throw
are locked, a request names the throw and the digest of the orders, and asks
for the next cell of your sheet; before your cell is there, nobody can know
the throw. Show your cells to nobody else, send each one once and in their
order, and only for a request. You are shown what everybody may see, and no
more.

What is played:

Title       Shinobi: War of the Clans
Scenario    standard (complete)
Edition     shinobi/1, preset default
Data set    <hash>
Seats       iga (Anna), ise (Bela), kii (Cara)
Chance      {chance}

Write from this address to referee@bugyo.invalid, as plain text. The token in
the block is yours alone and changes with every turn: show it to nobody.

<receipt of no mail at event 2>
"""

REQUEST = """\
[spring T0 witness] Shinobi: War of the Clans

:: Game: spring  Title: shinobi  Turn: T0  Seat: witness
:: Mail: request  Event: 12  State: locked  Due: -

Your cell for throw 2 is wanted.

The game spring waits for your cell for throw 2. What raises it is locked and
recorded, up to event 12: nobody can change it now.

Throw       2
Purpose     clan card of ise
Rule        setup/clans
Faces       1 drawn out of 4, sealed
Orders      <hash>
Your cell   number 2; 7 are left, this one included; publish a further sheet,
            its lines “commit …” above the cell

Answer with the line “cell …” of the next cell of your sheet, between these
lines.

-----BEGIN ORDERS spring T0 witness-----
TOKEN <token>
HEAD 12 <hash>
; QUESTION 2 <hash>

-----END ORDERS spring T0 witness-----

<receipt of no mail at event 12>
"""


def cell(n: int) -> str:
    return f"cell {CELLS[n - 1].hex()}"


def locked(path: Path) -> Table:
    """A game whose first throw waits for the witness."""
    table = Table(path, 3)
    table.desk.announce("spring")
    table.send("witness", commits("witness", 1, *CELLS))
    table.join()
    return table


def test_a_whole_invitation_and_a_whole_request(tmp_path: Path) -> None:
    table = Table(tmp_path, 3)
    table.desk.announce("spring")
    said = told(table.out()[-1])
    assert said == INVITATION.format(chance=chance_of(said))
    table.send("witness", commits("witness", 1, *CELLS))
    table.join()
    table.desk.handle(mail(table.block("witness", cell(1)), WITNESS))
    answer, request = table.out()
    assert told(request) == REQUEST
    assert "-----BEGIN ORDERS" not in body(answer)
    assert "witness has opened its cell for throw 1." in body(answer)
    table.record.close()


def test_a_game_does_not_begin_without_the_witness_sheet(tmp_path: Path) -> None:
    table = Table(tmp_path, 3)
    table.join()
    assert table.game.awaited() == ("witness",)
    assert table.desk.remind("spring") == ("witness",)
    assert "To accept, answer" in body(table.out()[0])
    mails = table.send("witness", commits("witness", 1, *CELLS))
    assert "clan card of iga" in body(mails[WITNESS])
    table.record.close()


#    what the witness sends for throw 1, what it is told
REFUSED = [
    ((cell(2),), "This is not cell 1 of the sheet of witness. Send the line “cell …” that your sheet has"),
    (("cell",), "The line ends too early."),
    (("cell xyz",), "This is not cell 1 of the sheet of witness."),
    ((cell(1), cell(1)), "This is cell 1 of the sheet of witness, and it was used before."),
    (("join me",), "Nobody sits at witness in this game."),
    (("pass",), "Nobody sits at witness in this game."),
    ((), "No line of your mail is an order."),
]


@pytest.mark.parametrize(("lines", "said"), REFUSED)
def test_what_is_no_cell_for_the_throw_is_refused(tmp_path: Path, lines: tuple[str, ...], said: str) -> None:
    table = locked(tmp_path)
    table.out()
    table.desk.handle(mail(table.block("witness", *lines), WITNESS))
    assert said in " ".join(body(table.out()[0]).split())
    assert table.game.ledger.opened.get("witness", 0) == (len(lines) == 2)
    table.record.close()


def test_a_seat_cannot_contribute_in_place_of_the_witness(tmp_path: Path) -> None:
    table = locked(tmp_path)
    for text in (cell(1), "pass"):
        table.send("iga", text)
    with pytest.raises(IllegalMove, match="iga is not the witness"):
        follows(table.game, table.referee.chance, contribute, "iga", CELLS[0].hex())
    with pytest.raises(IllegalMove, match="no dice can be entered"):
        table.referee.enter("spring", [1], Act(COMMAND_LINE))
    assert table.game.asked is not None
    table.record.close()


def test_another_address_with_the_token_of_the_witness_is_refused_and_the_witness_warned(
    tmp_path: Path,
) -> None:
    table = locked(tmp_path)
    table.desk.handle(mail(table.block("witness", cell(1)), PEOPLE["iga"]))
    warning, _answer = table.out()
    assert (warning["To"], ":: Mail: warning " in body(warning)) == (WITNESS, True)
    assert table.game.asked is not None
    table.record.close()


# ---- a witness that refuses


def test_while_the_witness_is_silent_nothing_is_thrown_and_all_know_whom_the_game_waits_for(
    tmp_path: Path,
) -> None:
    table = locked(tmp_path)
    before = table.game.position
    answer = body(table.send("iga", "pass")[PEOPLE["iga"]])
    waits = "The game waits for the witness: for its cell for throw 1, clan card of iga."
    assert waits in " ".join(answer.split())
    assert "An order is locked and its throw is awaited." in " ".join(answer.split())
    assert table.game.position == before
    assert not [one for one in table.record.envelopes("spring") if isinstance(one.entry, Thrown)]
    table.record.close()


def test_a_reminder_is_the_same_request_and_tells_each_player_once(tmp_path: Path) -> None:
    table = Table(tmp_path, 3)
    table.desk.announce("spring")
    table.send("witness", commits("witness", 1, *CELLS))
    table.send("iga", "join a")
    table.send("ise", "join b")
    table.desk.handle(mail(table.block("kii", "join c"), PEOPLE["kii"]))
    answer, request = table.out()
    assert answer["To"] == PEOPLE["kii"]
    assert table.desk.tell("spring") == ()
    assert table.desk.remind("spring") == ("iga", "ise", "witness")
    one, other, again = table.out()
    assert again.as_bytes() == request.as_bytes()
    for news in (one, other):
        assert "The witness is to open a cell." in body(news)
        assert "The game waits for the witness" in body(news)
    assert table.desk.remind("spring") == ("witness",)
    assert table.out()[0]["Message-ID"] == request["Message-ID"]
    table.record.close()


def test_everybody_is_answered_once_the_cell_is_there(tmp_path: Path) -> None:
    table = locked(tmp_path)
    for n in range(1, 7):
        mails = table.send("witness", cell(n))
        assert mails.keys() == {WITNESS}
    mails = table.send("witness", cell(7))  # the first player is thrown for, and play begins
    assert mails.keys() == {WITNESS, *PEOPLE.values()}
    awaited = table.game.awaited()[0]
    for seat, address in PEOPLE.items():
        assert ("It is your turn." in body(mails[address])) == (seat == awaited)
    assert "No throw is awaited." in " ".join(body(table.send("witness", cell(8))[WITNESS]).split())
    table.record.close()


# ---- its program


def program(path: Path, size: int = 40) -> PartySheet:
    (_address, player) = company(path, 1, witness=size)[-1]
    assert player.sheet is not None
    return player.sheet


def test_a_mail_that_the_desk_could_not_finish_is_answered_by_the_same_cell(tmp_path: Path) -> None:
    table = Table(tmp_path, 3)
    table.desk.announce("spring")
    sheet = program(tmp_path)
    table.send("witness", *commit_lines(sheet))
    table.join()
    table.desk.remind("spring")
    request = next(raw for raw in table.raw() if parse(raw)["To"] == WITNESS)
    asked = asked_in(read_mail(request))
    assert asked is not None
    assert asked.index == 1
    reply, again = (answer_request(sheet, request, at=NOW) for _ in range(2))
    assert isinstance(reply, bytes)
    assert reply == again
    table.desk.handle(reply)
    assert table.game.asked is not None
    assert table.game.asked.index == 2
    after = table.game.position
    table.desk.handle(reply)
    assert table.game.position == after
    assert sheet.read().used == 1
    assert next_cell(sheet) != sheet.read().cells[0]
    table.record.close()

"""How a game begins by mail: whole invitations, who is asked again, and what each level asks of a seat."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.game.entries.entries import Ordered
from domain.game.entries.people import Abandoned
from domain.kit.cells import cell_commitment
from domain.kit.chance import Thrown
from referee.games.order_sheet import ALREADY, PLAYED
from tests.referee.mail.players import Table
from tests.referee.mail.test_answers import told
from tests.referee.mail.test_desk_world import PEOPLE, body, mail

ANNA, BELA, CARA = PEOPLE.values()

INVITATION = """\
[spring T0 iga] Shinobi: War of the Clans

:: Game: spring  Title: shinobi  Turn: T0  Seat: iga
:: Mail: opening  Event: 2  State: joining  Due: -

You are invited to the game spring: Shinobi: War of the Clans, played by mail.
You are iga (Anna).

The game begins when all have joined. Nobody has yet: it waits for you, ise
(Bela) and kii (Cara).

To join, answer with one line between the two ORDERS lines: the word join,
then a phrase, any words of your own. The lines “commit …” of a sheet of your
own, if you want one, go below it.

-----BEGIN ORDERS spring T0 iga-----
TOKEN <token>
HEAD 2 <hash>

-----END ORDERS spring T0 iga-----

Throws follow from secret cells. The referee has drawn 128 of them, and before
this mail has published what each is committed to; below is the SHA-256 of
that list, which every audit compares. Each throw uses the next cell, the
orders that raised it, and the phrases of all seats. These come after the
cells, so that no referee can have picked cells that favour anybody: that is
why a phrase is wanted of every seat, and why none is made up for anybody.
Choose words that nobody can guess. All will read them, and they cannot be
changed.

  <hash>

You may also publish a sheet of your own: the program “bugyo seat” makes it
and adds a line “cell …” before each of your orders. Then nobody, the referee
included, knows a throw before your order is in. Without one you need nothing
but a mail program. Throws on your orders are then proved by the referee's
sheet alone.

What is played:

Title       Shinobi: War of the Clans
Scenario    standard (complete)
Edition     shinobi/1, preset default
Data set    <hash>
Seats       iga (Anna), ise (Bela), kii (Cara)
Chance      {chance}

To order, answer the mail that says it is your turn: fill in its block, one
order on a line, and leave its TOKEN and HEAD lines as they are. Write from
this address to referee@bugyo.invalid, as plain text. Orders are played in
their order up to the first that cannot be; every mail is answered line by
line. A line that begins with ; is a comment. The token is your seat's alone
and changes with every turn: show it to nobody.

Orders:
  place CARD in PROVINCE
  ninja CLAN in PROVINCE
  move CLAN from SOURCE to TARGET
  attack CLAN in PROVINCE with ARMY
  pass

<receipt of no mail at event 2>
"""


def chance_of(text: str) -> str:
    """The row that says how throws are proved: its words are `levels.py`'s."""
    found = re.search(r"Chance      (.*?)\n\n", text, re.DOTALL)
    assert found is not None
    return found[1]


def test_a_whole_invitation(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    table.desk.announce("spring")
    said = told(table.out()[0])
    chance = chance_of(said)
    assert " ".join(chance.split()).startswith("Level 2. Faces follow from the referee's sheet")
    assert "does not exclude" in " ".join(chance.split())
    assert said == INVITATION.format(chance=chance)
    table.record.close()


# ---- who has not joined is asked again

#     what a seat sends, what it is told
ASKED_AGAIN = [
    ((), "Your mail has no line that joins. None is made up for you: the game waits for it."),
    (("the herons have left",), 'I do not know "the". Expected an order: join, commit or cell.'),
    (("join",), "The line ends too early."),
    (("place oda in ise",), "The game has not begun. It waits for iga, ise or kii to join."),
    (("; join words",), "1 comment was not read as an order"),
    (("pass", "join too late"), "Not reached: join too late"),
    (("commit " + "ab" * 32,), "At level 1, iga has no sheet of its own. Your joining phrase is all that"),
    (("cell " + "ab" * 32,), "No order follows this cell. It is not used"),
]


@pytest.mark.parametrize(("lines", "said"), ASKED_AGAIN, ids=[row[1][:30] for row in ASKED_AGAIN])
def test_a_seat_without_a_phrase_is_asked_again(tmp_path: Path, lines: tuple[str, ...], said: str) -> None:
    table = Table(tmp_path, 1)
    answer = body(table.send("iga", *lines)[ANNA])
    assert said in " ".join(answer.split())
    assert "To join, answer with one line" in answer
    assert "-----BEGIN ORDERS spring T0 iga-----" in answer
    assert table.game.ledger.missing() == ("iga", "ise", "kii")
    table.record.close()


def test_an_invitation_to_a_game_that_was_abandoned_is_void(tmp_path: Path) -> None:
    """All agree before the first has joined; whoever reads the invitation later cannot begin the game."""
    table = Table(tmp_path, 1)
    for seat in PEOPLE:
        table.send(seat, "agree to abandon")
    answer = body(table.send("iga", "join too late")[ANNA])
    assert "Refused: join too late\n      The game is over." in answer
    assert "State: over" in answer
    assert "To join" not in answer
    assert "BEGIN ORDERS" not in answer
    assert isinstance(table.record.envelopes("spring")[-1].entry, Abandoned)
    table.record.close()


def test_everybody_gets_his_secrets_once_all_have_joined(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    table.desk.announce("spring")
    assert all("gets the clan card" not in body(one) for one in table.out())
    (answer,) = table.send("kii", "join one").values()
    assert "kii (Cara) has; it waits for iga (Anna) and ise (Bela)." in " ".join(body(answer).split())
    again = body(table.send("kii", "join two")[CARA])
    assert "kii has joined already. A phrase cannot be changed." in " ".join(again.split())
    assert table.send("ise", "join three").keys() == {BELA}
    mails = table.send("iga", "join four")
    assert mails.keys() == set(PEOPLE.values())
    for seat, address in PEOPLE.items():
        said = body(mails[address])
        assert said.count("gets the clan card of") == 1
        assert f"{seat} gets the clan card of" in said
        assert "iga joins with the phrase “four”." in said
    awaited = table.game.awaited()[0]
    assert "You may order:" in body(mails[PEOPLE[awaited]])
    table.record.close()


def test_a_reminder_goes_to_whoever_is_missing(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    table.desk.announce("spring")
    table.send("iga", "join one")
    table.out()
    assert table.desk.remind("spring") == table.desk.remind("spring") == ("ise", "kii")
    first, _, again, _ = table.out()
    assert first["Subject"] == "[spring T0 ise] Shinobi: War of the Clans"
    assert "You are still invited." in body(first)
    assert first.as_bytes() == again.as_bytes()
    assert "To join, answer" in body(first)
    table.join(ise="two", kii="three")
    table.out()
    assert table.desk.remind("spring") == table.game.awaited()
    assert "It is still your turn." in body(table.out()[0])
    assert table.desk.tell("spring") == ()
    table.record.close()


def test_an_address_that_is_registered_late_is_invited_late(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    table.desk.announce("spring")
    table.record.recorder.write("DELETE FROM settings WHERE name='told/spring/ise'", ())
    table.out()
    assert table.desk.tell("spring") == ("ise",)
    assert ":: Mail: opening " in body(table.out()[0])
    assert table.desk.tell("spring") == ()
    table.record.close()


# ---- level 2

CELLS = [bytes([n]) * 32 for n in range(1, 9)]


def commits(party: str, sheet: int, *cells: bytes) -> str:
    made = (cell_commitment("spring", party, sheet, n, cell).hex() for n, cell in enumerate(cells, 1))
    return f"commit {' '.join(made)}"


def begun(path: Path) -> Table:
    """A game of level 2 in which every seat has a sheet of the same four cells; T1."""
    table = Table(path, 2)
    for seat in PEOPLE:
        table.send(seat, f"join words of {seat}", commits(seat, 1, *CELLS[:4]))
    table.out()
    return table


def cell(n: int) -> str:
    return f"cell {CELLS[n - 1].hex()}"


def legal(table: Table) -> str:
    game = table.game
    offers = game.rules.offers(game.state, game.awaited()[0])
    assert offers
    return game.rules.notation(game.data, game.seats).write(offers[0])


#    what comes before the order, what its sender is told; "" where it is played
CELLS_BEFORE = [
    ((), "has a sheet, and no cell came with this order. Send the line “cell …” that your sheet has for"),
    ((cell(2),), "This is not cell 1 of the sheet of"),
    (("cell xyz",), "This is not cell 1 of the sheet of"),
    ((cell(1), cell(1)), ""),
    ((cell(1),), ""),
]


@pytest.mark.parametrize(("before", "said"), CELLS_BEFORE)
def test_an_order_of_a_seat_with_a_sheet_needs_its_next_cell(
    tmp_path: Path, before: tuple[str, ...], said: str
) -> None:
    table = begun(tmp_path)
    seat, order = table.game.awaited()[0], legal(table)
    answer = " ".join(body(table.send(seat, *before, order)[PEOPLE[seat]]).split())
    if said:
        assert said in answer
        assert "cell 1 is next, and 4 are left." in answer
        assert not before or "It is not used: it is still the next one of your sheet." in answer
    else:
        assert f"Played: {order}" in answer
        assert "The cell for the next line." in answer
    assert table.game.ledger.opened.get(seat, 0) == (not said)
    table.record.close()


def test_a_cell_that_was_used_is_refused_as_such_and_an_empty_sheet_says_what_to_do(tmp_path: Path) -> None:
    table = begun(tmp_path)
    used = dict.fromkeys(PEOPLE, 0)
    while 4 not in used.values():
        seat, order = table.game.awaited()[0], legal(table)
        if used[seat]:
            answer = " ".join(body(table.send(seat, cell(1), order)[PEOPLE[seat]]).split())
            assert f"This is cell 1 of the sheet of {seat}, and it was used before." in answer
        used[seat] += 1
        table.send(seat, cell(used[seat]), order)
    while table.game.awaited() != (seat,):
        other = table.game.awaited()[0]
        used[other] += 1
        table.send(other, *(() if used[other] > 4 else [cell(used[other])]), legal(table))
    answer = " ".join(body(table.send(seat, cell(4), legal(table))[PEOPLE[seat]]).split())
    assert f"{seat} has no cell left. Commit a further sheet." in answer
    assert "All 4 cells of your sheets are used" in answer
    order = legal(table)
    answer = body(table.send(seat, commits(seat, 2, *CELLS[4:]), cell(5), order)[PEOPLE[seat]])
    assert f"Played: {order}" in answer
    table.record.close()


def test_a_sheet_that_is_sent_twice_counts_once(tmp_path: Path) -> None:
    table = begun(tmp_path)
    seat = table.game.awaited()[0]
    answer = body(table.send(seat, commits(seat, 1, *CELLS[:4]))[PEOPLE[seat]])
    assert "This sheet was committed before. It counts" in " ".join(answer.split())
    assert table.game.ledger.left(seat) == 4
    table.record.close()


def test_commitments_that_a_mail_program_has_broken_over_lines_are_one_sheet(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    line = commits("iga", 1, *CELLS[:4])
    answer = body(
        table.send("iga", "join a", *line.replace(" ", "\n").replace("\n", " ", 1).split("\n"))[ANNA]
    )
    assert "iga has committed to sheet 1 of 4 secret cells." in answer
    assert "(4 commitments)" in answer
    table.record.close()


def test_a_seat_without_a_sheet_is_told_once_what_that_means(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    said = "You have joined without a sheet of your own."
    assert said in body(table.send("iga", "join a")[ANNA])
    assert said not in body(table.send("iga", "pass")[ANNA])
    assert said not in body(table.send("ise", "join b", commits("ise", 1, *CELLS))[BELA])
    table.record.close()


def test_a_seat_without_a_sheet_sends_no_cell(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    table.join()
    seat, order = table.game.awaited()[0], legal(table)
    answer = " ".join(body(table.send(seat, cell(1), order)[PEOPLE[seat]]).split())
    assert f"{seat} has committed no sheet. Send no cell." in answer
    assert f"Played: {order}" in body(table.send(seat, order)[PEOPLE[seat]])
    table.record.close()


# ---- the same order in another mail


def throws(table: Table) -> list[tuple[int, ...]]:
    entries = [envelope.entry for envelope in table.record.envelopes("spring")]
    return [entry.answer() for entry in entries if isinstance(entry, Thrown)]


def test_the_same_orders_in_another_mail_have_the_same_faces(tmp_path: Path) -> None:
    """Other words around it, another id and date, broken lines: nothing that a sender can vary counts."""
    tables = [begun(tmp_path / name) for name in ("a", "b")]
    for nth in range(6):
        seat, order = tables[0].game.awaited()[0], legal(tables[0])
        used = tables[0].game.ledger.opened.get(seat, 0)
        tables[0].send(seat, cell(used + 1), order)
        words = order.upper().split(" ", 1)
        wrapped = tables[1].block(seat, "; now or never", cell(used + 1).replace(" ", " \n"), f"{words[0]} ")
        text = f"Dear referee,\n\n{wrapped}".replace(f"{words[0]} \n", f"{words[0]}  \n{words[-1]}\n")
        fields = {"Content_Type": "text/plain; charset=utf-8; format=flowed", "MIME_Version": "1.0"}
        sent = mail(
            text,
            PEOPLE[seat],
            id=f"<other.{nth}@example.net>",
            Date="Tue, 1 Dec 2026 01:02:03 +0000",
            **fields,
        )
        (result,) = (one for one in tables[1].desk.handle(sent).results if one.order == order)
        assert result.outcome == PLAYED
        again = sent.replace(b"<other.", b"<again.")
        assert ALREADY in [one.outcome for one in tables[1].desk.handle(again).results]
    assert throws(tables[0]) == throws(tables[1])
    assert len(throws(tables[0])) > 7
    assert any(
        isinstance(one.entry, Ordered) and one.entry.cell for one in tables[1].record.envelopes("spring")
    )
    for table in tables:
        table.record.close()


# ---- numbers of receipts


def test_a_mail_that_is_sent_again_keeps_its_number(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    table.desk.announce("spring")
    table.out()
    sent = mail(table.block("iga", "join a"), ANNA)
    table.desk.handle(sent)
    table.desk.handle(sent)
    table.desk.handle(mail(table.block("iga", "pass"), ANNA, id="<2@example.org>"))
    table.desk.handle(sent)
    numbers = [re.findall(r"BEGIN RECEIPT spring iga (\d+)", body(one)) for one in table.out()]
    assert numbers == [["2"], ["2"], ["3"], ["2"]]
    table.record.close()

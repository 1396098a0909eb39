"""How a game begins by mail: whole invitations, who is asked again, and what each level asks of a seat."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.game.entries.entries import Ordered
from domain.game.entries.people import Abandoned
from domain.game.state.ledger import LaneLedger
from domain.kit.chance import Thrown
from referee.games.order_sheet import ALREADY, PLAYED
from referee.own_cells.files import PartyFile
from referee.own_cells.seats import fill, new_cells
from tests.referee.mail.players import Table, root_of
from tests.referee.mail.test_answers import told
from tests.referee.mail.test_desk_world import PEOPLE, body, mail

ANNA, BELA, CARA = PEOPLE.values()

INVITATION = """\
Please join [spring T0 iga] Shinobi

You are invited by the referee at bugyo.invalid to play Shinobi: War of the
Clans by mail, as “Anna”. You are iga in spring.

Shinobi: War of the Clans, standard, for 3 players: iga (“Anna”), ise (“Bela”)
and kii (“Cara”). When it is your turn a mail says so: answer it, one order on
a line. The reply “help” lists what can be written.

To join, write one line: join, then a sentence of your own, of 12 characters
or more, used nowhere else.

Write between these lines:

-----BEGIN ORDERS spring T0 iga-----
TOKEN <token>
HEAD 1 <hash>

-----END ORDERS spring T0 iga-----

The game begins when all have joined. Nobody has yet: it waits for you, ise
(“Bela”) and kii (“Cara”).
If you want cells of your own, their line “root …” goes above the line that
joins.

Cells of your own, if you want some, are drawn by:

  bugyo seat new spring iga -o FILE

Ask by mail: help, proof (why no throw can be arranged). Fewer mails: mails
only my turn.

--
Proof: event 1, head <head>, signed.

Throws follow from secret cells, which were all drawn before this mail, and
from the phrases of all who play, which come after them: so nobody can have
picked them. They are committed to by
<hash>.

Key  Ed25519 <hash>:
what every receipt and head of this referee is signed with.

<receipt of no mail at event 1>

:: Game: spring  Title: shinobi  Turn: T0  Seat: iga
:: Mail: opening  Event: 1  State: joining  Due: -
"""


def test_a_whole_invitation(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    table.desk.announce("spring")
    assert told(table.out()[0]) == INVITATION
    table.record.close()


TWO = dict(zip(("takeda", "uesugi"), (ANNA, BELA), strict=True))


READINGS = {
    "kuruma_gift": "Kuruma Gakari gives its impetuous attack when",
    "attempts": "A side tries to activate its plan only",
    "retreat_invites": "A hex that a unit leaves in a retreat",
    "positions": "A defensive position helps only",
    "surviving_general": "A general who outlives his unit",
}

CHOSEN = [
    # what whoever opens the game chooses, and of what the invitation tells
    ({}, ()),
    ({"kuruma_gift": "opened"}, ("kuruma_gift",)),
    ({"kuruma_gift": "drawn", "positions": "any"}, ()),
    ({"retreat_invites": "true", "positions": "all"}, ("retreat_invites", "positions")),
]


@pytest.mark.parametrize(("options", "named"), CHOSEN)
def test_an_invitation_says_which_readings_are_not_the_usual_ones(
    tmp_path: Path, options: dict[str, str], named: tuple[str, ...]
) -> None:
    """Usual are those of the newest edition, also where an option was another before [rules/edition]."""
    table = Table(tmp_path, 0, title="kawanakajima", people=TWO, options=options)
    table.desk.announce("spring")
    text = " ".join(body(table.out()[0]).split())
    assert tuple(name for name, said in READINGS.items() if said in text) == named
    table.record.close()


def test_what_is_proven_is_told_to_whoever_asks(tmp_path: Path) -> None:
    """What was in every invitation until a person wanted to know first what he is asked."""
    table = Table(tmp_path, 2)
    table.desk.announce("spring")
    table.out()
    answer = body(table.send("iga", "proof")[ANNA])
    said = " ".join(answer.split())
    assert "Throws follow from secret cells. The referee has drawn all of them" in said
    assert "Level 2. Faces follow from" in said
    assert "does not exclude" in said
    assert "bugyo seat new spring iga -o FILE" in said
    assert "shinobi/1, preset default" in said
    assert table.game.ledger.absent == ("iga", "ise", "kii")
    table.record.close()


# ---- who has not joined is asked again

#     what a seat sends, what it is told
ASKED_AGAIN = [
    ((), "Your mail has no line that joins. None is made up for you: the game waits for it."),
    (("the herons have left",), 'I do not know "the". Expected an order: join, root, commit, cell or spent.'),
    (("join",), "The line ends too early."),
    (("join a short",), "has 7 characters; at least 12 are needed. Choose a sentence of your own"),
    (("place oda in ise",), "The game has not begun. It waits for iga, ise or kii to join."),
    (("; join words",), "1 comment was not read as an order"),
    (("pass", "join too late, alas"), "Not reached: join too late, alas"),
    (("commit " + "ab" * 32,), "This game takes no such line. Its parties commit by “root …”."),
    (("root " + "ab" * 32 + " 4",), "At level 1, iga has no cells of its own. Your joining phrase is all"),
    (("cell 1 " + "ab" * 32,), "No order follows this cell. Nothing is played with it."),
    (("spent 1 " + "ab" * 32,), "iga has committed to no cells. Nothing is to be done."),
]


@pytest.mark.parametrize(("lines", "said"), ASKED_AGAIN, ids=[row[1][:30] for row in ASKED_AGAIN])
def test_a_seat_without_a_phrase_is_asked_again(tmp_path: Path, lines: tuple[str, ...], said: str) -> None:
    table = Table(tmp_path, 1)
    answer = body(table.send("iga", *lines)[ANNA])
    assert said in " ".join(answer.split())
    assert "To join, write one line" in answer
    assert "-----BEGIN ORDERS spring T0 iga-----" in answer
    assert table.game.ledger.absent == ("iga", "ise", "kii")
    table.record.close()


def test_an_invitation_to_a_game_that_was_abandoned_is_void(tmp_path: Path) -> None:
    """All agree before the first has joined; whoever reads the invitation later cannot begin the game."""
    table = Table(tmp_path, 1)
    for seat in PEOPLE:
        asked = table.send(seat, "agree to abandon")[PEOPLE[seat]]
        word = mail("yes\n", PEOPLE[seat], f"<{seat}@yes>", Subject=f"Re: {asked['Subject']}")
        assert table.desk.handle(word).exit == 0
    table.out()
    answer = body(table.send("iga", "join too late, alas")[ANNA])
    assert "Refused: join too late, alas\n      The game is over." in answer
    assert "State: over" in answer
    assert "To join" not in answer
    assert "BEGIN ORDERS" not in answer
    assert isinstance(table.record.envelopes("spring")[-1].entry, Abandoned)
    table.record.close()


def test_everybody_gets_his_secrets_once_all_have_joined(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    table.desk.announce("spring")
    assert all("gets the clan card" not in body(one) for one in table.out())
    (answer,) = table.send("kii", "join one for all of us").values()
    assert "kii (“Cara”) has; it waits for iga (“Anna”) and ise (“Bela”)." in " ".join(body(answer).split())
    again = body(table.send("kii", "join two for one and all")[CARA])
    assert "kii has joined already. A phrase cannot be changed." in " ".join(again.split())
    assert table.send("ise", "join three of us all").keys() == {BELA}
    mails = table.send("iga", "join four of them")
    assert mails.keys() == set(PEOPLE.values())
    for seat, address in PEOPLE.items():
        said = body(mails[address])
        assert said.count("gets the clan card of") == 1
        assert f"{seat} gets the clan card of" in said
    awaited = table.game.awaited()[0]
    assert "You may order:" in body(mails[PEOPLE[awaited]])
    table.record.close()


def test_a_reminder_goes_to_whoever_is_missing(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    table.desk.announce("spring")
    table.send("iga", "join one for all of us")
    table.out()
    assert table.desk.remind("spring") == table.desk.remind("spring") == ("ise", "kii")
    first, _, again, _ = table.out()
    assert first["Subject"] == "Please join [spring T0 ise] Shinobi"
    assert "This is a reminder." in body(first)
    assert told(first) == told(again)
    assert first["Message-ID"] == again["Message-ID"]
    assert "To join, write" in body(first)
    table.join(ise="two for one and all", kii="three of us all")
    table.out()
    assert table.desk.remind("spring") == table.game.awaited()
    assert "This is a reminder." in body(table.out()[0])
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


def begun(path: Path) -> tuple[Table, dict[str, PartyFile]]:
    """A game of level 2 in which every seat has cells, which tests know; T1."""
    table = Table(path, 2)
    files = {seat: new_cells("spring", seat, path / seat, sheets=1, entropy=bytes) for seat in PEOPLE}
    for seat, file in files.items():
        table.send(seat, root_of(file), f"join words of {seat}")
    table.out()
    return table, files


def filled(table: Table, file: PartyFile, seat: str, order: str) -> tuple[str, ...]:
    """An order with its cell."""
    ledger = table.game.ledger
    assert isinstance(ledger, LaneLedger)
    return fill(file, (order,), ledger.next_place(seat), ledger.next_number(seat))


def legal(table: Table) -> str:
    game = table.game
    offers = game.rules.offers(game.state, game.awaited()[0])
    assert offers
    return game.rules.notation(game.data, game.seats).write(offers[0])


def test_a_root_that_is_sent_twice_counts_once(tmp_path: Path) -> None:
    table, files = begun(tmp_path)
    answer = body(table.send("iga", root_of(files["iga"]))[ANNA])
    assert "This root was committed before. It counts" in " ".join(answer.split())
    table.record.close()


@pytest.mark.parametrize("at", [4, 69])
def test_a_root_that_a_mail_program_has_broken_over_lines_is_one_line(tmp_path: Path, at: int) -> None:
    table = Table(tmp_path, 2)
    line = root_of(new_cells("spring", "iga", tmp_path / "iga", sheets=1))
    answer = body(table.send("iga", line[:at], line[at:].strip(), "join words of iga")[ANNA])
    assert "iga has committed to all its secret cells" in answer
    assert "iga joins with the phrase “words of iga”." in " ".join(answer.split())
    table.record.close()


def test_a_root_comes_before_the_phrase_or_never(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    line = root_of(new_cells("spring", "iga", tmp_path / "iga", sheets=1))
    answer = " ".join(body(table.send("iga", "join words of iga", line)[ANNA]).split())
    assert "iga cannot commit further cells now. All are committed before anybody speaks" in answer
    assert "root none" not in answer
    table.record.close()


def test_a_seat_without_cells_is_told_once_what_that_means(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    said = "You have joined without cells of your own."
    assert said in body(table.send("iga", "join words of iga")[ANNA])
    assert said not in body(table.send("iga", "pass")[ANNA])
    line = root_of(new_cells("spring", "ise", tmp_path / "ise", sheets=1))
    assert said not in body(table.send("ise", line, "join words of ise")[BELA])
    table.record.close()


def test_a_seat_without_cells_sends_none(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    table.join()
    seat, order = table.game.awaited()[0], legal(table)
    file = new_cells("spring", seat, tmp_path / "cells", sheets=1)
    answer = " ".join(body(table.send(seat, *fill(file, (order,), 1))[PEOPLE[seat]]).split())
    assert f"{seat} has committed to no cells. Send no cell." in answer
    assert f"Played: {order}" in body(table.send(seat, order)[PEOPLE[seat]])
    table.record.close()


# ---- the same order in another mail


def throws(table: Table) -> list[tuple[int, ...]]:
    entries = [envelope.entry for envelope in table.record.envelopes("spring")]
    return [entry.answer() for entry in entries if isinstance(entry, Thrown)]


def test_the_same_orders_in_another_mail_have_the_same_faces(tmp_path: Path) -> None:
    """Other words around it, another id and date, broken lines: nothing that a sender can vary counts."""
    (one, files), (other, _files) = (begun(tmp_path / name) for name in ("a", "b"))
    tables = (one, other)
    for nth in range(6):
        seat, order = tables[0].game.awaited()[0], legal(tables[0])
        cell, _order = filled(tables[0], files[seat], seat, order)
        tables[0].send(seat, cell, order)
        words = order.upper().split(" ", 1)
        wrapped = tables[1].block(
            seat, "; now or never", cell.replace(" ", " \n").replace("cell \n", "cell "), f"{words[0]} "
        )
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
    sent = mail(table.block("iga", "join words of iga"), ANNA)
    table.desk.handle(sent)
    table.desk.handle(sent)
    table.desk.handle(mail(table.block("iga", "pass"), ANNA, id="<2@example.org>"))
    table.desk.handle(sent)
    numbers = [re.findall(r"BEGIN RECEIPT spring iga (\d+)", body(one)) for one in table.out()]
    assert numbers == [["2"], ["2"], ["3"], ["2"]]
    table.record.close()

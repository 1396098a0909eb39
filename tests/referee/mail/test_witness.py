"""The witness by mail: what it is asked, what it may answer, and that nothing is thrown without it."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from domain.game.deciding.decide import contribute
from domain.game.entries.entries import Asked, Contributed
from domain.game.entries.people import Lapsed, OrderRefused
from domain.game.entries.policy import Policy
from domain.kit.chance import Thrown
from domain.kit.errors import IllegalMove
from referee.games import people
from referee.own_cells.files import PartyFile, WitnessCells
from referee.own_cells.witness import Reply, answer_request, new_witness
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.witness_requests import asked_in
from tests.playing import follows
from tests.referee.mail.players import WITNESS, Table, root_of
from tests.referee.mail.test_answers import told
from tests.referee.mail.test_desk_world import DESK, NOW, PEOPLE, body, mail

INVITATION = """\
Please join [spring T0 witness] Shinobi

You are asked by the referee at bugyo.invalid to be the witness of the game
spring: Shinobi: War of the Clans, played by mail by iga (“Anna”), ise
(“Bela”) and kii (“Cara”).

To accept, answer with the line “root …” of your cells, between the two ORDERS
lines.

Write between these lines:

-----BEGIN ORDERS spring T0 witness-----
TOKEN <token>
HEAD 1 <hash>

-----END ORDERS spring T0 witness-----

The game begins when all have joined. Nobody has yet: it waits for you, iga
(“Anna”), ise (“Bela”) and kii (“Cara”).

This program draws the cells and prints the line; “bugyo witness FILE” answers
requests:

  bugyo seat new spring witness -o FILE --sheets 4 \\
    --seats iga,ise,kii \\
    --key <hash>

Throws follow from secret cells. The referee has drawn all of them for the
whole game, and before this mail has published what they are committed to: the
one digest below, which every audit compares. Each throw uses the next cell,
the orders that raised it, and the phrases of all seats. These come after the
cells, so that no referee can have picked cells that favour anybody: that is
why a phrase is wanted of every seat, and why none is made up for anybody.
Choose a sentence of at least 12 characters that nobody can guess. All will
read it, and it cannot be changed.

  <hash>

You are neither the referee nor a player. Once the orders that raise a throw
are locked, a request names the throw and the event that asks for it, with the
referee's signature; before your cell is there, nobody can know the throw.
Your program checks the signature, and gives one cell for each throw, never
another. Show your cells to nobody else. You are shown what all may see, and
no more.

Title       Shinobi: War of the Clans
Scenario    standard (complete)
Edition     shinobi/1, preset default
Data set    <hash>
Seats       iga (“Anna”), ise (“Bela”), kii (“Cara”)
Chance      {chance}

Write from this address to referee@bugyo.invalid, as plain text. The token in
the block is yours alone and changes with every turn: show it to nobody.

--
Proof: event 1, head <head>, signed.

<receipt of no mail at event 1>

:: Game: spring  Title: shinobi  Turn: T0  Seat: witness
:: Mail: opening  Event: 1  State: joining  Due: -
"""

REQUEST = """\
Your cell is wanted [spring T0 witness] Shinobi

The game spring waits for your cell for throw game/2. What raises it is locked
and recorded, up to event 12: nobody can change it now.

Throw       game/2
Purpose     clan card of ise
Rule        setup/clans
Faces       1 drawn out of 4, sealed
Head        <hash>

“bugyo witness” answers this mail: it checks that the head below is signed,
and adds your cell. The lines that begin with ; are for the program.

Write between these lines:

-----BEGIN ORDERS spring T0 witness-----
TOKEN <token>
HEAD 12 <hash>
; QUESTION game/2
; BEFORE <hash>
; EVENT …
; SIGNATURE …
; KEY <hash>

-----END ORDERS spring T0 witness-----

--
Proof: event 12, head <head>, signed.

<receipt of no mail at event 12>

:: Game: spring  Title: shinobi  Turn: T0  Seat: witness
:: Mail: request  Event: 12  State: locked  Due: -
"""


class Witnessed(Table):
    """A game of level 3 and its witness, who has accepted; every seat has joined, and a throw waits."""

    def __init__(self, path: Path, sheets: int = 1) -> None:
        super().__init__(path, 3)
        self.file = new_witness("spring", tuple(PEOPLE), path / "witness.json", sheets=sheets, desk=DESK)
        self.desk.announce("spring")
        self.out()

    def locked(self) -> Witnessed:
        self.send("witness", root_of(self.file))
        self.join()
        return self

    def request(self) -> bytes:
        """The newest one, sent once more."""
        self.desk.remind("spring")
        return [raw for raw in self.raw() if f"To: {WITNESS}".encode() in raw][-1]

    def line(self) -> str:
        """What the program answers to the newest request."""
        return line_of(self.file, self.request())

    def opens(self) -> dict[str, EmailMessage]:
        """The witness answers the newest request; the mails that come of it."""
        reply = answer_request(self.file, self.request(), at=NOW)
        assert isinstance(reply, Reply), reply
        self.desk.handle(reply.mail)
        return {str(one["To"]): one for one in self.out()}

    def contributed(self) -> list[Contributed]:
        entries = [envelope.entry for envelope in self.record.envelopes("spring")]
        return [entry for entry in entries if isinstance(entry, Contributed)]


def line_of(file: PartyFile, request: bytes) -> str:
    reply = answer_request(file, request, at=NOW)
    assert isinstance(reply, Reply), reply
    return next(line.text for line in read_mail(reply.mail).lines if line.text.startswith("cell "))


def opened(file: PartyFile) -> int:
    cells = file.read()
    assert isinstance(cells, WitnessCells)
    return len(cells.opened)


def chance_of(text: str) -> str:
    """The row that says how throws are proved: its words are `levels.py`'s."""
    found = re.search(r"Chance      (.*?)\n\n", text, re.DOTALL)
    assert found is not None
    return found[1]


def test_a_whole_invitation_and_a_whole_request(tmp_path: Path) -> None:
    table = Table(tmp_path, 3)
    table.desk.announce("spring")
    said = told(table.out()[-1])
    assert said == INVITATION.format(chance=chance_of(said))
    table = Witnessed(tmp_path / "b").locked()
    request = told(table.opens()[WITNESS])
    shown = re.sub(r"(?:; (EVENT|SIGNATURE) .*\n)(?:; \1 .*\n)*", r"; \1 …\n", request)
    assert shown == REQUEST
    table.record.close()


def test_a_game_does_not_begin_without_the_root_of_the_witness(tmp_path: Path) -> None:
    table = Witnessed(tmp_path)
    table.join()
    assert table.game.awaited() == ("witness",)
    assert table.desk.remind("spring") == ("witness",)
    assert "To accept, answer" in body(table.out()[0])
    mails = table.send("witness", root_of(table.file))
    assert "clan card of iga" in body(mails[WITNESS])
    table.record.close()


def wrong(line: str, **changed: str) -> str:
    """The line with one word of it changed: its throw, its cell, its path or its head."""
    words = dict(zip(("word", "throw", "cell", "path", "head"), line.split(), strict=True))
    return " ".join(filter(None, {**words, **changed}.values()))


#    what is changed in the line of the program, what the witness is told
REFUSED = [
    ({"throw": "game/2"}, "This cell is for throw game/2. Throw game/1 is awaited."),
    ({"throw": "iga/1"}, "This cell is for throw iga/1. Throw game/1 is awaited."),
    ({"cell": "ab" * 32}, "This is not the cell of the witness for throw game/1."),
    ({"path": "AAAA"}, "The proof of this cell is damaged."),
    ({"head": "ab" * 32}, "This cell answers another event than the one that asked, event 7."),
    ({"head": ""}, "It names no event that it answers."),
]


@pytest.mark.parametrize(("changed", "said"), REFUSED, ids=[row[1][:30] for row in REFUSED])
def test_what_is_no_cell_for_the_throw_is_refused(tmp_path: Path, changed: dict[str, str], said: str) -> None:
    table = Witnessed(tmp_path).locked()
    line, before = table.line(), table.game.position
    table.desk.handle(mail(table.block("witness", wrong(line, **changed)), WITNESS))
    assert said in " ".join(body(table.out()[0]).split())
    assert (table.game.position, table.contributed()) == (before, [])
    assert table.opens().keys() == {WITNESS}  # and the right one still counts
    table.record.close()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cell", "The line ends too early."),
        ("cell xyz", "This is no cell."),
        ("join me", "Nobody sits at witness in this game."),
        ("pass", "Nobody sits at witness in this game."),
        ("; nothing", "No line of your mail is an order."),
    ],
)
def test_what_is_no_cell_at_all_is_refused(tmp_path: Path, line: str, said: str) -> None:
    table = Witnessed(tmp_path).locked()
    table.desk.handle(mail(table.block("witness", line), WITNESS))
    assert said in " ".join(body(table.out()[-1]).split())
    assert table.contributed() == []
    table.record.close()


def test_a_seat_cannot_contribute_in_place_of_the_witness(tmp_path: Path) -> None:
    table = Witnessed(tmp_path).locked()
    line = table.line()
    for text in (line, "pass"):
        table.send("iga", text)
    with pytest.raises(IllegalMove, match="iga is not the witness"):
        follows(table.game, table.referee.cells.chance, contribute, "iga", line.removeprefix("cell "))
    with pytest.raises(IllegalMove, match="no dice can be entered"):
        table.referee.enter("spring", [1], Act(COMMAND_LINE))
    assert table.game.asked is not None
    table.record.close()


def test_another_address_with_the_token_of_the_witness_is_refused_and_the_witness_warned(
    tmp_path: Path,
) -> None:
    table = Witnessed(tmp_path).locked()
    line = table.line()
    table.desk.handle(mail(table.block("witness", line), PEOPLE["iga"]))
    warning, _answer = table.out()
    assert (warning["To"], ":: Mail: warning " in body(warning)) == (WITNESS, True)
    assert table.game.asked is not None
    table.record.close()


# ---- a witness that refuses


def test_while_the_witness_is_silent_nothing_is_thrown_and_all_know_whom_the_game_waits_for(
    tmp_path: Path,
) -> None:
    table = Witnessed(tmp_path).locked()
    before = table.game.position
    answer = body(table.send("iga", "pass")[PEOPLE["iga"]])
    waits = "The game waits for the witness: for its cell for throw game/1, clan card of iga."
    assert waits in " ".join(answer.split())
    assert "An order is locked and its throw is awaited." in " ".join(answer.split())
    refused = [type(one.entry) for one in table.record.envelopes("spring")[before:]]
    assert refused == [OrderRefused]
    assert not [one for one in table.record.envelopes("spring") if isinstance(one.entry, Thrown)]
    table.record.close()


def test_of_a_witness_that_is_silent_the_clock_says_that_it_is_late_and_throws_nothing(
    tmp_path: Path,
) -> None:
    """Who opens last can stop a throw: nothing is thrown without it, whatever the policy says of seats."""
    table = Witnessed(tmp_path)
    policy = Policy(hours=24, nmr="default orders")
    people.change_policy(table.referee, "spring", policy, "a test", Act(COMMAND_LINE))
    table.locked()
    assert table.game.register.deadlines.get("witness") is not None
    table.desk.sweep(NOW + 25 * 3_600_000)
    entries = [envelope.entry for envelope in table.record.envelopes("spring")]
    (lapsed,) = [entry for entry in entries if isinstance(entry, Lapsed)]
    assert (lapsed.seat, lapsed.follows) == ("witness", "wait")
    assert not [entry for entry in entries if isinstance(entry, Thrown)]
    assert table.game.asked is not None
    table.record.close()


def test_a_reminder_is_the_same_request_and_tells_each_player_once(tmp_path: Path) -> None:
    table = Witnessed(tmp_path)
    table.send("witness", root_of(table.file))
    table.send("iga", "join the words of iga")
    table.send("ise", "join the words of ise")
    table.desk.handle(mail(table.block("kii", "join the words of kii"), PEOPLE["kii"]))
    answer, one, other, request = table.out()
    assert answer["To"] == PEOPLE["kii"]
    for news in (one, other):  # at once, for the game has begun
        assert "The game waits for the witness" in " ".join(body(news).split())
    assert table.desk.tell("spring") == ()
    assert table.desk.remind("spring") == ("witness",)
    (again,) = table.out()
    assert told(again) == told(request)
    assert again["Message-ID"] == request["Message-ID"]
    assert table.desk.remind("spring") == ("witness",)
    assert table.out()[0]["Message-ID"] == request["Message-ID"]
    table.record.close()


def test_everybody_is_answered_once_the_cell_is_there(tmp_path: Path) -> None:
    table = Witnessed(tmp_path).locked()
    for _ in range(6):
        assert table.opens().keys() == {WITNESS}
    line = table.line()
    mails = table.opens()  # the first player is thrown for, and play begins
    assert mails.keys() == {WITNESS, *PEOPLE.values()}
    awaited = table.game.awaited()[0]
    for seat, address in PEOPLE.items():
        assert ("it is your turn in spring" in body(mails[address])) == (seat == awaited)
    late = table.send("witness", f"{line} ")[WITNESS]
    assert "No throw is awaited." in " ".join(body(late).split()) or "already" in body(late)
    table.record.close()


# ---- its program


def test_a_mail_that_the_desk_could_not_finish_is_answered_by_the_same_cell(tmp_path: Path) -> None:
    table = Witnessed(tmp_path).locked()
    request = table.request()
    asked = asked_in(read_mail(request))
    assert asked is not None
    assert (asked.lane, asked.index) == ("game", 1)
    reply, again = (answer_request(table.file, request, at=NOW) for _ in range(2))
    assert isinstance(reply, Reply)
    assert reply == again
    table.desk.handle(reply.mail)
    assert table.game.asked is not None
    assert table.game.asked.index == 2
    after = table.game.position
    table.desk.handle(reply.mail)
    assert table.game.position == after
    assert opened(table.file) == 1


def test_the_head_that_the_witness_answers_is_that_of_the_event_that_asked(tmp_path: Path) -> None:
    table = Witnessed(tmp_path).locked()
    table.opens()
    envelopes = table.record.envelopes("spring")
    (contributed,) = table.contributed()
    asked = next(one for one in envelopes if isinstance(one.entry, Asked))
    assert contributed.head == asked.digest.hex()
    table.record.close()


def test_a_request_out_of_another_history_gets_no_second_cell_and_its_cell_is_refused(tmp_path: Path) -> None:
    """The referee plays the same game twice, and asks one witness in both."""
    one, other = Witnessed(tmp_path / "a").locked(), Witnessed(tmp_path / "b")
    other.send("witness", root_of(one.file))
    other.join(kii="something else entirely")
    first, second = one.request(), other.request()
    line = line_of(one.file, first)
    said = answer_request(one.file, second, at=NOW)
    assert isinstance(said, str)
    assert said.startswith("Throw game/1 was answered before, for another event")
    other.desk.handle(mail(other.block("witness", line), WITNESS))
    assert "This cell answers another event" in " ".join(body(other.out()[0]).split())
    assert other.contributed() == []
    for table in (one, other):
        table.record.close()

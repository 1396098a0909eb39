"""Real dice by mail: who throws says what they show, another confirms it, and nobody can hold that up."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.entries.dice import DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.entries import Asked
from domain.game.entries.people import Lapsed
from domain.game.entries.policy import Policy
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.chance import Source, Thrown
from domain.kit.errors import IllegalMove
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.audit import audit_game
from referee.audit.proof_notes import proof_notes
from referee.bundle import writing
from referee.games import people
from referee.games.dice import answer_dice, claim_dice
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.own_cells.files import PartyFile
from referee.own_cells.witness import Reply, answer_request, new_witness
from referee.proof.chance import Generator
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats import folded_games
from referee.seats.choices import choices_of
from tests.bundle.test_both import judged
from tests.record.stores import hurry
from tests.referee.mail.players import WITNESS, root_of
from tests.referee.mail.test_desk_world import DESK, KEY, NOW, PEOPLE, body, mail, parse

ANNA, BELA, CARA = PEOPLE.values()
REAL = Policy(dice="real", hours=48)
HOUR = 3_600_000
DICE = Generator("dice")


class Table:
    """A desk and a game whose people throw; `out` are the newest mails, by reader."""

    def __init__(
        self,
        path: Path,
        policy: Policy = REAL,
        *,
        level: int = 1,
        title: str = "shinobi",
        joins: bool = True,
        source: Source | None = DICE,
    ) -> None:
        self.now, self.count = NOW, 0
        self.sent, self.raw = list[bytes](), b""
        self.out, self.asks = dict[str, EmailMessage](), dict[str, EmailMessage]()
        self.record = Record(path / "store.db", clock=lambda: self.now, entropy=bytes)
        hurry(self.record)
        self.record.set("server-key", KEY)
        self.referee = Referee(self.record, source, seed="dice")
        self.desk = Desk(self.referee, self, clock=lambda: self.now, read=read_mail)
        people = ("Anna", "Bela", "Cara")[: 3 if title == "shinobi" else 2]
        opening = Opening("winter", title, people, level=level, policy=policy)
        seats = self.referee.open(opening, Act(COMMAND_LINE)).game.seats
        self.addresses = dict(zip(seats, PEOPLE.values(), strict=False))
        self.witness: PartyFile | None = None
        if level == 3:
            self.witness = new_witness("winter", seats, path / "witness.json", sheets=9, desk=DESK)
        for seat, address in (*self.addresses.items(), *([("witness", WITNESS)] if self.witness else [])):
            self.record.register("winter", seat, address)
        self.desk.announce("winter")
        self._gather()
        self.opening = dict(self.out)
        if self.witness:
            self.reply(WITNESS, root_of(self.witness))
        for seat in self.game.ledger.absent if joins else ():
            self.reply(self.addresses[seat], f"join the {seat} herons stand in the reeds")
        if not level:
            self.desk.tell("winter")
            self._gather()

    @property
    def game(self) -> GameState:
        return self.record.load("winter").game

    def carry(self, to: str, raw: bytes) -> None:
        self.sent.append(raw)

    def _gather(self) -> None:
        new = {str(one["To"]): one for one in map(parse, self.sent)}
        self.out |= new
        self.asks |= {to: one for to, one in new.items() if "BEGIN ORDERS" in body(one)}
        requests = [raw for raw in self.sent if parse(raw)["Subject"].startswith("Your cell is wanted")]
        self.sent.clear()
        for raw in requests:
            self._opens_a_cell(raw)

    def _opens_a_cell(self, request: bytes) -> None:
        """What the program of the witness answers."""
        assert self.witness
        reply = answer_request(self.witness, request, at=self.now)
        assert isinstance(reply, Reply), reply
        self.desk.handle(reply.mail)
        self._gather()

    def reply(self, address: str, *lines: str, to: EmailMessage | None = None) -> str:
        """Answers a mail, else the newest that asks an address, in its block; what the answer says."""
        self.count += 1
        block = block_of(to or self.asks[address])
        text = "\n".join([*block[:-1], *lines, block[-1]])
        self.raw = mail(f"{text}\n", address, id=f"<{self.count}@example.org>")
        self.desk.handle(self.raw)
        self._gather()
        return words(self.out[address])

    def sweep(self) -> None:
        self.desk.sweep()
        self._gather()


def words(letter: EmailMessage) -> str:
    return " ".join(body(letter).split())


def block_of(letter: EmailMessage) -> list[str]:
    lines = body(letter).splitlines()
    begins = next(n for n, line in enumerate(lines) if line.startswith("-----BEGIN ORDERS"))
    ends = next(n for n, line in enumerate(lines) if line.startswith("-----END ORDERS"))
    return [line for line in lines[begins : ends + 1] if line]


def holds(table: Table) -> None:
    """The audit passes it, and so do both verifiers, whoever looks."""
    assert audit_game(table.record, "winter").finding is None
    for viewer in (table.game.seats[0], PUBLIC, REFEREE):
        assert judged(writing.members(table.record, "winter", viewer)) == (None, None)


def entries(table: Table, *kinds: type) -> list[Any]:
    return [one.entry for one in table.record.envelopes("winter") if isinstance(one.entry, kinds)]


def notes(table: Table) -> str:
    return " ".join(proof_notes("winter", entries(table, object)))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.record.close()


# ---- as people play


def test_who_throws_is_asked_then_the_others_and_play_goes_on(table: Table) -> None:
    asked = table.out[ANNA]
    assert asked["Subject"] == "Throw dice by Fri 11:06 [winter T0 iga] Shinobi"
    assert "first player of iga, ise, kii, 1d3. Write what they show: “rolled 3”." in words(asked)
    assert "waits for the dice of iga" in words(table.out[BELA])
    said = table.reply(ANNA, "rolled 2")
    assert "iga has thrown real dice: 2." in said
    for other in (BELA, CARA):
        assert table.out[other]["Subject"].startswith("Confirm dice by Fri 11:06")
        assert "iga has thrown 2 in winter" in words(table.out[other])
    before = table.game.position
    said = table.reply(BELA, "confirm")
    assert "ise confirms the dice." in said
    (throw,) = [one for one in entries(table, Thrown) if one.real]
    assert (throw.faces, throw.cell) == ((2,), "")
    assert entries(table, object)[before : before + 2] == [DiceAnswered("ise", True), throw]
    assert table.game.awaited() == ("ise",)
    assert table.out[BELA]["Subject"].startswith("Re: ")
    holds(table)
    assert "iga threw, ise confirmed: event 25" in notes(table)


@pytest.mark.soak
@pytest.mark.parametrize("level", range(4))
def test_a_whole_game_by_mails_is_audited(level: int, tmp_path: Path) -> None:
    table, players = Table(tmp_path, level=level), Random(7)
    while not table.game.is_over():
        step(table, players)
    assert any(one.real for one in entries(table, Thrown))
    holds(table)
    table.record.close()


@pytest.mark.soak
@pytest.mark.parametrize("level", range(4))
def test_orders_that_throw_wait_for_the_dice_of_their_seat(level: int, tmp_path: Path) -> None:
    """In Kawanakajima, where one order may throw several times, and cells are drawn between."""
    table, players = Table(tmp_path, level=level, title="kawanakajima"), Random(3)
    seats, throwers = {*table.game.seats}, set[str]()
    while (len(entries(table, DiceAnswered)) < 12 or throwers < seats) and not table.game.is_over():
        step(table, players)
        throwers = {one.thrower for one in entries(table, Asked)} - {""}  # draws wait for a witness's cell
    assert throwers == seats
    assert len(entries(table, DiceAnswered)) >= 12
    holds(table)
    table.record.close()


@pytest.mark.parametrize("level", [0, 1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_short_game_by_mails_is_audited(level: int, tmp_path: Path) -> None:
    table, players = Table(tmp_path, level=level), Random(5)
    while table.game.position < 40:
        step(table, players)
    for seat in table.game.seats[1:]:
        people.concede(table.referee, "winter", seat, Act(COMMAND_LINE))
    assert table.game.winners == ("iga",)
    assert [one.question.purpose for one in entries(table, Thrown) if one.real] == [
        "first player of iga, ise, kii"
    ]
    holds(table)
    table.record.close()


def step(table: Table, players: Random) -> None:
    """One mail of whoever is wanted: an order, or what is asked about dice."""
    game = table.game
    seat = players.choice(game.wanted())
    address, asked = table.addresses[seat], game.asked
    if not asked:
        orders = game.rules.offers(game.state, seat) or game.examples(seat)
        table.reply(address, notation_of(game).write(players.choice(orders)))
    elif game.ledger.dice.claim:
        table.reply(address, "confirm dice")
    else:
        faces = [str(players.randint(1, asked.sides)) for _ in asked.limits()]
        table.reply(address, f"rolled {' '.join(faces)}")


def test_one_tap_confirms_or_denies_and_another_begins_what_dice_show(table: Table) -> None:
    scene = partial(folded_games.scene, table.record, "winter")
    assert [(one.order, one.is_part) for one in choices_of(scene("iga"))] == [("rolled 3", True)]
    assert choices_of(scene("ise")) == ()
    table.reply(ANNA, "rolled 2")
    assert [one.order for one in choices_of(scene("ise"))] == ["confirm dice", "deny dice"]
    assert choices_of(scene("iga")) == ()


def test_the_invitation_says_that_real_dice_are_agreed(tmp_path: Path) -> None:
    table = Table(tmp_path, joins=False)
    assert "Open throws are made with real dice" in words(table.out[ANNA])


# ---- what does not count


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("rolled 4", "Dice cannot show 4 here: 1 of 1 to 3 are wanted."),
        ("rolled 1 2", "Dice cannot show 1, 2 here"),
        ("confirm", "Nothing is to be confirmed"),
        ("deny dice", "Nothing is to be confirmed"),
    ],
)
def test_dice_that_cannot_be_are_answered_and_nothing_is_recorded(table: Table, line: str, why: str) -> None:
    before = table.game.position
    assert why in table.reply(ANNA, line)
    assert not entries(table, DiceClaimed, DiceAnswered)
    assert table.game.position == before


def test_nobody_throws_for_another(table: Table) -> None:
    said = table.reply(BELA, "rolled 2", to=table.opening[BELA])
    assert "Your mail does not answer what is asked" in said
    assert not entries(table, DiceClaimed)


def test_dice_that_were_told_cannot_be_altered_or_confirmed_by_who_threw_them(table: Table) -> None:
    asked = table.out[ANNA]
    table.reply(ANNA, "rolled 2")
    for line in ("rolled 3", "confirm dice"):
        assert "Your mail does not answer what is asked" in table.reply(ANNA, line, to=asked)
    with pytest.raises(IllegalMove, match="Another person than who has thrown"):
        answer_dice(table.referee, "winter", "iga", True, Act(COMMAND_LINE, seat="iga", person="Anna"))
    with pytest.raises(IllegalMove, match="have been told already"):
        claim_dice(table.referee, "winter", "iga", [3], Act(COMMAND_LINE, seat="iga", person="Anna"))
    assert entries(table, DiceClaimed, DiceAnswered) == [DiceClaimed("iga", (2,))]


def test_a_mail_that_comes_twice_tells_nothing_twice(table: Table) -> None:
    table.reply(ANNA, "rolled 2")
    old = table.raw
    table.reply(BELA, "deny")
    table.desk.handle(old)
    assert table.game.ledger.dice.claim == ()
    assert len(entries(table, DiceClaimed)) == 1


def test_an_old_word_confirms_no_later_dice(table: Table) -> None:
    table.reply(ANNA, "rolled 2")
    first = table.out[CARA]
    table.reply(BELA, "deny")
    assert "your dice were denied" in words(table.out[ANNA])
    table.reply(ANNA, "rolled 3")
    assert "Your mail does not answer what is asked since event" in table.reply(CARA, "confirm", to=first)
    assert table.game.ledger.dice.claim == (3,)


def test_nobody_confirms_at_the_address_that_threw(table: Table) -> None:
    table.record.register("winter", "ise", "Anna@Example.org")
    table.reply(ANNA, "rolled 2")
    with pytest.raises(IllegalMove, match="read at one address"):
        answer_dice(table.referee, "winter", "ise", True, Act(COMMAND_LINE, seat="ise", person="Bela"))
    act = Act(COMMAND_LINE, seat="kii", person="Eve", behalf="kii")
    with pytest.raises(IllegalMove, match="may not do this"):
        answer_dice(table.referee, "winter", "kii", True, act)


def test_a_game_that_has_not_agreed_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path, Policy())
    seat = table.game.awaited()[0]
    said = table.reply(table.addresses[seat], "rolled 2")
    assert "In this game nobody throws real dice" in said
    with pytest.raises(IllegalMove, match="agreed at the opening"):
        people.change_policy(
            table.referee, "winter", REAL, "We would like to.", Act(COMMAND_LINE, person=REFEREE)
        )


def test_the_referee_throws_for_nobody(tmp_path: Path) -> None:
    table = Table(tmp_path, level=0)
    with pytest.raises(IllegalMove, match="iga throws"):
        table.referee.enter("winter", [2], Act(COMMAND_LINE))


# ---- when they are left


def test_dice_that_are_denied_twice_are_left(table: Table) -> None:
    for face in (3, 2):
        table.reply(ANNA, f"rolled {face}")
        said = table.reply(BELA, "deny dice")
    assert "this throw is made without them" in said
    assert entries(table, DiceLeft) == [DiceLeft("denied")]
    assert not any(one.real for one in entries(table, Thrown))
    assert table.game.asked is None
    holds(table)


@pytest.mark.parametrize("claimed", [False, True])
def test_when_time_is_over_a_cell_throws(table: Table, claimed: bool) -> None:
    if claimed:
        table.reply(ANNA, "rolled 3")
    table.now += 47 * HOUR
    assert table.game.asked is not None
    table.now += 2 * HOUR
    table.sweep()
    lapsed = entries(table, Lapsed)[0]
    assert (lapsed.seat, lapsed.prompt) == (("ise", "confirm") if claimed else ("iga", "throw"))
    assert entries(table, DiceLeft) == [DiceLeft("clock")]
    assert table.game.asked is None
    assert "made without real dice" in words(table.out[CARA])
    assert "Nothing was played" in table.reply(ANNA, "rolled 3", to=table.opening[ANNA])
    holds(table)


def test_without_cells_the_referee_throws_what_was_left(tmp_path: Path) -> None:
    table = Table(tmp_path, level=0, source=None)
    while not table.game.ledger.dice.thrower:
        table.referee.enter("winter", [1] * table.game.asked.count, Act(COMMAND_LINE))  # type: ignore[union-attr]
    table.desk.tell("winter")
    table.now += 49 * HOUR
    table.sweep()
    assert entries(table, DiceLeft) == [DiceLeft("clock")]
    table.referee.enter("winter", [2], Act(COMMAND_LINE))
    assert table.game.awaited() == ("ise",)
    holds(table)

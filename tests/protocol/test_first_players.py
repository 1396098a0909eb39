"""Players who try again, and parties that refuse or lie, in games of protocol 1: nothing is thrown twice, or
without them."""

from __future__ import annotations

import quopri
from base64 import encodebytes
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from domain.game.deciding.run import settle
from domain.game.entries.entries import Asked, Contributed, Ordered
from domain.game.entries.levels import WITNESS
from domain.game.entries.protocol_orders import Cell, Commit
from domain.game.state.order_digests import order_digest
from domain.kit.chance import Thrown
from domain.kit.errors import IllegalMove, OrderError, StaleOrder
from domain.kit.notation import Notation
from domain.shinobi import SHINOBI
from domain.shinobi.data.tables import read_data
from domain.shinobi.words.grammar import notation as shinobi_notation
from domain.shinobi.words.orders import Attack, Move, Ninja, Pass, Place
from referee.audit.audit import THROWS
from referee.games import people
from referee.games.datasets import read_files
from referee.games.referee import AlreadyTaken
from referee.reading.reading import read_mail
from tests.playing import follows
from tests.protocol.table import GAME, HIGH, LOW, SEATS, FirstTable, cells_of
from tests.protocol.wager import RULES, Wager
from tests.record.stores import ACT

# ---- the same order again


def test_the_same_mail_again_is_not_taken_again(tmp_path: Path) -> None:
    """Also by another route, and after the throw is known."""
    table = FirstTable(tmp_path)
    table.bet("red", HIGH)
    table.take("blue", LOW, keys=("mail:1", "digest:1"))
    at, thrown = table.places(Ordered)[-1], table.thrown
    for keys in (("mail:1",), ("digest:1", "mail:2")):
        with pytest.raises(AlreadyTaken) as before:
            table.take("blue", LOW, keys=keys)
        assert before.value.position == at
    assert table.thrown == thrown


def test_an_order_that_was_answered_is_stale_in_whatever_mail_it_comes(tmp_path: Path) -> None:
    table = FirstTable(tmp_path).over()
    thrown = table.thrown
    for order in (LOW, HIGH):
        with pytest.raises(StaleOrder, match=r"The game is over\."):
            table.take("blue", order)
    assert table.thrown == thrown


def test_a_second_thought_before_the_throw_is_stale_too(tmp_path: Path) -> None:
    table = FirstTable(tmp_path)
    table.bet("red", HIGH)
    for order in (HIGH, LOW):
        with pytest.raises(StaleOrder, match=r"It is not the turn of red\. The game waits for blue\."):
            table.take("red", order)
    table.bet("blue", LOW)
    assert table.verdict() is None


# ---- the same order in other words

CARDS = read_data(read_files("shinobi"))
WORDS = {"shinobi": shinobi_notation(CARDS, SHINOBI.seats), "wager": RULES.notation(None, SEATS)}
ORDERS: list[tuple[str, Struct]] = [
    ("wager", HIGH),
    ("wager", LOW),
    ("shinobi", Place("oda", "ise")),
    ("shinobi", Ninja("takeda", "kii")),
    ("shinobi", Move("mori", "iga", "yamato")),
    ("shinobi", Attack("uesugi", "kii", "go-hojo")),
    ("shinobi", Pass()),
]


def variation(words: Notation, order: Struct, random: Random) -> str:
    """The order as some player might write it: other spellings, abbreviations, case, blanks, commas, a full
    stop, a comment."""
    line = ""
    for word in words.write(order).split():
        also = words.words[word] if word in words.words else _spellings(words, word)
        spelled = random.choice((word, *also))
        if random.random() < 0.3 and len(spelled) > 4:
            spelled = spelled[: random.randrange(4, len(spelled))]
        line += random.choice((str.upper, str.lower, str.title))(spelled)
        line += random.choice((" ", "  ", "\t", ", ", " \u00a0"))
    return random.choice(("", "  ", "\t")) + line.strip(" ,\t\u00a0") + random.choice(("", ".", " ; please"))


def _spellings(words: Notation, name: str) -> list[str]:
    """Those of a name. A verb has its own: the card "ninja" is declined, and no verb then."""
    kinds = words.vocabulary.kinds.values()
    return [spelling for kind in kinds for spelling, meant in kind.words.items() if meant == (name,)]


@pytest.mark.parametrize(("title", "order"), ORDERS, ids=lambda value: str(value)[:24])
def test_no_textual_variation_of_an_order_changes_the_inputs(title: str, order: Struct) -> None:
    """Of 500 ways to write an order each that can be read is the same order: the same bytes enter the
    question, whatever the player tries. The others are refused."""
    words, random, read = WORDS[title], Random(f"{title} {order}"), 0
    plain = order_digest(Ordered("ise", order))
    lines = {variation(words, order, random) for _ in range(500)}
    for line in lines:
        try:
            found = words.read(line)
        except OrderError:
            continue
        read += 1
        assert found == order, line
        assert order_digest(Ordered("ise", found)) == plain
    assert read > len(lines) / 2


def dressed(line: str) -> list[bytes]:
    """Mails that carry a line: plain, quoted-printable with soft breaks, base64, wrapped by another program,
    with other ids and dates."""
    mails = []
    for n, (coding, text) in enumerate(
        (
            ("7bit", line.encode()),
            ("quoted-printable", quopri.encodestring(line.encode()).replace(b"on", b"=\no=6E")),
            ("base64", encodebytes(line.encode())),
            ("8bit", f"{line}   \n\n-- \nSent from my carrier pigeon\n".encode()),
        )
    ):
        mail = EmailMessage()
        mail["From"], mail["To"] = "aoi@example.org", "referee@bugyo.invalid"
        mail["Subject"], mail["Message-ID"] = f"Re: [{GAME} T1 red] {n}", f"<{n}@example.org>"
        mail["Date"] = f"Mon, 16 Nov 2026 1{n}:00:00 +0100"
        mail["MIME-Version"], mail["Content-Type"] = "1.0", "text/plain; charset=utf-8"
        mail["Content-Transfer-Encoding"] = coding
        mails.append(bytes(mail).rstrip(b"\n") + b"\n\n" + text + b"\n")
    return mails


def test_no_dress_of_a_mail_changes_the_inputs() -> None:
    found = set()
    for raw in dressed("wager 3 on high"):
        lines = [line.text for line in read_mail(raw).lines if line.kind == "order"]
        found.add(order_digest(Ordered("red", WORDS["wager"].read(lines[0]))))
    assert found == {order_digest(Ordered("red", HIGH))}


# ---- a seat's own cell (level 2)

HEX = [cell.hex() for cell in cells_of("blue")]

WRONG = [
    ("", "blue has a sheet, and no cell came with this order."),
    (HEX[1], "This is not cell 1 of the sheet of blue."),
    ("ab" * 32, "This is not cell 1 of the sheet of blue."),
    ("no cell", "This is not cell 1 of the sheet of blue."),
    (HEX[0].upper(), "This is not cell 1 of the sheet of blue."),
]


@pytest.mark.parametrize(("cell", "why"), WRONG, ids=["none", "the second", "another", "no hex", "upper"])
def test_without_the_next_cell_an_order_is_not_taken_and_nothing_is_thrown(
    tmp_path: Path, cell: str, why: str
) -> None:
    table = FirstTable(tmp_path, 2, committers=SEATS)
    table.bet("red", HIGH)
    before = table.game.position
    with pytest.raises(IllegalMove) as refusal:
        table.take("blue", LOW, cell)
    assert (refusal.value.rule, refusal.value.why) == ("protocol/sheet", why)
    assert (table.game.position, table.thrown) == (before, [])
    table.bet("blue", LOW)
    assert len(table.thrown) == 1


def test_a_cell_is_given_once(tmp_path: Path) -> None:
    table = FirstTable(tmp_path, 2, committers=SEATS)
    table.round()
    with pytest.raises(IllegalMove, match="This is cell 1 of the sheet of blue, and it was used before"):
        table.take("blue", LOW, HEX[0])


@pytest.mark.parametrize("cell", ["", HEX[1], "ab" * 32], ids=["none", "the second", "another"])
def test_a_referee_who_takes_an_order_with_another_cell_is_named(tmp_path: Path, cell: str) -> None:
    """A friend's order without its cell, or with one that suits."""
    table = FirstTable(tmp_path, 2, committers=SEATS)
    table.round()
    entries, at = table.entries, table.places(Ordered)[-1]
    order = entries[at - 1]
    assert isinstance(order, Ordered)
    finding, _ = table.lie([*entries[: at - 1], replace(order, cell=cell), *entries[at:]])
    missing = "blue has a sheet, and no cell came with the order."
    assert finding == Finding(at, "This is not cell 1 of the sheet of blue." if cell else missing)


# ---- the witness (level 3)

OURS = [cell.hex() for cell in cells_of(WITNESS)]


def locked(path: Path) -> FirstTable:
    """Both bets are in, and the throw waits for the witness."""
    table = FirstTable(path, 3)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    return table


def test_while_the_witness_refuses_the_question_stays_open(tmp_path: Path) -> None:
    table = locked(tmp_path)
    assert isinstance(table.entries[-1], Asked)
    for _ in range(3):  # whoever writes, and however often
        for seat in SEATS:
            with pytest.raises(StaleOrder, match=r"An order is locked and its throw is awaited\."):
                table.take(seat, Wager(6, "low"))
    assert (table.thrown, table.verdict()) == ([], None)
    assert follows(table.game, table.referee.cells.chance, settle).entries == ()


@pytest.mark.parametrize("cell", ["", OURS[1], "ab" * 32], ids=["none", "the second", "another"])
def test_a_witness_with_another_cell_contributes_nothing(tmp_path: Path, cell: str) -> None:
    table = locked(tmp_path)
    with pytest.raises(IllegalMove):
        table.take(WITNESS, Cell(cell))
    assert table.thrown == []
    table.take(WITNESS, Cell(OURS[0]))
    assert len(table.thrown) == 1


def test_a_witness_who_answers_twice_with_different_cells_is_heard_once(tmp_path: Path) -> None:
    table = locked(tmp_path)
    table.take(WITNESS, Cell(OURS[0]))
    for cell in OURS[:2]:
        with pytest.raises(StaleOrder, match=r"No throw is awaited\."):
            table.take(WITNESS, Cell(cell))
    assert table.verdict() is None


@pytest.mark.parametrize("cell", OURS[:2], ids=["the same", "the next"])
def test_a_second_cell_for_one_question_is_named(tmp_path: Path, cell: str) -> None:
    """A witness who sends another cell because the throw has not pleased, and a referee who takes it."""
    table = locked(tmp_path)
    table.witness()
    entries, at = table.entries, table.places(Contributed)[0]
    finding, promise = table.lie([*entries[:at], Contributed(WITNESS, 1, cell), *entries[at:]])
    why = "Question 1 was not asked, or the witness has contributed to it before."
    assert (finding, promise) == (Finding(at + 1, why), THROWS)


def test_a_cell_that_was_exchanged_in_the_record_is_named(tmp_path: Path) -> None:
    table = locked(tmp_path)
    table.witness()
    entries, at = table.entries, table.places(Contributed)[0]
    finding, _ = table.lie([*entries[: at - 1], Contributed(WITNESS, 1, OURS[1]), *entries[at:]])
    assert finding == Finding(at, "This is not cell 1 of the sheet of witness.")


def test_a_seat_cannot_speak_for_the_witness(tmp_path: Path) -> None:
    table = locked(tmp_path)
    with pytest.raises(IllegalMove, match="red is not the witness"):
        table.take("red", Cell(OURS[0]))
    assert [entry for entry in table.entries if isinstance(entry, Thrown)] == []


def test_no_cell_is_opened_for_a_game_that_was_abandoned(tmp_path: Path) -> None:
    table = locked(tmp_path)
    people.abandon(table.referee, GAME, "The club has closed.", ACT)
    for cell in (Cell(OURS[0]), Commit(OURS[0])):
        with pytest.raises(StaleOrder, match=r"The game is over\."):
            table.take(WITNESS, cell)
    assert table.verdict() is None

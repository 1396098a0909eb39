"""A mail with hostile lines is answered, recorded and audited like any other."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from domain.titles import TITLES
from referee.audit.audit import FAILS, audit_game
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.verify import verify
from referee.bundle.writing import members
from tests.bundle.maker import zipped
from tests.pace import rounds
from tests.referee.mail.players import Table
from tests.referee.mail.test_desk_world import body

COLONS = "if a" + ": " * 150 + "x" + " ," * 150
LINES = (
    COLONS,
    COLONS.replace("if a", "unless a and b"),
    "if a" + ": " * 900,
    "if a: b" + " ,;." * 400,
    "on turn 1: pass" + " else: x" * 200,
    "if " + "a and " * 300 + ": pass",
    "later " + COLONS,
    'pass "' + "“" * 1_500,
    "pass" + " a" * 900,
)
TEXTS = (
    "dispute as" + " " * 1_800 + "x",
    "dispute as" + " x" * 900,
    "press all: " + "-" * 1_800 + " BEGIN",
    "press all: " + "x " * 900,
    "take back to event" + " " * 1_500,
)
"""These come alone: below an order the desk would ask whether they are meant."""
MOST = 100
"""Rounds of work (`tests.pace`) for these mails, and for an audit of their record: some 10 each, and
500 when one pattern read a condition."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table(tmp_path, 1)
    made.join()
    return made


def test_a_mail_with_hostile_lines_is_answered_and_its_record_audited(table: Table) -> None:
    seat = table.game.awaited()[0]
    words = TITLES["shinobi"].notation(table.game.data, table.game.seats)
    order = words.write(table.game.examples(seat)[0])
    begun = time.process_time()
    sent = table.send(seat, order, *LINES)
    assert f"Played: {order}" in " ".join(body(sent[table.people[seat]]).split())
    for text in TEXTS:
        table.send(seat, text)
    assert rounds(time.process_time() - begun) < MOST

    begun = time.process_time()
    kept = members(table.record, "spring", "referee")
    verdicts = [audit_game(table.record, "spring"), audit_bundle(Bundle(kept))]
    assert verify(zipped(kept)).ok
    assert rounds(time.process_time() - begun) < MOST
    assert [check for one in verdicts for check in one.checks if check.result == FAILS] == []
    table.record.close()

"""Advice at the command line: as by mail, and a look, since it shows what its seat alone may know."""

from __future__ import annotations

import re

from domain.game.entries.people import Advised
from referee.record.record import Record
from tests.cli.conftest import WHY, Bugyo


def entries(bugyo: Bugyo) -> list[tuple[str, tuple[str, ...]]]:
    """Each event of the game, with its act."""
    record = Record(bugyo.store)
    found = [(type(one.entry).__name__, one.act) for one in record.envelopes("fast")]
    record.close()
    return found


def test_it_names_legal_orders_and_stands_on_record_as_a_look_and_as_advice(bugyo: Bugyo) -> None:
    bugyo.open("fast", 1, "--advice")
    bugyo.join("fast")
    seat, legal = bugyo.legal("fast")
    before = len(entries(bugyo))
    shown = bugyo("advise", "fast", seat, *WHY)
    assert "What a program would order, what it likes best first:" in shown.stdout
    assert any(f"        {order}\n" in shown.stdout for order in legal)
    expected = [int(percent) for percent in re.findall(r"leave (\d+) % of the others", shown.stdout)]
    assert len(expected) == 3
    assert expected == sorted(expected, reverse=True)
    assert "tells every player that you look" in shown.stderr
    (advised, act), (looked, _by) = entries(bugyo)[before:]
    assert (advised, looked) == (Advised.__name__, "Looked")
    assert (act[0], act[2], act[3]) == ("command line", seat, "referee")
    assert bugyo("advise", "fast", seat, *WHY).stdout == shown.stdout
    assert [name for name, _act in entries(bugyo)[before:]] == ["Advised", "Looked", "Looked"]
    assert bugyo.json("audit", "fast")["holds"]


def test_what_is_refused_leaves_nothing_on_record(bugyo: Bugyo) -> None:
    bugyo.open("fast", 1, "--advice")
    bugyo.join("fast")
    seat, _legal = bugyo.legal("fast")
    other = next(one for one in ("iga", "ise", "kii") if one != seat)
    before = len(entries(bugyo))
    assert "Say with --reason" in bugyo("advise", "fast", seat, code=2).stderr
    assert "Nobody sits at" in bugyo("advise", "fast", "edo", *WHY, code=2).stderr
    bugyo("advise", "fast", other, *WHY, code=1)
    assert len(entries(bugyo)) == before
    bugyo("policy", "fast", "--no-advice", "--reason", "x")
    before = len(entries(bugyo))
    assert "no program advises" in bugyo("advise", "fast", seat, *WHY, code=1).stderr
    assert len(entries(bugyo)) == before

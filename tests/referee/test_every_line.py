"""Every kind of line of every title goes through the desk, and the record of it holds against the mails: what
is honest fails no audit, however it was written and whatever became of it."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.game.deciding.run import Run
from domain.game.entries.people import CONDITION
from domain.game.entries.protocol_orders import OF_EVERY_GAME, Cell
from domain.kit.conditions import TURNS
from domain.kit.rules import Rules
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.audit.mailed_lines import read_again
from referee.audit.sent_lines import Recorded, Sent, fits
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.verify import verify
from referee.bundle.writing import members
from referee.games.order_sheet import CLOSED, DONE, HELD, PLAYED, REFUSED
from referee.games.selfplay import random_order
from referee.reading import line_words
from referee.reading.reading import read_mail
from referee.record.envelope import BOTS, Act
from tests.bundle.maker import zipped
from tests.now_and_soak import in_every_run
from tests.referee.every_line import (
    BY_HAND,
    EVERY_OF_DESK,
    OF_EVERY,
    Hall,
    Kind,
    conditions,
    lines_of,
    of_desk,
)
from tests.referee.mail.test_desk_world import mail
from tests.titles.recorded import RESIGN

TOGETHER = 16
"""Lines of one mail, where one that is refused stops none of them."""

ENDS = (line_words.Concede, line_words.ResignSeat, line_words.NewLink)
"""What ends a game or a seat, and the secret of the mails that follow."""


def is_resignation(kind: Kind) -> bool:
    return kind.__struct_config__.tag == RESIGN


@pytest.fixture(params=TITLES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return TITLES[request.param]


# ---- nothing is forgotten


def test_every_kind_has_a_line(rules: Rules, tmp_path: Path) -> None:
    """The kinds are those of the grammars, so that a new one is sent by itself, or asks for a line here."""
    hall = Hall(tmp_path / "hall", rules.title)
    assert {*hall.known()} == {*rules.orders}
    assert {*lines_of(hall.words().clauses)} == {*TURNS, *rules.clauses.kinds}
    assert {*of_desk(hall.game.seats)} == EVERY_OF_DESK
    assert {*OF_EVERY} == {*OF_EVERY_GAME}
    assert {*BY_HAND} >= EVERY_OF_DESK - {*line_words.ALL}
    hall.record.close()


# ---- lines of one kind


def batched(lines: Iterable[str]) -> Iterator[list[str]]:
    left = iter(lines)
    while some := [*islice(left, TOGETHER)]:
        yield some


def orders(hall: Hall) -> list[str]:
    """An order of each kind, in words that change from one to the next."""
    known = ((kind, lines) for kind, lines in hall.known().items() if not is_resignation(kind))
    return [lines[nth % len(lines)] for nth, (_kind, lines) in enumerate(known)]


def sends_refused(hall: Hall, *, every: int = 1, first: int = 0) -> None:
    """An order of each kind, or of one in so many, of whoever is awaited and of others: most are refused."""
    for nth, line in enumerate(orders(hall)):
        if nth % every == first % every and hall.game.awaited():
            seat = hall.seat if nth % 3 else hall.game.seats[nth % len(hall.game.seats)]
            hall.send(seat, line)


def sends_waiting(hall: Hall, *, most: int = 99, every: int = 1) -> None:
    """Orders that wait: for their condition, until they are asked for, or for a word; and others instead."""
    if not hall.game.awaited():
        return
    seat, known = hall.seat, orders(hall)[::every]
    for lines in batched(conditions(hall.words(), cycle(known), most=most)):
        hall.send(seat, *lines)
    for lines in batched(f"Later {line}" for line in known):
        hall.send(seat, *lines)
    hall.send(seat, "wait", *known[:TOGETHER])
    for held, line in zip(hall.game.held_by(seat)[:6], cycle(known), strict=False):
        instead = f"unless turn 900 : {line} ELSE: {line}" if held.when == CONDITION else line
        hall.send(seat, f"replace {held.number} with {instead}", f"withdraw {held.number + 1}")


def sends_of_desk(hall: Hall, *, most: int, every: int = 1, first: int = 0) -> None:
    """A line of each kind that the desk knows beside the orders, and of those of every game."""
    known = {**of_desk(hall.game.seats), **OF_EVERY}
    for nth, (kind, lines) in enumerate(known.items()):
        if kind not in ENDS and nth % every == first % every:
            hall.send(hall.game.seats[nth % 2], *lines[:most])


WRITTEN_SO = ("{line}", "* {line}", "{line} please", "> {line}", "{line}.", "{upper}")
"""As people write an order, and their programs."""


def sends_legal(hall: Hall, most: int) -> None:
    """What is asked for, in a block and without one; and the same once more when its question is closed,
    in every way to give an order."""
    for nth in range(most):
        if not hall.game.awaited() or hall.game.ledger.absent:
            return
        at, seat, legal = hall.game.position, hall.seat, hall.legal()
        line = legal[nth % len(legal)]
        shaped = WRITTEN_SO[nth % len(WRITTEN_SO)].format(line=line, upper=line.capitalize())
        handled = hall.write(seat, shaped) if nth % 3 == 2 else hall.send(seat, shaped)
        if PLAYED in [result.outcome for result in handled.results]:
            late = (
                f"later {line}",
                f"if turn 900: {line} else: {line}",
                "press to all: Late.",
                f"on turn 0: {line}",
            )
            hall.send(seat, line, *late, at=at)


# ---- the record


def holds(hall: Hall) -> None:
    sent, finding = hall.checked()
    assert finding is None, finding
    assert sent.is_whole()


@pytest.mark.parametrize("title", in_every_run(("shinobi", "rising_sun"), TITLES))
def test_whatever_is_sent_the_record_holds(title: str, tmp_path: Path) -> None:
    """Before all have joined, at the first question, and after some have been answered."""
    hall, is_first = Hall(tmp_path / "hall", title), title == "shinobi"
    hall.send(hall.game.seats[0], *orders(hall)[:1], "on turn 0: pass")
    hall.join()
    sends_refused(hall, every=1 if is_first else 2)
    sends_waiting(hall, most=1, every=1 if is_first else 4)
    sends_of_desk(hall, most=2, every=1 if is_first else 60)
    sends_legal(hall, 6 if is_first else 3)
    holds(hall)
    outcomes = {PLAYED, REFUSED, HELD, CLOSED, DONE}
    assert {*hall.outcomes} >= outcomes, hall.outcomes
    if is_first:
        holds_everywhere(hall)
    hall.record.close()


def holds_everywhere(hall: Hall) -> None:
    """By the audit as a whole, of the store and of its bundle, and by the verifier that travels."""
    verdict = audit_game(hall.record, "g")
    assert verdict.finding is None, verdict.finding
    found = members(hall.record, "g", REFEREE)
    assert audit_bundle(Bundle(found)).finding is None
    report = verify(zipped(found))
    assert report.ok, report.why


# ---- at each question


GAMES: dict[str, dict[int, int]] = {
    "shinobi": {0: 14},
    "kawanakajima": {0: 498, 1: 545, 2: 39, 3: 385, 4: 408, 5: 517, 6: 569, 8: 390, 10: 545, 67: 436},
    "twilight_shogun": {0: 144, 1: 148, 2: 48, 25: 86},
    "rising_sun": {0: 93, 1: 50, 3: 58, 4: 28, 10: 93, 23: 56},
    "clan_war": {0: 21, 1: 294, 2: 62, 5: 64, 20: 293, 47: 369},
}
"""Numbers of games in which all questions of a title are asked, the one in this, the other in that, and after
how many orders."""

NEVER_ASKED = {"twilight_shogun": {"DropCards"}}
"""No card of today's data lets a side choose what it discards."""


def questions(title: str) -> set[Kind]:
    book = importlib.import_module(f"domain.{title}.book").BOOK
    return {item for order in TITLES[title].orders for item in book.prompts(order)}


def game_of(path: Path, rules: Rules, number: int) -> Hall:
    """Scenarios, presets and numbers of seats take turns."""
    scenario, presets = rules.scenarios[number % len(rules.scenarios)], tuple(rules.presets)
    least, most = scenario.seats
    people, preset = least + number % (most - least + 1), presets[number % len(presets)]
    return Hall(path, rules.title, number, scenario=scenario.name, preset=preset, people=people)


def stops(hall: Hall, number: int, orders: int, left: set[Kind]) -> Iterator[None]:
    """Plays on at random to each question that has not been asked before, and puts on record what was
    played."""
    luck = Random(number)
    kept = hall.record.load("g")
    run = Run(kept.game, hall.referee.cells.chance)
    for _order in range(orders):
        asked = None if run.game.ledger.absent else type(run.game.state.agenda[0])
        if asked in left:
            left.remove(asked)
            hall.record.append(kept, run.game, run.made, Act(BOTS))
            yield
            kept = hall.record.load("g")
            run = Run(kept.game, hall.referee.cells.chance)
        random_order(run, luck)
        hall.referee.cells.renew_where_out(run)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_it_holds_at_each_question_of_the_title(title: str, tmp_path: Path) -> None:
    rules = TITLES[title]
    left: set[Kind] = {*questions(title)}
    for number, most in GAMES[title].items():
        hall = game_of(tmp_path / str(number), rules, number)
        for nth, _stop in enumerate(stops(hall, number, most, left)):
            there = hall.copied(tmp_path / f"{number}.{nth}")
            sends_refused(there, every=4, first=nth)
            if nth % 2 == 0:
                sends_waiting(there, most=1)
            sends_of_desk(there, most=3, every=8, first=nth)
            sends_legal(there, 4)
            holds(there)
            there.record.close()
        hall.record.close()
    assert {kind.__name__ for kind in left} == NEVER_ASKED.get(title, set())


# ---- a referee who records something else


# what was sent, what is on record of it, and what is not
REFUSED_SO = [
    (
        "on turn 0: {0}",
        ("on turn 0: {0}", "if turn 0: {0}"),
        ("on turn 1: {0}", "{0}", "on turn 0: {0} else: {0}"),
    ),
    ("Later {0}", ("{0}",), ("later {0}", "{0} ")),
    ("later {0}.", ("{0}.", "{0}"), ("on turn 0: {0}",)),
    ("if turn 0: {0} else: {0}", ("if turn 0: {0} else: {0}",), ("if turn 0: {0}", "{0}")),
    (
        "si tour 0 : {0} sinon : {0} sinon : {0}",
        ("si tour 0 : {0} sinon : {0} sinon : {0}",),
        ("{0}", "pass"),
    ),
    ("{0}", ("{0}",), ("on turn 0: {0}", "later {0}")),
]


@pytest.mark.parametrize(("sent", "honest", "lies"), REFUSED_SO, ids=[row[0] for row in REFUSED_SO])
def test_what_was_refused_is_what_was_sent(
    tmp_path: Path, sent: str, honest: tuple[str, ...], lies: tuple[str, ...]
) -> None:
    hall = Hall(tmp_path / "hall", "shinobi")
    words, seats = hall.words(), hall.game.seats
    order = words.orders.write(hall.rules.orders[0]("oda", "iga"))
    other = words.orders.write(hall.rules.orders[0]("oda", "ise"))
    mailed = read_again(read_mail(mail(sent.format(order) + "\n")), words, seats)
    (said,) = (one for one in mailed.lines.values() if one.means)
    for line in honest:
        assert fits(refused(line.format(order)), said), line
    for line in (*(one.format(order) for one in lies), *(one.format(other) for one in honest)):
        assert not fits(refused(line), said), line
    hall.record.close()


def refused(line: str) -> Recorded:
    entry = {"type": "order-refused", "seat": "iga", "line": line, "reason": "No.", "at": 0}
    return Recorded(9, "g", 0, Act("mail"), entry)


def test_a_condition_that_takes_the_place_of_another_is_compared(tmp_path: Path) -> None:
    hall = Hall(tmp_path / "hall", "shinobi")
    hall.join()
    seat, line = hall.seat, hall.legal()[0]
    hall.send(seat, f"if turn 900: {line}")
    hall.send(seat, f"replace 1 with si tour 901 : {line} sinon : {line}")
    events = hall.recorded()
    assert hall.checked() == (Sent(6, 6), None)
    (held,) = (one for one in events if one.entry["type"] == "order-held" and one.entry["number"] == 2)
    for other in (f"if turn 901: {line}", f"if turn 900: {line} else: {line}", line):
        lied = replace(held, entry={**held.entry, "line": other})
        _sent, finding = hall.checked([lied if one is held else one for one in events])
        assert finding is not None, other
        assert finding.position == held.position
    hall.record.close()


def test_a_line_is_read_for_a_cell_above_it_as_the_desk_does(tmp_path: Path) -> None:
    """A cell that stands above an order for later which cannot be read is spent, and goes to no other."""
    hall = Hall(tmp_path / "hall", "shinobi")
    lines = (OF_EVERY[Cell][0], "later plaice", "pass")
    mailed = read_again(read_mail(mail("\n".join((*lines, "")))), hall.words(), hall.game.seats)
    _cell, later, last = mailed.lines.values()
    assert (bool(later.cell), last.cell) == (True, "")
    hall.record.close()


def test_the_herald_of_rising_sun_may_ask_for_advice(tmp_path: Path) -> None:
    """It has no place in the game, so that no program can say what is better for it; and it is told so."""
    hall = Hall(tmp_path / "hall", "rising_sun")
    hall.join()
    (result,) = hall.send("herald", "advise").results
    assert "does not play to win" in str(result.error)
    assert hall.send(next(one for one in hall.game.seats if one != "herald"), "advise").exit == 0
    hall.record.close()

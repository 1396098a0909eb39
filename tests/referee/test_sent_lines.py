"""What is recorded against the raw mails that brought it: every kind of line, and referees who lie."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from domain.game.deciding.conditions import words_of
from domain.game.entries.entries import Ordered
from domain.game.entries.policy import Policy
from domain.game.entries.protocol_orders import Join
from domain.game.state.words import notation_of
from domain.titles import TITLES
from referee.audit.audit import FAILS, HOLDS, NOT_SHOWN, SENT, Verdict, audit_export, audit_game
from referee.audit.game_lines import export_lines, read_export
from referee.audit.mailed_lines import read_again
from referee.audit.sent_lines import Recorded, Sent, check_sent, fits, of_stored
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.writing import members, signed
from referee.games import people
from referee.games.referee import Referee, Taken
from referee.proof.signing import seed_of
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from tests.referee.mail.players import Table
from tests.referee.mail.test_desk_lines import DORA, Talking
from tests.referee.mail.test_desk_world import PEOPLE, mail

POLICY = Policy(press="private", anonymous=True, vacation=20, hours=72, zone="Europe/Paris")


def result(verdict: Verdict) -> str:
    return {check.promise: check.result for check in verdict.checks}[SENT]


# ---- every kind of line


class Talk(Talking):
    """A game in which every kind of line is written once."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        people.change_policy(self.referee, "winter", POLICY, "a test", Act(COMMAND_LINE))
        self.out()

    def recorded(self) -> list[Recorded]:
        return list(of_stored(self.record.envelopes("winter"), "winter"))

    def checked(self, events: Sequence[Recorded]) -> tuple[Sent, Any]:
        def kept(digest: str) -> Any:
            raw = self.record.mail(digest)
            return None if raw is None else read_mail(raw)

        return check_sent(iter(events), TITLES["shinobi"], self.game.data, kept)


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    made = Talk(tmp_path)
    yield made
    made.record.close()


# lines of a mail of kii                     the type        what else could stand there, key by key
LINES: list[tuple[tuple[str, ...], str, dict[str, Any]]] = [
    (("press to iga: Come  with me.",), "press", {"text": "Go away.", "to": ["ise"], "sender": "iga"}),
    (("press to all", "One.", "", "> Two.", "end press"), "press", {"text": "One.", "to": ["iga"]}),
    (
        ("dispute 3 12 [turn/deploy] The card was mine.",),
        "disputed",
        {"text": "It is fine.", "events": [3], "rule": "", "appeals": 1},
    ),
    (("agree to pause",), "agreed", {"on": "abandon", "yes": False}),
    (("vacation 2026-12-24 to 2027-01-02",), "vacation-taken", {"end": 1, "days": 9, "start": 5}),
    (("resign seat no time",), "seat-left", {"reason": "no wish"}),
    (("undelegate Dora",), "delegation-ended", {"to": "Anna"}),
]
IDS = [row[0][0] for row in LINES]


@pytest.mark.parametrize(("lines", "kind", "others"), LINES, ids=IDS)
def test_a_line_is_recorded_as_it_was_sent_and_as_nothing_else(
    talk: Talk, lines: tuple[str, ...], kind: str, others: dict[str, Any]
) -> None:
    if kind == "delegation-ended":
        talk.delegates(f"delegate to Dora {DORA} until 2026-12-31 for press")
    talk.say(*lines)
    events = talk.recorded()
    sent, finding = talk.checked(events)
    assert (sent.is_whole(), finding) == (True, None)
    (event,) = (one for one in events if one.entry["type"] == kind)
    for key, other in others.items():
        lied = replace(event, entry={**event.entry, key: other})
        told, finding = talk.checked([lied if one is event else one for one in events])
        assert finding is not None, key
        assert finding.position == event.position
        assert told.compared <= told.lines


def test_a_delegate_is_named_as_it_was_written(talk: Talk) -> None:
    talk.delegates(f"delegate to Dora {DORA} until 2026-12-31 for press")
    events = talk.recorded()
    assert talk.checked(events) == (Sent(1, 1), None)
    event = events[-1]
    for key, other in {"to": "Dorothy", "scope": "all", "until": event.entry["until"] + 1}.items():
        _sent, finding = talk.checked([*events[:-1], replace(event, entry={**event.entry, key: other})])
        assert finding is not None, key


def test_orders_that_wait_are_compared(talk: Talk) -> None:
    first, second = talk.legal("kii")[:2]
    seat = next(one for one in talk.game.seats if one not in talk.game.awaited())
    talk.say("wait", first, seat=seat)
    talk.say(f"later {second}", seat=seat)
    talk.say(f"replace 2 with {first}", seat=seat)
    talk.say("withdraw 1", seat=seat)
    events = talk.recorded()
    assert talk.checked(events) == (Sent(5, 5), None)
    held = [one for one in events if one.entry["type"] == "order-held"]
    released = [one for one in events if one.entry["type"] == "order-released"]
    for event, key, other in [
        *((one, "line", second if n != 1 else first) for n, one in enumerate(held)),
        *((one, "when", "asked" if one is held[0] else "ready") for one in held[:2]),
        *((one, "number", 7) for one in released),
        *((one, "why", "refused") for one in released),
    ]:
        lied = replace(event, entry={**event.entry, key: other})
        _sent, finding = talk.checked([lied if one is event else one for one in events])
        assert finding is not None, (event.position, key)
        assert finding.position == event.position


def test_who_stands_by_has_written_so(talk: Talk) -> None:
    people.list_standby(talk.referee, "winter", "Dora", True, Act(COMMAND_LINE, person="referee"), DORA)
    talk.desk.handle(mail("standby off\n", DORA, Subject="[winter]"))
    talk.answers_question(DORA)
    events = talk.recorded()
    assert talk.checked(events) == (Sent(1, 1), None)
    lied = replace(events[-1], entry={**events[-1].entry, "listed": True})
    assert talk.checked([*events[:-1], lied])[1] is not None


def test_press_without_a_name_names_no_mail(talk: Talk) -> None:
    talk.say("anonymous press to all: Guess.")
    assert talk.checked(talk.recorded()) == (Sent(0, 0, 1), None)


def test_abbreviations_are_read_as_the_desk_reads_them(talk: Talk) -> None:
    order = talk.legal()[0].split()
    short = " ".join([order[0].upper(), order[1][:3], *order[2:]])
    assert talk.desk.handle(talk.orders(f"* {short}")).results[0].order == " ".join(order)
    assert talk.checked(talk.recorded()) == (Sent(1, 1), None)


def test_a_mail_that_waited_for_a_word_is_the_one_that_is_compared(talk: Talk) -> None:
    talk.without_token(talk.legal("kii")[0], "kii", PEOPLE["kii"])
    assert talk.checked(talk.recorded()) == (Sent(1, 1), None)


# ---- roots and cells of protocol 2

HEX, OTHER = "ab" * 32, "cd" * 32
PATH = b64encode(bytes.fromhex(HEX)).decode()
CELL = f"cell 7 {HEX} {PATH}"
WITNESS_CELL = f"cell iga/3 {HEX} {PATH} {OTHER}"
SHOWN = {"cell": HEX, "proof": [HEX]}
SPENT = {"seat": "kii", **SHOWN, "place": 2}
LOST = {**SPENT, "why": "lost", "line": "", "place": 0}
LOST_CELL = f"spent 6 {HEX} {PATH}"

# lines of a mail           which  the type          what stands there             what else could
CELLS: list[tuple[tuple[str, ...], int, str, dict[str, Any], dict[str, Any]]] = [
    ((f"root {HEX} 4",), 0, "root-committed", {"root": HEX, "sheets": 4}, {"root": OTHER, "sheets": 5}),
    (("root none",), 0, "root-committed", {}, {"root": HEX}),
    (
        (WITNESS_CELL,),
        0,
        "contributed",
        {"index": 3, "lane": "iga", **SHOWN, "head": OTHER},
        {"index": 4, "lane": "ise", "cell": OTHER, "proof": [], "head": HEX},
    ),
    (
        (f"spent 6 {HEX} {PATH}",),
        0,
        "spent",
        {**SPENT, "why": "lost", "line": ""},
        {"why": "refused", "line": "x"},
    ),
    (
        (f"spent 6 {HEX} {PATH}",),
        0,
        "spent",
        {**SPENT, "why": "lost", "line": ""},
        {"cell": OTHER, "proof": []},
    ),
    ((CELL, "ORDER"), 1, "spent", {**SPENT, "why": "refused", "line": "ORDER"}, {"line": "x", "cell": OTHER}),
    ((CELL, "ORDER"), 1, "spent", {**SPENT, "why": "refused", "line": "ORDER"}, {"why": "unreadable"}),
    (
        (CELL, "plaice"),
        1,
        "spent",
        {**SPENT, "why": "unreadable", "line": "plaice"},
        {"line": "x", "proof": []},
    ),
    ((CELL, "ORDER"), 1, "ordered", SHOWN, {"cell": OTHER, "proof": [OTHER]}),
    ((CELL, "ORDER"), 1, "ordered", {"cell": HEX}, {"cell": ""}),
    (("ORDER",), 0, "ordered", {}, SHOWN),
]


@pytest.mark.parametrize(("lines", "nth", "kind", "there", "others"), CELLS)
def test_roots_and_cells_are_compared(
    talk: Talk, lines: tuple[str, ...], nth: int, kind: str, there: dict[str, Any], others: dict[str, Any]
) -> None:
    order = talk.legal("kii")[0]
    written = [line.replace("ORDER", order) for line in lines]
    notation = notation_of(talk.game)
    words = words_of(talk.game)
    mailed = read_again(read_mail(mail(talk.block("kii", *written))), words, talk.game.seats)
    said = list(mailed.lines.values())[nth]
    entry = {"type": kind, "seat": "kii", "party": "kii", **there}
    if kind == "ordered":
        entry["order"] = to_builtins(notation.read(order))
    if "line" in entry:
        entry["line"] = entry["line"].replace("ORDER", order)
    event = Recorded(1, "winter", 0, Act("mail"), entry)
    assert fits(event, said)
    for key, other in others.items():
        assert not fits(replace(event, entry={**entry, key: other}), said), key


SPENDING = [
    ((CELL,), "lost", "", True),
    ((CELL, "plaice"), "lost", "", True),
    ((CELL, "ORDER"), "lost", "", False),
    ((CELL, "ORDER"), "refused", "ORDER", True),
    ((CELL, "ORDER"), "unreadable", "ORDER", False),
    ((CELL, "I ORDER"), "unreadable", "I ORDER", True),  # an older desk could not read it
    ((CELL, "plaice"), "unreadable", "plaice", True),
    ((CELL, "plaice"), "unreadable", "place", False),
    (("ORDER",), "refused", "ORDER", False),
]


@pytest.mark.parametrize(("lines", "why", "line", "holds"), SPENDING)
def test_a_cell_that_is_called_spent_was_sent_so(
    talk: Talk, lines: tuple[str, ...], why: str, line: str, *, holds: bool
) -> None:
    """The record names the mail alone."""
    order = talk.legal("kii")[0]
    raw = mail(talk.block("kii", *(one.replace("ORDER", order) for one in lines)))
    entry = {"type": "spent", **SPENT, "why": why, "line": line.replace("ORDER", order)}
    events = [one for one in talk.recorded() if one.entry["type"] == "opened"]
    events.append(Recorded(9, "winter", 0, Act("mail", HEX, "kii"), entry))
    sent, finding = check_sent(
        iter(events), TITLES["shinobi"], talk.game.data, lambda _digest: read_mail(raw)
    )
    assert sent == Sent(1, 1)
    assert (finding is None) is holds


# ---- referees who lie

Lie = Callable[[Struct, Act], tuple[Struct, Act]]


class Liar(Referee):
    """Records something else than the desk hands over, from one moment on; all that follows is in order."""

    lie: Lie | None = None

    def take(
        self,
        game: str,
        seat: str,
        order: Struct,
        act: Act,
        keys: Sequence[str] = (),
        cell: str = "",
        **rest: Any,
    ) -> Taken:
        order, act = self.lie(order, act) if self.lie else (order, act)
        return super().take(game, seat, order, act, keys, cell, **rest)


def liar(record: Any) -> Liar:
    return Liar(record, seed="a")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, 1, referee=liar)
    yield made
    made.record.close()


def lies(table: Table, lie: Lie) -> None:
    assert isinstance(table.referee, Liar)
    table.referee.lie = lie


def join(table: Table) -> None:
    for seat in PEOPLE:
        table.send(seat, f"join the heron of {seat} stands in the rain")


def first_order(table: Table) -> str:
    game = table.game
    offers = game.rules.offers(game.state, game.awaited()[0]) or ()
    words = game.rules.notation(game.data, game.seats)
    return words.write(offers[0])


def order(table: Table) -> None:
    table.send(table.game.awaited()[0], first_order(table))


def without_mails(table: Table) -> Bundle:
    found = members(table.record, "spring", "referee")
    rest = {name: raw for name, raw in found.items() if not name.startswith(("mails/", "manifest"))}
    return Bundle(signed(rest, seed_of(table.record)))


def test_another_phrase_than_was_sent_is_found_with_its_mail_and_not_shown_without(table: Table) -> None:
    lies(table, lambda order, act: (Join("what the referee likes better"), act))
    join(table)
    verdict = audit_game(table.record, "spring")
    assert verdict.finding is not None
    assert verdict.finding.position == 2
    assert "“join the heron of iga stands in the rain”" in verdict.finding.why
    assert "what the referee likes better" in verdict.finding.why
    assert result(verdict) == FAILS
    whole = audit_bundle(Bundle(members(table.record, "spring", "referee")))
    assert whole.finding == verdict.finding
    bare = audit_bundle(without_mails(table))
    assert (bare.finding, result(bare), bare.sent) == (None, NOT_SHOWN, Sent(3, 0))


def other_order(table: Table) -> Lie:
    game = table.game
    offers = game.rules.offers(game.state, game.awaited()[0]) or ()
    return lambda order, act: (offers[1], act)


def other_line(_table: Table) -> Lie:
    return lambda order, act: (order, replace(act, reference=f"{act.reference.partition(':')[0]}:99"))


def line_of_another_mail(table: Table) -> Lie:
    joined = table.record.envelopes("spring")[1].act[1]
    return lambda order, act: (order, replace(act, reference=joined))


def no_line(_table: Table) -> Lie:
    return lambda order, act: (order, replace(act, reference=act.reference.partition(":")[0]))


LIES = [
    (no_line, "and no line of it."),
    (other_order, "; on record is “"),
    (other_line, "this Bugyo finds nothing there that is asked for"),
    (line_of_another_mail, "says “join the heron of iga"),
]


@pytest.mark.parametrize(("made", "why"), LIES, ids=[row[0].__name__ for row in LIES])
def test_an_order_that_was_not_sent_is_named(table: Table, made: Callable[[Table], Lie], why: str) -> None:
    join(table)
    assert result(audit_game(table.record, "spring")) == HOLDS
    position = table.game.position + 1
    lies(table, made(table))
    order(table)
    verdict = audit_game(table.record, "spring")
    assert verdict.finding is not None
    assert verdict.finding.position == position
    assert why in verdict.finding.why
    assert [check.promise for check in verdict.checks if check.result == FAILS] == [SENT]


def test_one_line_brings_about_one_event(table: Table) -> None:
    """The order that was sent once is recorded again, when the seat is asked again."""
    join(table)
    order(table)
    done = next(one for one in table.record.envelopes("spring") if isinstance(one.entry, Ordered))
    while table.game.awaited()[0] != done.entry.seat:
        order(table)
    lies(table, lambda order, act: (order, replace(act, reference=done.act[1])))
    order(table)
    verdict = audit_game(table.record, "spring")
    assert verdict.finding is not None
    assert "has brought about event" in verdict.finding.why


def test_a_mail_of_another_seat_or_game_brings_nothing_about(table: Table) -> None:
    join(table)
    order(table)
    events = list(of_stored(table.record.envelopes("spring"), "spring"))
    raws = {one.act.reference.partition(":")[0]: None for one in events if one.act.reference}

    def kept(old: bytes, new: bytes) -> Callable[[str], Any]:
        def read(digest: str) -> Any:
            raw = table.record.mail(digest)
            return None if raw is None else read_mail(raw.replace(old, new))

        return read

    assert len(raws) == 4
    seat = events[-1].entry["seat"].encode()
    for old, new, why in [
        (b"spring T1 " + seat, b"spring T1 nobody", "is of the seat “nobody”"),
        (b"spring T1 " + seat, b"autumn T1 " + seat, "is for the game “autumn”"),
    ]:
        _sent, finding = check_sent(iter(events), TITLES["shinobi"], table.game.data, kept(old, new))
        assert finding is not None
        assert why in finding.why


# ---- what is not shown


def test_without_mails_nothing_is_shown(table: Table) -> None:
    join(table)
    order(table)
    assert audit_game(table.record, "spring").sent == Sent(4, 4)
    for viewer, compared in (("referee", 0), ("public", 0), ("iga", 0)):
        verdict = audit_export(read_export(export_lines(table.record, "spring", viewer)))
        assert (verdict.finding, result(verdict), verdict.sent) == (None, NOT_SHOWN, Sent(4, compared))
    for viewer, compared in (("referee", 4), ("public", 0), (table.game.seats[0], 2)):
        verdict = audit_bundle(Bundle(members(table.record, "spring", viewer)))
        assert (verdict.finding, verdict.sent.compared) == (None, compared)
        assert result(verdict) == (HOLDS if compared == 4 else NOT_SHOWN)

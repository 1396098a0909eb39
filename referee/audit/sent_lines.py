"""Whether the record says what was sent: each recorded line against the raw mail that brought it.

A mail that is not here proves nothing: its lines are counted as not shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, time, timedelta
from typing import Any, Union

import msgspec
from msgspec import Struct

from domain.game.checking.readjudicate import Finding
from domain.game.deciding.consequences import FROM_THE_LIST
from domain.game.deciding.forks import departures, names
from domain.game.deciding.own_cells import NONE, Shown, shown_cell
from domain.game.entries import people
from domain.game.entries.entries import LOST, OWN_SLIP, SEAT, UNREADABLE, Opened
from domain.game.entries.protocol_orders import Cell, Commit, Join, Root, Spend
from domain.game.state.phrases import settled
from domain.kit.conditions import Words
from domain.kit.errors import Fault, IllegalMove, OrderError
from domain.kit.facts import Fact, tag_of
from domain.kit.likeness import is_alike
from domain.kit.rules import Rules
from domain.kit.sealed import REFEREE
from domain.kit.vocabulary import fold
from referee.audit.game_lines import Export, form_of
from referee.audit.mailed_lines import Mailed, Said, printable, read_again
from referee.clocks.timetable import NoSuchZone, days_between, instant, same_moment
from referee.club.words import StandBy
from referee.games.press import as_kept
from referee.reading import line_words as words
from referee.reading.reading import ReadMail
from referee.record.chain import canonical, has_secrets, sealed_paths
from referee.record.envelope import HELD, MAIL, Act, Envelope

_REFERENCE = re.compile(r"([0-9a-f]{64})(?::([0-9]{1,6}))?")
_LONGEST = 160
"""Characters of a line or an entry that a finding repeats."""


class Sent(Struct, frozen=True):
    """Of the lines of seats on record: how many came by mail, how many of them were compared with it, and how
    many name no mail (the command line, players that are programs, press without a name)."""

    lines: int = 0
    compared: int = 0
    otherwise: int = 0

    def is_whole(self) -> bool:
        """Whether every mail was here."""
        return self.compared == self.lines


class Recorded(Struct, frozen=True):
    """An event with its open values in place; what is still sealed is an object of the type "sealed"."""

    position: int
    game: str
    at: int
    act: Act
    entry: dict[str, Any]


Mails = Callable[[str], ReadMail | None]
"""A raw mail by its digest, read; None where it is not here."""


def of_stored(envelopes: Sequence[Envelope[Any]], game: str) -> Iterator[Recorded]:
    """The events of a game, as they are compared."""
    called = names(departures([envelope.entry for envelope in envelopes]), game)
    for position, (name, envelope) in enumerate(zip(called, envelopes, strict=True), 1):
        if not isinstance(envelope.entry, Fact) and tag_of(type(envelope.entry)) in _HEEDED:
            entry = msgspec.to_builtins(envelope.entry)
            if has_secrets(envelope.entry):
                for path, sealed in list(sealed_paths(entry)):
                    entry[path] = sealed["value"]
            yield Recorded(position, name, envelope.at, Act(*envelope.act), entry)


def of_export(export: Export) -> Iterator[Recorded]:
    """Raises `Altered`."""
    for position, event in enumerate(export.events, 1):
        form = form_of(position, event)
        if form.entry["type"] in _HEEDED:
            form.entry.update((opening.path, opening.value) for opening in event.openings)
            yield Recorded(position, form.game, form.at, form.act, form.entry)


def check_sent(
    events: Iterable[Recorded], rules: Rules, data: Any, mails: Mails
) -> tuple[Sent, Finding | None]:
    """Reads every mail again that is here; what follows after a finding is counted as well."""
    compared, finding = _Compared(rules, data, mails), None
    for event in events:
        why = compared.look(event)
        if why and finding is None:
            finding = Finding(event.position, why)
    return compared.sent(), finding


class _Compared:
    """What is remembered from one event to the next."""

    def __init__(self, rules: Rules, data: Any, mails: Mails) -> None:
        self._rules, self._data, self._mails = rules, data, mails
        self._seats: tuple[str, ...] = ()
        self._read: dict[str, Mailed | None] = {}
        self._brought: dict[tuple[str, str, str], int] = {}
        self._zones = {"UTC"}
        self._words: Words | None = None
        self._lines = self._found = self._otherwise = 0

    def sent(self) -> Sent:
        return Sent(self._lines, self._found, self._otherwise)

    def look(self, event: Recorded) -> str:
        """Why an event is not what its mail says; "" where it is, or where that cannot be told."""
        entry, act = event.entry, event.act
        if entry["type"] in _POLICIES:
            self._zones.add((entry.get("policy") or {}).get("zone", "UTC"))
            self._seats = self._seats or tuple(one["seat"] for one in entry.get("seats", ()))
            return ""
        if entry["type"] in _SIGNING or not _is_of_a_seat(entry):
            return ""
        if act.cause != MAIL or (entry["type"] == "press" and act == Act(MAIL)):
            self._otherwise += act.cause != HELD and entry["type"] not in _ALSO_OF_THE_REFEREE
            return ""
        self._lines += 1
        return self._against_its_mail(event)

    def _against_its_mail(self, event: Recorded) -> str:
        found = _REFERENCE.fullmatch(event.act.reference)
        mail = self._mail(found[1]) if found else None
        if found is None or mail is None or any(is_closed(value) for value in event.entry.values()):
            return ""
        self._found += 1
        digest, number = found[1], found[2] or ""
        once = (digest, number or str(event.entry.get("cell", "")), event.entry["type"])
        before = self._brought.setdefault(once, event.position)
        if before != event.position:
            return f"{_where(digest, number)} has brought about event {before} already."
        return self._beside(mail, event, digest) or self._line(mail, event, digest, number)

    def _beside(self, mail: Mailed, event: Recorded, digest: str) -> str:
        """Why the mail is not for this game and seat, as far as it says; "" where it is. Whoever had only the
        token of a seat, or was confirmed, may have named another."""
        if mail.game not in ("", event.game):
            return f"The mail {digest[:16]}… is for the game “{printable(mail.game)}”, not for {event.game}."
        seat = _seat_of(event.entry)
        marks = event.act.authority.split()
        is_sure = not {"sender", "page"}.isdisjoint(marks) and "confirmed" not in marks
        if is_sure and seat and mail.seat not in ("", seat):
            return (
                f"The mail {digest[:16]}… is of the seat “{printable(mail.seat)}”, not of {printable(seat)}."
            )
        return ""

    def _line(self, mail: Mailed, event: Recorded, digest: str, number: str) -> str:
        if not number and event.entry["type"] not in _BY_WHOLE_MAILS:
            return f"It names the mail {digest[:16]}…, and no line of it."
        found = [said for nth, said in mail.lines.items() if number in ("", str(nth))]
        if not found:
            return (
                f"{_where(digest, number)} is said to have brought this about, and this Bugyo finds nothing "
                f"there that is asked for. On record is {self._shown(event.entry)}. Another version may have "
                "read the mail otherwise: read it yourself."
            )
        fitting = [said for said in found if fits(event, said, self._zones)]
        if fitting and not (event.entry["type"] == "spent" and _was_for_an_order(fitting[0], found)):
            return ""
        text, on_record = _short(found[0].text), self._shown(event.entry)
        return f"{_where(digest, number)} says “{text}”; on record is {on_record}."

    def _mail(self, digest: str) -> Mailed | None:
        if digest not in self._read:
            mail = self._mails(digest)
            words = self._words = self._words or self._rules.words(self._data, self._seats)
            self._read[digest] = read_again(mail, words, self._seats) if mail else None
        return self._read[digest]

    def _shown(self, entry: dict[str, Any]) -> str:
        """What is on record: an order in the words of the title, all else as it stands."""
        text = canonical({key: value for key, value in entry.items() if key != "seat"}).decode()
        if entry["type"] == "ordered" and self._words:
            with suppress(Fault, msgspec.ValidationError):
                kinds: Any = Union[self._rules.orders]  # noqa: UP007
                text = self._words.orders.write(msgspec.convert(entry["order"], kinds))
        return f"“{_short(text)}”"


def _where(digest: str, number: str) -> str:
    return f"Line {number} of the mail {digest[:16]}…" if number else f"The mail {digest[:16]}…"


def _short(text: str) -> str:
    line = printable(text)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def is_closed(value: Any) -> bool:
    return isinstance(value, dict) and value.get("type") == "sealed"


def _seat_of(entry: dict[str, Any]) -> str:
    if entry["type"] in ("standby", "seat-taken"):
        return ""
    named = entry.get("seat") or entry.get("sender") or entry.get("party") or ""
    return named if isinstance(named, str) else ""


def _is_of_a_seat(entry: dict[str, Any]) -> bool:
    """Whether a seat, or who has none, brings it about by a line, and neither the rules nor the referee."""
    if entry["type"] == "ordered":
        return bool(entry.get("by", SEAT) == SEAT)
    if entry["type"] == "rewound":
        return bool(entry.get("by") == SEAT)
    if entry["type"] == "order-released":
        return entry["why"] not in people.UNASKED
    if entry["type"] == "seat-taken":
        return bool(entry["reason"] != FROM_THE_LIST)
    return REFEREE not in (entry.get("party"), entry.get("sender"))


# ---- what fits


def fits(event: Recorded, said: Said, zones: Iterable[str] = ("UTC",)) -> bool:
    """Whether a line says what its event does."""
    entry, means = event.entry, said.means
    if entry["type"] in _WITH_WORDS:
        return _WITH_WORDS[entry["type"]](entry, said)
    if means is None:
        return False
    if isinstance(means, StandBy):
        named = means.name == event.game and means.person in ("", entry.get("person"))
        return entry["type"] == "standby" and entry.get("listed", True) and named
    if entry["type"] in _TIMED:
        return any(_TIMED[entry["type"]](event, means, zone) for zone in zones)
    return _FITTING[entry["type"]](entry, means)


def _ordered(entry: dict[str, Any], said: Said) -> bool:
    is_order = canonical(msgspec.to_builtins(said.means)) == canonical(entry["order"])
    return is_order and not said.waits and _has_cell(entry, said.cell)


def _has_cell(entry: dict[str, Any], text: str) -> bool:
    """Whether the cell of an order is the one of the line above it; one that has come before has no proof."""
    cell, proof = entry.get("cell", ""), tuple(entry.get("proof", ()))
    shown = _shown_cell(text)
    if shown is None or entry.get("aside"):
        return bool(cell == ("" if entry.get("aside") else text)) and not proof
    return bool(cell == shown.cell) and proof in ((), shown.proof)


def _shown_cell(text: str) -> Shown | None:
    """None for no cell, and for one as it is written in protocol 1."""
    try:
        return shown_cell(text)
    except IllegalMove:
        return None


def _spent(entry: dict[str, Any], said: Said) -> bool:
    """A cell that was lost comes in a line of its own, or no order follows it; any other stands above the
    line that was not played; what can be read was not unreadable."""
    if isinstance(said.means, Spend) or (isinstance(said.means, Cell) and said.idle):
        is_line, text = (entry["why"], entry["line"]) == (LOST, ""), said.means.cell
    else:
        is_line, text = entry["line"] in (said.text, said.order), said.cell
        is_line = is_line and (entry["why"] != UNREADABLE or not _reads_in_every_version(said))
    shown = _shown_cell(text)
    is_cell = shown is not None and (shown.cell, list(shown.proof)) == (entry["cell"], list(entry["proof"]))
    return is_line and is_cell


def _reads_in_every_version(said: Said) -> bool:
    """Whether a line could always be read. What people type besides the printed forms is read ever more
    widely, so that of an order only its printed form says so."""
    if said.typed and not said.order:
        return False
    return said.means is not None and (not said.order or fold(said.text.rstrip(" .")) == fold(said.order))


def _was_for_an_order(cell: Said, lines: Sequence[Said]) -> bool:
    """Whether an order stands below the line of a cell that is called lost: that is played or refused."""
    if not isinstance(cell.means, Cell):
        return False
    beside = (words.Later, words.Replace, Join, Root, Commit, Cell, Spend)
    below = (said for said in lines if said.order and not isinstance(said.means, beside))
    return any(said.cell == cell.means.cell for said in below)


def _held(entry: dict[str, Any], said: Said) -> bool:
    """The order that waits, with the cell above it; one that takes the place of another has its time."""
    *cells, order = str(entry["line"]).splitlines() or [""]
    is_it = bool(order) and order == said.order and cells in ([], [Cell.FORM.format(cell=said.cell)])
    if isinstance(said.means, words.Replace):
        return is_it
    if isinstance(said.means, words.Later):
        return is_it and bool(entry["when"] == people.ASKED)
    if isinstance(said.means, words.Conditional):
        return is_it and bool(entry["when"] == people.CONDITION)
    return is_it and bool(entry["when"] == (people.READY if said.waits else people.SHEET))


def _forfeited(entry: dict[str, Any], said: Said) -> bool:
    return bool(said.order) and said.order == entry["line"]


def _refused(entry: dict[str, Any], said: Said) -> bool:
    """An order that was to wait, or hung on a condition, is on record as it was typed."""
    begins, is_clipped = str(entry["line"]).removesuffix("…"), str(entry["line"]).endswith("…")
    known = filter(None, (said.order, said.typed))
    return any(one.startswith(begins) if is_clipped else one == begins for one in known)


def _pressed(entry: dict[str, Any], means: Struct) -> bool:
    if not isinstance(means, words.Press):
        return False
    to = set() if words.EVERYBODY in means.to else {*means.to} - {entry["sender"]}
    return set(entry["to"]) == to and entry["text"] == as_kept(means.text)


def _disputed(entry: dict[str, Any], means: Struct) -> bool:
    rule, error, appeals = entry.get("rule", ""), entry.get("error", ""), entry.get("appeals", 0)
    if isinstance(means, words.Appeal):
        ruling, classed, text = means.parts()
        return (ruling, classed, text.strip(), "") == (appeals, error, entry["text"], rule)
    if not isinstance(means, words.Dispute):
        return False
    events, cited, classed, text = means.parts()
    if classed and not error and entry["text"].endswith(text.strip()):
        classed, text = "", entry["text"]  # of before classes were read in mails
    found = (sorted(set(events)), cited, classed, text.strip(), 0)
    return found == (list(entry.get("events", ())), rule, error, entry["text"], appeals)


def _undid(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, words.Undo) and means.to in (0, entry["to"])


def _took_back(entry: dict[str, Any], means: Struct) -> bool:
    if isinstance(means, words.Undo):
        return _undid(entry, means) and entry["reason"] == OWN_SLIP
    is_asked = isinstance(means, words.TakeBack) and means.reason == entry["reason"]
    return is_asked and means.to in (0, entry["to"])  # type: ignore[attr-defined]


def _agreed(entry: dict[str, Any], means: Struct) -> bool:
    yes = entry.get("yes", True)
    if isinstance(means, words.AgreeWins if yes else words.DisagreeWins):
        return bool(entry["on"] == f"{means.winner}{people.WINS}")
    return isinstance(means, words.Agree if yes else words.Disagree) and means.on == entry["on"]


def _let_back(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, words.AgreeBack if entry["yes"] else words.RefuseBack)


def _released(entry: dict[str, Any], means: Struct) -> bool:
    why = {words.Withdraw: people.WITHDRAWN, words.Replace: people.REPLACED}.get(type(means))
    return (entry["why"], entry["number"]) == (why, getattr(means, "number", 0))


def _stands_by(entry: dict[str, Any], means: Struct) -> bool:
    """Whoever asks for a seat, and is not listed yet, stands by first."""
    if isinstance(means, words.Takeover):
        return bool(entry.get("listed", True))
    return isinstance(means, words.Standby) and (means.listed == "on") == entry.get("listed", True)


def _took_seat(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, words.Takeover) and means.seat in ("", entry["seat"])


def _joined(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, Join) and entry["phrase"] in (means.phrase.strip(), settled(means.phrase))


def _committed(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, Commit) and means.cells.split() == list(entry["cells"])


def _rooted(entry: dict[str, Any], means: Struct) -> bool:
    root = f"{entry['root']} {entry.get('sheets', 0)}" if entry.get("root") else NONE
    return isinstance(means, Root) and " ".join(means.root.split()) == root


def _contributed(entry: dict[str, Any], means: Struct) -> bool:
    if not isinstance(means, Cell):
        return False
    shown, found = _shown_cell(means.cell), (entry["index"], entry.get("lane", ""), entry["cell"])
    if shown is None:
        return bool(means.cell == entry["cell"])
    behind = (list(entry.get("proof", ())), entry.get("head", ""))
    return shown[:3] == found and (list(shown.proof), shown.head) == behind


def _advised(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, words.Advise)


def _rolled(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, words.Rolled) and [*means.faces] == [*entry["faces"]]


def _undelegated(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, words.Undelegate) and is_alike(means.person, entry["to"])


def _left(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, words.ResignSeat) and means.reason == entry["reason"]


def _withdrew(entry: dict[str, Any], means: Struct) -> bool:
    return isinstance(means, words.WithdrawDispute) and means.number == entry["number"]


def _readdressed(entry: dict[str, Any], means: Struct) -> bool:
    """The address itself is not on record."""
    return isinstance(means, words.NewAddress) and entry["by"] == people.BY_PERSON


def _delegated(event: Recorded, means: Struct, zone: str) -> bool:
    if not isinstance(means, words.Delegate):
        return False
    entry = event.entry
    with suppress(OrderError, NoSuchZone, OverflowError):
        person, _address, last, scope = means.parts()
        until = instant(date.fromisoformat(last) + timedelta(days=1), time(), zone) - 1
        fits = scope == entry["scope"] and same_moment(until, entry["until"], zone)
        return fits and is_alike(person, entry["to"])
    return False


def _on_vacation(event: Recorded, means: Struct, zone: str) -> bool:
    if not isinstance(means, words.Vacation):
        return False
    entry = event.entry
    with suppress(OrderError, NoSuchZone, ValueError, OverflowError):
        begins, ends, days = days_between(*means.dates(), zone)
        is_begun = entry["start"] == event.at or same_moment(begins, entry["start"], zone)
        return is_begun and same_moment(ends, entry["end"], zone) and days == entry["days"]
    return False


_WITH_WORDS: dict[str, Callable[[dict[str, Any], Said], bool]] = {
    "ordered": _ordered,
    "spent": _spent,
    "order-held": _held,
    "forfeited": _forfeited,
    "order-refused": _refused,
}
_TIMED: dict[str, Callable[[Recorded, Struct, str], bool]] = {
    "delegated": _delegated,
    "vacation-taken": _on_vacation,
}
"""What is counted in days of the game's zone; the policy may have changed since the line was written."""

_FITTING: dict[str, Callable[[dict[str, Any], Struct], bool]] = {
    "joined": _joined,
    "root-committed": _rooted,
    "sheet-committed": _committed,
    "contributed": _contributed,
    "press": _pressed,
    "advised": _advised,
    "disputed": _disputed,
    "dispute-withdrawn": _withdrew,
    "take-back-proposed": _took_back,
    "take-back-answered": _let_back,
    "rewound": _undid,
    "agreed": _agreed,
    "conceded": lambda entry, means: isinstance(means, words.Concede),
    "dice-claimed": _rolled,
    "dice-answered": lambda entry, means: isinstance(
        means, words.ConfirmDice if entry["yes"] else words.DenyDice
    ),
    "delegation-ended": _undelegated,
    "address-changed": _readdressed,
    "seat-left": _left,
    "order-released": _released,
    "standby": _stands_by,
    "seat-taken": _took_seat,
}
_ALSO_OF_THE_REFEREE = frozenset(
    {"standby", "seat-taken", "order-released", "address-changed", "delegated", "delegation-ended"}
)
_BY_WHOLE_MAILS = ("standby", "seat-taken", "spent")
"""What names its mail alone: it is all that is asked for there, or stands beside its orders."""

_POLICIES = (tag_of(Opened), tag_of(people.PolicyChanged))
_SIGNING = (tag_of(people.KeyRegistered), tag_of(people.OrdersSigned))
"""Compared by `signed_orders`."""

_HEEDED = frozenset({*_POLICIES, *_SIGNING, *_WITH_WORDS, *_TIMED, *_FITTING})

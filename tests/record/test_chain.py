"""Every change of a stored row is named by the audit, at the position where it stands.

The bytes are changed in a copy of the file whose triggers are gone: whoever can write the file can do that.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from domain.game.entries.entries import Joined, Opened, Ordered, Spent
from domain.kit.chance import SheetShown, Thrown
from domain.kit.errors import BrokenRecord
from domain.kit.facts import Fact
from domain.kit.framing import framed
from domain.kit.sealed import Sealed
from domain.shinobi.board.events import Placed
from referee.audit.audit import DATA, HOLDS, NOT_CHECKED, RULES, STRUCTURE, THROWS, WITNESSES, audit_game
from referee.record.chain import canonical, commitment, digest, genesis, has_secrets, public_form, salts_for
from referee.record.envelope import Envelope, encode
from referee.record.record import Record
from tests.chance import Seeded
from tests.record.stores import finished, opened, play, repeatable, tamper

pytestmark = pytest.mark.of_files

DEALT = 22
"""The last position of the deal: the rest follows from orders."""

STATE = "UPDATE stored_events SET state=? WHERE originator_version=?"


class Altered:
    """A finished game, and copies of its file with something changed."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "s.bugyo"
        record = finished(self.path)
        self.envelopes = record.envelopes("g")
        record.close()
        self.copies = (folder / f"copy-{n}.bugyo" for n in count())

    def finding(self, *statements: tuple[str, tuple[object, ...]]) -> tuple[Finding, str]:
        """What the audit of the altered copy finds first, and the promise that fails."""
        record = Record(tamper(self.path, next(self.copies), *statements))
        verdict = audit_game(record, "g")
        record.close()
        assert verdict.finding is not None, "The alteration was not noticed."
        failed = [check.promise for check in verdict.checks if check.result not in (HOLDS, NOT_CHECKED)]
        return verdict.finding, failed[0]

    def position(self, *statements: tuple[str, tuple[object, ...]]) -> int:
        return self.finding(*statements)[0].position

    def stored(self, position: int, **changes: Any) -> tuple[str, tuple[object, ...]]:
        """The statement that puts an envelope with other fields in place."""
        return STATE, (encode(replace(self.envelopes[position - 1], **changes)), position)

    def rechained(self, first: int, envelopes: list[Envelope[Any]]) -> list[tuple[str, tuple[object, ...]]]:
        """Statements that put envelopes in place from `first` on, with digests that fit."""
        head = self.envelopes[first - 2].digest if first > 1 else genesis("g")
        made: list[tuple[str, tuple[object, ...]]] = []
        for position, envelope in enumerate(envelopes, first):
            head = digest(head, public_form("g", position, envelope))
            made.append((STATE, (encode(replace(envelope, digest=head)), position)))
        return made


@pytest.fixture(scope="module")
def altered(tmp_path_factory: pytest.TempPathFactory) -> Altered:
    return Altered(tmp_path_factory.mktemp("chain"))


def test_an_untouched_copy_holds(altered: Altered) -> None:
    record = Record(tamper(altered.path, next(altered.copies)))
    verdict = audit_game(record, "g")
    unchecked = [check.promise for check in verdict.checks if check.result != HOLDS]
    assert (verdict.finding, unchecked) == (None, [WITNESSES])
    assert verdict.head == altered.envelopes[-1].digest.hex()
    record.close()


@pytest.mark.soak
def test_every_field_of_every_envelope(altered: Altered) -> None:
    """Digest, received-at, cause, reference, seat, person, on whose behalf, salts: of one of each kind."""
    path = tamper(altered.path, next(altered.copies))
    record = Record(path)
    kinds = {_kind(envelope): position for position, envelope in enumerate(altered.envelopes, 1)}
    assert len(kinds) > 20
    for position in kinds.values():
        envelope = altered.envelopes[position - 1]
        for changed in _changed(envelope):
            _put(path, encode(changed), position)
            finding = audit_game(record, "g").finding
            assert (finding and finding.position, changed) == (position, changed)
        _put(path, encode(envelope), position)
    assert audit_game(record, "g").finding is None
    record.close()


def _kind(envelope: Envelope[Any]) -> tuple[type, type, bool]:
    """Of the entry, of the event that a fact holds, and whether anything in it is sealed."""
    event = getattr(envelope.entry, "event", None)
    return type(envelope.entry), type(event), bool(envelope.salts)


def _put(path: Path, state: bytes, position: int) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("BEGIN")
    for name in ("update", "delete", "replace"):
        connection.execute(f"DROP TRIGGER IF EXISTS stored_events_no_{name}")
    connection.execute(STATE, (state, position))
    connection.execute("COMMIT")
    connection.close()


def _changed(envelope: Envelope[Any]) -> Iterator[Envelope[Any]]:
    yield replace(envelope, digest=bytes([envelope.digest[0] ^ 1]) + envelope.digest[1:])
    yield replace(envelope, at=envelope.at + 1)
    for place in range(5):
        act = tuple(word + "x" if n == place else word for n, word in enumerate(envelope.act))
        yield replace(envelope, act=act)
    yield replace(envelope, salts=(*envelope.salts, b"x" * 16))
    for place in range(len(envelope.salts)):
        salts = tuple(b"x" * 16 if n == place else salt for n, salt in enumerate(envelope.salts))
        yield replace(envelope, salts=salts)
    for form in _other_entries(msgspec.to_builtins(envelope.entry)):
        yield replace(envelope, entry=form)


def _other_entries(form: Any) -> Iterator[Any]:
    """The entry with one word or number in it changed, at each place in turn."""
    if isinstance(form, dict):
        for key, value in form.items():
            yield from ({**form, key: other} for other in _other_entries(value))
    elif isinstance(form, list | tuple):
        for n, value in enumerate(form):
            yield from ([*form[:n], other, *form[n + 1 :]] for other in _other_entries(value))
    elif isinstance(form, bool):
        yield not form
    elif isinstance(form, int):
        yield form + 1
    else:
        yield f"{form}x"


@pytest.mark.parametrize("position", [1, 2, 9, 40])
def test_the_topic_is_compared_with_the_event(altered: Altered, position: int) -> None:
    change = (
        "UPDATE stored_events SET topic='shinobi/fact/unheard-of' WHERE originator_version=?",
        (position,),
    )
    assert altered.finding(change) == (
        Finding(position, "Its topic says “shinobi/fact/unheard-of”, and it is another event."),
        STRUCTURE,
    )


def test_a_title_that_nobody_has(altered: Altered) -> None:
    change = ("UPDATE stored_events SET topic='chess/opened' WHERE originator_version=1", ())
    assert altered.finding(change) == (Finding(1, "This program has no title “chess”."), STRUCTURE)


def test_bytes_that_cannot_be_read(altered: Altered) -> None:
    finding, promise = altered.finding((STATE, (b"\xc1", 30)))
    assert (finding.position, promise) == (30, STRUCTURE)


@pytest.mark.parametrize("position", [1, 2, 30])
def test_an_event_that_was_dropped(altered: Altered, position: int) -> None:
    finding, promise = altered.finding(("DELETE FROM stored_events WHERE originator_version=?", (position,)))
    why = f"The event is missing; the next on record is {position + 1}."
    assert (finding, promise) == (Finding(position, why), STRUCTURE)


def test_a_game_without_its_first_event_is_broken_and_not_unknown(altered: Altered) -> None:
    change = ("DELETE FROM stored_events WHERE originator_version=1", ())
    record = Record(tamper(altered.path, next(altered.copies), change))
    with pytest.raises(BrokenRecord) as broken:
        record.fold("g")
    assert str(broken.value) == 'The record of game "g" is broken at event 1. The event is missing.'
    record.close()


def test_an_event_that_was_given_to_another_game(altered: Altered) -> None:
    change = ("UPDATE stored_events SET originator_id='h' WHERE originator_version=30", ())
    assert altered.position(change) == 30


def test_two_events_that_were_swapped(altered: Altered) -> None:
    move = "UPDATE stored_events SET originator_version=? WHERE originator_version=?"
    assert altered.position((move, (-1, 30)), (move, (30, 31)), (move, (31, -1))) == 30


def test_an_event_that_was_put_in_between(altered: Altered) -> None:
    shift = "UPDATE stored_events SET originator_version=-originator_version-1 WHERE originator_version>=30"
    back = "UPDATE stored_events SET originator_version=-originator_version WHERE originator_version<0"
    copy = (
        "INSERT INTO stored_events SELECT originator_id, 30, topic, state FROM stored_events "
        "WHERE originator_version=29"
    )
    assert altered.position((shift, ()), (back, ()), (copy, ())) == 30


def test_events_dropped_with_the_numbers_closed_up(altered: Altered) -> None:
    drop = ("DELETE FROM stored_events WHERE originator_version=30", ())
    shift = "UPDATE stored_events SET originator_version=-originator_version+1 WHERE originator_version>30"
    back = "UPDATE stored_events SET originator_version=-originator_version WHERE originator_version<0"
    assert altered.position(drop, (shift, ()), (back, ())) == 30


def test_the_data_set(altered: Altered) -> None:
    finding, promise = altered.finding(("UPDATE datasets SET files=x'80'", ()))
    assert (finding.position, promise) == (1, DATA)


# ---- what the chain alone cannot show


def test_a_tail_that_was_cut_off_between_units_needs_a_head_from_elsewhere(altered: Altered) -> None:
    """Neither the chain nor the rules can know that more was there; every mail quotes the head."""
    last = max(
        n
        for n, e in enumerate(altered.envelopes, 1)
        if isinstance(e.entry, Joined) or (isinstance(e.entry, Ordered) and e.entry.by == "seat")
    )
    change = ("DELETE FROM stored_events WHERE originator_version>=?", (last,))
    record = Record(tamper(altered.path, next(altered.copies), change))
    verdict = audit_game(record, "g")
    assert verdict.finding is None
    assert verdict.head == altered.envelopes[last - 2].digest.hex() != altered.envelopes[-1].digest.hex()
    record.close()


@pytest.mark.parametrize("each", [35, pytest.param(7, marks=pytest.mark.soak)])
def test_a_record_that_stops_inside_what_an_order_brought_about_is_noticed(
    altered: Altered, each: int
) -> None:
    """Also between two units: the sequence of play would have gone on."""
    orders = [
        n
        for n, e in enumerate(altered.envelopes, 1)
        if isinstance(e.entry, Joined) or (isinstance(e.entry, Ordered) and e.entry.by == "seat")
    ]
    inside = [n for n in range(2, len(altered.envelopes) + 1) if n not in orders]
    for position in inside[::each]:
        finding, promise = altered.finding(
            ("DELETE FROM stored_events WHERE originator_version>=?", (position,))
        )
        assert (finding.position, promise) == (position, RULES)


def test_a_record_that_stops_inside_a_unit_is_not_played_on(altered: Altered) -> None:
    torn = next(n for n, e in enumerate(altered.envelopes, 1) if isinstance(e.entry, Fact) and e.entry.more)
    change = ("DELETE FROM stored_events WHERE originator_version>?", (torn,))
    record = Record(tamper(altered.path, next(altered.copies), change))
    with pytest.raises(BrokenRecord) as broken:
        record.load("g")
    assert str(broken.value) == (
        f'The record of game "g" is broken at event {torn + 1}. 1 facts of the last unit are missing.'
    )
    record.close()


def rechainings(envelopes: list[Envelope[Any]]) -> Iterator[tuple[str, int, Envelope[Any]]]:
    """Alterations whose author has made all digests anew: where, and what stands there then."""
    kinds: dict[Any, str] = {Ordered: "order", Thrown: "throw", Fact: "fact"}
    seen: set[str] = set()
    for position, envelope in enumerate(envelopes, 1):
        entry = envelope.entry
        name = kinds.get(type(entry), "sheet")
        if position > DEALT and name not in seen and not (isinstance(entry, Fact) and entry.event is None):
            seen.add(name)
            yield name, position, _lie(envelope)


def _lie(envelope: Envelope[Any]) -> Envelope[Any]:
    entry = envelope.entry
    if isinstance(entry, Thrown):
        faces = entry.answer()
        most = entry.question.limits()[0]  # far away: the place beside it may hold a card of the same kind
        other = ((faces[0] + most // 2 - 1) % most + 1, *faces[1:])
        return replace(envelope, entry=replace(entry, faces=Sealed((), other)))
    if isinstance(entry, Ordered):
        return replace(envelope, entry=replace(entry, seat="nobody"))
    if isinstance(entry, SheetShown):
        return replace(envelope, entry=replace(entry, cells=entry.cells[::-1]))
    return replace(envelope, entry=replace(entry, rule="another rule"))


def test_an_alteration_with_a_new_chain_is_caught_by_deciding_again(altered: Altered) -> None:
    lies = list(rechainings(altered.envelopes))
    assert {name for name, _, _ in lies} == {"order", "throw", "fact", "sheet"}
    for name, position, lie in lies:
        rest = [lie, *altered.envelopes[position:]]
        finding, promise = altered.finding(*altered.rechained(position, rest))
        # Another face of a throw is legal by itself, but does not follow from its cell.
        assert (finding.position, promise) == (position, RULES if name == "fact" else THROWS)


def test_an_opening_with_other_seats_and_a_new_chain_is_caught(altered: Altered) -> None:
    first = altered.envelopes[0]
    lie = replace(first, entry=replace(first.entry, seats=first.entry.seats[:2]))
    finding, promise = altered.finding(*altered.rechained(1, [lie, *altered.envelopes[1:]]))
    assert (finding.position, promise) == (1, THROWS)  # one who joined does not sit there


@pytest.mark.parametrize(
    ("field", "value"),
    [("edition", "shinobi/2"), ("title", "chess"), ("preset", "official"), ("scenario", "short")],
)
def test_an_opening_of_another_edition_with_a_new_chain_is_caught(
    altered: Altered, field: str, value: str
) -> None:
    first = altered.envelopes[0]
    lie = replace(first, entry=replace(first.entry, **{field: value}))
    finding, promise = altered.finding(*altered.rechained(1, [lie, *altered.envelopes[1:]]))
    assert (finding.position, promise) == (1, DATA if field == "title" else RULES)


# ---- public forms

WORDS = st.text(st.characters(exclude_categories=["Cs"]))
FORMS = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | WORDS,
    lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner),
    max_leaves=20,
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])  # of a machine that does much else
@given(FORMS)
def test_the_public_form_is_what_any_json_library_writes_with_sorted_keys(form: Any) -> None:
    written = canonical(form)
    assert json.loads(written) == form
    plain = json.dumps(json.loads(written), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert written.decode() == plain


@given(WORDS, WORDS)
def test_structs_too(seat: str, card: str) -> None:
    envelope: Envelope[Any] = Envelope(
        b"", 1, ("mail", seat, card, "", ""), Fact("rule", Placed(seat, card, "x"))
    )
    written = public_form(card, 3, envelope)
    plain = json.dumps(json.loads(written), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert written.decode() == plain


@pytest.mark.parametrize("text", ["\ud800", "a\udfff", "\udc80 from a mail that is not UTF-8"])
def test_a_lone_surrogate_has_no_public_form(text: str) -> None:
    """It has no UTF-8 either: it is refused before anything is recorded."""
    with pytest.raises(UnicodeEncodeError):
        canonical(text)


@given(st.binary(min_size=32, max_size=32), st.binary())
def test_the_digest_is_the_framed_hash_that_the_format_promises(before: bytes, public: bytes) -> None:
    assert digest(before, public) == framed("bugyo/1/event", before, public)


# ---- sealed values


def test_no_public_form_holds_a_sealed_value(altered: Altered) -> None:
    opened = 0
    for position, envelope in enumerate(altered.envelopes, 1):
        form = json.loads(public_form("g", position, envelope))
        for sealed in _sealed(form):
            assert set(sealed["value"]) == {"commitment"}
            opened += 1
        assert len(envelope.salts) == len(list(_sealed(form)))
    assert opened > 20


def _sealed(form: Any) -> Iterator[Any]:
    if isinstance(form, dict):
        if form.get("type") == "sealed":
            yield form
        for value in form.values():
            yield from _sealed(value)
    elif isinstance(form, list):
        for value in form:
            yield from _sealed(value)


def test_two_games_with_the_same_secrets_have_different_commitments(tmp_path: Path) -> None:
    record, again = repeatable(tmp_path / "s"), repeatable(tmp_path / "t")
    play(opened(record, "one", source=Seeded("same")), "one", 20, Random(1))
    play(opened(again, "two", source=Seeded("same")), "two", 20, Random(1))
    first, second = record.envelopes("one"), again.envelopes("two")
    assert [e.entry for e in first[1:]] == [e.entry for e in second[1:]]
    assert _commitments("one", first).isdisjoint(_commitments("two", second))
    # Also in one game under one name: the salt is new each time.
    assert commitment("g", 1, "path", b"a" * 16, b"1") != commitment("g", 1, "path", b"b" * 16, b"1")
    record.close()
    again.close()


def _commitments(game: str, envelopes: list[Envelope[Any]]) -> set[str]:
    forms = (json.loads(public_form(game, n, envelope)) for n, envelope in enumerate(envelopes, 1))
    found = [sealed["value"]["commitment"] for form in forms for sealed in _sealed(form)]
    assert len(found) == len(set(found))
    return set(found)


class Whisper(msgspec.Struct, frozen=True, tag="whisper"):
    """An item of an imaginary title that carries a secret."""

    word: Sealed[str]


def test_a_secret_on_the_agenda_is_sealed_as_well() -> None:
    fact: Fact[Any, Any] = Fact("rule", then=(Whisper(Sealed(("iga",), "yamabuki")),))
    assert has_secrets(fact)
    salts = salts_for(fact, lambda size: bytes(size))
    public = public_form("g", 2, Envelope(b"", 1, ("mail", "", "", "", ""), fact, salts))
    assert (len(salts), b"yamabuki" in public, b"commitment" in public) == (1, False, True)


class Letter(msgspec.Struct, frozen=True):
    """One that holds others which carry secrets, and says nothing of them itself."""

    parts: tuple[Whisper, ...]


def test_a_secret_is_sealed_however_deep_it_stands() -> None:
    inner = Letter((Whisper(Sealed(("iga",), "yamabuki")),))
    fact: Fact[Any, Any] = Fact("rule", then=(inner,))
    assert has_secrets(fact)


def test_the_line_of_a_cell_that_was_spent_is_sealed() -> None:
    assert has_secrets(Spent("iga", "aa", (), "refused", Sealed(("iga",), "yamabuki")))


def test_the_opening_is_the_first_entry(altered: Altered) -> None:
    assert [type(e.entry) is Opened for e in altered.envelopes[:3]] == [True, False, False]

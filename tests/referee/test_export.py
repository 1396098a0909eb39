"""Exports verify against the same heads for every viewer; altered ones are refused and name the event."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.audit import audit_export, audit_game
from referee.audit.game_lines import NotAnExport, export_lines, read_export
from referee.copies.importing import CannotImport, import_game
from referee.record.chain import canonical
from referee.record.record import Record
from tests.record.stores import finished, opened, play, repeatable

SEATS = ("iga", "ise", "kii")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """A game that is not over: some values are sealed."""
    record = repeatable(tmp_path_factory.mktemp("running") / "s.bugyo")
    play(opened(record), "g", 30, Random(3))
    yield record
    record.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Record]:
    record = Record(tmp_path / "empty.bugyo")
    yield record
    record.close()


def lines(record: Record, viewer: str = REFEREE) -> list[bytes]:
    return list(export_lines(record, "g", viewer))


def test_an_import_restores_heads_and_audits(running: Record, empty: Record) -> None:
    assert import_game(empty, read_export(lines(running))) == "g"
    assert empty.envelopes("g") == running.envelopes("g")
    assert empty.load("g").head == running.load("g").head
    assert audit_game(empty, "g") == audit_game(running, "g")
    assert lines(empty) == lines(running)
    play(opened(empty, "another"), "another", 2, Random(1))


def test_a_finished_game_is_open_to_everybody(tmp_path: Path, empty: Record) -> None:
    record = finished(tmp_path / "s")
    assert import_game(empty, read_export(lines(record, PUBLIC))) == "g"
    assert audit_game(empty, "g") == audit_game(record, "g")
    record.close()


@pytest.mark.parametrize("viewer", [*SEATS, PUBLIC, REFEREE])
def test_an_export_opens_what_its_viewer_may_know_and_nothing_else(running: Record, viewer: str) -> None:
    export = read_export(lines(running, viewer))
    for event in export.events:
        sealed = dict(_sealed(json.loads(bytes(event.public))["entry"]))
        may = [path for path, to in sealed.items() if viewer == REFEREE or viewer in to]
        assert [opening.path for opening in event.openings] == may


def _sealed(form: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """The path of each sealed value, and to whom it is open."""
    if isinstance(form, dict) and form.get("type") == "sealed":
        yield path, form["to"]
    elif isinstance(form, dict | list):
        for name, part in sorted(form.items()) if isinstance(form, dict) else enumerate(form):
            yield from _sealed(part, f"{path}/{name}" if path else str(name))


@pytest.mark.parametrize("viewer", [*SEATS, PUBLIC, REFEREE])
def test_every_viewer_has_the_same_public_forms_and_heads(running: Record, viewer: str) -> None:
    export, whole = read_export(lines(running, viewer)), read_export(lines(running))
    assert [(e.digest, bytes(e.public)) for e in export.events] == [
        (e.digest, bytes(e.public)) for e in whole.events
    ]
    verdict = audit_export(export)
    assert (verdict.finding, verdict.head) == (None, running.load("g").head.hex())
    assert verdict.complete is (viewer == REFEREE)


def test_another_seats_clan_and_hand_stand_nowhere_in_an_export(running: Record) -> None:
    """Openings of iga are the only place where a card could stand that nobody has played."""
    for line in lines(running, "iga")[1:]:
        event = json.loads(line)
        for path, to in _sealed(event["public"]["entry"]):
            assert to in (["iga"], []) or path not in {opening["path"] for opening in event["openings"]}


# ---- altered exports


def altered(record: Record, number: int, change: Callable[[Any], Any]) -> list[bytes]:
    """The export with line `number` (0 is the header) changed."""
    found = lines(record)
    found[number] = canonical(change(json.loads(found[number]))) + b"\n"
    return found


def changes(form: Any) -> Iterator[Any]:
    """The form with one word, number or flag changed, at each place in turn; and with each key dropped."""
    if isinstance(form, dict):
        for key, value in form.items():
            yield from ({**form, key: other} for other in changes(value))
    elif isinstance(form, list):
        yield [*form, "more"]
        for n, value in enumerate(form):
            yield from ([*form[:n], other, *form[n + 1 :]] for other in changes(value))
    elif isinstance(form, bool):
        yield not form
    elif isinstance(form, int):
        yield form + 1
    else:
        yield f"{form}0"


@pytest.mark.parametrize("position", [1, 2, 3, 9, 17, 18, 19, 40])
def test_every_altered_field_of_an_event_is_named(running: Record, empty: Record, position: int) -> None:
    for form in changes(json.loads(lines(running)[position])):
        broken = altered(running, position, lambda _, form=form: form)  # type: ignore[misc]
        assert refused(empty, broken).startswith(
            (
                f"The export does not hold at event {position}: ",
                f"Line {position + 1} is not a line of a Bugyo export: ",
            )
        ), form


@pytest.mark.parametrize("field", ["game", "events", "head", "data"])
def test_every_altered_field_of_the_header_is_refused(running: Record, empty: Record, field: str) -> None:
    header = json.loads(lines(running)[0])
    for other in changes(header[field]):
        export = read_export(altered(running, 0, lambda form, other=other: {**form, field: other}))  # type: ignore[misc]
        with pytest.raises(CannotImport, match=r"^The export does not hold (at event \d+|in its header): "):
            import_game(empty, export)
    assert empty.games() == ()


def refused(record: Record, found: list[bytes]) -> str:
    with pytest.raises((CannotImport, NotAnExport)) as refusal:
        import_game(record, read_export(found))
    assert record.games() == ()
    return str(refusal.value)


def test_a_line_that_is_missing_or_moved(running: Record, empty: Record) -> None:
    found = lines(running)
    head = running.envelopes("g")[-2].digest.hex()
    assert refused(empty, found[:5] + found[6:]).startswith("The export does not hold at event 5: ")
    assert refused(empty, [*found[:5], found[6], found[5], *found[7:]]).startswith(
        "The export does not hold at event 5: "
    )
    count = len(found) - 1
    assert refused(empty, found[:-1]) == (
        f"The export does not hold at event {count}: The header speaks of {count} events."
    )
    fewer = json.loads(found[0]) | {"events": count - 1}
    assert refused(empty, [canonical(fewer), *found[1:]]) == (
        f"The export does not hold at event {count}: The header speaks of {count - 1} events."
    )
    cut = json.loads(found[0]) | {"events": count - 1, "head": head}
    assert refused(empty, [canonical(cut), *found[1:-1]]).startswith(
        f"The export does not hold at event {count}: By the rules "
    )


def test_what_is_no_export(running: Record, empty: Record) -> None:
    header = json.loads(lines(running)[0])
    assert refused(empty, []) == "The file is empty."
    assert refused(empty, [b'{"name": "chess"}\n']) == (
        "Line 1 is not a line of a Bugyo export: Object missing required field `format`"
    )
    assert refused(empty, [b"Dear all,\n"]) == (
        "Line 1 is not a line of a Bugyo export: JSON is malformed: invalid character (byte 0)"
    )
    assert refused(empty, [b"\xff\xfe\n"]) == (
        "Line 1 is not a line of a Bugyo export: JSON is malformed: invalid character (byte 0)"
    )
    assert refused(empty, [canonical({**header, "format": "bugyo/9"})]) == (
        "The export has the format “bugyo/9”; this program reads “bugyo/1”."
    )
    assert refused(empty, [canonical({**header, "title": "chess"})]) == (
        "The export is of the title “chess”, which this program does not have."
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace(b'"openings":', b'"openings": '),
        lambda line: line.replace(b'"openings":', b'"more":1,"openings":'),
        lambda line: line[:-1] + b"\r\n",
        lambda line: b" " + line,
    ],
)
def test_a_line_that_is_written_otherwise_is_none(running: Record, change: Callable[[bytes], bytes]) -> None:
    found = lines(running)
    altered = change(found[4])
    assert altered != found[4]
    with pytest.raises(
        NotAnExport, match=r"^Line 5 is not canonical JSON with the keys of a Bugyo export\.$"
    ):
        read_export([*found[:4], altered, *found[5:]])


@pytest.mark.parametrize("viewer", [*SEATS, PUBLIC, REFEREE])
def test_the_form_of_the_page_is_asked_of_a_bare_export_too(running: Record, viewer: str) -> None:
    """The header's viewer, at no event; and what an event may not have, before its digest is looked at."""
    found = lines(running, viewer)
    nobody = canonical({**json.loads(found[0]), "viewer": "nobody"})
    finding = audit_export(read_export([nobody, *found[1:]])).finding
    assert finding is not None
    assert (finding.position, finding.why) == (0, "The viewer “nobody” has no seat in this game.")
    late = json.loads(found[4])
    late["public"]["at"] = -1
    finding = audit_export(read_export([*found[:4], canonical(late), *found[5:]])).finding
    assert finding is not None
    assert finding.position == 4
    assert finding.why.startswith("It has not the form of an event: Expected `int` >= 0")
    spaced = found[4].replace(b'"position":4', b'"position": 4')
    finding = audit_export(read_export([*found[:4], spaced, *found[5:]])).finding
    assert finding is not None
    assert (finding.position, finding.why) == (4, "Its public form is not canonical JSON.")


def test_a_header_that_does_not_hold_is_named(running: Record, empty: Record) -> None:
    """Where the fault stands in no event."""
    found = lines(running)
    for change, why in (
        ({"viewer": "nobody"}, "The viewer “nobody” has no seat in this game."),
        ({"head": "no"}, "The header has not the form of one: "),
        ({"data": {"a/b": ""}}, "There is a slash in a name of the data set."),
    ):
        broken = [canonical({**json.loads(found[0]), **change}), *found[1:]]
        verdict = audit_export(read_export(broken))
        assert verdict.finding is not None
        assert (verdict.finding.position, verdict.member) == (0, "header")
        assert refused(empty, broken).startswith(f"The export does not hold in its header: {why}")


def test_an_export_without_events(running: Record, empty: Record) -> None:
    header = json.loads(lines(running)[0])
    assert refused(empty, [canonical({**header, "events": 0})]).startswith(
        "The export does not hold at event "
    )


def test_a_seats_export_of_a_running_game_cannot_be_imported(running: Record, empty: Record) -> None:
    assert refused(empty, lines(running, "iga")) == (
        "The export shows what iga may know; some values are still sealed. "
        "Import the referee's export, or one that was made after the end of the game."
    )


def test_a_game_that_is_there_already_is_not_imported_again(running: Record, empty: Record) -> None:
    export = read_export(lines(running))
    import_game(empty, export)
    before = empty.envelopes("g")
    with pytest.raises(CannotImport) as cannot:
        import_game(empty, export)
    assert str(cannot.value) == "There is a game “g” in this store already."
    assert empty.envelopes("g") == before

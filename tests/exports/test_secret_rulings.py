"""What a dispute says, what a referee would rule, a sealed correction and a look that nobody has seen yet
change no byte of what others read: boards, logs, explanations, exports and mails.

Two stores with the same games but for these; commitments tell nothing, so that heads are equal too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.game.entries.people import PolicyChanged
from domain.game.entries.policy import AT_REVEAL, Policy, Refereeing
from domain.kit.sealed import PUBLIC, REFEREE
from projections.replay import stand_seen
from projections.telling.disputes import found
from projections.telling.explain import explain
from projections.telling.log import log, log_text
from referee.audit.audit import audit_game
from referee.audit.game_lines import export_lines, form_of, read_export
from referee.audit.referee_deeds import of_forms
from referee.games import rulings
from referee.games.rulings import Complaint, Judgement
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.seat_view import replay_of
from referee.telling.inquiry import as_document, inquiry
from tests.exports.test_secrecy import FORMATS
from tests.referee.mail.test_desk_secrets import ideal
from tests.referee.mail.test_desk_world import PEOPLE, World

DESK = Act(COMMAND_LINE, person=REFEREE)
TWO = Policy(referee=Refereeing("Gen", looks=AT_REVEAL))
OTHERS = ("ise", PUBLIC)
"""Whom nothing of it is for: the dispute is that of iga, the hand that of kii."""


class Secrets(NamedTuple):
    """What differs."""

    dispute: str = "It was mine."
    adjudication: str = "It stands."
    hand: str = "oda"
    look: str = "a complaint"


ONE = Secrets()
SECOND = {
    "dispute": Secrets(dispute="No, no and no: the mail of the ninth says something else altogether."),
    "adjudication": Secrets(adjudication="Everything that came after event 12 goes back."),
    "correction": Secrets(hand="mori"),
    "look": Secrets(look="Boris has written that he knows what Anna holds, and I do not believe him"),
}


def settled(path: Path, said: Secrets) -> World:
    path.mkdir()
    world = World(path, commit=ideal)
    referee = world.referee
    world.desk.announce("winter")
    referee.put("winter", lambda _g, _at: PolicyChanged(TWO, "Agreed."), DESK)
    newest = len(world.record.envelopes("winter"))
    complaint = Complaint(said.dispute, (newest - 2,), "turn/deploy", "misread")
    rulings.dispute(referee, "winter", "iga", complaint, Act(COMMAND_LINE, "", "iga", "Anna"))
    rulings.adjudicate(referee, "winter", 1, "referee", said.adjudication, DESK)
    hand = (f"hand kii {said.hand}", "discard takeda 1")
    judged = Judgement("corrected", "As the mail says.", rules=("turn/deploy",), corrections=hand)
    rulings.rule(referee, "winter", judged, DESK)
    referee.look("winter", "Gen", "everything that is sealed", said.look, DESK)
    world.desk.tell("winter")
    return world


def outputs(world: World, viewer: str) -> Iterator[tuple[str, Any]]:
    """All that a viewer can ask for, by its name."""
    replay, newest = replay_of(world.record, "winter"), len(world.record.envelopes("winter"))
    yield "lines", b"".join(export_lines(world.record, "winter", viewer))
    for name, written in FORMATS.items():
        yield name, written(replay, viewer)
    yield "log", log_text(log(replay, viewer))
    yield "board", msgspec.json.encode(stand_seen(replay, newest, viewer))
    for position in range(1, newest + 1):
        yield f"event {position}", explain(replay, position, viewer)
    (one,) = found([envelope.entry for envelope in replay.envelopes])
    yield "inquiry", inquiry(world.record, replay, one, viewer)
    yield "inquiry for programs", as_document(world.record, replay, one, viewer)


def mails(world: World, seat: str) -> list[bytes]:
    return [one.as_bytes() for one in world.out() if str(one["To"]) == PEOPLE[seat]]


@pytest.mark.parametrize("what", SECOND)
def test_no_byte_tells_it_to_others(tmp_path: Path, what: str) -> None:
    one, two = settled(tmp_path / "one", ONE), settled(tmp_path / "two", SECOND[what])
    for viewer in OTHERS:
        for (name, first), (_name, second) in zip(outputs(one, viewer), outputs(two, viewer), strict=True):
            assert first == second, (name, viewer)
    sent = mails(one, "ise")
    assert len(sent) >= 2
    assert sent == mails(two, "ise")
    assert dict(outputs(one, REFEREE))["log"] != dict(outputs(two, REFEREE))["log"]
    for world in (one, two):
        world.record.close()


def test_who_it_is_for_reads_it(tmp_path: Path) -> None:
    world = settled(tmp_path / "one", ONE)
    replay = replay_of(world.record, "winter")
    texts = {viewer: " ".join(log_text(log(replay, viewer)).split()) for viewer in (*PEOPLE, PUBLIC, REFEREE)}
    told = {viewer for viewer, text in texts.items() if "It was mine." in text}
    assert told == {"iga", REFEREE}
    assert {viewer for viewer, text in texts.items() if "It stands." in text} == {REFEREE}
    assert {viewer for viewer, text in texts.items() if "hand kii oda" in text} == {"kii", REFEREE}
    assert {viewer for viewer, text in texts.items() if "a complaint" in text} == {REFEREE}
    world.record.close()


def test_the_list_of_what_the_referee_did_names_nobody_who_looked(tmp_path: Path) -> None:
    """Neither that of the audit nor that of a public export, until the look is seen."""
    world = settled(tmp_path / "one", ONE)
    export = read_export(list(export_lines(world.record, "winter", PUBLIC)))
    forms = [form_of(position, event) for position, event in enumerate(export.events, 1)]
    public, own = of_forms(forms), audit_game(world.record, "winter").deeds
    for deeds in (public, own):
        (look,) = [deed for deed in deeds if deed.what == "looked-unseen"]
        assert (look.seat, look.reason) == ("", "")
    assert "Gen" not in str([form for form in forms if form.entry["type"] == "looked-unseen"])
    world.record.close()

"""A what-if under the name of the game that it leaves: refused wherever a record comes in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.deciding.forks import SAME_NAME
from domain.game.entries.entries import Forked
from domain.kit.errors import IllegalMove
from referee.audit.audit import Verdict, audit_export, audit_game
from referee.audit.game_lines import Export, export_lines, read_export
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.writing import members, signed
from referee.copies.forking import CannotFork, Plan, begin, left_in, planned
from referee.copies.importing import CannotImport, import_game
from referee.games.selfplay import self_play
from referee.proof.signing import make_checkpoint, seed_of
from referee.record.chain import canonical, digest, genesis, public_form
from referee.record.record import Record

AT = 43


class Stranger:
    """Leaves a game for a what-if, which he calls like the game, under a key of his own."""

    def __init__(self, folder: Path) -> None:
        self.record = Record(folder / "game.db")
        (self.game,) = self_play(self.record, "shinobi", 1, "real")
        self.store = Record(folder / "what-if.db")
        self.left = left_in(self.record, self.game)
        begin(self.store, self.left, Plan(AT, "other"))

    def close(self) -> None:
        self.record.close()
        self.store.close()

    def renamed(self, name: str) -> tuple[bytes, str]:
        """The export of the what-if, with this name in all that follows where it leaves, and its head."""
        header, *events = map(json.loads, export_lines(self.store, "other", "referee"))
        head = genesis(self.game)
        for event in events:
            public = event["public"]
            public["game"] = name if public["game"] == "other" else public["game"]
            head = digest(head, canonical(public))
            event["digest"] = head.hex()
        header |= {"game": name, "head": head.hex()}
        return b"".join(canonical(one) + b"\n" for one in (header, *events)), head.hex()

    def export(self, name: str) -> Export:
        return read_export(self.renamed(name)[0].splitlines())

    def bundle(self, name: str) -> Bundle:
        lines, head = self.renamed(name)
        seed, made = seed_of(self.store), members(self.store, "other", "referee")
        note = make_checkpoint(seed, name, lines.count(b"\n") - 1, head).text().encode()
        rest = {member: raw for member, raw in made.items() if not member.startswith("manifest")}
        return Bundle(signed({**rest, "game.jsonl": lines, "checkpoint.txt": note}, seed))


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stranger]:
    made = Stranger(tmp_path_factory.mktemp("stranger"))
    yield made
    made.close()


def fails(verdict: Verdict) -> bool:
    assert verdict.finding is not None
    return (verdict.finding.position, verdict.finding.why) == (AT + 1, SAME_NAME)


def test_the_audit_refuses_it(stranger: Stranger) -> None:
    """By another name nothing is wrong with it."""
    assert audit_export(stranger.export("third")).finding is None
    assert audit_bundle(stranger.bundle("third")).finding is None
    assert fails(audit_export(stranger.export(stranger.game)))
    assert fails(audit_bundle(stranger.bundle(stranger.game)))


def test_a_store_with_it_does_not_hold(stranger: Stranger, tmp_path: Path) -> None:
    record = Record(tmp_path / "a.db")
    head, chained = genesis(stranger.game), list[Any]()
    for position, one in enumerate(stranger.store.envelopes("other"), 1):
        head = digest(head, public_form(stranger.game, position, one))
        chained.append(replace(one, digest=head))
    assert isinstance(chained[AT].entry, Forked)
    record.keep_data(stranger.left.title, stranger.left.files)
    record.restore(stranger.game, "shinobi", chained)
    assert fails(audit_game(record, stranger.game))
    record.close()


def test_the_import_refuses_it(stranger: Stranger, tmp_path: Path) -> None:
    record = Record(tmp_path / "a.db")
    with pytest.raises(CannotImport, match="must have another name"):
        import_game(record, stranger.export(stranger.game))
    assert not record.games()
    assert import_game(record, stranger.export("third")) == "third"
    record.close()


def test_no_what_if_begins_under_it(stranger: Stranger, tmp_path: Path) -> None:
    with pytest.raises(CannotFork, match="must have another name"):
        planned(stranger.left, AT, stranger.game, real=False)
    record = Record(tmp_path / "a.db")
    with pytest.raises(IllegalMove, match="must have another name"):
        begin(record, stranger.left, Plan(AT, stranger.game))
    assert not record.games()
    record.close()

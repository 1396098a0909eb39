"""The two verifiers against each other: what both pass, and where each says that a game does not hold.

`verify.py` was written from docs/format.md alone, `referee.bundle.checking` from the program. Here somebody
has the referee's key and signs every alteration, so that more than the manifest has to find it. Who has no
key is the subject of `test_flips.py`.
"""

from __future__ import annotations

import itertools
import json
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.entries import SheetCommitted
from domain.game.orders import Cell, Commit, Join
from domain.kit.cells import cell_commitment
from domain.kit.sealed import PUBLIC, REFEREE
from referee import service, sheets, signing
from referee.bundle import verify as travelling
from referee.bundle import writing
from referee.bundle.checking import Bundle, audit_bundle, read_bundle
from referee.bundle.verify import verify
from referee.bundle.writing import members, write_bundle, zipped
from referee.record.chain import Entropy, canonical, digest, genesis
from referee.record.envelope import Act
from referee.record.record import Record
from referee.selfplay import self_play
from referee.service import Opening, Referee
from tests.bundle import vectors

SEED = bytes(range(32))
VIEWERS = ("iga", "ise", "kii", PUBLIC, REFEREE)
CELLS = 10
SLICES = 12
DRAWN = {
    party: [bytes([first + n]) * 32 for n in range(60)] for first, party in enumerate(("witness", "iga"))
}

Members = dict[str, bytes]
Lines = list[dict[str, Any]]
Json = dict[str, Any]


@pytest.fixture(scope="module")
def record(hasty: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """A store with "g", that was opened, joined and dealt with a small sheet; with a game of each level of
    proof that is on; and with one that is over."""
    store = Record(tmp_path_factory.mktemp("both") / "s.db")
    signing.keep_seed(store, SEED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "draw_sheet", _small)
        patch.setattr(service, "LOW", 0)
        referee = Referee(store, seed="short")
        referee.open(Opening("g", "shinobi", ("Ann", "Ben", "Cem")), Act("command line"))
        for seat in VIEWERS[:3]:
            referee.take("g", seat, Join("here"), Act("command line", seat=seat))
    for level, orders in ((0, 25), (1, 25), (2, 30), (3, 45)):
        _play(store, level, orders)
    list(self_play(store, "shinobi", 1, "both"))
    yield store
    store.close()


def _small(record: Record, game: str, sheet: int, entropy: Entropy) -> SheetCommitted:
    return sheets.draw_sheet(record, game, sheet, entropy, CELLS)


def _play(store: Record, level: int, orders: int) -> None:
    """A game "l1" of level 1, and so on: with real dice at level 0, with sheets of iga and of a witness."""
    referee, players, act, game = Referee(store, seed="g"), Random(level), Act("command line"), f"l{level}"
    referee.open(Opening(game, "shinobi", ("Ann", "Ben", "Cem"), level=level), act)
    left = {party: list(cells) for party, cells in DRAWN.items()}
    for party in (["iga"] if level > 1 else []) + (["witness"] if level > 2 else []):
        made = (cell_commitment(game, party, 1, place, cell) for place, cell in enumerate(DRAWN[party], 1))
        referee.take(game, party, Commit(" ".join(commitment.hex() for commitment in made)), act)
    for _ in range(orders):
        kept = store.load(game).game
        if kept.asked and level:
            referee.take(game, "witness", Cell(left["witness"].pop(0).hex()), act)
        elif kept.asked:
            referee.enter(game, [players.randint(1, top) for top in kept.asked.limits()], act)
        else:
            seat, joins = kept.awaited()[0], kept.expected() == (Join,)
            offers = kept.rules.offers(kept.state, seat) or ()
            cell = left["iga"].pop(0).hex() if level > 1 and seat == "iga" and not joins else ""
            referee.take(game, seat, Join("here") if joins else players.choice(offers), act, cell=cell)


@pytest.fixture(scope="module")
def short(record: Record) -> Members:
    return members(record, "g", "iga")


def lines_of(found: Members) -> list[bytes]:
    return found["game.jsonl"].splitlines(keepends=True)


def resigned(found: Members, lines: list[bytes]) -> Members:
    """The bundle with another game, and a manifest that the referee has signed."""
    rest = {name: raw for name, raw in found.items() if not name.startswith("manifest")}
    return writing.signed({**rest, "game.jsonl": b"".join(lines)}, SEED)


def rechained(found: Members, change: Callable[[Lines], object]) -> Members:
    """The bundle with changed events (the header is line 0), as a referee would make it who hides that."""
    lines = [json.loads(line) for line in lines_of(found)]
    change(lines)
    header, events = lines[0], lines[1:]
    head, at = genesis(header["game"]), 0
    for position, event in enumerate(events, 1):
        at = max(at, event["public"]["at"])
        event["public"].update(position=position, at=at)
        head = digest(head, canonical(event["public"]))
        event["digest"] = head.hex()
    header.update(head=head.hex(), events=len(events))
    note = signing.make_checkpoint(SEED, header["game"], len(events), head.hex()).text()
    return resigned({**found, "checkpoint.txt": note.encode()}, [canonical(line) + b"\n" for line in lines])


def judged(found: Members) -> tuple[int | None, int | None]:
    """The event that each names: `verify.py` and the audit. 0: the game as a whole; None: it holds."""
    report, verdict = verify(zipped(found)), audit_bundle(Bundle(found))
    assert report.readable
    assert report.ok == (report.member is None) == (report.why == "")
    ours = None if report.ok else report.position or 0
    assert verdict.finding is None or verdict.finding.position or verdict.member
    return ours, None if verdict.finding is None else verdict.finding.position


# ---- what holds


@pytest.mark.parametrize("game", ["g", "l0", "l1", "l2", "l3", "bots-both-1"])
def test_both_pass_every_viewers_bundle(record: Record, game: str, tmp_path: Path) -> None:
    for viewer in (*record.load(game).game.seats, PUBLIC, REFEREE):
        write_bundle(record, game, viewer, tmp_path / "b.zip")
        assert verify(str(tmp_path / "b.zip")).why == ""
        assert audit_bundle(read_bundle(tmp_path / "b.zip")).finding is None


# ---- the vectors


@pytest.fixture(scope="module")
def vector() -> Json:
    found: Json = json.loads(vectors.PAGE.read_text(encoding="utf-8"))
    return found


def test_the_travelling_verifier_makes_the_vectors_again(vector: Json) -> None:
    for v in vector["framed"]:
        fields = [bytes.fromhex(field) for field in v["fields"]]
        assert travelling.digest(v["purpose"], *fields).hex() == v["digest"]
    v = vector["keyed"]
    fields = [bytes.fromhex(field) for field in v["fields"]]
    assert travelling.mac(bytes.fromhex(v["key"]), v["purpose"], *fields).hex() == v["mac"]
    for v in vector["canonical"]:
        assert travelling.CANONICAL(v["value"]).encode() == bytes.fromhex(v["bytes"])
        assert travelling.parsed(bytes.fromhex(v["bytes"]))[0] == v["value"]
    v = vector["commitment"]
    words = (v["game"], v["position"], v["path"], bytes.fromhex(v["salt"]), travelling.CANONICAL(v["value"]))
    assert travelling.digest("bugyo/1/seal", *words).hex() == v["commitment"]
    v = vector["sheet"]
    throws = travelling.Throws(v["game"], 1, set())
    throws.committed[v["party"]] = [(v["sheet"], n, made) for n, made in enumerate(v["commitments"], 1)]
    for throws.index, cell in enumerate(v["cells"], 1):
        assert throws.next_cell(v["party"], cell) == bytes.fromhex(cell)


def test_the_travelling_verifier_throws_the_faces_of_the_vectors(vector: Json) -> None:
    for v in vector["throws"]:
        q = v["question"]
        orders = [
            travelling.digest("bugyo/1/order", order["seat"], travelling.CANONICAL(order["order"]))
            for order in v["orders"]
        ]
        assert [order.hex() for order in orders] == v["order digests"]
        asked = travelling.question_of(v["game"], v["phrases"], q, orders)
        assert asked.hex() == v["question digest"]
        given = [bytes.fromhex(cell) for cell in v["contributions"]]
        key = travelling.mac(bytes.fromhex(v["cell"]), "bugyo/1/key", asked, *given)
        assert travelling.faces_of(key, q["count"], q["sides"], q["draw"]) == v["faces"]


def test_the_travelling_verifier_knows_the_signatures_of_the_vectors(vector: Json) -> None:
    v = vector["signatures"]
    key, signature = bytes.fromhex(v["key"]), bytes.fromhex(v["manifest signature"])
    signed = travelling.digest("bugyo/1/manifest", v["manifest"])
    assert signed.hex() == v["manifest digest"]
    assert travelling.is_signed(key, signed, signature)
    for note in (v["checkpoint"], v["cosigned checkpoint"]):
        text, line = note.split("\n\n")[0] + "\n", note.split("\n\n")[1].splitlines()[0]
        assert travelling.is_signed(key, text.encode(), b64decode(line.split(" ")[2])[4:])


def test_the_altered_games_of_the_vectors_fail_where_they_say(vector: Json) -> None:
    lines = vector["game"]["lines"]
    whole = verify("".join(f"{line}\n" for line in lines).encode())
    assert whole.why == ""
    for change in vector["game"]["altered"]:
        altered = list(lines)
        altered[change["line"] - 1] = altered[change["line"] - 1].replace(change["from"], change["to"], 1)
        report = verify("".join(f"{line}\n" for line in altered).encode())
        assert report.position == change["finds"], (change, report.why)


# ---- bits and lines, and the manifest signed again


def disagreements(found: Members, bits: list[int]) -> Iterator[str]:
    """What is not detected by both, or where they name different events.

    In the header, and in what the opening says of key and seats, one may name the member where the other
    names an event: the audit compares key and checkpoint before it looks at the chain.
    """
    for bit in bits:
        raw = bytearray(found["game.jsonl"])
        raw[bit // 8] ^= 1 << bit % 8
        ours, theirs = judged(resigned(found, [bytes(raw)]))
        if ours is None or theirs is None or (ours and theirs and ours != theirs):
            yield f"bit {bit}: verify.py names {ours}, the audit {theirs}"
        lines = raw[: bit // 8].count(b"\n")
        if lines > 1 and (ours, theirs) != (lines, lines) and found["game.jsonl"][bit // 8] != ord("\n"):
            yield f"bit {bit} of event {lines}: verify.py names {ours}, the audit {theirs}"


def test_some_bits_are_found_by_both_at_the_same_event(short: Members) -> None:
    bits = Random(5).sample(range(8 * len(short["game.jsonl"])), 400)
    assert list(disagreements(short, bits)) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
def test_bits_of_every_byte_are_found_by_both_at_the_same_event(short: Members, part: int) -> None:
    """Three bits of each byte: one check takes some milliseconds, and every bit would take ten minutes."""
    bits = [8 * at + (3 * at + 3 * n) % 8 for at in range(len(short["game.jsonl"])) for n in range(3)]
    assert list(disagreements(short, bits[part::SLICES])) == []


def rearranged(lines: list[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    """The first event that differs, and the lines: every swap, deletion, insertion and truncation."""
    events = range(1, len(lines))
    for a, b in itertools.combinations(events, 2):
        swapped = lines[:]
        swapped[a], swapped[b] = lines[b], lines[a]
        yield a, swapped
    for a in events:
        yield a, lines[:a] + lines[a + 1 :]
        yield a, lines[:a]
        yield a, [*lines[:a], lines[a][: len(lines[a]) // 2]]
        yield a + 1, lines[: a + 1] + lines[a:]
        yield from ((b, [*lines[:b], lines[a], *lines[b:]]) for b in events if b not in (a, a + 1))


@pytest.mark.parametrize("part", range(4))
def test_rearranged_events_are_found_by_both_at_the_same_event(short: Members, part: int) -> None:
    for first, altered in list(rearranged(lines_of(short)))[part::4]:
        ours, theirs = judged(resigned(short, altered))
        assert ours == first
        assert theirs in (first, 0)  # 0: the checkpoint, which it looks at before the chain


# ---- a referee who is dishonest, and signs everything again

Change = Callable[[Lines], object]
Which = Callable[[Json], object]


def entries(lines: Lines, kind: str, which: Which) -> list[int]:
    found = ((n, line["public"]["entry"]) for n, line in enumerate(lines) if n)
    return [n for n, entry in found if entry["type"] == kind and which(entry)]


def any_entry(entry: Json) -> object:
    return True


def of(party: str) -> Which:
    return lambda entry: entry.get("party") == party or entry.get("seat") == party


def is_open(entry: Json) -> object:
    return not entry["question"].get("secret")


def put(kind: str, nth: int, which: Which = any_entry, **new: Any) -> Change:
    """Puts values into an entry; into its question where they stand in `question`."""

    def change(lines: Lines) -> None:
        entry = lines[entries(lines, kind, which)[nth]]["public"]["entry"]
        question = {**entry.get("question", {}), **new.get("question", {})}
        entry.update({**new, "question": question} if "question" in new else new)

    return change


def drop(kind: str, nth: int, which: Which = any_entry) -> Change:
    return lambda lines: lines.pop(entries(lines, kind, which)[nth])


def twice(kind: str, nth: int, which: Which = any_entry) -> Change:
    def change(lines: Lines) -> None:
        at = entries(lines, kind, which)[nth]
        lines.insert(at + 1, json.loads(json.dumps(lines[at])))

    return change


def opening(change: Callable[[Lines], object]) -> Change:
    return lambda lines: change(next(line["openings"] for line in lines[1:] if line["openings"]))


SEALED = {"to": [], "type": "sealed", "value": {"commitment": "00" * 32}}
BOTH: dict[str, Change] = {
    "a sheet numbered 2": put("sheet-committed", 0, of("referee"), sheet=2),
    "no sheet of the referee": drop("sheet-committed", 0, of("referee")),
    "a sheet twice": twice("sheet-committed", 0, of("iga")),
    "a seat that joins twice": twice("joined", 0),
    "somebody who joins": put("joined", 0, seat="nobody"),
    "too many sides": put("thrown", 0, is_open, question={"sides": 2**32 + 1}),
    "too many faces": put("thrown", 0, is_open, question={"count": 10_001}),
    "no faces": put("thrown", 0, is_open, question={"count": 0}),
    "a referee who contributes": put("contributed", 0, party="referee"),
    "another cell of the witness": put("contributed", 3, cell="00" * 32),
    "a cell that is none": put("contributed", 3, cell="xx"),
    "two contributions": twice("contributed", 3),
    "a cell of nobody": put("contributed", 3, party="nobody"),
    "another cell of a seat": put("ordered", 0, of("iga"), cell="11" * 32),
    "another face": put("thrown", 0, is_open, faces=[99]),
    "another cell of the referee": put("thrown", 0, is_open, cell="00" * 32),
    "no cell of the referee": put("thrown", 0, is_open, cell=""),
    "real dice": put("thrown", 0, is_open, real=True),
    "an opening too few": opening(lambda openings: openings.pop()),
    "an opening twice": opening(lambda openings: openings.append(openings[0])),
    "another value": opening(lambda openings: openings[0].update(value=1)),
    "another salt": opening(lambda openings: openings[0].update(salt="00" * 16)),
    "a short salt": opening(lambda openings: openings[0].update(salt="00")),
    "another data set": put("opened", 0, data="00" * 32),
    "another game": lambda lines: lines[9]["public"].update(game="x"),
    "a key of the act": lambda lines: lines[9]["public"]["act"].update(zeal="x"),
    "a key of the form": lambda lines: lines[9]["public"].update(zeal=1),
    "a key of the line": lambda lines: lines[9].update(zeal=1),
}
"""What both find at the same event, whoever the viewer is."""

PAGE: dict[str, Change] = {
    "an empty sheet": put("sheet-committed", 0, of("iga"), cells=[]),
    "a sheet of nobody": put("sheet-committed", 0, of("iga"), party="nobody"),
    "a seat that has not joined": drop("joined", 1),
    "an order without a cell": put("ordered", 0, of("iga"), cell=""),
    "an order of the witness": put("ordered", 1, seat="witness"),
    "no contribution": drop("contributed", 3),
    "a contribution to nothing": put("contributed", 3, index=9),
    "a late contribution": put("contributed", 3, index=1),
    "a question that was not asked": drop("asked", 3),
    "limits of what is asked": put("asked", 0, question={"sides": 2**32 + 1}),
    "a key of a question": put("thrown", 0, is_open, question={"zeal": 1}),
    "another index": put("thrown", 1, question={"index": 7}),
    "another question": put("thrown", 0, question={"sides": 3}),
    "an open secret": put("thrown", 0, faces=[1]),
    "a sealed throw": put("thrown", 0, is_open, faces=SEALED),
    "real dice in secret": put("thrown", 0, real=True),
    "a level too high": put("opened", 0, level=4),
    "no level": put("opened", 0, level=0),
    "a seat of the witness": lambda lines: lines[1]["public"]["entry"]["seats"][2].update(seat="witness"),
    "a seat twice": lambda lines: lines[1]["public"]["entry"]["seats"][2].update(seat="ise"),
    "an opening twice": twice("opened", 0),
    "a slash in a key": put("fact", 5, note={"a/b": 1}),
    "nested too deeply": put("fact", 5, note=json.loads("[" * 62 + "]" * 62)),
}
"""What the page forbids, and `verify.py` finds at its event. The audit may find it later or, where values are
sealed from the viewer, not at all: it does not check all that the page says of a game that it cannot decide
again."""

RULES: dict[str, Change] = {
    "an answer that was an order": put("ordered", 1, by="only answer"),
    "more than the title says": put("fact", 5, note=1),
    "a cut tail": lambda lines: lines.__delitem__(slice(-3, None)),
}
"""What only the rules can tell: the audit finds it where the viewer knows all. `verify.py` finds it later, by
the faces that do not follow, or not at all."""


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
@pytest.mark.parametrize("what", BOTH)
def test_both_find_it_at_the_same_event(record: Record, viewer: str, what: str) -> None:
    found = members(record, "l3", viewer)
    if "opening" in what or "value" in what or "salt" in what:
        found = found if viewer != PUBLIC else members(record, "l3", "ise")
    ours, theirs = judged(rechained(found, BOTH[what]))
    assert ours
    assert ours == theirs


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
@pytest.mark.parametrize("what", PAGE)
def test_the_travelling_verifier_finds_what_the_page_forbids(record: Record, viewer: str, what: str) -> None:
    ours, theirs = judged(rechained(members(record, "l3", viewer), PAGE[what]))
    assert ours
    assert viewer != REFEREE or theirs or what in ("a level too high", "no level")


@pytest.mark.parametrize("what", RULES)
def test_what_only_the_rules_can_tell_is_found_by_the_audit(record: Record, what: str) -> None:
    ours, theirs = judged(rechained(members(record, "l3", REFEREE), RULES[what]))
    assert theirs
    assert ours is None or ours > theirs


def test_what_makes_no_bundle_is_found_by_both(record: Record) -> None:
    def keyless(lines: Lines) -> None:
        lines[1]["public"]["entry"]["key"] = ""

    def of_nobody(lines: Lines) -> None:
        lines[0]["viewer"] = "nobody"

    def titled(lines: Lines) -> None:
        lines[0]["title"] = "other"

    for change in (keyless, of_nobody, titled):
        ours, theirs = judged(rechained(members(record, "l3", "iga"), change))
        assert ours is not None
        assert theirs is not None
    lines = lines_of(members(record, "g", "iga"))
    ours, theirs = judged(resigned(members(record, "g", "iga"), lines[:1]))
    assert ours is not None
    assert theirs is not None

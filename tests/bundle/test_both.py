"""The two verifiers against each other: what both pass, and where each says that a game does not hold.

`verify.py` was written from docs/format.md alone, `referee.bundle.checking` from the program. Here somebody
has the referee's key and signs every alteration, so that more than the manifest has to find it. Who has no
key is the subject of `test_flips.py`. The games are of protocol 1; those of protocol 2 are in
`test_lanes.py`.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.entries.entries import SheetCommitted
from domain.game.entries.protocol_orders import Cell, Commit, Join
from domain.kit.cells import cell_commitment
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import verify_record, verify_throws, writing
from referee.bundle.checking import Bundle, audit_bundle, read_bundle
from referee.bundle.verify import verify
from referee.bundle.verify_signed import is_signed
from referee.bundle.writing import write_bundle
from referee.games.opening import Opening
from referee.games.selfplay import self_play
from referee.proof import cell_sheets, signing
from referee.record.chain import Entropy, canonical, digest, genesis, sealed_paths
from referee.record.envelope import Act
from referee.record.record import Record
from tests.bundle.inside import flipped, rearranged, remembered, verified
from tests.record.stores import First

PAGE = Path(__file__).parents[2] / "docs" / "vectors.json"
SEED = bytes(range(32))
VIEWERS = ("iga", "ise", "kii", PUBLIC, REFEREE)
CELLS = 10
SLICES = 4
DRAWN = {
    party: [bytes([first + n]) * 32 for n in range(60)] for first, party in enumerate(("witness", "iga"))
}

Members = dict[str, bytes]
Lines = list[dict[str, Any]]
Json = dict[str, Any]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """A store with "g", that was opened, joined and dealt with a small sheet; with a game of each level of
    proof that is on; and with one that is over."""
    store = Record(tmp_path_factory.mktemp("both") / "s.db")
    signing.keep_seed(store, SEED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.games.referee.draw_sheet", _small)
        patch.setattr("tests.record.stores.draw_sheet", _small)
        patch.setattr("referee.games.referee.LOW", 0)
        referee = First(store, seed="short")
        referee.open(Opening("g", "shinobi", ("Ann", "Ben", "Cem")), Act("command line"))
        for seat in VIEWERS[:3]:
            referee.take("g", seat, Join("a heron stands here"), Act("command line", seat=seat))
    for level, orders in ((0, 25), (1, 25), (2, 30), (3, 45)):
        _play(store, level, orders)
    list(self_play(store, "shinobi", 1, "both"))
    yield store
    store.close()


def _small(record: Record, game: str, sheet: int, entropy: Entropy) -> SheetCommitted:
    return cell_sheets.draw_sheet(record, game, sheet, entropy, CELLS)


def _play(store: Record, level: int, orders: int) -> None:
    """A game "l1" of level 1, and so on: with real dice at level 0, with sheets of iga and of a witness."""
    referee, players, act, game = First(store, seed="g"), Random(level), Act("command line"), f"l{level}"
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
            referee.take(
                game,
                seat,
                Join(f"a heron stands in {game}") if joins else players.choice(offers),
                act,
                cell=cell,
            )


@cache
def members(record: Record, game: str, viewer: str) -> Members:
    """What nobody may change in place."""
    return writing.members(record, game, viewer)


@pytest.fixture(scope="module")
def short(record: Record) -> Members:
    return members(record, "g", "iga")


def lines_of(found: Members) -> list[bytes]:
    return found["game.jsonl"].splitlines(keepends=True)


def resigned(found: Members, lines: list[bytes]) -> Members:
    """The bundle with another game, and a manifest that the referee has signed."""
    return signed_again({**found, "game.jsonl": b"".join(lines)})


def signed_again(found: Members) -> Members:
    rest = {name: raw for name, raw in found.items() if not name.startswith("manifest")}
    return writing.signed(rest, SEED)


def rechained(found: Members, change: Callable[[Lines], object]) -> Members:
    """The bundle with changed events (the header is line 0), as a referee would make it who hides that."""
    lines = [json.loads(line) for line in lines_of(found)]
    change(lines)
    header, events = lines[0], lines[1:]
    head, at = genesis(header["game"]), events[0]["public"]["at"] if events else 0
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
    report, verdict = verified(found), audit_bundle(Bundle(found))
    assert report.readable
    assert report.ok == (report.member is None) == (report.why == "")
    ours = None if report.ok else report.position or 0
    assert verdict.finding is None or verdict.finding.position or verdict.member
    return ours, None if verdict.finding is None else verdict.finding.position


# ---- what holds


@pytest.mark.budget(100, "a bundle of each seat is written, and read by both")
@pytest.mark.parametrize("game", ["g", "l0", "l1", "l2", "l3", "bots-both-1"])
def test_both_pass_every_viewers_bundle(record: Record, game: str, tmp_path: Path) -> None:
    for viewer in (*record.load(game).game.seats, PUBLIC, REFEREE):
        write_bundle(record, game, viewer, tmp_path / "b.zip")
        assert verify(str(tmp_path / "b.zip")).why == ""
        assert audit_bundle(read_bundle(tmp_path / "b.zip")).finding is None


# ---- the vectors


@pytest.fixture(scope="module")
def vector() -> Json:
    found: Json = json.loads(PAGE.read_text(encoding="utf-8"))
    return found


def test_the_travelling_verifier_makes_the_vectors_again(vector: Json) -> None:
    for v in vector["framed"]:
        fields = [bytes.fromhex(field) for field in v["fields"]]
        assert verify_record.digest(v["purpose"], *fields).hex() == v["digest"]
    v = vector["keyed"]
    fields = [bytes.fromhex(field) for field in v["fields"]]
    assert verify_record.mac(bytes.fromhex(v["key"]), v["purpose"], *fields).hex() == v["mac"]
    for v in vector["canonical"]:
        assert verify_record.CANONICAL(v["value"]).encode() == bytes.fromhex(v["bytes"])
        assert verify_record.parsed(bytes.fromhex(v["bytes"]))[0] == v["value"]
    v = vector["commitment"]
    words = (
        v["game"],
        v["position"],
        v["path"],
        bytes.fromhex(v["salt"]),
        verify_record.CANONICAL(v["value"]),
    )
    assert verify_record.digest("bugyo/1/seal", *words).hex() == v["commitment"]
    v = vector["sheet"]
    throws = verify_throws.Throws(verify_throws.Lines(v["game"], 1, [], []))
    throws.committed[v["party"]] = [(v["sheet"], n, made) for n, made in enumerate(v["commitments"], 1)]
    for throws.index, cell in enumerate(v["cells"], 1):
        assert throws.next_cell(v["party"], cell) == bytes.fromhex(cell)


def test_the_travelling_verifier_throws_the_faces_of_the_vectors(vector: Json) -> None:
    sealed = vector["sealed order"]
    assert verify_record.digest("bugyo/1/order", sealed["seat"], b"").hex() == sealed["digest"]
    for v in vector["throws"]:
        q = {"lane": "", **v["question"]}
        orders = [
            verify_record.digest("bugyo/1/order", order["seat"], verify_record.CANONICAL(order["order"]))
            for order in v["orders"]
        ]
        assert [order.hex() for order in orders] == v["order digests"]
        inputs = verify_record.digest("bugyo/1/inputs", *sorted(orders))
        words = verify_throws.phrases_of(v["phrases"], 1)
        asked = verify_throws.question_of(v["game"], words, q, inputs, 1)
        assert asked.hex() == v["question digest"]
        given = [bytes.fromhex(cell) for cell in v["contributions"]]
        key = verify_record.mac(bytes.fromhex(v["cell"]), "bugyo/1/key", asked, *given)
        assert verify_throws.faces_of(key, q, 1) == v["faces"]


def test_the_travelling_verifier_knows_the_signatures_of_the_vectors(vector: Json) -> None:
    v = vector["signatures"]
    key, signature = bytes.fromhex(v["key"]), bytes.fromhex(v["manifest signature"])
    signed = verify_record.digest("bugyo/1/manifest", v["manifest"])
    assert signed.hex() == v["manifest digest"]
    assert is_signed(key, signed, signature)
    for note in (v["checkpoint"], v["cosigned checkpoint"]):
        text, line = note.split("\n\n")[0] + "\n", note.split("\n\n")[1].splitlines()[0]
        assert is_signed(key, text.encode(), b64decode(line.split(" ")[2])[4:])


@pytest.mark.soak
def test_no_other_sign_passes_for_a_digit_of_base_64(short: Members) -> None:
    """Of the alphabets for URLs and for MIME, at every place of each signature of the checkpoint."""
    text = short["checkpoint.txt"].decode()
    first = text.index(" ", text.index("bugyo ") + 1)
    with remembered(short["game.jsonl"]):
        for place in range(first + 1, len(text) - 1):
            for sign in "_-\u00e9":
                note = f"{text[:place]}{sign}{text[place + 1 :]}".encode()
                altered = signed_again({**short, "checkpoint.txt": note})
                report, verdict = verified(altered), audit_bundle(Bundle(altered))
                assert (report.readable, report.member) == (True, "checkpoint.txt")
                assert verdict.member == "checkpoint.txt"


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


def disagreements(found: Members, bits: Iterable[int]) -> Iterator[str]:
    """What is not detected by both, or where they name different events. Nothing is zipped.

    In the header, and in what the opening says of key and seats, one may name the member where the other
    names an event: the audit compares key and checkpoint before it looks at the chain.
    """
    with remembered(found["game.jsonl"]):
        for bit in bits:
            raw = flipped(found["game.jsonl"], bit)
            altered = resigned(found, [raw])
            ours, theirs = judged(altered)
            if ours is None or theirs is None or (ours and theirs and ours != theirs):
                yield f"bit {bit}: verify.py names {ours}, the audit {theirs}"
            line = raw[: bit // 8].count(b"\n")
            if line > 1 and (ours, theirs) != (line, line) and found["game.jsonl"][bit // 8] != ord("\n"):
                yield f"bit {bit} of event {line}: verify.py names {ours}, the audit {theirs}"


@pytest.mark.parametrize(
    ("game", "viewer", "sampled"), [("g", "iga", 100), ("l2", "ise", 30), ("l3", "iga", 30)]
)
def test_some_bits_are_found_by_both_at_the_same_event(
    record: Record, game: str, viewer: str, sampled: int
) -> None:
    found = members(record, game, viewer)
    bits = Random(5).sample(range(8 * len(found["game.jsonl"])), sampled)
    assert list(disagreements(found, bits)) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
def test_bits_of_a_short_game_are_found_by_both_at_the_same_event(short: Members, part: int) -> None:
    """Every 23rd bit: of three bytes one, and each bit of a byte has its turn; `test_flips.py` has more."""
    chosen = range(0, 8 * len(short["game.jsonl"]), 23)
    assert list(disagreements(short, chosen[part::SLICES])) == []


@pytest.mark.soak
@pytest.mark.parametrize(("game", "viewer"), [("l2", "ise"), ("l3", "iga")])
def test_bits_of_what_seats_and_a_witness_give_are_found_by_both(
    record: Record, game: str, viewer: str
) -> None:
    """500 bits: the cells of orders, what is asked, and what the witness contributes."""
    found = members(record, game, viewer)
    bits = Random(6).sample(range(8 * len(found["game.jsonl"])), 500)
    assert list(disagreements(found, bits)) == []


@pytest.mark.parametrize("part", range(4))
def test_rearranged_events_are_found_by_both_at_the_same_event(short: Members, part: int) -> None:
    with remembered(short["game.jsonl"]):
        for first, altered in list(rearranged(lines_of(short)))[part::4]:
            found = resigned(short, altered)
            ours, theirs = judged(found)
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


def seats(**new: str) -> Change:
    """Other words for the third seat."""
    return lambda lines: lines[1]["public"]["entry"]["seats"][2].update(new)


def seal(lines: Lines) -> Json:
    """The first sealed value in a fact."""
    sealed = (
        found
        for n in entries(lines, "fact", any_entry)
        for _, found in sealed_paths(lines[n]["public"]["entry"])
    )
    return next(sealed)


SEALED = {"to": [], "type": "sealed", "value": {"commitment": "00" * 32}}
BOTH: dict[str, Change] = {
    "a sheet numbered 2": put("sheet-committed", 0, of("referee"), sheet=2),
    "no sheet of the referee": drop("sheet-committed", 0, of("referee")),
    "a sheet twice": twice("sheet-committed", 0, of("iga")),
    "an empty sheet": put("sheet-committed", 0, of("iga"), cells=[]),
    "a sheet of nobody": put("sheet-committed", 0, of("iga"), party="nobody"),
    "a seat that joins twice": twice("joined", 0),
    "somebody who joins": put("joined", 0, seat="nobody"),
    "a seat that has not joined": drop("joined", 1),
    "too many sides": put("thrown", 0, is_open, question={"sides": 2**32 + 1}),
    "too many faces": put("thrown", 0, is_open, question={"count": 10_001}),
    "no faces": put("thrown", 0, is_open, question={"count": 0}),
    "more cards than there are": put("thrown", 0, question={"count": 2, "sides": 1}),
    "a key of a question": put("thrown", 0, is_open, question={"zeal": 1}),
    "another index": put("thrown", 1, question={"index": 7}),
    "an index before": put("thrown", 1, question={"index": 1}),
    "another question": put("thrown", 0, question={"purpose": "dinner"}),
    "other sides": put("thrown", 0, question={"sides": 3}),
    "an open secret": put("thrown", 0, faces=[1]),
    "an open cell of a secret": put("thrown", 0, cell="00" * 32),
    "a secret for a seat": put("thrown", 0, faces={**SEALED, "to": ["iga"]}),
    "a sealed throw": put("thrown", 0, is_open, faces=SEALED),
    "another face": put("thrown", 0, is_open, faces=[99]),
    "faces that are none": put("thrown", 0, is_open, faces="6"),
    "another cell of the referee": put("thrown", 0, is_open, cell="00" * 32),
    "no cell of the referee": put("thrown", 0, is_open, cell=""),
    "real dice": put("thrown", 0, is_open, real=True),
    "real dice in secret": put("thrown", 0, real=True),
    "an order without a cell": put("ordered", 0, of("iga"), cell=""),
    "another cell of a seat": put("ordered", 0, of("iga"), cell="11" * 32),
    "a cell of a seat without a sheet": put("ordered", 0, of("ise"), cell="11" * 32),
    "an order of the witness": put("ordered", 1, seat="witness"),
    "an order of nobody": put("ordered", 1, seat="nobody"),
    "an order of bots": put("ordered", 1, by="bots"),
    "an only answer with a cell": put("ordered", 0, of("iga"), by="only answer"),
    "an order that others may know": put("ordered", 1, order=SEALED),
    "a part of an order": put("ordered", 1, order={"type": "x", "bid": SEALED}),
    "an order that is none": put("ordered", 1, order=7),
    "a referee who contributes": put("contributed", 0, party="referee"),
    "another cell of the witness": put("contributed", 3, cell="00" * 32),
    "a cell that is none": put("contributed", 3, cell="xx"),
    "no contribution": drop("contributed", 3),
    "two contributions": twice("contributed", 3),
    "a contribution to nothing": put("contributed", 3, index=9),
    "a late contribution": put("contributed", 3, index=1),
    "a cell of nobody": put("contributed", 3, party="nobody"),
    "a contribution of a seat": put("contributed", 3, party="iga"),
    "a question that was not asked": drop("asked", 3),
    "a question asked twice": twice("asked", 3),
    "another index that is asked": put("asked", 3, question={"index": 9}),
    "limits of what is asked": put("asked", 0, question={"sides": 2**32 + 1}),
    "cards that are asked for": put("asked", 0, question={"draw": True, "count": 9, "sides": 8}),
    "a key of what is asked": put("asked", 0, question={"zeal": 1}),
    "an opening too few": opening(lambda openings: openings.pop()),
    "an opening twice": opening(lambda openings: openings.append(openings[0])),
    "another value": opening(lambda openings: openings[0].update(value=1)),
    "another salt": opening(lambda openings: openings[0].update(salt="00" * 16)),
    "a short salt": opening(lambda openings: openings[0].update(salt="00")),
    "a seal to nobody": lambda lines: seal(lines).update(to=["nobody"]),
    "a seal with a key": lambda lines: seal(lines).update(zeal=1),
    "a commitment that is none": lambda lines: seal(lines).update(value={"commitment": "00"}),
    "another data set": put("opened", 0, data="00" * 32),
    "a level too high": put("opened", 0, level=4),
    "no level": lambda lines: lines[1]["public"]["entry"].pop("level"),
    "a key that is none": put("opened", 0, extra=0, level="3"),
    "a seat of the witness": seats(seat="witness"),
    "a seat of the referee": seats(seat="referee"),
    "a seat of the public": seats(seat="public"),
    "a seat twice": seats(seat="ise"),
    "a key of a seat": seats(zeal="x"),
    "an opening event twice": twice("opened", 0),
    "no opening event": drop("opened", 0),
    "a viewer of nowhere": lambda lines: lines[0].update(viewer="nobody"),
    "a slash in a name of a file": lambda lines: lines[0]["data"].update({"a/b": ""}),
    "another game": lambda lines: lines[9]["public"].update(game="x"),
    "before time": lambda lines: lines[1]["public"].update(at=-1),
    "a key of the act": lambda lines: lines[9]["public"]["act"].update(zeal="x"),
    "a key of the form": lambda lines: lines[9]["public"].update(zeal=1),
    "a key of the line": lambda lines: lines[9].update(zeal=1),
    "a sealed entry": lambda lines: lines[9]["public"].update(entry=SEALED),
    "an entry without a type": lambda lines: lines[9]["public"].update(entry={"kind": 1}),
    "a slash in a key": put("fact", 5, note={"a/b": 1}),
    "nested too deeply": put("fact", 5, note=json.loads("[" * 62 + "]" * 62)),
    "a fraction": put("fact", 5, note=0.5),
    "a fact that is done by half": put("fact", 5, done=1),
    "an end of the agenda that is none": put("fact", 5, then={}),
}
"""What both find at the same event, whoever the viewer is."""

RULES: dict[str, Change] = {
    "an answer that was an order": put("ordered", 1, by="only answer"),
    "another question that is asked": put("asked", 3, question={"purpose": "dinner"}),
    "more than the title says": lambda lines: lines[entries(lines, "fact", any_entry)[5]]["public"]["entry"][
        "event"
    ].update(note=1),
    "a cut tail": lambda lines: lines.__delitem__(slice(-3, None)),
}
"""What only the rules can tell: the audit finds it where the viewer knows all. `verify.py` finds it later, by
what does not follow, or not at all."""


def in_turn(cases: Iterable[str], viewers: Sequence[str]) -> list[Any]:
    """Parameters: each case with one viewer in turn; with the others it is among the longer proofs."""
    return [
        pytest.param(what, viewer, marks=[pytest.mark.soak] if (n - m) % len(viewers) else [])
        for n, what in enumerate(cases)
        for m, viewer in enumerate(viewers)
    ]


@pytest.mark.parametrize(("what", "viewer"), in_turn(BOTH, ("iga", PUBLIC, REFEREE)))
def test_both_find_it_at_the_same_event(record: Record, viewer: str, what: str) -> None:
    found = members(record, "l3", viewer)
    if "opening t" in what or "value" in what or "salt" in what:
        found = found if viewer != PUBLIC else members(record, "l3", "ise")
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, BOTH[what]))
    assert ours is not None
    assert ours == theirs


BARE: dict[str, Change] = {
    "a cell at level 0": put("thrown", 0, is_open, cell="00" * 32),
    "a cell of a secret at level 0": put("thrown", 0, cell=SEALED),
    "an index at level 0": put("thrown", 0, question={"index": 1}),
    "an index of what is asked at level 0": put("asked", 0, question={"index": 1}),
    "a face too many at level 0": put("thrown", 0, is_open, faces=[1, 1, 1, 1]),
    "a face too high at level 0": put("thrown", 0, is_open, faces=[99]),
    "a level": put("opened", 0, level=1),
    "an order with a cell at level 0": put("ordered", 0, cell="00" * 32),
    "somebody who joins at level 0": put("ordered", 0, type="joined", phrase="x"),
}
"""The same, in a game of level 0."""


@pytest.mark.parametrize(("what", "viewer"), in_turn(BARE, ("iga", PUBLIC, REFEREE)))
def test_both_find_it_at_the_same_event_of_a_game_without_proof(
    record: Record, viewer: str, what: str
) -> None:
    found = members(record, "l0", viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, BARE[what]))
    assert ours
    assert ours == theirs


@pytest.mark.parametrize("what", RULES)
def test_what_only_the_rules_can_tell_is_found_by_the_audit(record: Record, what: str) -> None:
    ours, theirs = judged(rechained(members(record, "l3", REFEREE), RULES[what]))
    assert theirs
    assert ours is None or ours >= theirs


@pytest.mark.parametrize("events", [1, 2])
def test_a_game_of_which_only_the_beginning_is_left(record: Record, events: int) -> None:
    """Its opening alone does not hold: the sheet must follow. With the sheet, somebody has yet to join."""
    found = rechained(members(record, "l3", PUBLIC), lambda lines: lines.__delitem__(slice(events + 1, None)))
    assert judged(found) == ((2, 2) if events == 1 else (None, None))


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

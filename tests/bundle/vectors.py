"""The test vectors of docs/format.md: `python -m tests.bundle.vectors` writes docs/vectors.json.

Everything in them comes from fixed seeds, so that they are the same wherever they are made.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.game.entries.protocol_orders import Join
from domain.game.state.words import WORDS, notation_of
from domain.kit import cells
from domain.kit.chance import Question
from domain.kit.framing import framed, keyed
from referee.audit.game_lines import export_lines
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.proof import signing
from referee.record.chain import canonical, commitment
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.record.record import Record, data_digest, pack_files
from tests.bundle import lane_vectors, signed_vectors

PAGE = Path(__file__).parents[2] / "docs" / "vectors.json"
SEED = bytes(range(32))
WITNESS_SEED = bytes(range(32, 64))
SIDES = (2, 6, 10, 58, 100)

Json = dict[str, Any]
Step = Callable[[str, bytes], None]
"""Called after each mail with the seat that sent it and its bytes."""


def signed(receipt: signing.Receipt) -> signing.Receipt:
    return replace(receipt, signature=signing.sign(SEED, receipt.digest()).hex())


def fixed_record(path: Path) -> Record:
    """A store with a clock and salts that everybody can repeat."""
    at = iter(range(1_700_000_000_000, 1_800_000_000_000, 1000))
    record = Record(path, clock=lambda: next(at), entropy=Random("bugyo").randbytes)
    signing.keep_seed(record, SEED)
    return record


def play_by_mail(record: Record, game: str, orders: int, after: Step = lambda seat, raw: None) -> None:
    """Opens a game for three, has everybody join and so many random orders given, each by a mail."""
    referee, players = Referee(record, seed=game), Random(game)
    kept = referee.open(Opening(game, "shinobi", ("Ann", "Ben", "Cem")), Act(COMMAND_LINE))
    for nth in range(len(kept.game.seats) + orders):
        if kept.game.is_over():
            return
        seat = kept.game.awaited()[0]
        joining = kept.game.expected() == (Join,)
        offers = kept.game.rules.offers(kept.game.state, seat) or ()
        order = Join(f"{seat} is here to play {game}") if joining else players.choice(offers)
        line = (WORDS if joining else notation_of(kept.game)).write(order)
        raw = f"From: {seat}@example.com\r\nMessage-ID: <{nth}@x>\r\n\r\n{line}\r\n".encode()
        name = sha256(raw).hexdigest()
        record.keep_mail(name, raw)
        person = kept.game.register.holders[seat]
        kept = referee.take(game, seat, order, Act(MAIL, f"{name}:1", seat, person)).kept
        after(seat, raw)


def vectors() -> Json:
    """All vectors, as the page writes them. Bytes are hexadecimal."""
    with tempfile.TemporaryDirectory() as folder:
        record = fixed_record(Path(folder) / "store.db")
        try:
            play_by_mail(record, "tiny", 3)
            game = list(export_lines(record, "tiny", "iga"))
        finally:
            record.close()
    return {
        "framed": [_framed("bugyo/1/game", b"g1"), _framed("a", b"", b"b"), _framed("a", b"b", b"")],
        "keyed": {
            "key": SEED.hex(),
            "purpose": "bugyo/1/words",
            "fields": [b"0".hex()],
            "mac": keyed(SEED, "bugyo/1/words", b"0").hex(),
        },
        "canonical": [_canonical(value) for value in _samples()],
        "data": _data(),
        "commitment": _commitment(),
        "sheet": _sheet(),
        "sealed order": {"seat": "takeda", "digest": framed("bugyo/1/order", b"takeda", b"").hex()},
        "throws": list(_throws()),
        "signatures": _signatures(),
        "signed orders": signed_vectors.signed_orders(),
        "game": _game(game),
        "lanes": lane_vectors.lanes(),
        "throws in lanes": list(lane_vectors.questions()),
        "games": list(lane_vectors.games()),
    }


def _framed(purpose: str, *fields: bytes) -> Json:
    digest = framed(purpose, *fields)
    return {"purpose": purpose, "fields": [field.hex() for field in fields], "digest": digest.hex()}


def _samples() -> Iterator[Any]:
    yield {}
    yield {"b": 1, "a": [True, False, None], "é": "Bugyō 奉行", "Z": -1}
    yield '"\\/\b\t\n\f\r\x00\x1f\x7f\u2028😀'
    yield {"": {"\uffff": 0, "😀": 1}}


def _canonical(value: Any) -> Json:
    return {"value": value, "bytes": canonical(value).hex()}


def _data() -> Json:
    files = {"b.csv": b"x" * 300, "a.toml": "奉".encode(), "empty.csv": b""}
    blob = pack_files(files)
    shown = {name: data.decode() for name, data in files.items()}
    return {"title": "shinobi", "files": shown, "blob": blob.hex(), "name": data_digest("shinobi", blob)}


def _commitment() -> Json:
    salt, value = bytes(range(16)), ["shrine", "army"]
    made = commitment("g1", 7, "event/cards", salt, canonical(value))
    words = {"game": "g1", "position": 7, "path": "event/cards", "salt": salt.hex(), "value": value}
    return {**words, "commitment": made}


def _sheet() -> Json:
    drawn = [sha256(bytes([nth])).digest() for nth in range(3)]
    made = [cells.cell_commitment("g1", "referee", 2, nth, cell) for nth, cell in enumerate(drawn, 1)]
    words = {"game": "g1", "party": "referee", "sheet": 2, "cells": [cell.hex() for cell in drawn]}
    return {**words, "commitments": [commitment.hex() for commitment in made]}


def _throws() -> Iterator[Json]:
    words = {"takeda": "furin kazan", "uesugi": "毘"}
    phrases = cells.phrases_digest(words)
    orders = [{"seat": "takeda", "order": {"type": "march", "to": "1207"}}]
    raised = [framed("bugyo/1/order", b"takeda", canonical(orders[0]["order"]))]
    index = 0
    for given in ((), (SEED, WITNESS_SEED)):
        for sides in SIDES:
            for draw in (False, True):
                index += 1
                question = Question("11.5", "combat B1 on D1", sides, min(sides, 8), draw, index=index)
                inputs = framed("bugyo/1/inputs", *(raised if index % 3 else ()))
                yield {
                    "phrases": words,
                    "phrases digest": phrases.hex(),
                    "orders": orders if index % 3 else [],
                    "order digests": [digest.hex() for digest in raised] if index % 3 else [],
                    "inputs": inputs.hex(),
                    **_thrown(question, phrases, inputs, given),
                }


def _thrown(question: Question, phrases: bytes, inputs: bytes, given: tuple[bytes, ...]) -> Json:
    cell = sha256(str(question.index).encode()).digest()
    asked = cells.question_digest("g1", phrases, question, inputs)
    words = {"rule": question.rule, "purpose": question.purpose, "sides": question.sides}
    return {
        "game": "g1",
        "question": {**words, "count": question.count, "draw": question.draw, "index": question.index},
        "question digest": asked.hex(),
        "cell": cell.hex(),
        "contributions": [part.hex() for part in given],
        "faces": list(cells.faces(cell, asked, given, question.limits())),
    }


def _signatures() -> Json:
    manifest = canonical({"game.jsonl": "00" * 32})
    digest = framed("bugyo/1/manifest", manifest)
    checkpoint = signing.make_checkpoint(SEED, "g1", 12, "ab" * 32)
    bare = signing.Receipt("g1", "takeda", 3, "cd" * 32, 12, "ab" * 32)
    first = signing.Receipt("g1", "takeda", 1, signing.NO_MAIL, 2, "ef" * 32)
    seen = replace(bare, seen=(("uesugi", "12" * 32), ("date-2", "ef" * 32)))
    return {
        "seed": SEED.hex(),
        "key": signing.public_of(SEED),
        "manifest": manifest.decode(),
        "manifest digest": digest.hex(),
        "manifest signature": signing.sign(SEED, digest).hex(),
        "checkpoint": checkpoint.text(),
        "cosigner": {"name": "second.umpire", "key": signing.public_of(WITNESS_SEED)},
        "cosigned checkpoint": signing.cosigned(checkpoint, "second.umpire", WITNESS_SEED).text(),
        "receipts": [
            {"digest": receipt.digest().hex(), "text": signed(receipt).text()}
            for receipt in (first, bare, seen)
        ],
        "receipts of before": [_of_before(receipt) for receipt in (first, bare)],
    }


def _of_before(receipt: signing.Receipt) -> Json:
    """A receipt that names no other seat, signed as such once were."""
    digest = receipt.first_digest()
    whole = replace(receipt, signature=signing.sign(SEED, digest).hex())
    return {"digest": digest.hex(), "text": whole.text()}


def _game(lines: list[bytes]) -> Json:
    """A game as the seat iga may hold it, and copies in which one text of one line is another."""
    digests = [json.loads(line)["digest"] for line in lines[1:]]
    return {
        "lines": [line.decode().rstrip("\n") for line in lines],
        "digests": digests,
        "altered": list(_altered(lines, digests)),
    }


def _altered(lines: list[bytes], digests: list[str]) -> Iterator[Json]:
    """`line` counts from 1, the header included; `finds` is the first event that does not hold."""
    opened = next(n for n, line in enumerate(lines) if b'"openings":[{' in line)
    thrown = next(n for n, line in enumerate(lines) if b'"type":"thrown"' in line)
    salt = json.loads(lines[opened])["openings"][0]["salt"]
    yield {"line": 2, "from": "Ann", "to": "Eve", "finds": 1}
    yield {"line": 5, "from": "is here", "to": "was here", "finds": 4}
    yield {"line": opened + 1, "from": salt, "to": "00" * 16, "finds": opened}
    yield {"line": thrown + 1, "from": '"sides":', "to": '"sides":1', "finds": thrown}
    yield {"line": len(lines), "from": digests[-1], "to": "00" * 32, "finds": len(digests)}
    yield {"line": 1, "from": digests[-1], "to": digests[-2], "finds": len(digests)}


def page() -> str:
    return _laid_out(vectors()) + "\n"


def _laid_out(value: object) -> str:
    """JSON with a field, or an item of a list, on each line."""
    if isinstance(value, dict) and value:
        fields = (f"{json.dumps(name)}: {_laid_out(value[name])}" for name in sorted(value))
        return "{\n" + ",\n".join(fields) + "\n}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(json.dumps(item, sort_keys=True) for item in value) + "\n]"
    return json.dumps(value)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

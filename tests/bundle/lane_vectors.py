"""The test vectors of protocol 2: cells under a root, questions, and short games with altered copies.

The games are played through a referee with fixed clock, salts and cells. An alteration replaces one text in
one line; then the digests, and the heads that are named inside, are made anew, to hide it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from domain.kit import cells, roots
from domain.kit.chance import Question
from domain.kit.drawn_cells import Drawn
from domain.kit.framing import framed
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.game_lines import export_lines
from referee.copies.forking import Plan, begin, left_in
from referee.proof import signing
from referee.record.chain import canonical
from referee.record.record import Record
from tests.browser.laned import GAME, SEED, Table
from tests.bundle import corpus, test_both_rulings
from tests.referee.clocks.club import Club

Json = dict[str, Any]

LANES, SHEETS = ("iga", "ise", "game"), 3
PARTY = "referee/2"
PHRASES = {"iga": "the heron waits é", "ise": "one-eyed dragon “独眼竜”"}


# ---- cells under a root


def lanes() -> Json:
    """Nine sheets, so that the tree is not full; a cell and a sheet from each edge of it."""
    drawn = Drawn("g1", PARTY, LANES, SHEETS, SEED).whole()
    places = [("iga", 1, 1), ("iga", 1, 32), ("iga", 2, 7), ("ise", 3, 16), ("game", 2, 2), ("game", 3, 32)]
    words = {"game": "g1", "party": PARTY, "lanes": list(LANES), "sheets": SHEETS, "root": drawn.root()}
    shown = [drawn.shown(lane, sheet) for lane, sheet in (("iga", 1), ("game", 3))]
    return {
        **words,
        "cells": [_cell(drawn, *place) for place in places],
        "shown": [
            {"lane": one.lane, "sheet": one.sheet, "cells": list(one.cells), "proof": list(one.proof)}
            for one in shown
        ],
    }


def _cell(drawn: Drawn, lane: str, sheet: int, place: int) -> Json:
    cell = drawn.cell(lane, (sheet, place))
    made = roots.commitment(drawn.game, drawn.party, lane, sheet, place, cell)
    words = {"lane": lane, "sheet": sheet, "place": place, "cell": cell.hex(), "commitment": made.hex()}
    return {**words, "proof": list(drawn.proof(lane, (sheet, place)))}


# ---- questions


def questions() -> Iterator[Json]:
    """With no order, an open one, a sealed one and both; without what others give, and with it."""
    orders: tuple[Json, ...] = ({"seat": "ise", "order": {"type": "march", "to": "1207"}}, {"seat": "iga"})
    phrases = cells.phrases_digest(PHRASES, 2)
    for nth, listed in enumerate(((), orders[:1], orders[1:], orders), 1):
        digests = sorted(_order(**one) for one in listed)
        given = tuple(sha256(f"given {one}".encode()).digest() for one in range(nth))
        inputs = framed("bugyo/2/inputs", *digests)
        for sides, draw in ((6, False), (40, True), (100, False)):
            question = Question("8.1", "combat at 1207", sides, 3, draw, index=nth, lane=LANES[nth % 3])
            yield {
                "phrases": PHRASES,
                "phrases digest": phrases.hex(),
                "orders": list(listed),
                "order digests": [digest.hex() for digest in digests],
                "inputs": inputs.hex(),
                **_thrown(question, phrases, inputs, given),
            }


def _order(seat: str, order: Json | None = None) -> bytes:
    """Of one that is sealed its seat alone counts."""
    return framed("bugyo/2/order", seat.encode(), canonical(order) if order else b"")


def _thrown(question: Question, phrases: bytes, inputs: bytes, given: Sequence[bytes]) -> Json:
    cell = sha256(f"cell {question.index} {question.sides}".encode()).digest()
    asked = cells.question_digest("g1", phrases, question, inputs)
    words = {
        "rule": question.rule,
        "purpose": question.purpose,
        "sides": question.sides,
        "lane": question.lane,
    }
    return {
        "game": "g1",
        "question": {**words, "count": question.count, "draw": question.draw, "index": question.index},
        "question digest": asked.hex(),
        "cell": cell.hex(),
        "contributions": [part.hex() for part in given],
        "faces": list(cells.faces(cell, asked, given, question.limits(), 2)),
    }


# ---- games


def games() -> Iterator[Json]:
    for level in (1, 2, 3):
        lines = played(level)
        yield {"what": f"level {level}", **written(lines, sorted(ALTERED))}
    yield {"what": "a what-if", **written(played(1, forks=True), ["forked", "thrown"])}
    yield {"what": "disputes and rulings", **written(ruled(), ["ruled", "disputed", "rewound", "thrown"])}


def ruled() -> list[bytes]:
    with TemporaryDirectory() as folder:
        one = Club(Path(folder), test_both_rulings.POLICY, level=1, entropy=Random("bugyo").randbytes)
        test_both_rulings.happens(one)
        lines = list(export_lines(one.record, "g", PUBLIC))
        one.record.close()
        return lines


def repeatable(path: Path) -> Record:
    at = iter(range(1_700_000_000_000, 1_800_000_000_000, 1000))
    record = Record(path, clock=lambda: next(at), entropy=Random("bugyo").randbytes)
    signing.keep_seed(record, SEED)
    return record


def played(level: int, forks: bool = False) -> list[bytes]:
    """A few orders, of which one is taken back."""
    with TemporaryDirectory() as folder:
        record, other = repeatable(Path(folder) / "a.bugyo"), repeatable(Path(folder) / "b.bugyo")
        try:
            table = Table(record, level, "shinobi")
            table.play(3)
            corpus.goes_back(table, anew=False, units=2)
            if level > 1:
                corpus.spends(table)
            table.play(2)
            table.settle()
            if forks:
                begin(other, left_in(record, GAME), Plan(corpus.ends(record)[-1], "other"))
                return list(export_lines(other, "other", REFEREE))
            return list(export_lines(record, GAME, table.kept.game.seats[0]))
        finally:
            record.close()
            other.close()


ALTERED = {
    "thrown": ('"lane":"', '"lane":"x'),
    "sheet-shown": ('"sheet":1', '"sheet":2'),
    "ordered": ('"type":"ordered"', '"aside":1,"type":"ordered"'),
    "rewound": ('"to":', '"to":9'),
    "spent": ('"place":', '"place":1'),
    "contributed": ('"index":', '"index":1'),
    "asked": ('"lane":"', '"lane":"x'),
    "root-committed": ('"party":"', '"party":"x'),
    "forked": ('"chance":"', '"chanced":"'),
    "ruled": ('"number":', '"number":1'),
    "disputed": ('"number":', '"number":1'),
}
"""What is altered in the first event of a kind."""


def written(lines: Sequence[bytes], kinds: Sequence[str]) -> Json:
    """The lines of a game, and what is altered in it: `finds` is the event that each verifier names."""
    texts = [line.decode().rstrip("\n") for line in lines]
    return {"lines": texts, "altered": [one for kind in kinds if (one := altered(texts, kind))]}


def altered(lines: Sequence[str], kind: str) -> Json | None:
    old, new = ALTERED[kind]
    found = (n for n, line in enumerate(lines) if n and json.loads(line)["public"]["entry"]["type"] == kind)
    line = next(found, 0)
    section = "6.9" if kind in ("ruled", "disputed") else "6.3"
    return (
        {"line": line + 1, "from": old, "to": new, "finds": line, "section": section}
        if line and old in lines[line]
        else None
    )

"""The test vectors of protocol 2: cells under a root, questions, and short games with altered copies.

The games are played through a referee with fixed clock, salts and cells. An alteration replaces one text in
one line; then the digests, and the heads that are named inside, are made anew, to hide it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from domain.game.entries.policy import Policy
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
from tests.bundle import corpus, test_both_people, test_both_rulings, test_both_signed
from tests.bundle.signed_vectors import MINISIGN, key_of
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
        yield {"what": f"level {level}", **written(lines, [ALTERED[kind] for kind in sorted(ALTERED)])}
    yield {"what": "a what-if", **written(played(1, forks=True), [FORKED, ALTERED["thrown"]])}
    for what, (game, changes) in MADE.items():
        yield {"what": what, **written(game(), changes)}


def by_club(policy: Policy, happens: Callable[[Club], None], level: int, viewer: str) -> list[bytes]:
    with TemporaryDirectory() as folder:
        one = Club(Path(folder), policy, level=level, entropy=Random("bugyo").randbytes)
        happens(one)
        lines = list(export_lines(one.record, "g", viewer))
        one.record.close()
        return lines


def ruled() -> list[bytes]:
    return by_club(test_both_rulings.POLICY, test_both_rulings.happens, 1, PUBLIC)


def peopled() -> list[bytes]:
    """Who sat where and who acted for whom, as everybody may know it."""
    return by_club(test_both_people.POLICY, test_both_people.happens, 1, PUBLIC)


def signed() -> list[bytes]:
    """Orders by a key of minisign, and a delegate's by one of ssh; all of it is open."""
    happens = partial(test_both_signed.happens, way=MINISIGN)
    return by_club(test_both_signed.POLICY, happens, 0, REFEREE)


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


class Change(Struct, frozen=True):
    """What is altered in the first event of a kind that has `old`, by which section it is found, and at the
    first event of which kind from there on."""

    kind: str
    old: str
    new: str
    section: str = "6.7"
    finds: str = ""


LANED = {
    "thrown": ('"lane":"', '"lane":"x'),
    "sheet-shown": ('"sheet":1', '"sheet":2'),
    "ordered": ('"type":"ordered"', '"aside":1,"type":"ordered"'),
    "rewound": ('"to":', '"to":9'),
    "spent": ('"place":', '"place":1'),
    "contributed": ('"index":', '"index":1'),
    "asked": ('"lane":"', '"lane":"x'),
    "root-committed": ('"party":"', '"party":"x'),
}
ALTERED = {kind: Change(kind, old, new, "6.3") for kind, (old, new) in LANED.items()}
FORKED = Change("forked", '"chance":"', '"chanced":"', "6.3")
RULED = (
    Change("ruled", '"number":', '"number":1', "6.9"),
    Change("disputed", '"number":', '"number":1', "6.9"),
    ALTERED["rewound"],
    ALTERED["thrown"],
)
PEOPLE = (
    Change("joined", '"person":"Ann"', '"person":"Eve"'),
    Change("joined", '"authority":"2', '"authority":"1'),
    Change("deadlines-set", '"since":1794834000002', '"since":1794834000001'),
    Change("press", '"text":"To all."', '"text":" "'),
    Change("noted", '[{"line":1,"text":"A note.\\n"}]', "[]"),
    Change("order-held", '"number":1', '"number":2'),
    Change("order-released", '"why":"ready"', '"why":"asked"'),
    Change("standby", '"person":"Dora"', '"person":"Ann"'),
    Change("standby", '"listed":false,"person":"Emil"', '"listed":false,"person":"Fay"'),
    Change("seat-taken", '"person":"Dora"', '"person":" Dora"'),
    Change("seat-taken", '"reason":"Ben is ill."', '"reason":" "'),
    Change("seat-taken", '"person":"Dora"', '"person":"Dai"', finds="address-changed"),
    Change("delegated", '"to":"Fay"', '"to":"Cem"'),
    Change("delegated", '"scope":"all"', '"scope":"press"', finds="ordered"),
    Change("ordered", '"person":"Fay"', '"person":"Gus"'),
    Change("delegation-ended", '"to":"Gus"', '"to":"Fay"'),
    Change("address-changed", '"person":"Dora","reason"', '"person":"Ben","reason"'),
    Change("seat-left", '"person":"Dora","reason"', '"person":"Ben","reason"'),
    Change("agreed", '"on":"pause"', '"on":"resume"'),
    Change("agreed", '"on":"pause","seat":"ise"', '"on":"abandon","seat":"ise"', finds="paused"),
    Change("paused", '"by":"consent"', '"by":"referee"'),
    Change("resumed", '"by":"clock"', '"by":"consent"'),
    Change("vacation-taken", '"days":2', '"days":1'),
    Change("deadline-moved", '"seat":"iga"', '"seat":"ise"'),
    Change("lapsed", '"follows":"default orders"', '"follows":"forfeit"'),
    Change("policy-changed", '"reason":"As agreed."', '"reason":""'),
)
SIGNED = (
    Change("key-registered", '"person":"Ann","seat"', '"person":"Mallory","seat"', "6.10"),
    Change("key-registered", '"key":"minisign ', '"key":"minisign  ', "6.10"),
    Change("key-registered", '"key":"minisign ', '"key":"minisign RW', "6.10", "signed"),
    Change("key-registered", key_of("Ann", MINISIGN), key_of("Mallory", MINISIGN), "6.10", "signed"),
    Change("signed", '"cause":"mail"', '"cause":"bots"', "6.10"),
    Change("ordered", '"cause":"mail"', '"cause":"bots"', "6.10"),
    Change("order-held", '"cause":"mail"', '"cause":"bots"', "6.10"),
)
MADE: dict[str, tuple[Callable[[], list[bytes]], Sequence[Change]]] = {
    "disputes and rulings": (ruled, RULED),
    "people, clocks and press": (peopled, PEOPLE),
    "signed orders": (signed, SIGNED),
}


def written(lines: Sequence[bytes], changes: Sequence[Change]) -> Json:
    """The lines of a game, and what is altered in it: `finds` is the event that each verifier names."""
    texts = [line.decode().rstrip("\n") for line in lines]
    return {"lines": texts, "altered": [one for change in changes if (one := altered(texts, change))]}


def altered(lines: Sequence[str], change: Change) -> Json | None:
    kinds = ["", *(json.loads(line)["public"]["entry"]["type"] for line in lines[1:])]
    there = (n for n, kind in enumerate(kinds) if kind == change.kind and change.old in lines[n])
    line = next(there, 0)
    if not line:
        return None
    finds = kinds.index(change.finds, line) if change.finds else line
    words = {"from": change.old, "to": change.new, "section": change.section}
    return {"line": line + 1, **words, "finds": finds}

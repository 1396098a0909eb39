"""The page that checks a bundle, in a browser, from a file: what it says of honest games and of others."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from domain.kit.chance import Thrown
from domain.kit.facts import Fact
from referee.bundle import writing
from referee.bundle.verify import verify
from referee.bundle.verify_rulings import REVEALS
from referee.bundle.writing import zipped as zipped_by_referee
from tests.browser.checked import Check
from tests.browser.conftest import Open
from tests.browser.laned import altered, laned, lines_of, positions
from tests.bundle.inside import bits, flipped
from tests.bundle.lanes import Laned
from tests.bundle.maker import KEY, Maker, Secret, canonical, h, public_bytes, small_game, zipped
from tests.bundle.test_both_slips import forged, open_club, undo, until
from tests.bundle.test_lanes import DISHONEST as LANED
from tests.bundle.test_lanes import GAMES as LANED_GAMES
from tests.titles.recorded import GAMES

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "docs" / "vectors.json").read_text())
# --- what holds ---


@pytest.mark.soak
@pytest.mark.parametrize(
    "name",
    [
        "shinobi/victory",
        "rising_sun/honor",
        "twilight_shogun/final",
        "clan_war/resignation",
        "kawanakajima/draw",
    ],
)
def test_recorded_games_of_protocol_1_hold(check: Check, name: str) -> None:
    said = check((GAMES / f"{name}.zip").read_bytes())
    assert (said.status, said.fault()) == ("holds", ("", 0))
    assert {row[0] for row in said.rows.values()} == {"holds", "unshown", "unchecked"}
    assert any(note.startswith("Protocol 1: ") for note in said.notes) == (said.throws > 0)


@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("viewer", ["public", "hojo", "referee"])
@pytest.mark.parametrize("over", [True, False])
def test_made_games_of_protocol_1_hold(check: Check, level: int, viewer: str, over: bool) -> None:
    said = check(zipped(small_game(level, viewer, over).bundle()))
    assert (said.status, said.fault()) == ("holds", ("", 0))
    assert said.throws == (5 if level else 0)


@pytest.mark.soak
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("viewer", ["public", "first", "referee"])
@pytest.mark.parametrize("title", ["kawanakajima", "shinobi"])
def test_games_of_protocol_2_hold(check: Check, level: int, viewer: str, title: str) -> None:
    said = check(zipped_by_referee(laned(level, viewer, title)))
    assert (said.status, said.fault()) == ("holds", ("", 0))
    assert said.throws > 5
    assert ("still sealed" in said.rows["throws"][1]) == (title == "shinobi" and viewer != "referee")


@pytest.mark.soak
def test_a_slip_that_is_taken_back_holds_and_no_throw_is(check: Check, tmp_path: Path) -> None:
    one = open_club(tmp_path)
    one.order()
    undo(one, one.turn)
    said = check(zipped_by_referee(writing.members(one.record, "g", "public")))
    assert (said.status, said.fault()) == ("holds", ("", 0))
    at = forged(one, *until(one, Thrown))
    said = check(zipped_by_referee(writing.members(one.record, "g", "public")))
    assert (said.status, said.fault()[1]) == ("fails", at)
    one.record.close()


@pytest.mark.soak
def test_a_slip_does_not_pass_a_reveal(check: Check, tmp_path: Path) -> None:
    one = open_club(tmp_path, "twilight_shogun", 2)
    at = forged(one, *until(one, Fact, without=Thrown, reveals=True))
    said = check(zipped_by_referee(writing.members(one.record, "g", "public")))
    assert (said.status, said.fault()[1]) == ("fails", at)
    one.record.close()


@pytest.mark.soak
def test_the_page_knows_the_reveals_that_the_other_verifier_knows() -> None:
    source = (resources.files("referee.bundle.check") / "ledger.js").read_text("utf-8")
    written = re.search(r"const REVEALS = \{(.*?)\n\};", source, re.DOTALL)
    assert written is not None
    joined = re.sub(r'" \+\s+"', "", written[1])
    assert dict(re.findall(r'(\w+): "([^"]*)"', joined)) == REVEALS


@pytest.mark.soak
@pytest.mark.parametrize("level", [2, 3])
def test_it_counts_the_throws_without_a_fresh_cell(check: Check, level: int) -> None:
    found = laned(level, title="shinobi")
    said = check(zipped_by_referee(found))
    entries = [line["public"]["entry"] for line in lines_of(found)[1:]]
    first = next(nth for nth, entry in enumerate(entries) if entry["type"] == "ordered")
    before = sum(entry["type"] == "thrown" for entry in entries[:first])
    counted = next(note for note in said.notes if "throws had no fresh cell" in note).split(" of ")
    assert int(counted[0]) >= before > 0
    assert int(counted[1].split()[0]) == said.throws


@pytest.mark.soak
def test_lines_alone_hold_without_signatures(check: Check) -> None:
    said = check(small_game().bundle()["game.jsonl"])
    assert said.status == "holds"
    assert [said.rows[name][0] for name in ("zip", "manifest", "signature", "checkpoint")] == [
        "unchecked"
    ] * 4


@pytest.mark.soak
def test_lines_can_be_given_by_a_page(opened: Open, check_file: Path) -> None:
    """As a text, and as a list of lines: what a page that shows the game has in it."""
    tab, text = opened(check_file, ""), small_game().bundle()["game.jsonl"].decode()
    for lines in (text, text.splitlines()):
        found = tab.evaluate("async (lines) => (await bugyoCheck.check(lines)).verdict", lines)
        assert found.startswith("What this record shows holds, by sections ")


@pytest.mark.soak
def test_every_vector_of_canonical_json_and_of_the_lines(check: Check) -> None:
    lines = [line.encode() + b"\n" for line in VECTORS["game"]["lines"]]
    assert check(b"".join(lines)).status == "holds"
    for change in VECTORS["game"]["altered"]:
        nth = change["line"] - 1
        other = lines[nth].replace(change["from"].encode(), change["to"].encode())
        said = check(b"".join([*lines[:nth], other, *lines[nth + 1 :]]))
        assert (said.status, said.fault()[1]) == ("fails", change["finds"])


NUMBERS = [
    ("18446744073709551615", True), ("-9223372036854775808", True), ("9007199254740993", True), ("0", True),
    ("18446744073709551616", False), ("-9223372036854775809", False), ("-0", False), ("01", False),
    ("1.0", False), ("1e3", False), ("+1", False), ("NaN", False), ("9" * 5000, False),
]  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize(("number", "holds"), NUMBERS)
def test_numbers_keep_every_digit(check: Check, number: str, holds: bool) -> None:
    maker = small_game()
    maker.entries[-1]["note"] = ["NUMBER"]
    lines = maker.lines()
    text = canonical(lines[-1]["public"]).replace(b'"NUMBER"', number.encode())
    head = h("bugyo/1/event", bytes.fromhex(lines[-2]["digest"]), text).hex()
    game = (
        maker.export(lines)
        .replace(b'"NUMBER"', number.encode())
        .replace(lines[-1]["digest"].encode(), head.encode())
    )
    assert (check(game).status == "holds") is holds


NOT_CANONICAL = [
    (b'{"b":1,"a":2}', False), (b'{"a":1,"a":1}', False), (b'{"a": 1}', False), (b'{"a/b":1}', False),
    (b'"\\u0041"', False), (b'"\\/"', False), (b'"\\u000A"', False), (b'"\\u001F"', False),
    (b'"\\u001f"', True),
    (b'"\t"', False), (b'"\xff"', False), (b'"\xed\xa0\x80"', False), (b"[" * 61 + b"]" * 61, True),
    (b"[" * 62 + b"]" * 62, False), (b"[1,]", False), (b"tru", False),
    ('{"\uffff":0,"\U0001f600":1}'.encode(), True), ('{"\U0001f600":1,"\uffff":0}'.encode(), False),
    (b'{"__proto__":1,"constructor":2}', True), (b'{"10":1,"9":2}', True), (b'{"9":1,"10":2}', False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "holds"), NOT_CANONICAL)
def test_only_canonical_json_is_read(check: Check, text: bytes, holds: bool) -> None:
    """Line, public and entry are three objects around it; 64 may stand inside each other."""
    maker = small_game()
    maker.entries[-1]["note"] = "TEXT"
    lines = maker.lines()
    public = canonical(lines[-1]["public"]).replace(b'"TEXT"', text)
    head = h("bugyo/1/event", bytes.fromhex(lines[-2]["digest"]), public).hex()
    game = maker.export(lines).replace(b'"TEXT"', text).replace(lines[-1]["digest"].encode(), head.encode())
    said = check(game)
    assert (said.status == "holds") is holds
    assert holds or said.fault() == ("lines", len(lines))


# --- what does not hold ---


@pytest.mark.soak
def test_a_flipped_bit_is_found_where_the_other_verifier_finds_it(check: Check) -> None:
    found = small_game(3).bundle()
    step = len(found["game.jsonl"]) // 2 * 2 // 8 | 1
    for name, bit in bits(found, step, small=0):
        raw = zipped({**found, name: flipped(found[name], bit)})
        said, meant = check(raw), verify(raw)
        assert (said.status, meant.ok) == ("fails", False)
        event = next((row[2] for row in said.rows.values() if row[0] == "fails" and row[2]), None)
        assert event == meant.position, (name, bit)


def wrong(kind: str, nth: int, *path: str | int, to: object) -> Callable[[list[Any]], None]:
    """Another value in an entry of a kind; `to` may make it of the one before."""

    def change(lines: list[Any]) -> None:
        node: Any = lines[positions(lines, kind)[nth]]["public"]["entry"]
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = to(node[path[-1]]) if callable(to) else to

    return change


def swapped(kind: str, nth: int) -> Callable[[list[Any]], None]:
    """An entry in the place of the next."""

    return lambda lines: swap(lines, positions(lines, kind)[nth])


def swap(lines: list[Any], at: int) -> None:
    one, other = lines[at]["public"], lines[at + 1]["public"]
    one["entry"], other["entry"] = other["entry"], one["entry"]


def doubled(kind: str, nth: int) -> Callable[[list[Any]], None]:
    """An entry in the place of the next, too."""

    def change(lines: list[Any]) -> None:
        at = positions(lines, kind)[nth]
        lines[at + 1]["public"]["entry"] = lines[at]["public"]["entry"]

    return change


def other_face(faces: list[int]) -> list[int]:
    return [faces[0] % 2 + 1, *faces[1:]] if faces[0] < 3 else [faces[0] - 1, *faces[1:]]


OTHER = "22" * 32
DISHONEST: list[tuple[int, Callable[[list[Any]], None], str, int, str]] = [
    # level, what the referee alters, the kind and number of the event that is found, what is said
    (1, wrong("opened", 0, "root", to=OTHER), "sheet-shown", 0, "one under the root"),
    (1, wrong("opened", 0, "sheets", to=lambda n: n + 1), "sheet-shown", 0, "one under the root"),
    (1, wrong("opened", 0, "sheets", to=0), "opened", 0, "belongs to protocol 2"),
    (1, wrong("opened", 0, "protocol", to=1), "opened", 0, "belongs to protocol 2"),
    (1, wrong("opened", 0, "before", to=OTHER), "opened", 0, "which opening came before"),
    (1, wrong("sheet-shown", 0, "cells", 3, to=OTHER), "sheet-shown", 0, "one under the root"),
    (1, wrong("sheet-shown", 0, "cells", to=lambda c: c[:4]), "sheet-shown", 0, "has 32 cells"),
    (1, wrong("sheet-shown", 0, "cells", to=lambda c: c[::-1]), "sheet-shown", 0, "one under the root"),
    (1, wrong("sheet-shown", 0, "proof", 0, to=OTHER), "sheet-shown", 0, "one under the root"),
    (1, wrong("sheet-shown", 0, "proof", to=lambda p: p[:-1]), "sheet-shown", 0, "one under the root"),
    (1, wrong("sheet-shown", 0, "proof", to=lambda p: [*p, OTHER]), "sheet-shown", 0, "one under the root"),
    (1, wrong("sheet-shown", 0, "sheet", to=2), "sheet-shown", 0, "not due to be shown"),
    (1, wrong("sheet-shown", 0, "lane", to="nobody"), "sheet-shown", 0, "not due to be shown"),
    (1, swapped("sheet-shown", 0), "thrown", 0, "not shown directly before"),
    (1, wrong("joined", 0, "phrase", to="eleven lett"), "joined", 0, "not written as a phrase"),
    (1, wrong("joined", 0, "phrase", to="x" * 201), "joined", 0, "not written as a phrase"),
    (1, wrong("joined", 0, "phrase", to="two  blanks in it"), "joined", 0, "not written as a phrase"),
    (1, wrong("joined", 0, "phrase", to="e\u0301 is not in NFC"), "joined", 0, "not written as a phrase"),
    (1, wrong("joined", 0, "phrase", to="turned \u202e round it"), "joined", 0, "not written as a phrase"),
    (1, wrong("joined", 0, "phrase", to="quite another phrase"), "open", 0, "its cell gives"),
    (1, doubled("joined", 0), "joined", 1, "has joined before"),
    (1, wrong("joined", 1, "seat", to="nobody"), "joined", 1, "is no seat"),
    (1, wrong("open", 2, "faces", to=other_face), "open", 2, "its cell gives"),
    (1, wrong("open", 2, "cell", to=OTHER), "open", 2, "not the one that was committed to"),
    (1, wrong("open", 2, "question", "purpose", to="another"), "open", 2, "its cell gives"),
    (1, wrong("open", 2, "question", "index", to=77), "open", 2, "The index is 77"),
    (1, wrong("open", 2, "question", "lane", to="nobody"), "open", 2, "The lane is “nobody”"),
    (1, wrong("open", 2, "question", "sides", to=2**32 + 1), "open", 2, "“sides” has a value"),
    (1, wrong("open", 2, "real", to=True), "open", 2, "with real dice"),
    (1, wrong("ordered", 0, "cell", to=OTHER), "ordered", 0, "has a cell or a proof"),
    (2, wrong("root-committed", 1, "root", to=OTHER), "ordered", 0, "not proved to stand under"),
    (2, wrong("root-committed", 0, "party", to="witness"), "root-committed", 0, "commits no root"),
    (2, wrong("root-committed", 0, "reason", to="why"), "root-committed", 0, "Only the referee"),
    (2, wrong("ordered", 3, "cell", to=OTHER), "ordered", 3, "not proved to stand under"),
    (2, wrong("ordered", 3, "cell", to=""), "ordered", 3, "and this order has none"),
    (2, wrong("ordered", 3, "proof", 0, to=OTHER), "ordered", 3, "not proved to stand under"),
    (2, wrong("ordered", 3, "proof", to=[]), "ordered", 3, "not proved to stand under"),
    (2, wrong("ordered", 3, "by", to="default order"), "ordered", 3, "has a cell or a proof"),
    (3, wrong("contributed", 1, "cell", to=OTHER), "contributed", 1, "not proved to stand under"),
    (3, wrong("contributed", 1, "head", to=OTHER), "contributed", 1, "not that of the question"),
    (3, wrong("contributed", 1, "party", to="referee"), "contributed", 1, "Nobody is asked"),
    (3, wrong("contributed", 1, "index", to=9), "contributed", 1, "The index is 9"),
    (3, wrong("asked", 1, "question", "purpose", to="another"), "thrown", 1, "does not answer the question"),
    (3, swapped("asked", 1), "contributed", 1, "Nobody is asked"),
    (3, swapped("contributed", 1), "thrown", 1, "has not contributed"),
]  # fmt: skip


@pytest.mark.parametrize(("level", "change", "kind", "nth", "why"), DISHONEST)
def test_a_dishonest_referee_of_protocol_2_is_found(
    check: Check, level: int, change: Callable[[list[Any]], None], kind: str, nth: int, why: str
) -> None:
    found = altered(laned(level, "public"), change)
    said = check(zipped_by_referee(found))
    assert (said.status, said.fault()) == ("fails", ("throws", positions(lines_of(found), kind)[nth]))
    assert why in said.rows["throws"][1]


ELSEWHERE = {
    "was not silent": "what the policy lets a referee do is section 6.7, which the page does not check",
}
"""What the page does not find, and why. Nor does the verifier in Python look for the line of a lost cell."""


@pytest.mark.parametrize(("made", "level", "change", "where", "why"), LANED)
def test_both_verifiers_find_the_same_event(
    check: Check, made: str, level: int, change: Callable[[Laned], object], where: tuple[str, int], why: str
) -> None:
    game = LANED_GAMES[made](level)
    change(game)
    raw = zipped(game.bundle())
    meant, said = verify(raw), check(raw)
    if why not in ELSEWHERE and not has_lost_line(game):
        assert (said.status == "holds", said.fault()[1] or None) == (meant.ok, meant.position)


def has_lost_line(game: Laned) -> bool:
    lost = [entry["line"] for entry in game.entries if entry.get("why") == "lost"]
    return any(isinstance(line, Secret) and line.value != "" for line in lost)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("viewer", ["public", "hojo", "referee"])
@pytest.mark.parametrize("made", LANED_GAMES)
def test_made_games_of_protocol_2_hold(check: Check, made: str, level: int, viewer: str) -> None:
    """With scopes, rewinds, throws that answer again, cells that are spent, and new roots."""
    said = check(zipped(LANED_GAMES[made](level, viewer).bundle()))
    assert (said.status, said.fault()) == ("holds", ("", 0))


@pytest.mark.soak
def test_nothing_is_played_while_a_question_is_open(check: Check) -> None:
    """Else the referee, who has the cell of the witness by then, chooses what the throw is bound to."""
    found = laned(3, "public")
    asked = positions(lines_of(found), "asked")[-1]
    said = check(zipped_by_referee(altered(found, lambda lines: swap(lines, asked - 1))))
    assert said.fault() == ("throws", asked)
    assert "nothing can be played before it is thrown" in said.verdict


@pytest.mark.soak
def test_what_is_only_signed_again_holds(check: Check) -> None:
    """Else the test above would find anything."""
    said = check(zipped_by_referee(altered(laned(3, "public"), lambda lines: None)))
    assert said.status == "holds"


# --- what-ifs ---


def what_if(name: str, left: str = "spring") -> bytes:
    """A game of level 0 that is said to leave another."""
    maker = Maker(1, "public")
    maker.fact({"name": "begun"}, then=("march",))
    lines = maker.lines()
    at, head = len(lines), lines[-1]["digest"]
    fork = {
        "type": "forked",
        "game": left,
        "at": at,
        "head": head,
        "chance": "",
        "key": public_bytes(KEY).hex(),
    }
    maker.entries += [fork, {"type": "fact", "rule": "3.1", "event": {}, "done": True}]
    lines = maker.lines()
    for line in lines[at:]:
        line["public"]["game"] = name
    chained = h("bugyo/1/game", left)
    for line in lines:
        chained = h("bugyo/1/event", chained, canonical(line["public"]))
        line["digest"] = chained.hex()
    maker.game = name
    return zipped(maker.bundle(lines))


def guessed(**new: object) -> bytes:
    """A game of level 0 that is said to begin with what a seat of another knows."""
    maker = Maker(0, "public")
    state = {"type": "sealed", "to": [], "value": {"commitment": "00" * 32}}
    about = {"game": "summer", "at": 41, "head": "00" * 32, "seat": "date", "seed": 7, "state": state}
    maker.entries[0]["imagined"] = {**about, **new}
    maker.fact({"name": "begun"}, then=("march",))
    return zipped(maker.bundle(maker.lines()))


@pytest.mark.soak
def test_a_what_if_that_is_imagined_says_so(check: Check) -> None:
    said = check(guessed())
    assert (said.status, said.fault()) == ("holds", ("", 0))
    assert any(note.startswith("It begins with a position that is imagined") for note in said.notes)
    for wrong in ({"game": "spring"}, {"seat": "nobody"}, {"at": 0}, {"state": 1}):
        assert check(guessed(**wrong)).fault()[1] == 1, wrong


@pytest.mark.soak
def test_a_what_if_has_a_name_of_its_own(check: Check) -> None:
    said = check(what_if("summer"))
    assert (said.status, said.fault()) == ("holds", ("", 0))
    assert any(note.startswith("A what-if of spring") for note in said.notes)
    under_its_name = check(what_if("spring"))
    assert under_its_name.fault() == ("throws", 6)
    assert "has the name of a game before" in under_its_name.verdict

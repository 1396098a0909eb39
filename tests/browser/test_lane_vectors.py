"""The vectors of protocol 2 in docs/vectors.json, by all three verifiers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.audit.audit import audit_export
from referee.audit.game_lines import NotAnExport, read_export
from referee.bundle import verify_lanes, verify_record, verify_throws
from referee.bundle.check.joined import NAMES, check_script
from referee.bundle.verify import verify
from tests.browser.checked import Check
from tests.bundle import vectors
from tests.bundle.mutations import fitted

Json = dict[str, Any]

VECTORS: Json = json.loads(vectors.PAGE.read_text(encoding="utf-8"))
LANES, THROWS, GAMES = VECTORS["lanes"], VECTORS["throws in lanes"], VECTORS["games"]

IN_PAGE = """([lanes, throws]) => {
  const { Root, sheetNode, fold, unhex, hex, H, bound, keyOf, slowFaces, quickFaces, phrasesOf } = bugyoParts;
  const root = new Root(lanes.party, lanes.root, lanes.sheets, lanes.lanes, new Map(), 1);
  const found = { cells: [], sheets: [], throws: [] };
  for (const one of lanes.cells) {
    const made = root.commitment(lanes.game, one)(unhex(one.cell));
    found.cells.push([made, root.proves(lanes.game, one, unhex(one.cell), one.proof)]);
  }
  for (const one of lanes.shown) {
    const size = lanes.lanes.length * lanes.sheets;
    found.sheets.push(hex(fold(sheetNode(one.cells), root.nodeOf(one), size, one.proof)));
  }
  for (const one of throws) {
    const phrases = H(...phrasesOf(2, new Map(Object.entries(one.phrases))));
    const inputs = H("bugyo/2/inputs", ...one["order digests"].map(unhex));
    const asked = H(...bound(2, { ...one.question, game: one.game, phrases, inputs }));
    const key = keyOf(2, unhex(one.cell), asked, one.contributions.map(unhex));
    const faces = [slowFaces, quickFaces].map((made) => made(2, key, one.question));
    found.throws.push([hex(phrases), hex(inputs), hex(asked), ...faces]);
  }
  return found;
}"""
PARTS = "Root, sheetNode, fold, unhex, hex, H, bound, keyOf, slowFaces, quickFaces, phrasesOf"


@pytest.mark.soak
def test_verify_finds_the_cells_and_sheets_under_the_root() -> None:
    root = verify_lanes.Root(LANES["party"], LANES["root"], LANES["sheets"], LANES["lanes"], {})
    for one in LANES["cells"]:
        place = (one["lane"], one["sheet"], one["place"], bytes.fromhex(one["cell"]))
        made = verify_record.digest("bugyo/2/cell", LANES["game"], root.name, *place)
        assert made.hex() == one["commitment"]
        sheet = root.lanes.index(one["lane"]) * root.sheets + one["sheet"] - 1
        verify_lanes.check_path(root, made, sheet * 32 + one["place"] - 1, 32, one["proof"])
    for one in LANES["shown"]:
        nodes = [bytes.fromhex(cell) for cell in one["cells"]]
        while len(nodes) > 1:
            nodes = [verify_lanes.node_of(*nodes[at : at + 2]) for at in range(0, len(nodes), 2)]
        sheet = root.lanes.index(one["lane"]) * root.sheets + one["sheet"] - 1
        verify_lanes.check_path(root, nodes[0], sheet, 1, one["proof"])


@pytest.mark.soak
@pytest.mark.parametrize("one", THROWS)
def test_verify_throws_the_same_faces(one: Json) -> None:
    orders = [
        verify_record.digest(
            "bugyo/2/order",
            order["seat"],
            verify_record.CANONICAL(order["order"]) if "order" in order else b"",
        )
        for order in one["orders"]
    ]
    assert [order.hex() for order in sorted(orders)] == one["order digests"]
    inputs = verify_record.digest("bugyo/2/inputs", *sorted(orders))
    phrases = verify_throws.phrases_of(one["phrases"], 2)
    asked = verify_throws.question_of(one["game"], phrases, one["question"], inputs, 2)
    assert (phrases.hex(), inputs.hex(), asked.hex()) == (
        one["phrases digest"],
        one["inputs"],
        one["question digest"],
    )
    given = [bytes.fromhex(cell) for cell in one["contributions"]]
    key = verify_record.mac(bytes.fromhex(one["cell"]), "bugyo/2/key", asked, *given)
    assert verify_throws.faces_of(key, one["question"], 2) == one["faces"]


def test_the_page_makes_all_of_them_again(chromium: Any) -> None:
    script = check_script().replace("const bugyoCheck", "const bugyoParts")
    script = script.replace(f"return {{ {NAMES}", f"return {{ {PARTS}, {NAMES}")
    tab = chromium.new_page()
    found = tab.evaluate(f"(given) => {{ {script}\nreturn ({IN_PAGE})(given); }}", [LANES, THROWS])
    tab.close()
    assert found["cells"] == [[one["commitment"], True] for one in LANES["cells"]]
    assert found["sheets"] == [LANES["root"]] * len(LANES["shown"])
    for made, one in zip(found["throws"], THROWS, strict=True):
        digests = (one["phrases digest"], one["inputs"], one["question digest"])
        assert (*made[:3], made[3]) == (*digests, one["faces"])
        assert made[4] in (None, one["faces"])


def by_audit(raw: bytes) -> int | None:
    """The event that the audit names; None where all holds."""
    try:
        finding = audit_export(read_export(raw.splitlines())).finding
    except NotAnExport as error:
        return error.position
    return None if finding is None else finding.position


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES, ids=[game["what"] for game in GAMES])
def test_all_three_pass_the_games_and_find_what_was_altered(check: Check, game: Json) -> None:
    raw = "".join(f"{line}\n" for line in game["lines"]).encode()
    assert (verify(raw).why, by_audit(raw), check(raw).status) == ("", None, "holds")
    assert game["altered"]
    for change in game["altered"]:
        lines, at = list(game["lines"]), change["line"] - 1
        lines[at] = lines[at].replace(change["from"], change["to"], 1)
        assert lines[at] != game["lines"][at]
        altered = fitted({}, [json.loads(line) for line in lines])["game.jsonl"]
        assert (verify(altered).position, by_audit(altered)) == (change["finds"], change["finds"]), change
        assert check(altered).fault()[1] == change["finds"], change

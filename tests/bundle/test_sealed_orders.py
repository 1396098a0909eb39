"""Sealed orders in bundles: whoever may not know one can still check the throws that it raised.

The title is the made-up auction: red bids, bids again, blue bids as much, and the tie is thrown for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.deciding.own_cells import written
from domain.game.entries.entries import Ordered
from domain.game.entries.protocol_orders import Cell, Join, Root
from domain.game.state.game_state import fold
from domain.kit.chance import Thrown
from domain.kit.drawn_cells import Drawn
from domain.kit.roots import CELLS
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.titles import TITLES
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.verify import verify
from referee.bundle.writing import members, zipped
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.proof import signing
from referee.record.chain import canonical, commitment
from referee.record.envelope import Act
from referee.record.record import Record
from tests.bundle.test_both import SEED, Change, Json, Lines, Members, entries, judged, lines_of, rechained
from tests.game.auction import AUCTION, Always, Bid

SEATS = ("red", "blue")
VIEWERS = (*SEATS, PUBLIC, REFEREE)
BIDS = (("red", 2), ("red", 4), ("blue", 4))
LEVELS = (1, 2, 3)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """A store with an auction of each level, "a1" to "a3", that is over."""
    store = Record(tmp_path_factory.mktemp("auctions") / "s.db")
    signing.keep_seed(store, SEED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TITLES, "auction", AUCTION)
        for level in LEVELS:
            _play(store, level)
        yield store
    store.close()


def _play(store: Record, level: int) -> None:
    game, act = f"a{level}", Act("command line")
    referee = Referee(store, seed=game)
    referee.open(Opening(game, "auction", ("Aoi", "Botan"), data={"a.txt": b""}, level=level), act)
    parties = (*(SEATS if level > 1 else ()), *(("witness",) if level > 2 else ()))
    lanes = {"witness": (*SEATS, "game")}
    drawn = {party: own(game, party, lanes.get(party, (party,))) for party in parties}
    for party, cells in drawn.items():
        referee.take(game, party, Root(f"{cells.root()} {cells.sheets}"), act)
    for seat in SEATS:
        referee.take(game, seat, Join(f"{seat} is here to play {game}"), act)
    for nth, (seat, coins) in enumerate(BIDS):
        number = sum(one == seat for one, _coins in BIDS[: nth + 1])
        cell = shown(drawn[seat], str(number), seat, number) if level > 1 else ""
        referee.take(game, seat, Bid(coins), act, cell=cell)
    if level > 2:
        asked = store.load(game).game.asked
        assert asked is not None
        where, head = f"{asked.lane}/{asked.index}", store.envelopes(game)[-1].digest.hex()
        line = shown(drawn["witness"], where, asked.lane, asked.index)
        referee.take(game, "witness", Cell(f"{line} {head}"), act)
    assert store.load(game).game.is_over()


def own(game: str, party: str, lanes: tuple[str, ...]) -> Drawn:
    """The cells of a party, which everybody can repeat."""
    return Drawn(game, party, lanes, 2, Random(f"{game} {party}").randbytes(32)).whole()


def shown(cells: Drawn, where: str, lane: str, number: int) -> str:
    """A cell as its party writes it."""
    at = (number - 1) // CELLS + 1, (number - 1) % CELLS + 1
    return written(where, cells.cell(lane, at).hex(), cells.proof(lane, at))


def before_the_end(record: Record, game: str, viewer: str) -> Members:
    """The bundle as it was after the throw, when nobody knew the bids of others."""
    found = members(record, game, REFEREE)
    last = entries([json.loads(line) for line in lines_of(found)], "thrown", lambda entry: True)[-1]

    def earlier(lines: Lines) -> None:
        del lines[last + 1 :]
        lines[0]["viewer"] = viewer
        for line in lines[1:]:
            line["openings"] = [
                one for one in line["openings"] if viewer in (REFEREE, *_to(line, one["path"]))
            ]

    return rechained(found, earlier)


def _to(line: Json, path: str) -> list[str]:
    node = line["public"]["entry"]
    for key in path.split("/"):
        node = node[key]
    to: list[str] = node["to"]
    return to


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_both_pass_it_when_it_is_over(record: Record, level: int, viewer: str) -> None:
    found = members(record, f"a{level}", viewer)
    assert verify(zipped(found)).why == ""
    verdict = audit_bundle(Bundle(found))
    assert (verdict.finding, verdict.complete) == (None, True)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("viewer", [*SEATS, PUBLIC])
def test_the_throw_is_checked_while_the_orders_are_sealed(record: Record, level: int, viewer: str) -> None:
    found = before_the_end(record, f"a{level}", viewer)
    assert judged(found) == (None, None)
    assert [line for line in verify(zipped(found)).lines if ": 1 checked, 0 still sealed; the cells" in line]
    assert not audit_bundle(Bundle(found)).complete
    opened = [line for line in map(json.loads, lines_of(found)[1:]) if line["openings"]]
    assert len(opened) == 2 * sum(seat == viewer for seat, _ in BIDS)  # the order, and what is kept of it


def test_the_faces_do_not_follow_from_what_a_sealed_order_asks(record: Record) -> None:
    """Else whoever knows the faces would try the few possible bids. Other bids with the same cells give the
    same faces; and so the commitment alone, in the heads that the mails carry, holds a seat to its bid."""
    game, others = record.load("a2").game, record.fold("a2", upto=1).game
    thrown = next(e.entry for e in record.envelopes("a2") if isinstance(e.entry, Thrown))
    assert (thrown.question.lane, thrown.question.index) == ("game", 1)
    for envelope in record.envelopes("a2")[1:]:
        entry = envelope.entry
        if isinstance(entry, Ordered):
            entry = replace(entry, order=Sealed((entry.seat,), Bid(9)))
        others = fold(others, entry)
    assert others.binding().bound(1) == game.binding().bound(1)


def order(nth: int, change: Callable[[Json, Json], Any]) -> Change:
    """Changes the entry and the line of the nth order."""

    def changed(lines: Lines) -> None:
        line = lines[entries(lines, "ordered", lambda entry: True)[nth]]
        change(line["public"]["entry"], line)

    return changed


FOUND: dict[str, Change] = {
    "open to the other": order(0, lambda entry, line: entry["order"].update(to=["blue"])),
    "open to both": order(0, lambda entry, line: entry["order"].update(to=["red", "blue"])),
    "open to nobody": order(0, lambda entry, line: entry["order"].update(to=[])),
    "sealed in part": order(0, lambda entry, line: entry.update(order={"coins": entry["order"]})),
    "of a seat that is none": order(0, lambda entry, line: entry.update(seat="green")),
    "of a giver that is none": order(0, lambda entry, line: entry.update(by="bots")),
}
"""What is wrong at the order itself."""


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("what", FOUND)
def test_a_sealed_order_out_of_form_is_found_by_both(record: Record, viewer: str, what: str) -> None:
    found = before_the_end(record, "a2", viewer)
    at = entries([json.loads(line) for line in lines_of(found)], "ordered", lambda entry: True)[0]
    assert judged(rechained(found, FOUND[what])) == (at, at)


def plain(coins: int) -> Change:
    """The last order in the open, as if it had never been sealed."""

    def change(entry: Json, line: Json) -> None:
        entry["order"] = {"type": "bid", "coins": coins}
        line["openings"] = []

    return order(2, change)


def test_an_order_that_is_not_sealed_counts_with_what_it_asks(record: Record) -> None:
    """The throw has two faces: of 16 other inputs about half give another, and both verifiers say which."""
    found = before_the_end(record, "a1", PUBLIC)
    at = entries([json.loads(line) for line in lines_of(found)], "thrown", lambda entry: True)[0]
    said = [judged(rechained(found, plain(coins))) for coins in range(16)]
    assert set(said) == {(None, None), (at, at)}
    assert 3 < said.count((at, at)) < 13


def test_a_sealed_order_that_is_opened_as_another_is_found_by_both(record: Record) -> None:
    """Without its commitment; with it only the rules tell, by what the seat has bid in the end."""

    def otherwise(entry: Json, line: Json) -> None:
        line["openings"][0]["value"]["coins"] = 9

    def committed(entry: Json, line: Json) -> None:
        otherwise(entry, line)
        (opening,) = line["openings"]
        salt, position = bytes.fromhex(opening["salt"]), line["public"]["position"]
        made = commitment("a1", position, "order", salt, canonical(opening["value"]))
        entry["order"]["value"] = {"commitment": made}

    found = members(record, "a1", PUBLIC)
    at = entries([json.loads(line) for line in lines_of(found)], "ordered", lambda entry: True)[1]
    assert judged(rechained(found, order(1, otherwise))) == (at, at)
    assert judged(rechained(found, order(1, committed))) == (None, at + 1)


def test_a_standing_order_answers_without_a_cell_and_raises_nothing(record: Record, tmp_path: Path) -> None:
    """Both verifiers pass an answer by standing orders, sealed as well; the throw follows without it."""
    store = Record(tmp_path / "s.db")
    signing.keep_seed(store, SEED)
    referee, act = Referee(store, seed="s"), Act("command line")
    referee.open(Opening("s", "auction", ("Aoi", "Botan"), data={"a.txt": b""}, level=1), act)
    for seat in SEATS:
        referee.take("s", seat, Join("a heron stands here"), act)
    referee.take("s", "blue", Always(4), act)
    referee.take("s", "red", Bid(4), act)
    assert store.load("s").game.is_over()
    givers = [e.entry.by for e in store.envelopes("s") if hasattr(e.entry, "by")]
    assert givers == ["seat", "standing order", "seat"]
    for viewer in VIEWERS:
        assert judged(members(store, "s", viewer)) == (None, None)
        assert viewer == REFEREE or judged(before_the_end(store, "s", viewer)) == (None, None)
    store.close()

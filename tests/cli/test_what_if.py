"""A player tries a game out on his own machine: from what his seat sees, and from nothing else.

He has the record that his page saves, or the file that the referee has sent him: the export of his seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from cli.frame.codes import BAD_DATA, NOT_FOUND, REFUSED, USAGE
from domain.kit.sealed import Sealed
from domain.shinobi.board.events import CardsDrawn
from referee.audit.game_lines import export_lines
from referee.club.outcomes import WHAT_IF, outcomes
from referee.games.referee import Referee
from referee.games.selfplay import play_out
from referee.record.chain import canonical, digest, genesis, public_form
from referee.record.record import Record
from tests.cli.conftest import WHY, Bugyo

SEEN = "What-if of summer after event {at}, as iga sees it; the rest is imagined, seed {seed}."


class Player:
    """Anna, who sits at iga, with a folder of her own."""

    def __init__(self, desk: Bugyo, folder: Path) -> None:
        self.desk, self.folder = desk, folder
        self.folder.mkdir()
        self.file = folder / "summer-iga.jsonl"
        self.bugyo = Bugyo(folder / "games.db")
        self.store = folder / "try.db"
        self.mine = Bugyo(self.store)

    def asks_for_the_export(self, seat: str = "iga") -> Path:
        file = self.folder / f"summer-{seat}.jsonl"
        self.desk("export", "summer", "--seat", seat, *WHY, "-o", file)
        return file

    def forks(self, *args: object, code: int = 0, file: Path | None = None) -> Any:
        return self.bugyo("fork", file or self.file, "--into", self.store, *args, code=code)


@pytest.fixture
def anna(bugyo: Bugyo, tmp_path: Path) -> Player:
    for _ in range(4):
        seat, legal = bugyo.legal("summer")
        bugyo("orders", "summer", seat, "-", stdin=legal[0])
    player = Player(bugyo, tmp_path / "anna")
    player.asks_for_the_export()
    return player


def said(result: Any) -> str:
    return " ".join((result.stdout + result.stderr).split())


def position_of(store: Path, game: str) -> str:
    record = Record(store)
    imagined = record.load(game).game.opening().imagined
    record.close()
    assert imagined is not None
    return imagined.state.value


def test_it_begins_with_what_the_seat_sees(anna: Player) -> None:
    begun = said(anna.forks("--as", "idea", "--seed", 7))
    newest = anna.desk.json("show", "summer")["position"] - 1  # the export itself was a look
    at = anna.mine.json("show", "idea")["what_if"]["at"]
    assert at <= newest
    assert f"idea begins with what iga sees of summer after event {at}" in begun
    assert SEEN.format(at=at, seed=7) in begun
    sees = anna.desk.json("show", "summer", "--at", at, "--seat", "iga", *WHY)["view"]
    assert anna.mine.json("show", "idea", "--seat", "iga")["view"] == sees


def test_it_is_marked_wherever_it_is_shown(anna: Player, tmp_path: Path) -> None:
    anna.forks("--as", "idea", "--seed", 7)
    document = anna.mine.json("show", "idea")["what_if"]
    told = SEEN.format(at=document["at"], seed=7).replace("; ", "")
    assert (document["game"], document["seat"], document["seed"]) == ("summer", "iga", 7)
    for command in ("show", "what", "audit", "log", "list", "explain idea 1", "story idea 2"):
        words = command.split()
        shown = said(anna.mine(*(words if len(words) > 1 or command == "list" else [command, "idea"])))
        assert "imagined" in shown, command
    log = said(anna.mine("log", "idea")).replace("; ", "")
    assert log.index(told) < log.index("The game idea is opened")
    assert "Nothing of what follows has happened in summer" in log
    assert "what iga cannot know is imagined" in log
    for form in ("html", "markdown", "orders"):
        assert told in said(anna.mine("export", "idea", "--format", form)).replace("; ", ""), form
    assert "imagined" in anna.mine("picture", "idea").stdout
    audit = said(anna.mine("audit", "idea"))
    assert "It is no continuation of summer." in audit
    assert "nobody can check it" in audit
    assert "Everything holds." in audit


def test_he_orders_for_everybody_takes_back_and_looks_ahead(anna: Player, tmp_path: Path) -> None:
    anna.forks("--as", "idea")
    seat, legal = anna.mine.legal("idea")
    before = anna.mine.json("show", "idea")
    assert "would" in said(anna.mine("preview", "idea", seat, "-", stdin=legal[0]))
    assert anna.mine.json("show", "idea") == before
    anna.mine("orders", "idea", seat, "-", stdin=legal[0])
    other, further = anna.mine.legal("idea")
    anna.mine("orders", "idea", other, "-", stdin=further[0])
    anna.mine("rewind", "idea", "--to", before["position"], "--reason", "the other way")
    assert anna.mine.json("show", "idea")["awaited"] == [seat]
    assert anna.mine.legal("idea") == (seat, legal)
    anna.mine("orders", "idea", seat, "-", stdin=legal[-1])
    anna.mine("export", "idea", "--format", "html", "-o", tmp_path / "idea.html")
    anna.mine("audit", "idea")


def test_programs_play_the_others(anna: Player) -> None:
    anna.forks("--as", "idea", "--bot", "ise=steady", "--bot", "kii=random")
    seats = anna.mine.json("show", "idea")["seats"]
    assert seats == {"iga": "Anna", "ise": "steady (program)", "kii": "random (program)"}
    done = anna.mine.json("solo", "idea")
    assert (done["game"], done["seat"], done["awaited"]) == ("idea", "iga", ["iga"])
    anna.mine("audit", "idea")


def test_a_seed_imagines_the_same_and_another_otherwise(anna: Player) -> None:
    for name, seed in (("one", 1), ("again", 1), ("two", 2), ("three", 3)):
        anna.forks("--as", name, "--seed", seed)
    one, again, *others = (position_of(anna.store, name) for name in ("one", "again", "two", "three"))
    assert one == again
    assert others != [one, one]


def worlds(store: Path, folder: Path) -> Iterator[Path]:
    """The export of iga in the game as it is, and as it would be if ise had another card in its hand."""
    record = Record(store)
    game, envelopes = record.load("summer").game, record.envelopes("summer")
    files = record.data_files("shinobi", game.opening().data)
    hand, deck = game.state.board.hands["ise"], game.state.board.deck
    drawn = next(card for card in deck if deck[card] and card not in hand)
    for card in (hand[-1], drawn):
        with closing(Record(folder / f"{card}.db")) as world:
            world.keep_data("shinobi", files)
            world.restore("summer", "shinobi", chained(envelopes, hand[-1], card))
            (file := folder / f"{card}.jsonl").write_bytes(b"".join(export_lines(world, "summer", "iga")))
        yield file
    record.close()


def chained(envelopes: Sequence[Any], card: str, other: str) -> list[Any]:
    """The events of a game in which the last of these cards that ise has drawn was another."""
    made, head = list(envelopes), genesis("summer")
    at = max(nth for nth, one in enumerate(made) if card in drawn_by_ise(one.entry))
    cards = list(drawn_by_ise(made[at].entry))
    cards[cards.index(card)] = other
    event = replace(made[at].entry.event, cards=Sealed(("ise",), tuple(cards)))
    made[at] = replace(made[at], entry=replace(made[at].entry, event=event))
    for nth, one in enumerate(made):
        head = digest(head, public_form("summer", nth + 1, one))
        made[nth] = replace(one, digest=head)
    return made


def drawn_by_ise(entry: Any) -> tuple[str, ...]:
    event = getattr(entry, "event", None)
    return event.cards.value if isinstance(event, CardsDrawn) and event.seat == "ise" else ()


def test_what_others_hide_makes_no_difference(anna: Player, tmp_path: Path) -> None:
    """Two games that iga cannot tell from each other: not a byte of what is imagined differs."""
    positions = []
    for nth, file in enumerate(worlds(anna.desk.store, tmp_path)):
        anna.forks("--as", f"idea-{nth}", file=file)
        positions.append(position_of(anna.store, f"idea-{nth}"))
    assert positions[0] == positions[1]
    assert len({file.read_bytes() for file in tmp_path.glob("*.jsonl")}) == 2


def test_it_is_no_game_and_never_counts(anna: Player, tmp_path: Path) -> None:
    same = anna.forks("--as", "summer", code=REFUSED)
    assert "must have another name" in same.stderr
    anna.forks("--as", "idea")
    record = Record(anna.store)
    digests = {one.digest for one in record.envelopes("idea")}
    record.close()
    real = Record(anna.desk.store)
    assert not digests & {one.digest for one in real.envelopes("summer")}
    real.close()
    assert (
        "This store holds what-ifs"
        in anna.mine("open", "shinobi", "--id", "x", *("--player", "A") * 3, code=REFUSED).stderr
    )
    box = tmp_path / "out"
    mails = ("--outgoing", box, "--address", "r@example.org")
    assert (
        "no mail is written"
        in anna.mine("serve", "--maildir", tmp_path / "in", *mails, "--once", code=REFUSED).stderr
    )
    anna.mine("export", "idea", "--seat", "referee", "-o", tmp_path / "idea.jsonl")
    assert "is a what-if of summer" in anna.desk("import", tmp_path / "idea.jsonl", code=REFUSED).stderr
    anna.mine("export", "idea", "--seat", "iga", "-o", tmp_path / "seen.jsonl")
    again = anna.forks(file=tmp_path / "seen.jsonl", code=REFUSED)
    assert "is a what-if already" in again.stderr
    assert "Fork it in its store" in again.stderr
    with closing(Record(anna.store)) as record:
        play_out(Referee(record), "idea", Random(1))
        assert [one.why for one in outcomes(record)] == [WHAT_IF]


def test_what_it_cannot_begin_from(anna: Player, tmp_path: Path) -> None:
    public = tmp_path / "public.jsonl"
    anna.desk("export", "summer", "-o", public)
    refused = anna.forks(file=public, code=REFUSED)
    assert "The export shows what public may know." in refused.stderr
    assert "A seat's export will do" in refused.stderr
    lines = anna.file.read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0])
    other = tmp_path / "other.jsonl"
    other.write_bytes(canonical(header | {"viewer": "ise"}) + b"\n" + b"".join(lines[1:]))
    assert "to ise" in anna.forks(file=other, code=REFUSED).stderr
    for name, raw in {
        "short": b"".join(lines[:-1]),
        "altered": b"".join(lines).replace(b'"turn":2', b'"turn":9', 1),
    }.items():
        (file := tmp_path / f"{name}.jsonl").write_bytes(raw)
        assert "does not hold" in anna.forks(file=file, code=REFUSED).stderr
    (file := tmp_path / "no.jsonl").write_bytes(b"hello\n")
    anna.forks(file=file, code=BAD_DATA)
    anna.forks(file=tmp_path / "nothing.jsonl", code=NOT_FOUND)
    without = tmp_path / "without.jsonl"
    anna.desk("export", "summer", "--seat", "iga", "--without-data", *WHY, "-o", without)
    assert "leaves its data set out" in anna.forks(file=without, code=REFUSED).stderr
    assert "names no free seat" in anna.forks("--bot", "shogun=steady", code=USAGE).stderr
    assert "no program" in anna.forks("--bot", "ise=clever", code=USAGE).stderr
    assert "--seed and --bot are for" in anna.desk("fork", "bots-7-1", "--seed", 3, code=USAGE).stderr
    assert "No what-if can begin after event 1" in anna.forks("--at", 1, code=REFUSED).stderr
    assert "cannot be left after 9999" in anna.forks("--at", 9999, code=REFUSED).stderr
    assert not anna.store.exists()
    anna.forks("--as", "idea")
    assert "There is a what-if “idea”" in anna.forks("--as", "idea", code=REFUSED).stderr

"""A game of a store as a bundle (docs/format.md, section 2): the same bytes for the same game and viewer.

A bundle holds what its viewer may know and nothing else: sealed values that are due to it, and of the raw
mails those that it sent itself; the referee has them all.
"""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from domain.game.entries.entries import Forked, Opened, Tables, WhatIf
from domain.game.state.game_state import GameState
from domain.kit.dice_odds import chi_square_tail
from domain.kit.framing import framed
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.game_lines import Export, export_lines, form_of, read_export
from referee.bundle.check.joined import check_html
from referee.bundle.members import (
    BROWSED,
    CHECKPOINT,
    GAME,
    KEY,
    MANIFEST,
    PAGES,
    REPORT,
    SIGNATURE,
    VERIFIER,
    unread,
    unread_game,
)
from referee.proof.signing import make_checkpoint, public_of, seed_of, sign
from referee.record.chain import Public, canonical
from referee.record.envelope import Act
from referee.record.private_files import as_before, write_whole
from referee.record.record import Record

JOINT = re.compile(r"from referee\.bundle\.(verify_\w+) import .*\n")
"""Where the parts of the verifier are joined."""

IMPORT = re.compile(r"^(?:from|import) .*\n", re.MULTILINE)

HERE = Path(__file__).resolve().parent
PLACES = (HERE, HERE.parents[1] / "docs")
"""Where the pages are: beside this module in an installed wheel; format.md is under docs in a checkout."""

REFEREES = (
    *("policy-changed", "seat-taken", "deadline-moved", "paused", "resumed", "abandoned"),
    *("recused", "ruled", "reopened", "rewound"),
)
"""What a referee does with a reason."""

EXPECTED = 5
"""How often each face should come at least, so that a test of the dice means anything."""

LEAST = 0.001
"""A smaller p is not told apart."""

MANY = 20
"""Of a die with more sides than this, the report does not list each face."""


class CannotBundle(Exception):
    """The game cannot be bundled as asked; the sentence says why."""


def write_bundle(record: Record, game: str, viewer: str, path: Path, *, tables: bool = True) -> None:
    """Writes the bundle of a game for a seat, "public" or "referee": the whole file or none. Without `tables`
    its data set is left out.

    Raises `UnknownGame`, `CannotBundle`, `OSError`.
    """
    found = members(record, game, viewer, tables=tables)
    sizes = {name: len(raw) for name, raw in found.items()}
    _check_bulk(game, unread(sizes))
    data = zipped(found)
    _check_bulk(game, unread(sizes, len(data)))
    write_whole(path, data, as_before(path))


def members(record: Record, game: str, viewer: str, *, tables: bool = True) -> dict[str, bytes]:
    """What stands in the bundle of a game, by name. Raises `UnknownGame`, `CannotBundle`."""
    lines = list(export_lines(record, game, viewer, tables=tables))
    _check_bulk(game, unread_game(lines))
    export = read_export(lines)
    header = export.header
    played = record.fold(game, upto=header.events).game
    seed = seed_of(record)
    _may_be_bundled(played, viewer, public_of(seed))
    forms = [form_of(position, event) for position, event in enumerate(export.events, 1)]
    found = {
        KEY: f"{public_of(seed)}\n".encode(),
        GAME: b"".join(lines),
        CHECKPOINT: make_checkpoint(seed, game, header.events, header.head).text().encode(),
        REPORT: report(played, export, forms).encode(),
        BROWSED: check_html(),
        **{name: _page(name) for name in PAGES},
        **{f"mails/{name}.eml": raw for name, raw in _mails(record, viewer, forms, played)},
    }
    return signed(found, seed)


def signed(found: Mapping[str, bytes], seed: bytes) -> dict[str, bytes]:
    """The members with their manifest and its signature."""
    manifest = canonical({name: sha256(data).hexdigest() for name, data in found.items()})
    signature = sign(seed, framed("bugyo/1/manifest", manifest)).hex()
    return {**found, MANIFEST: manifest, SIGNATURE: f"{signature}\n".encode()}


def zipped(found: Mapping[str, bytes]) -> bytes:
    """A zip file of the members, sorted; it says nothing of when and where it was made."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in sorted(found):
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system, info.external_attr = 3, 0o100644 << 16
            archive.writestr(info, found[name])
    return data.getvalue()


def _check_bulk(game: str, why: str) -> None:
    """A bundle that nobody can check proves nothing. Raises `CannotBundle`."""
    if why:
        raise CannotBundle(
            f"No verifier would read this bundle of {game}. {why} “bugyo audit {game}” checks it where it is "
            "kept; an export as JSON lines has no mails."
        )


def _may_be_bundled(game: GameState, viewer: str, key: str) -> None:
    viewers = (*game.seats, PUBLIC, REFEREE)
    if viewer not in viewers:
        raise CannotBundle(f"“{viewer}” is no viewer of {game.id}. There are: {', '.join(viewers)}.")
    if game.opened is None or _key_of(game.opened, game.ledger.fork) != key:
        raise CannotBundle(
            f"{game.id} was opened by a referee with another key, who alone can sign a bundle of it. "
            "Export it as JSON lines."
        )


@cache
def _page(name: str) -> bytes:
    for place in PLACES:
        if (place / name).is_file():
            page = (place / name).read_bytes()
            return whole_verifier(page.decode()).encode() if name == VERIFIER else page
    raise CannotBundle(f"This installation has no {name}. Install Bugyo again.")


def whole_verifier(first: str) -> str:
    """The verifier in one file: its other parts where the first imports them, each below what it imports."""
    texts = [(HERE / f"{name}.py").read_text(encoding="utf-8") for name in _parts(first)]
    lines = [line for text in texts for line in IMPORT.findall(text) if "referee." not in line]
    further = "".join(line for line in dict.fromkeys(lines) if not _imported(line) <= _imported(first))
    parts = "\n\n".join(IMPORT.split(text)[-1].strip("\n") + "\n" for text in texts)
    above, *between, below = JOINT.split(first)[::2]
    return f"{above}{further}\n\n{parts}{''.join(between)}{below}"


def _parts(text: str) -> list[str]:
    """The parts that a text imports, each behind those that it imports itself."""
    found: list[str] = []
    for name in JOINT.findall(text):
        found += [*_parts((HERE / f"{name}.py").read_text(encoding="utf-8")), name]
    return list(dict.fromkeys(found))


def _imported(text: str) -> set[tuple[str, str]]:
    """Which names of which modules a text imports."""
    lines = (line.rstrip().partition(" import ") for line in IMPORT.findall(text))
    return {(module, name) for module, _, names in lines for name in names.split(", ")}


def _mails(
    record: Record, viewer: str, forms: Sequence[Public], game: GameState
) -> Iterator[tuple[str, bytes]]:
    """The raw mails that a viewer may read, under their digests."""
    senders: dict[str, set[str]] = {}
    for form in forms:
        name, _, _line = form.act.reference.partition(":")
        senders.setdefault(name, set()).add(_sender(form.act, game))
    for name, seats in sorted(senders.items()):
        if viewer == REFEREE or (seats == {viewer} and viewer != PUBLIC):
            raw = record.mail(name)
            if raw is not None:
                yield name, raw


def _sender(act: Act, game: GameState) -> str:
    """The seat whose mail it is; "" where another than who sits there now has sent it: it may hold more than
    its orders.
    """
    is_own = act.person in ("", game.register.holders.get(act.seat, ""))
    return act.seat if is_own and not act.behalf else ""


# ---- the report


def report(game: GameState, export: Export, forms: Sequence[Public]) -> str:
    """A short report for people, in Markdown. It says what the viewer of the export may know."""
    opened = game.opened
    assert opened is not None
    parts = [
        f"# {game.id}: {game.rules.name}",
        "\n".join(_facts(game, opened, export)),
        f"## Proof of the throws\n\nLevel {opened.level}. {_plain(opened.chance)}",
        "\n\n".join(_dice(forms)),
        "## What the referee did beside the rules\n\n" + "\n".join(_beside(forms)),
        "Check this bundle in a browser with `check.html`, with `python3 verify.py BUNDLE` or with "
        "`bugyo audit BUNDLE`. The surest check is by a program that is not out of this bundle.",
    ]
    return "\n\n".join(parts) + "\n"


def _key_of(opened: Opened[Any], fork: WhatIf | None) -> str:
    """The key of whoever has opened a game, or left one."""
    return fork.key if isinstance(fork, Forked) else opened.key


def _facts(game: GameState, opened: Opened[Any], export: Export) -> Iterator[str]:
    header = export.header
    status = next((s.status for s in game.rules.scenarios if s.name == opened.scenario), "unknown")
    seats = ", ".join(f"{held.seat} ({_plain(held.person)})" for held in opened.seats)
    yield f"- Title: {game.rules.name}, {opened.edition}, scenario {opened.scenario}, preset {opened.preset}"
    if opened.package:
        yield f"- Title brought by the package {_plain(opened.package)}, which is none of Bugyo's"
    yield f"- Data set: {opened.data[:12]}, {_whose(opened.tables) or status}"
    yield f"- Seats: {seats}"
    fork = game.ledger.fork
    if isinstance(fork, Forked):
        yield f"- What-if: it leaves {fork.game} after event {fork.at}, head `{fork.head}`. {fork.chance}"
    elif fork:
        yield f"- What-if: imagined, seed {fork.seed}, from what {fork.seat} sees of {fork.game} at {fork.at}"
    yield f"- Events: {header.events}, head `{header.head}`"
    yield f"- Seen by: {header.viewer}"
    if game.is_over():
        ended = "Drawn between" if game.is_drawn else "Winners"
        how = f", {game.ending}" if game.register.settled else ""
        yield f"- Over{how}. {ended}: {', '.join(game.winners) or 'nobody'}"
    else:
        yield "- Not over"


def _whose(tables: Tables | None) -> str:
    if tables is None:
        return ""
    rows = f"rows of the owner: {tables.own}, known: {tables.known}, reconstructed: {tables.ours}"
    return f"an owner's tables ({rows})"


def _plain(text: str) -> str:
    """A text of others in one line, without signs that Markdown would obey."""
    return re.sub(r"([\\`*_{}\[\]<>#|!])", r"\\\1", " ".join(text.split()))


def _beside(forms: Sequence[Public]) -> list[str]:
    told = [*filter(None, (_unusual(form) for form in forms)), *_refusals(forms)]
    return told or ["Nothing."]


def _refusals(forms: Sequence[Public]) -> Iterator[str]:
    """How many orders were refused to each seat: what they were, its own log says."""
    counted = Counter(form.entry["seat"] for form in forms if form.entry["type"] == "order-refused")
    if counted:
        by_seat = ", ".join(f"{_plain(seat)} {count}" for seat, count in sorted(counted.items()))
        yield f"- Orders that were refused: {counted.total()} ({by_seat})"


def _unusual(form: Public) -> str:
    entry: dict[str, Any] = form.entry
    if entry["type"] == "looked":
        person, at, reason = (_plain(entry[key]) for key in ("person", "at", "reason"))
        return f"- Event {form.position}: {person} looked at {at}. Reason: {reason}"
    if entry["type"] in REFEREES:
        reason = _plain(str(entry.get("reason", "")))
        about = _plain(str(entry.get("seat") or "the game"))
        what = " ".join([entry["type"], *_particulars(entry)])
        is_own = entry.get("by") != "consent"
        return f"- Event {form.position}: {what}, {about}. Reason: {reason}" if reason and is_own else ""
    if entry["type"] == "looked-unseen":
        return f"- Event {form.position}: somebody looked at what is sealed; a reveal will show at what."
    if entry["type"] == "thrown" and entry.get("real"):
        faces, purpose = entry["faces"], _plain(entry["question"]["purpose"])
        shown = ", ".join(map(str, faces)) if isinstance(faces, list) else "sealed"
        return f"- Event {form.position}: real dice for {purpose}: {shown}"
    return ""


def _particulars(entry: Mapping[str, Any]) -> Iterator[str]:
    """Of a ruling, a recusal or a rewind: what it says and what it is about."""
    if entry["type"] == "ruled":
        yield f"{entry['number']} ({_plain(entry['kind'])})"
    if entry["type"] == "reopened":
        yield f"ruling {entry['ruling']}"
    if entry.get("dispute"):
        yield f"on dispute {entry['dispute']}"
    if entry["type"] == "rewound":
        yield f"to event {entry['to']}"


# ---- the dice


def _dice(forms: Sequence[Public]) -> Iterator[str]:
    """What the open throws show, die by die, with the number of tests that were made."""
    thrown = [form.entry for form in forms if form.entry["type"] == "thrown" and not form.entry.get("real")]
    faces: dict[int, Counter[int]] = {}
    for entry in thrown:
        if not entry["question"].get("draw") and isinstance(entry["faces"], list):
            faces.setdefault(entry["question"]["sides"], Counter()).update(entry["faces"])
    draws = sum(bool(entry["question"].get("draw")) for entry in thrown)
    yield "## The dice"
    yield from (_die(sides, faces[sides]) for sides in sorted(faces))
    yield _tests([sides for sides in faces if _is_enough(sides, faces[sides])])
    if draws:
        yield f"{draws} draws are not tested: from draw to draw they choose among other things."


def _is_enough(sides: int, faces: Counter[int]) -> bool:
    return sides > 1 and faces.total() >= EXPECTED * sides


def _die(sides: int, faces: Counter[int]) -> str:
    expected = faces.total() / sides
    shown = [f"{face}: {faces[face]}" for face in range(1, sides + 1)] if sides <= MANY else []
    many = "face" if faces.total() == 1 else "faces"
    text = f"{faces.total()} {many} of d{sides}; each is expected {expected:.1f} times. {', '.join(shown)}"
    if not _is_enough(sides, faces):
        return f"{text.rstrip()}\nToo few for a test."
    squares = sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    p = chi_square_tail(squares, sides - 1)
    degrees = "1 degree" if sides == 2 else f"{sides - 1} degrees"
    odds = f"p = {p:.3f}" if p >= LEAST else f"p < {LEAST}"
    return f"{text.rstrip()}\nChi-square {squares:.2f} with {degrees} of freedom: {odds}."


def _tests(tested: Sequence[int]) -> str:
    if not tested:
        return "No test was made."
    chance = 1 - 0.95 ** len(tested)
    return (
        f"Tests made: {len(tested)}. A p below 0.05 comes up in so many tests of fair dice, at least once, "
        f"with probability {chance:.2f}; it is no proof of anything. The proof of a throw is its cell."
    )

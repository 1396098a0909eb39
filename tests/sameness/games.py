"""What commands make of a recorded game: as it ended, and cut off, so that it goes on and has secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zipfile import ZipFile

from referee.bundle.writing import members, zipped
from referee.record.record import Record
from tests.sameness.runs import bugyo, run, still

LANGUAGES = ("en", "fr", "ru")
LINES, BUNDLE, PAGE, EVENTS, TABLES, REPORT, ORDERS = (
    *("jsonl", "bundle", "html", "csv", "sqlite", "markdown", "orders"),
)
OPEN, PUBLIC, REFEREE = "open", "public", "referee"

SHORT = 600
"""Events of a game up to which it is shown in every way and language: longer ones would take minutes."""

PLACES = 8
"""Events of a game that are explained, told, drawn."""

CUTS = (1, 2, 3)
"""Quarters of a game after which it is cut off; a long one after half of it."""

TRIED = 9
"""Orders of the whole game that whoever is awaited tries where it is cut off: most are refused."""

Files = Iterator[tuple[str, bytes]]
"""Names, and what stands in them."""

_SEAT = re.compile(r"^seat (\S+): ", re.MULTILINE)
_ORDER = re.compile(r"^(?!seat )\S+ ([a-z-]+): (?!.* ; )(.+)$", re.MULTILINE)


def of_game(bundle: Path) -> Files:
    """All of a recorded game."""
    lines = ZipFile(bundle).read("game.jsonl").splitlines(keepends=True)
    game = str(json.loads(lines[0])["game"])
    with still():
        yield "imported.txt", bugyo("import", bundle)
        yield from _exports(game, len(lines) - 1)
        yield from _pictures_of_report(game)
        yield from _shown(game, len(lines) - 1)
        yield from _bundled(game)
        orders = run("export", game, "--format", ORDERS).stdout
    for quarter in CUTS if len(lines) <= SHORT else CUTS[1:2]:
        for name, content in _cut(lines, len(lines) * quarter // 4, orders):
            yield f"cut-{quarter}/{name}", content


def of_bots(title: str) -> Files:
    """A game of bots: which orders they are offered, in which order, decides what comes of it."""
    with still():
        yield "played.txt", bugyo("play", title, "--bots", "--seed", "sameness", "--id", "bots")
        for form in (LINES, ORDERS):
            yield f"game.{form}", bugyo("export", "bots", "--format", form)
        run("export", "bots", "--format", BUNDLE, "-o", "bots.zip")
        yield from _unpacked(Path("bots.zip"))
        yield "audited.txt", bugyo("audit", "bots.zip")


def seats_of(orders: str) -> list[str]:
    """The seats of a game, from the export of its orders."""
    return _SEAT.findall(orders)


def orders_of(orders: str, most: int) -> list[tuple[str, str]]:
    """(seat, order) of so many orders: one of each kind, then others, at even distances."""
    seats = seats_of(orders)
    found = [(seat, order) for seat, order in _ORDER.findall(orders) if seat in seats]
    kinds = {order.split()[0]: (seat, order) for seat, order in found}
    return list(dict.fromkeys([*_spread(list(kinds.values()), most), *_spread(found, most)]))[:most]


def _spread(found: Sequence[Any], most: int) -> list[Any]:
    count = min(most, len(found))
    return [found[len(found) * nth // count] for nth in range(count)]


# ---- as it ended


def _exports(game: str, events: int) -> Files:
    for form in (LINES, EVENTS, TABLES):
        yield f"game.{form}", bugyo("export", game, "--format", form)
    for language in LANGUAGES if events <= SHORT else LANGUAGES[:1]:
        words = ("--language", language)
        yield f"page.{language}.html", bugyo("export", game, "--format", PAGE, *words)
        yield f"orders.{language}.txt", bugyo("export", game, "--format", ORDERS, *words)
    for table in _tables(game) if events <= SHORT else ():
        yield f"tables/{table}.csv", bugyo("export", game, "--format", EVENTS, "--table", table)
    for language in LANGUAGES if events <= SHORT else ():
        bare = ("--pictures", "none", "--language", language)
        yield f"report.{language}.md", bugyo("export", game, "--format", REPORT, *bare)


def _tables(game: str) -> list[str]:
    """The tables of a title: the refusal of one that is not there names them all."""
    said = run("export", game, "--format", EVENTS, "--table", "none").stderr
    return said.replace("\n", " ").partition("There are: ")[2].strip().rstrip(".").split(", ")


def _pictures_of_report(game: str) -> Files:
    yield "pictured.txt", bugyo("export", game, "--format", REPORT, "-o", "report.md")
    yield "report.md", Path("report.md").read_bytes()
    for path in sorted(Path("report-pictures").iterdir()):
        yield str(path), path.read_bytes()


def _shown(game: str, events: int) -> Files:
    yield "audited.txt", bugyo("audit", game)
    yield "boards.txt", bugyo("replay", game, "--all")
    for language in LANGUAGES:
        words = ("--language", language)
        yield f"log.{language}.txt", bugyo("log", game, *words)
        yield f"board.{language}.txt", bugyo("show", game, *words)
        yield f"board.{language}.svg", bugyo("picture", game, "--dark", *words)
    for at in _spread(range(1, events + 1), PLACES if events <= SHORT else PLACES // 2):
        yield f"event-{at}.svg", bugyo("picture", game, "--at", at, "--since", max(1, at - 9))
        yield f"event-{at}.json", _without_code(run("story", game, at, "--json").stdout)
        for language in LANGUAGES if events <= SHORT else LANGUAGES[:1]:
            yield f"event-{at}.{language}.txt", bugyo("explain", game, at, "--language", language)


def _without_code(story: str) -> bytes:
    """The story of an event, without the places of the code, which may move."""
    told: dict[str, Any] = json.loads(story)
    del told["code"]
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


def _bundled(game: str) -> Files:
    """The bundle of a game, made anew. Nobody has the key of the referee who opened the game: it is signed
    by that of this store, which is none but zeros."""
    with patch("referee.bundle.writing._may_be_bundled", lambda *_: None):
        record = Record(Path("games.db"))
        try:
            found = members(record, game, REFEREE)
        finally:
            record.close()
    Path("bundle.zip").write_bytes(zipped(found))
    yield from _unpacked(Path("bundle.zip"))


def _unpacked(bundle: Path) -> Files:
    """A bundle, and what is in it beside its game, which an export has as well."""
    yield "bundle.zip", bundle.read_bytes()
    with ZipFile(bundle) as found:
        for name in sorted(found.namelist()):
            if name not in ("game.jsonl", "verify.py", "check.html", "format.md"):
                yield f"bundle/{name}", found.read(name)


# ---- as it is being played


def _cut(lines: Sequence[bytes], events: int, orders: str) -> Files:
    """The game after so many events or a few more: up to where nothing follows by itself any more."""
    with still():
        said = ""
        for after in range(events, len(lines)):
            Path("game.jsonl").write_bytes(b"".join(_first(lines, after)))
            result = run("import", "game.jsonl")
            if result.exit_code == 0:
                break
            said += result.stderr
        yield "refused.txt", said.encode()
        yield "imported.txt", result.stdout_bytes
        game = str(json.loads(lines[0])["game"])
        yield "awaited.json", bugyo("what", game, "--json")
        yield from _previewed(game, orders)
        for viewer in (PUBLIC, *seats_of(orders), REFEREE):
            for name, content in _seen(game, viewer, len(lines) <= SHORT):
                yield f"{viewer}/{name}", content


def _first(lines: Sequence[bytes], events: int) -> list[bytes]:
    """The lines of an export as if it had been made after so many events."""
    header = json.loads(lines[0]) | {"events": events, "head": json.loads(lines[events])["digest"]}
    written = json.dumps(header, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return [written.encode() + b"\n", *lines[1 : events + 1]]


def _previewed(game: str, orders: str) -> Files:
    seats = [one["seat"] for one in json.loads(run("what", game, "--json").stdout)["awaited"]]
    for number, (seat, (_seat, order)) in enumerate(
        zip(cycle(seats), orders_of(orders, TRIED), strict=False), 1
    ):
        words = ("preview", game, seat, "-", "--seed", "sameness")
        language = LANGUAGES[number % len(LANGUAGES)]
        yield f"preview-{number}.txt", bugyo(*words, "--language", language, stdin=f"{order}\n")


def _seen(game: str, viewer: str, is_short: bool) -> Files:
    """What a viewer sees. Each look of a seat is recorded, so that the next one shows it."""
    words = ["--seat", viewer]
    if viewer != PUBLIC:
        words += ["--reason", "sameness", "--person", "Rei"]
    yield "awaited.txt", bugyo("what", game, *words)
    yield "board.svg", bugyo("picture", game, *words)
    for language in LANGUAGES:
        yield f"board.{language}.txt", bugyo("show", game, "--language", language, *words)
    yield "log.txt", bugyo("log", game, *words)
    for form in (LINES, ORDERS, TABLES) if is_short else (LINES, ORDERS):
        yield f"game.{form}", bugyo("export", game, "--format", form, *words)
    if is_short:
        yield "report.md", bugyo("export", game, "--format", REPORT, "--pictures", "none", *words)

"""All parts of what is written, and for each what writes it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path

from click import Context

import cli
from cli.main import commands
from domain.titles import TITLES
from projections.exports import schema
from referee.record.envelope import decoder, encode
from tests.bundle.vectors import vectors
from tests.perft import files as perft
from tests.record import freeze
from tests.referee.mail.golden import session
from tests.sameness.games import Files, of_bots, of_game
from tests.sameness.letters import of_refusals, of_session
from tests.sameness.runs import bugyo, still

ROOT = Path(cli.__file__).parents[1]
"""The checkout that is looked at."""

GAMES = ROOT / "fixtures" / "games"

SOME = 8
"""One of so many stored positions is counted again."""

Part = tuple[str, Callable[[], Files]]


def parts() -> Iterator[Part]:
    for path in sorted(GAMES.rglob("*.zip")):
        yield f"games/{path.relative_to(GAMES).with_suffix('')}", partial(of_game, path)
    for folder in session.folders():
        yield f"mails/{folder.name}", partial(of_session, folder)
    for title in TITLES:
        yield f"refusals/{title}", partial(of_refusals, _shortest(title))
        yield f"bots/{title}", partial(of_bots, title)
        yield f"perft/{title}", partial(_counted, title)
        yield f"frozen/{title}", partial(_frozen, title)
    yield "published", _published
    yield "help", _help
    yield "demo", _demo


def _shortest(title: str) -> Path:
    """The shortest game of a title that was played to its end."""
    ended = [path for path in (GAMES / title).glob("*.zip") if path.stem != "resignation"]
    return min(ended, key=lambda path: path.stat().st_size)


def _counted(title: str) -> Files:
    """How many orders are legal in some of the stored positions, and what they lead to."""
    file = perft.read(title)
    places = ((game, place) for game in file.games for place in game.positions)
    chosen = set(islice(places, 0, None, SOME))
    for game in file.games:
        some = [place for place in game.positions if (game, place) in chosen]
        found = perft.recounted(TITLES[title], game, some, file.most) if some else ()
        yield f"{game.seed}.txt", "".join(f"{place}\n" for place in found).encode()


def _frozen(title: str) -> Files:
    """Stored bytes, read and written again; and those that would be stored of each tag today."""
    decode = decoder(title).decode
    again = {name: decode(bytes.fromhex(kept["bytes"])) for name, kept in freeze.read(title).items()}
    shown = {name: (encode(whole).hex(), freeze.form(whole)) for name, whole in again.items()}
    yield "again.json", _json(shown)
    yield "today.json", _json({name: freeze.sample(entry) for name, entry in freeze.wanted(TITLES[title])})


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).encode()


def _published() -> Files:
    for title, rules in TITLES.items():
        yield f"schema/{title}.json", schema.written(rules).encode()
    yield "vectors.json", _json(vectors())
    for path in sorted((ROOT / "projections").rglob("*.mo")):
        yield f"catalogues/{path.parts[-3]}", sha256(path.read_bytes()).hexdigest().encode()


def _help() -> Files:
    with still():
        yield "bugyo.txt", bugyo("--help")
        for name in commands.list_commands(Context(commands)):
            yield f"{name}.txt", bugyo(name, "--help")
        yield "titles.txt", bugyo("games")
        for title in TITLES:
            yield f"rules-{title}.txt", bugyo("rule", title)


def _demo() -> Files:
    """What the demonstration makes. Its mails are sorted: names in a Maildir have the process in them."""
    with still():
        yield "said.txt", bugyo("demo", "demo")
        for path in sorted(Path("demo").glob("*.*")):
            if path.suffix in (".jsonl", ".html"):
                yield path.name, path.read_bytes()
        yield "mails.txt", b"\n".join(sorted(path.read_bytes() for path in Path("demo/out/new").iterdir()))

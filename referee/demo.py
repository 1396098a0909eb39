"""The demonstration: a real game of Shinobi, refereed from the mails in `fixtures/demo` to its end.

Nothing in it is left to chance, so that the mails fit: the referee's sheets, the salts and the key of the
tokens come from a seed, and the clock from the number of the mail. The record of the game says so.
"""

from __future__ import annotations

import random
import shutil
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from domain.kit.sealed import PUBLIC, REFEREE
from projections.language.messages import _, _n
from projections.page.carried import Carried
from projections.page.making import page
from referee.audit.audit import audit_game
from referee.audit.game_lines import export_lines
from referee.audit.witnesses import Mailbox, witnesses
from referee.bundle.page_record import page_record
from referee.games.datasets import FIXTURES
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.mail.html.carried import Pictured
from referee.mail.html.dress import dresser
from referee.proof.signing import keep_seed
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.private_files import private, private_folder
from referee.record.record import Record
from referee.seats.seat_view import persons, replay_of
from referee.seats.tokens import KEY
from referee.service.exits import Handled
from referee.transport.boxes import Outbox, make_maildir, serve

MAILS = FIXTURES / "demo"
STORE, INCOMING, OUTGOING = "games.db", "in", "out"

Say = Callable[[str], None]


class Player(Struct, frozen=True):
    person: str
    address: str


class Setting(Struct, frozen=True, forbid_unknown_fields=True):
    """`fixtures/demo/game.toml`.

    `begins` is when the first mail is received, in milliseconds since 1970; each is so many `minutes` later.
    """

    game: str
    title: str
    seed: str
    address: str
    begins: int
    minutes: int
    players: tuple[Player, ...]


def setting() -> Setting:
    return msgspec.convert(tomllib.loads((MAILS / "game.toml").read_text("utf-8")), Setting)


class Stage:
    """A store, a desk and its Maildirs in a directory, as a setting wants them."""

    def __init__(self, directory: Path, play: Setting, say: Say = lambda line: None) -> None:
        self.play = play
        self.mails = 0
        self._say = say
        fixed = random.Random(f"{play.seed}, salts and key")
        self.record = Record(directory / STORE, clock=self.clock, entropy=fixed.randbytes)
        self.record.set(KEY, fixed.randbytes(32))
        keep_seed(self.record, fixed.randbytes(32))
        self.referee = Referee(self.record, seed=play.seed)
        self.outbox = Outbox(directory / OUTGOING)
        carrier, dress = Pictured(self.outbox, say), dresser(play.address, say)
        self.desk = Desk(self.referee, carrier, play.address, clock=self.clock, dress=dress)

    def clock(self) -> int:
        return self.play.begins + self.mails * self.play.minutes * 60_000

    def open(self) -> None:
        """Opens the game, registers the players and writes the opening mails."""
        people = tuple(player.person for player in self.play.players)
        game = self.referee.open(Opening(self.play.game, self.play.title, people), Act(COMMAND_LINE)).game
        for seat, player in zip(game.seats, self.play.players, strict=True):
            self.record.register(game.id, seat, player.address)
        self.desk.announce(game.id)

    def handle(self, raw: bytes) -> Handled:
        """What `serve` hands to a desk: the mail, and a line about it for the user."""
        turn = self.record.load(self.play.game).game.label
        self.mails += 1
        handled = self.desk.handle(raw)
        sender = read_mail(raw).sender
        self._say(f"{self.mails:>4}  {turn:<4} {sender:<26} {_short(handled.why)}")
        return handled


def _short(why: str) -> str:
    """The beginning of what the desk says of a mail."""
    return why.partition(". ")[0].partition(": ")[0].rstrip(".")


def run(directory: Path, say: Say) -> dict[str, str]:
    """Referees the game in a directory, which is made or emptied of an earlier demonstration.

    `say` gets what a person reads; the answer names what was made. Raises `OSError`.
    """
    play = setting()
    _clear(directory, play.game)
    stage = Stage(directory, play, say)
    stage.open()
    mails = _hand_in(directory / INCOMING)
    say(_("Four people play Shinobi by mail. {count} mails come in:").format(count=mails))
    say("")
    serve(stage, directory / INCOMING, once=True, report=lambda line: None)
    made = names(directory)
    _write(Path(made["export"]), export_lines(stage.record, play.game, REFEREE))
    _write(Path(made["page"]), [_page(stage.record, play.game).encode()])
    for line in _verdict(stage, made, directory):
        say(line)
    stage.record.close()
    return made


def names(directory: Path) -> dict[str, str]:
    """What a demonstration makes in this directory, and the address of its page."""
    game = setting().game
    page = directory / f"{game}.html"
    return {
        "store": str(directory / STORE),
        "export": str(directory / f"{game}.jsonl"),
        "page": str(page),
        "address": page.absolute().as_uri(),
    }


def _clear(directory: Path, game: str) -> None:
    private_folder(directory)
    for name in (INCOMING, OUTGOING):
        shutil.rmtree(directory / name, ignore_errors=True)
    made = (directory / f"{game}.jsonl", directory / f"{game}.html")
    for path in (*directory.glob(f"{STORE}*"), *made):
        path.unlink(missing_ok=True)


def _hand_in(maildir: Path) -> int:
    """Puts the mails into a Maildir in their order."""
    make_maildir(maildir)
    paths = sorted(MAILS.glob("*.eml"))
    for path in paths:
        _write(maildir / "new" / path.name, [path.read_bytes()])
    return len(paths)


def _page(record: Record, game: str) -> str:
    replay = replay_of(record, game)
    carried = Carried(*page_record(record, game, PUBLIC, len(replay)))
    return page(replay, PUBLIC, carried=carried)


def _write(path: Path, parts: Iterable[bytes]) -> None:
    with open(path, "xb", opener=private) as file:
        file.writelines(parts)


def _verdict(stage: Stage, made: dict[str, str], directory: Path) -> Iterator[str]:
    """The last board, who has won and why, what the audit says, and where everything lies."""
    game = stage.play.game
    replay, kept = replay_of(stage.record, game), stage.record.load(game)
    newest = len(replay)
    yield ""
    yield from replay.board(newest, REFEREE).splitlines()
    yield ""
    winners = " and ".join(persons(kept.game, seat) for seat in kept.game.winners)
    said = _n(
        "{winners} has won after {mails} mails.",
        "{winners} have won after {mails} mails.",
        len(kept.game.winners),
    )
    yield said.format(winners=winners, mails=stage.mails)
    yield ""
    verdict = audit_game(stage.record, game, [Mailbox(OUTGOING, witnesses(directory / OUTGOING))])
    yield _("The audit of {count} events:").format(count=verdict.events)
    yield from (f"  {check.result}: {check.promise}" for check in verdict.checks)
    yield _("  head: {head}").format(head=verdict.head)
    yield ""
    yield _("The export lies in {path}.").format(path=made["export"])
    answers = sum(1 for _path in (directory / OUTGOING / "new").iterdir())
    yield _("{count} answers lie in {path}.").format(count=answers, path=directory / OUTGOING)
    yield _("Step through the game:  bugyo replay {game} --store {store}").format(
        game=game, store=made["store"]
    )
    yield _("Ask why:                bugyo explain {game} {newest} --store {store}").format(
        game=game, newest=newest, store=made["store"]
    )
    yield where_to_look(made)


def where_to_look(made: dict[str, str]) -> str:
    return _("Open the game in your browser: {address}").format(address=made["address"])

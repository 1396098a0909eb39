"""Plays a session from its script.

The script says who plays, what is agreed, and step by step what comes in: a mail with some lines (in the
block of the newest mail that its writer has got, or without), a stretch of play by random legal orders, a
look at the clocks, an act of the referee. Nothing hangs on the time or the machine; only a signature by a
key is verified by the ssh-keygen that is installed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import Rewound
from domain.game.entries.policy import Policy
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.sealed import REFEREE
from referee.audit.game_lines import export_lines
from referee.clocks import machine_clock
from referee.clocks.machine_clock import Reading
from referee.games import people, rulings
from referee.games.opening import Opening
from referee.games.press import press
from referee.games.referee import Referee
from referee.games.rulings import Judgement
from referee.identity.authority import register_key
from referee.mail.desk.desk import Desk
from referee.mail.office.office import PostOffice
from referee.mail.writing.letters_to_named import Dress
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.readers import set_reader
from referee.service.configuration import Configuration, Maildir
from referee.service.reports import Trouble
from referee.transport.outbox import Queue
from tests.record.stores import hurry
from tests.referee.mail.golden.proofs import MX, armour, public_key, vouching
from tests.referee.mail.test_desk_world import parse

FOLDER = Path(__file__).parent
DESK = "bugyo@club.example"
DESK_REFEREE = "rei@club.example"
KEY = bytes(range(32))
BLOCK = re.compile(r"-----BEGIN ORDERS (\S+) (\S+) (\S+)-----\n(.*?)-----END ORDERS [^\n]*-----\n", re.DOTALL)
UNITS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}
PAUSE = "10m"
AWAITED = "{awaited}"
"""Who writes, where that is whoever is awaited first."""


class Player(Struct, forbid_unknown_fields=True):
    """Somebody who writes: a seat's person, a standby, a stranger."""

    name: str
    address: str
    seat: str = ""
    language: str = ""
    zone: str = ""
    digest: str = ""


class Step(Struct, forbid_unknown_fields=True):
    """One thing that happens, `after` a while. Exactly one of `mail`, `play`, `sweep`, `replay`, `bounce`
    and `referee` is set.

    `mail` is who writes `lines`: in the block of the newest mail, unless `plain`, `above` the quotation of
    that mail, or in the block of the newest mail to the player `of`; `fields` are header fields beside the
    usual; `again` hands the mail before in once more; `yes` answers the question whether the mail is meant.
    It may be `vouched` for by the receiving server and `signed` by the key of its writer, and be `spoiled`
    after that. `play` is how many mails are played by whoever is awaited. `sweep` is how often the clocks are
    looked at, each time `after` a while. `replay` is the number of the mail that is handed in again, `bounce`
    to whom the mail went that comes back. By `jump` the clock of the machine goes wrong before it. `referee`
    names an act.
    """

    why: str = ""
    after: str = PAUSE
    mail: str = ""
    lines: list[str] = []
    plain: bool = False
    above: bool = False
    fields: dict[str, str] = {}
    again: bool = False
    yes: bool = False
    of: str = ""
    vouched: bool = False
    signed: bool = False
    spoiled: bool = False
    replay: int = 0
    bounce: str = ""
    jump: str = ""
    to: int = 0
    play: int = 0
    sweep: int = 0
    referee: str = ""
    seat: str = ""
    person: str = ""
    reason: str = ""
    hours: int = 0
    text: str = ""
    policy: dict[str, Any] = {}
    ruling: dict[str, Any] = {}


class Script(Struct, forbid_unknown_fields=True):
    game: str
    title: str
    begins: str
    players: list[Player]
    steps: list[Step]
    level: int = 1
    scenario: str = ""
    preset: str = "default"
    policy: dict[str, Any] = {}
    machine: bool = False  # the desk looks at the clocks of a machine, which may jump
    words: str = ""  # behind each joining phrase: another deal, in which what the session tells of can happen


def script(folder: Path) -> Script:
    return msgspec.convert(tomllib.loads((folder / "session.toml").read_text("utf-8")), Script)


BOUNCE = """\
Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.club.example>
To: {desk}
Subject: Undelivered Mail Returned to Sender
Message-ID: <{number}.bounce@mx.club.example>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"

--=_b
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--=_b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.club.example

Final-Recipient: rfc822; {to}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <{to}>: user unknown

--=_b
Content-Type: text/rfc822-headers

{named}

--=_b--
"""


class Kept:
    """Carries mails away into a list."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []

    def carry(self, to: str, raw: bytes) -> None:
        self.mails.append(raw)


class Session:
    """One run of a script."""

    def __init__(self, path: Path, play: Script, dress: Dress | None = None) -> None:
        self.play = play
        self.now = _time(play.begins)
        self.ahead = 0  # by which the machine's clock is wrong
        self.record = Record(path / "store.db", clock=lambda: self.now, entropy=bytes)
        hurry(self.record)
        self.record.set("server-key", KEY)
        self.referee = Referee(self.record, seed=play.game)
        self.kept = Kept()
        self.desk = Desk(
            self.referee,
            self.kept,
            DESK,
            clock=lambda: self.now,
            authserv_ids=(MX,),
            read=read_mail,
            dress=dress,
        )
        self.came: list[tuple[int, bytes]] = []
        self.exits: list[int] = []
        self.went: list[tuple[int, bytes]] = []
        self.said: list[str] = []
        ways = Configuration(str(path / "store.db"), DESK, DESK_REFEREE, outgoing=Maildir(str(path / "out")))
        self._office = PostOffice(ways, self.record, lambda: self.now, self._report)
        self._queue = Queue(self.record, lambda: self.now)
        self._chooser = Random(f"{play.game}, players")
        self._players = {player.name: player for player in play.players}

    @property
    def game(self) -> GameState:
        return self.record.load(self.play.game).game

    def run(self) -> Session:
        self._open()
        for step in self.play.steps:
            self.now += _span(step.after)
            if step.jump:
                self.ahead += _span(step.jump)
                self.now += _span(step.jump)
            self.said.append(f"# {step.why or step.referee or step.mail or step.play}")
            self._step(step)
        return self

    def _open(self) -> None:
        sitting = [player for player in self.play.players if player.seat]
        opening = Opening(
            self.play.game,
            self.play.title,
            tuple(player.name for player in sitting),
            scenario=self.play.scenario,
            preset=self.play.preset,
            seats=tuple(player.seat for player in sitting),
            level=self.play.level,
            policy=msgspec.convert(self.play.policy, Policy),
        )
        self.referee.open(opening, Act(COMMAND_LINE))
        for player in self.play.players:
            if player.seat:
                self.record.register(self.play.game, player.seat, player.address)
            set_reader(
                self.record,
                player.address,
                language=player.language,
                zone=player.zone,
                digest=player.digest,
            )
        self.desk.announce(self.play.game)
        self._sent()

    def address(self, name: str) -> str:
        return self._players[name].address

    def _step(self, step: Step) -> None:
        if step.mail:
            self.hand_in(self._written(step))
            if step.yes:
                self.now += _span(PAUSE)
                self.hand_in(self._written(replace(step, lines=self._yes(self._named(step.mail)))))
        elif step.play:
            self._playing(step)
        elif step.sweep:
            for number in range(step.sweep):
                self.now += _span(step.after) if number else 0
                self._sweep()
                self._sent()
        elif step.replay:
            self.hand_in(self.came[step.replay - 1][1])
        elif step.bounce:
            self.hand_in(self._bounced(self.address(step.bounce)))
        else:
            ACTS[step.referee](self, step)
            self.desk.tell(self.play.game)
        self._sent()

    def hand_in(self, raw: bytes) -> None:
        self.came.append((self.now, raw))
        handled = self.desk.handle(raw)
        self.exits.append(handled.exit)
        self.said.append(f"{handled.exit} {handled.why}")
        if not handled.is_left:
            self._office.look_for_bounce(raw)
            self._office.tell_of_disputes(handled)
            self._office.tell_of_answers(handled)
        self._sent()

    def reading(self) -> Reading:
        """The clocks of the machine: the time of day may be wrong, the steady one counts on."""
        return Reading(self.now, self.now - self.ahead, "one")

    def _sweep(self) -> None:
        if not self.play.machine:
            lines = self.desk.sweep(self.now)
        else:
            with patch.object(machine_clock, "read_clocks", lambda _record: self.reading()):
                lines = self.desk.sweep()
        for line in lines:
            self._report(line)
            if isinstance(line, Trouble):
                self._office.warn_referee(line)

    def _report(self, line: str) -> None:
        self.said.append(str(line))

    def _sent(self) -> None:
        while self._queue.drain(self.kept):
            pass
        self.went += [(self.now, raw) for raw in self.kept.mails]
        self.kept.mails.clear()

    # ---- what players write

    def _written(self, step: Step) -> bytes:
        if step.again:
            return self.came[-1][1]
        player = self._named(step.mail)
        reader = self._named(step.of) if step.of else player
        newest = self._newest(reader.address, with_block=not step.plain)
        lines = [line.format(**self._names()) for line in step.lines]
        body = _body(step, newest, lines)
        if step.signed:
            body += armour(player.name, body)
        if step.spoiled:
            body = body.replace("-----END ORDERS", "press to all: I give up.\n-----END ORDERS", 1)
        return self._mail(player, newest, body, {**self._vouched(step, player), **step.fields})

    def _yes(self, player: Player) -> list[str]:
        """The word, and below it what is quoted where the subject alone does not say to what."""
        asked = self._newest(player.address, with_block=False) or ""
        mark = re.search(r"^CONFIRM .*$", asked, re.MULTILINE)
        is_named = re.search(r"^Subject: .* CONFIRM ", asked, re.MULTILINE)
        return ["yes", "", f"> {mark[0]}"] if mark and not is_named else ["yes"]

    def _vouched(self, step: Step, player: Player) -> dict[str, str]:
        return vouching(player.address) if step.vouched else {}

    def _bounced(self, to: str) -> bytes:
        """The newest mail to an address comes back."""
        newest = self._newest(to, with_block=False)
        assert newest is not None, to
        named = re.search(r"^Message-ID: .*$", newest, re.MULTILINE)
        assert named is not None, newest
        return BOUNCE.format(to=to, desk=DESK, number=len(self.came) + 1, named=named[0]).encode()

    def _named(self, name: str) -> Player:
        return self._players[name] if name != AWAITED else self._awaited()

    def _awaited(self) -> Player:
        address = dict(self._seated())[self.game.awaited()[0]]
        return next(one for one in self.play.players if one.address == address)

    def _names(self) -> dict[str, str]:
        """What the lines of a script may name: who is awaited, and an order that is legal for him."""
        seat = next(iter(self.game.awaited()), "")
        return {"legal": self._legal(seat) if seat else "", "seat": seat}

    def _legal(self, seat: str) -> str:
        game = self.game
        if game.ledger.absent:
            return f"join the words of {seat}{self.play.words}"
        return notation_of(game).write(self._chooser.choice(game.examples(seat)))

    def _seated(self) -> list[tuple[str, str]]:
        return list(self.record.addresses(self.play.game).items())

    def _playing(self, step: Step) -> None:
        """Mails with one legal order each, of whoever is awaited, in the block of his newest mail."""
        for _ in range(step.play):
            awaited = self.game.awaited()
            if not awaited:
                return
            seat, player = awaited[0], self._awaited()
            newest = self._newest(player.address, with_block=True)
            assert newest is not None, f"{seat} is awaited, and no mail has a block for it."
            written = _filled(newest, [self._legal(seat)])
            self.hand_in(self._mail(player, newest, written, self._vouched(step, player)))
            self.now += _span(PAUSE)

    def _newest(self, address: str, *, with_block: bool) -> str | None:
        """The newest mail to an address, as text, that has a block in it for what is asked now."""
        for _at, raw in reversed(self.went):
            text = raw.decode()
            if re.search(rf"^To: {re.escape(address)}$", text, re.MULTILINE) and (
                not with_block or BLOCK.search(text)
            ):
                return text
        return None

    def _mail(self, player: Player, newest: str | None, body: str, fields: Mapping[str, str]) -> bytes:
        number = len(self.came) + 1
        subject = re.search(r"^Subject: (?:Re: )?(.*)$", newest or "", re.MULTILINE)
        answered = re.search(r"^Message-ID: (.*)$", newest or "", re.MULTILINE)
        head = {
            "From": f"{player.name} <{player.address}>",
            "To": DESK,
            "Subject": f"Re: {subject[1]}" if subject else "Hello",
            "Date": f"{datetime.fromtimestamp(self.now // 1000, UTC):%a, %d %b %Y %H:%M:%S} +0000",
            "Message-ID": f"<{number}.{player.address}>",
            **({"In-Reply-To": answered[1], "References": answered[1]} if answered else {}),
            "Content-Type": "text/plain; charset=utf-8",
            **fields,
        }
        return ("".join(f"{name}: {value}\n" for name, value in head.items()) + "\n" + body).encode()

    # ---- what is kept

    def record_lines(self) -> list[str]:
        lines = [line.decode() for line in export_lines(self.record, self.play.game, REFEREE)]
        return [
            re.sub(r'"files":\{.*\}', '"files":{}', line) if not n else line for n, line in enumerate(lines)
        ]


def _body(step: Step, newest: str | None, lines: list[str]) -> str:
    if newest is None or step.plain or step.above:
        return "\n".join(lines) + "\n" + (_quoted(newest) if newest and step.above else "")
    return _filled(newest, lines)


def _quoted(newest: str) -> str:
    """A mail as programs put it below an answer."""
    text = parse(newest.encode()).get_body(("plain",))
    assert text is not None, newest
    said = text.get_content().splitlines()
    quoted = (f"> {line}" if line else ">" for line in said)
    return "\n".join(["", "On Wed, 18 Nov 2026, Bugyo wrote:", *quoted, ""])


def _filled(newest: str, lines: list[str]) -> str:
    """The block of a mail, filled in."""
    block = BLOCK.search(newest)
    assert block is not None, newest
    return block[0].replace("\n\n", "\n" + "".join(f"{line}\n" for line in lines), 1)


def _time(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def _span(text: str) -> int:
    return int(text[:-1]) * UNITS[text[-1]]


# ---- what the referee does


def _act() -> Act:
    return Act(COMMAND_LINE, person=REFEREE)


def _announced(session: Session, step: Step) -> None:
    name, at = session.play.game, session.now + step.hours * UNITS["h"]
    if step.seat == AWAITED:
        step = replace(step, seat=session.game.awaited()[0])
    does: dict[str, Callable[[], object]] = {
        "pause": lambda: people.pause(session.referee, name, step.reason, at if step.hours else 0, _act()),
        "resume": lambda: people.resume(session.referee, name, step.reason, _act()),
        "move": lambda: people.move_deadline(session.referee, name, step.seat, at, step.reason, _act()),
        "take": lambda: people.take_seat(
            session.referee, name, step.seat, step.person, step.reason, _act(), session.address(step.person)
        ),
        "standby": lambda: people.list_standby(
            session.referee, name, step.person, True, _act(), session.address(step.person)
        ),
        "policy": lambda: people.change_policy(
            session.referee, name, msgspec.convert(step.policy, Policy), step.reason, _act()
        ),
        "press": lambda: press(session.referee, name, REFEREE, (), step.text, _act()),
        "abandon": lambda: people.abandon(session.referee, name, step.reason, _act()),
        "remind": lambda: session.desk.remind(name),
        "rewind": lambda: session.referee.rewind(name, Rewound(step.to, step.reason), _act()),
        "key": lambda: register_key(session.record, session.address(step.person), public_key(step.person)),
        "confirm": lambda: machine_clock.confirm(session.record, session.reading()),
        "rule": lambda: rulings.rule(
            session.referee, name, msgspec.convert({"reason": step.reason, **step.ruling}, Judgement), _act()
        ),
        "reopen": lambda: rulings.reopen(session.referee, name, step.to, step.reason, _act()),
        "recuse": lambda: rulings.recuse(session.referee, name, step.to, "referee", step.reason, _act()),
    }
    does[step.referee]()


ACTS: Mapping[str, Callable[[Session, Step], None]] = dict.fromkeys(
    (
        *("pause", "resume", "move", "take", "standby", "policy", "press", "abandon", "remind"),
        *("rewind", "key", "confirm", "rule", "reopen", "recuse"),
    ),
    _announced,
)


# ---- the files


def shown(mails: list[tuple[int, bytes]]) -> Iterator[str]:
    """The mails as one text, each under a line with its number, the time, and to or from whom."""
    for number, (at, raw) in enumerate(mails, 1):
        parsed = parse(raw)
        time = datetime.fromtimestamp(at // 1000, UTC)
        who = parsed["To"] if parsed["From"] == DESK else parsed["From"]
        yield f"======== {number}  {time:%Y-%m-%d %H:%M:%S}  {who}\n"
        yield raw.decode().replace("\r\n", "\n")
        yield "\n" if not raw.endswith(b"\n") else ""


def files(folder: Path, path: Path, dress: Dress | None = None) -> dict[str, str]:
    """What a session brings about, by the name of the file that keeps it."""
    session = Session(path, script(folder), dress).run()
    try:
        return {
            "in.txt": "".join(shown(session.came)),
            "out.txt": "".join(shown(session.went)),
            "record.jsonl": "".join(session.record_lines()),
            "log.txt": "".join(f"{line}\n" for line in session.said),
        }
    finally:
        session.record.close()


def folders() -> list[Path]:
    return sorted(path.parent for path in FOLDER.glob("*/session.toml"))

"""The post, which all mails go by: to whom, and what he sees; how a letter is made; the outbox.

What each seat was told last is remembered in the store, in the transaction that puts the mail into the
outbox: news may be repeated safely, and nobody is told twice.

A receipt stands at the end of every mail to a party, with the running number of the mail: a gap in them tells
that a mail is lost. It names the newest head that each other seat was sent, so that no two of them can be
told two histories and not see it when they compare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.levels import WITNESS
from projections.language.catalogues import SHORT, reader, written_for
from projections.language.messages import _, wrap
from projections.replay import Replay
from referee.games.addresses import address_of
from referee.identity.gate import actor_for, claims_of
from referee.mail.writing import news
from referee.mail.writing.letters_to_named import Dress
from referee.mail.writing.notices import Notices
from referee.reading.reading import ReadMail
from referee.reading.senders import is_address
from referee.record.outbox import OutboxTable
from referee.record.record import Clock, Record
from referee.seats import folded_games
from referee.seats.links import seat_link, to_play
from referee.seats.mail_parts import Parts, text
from referee.seats.readers import reader_of
from referee.seats.seat_view import Scene, about, seen_by
from referee.seats.tokens import Bearer, bearer_of, bearers, server_key
from referee.transport import sendings
from referee.transport.letters import NEWS, SAME_QUESTION, TURN, Letter, compose, message_id, name_of
from referee.transport.outbox import Carrier, Queue

Words = Callable[[], str]
"""Makes a text in the language that texts are written in when it is called: each mail has its own reader."""

WIDEST = 76
"""Columns of a receipt; its reader joins the lines of a signature that is broken."""


class Post:
    """Writes into the outbox of a record, in the transaction that is open; knows what mails to seats need.

    `outgoing` carries the mails away in `flush`; None where somebody else works the outbox. `pages` is where
    the web pages are. Where set, `dress` gives HTML, `notices` notices, and `plays` plays what was left.
    """

    dress: Dress | None = None
    notices: Notices | None = None
    plays: Callable[[str], None] | None = None

    def __init__(
        self, record: Record, outgoing: Carrier | None, address: str, clock: Clock, pages: str = ""
    ) -> None:
        self.record = record
        self._outgoing = outgoing
        self._queue = Queue(record, clock)
        self.outbox = OutboxTable(record)
        self.address = address
        self.clock = clock
        self.pages = pages

    def flush(self) -> None:
        """Lets the mails go, once what they tell of is recorded. Raises `OSError`."""
        while self._outgoing and self._queue.drain(self._outgoing):
            pass

    # ---- to whom, and what he sees

    def for_seat(self, game: str, seat: str) -> AbstractContextManager[Scene]:
        """A game before the eyes of a seat, while texts are in the language of who sits there."""
        return self.for_reader(self.record.addresses(game).get(seat, ""), game, seat)

    @contextmanager
    def for_reader(self, address: str, game: str, seat: str) -> Iterator[Scene]:
        """The same, in the language of whoever is at an address."""
        with written_for(reader_of(self.record, address)):
            actor = actor_for(self.record, address, game, seat, self.clock())
            yield self.scene(game, seat, actor.person)

    def scene(self, game: str, seat: str, person: str = "") -> Scene:
        """As somebody sees it who may act for the seat; whoever sits there, where nobody is named."""
        replay = folded_games.replay(self.record, game)
        return self.linked(replay, bearer_of(self.record, replay.newest(), seat, person, self.clock()))

    def linked(self, replay: Replay, bearer: Bearer) -> Scene:
        """With his token, and his link to the seat's own page, where the desk serves pages."""
        now = seen_by(replay, server_key(self.record), bearer)
        if not self.pages or now.seat == WITNESS:
            return now
        link = seat_link(self.record, self.pages, now.game, now.seat, *bearer.marks)
        return replace(now, link=link, play=to_play(self.record, now.game, now.seat, *bearer.marks))

    def addresses(self, game: str) -> dict[str, str]:
        """The parties that can be written to."""
        known = self.record.addresses(game)
        return {seat: address for seat, address in known.items() if is_address(address)}

    def party(self, mail: ReadMail, game: str, seat: str) -> str:
        """Who is answered about a game: the sender only if he may act for the seat, else who holds it."""
        if (game, seat) in claims_of(self.record, mail.sender, self.clock()):
            return mail.sender
        return self.addresses(game).get(seat, "")

    def delegates(self, now: Scene) -> list[tuple[str, Bearer]]:
        """Those who may order for a seat now, each address once."""
        found: dict[str, Bearer] = {}
        for one in bearers(self.record, now.game, now.seat, self.clock()):
            if one.behalf:
                found.setdefault(address_of(self.record, now.replay.game, one.person), one)
        return [(address, one) for address, one in found.items() if is_address(address)]

    def told(self, now: Scene) -> int:
        """The position that the seat was told of last; 0 if it was never written to."""
        return int(self.record.setting(f"told/{now.replay.game}/{now.seat}", b"0"))

    def set_told(self, now: Scene) -> None:
        self.record.set(f"told/{now.replay.game}/{now.seat}", str(len(now.replay)).encode())

    # ---- letters

    def letter(
        self, now: Scene, address: str, body: Parts, kind: str, name: str, answered: str = ""
    ) -> Letter:
        """A mail to a party, with its receipt. `answered` is the digest of a mail that has asked for it."""
        game, seat = now.replay.game, now.seat
        proven = proof(self.record, now, name, answered)
        asked, question = news.asked_at(self.record, now)
        if body.block:
            question = question if kind in SAME_QUESTION else len(now.replay)
            asked = self.clock()
            self.record.set(f"asked/{game}/{seat}", f"{asked} {question}".encode())
        is_asked = body.block or kind in SAME_QUESTION
        hangs_on = name_of(TURN if is_asked else NEWS, now.game.label, game, seat, is_asked and question)
        shown_proof = [*proven.said, *body.proof, *proven.receipt]
        parts = replace(body, link=now.link, play=now.play, proof=shown_proof)
        if reader().length == SHORT:
            parts = replace(parts, board=())
        if parts.block and not parts.ask and seat != WITNESS:
            parts = replace(parts, ask=_("Ask by mail: help, board, unseen, odds. Shorter: mails short."))
        if self.notices:
            self.notices.beside(now, address, kind, name)
        fields = about(now, kind)
        letter = Letter(
            address,
            news.subject(now, kind, self.clock()),
            text(parts, fields),
            name,
            thread=(message_id(hangs_on, self.address),),
            checkpoint=proven.checkpoint if reader().proof else "",
            about=fields,
            unsubscribe=kind == NEWS,
        )
        return self.dress(letter, now, parts, self.told(now)) if self.dress else letter

    def send(self, letter: Letter) -> None:
        if is_address(letter.to):
            name, raw = message_id(letter.name, self.address), compose(letter, self.address, self.clock())
            self.outbox.put(name, letter.to, raw, letter.subject, self.clock())
            if letter.answers.startswith("<page."):
                sendings.keep(self.record, letter.answers, letter.name, letter.subject, letter.body)


class Proof(Struct, frozen=True):
    """What is said of it to people, the lines of a receipt, and the text of a checkpoint."""

    said: tuple[str, ...]
    receipt: tuple[str, ...]
    checkpoint: str


def proof(record: Record, scene: Scene, name: str, answered: str = "") -> Proof:
    """What goes with the mail of this name. `answered` is the digest of the mail that it answers, or ""."""
    from referee.proof.signing import Table, issue, make_checkpoint, seed_of

    game, position, head = scene.replay.game, len(scene.replay), scene.replay.head()
    known = record.addresses(game)
    table = Table(
        tuple(seat for seat in scene.game.seats if is_address(known.get(seat, ""))),
        scene.game.register.policy.anonymous,
    )
    receipt = issue(record, game, scene.seat, name, answered, position, head, table)
    lines = receipt.text().splitlines()
    narrow = (line[start : start + WIDEST] for line in lines for start in range(0, len(line), WIDEST))
    said = _("Proof: event {position}, head {head}, signed.")
    words = wrap(said.format(position=position, head=head[:16]))
    return Proof((*words, ""), tuple(narrow), make_checkpoint(seed_of(record), game, position, head).text())

"""Everything that reads lines or mails which strangers or players write, each as a function of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from domain.game.state.words import WORDS
from domain.kit import conditions
from domain.kit.errors import OrderError
from domain.kit.notation import Notation
from domain.titles import TITLES
from projections.exports.journal import NotAJournal, read_journal
from projections.exports.notation import NotNotation, read_notation
from projections.language.catalogues import LONGEST as LONGEST_SENTENCE
from projections.language.catalogues import Reader as For
from projections.language.catalogues import catalogue, written_for
from projections.page.owner.toml_places import places
from referee.audit.mailed_lines import text_again
from referee.audit.witnesses import checkpoints_in, receipts_in
from referee.bundle.verify_record import line_of
from referee.bundle.verify_signed import block_of as block_verified
from referee.club import words as club
from referee.games import names
from referee.games.datasets import read_files
from referee.identity.authority import dmarc_failed
from referee.proof.minisign import key_in
from referee.proof.order_signatures import block_of
from referee.reading import courtesies, line_words, quoting
from referee.reading.blocks import tag_block, take_apart
from referee.reading.order_lines import order_lines
from referee.reading.pages import page_lines
from referee.reading.reading import read_mail
from referee.reading.senders import sender_of
from referee.seats.defused_text import defused, quoted
from referee.transport.bounces import bounce_of

LINE, MAIL_TEXT = 3_000, 1 << 14
OF_CONDITIONS = ("if a: b", "unless", "else:", "otherwise", "then", "and", "puis", "если", "sinon", "иначе")
OF_MAILS = (
    *("-----BEGIN ORDERS g T1 iga-----\n", "-----END ORDERS\n", "-----BEGIN RECEIPT g iga 1-----\n"),
    *("TOKEN ", "HEAD 1 ", "CONFIRM ", "press all:", "end press\n", "> ", "On Monday, Ann wrote:\n", "-- \n"),
    *(
        "dispute ",
        "preview\n",
        "note: ",
        "commit ",
        "cell ",
        "bugyo/g\n1\n",
        "From: a@b.c\n",
        "<a@b.c>",
        "| ",
    ),
    *("Am 1.2.2026 um 10:00 schrieb A:\n", "-----BEGIN SSH SIGNATURE-----\n", "untrusted comment:", "if a: "),
)


class Reader(NamedTuple):
    """`every`: one in so many of the texts for it is in every run, since it takes long at any length."""

    read: Callable[[str], object]
    longest: int
    words: tuple[str, ...] = ()
    every: int = 1


def readers() -> dict[str, Reader]:
    return {**_lines(), **dict(_of_titles()), **_whole_mails(), **_files()}


def _lines() -> dict[str, Reader]:
    seats = ("iga", "ise", "kii")
    desk = tuple(sorted(line_words._FIRST))
    return {
        "is a condition": Reader(conditions.is_condition, MAIL_TEXT, OF_CONDITIONS),
        "is forked": Reader(conditions.is_forked, MAIL_TEXT, OF_CONDITIONS),
        "script": Reader(conditions.script, MAIL_TEXT, OF_CONDITIONS),
        "desk takes": Reader(lambda line: line_words.takes(line, seats), MAIL_TEXT, (*desk, *OF_CONDITIONS)),
        "desk reads": Reader(_of_the_desk(seats), MAIL_TEXT, (*desk, *OF_TEXTS, *OF_CONDITIONS)),
        "protocol": Reader(_order(WORDS), LINE, ("join", "cell", "commit", "root", "spent")),
        "club": Reader(_of_the_club, MAIL_TEXT, ("join", "create", "observe", "stop observing", "standby")),
        "greets": Reader(courtesies.greets, MAIL_TEXT, ("dear", "hello")),
        "thanks": Reader(courtesies.without_thanks, MAIL_TEXT, ("please", "thanks")),
        "attributes": Reader(quoting.attributes, MAIL_TEXT, ("On", "wrote:", "10:00", "2026-01-01")),
        "closes": Reader(quoting._CLOSINGS.match, MAIL_TEXT, ("wrote:", "schrieb:")),
        "fence": Reader(quoting.fence, MAIL_TEXT, ("-----BEGIN ORDERS",)),
        "undressed": Reader(lambda line: quoting.undressed(quoting.plain(line)), MAIL_TEXT, ("<http://a>",)),
        "unsigned": Reader(quoting.unsigned, MAIL_TEXT, (">", "| ")),
        "tag": Reader(tag_block, MAIL_TEXT, ("[g T1 iga]",)),
        "sender": Reader(sender_of, LINE, ('"a" <a@b.c>', "(a)", "=?utf-8?q?", "www.")),
        "name": Reader(names.fault, MAIL_TEXT, ("Ann", "J. ", "www.")),
        "defused": Reader(defused, 1 << 17, OF_MAILS),
        "quoted": Reader(lambda text: list(quoted(text)), MAIL_TEXT, OF_MAILS),
        "minisign": Reader(key_in, MAIL_TEXT, ("untrusted comment: a\n", "RWQ")),
        "a signed block": Reader(block_of, MAIL_TEXT, OF_MAILS[:2]),
        "the same verified": Reader(block_verified, MAIL_TEXT, OF_MAILS[:2]),
        "French": Reader(_in_french, LONGEST_SENTENCE, _sentences()),
    }


OF_TEXTS = (
    "dispute as",
    "dispute as sending error:",
    "dispute 1, [7.2]",
    "appeal 1",
    "take back to",
    "delegate a until",
)


def _of_the_desk(seats: Sequence[str]) -> Callable[[str], object]:
    def read(line: str) -> None:
        with suppress(OrderError):
            line_words.read_line(line, seats)

    return read


def _of_the_club(line: str) -> None:
    if club.is_one(bare := courtesies.without_thanks(line)):
        with suppress(OrderError):
            club.read(bare)


def _order(notation: Notation) -> Callable[[str], object]:
    def read(line: str) -> None:
        with suppress(OrderError):
            notation.read(line)

    return read


def _refused(notation: Notation) -> Callable[[str], object]:
    def read(line: str) -> None:
        try:
            notation.read(line)
        except OrderError as error:
            error.reason()

    return read


def _sentences() -> tuple[str, ...]:
    return (
        *(" attacks ", " in ", " with ", ": the ", " denies report ", ": one card of ", " is discarded."),
        *("A what-if leaves ", " here, after event ", ", head ", " or ", ", ", "; or ", 'Write "', '" or "'),
    )


def _in_french(text: str) -> None:
    with written_for(For(language="fr")):
        known = catalogue()
        assert known
        known._remembered.clear()
        known._singles.clear()
        known.word(text)


def _of_titles() -> Iterator[tuple[str, Reader]]:
    for title, rules in TITLES.items():
        least, _most = rules.scenarios[0].seats
        words = rules.words(rules.read_data(read_files(title)), rules.seats[:least])
        begins = tuple(dict.fromkeys(form.partition(" [")[0].lower() for form in words.orders.forms()))
        some = begins[:: 1 + len(begins) // 8]
        yield f"orders of {title}", Reader(_order(words.orders), 2_000, some)
        yield f"why not an order of {title}", Reader(_refused(words.orders), 2_000, begins[:1], every=4)
        yield f"conditions of {title}", Reader(_condition(words), 700, OF_CONDITIONS)


def _condition(words: conditions.Words) -> Callable[[str], object]:
    def read(line: str) -> None:
        try:
            words.read(line)
        except OrderError as error:
            error.reason()

    return read


def _whole_mails() -> dict[str, Reader]:
    seats = ("iga", "ise", "kii")
    rules = TITLES["shinobi"]
    words = rules.words(rules.read_data(read_files("shinobi")), seats)
    return {
        "a mail": Reader(lambda text: order_lines(read_mail(_mail(text)).lines), MAIL_TEXT, OF_MAILS[::5]),
        "a block": Reader(lambda text: order_lines(take_apart(_block(text)).lines), MAIL_TEXT, OF_MAILS),
        "audited": Reader(lambda text: text_again(_lines_of(text), words, seats), 1 << 13, OF_CONDITIONS),
        "a page": Reader(
            lambda text: page_lines(f"<p>{text}"),
            MAIL_TEXT,
            ("<p>", "<br", "<style>a{", "<!--", "<blockquote>"),
        ),
        "a bounce": Reader(
            lambda text: bounce_of(BOUNCE + text.encode(), "a@b.c"), MAIL_TEXT, ("message-id:", "action:")
        ),
        "subject": Reader(
            lambda text: read_mail(_headed("Subject", text)), LINE, ("Re:", "=?utf-8?q?", "[g")
        ),
        "from": Reader(lambda text: read_mail(_headed("From", text)), LINE, ("a <", '"', "(")),
        "results": Reader(_failed, LINE, ("dmarc=fail", "a; dkim=pass header.d=", "(")),
    }


BOUNCE = b"Content-Type: multipart/report\n\naction: failed\nstatus: 5.1.1\n"


def _block(text: str) -> list[str]:
    return ["-----BEGIN ORDERS g T1 iga-----", *text.split("\n"), "-----END ORDERS g T1 iga-----"]


def _lines_of(text: str) -> str:
    """A block with twenty lines that are so."""
    line = text.replace("\n", " ")[: len(text) // 20]
    return "\n".join(_block("\n".join([line] * 20)))


def _mail(text: str) -> bytes:
    return _headed("X-A", "a").replace(b"pass", text.encode("utf-8", "replace"))


def _headed(name: str, value: str) -> bytes:
    value = value.replace("\n", " ")
    return f"{name}: {value}\nContent-Type: text/plain; charset=utf-8\nMessage-ID: <a@b.c>\n\npass\n".encode()


def _failed(text: str) -> bool:
    return dmarc_failed(read_mail(_headed("Authentication-Results", text)), ("a",))


def _files() -> dict[str, Reader]:
    heading = "bugyo-orders: 1\ngame: g\ntitle: shinobi\n"
    return {
        "a script": Reader(
            _refusing(read_notation, NotNotation), MAIL_TEXT, (heading, "seat iga:", "iga: pass\n")
        ),
        "a journal": Reader(
            _refusing(lambda raw: read_journal(raw, "text", {}), NotAJournal),
            MAIL_TEXT,
            ("Ann: pass\n", "2026-01-01 "),
        ),
        "acts": Reader(
            _refusing(lambda raw: read_journal(raw, "acts", {}), NotAJournal), MAIL_TEXT, ("Ann: pass\n", "|")
        ),
        "a table": Reader(places, MAIL_TEXT, ('a = "', "[[a]]\n", "a.b = [", "'")),
        "a line of a record": Reader(_verified, MAIL_TEXT, ('{"a/', '\\"', '"a":', "{", "[", "1")),
        "receipts": Reader(receipts_in, MAIL_TEXT, OF_MAILS),
        "checkpoints": Reader(checkpoints_in, MAIL_TEXT, OF_MAILS),
    }


def _refusing(read: Callable[[bytes], object], fault: type[Exception]) -> Callable[[str], object]:
    def reads(text: str) -> None:
        with suppress(fault):
            read(text.encode())

    return reads


def _verified(text: str) -> None:
    with suppress(Exception):
        line_of(f'{{"a":"/{text}"}}'.encode())

"""Games as readers of a language see them, and what of it is still English."""

from __future__ import annotations

import email
import email.policy
import html
import re
from collections.abc import Callable, Iterable, Iterator
from email.message import EmailMessage
from functools import cache
from itertools import pairwise
from pathlib import Path

from msgspec.structs import replace

from domain.game.entries.entries import Ordered
from domain.game.state.words import WORDS, notation_of
from domain.kit.chance import Thrown
from domain.kit.errors import OrderError
from domain.kit.facts import Fact
from domain.kit.notation import Notation
from domain.kit.sealed import REFEREE
from projections.language.catalogues import Kept, Reader, written_for
from projections.locale.collect import catalogue_of
from projections.page.making import _words
from projections.pictures import Names
from projections.replay import Replay
from projections.telling.boards import drawn
from projections.telling.boards import text as board
from projections.telling.explain import explain
from projections.telling.log import log
from projections.titles import PICTURES
from tests.languages.test_catalogues import texts
from tests.projections.games import NOBODY, NOON, Stamped
from tests.referee.mail.golden.session import Session, script
from tests.titles.play import Played
from tests.titles.short import Short

# ---- what is rendered


def replay_of(played: Played | Short) -> Replay:
    """The game under one name for its data set and its chance, which tests name in English."""
    first = replace(played.entries[0], data="0", chance="0")
    entries = (first, *played.entries[1:])
    stamped = [Stamped(bytes(32), NOON + 60_000 * nth, NOBODY, entry) for nth, entry in enumerate(entries)]
    return Replay("test", played.rules, played.data, stamped)


def told(played: Played | Short, language: str, every: int = 80, alike: int = 1) -> Iterator[str]:
    """A board every so many events; of each kind of event and each rule so many explanations."""
    replay = replay_of(played)
    orders = {entry.plain() for entry in played.entries if isinstance(entry, Ordered)}
    written = any_of({f": {replay.notation.write(order)}" for order in orders})
    explained: dict[object, int] = {}
    kept = printed_names(replay.names)
    with written_for(Reader(language)):
        yield from _without((line.text for line in log(replay, REFEREE)), written, kept)
        for at, entry in enumerate(played.entries, 1):
            kind: object = (type(entry.event), entry.rule) if isinstance(entry, Fact) else type(entry)
            if isinstance(entry, Thrown):
                kind = entry.question.rule
            explained[kind] = explained.get(kind, 0) + 1
            if explained[kind] <= alike:
                yield from _without([explain(replay, at, REFEREE)], written, kept)
            if at % every == 0 or at == len(replay):
                shown = [board(replay, at, REFEREE), " ; ".join(_drawn(replay, at))]
                yield from _without(shown, None, kept)
        yield " ; ".join(_words().values())


def any_of(texts: Iterable[str]) -> re.Pattern[str] | None:
    """One pattern of many texts, of which the longest that fits is found; None of none."""
    escaped = map(re.escape, sorted(texts, key=len, reverse=True))
    return re.compile(pattern) if (pattern := "|".join(escaped)) else None


def printed_names(names: Names) -> re.Pattern[str] | None:
    """Names that stand on cards, maps and figures: they are the same in every language.

    In a mail, and on a card that is drawn (with " ; "), a name may stand in two lines.
    """
    kept = {str(name) for name in names.values() if isinstance(name, Kept) and name[0].isupper()}
    longest_first = sorted(kept, key=len, reverse=True)
    whole = "|".join(re.escape(name).replace(r"\ ", r"(?: ; |\s+)") for name in longest_first)
    return re.compile(whole) if whole else None


def _without(
    texts: Iterable[str], written: re.Pattern[str] | None, names: re.Pattern[str] | None
) -> Iterator[str]:
    """The texts in one line each, without the orders of the game and the printed names."""
    for text in texts:
        text = " ".join(text.split())
        if names is not None:
            text = names.sub("…", text)
        yield written.sub(": …", text) if written is not None else text


def _drawn(replay: Replay, at: int) -> list[str]:
    """The words of a drawing."""
    drawing = drawn(replay, at, REFEREE)
    words = [word for part in drawing.parts for word in re.findall(r">([^<>]+)<", part.content)]
    return [drawing.title, *words]


FENCED = re.compile(
    r"-----BEGIN (ORDERS|RECEIPT).*?-----END (ORDERS|RECEIPT)[^\n]*|^ *(::|\d+ >|\|)[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
"""Blocks and receipts, what programs read, the lines that came in and the words of people."""


def mailed(folder: Path, language: str, path: Path) -> Iterator[str]:
    """Subject and text of each mail to a player, without blocks, orders, names and what people wrote."""
    play = script(folder)
    players = [replace(player, language=language, digest="") for player in play.players]
    session = Session(path, replace(play, players=players)).run()
    is_order = orders_of(notation_of(session.game))
    names = printed_names(PICTURES[session.game.rules.title].names(session.game.data))
    for _at, raw in session.went:
        mail = email.message_from_bytes(raw, EmailMessage, policy=email.policy.default)
        if mail["To"] not in {player.address for player in players}:
            continue
        for body in _bodies(mail):
            body = FENCED.sub("", _QUOTED.sub("…", body))
            if names is not None:
                body = names.sub("…", body)
            lines = body.split("\n")
            cells = (cell for line in lines for cell in re.split(r" {2,}|: ", line))
            shown = (cell for cell in cells if not (is_order(cell) or is_order(cell.rstrip("[]."))))
            text = " ".join(" : ".join(shown).split())
            yield f"{mail['Subject']}\n{text}"


# ---- what is English in it


_TOKEN = re.compile(r"[\w/'’-]+")
_CUT = re.compile(r"\{[^}]*\}|[.,;:!?()\[\]“”\"«»|>…]|\d+")
_RULE = re.compile(r"\[[\w/.-]+\]")
_QUOTED = re.compile(r'"[^"\n]*"|“[^”]{0,500}”|«[^»]{0,500}»')
_PLAIN = re.compile(r"[^\W\d_]+")

Pair = tuple[str, str]


def _pairs(text: str) -> set[Pair]:
    found = set[Pair]()
    for part in _CUT.split(text):
        words = [word.lower() if _PLAIN.fullmatch(word) else "" for word in _TOKEN.findall(part)]
        found |= {pair for pair in pairwise(words) if all(pair)}
    return found


@cache
def _english(language: str) -> set[Pair]:
    sources, own = set[Pair](), set[Pair]()
    for message in catalogue_of(language):
        if message.id:
            sources.update(*map(_pairs, texts(message.id)))
            own.update(*map(_pairs, texts(message.string)))
    return sources - own


def english(text: str, language: str) -> set[Pair]:
    """What stands in no translation, outside quotations and the names of rules."""
    return _pairs(_QUOTED.sub(".", _RULE.sub(".", text))) & _english(language)


def _bodies(mail: EmailMessage) -> Iterator[str]:
    """The text, and that of the HTML beside it, where there is one."""
    plain, rich = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    yield plain.get_content()
    if rich is not None:
        yield html.unescape(TAG.sub("\n", rich.get_content()))


TAG = re.compile(r"<(head|style|script|title)\b.*?</\1>|<[^>]+>", re.DOTALL)


def written_in(folder: Path) -> frozenset[Pair]:
    """What the people of a session write."""
    said = (line for step in script(folder).steps for line in (*step.lines, step.reason, step.text))
    seats = " of ".join(player.seat for player in script(folder).players)
    return frozenset[Pair]().union(_pairs(f"the words of {seats} of"), *map(_pairs, said))


def orders_of(notation: Notation) -> Callable[[str], bool]:
    """Whether a text is an order, or the form of one."""
    forms = {*notation.forms(), *WORDS.forms()}

    def is_order(text: str) -> bool:
        if text in forms:
            return True
        try:
            notation.read(text)
        except OrderError:
            return False
        return True

    return is_order

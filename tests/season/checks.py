"""What must hold after a season, whatever has happened in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.game.entries.entries import SEAT, Joined, Ordered
from referee.audit.audit import audit_game, holds
from referee.audit.histories import gaps
from referee.audit.witnesses import receipts_in
from referee.identity.cases import Cases
from referee.proof.signing import Receipt
from referee.record import timers
from referee.record.damage import check_store
from referee.record.envelope import MAIL
from tests.season.club import Season


def faults(season: Season) -> Iterator[str]:
    """What does not hold, in words; nothing where all is well."""
    yield from _audited(season)
    yield from _applied(season)
    yield from _mails_in(season)
    yield from _mails_out(season)
    yield from _at_rest(season)


def _audited(season: Season) -> Iterator[str]:
    for name in season.names:
        finding = audit_game(season.process.record, name).finding
        if finding is not None:
            yield f"{name}: the audit finds {finding}"
    check_store(season.process.record, holds)


def _applied(season: Season) -> Iterator[str]:
    """Nothing that was acknowledged is gone, and nothing was done twice."""
    for name in season.names:
        heads = [envelope.digest for envelope in season.process.record.envelopes(name)]
        known = {at: head for (game, at), head in season.acknowledged.items() if game == name}
        lost = sorted(at for at, head in known.items() if at > len(heads) or heads[at - 1] != head)
        if lost:
            yield f"{name}: acknowledged and lost: {lost}"
    applied = Counter(_lines(season))
    words = {digest: posted.words for digest, posted in season.posted.items()}
    meant: Counter[tuple[str, int]] = Counter()
    for (digest, number), times in applied.items():
        meant[words[digest], number] += times
    twice = sorted(which for which, times in meant.items() if times > 1)
    if twice:
        yield f"applied twice: {twice}"


def _lines(season: Season) -> Iterator[tuple[str, int]]:
    """Of each order that came by mail: the digest of its mail, and its line."""
    for name in season.names:
        for envelope in season.process.record.envelopes(name):
            entry, (cause, reference, *_) = envelope.entry, envelope.act
            if cause == MAIL and (
                isinstance(entry, Joined) or (isinstance(entry, Ordered) and entry.by == SEAT)
            ):
                digest, _, number = reference.partition(":")
                yield digest, int(number)


def _mails_in(season: Season) -> Iterator[str]:
    """Every mail that came in was answered, or stands among the cases with the reason; robots never were."""
    answered = {letter.answers for letter in season.carried}
    cases = {case.digest for case in Cases(season.process.record, lambda: season.now).all(100_000)}
    for digest in season.handled:
        posted = season.posted[digest]
        if posted.is_robot and posted.name in answered:
            yield f"a robot was answered: {posted.name}"
        if posted.name not in answered and digest not in cases:
            yield f"nothing became of {posted.name}"


def _mails_out(season: Season) -> Iterator[str]:
    """Every mail that went out speaks of the record as it is, and none is missing."""
    receipts = [one for letter in season.carried for one in receipts_in(letter.text)]
    for name in season.names:
        heads = [envelope.digest.hex() for envelope in season.process.record.envelopes(name)]
        mine = [one for one in receipts if one.game == name]
        yield from (f"{name}: {one} was mailed" for one in mine if not _is_so(one, heads))
        yield from (f"{name}: {said}" for said in gaps(mine))


def _is_so(receipt: Receipt, heads: list[str]) -> bool:
    known = heads[: receipt.position]
    is_there = len(known) == receipt.position and known[-1] == receipt.head
    return is_there and all(head in known for _, head in receipt.seen)


def _at_rest(season: Season) -> Iterator[str]:
    """Nothing waits to be sent or to be told."""
    process = season.process
    yield from (f"not sent: {mail}" for mail in process.queue.unsent())
    yield from (f"not written: {due}" for due in timers.open_dues(process.record.recorder))
    for name in season.names:
        told = process.desk.tell(name)
        if told:
            yield f"{name}: {', '.join(told)} had not been told"

"""audit: what anybody can check."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from cli.frame.codes import REFUSED
from cli.frame.command import command, complete_game
from cli.frame.printing import FAILS, HOLDS, QUIET, document, fields, note, progress, say
from cli.frame.records import (
    data_option,
    filled,
    is_file,
    mailbox_option,
    read_game,
    read_key,
    read_mailboxes,
)
from cli.frame.stores import existing
from cli.prove import audit_dice
from cli.prove.audit_dice import FoundDice
from domain.game.entries.entries import Imagined, WhatIf
from projections.language.messages import _, _n, plain, wrap
from projections.replay import left
from referee.audit import audit as audits
from referee.audit.audit import Verdict, audit_export, audit_game, holds
from referee.audit.game_lines import Export
from referee.audit.many import audit_games
from referee.record.damage import check_store
from referee.record.location import Place
from referee.record.schema import objects_of

if TYPE_CHECKING:
    from referee.audit.keys import OtherPlace
    from referee.audit.witnesses import Mailbox
    from referee.bundle.checking import Bundle

Beside: TypeAlias = "tuple[Sequence[Mailbox], OtherPlace]"
"""What a record is held against."""

KNOWN_FROM = {
    "given": lambda: _("You have given it."),
    "mail": lambda: _("The mail that you have named has it."),
    "checkpoint": lambda: _("It has signed the checkpoint that you have named."),
    "receipts": lambda: _("It has signed receipts or checkpoints in the mailboxes."),
    "record": lambda: _(
        "It is read from this record alone: that the whole record was written anew under another key is not "
        "excluded. Compare it with the mail that opened the game, by --key-from or by eye."
    ),
}

MARKS = {
    audits.HOLDS: ("+", HOLDS),
    audits.FAILS: ("!", FAILS),
    audits.NOT_CHECKED: (" ", QUIET),
    audits.NOT_SHOWN: ("?", QUIET),
}


@command(
    "audit",
    "bugyo audit summer",
    "bugyo audit summer.zip",
    "bugyo audit summer.jsonl --mailbox ~/Mail",
    "bugyo audit summer.zip --mailbox anna=~/Mail --mailbox boris=boris.mbox",
    "bugyo audit summer.zip --key-from invitation.eml",
    "bugyo audit --all",
    "bugyo audit --all --dice",
    more=_(
        "GAME is a game of the store; FILE is an export or a bundle, - from standard input. --mailbox takes "
        "the receipts and checkpoints in mails as witnesses: a record whose end was cut, or that was written "
        "anew, does not have the heads that they name. Several mailboxes are held against each other as "
        "well: the first event is named at which two players were told two histories. It ends with 0 only if "
        "everything holds."
    )
    + "\n\n"
    + _(
        "A record that somebody has written anew, under a key of his own, holds in itself. So it is said "
        "where the key is known from: --key gives it, --key-from takes it from the mail of the opening, or "
        "from a checkpoint that it must have signed, and receipts in a mailbox do as well."
    ),
)
@click.argument("what", required=False, metavar="GAME|FILE|-", shell_complete=complete_game)
@click.option("--all", "everything", is_flag=True, help=_("Every game of the store."))
@mailbox_option
@data_option(_("The data set that the file leaves out."))
@click.option(
    "--dice",
    is_flag=True,
    help=_("Say how the dice fell, by kind and by person, with p; with --all over the whole store."),
)
@click.option("--key", default="", metavar="HEX", help=_("The key that signs for the game."))
@click.option(
    "--key-from",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=_("The mail of the opening, or a checkpoint, to know the key from."),
)
def audit(
    store: Place,
    as_json: bool,
    what: str | None,
    everything: bool,
    mailboxes: tuple[str, ...],
    data: Path | None,
    dice: bool,
    key: str,
    key_from: Path | None,
) -> None:
    if (what is None) != everything:
        raise click.UsageError(_("Name one game or file, or use --all."))
    beside = read_mailboxes(mailboxes), read_key(key, key_from)
    file = read_game(what) if what is not None and is_file(what) else None
    verdicts = _audit_all(store, beside) if what is None else [_audit(store, file or what, beside, data)]
    found = _dice(store, file, verdicts) if dice else None
    if as_json:
        document(_documents(verdicts, beside[0], found, everything))
    else:
        _tell(verdicts, everything, beside[0])
        _tell_dice(found)
    if any(verdict.finding for verdict in verdicts):
        sys.stdout.flush()
        click.get_current_context().exit(REFUSED)


def _audit(store: Place, what: str | Export | Bundle, beside: Beside, data: Path | None) -> Verdict:
    if isinstance(what, Export):
        return audit_export(filled(what, data), *beside)
    if not isinstance(what, str):
        from referee.bundle.checking import audit_bundle

        return audit_bundle(what, *beside, lambda export: filled(export, data))
    with existing(store) as record:
        return audit_game(record, what, *beside)


def _dice(store: Place, file: Export | Bundle | None, verdicts: Sequence[Verdict]) -> FoundDice | None:
    """None where there is no record that holds."""
    whole = [verdict.game for verdict in verdicts if verdict.finding is None]
    if not whole:
        return None
    if file is not None:
        return audit_dice.of_export(file if isinstance(file, Export) else file.export())
    with existing(store) as record:
        return audit_dice.of_games(record, whole, len(verdicts) - len(whole))


def _tell_dice(found: FoundDice | None) -> None:
    if found is not None:
        audit_dice.tell(found)


def _audit_all(store: Place, beside: Beside) -> list[Verdict]:
    with existing(store) as record:
        check_store(record, holds)
        if isinstance(store, Path):
            _tell_strange(store)
        games = record.games()
        with progress(audit_games(record, games, *beside), _("Auditing"), len(games)) as bar:
            return list(bar)


def _tell_strange(store: Path) -> None:
    """What is in the store and nobody's record: it does no harm, and nobody should wonder."""
    strange = objects_of(store).strange()
    if strange:
        said = _("Another program has put into {store}: {what}. No audit looks at it.")
        note(said.format(store=store, what=", ".join(strange)))


def _heard(verdict: Verdict, mailboxes: Sequence[Mailbox]) -> int:
    """How many of their receipts and checkpoints speak of this game."""
    found = {witness for box in mailboxes for witness in box.witnesses}
    return sum(witness.game == verdict.game for witness in found)


def _documents(
    verdicts: Sequence[Verdict], mailboxes: Sequence[Mailbox], found: FoundDice | None, everything: bool
) -> Any:
    documents = [_verdict(verdict, mailboxes) for verdict in verdicts]
    dice = found.document() if found else None
    if everything:
        return {"games": documents, "dice": dice} if found else documents
    return {**documents[0], "dice": dice}


def _verdict(verdict: Verdict, mailboxes: Sequence[Mailbox]) -> dict[str, Any]:
    return {
        **fields(verdict, "game", "title", "events", "head"),
        "holds": verdict.finding is None,
        **fields(verdict, "complete", "tables", "key", "key_from"),
        "witnesses": _heard(verdict, mailboxes),
        **fields(verdict, "believed", "checks", "finding", "member", "notes"),
        "what_if": left(verdict.what_if),
        "referee": verdict.deeds,
        "sent": {
            "lines": verdict.sent.lines,
            "compared": verdict.sent.compared,
            "not_shown": verdict.sent.lines - verdict.sent.compared,
            "otherwise": verdict.sent.otherwise,
        },
        "signatures": verdict.signatures,
    }


def _tell(verdicts: Sequence[Verdict], everything: bool, mailboxes: Sequence[Mailbox]) -> None:
    for verdict in verdicts:
        if everything:
            _tell_shortly(verdict)
        else:
            _tell_whole(verdict)
        if mailboxes:
            _tell_witnesses(verdict, _heard(verdict, mailboxes))
        if mailboxes and everything:
            _tell_notes(verdict)
    if everything:
        broken = sum(verdict.finding is not None for verdict in verdicts)
        said = _("Games audited: {count}. Records that do not hold: {broken}.")
        say(said.format(count=len(verdicts), broken=broken), FAILS if broken else HOLDS)


def _left(what_if: WhatIf) -> str:
    said = _("What-if of {game} after event {at}, where its head is {head}.")
    if isinstance(what_if, Imagined):
        said = _("What-if of {game} after event {at}, head {head}: imagined for {seat}, seed {seed}.")
    return said.format(**left(what_if) or {})


def _tell_whole(verdict: Verdict) -> None:
    if verdict.game:
        said = _("{game} ({title}): {events} events, head {head}")
        say(said.format(game=verdict.game, title=verdict.title, events=verdict.events, head=verdict.head))
    if verdict.what_if:
        say(_left(verdict.what_if))
    for check in verdict.checks:
        mark, style = MARKS[check.result]
        result = "" if check.result == audits.HOLDS else f" ({_(check.result)})"
        say(f"  {mark} {check.promise}{result}", style)
    _tell_deeds(verdict)
    _tell_sent(verdict)
    _tell_signatures(verdict)
    _tell_key(verdict)
    _tell_notes(verdict)
    if verdict.finding is not None:
        say(_("The record does not hold. {where}: {why}").format(**_found(verdict)), FAILS)
    elif not verdict.tables:
        said = _(
            "What can be checked holds. The data set is left out, so no order was decided again: audit it "
            "with --data DIR where you have these tables."
        )
        say(said, HOLDS)
    elif not verdict.complete:
        say(_("What can be checked holds. The rest is sealed until the end of the game."), HOLDS)
    elif verdict.sent.is_whole():
        say(_("Everything holds."), HOLDS)
    else:
        say(_("What can be checked holds."), HOLDS)


def _tell_sent(verdict: Verdict) -> None:
    """How many recorded lines were compared with their mails, and how many could not be."""
    sent = verdict.sent
    left = sent.lines - sent.compared
    counts = {"compared": sent.compared, "lines": sent.lines, "left": left}
    compared = _n(
        "{compared} of {lines} recorded line was compared with the mail that brought it.",
        "{compared} of {lines} recorded lines were compared with the mails that brought them.",
        sent.lines,
    ).format(**counts)
    gone = _n(
        "The mail of {left} is not here: not shown.", "The mails of {left} are not here: not shown.", left
    ).format(**counts)
    more = _n(
        "{count} more line of a seat names no mail.",
        "{count} more lines of seats name no mail.",
        sent.otherwise,
    ).format(count=sent.otherwise)
    shown = " ".join(filter(None, (compared, gone * bool(left), more * bool(sent.otherwise))))
    for line in wrap(shown, "  ", "  ") if sent.lines else ():
        say(line, QUIET)


def _tell_signatures(verdict: Verdict) -> None:
    """By which keys orders are signed, for people to compare with their own, and what was not checked."""
    found = verdict.signatures
    for key in found.keys:
        say(_("  Signs for {key}").format(key=key), QUIET)
    said = [_n("{count} signature holds.", "{count} signatures hold.", found.checked)] * bool(found.keys)
    said += [_n("{closed} is still sealed.", "{closed} are still sealed.", found.closed)] * bool(found.closed)
    if found.others:
        said.append(_("Not checked here: {others} by a key of the kind {kinds}."))
    counts = {"count": found.checked, "closed": found.closed, "others": found.others}
    text = " ".join(said).format(**counts, kinds=", ".join(found.kinds))
    for line in wrap(text, "  ", "  ") if said else ():
        say(line, QUIET)


def _tell_key(verdict: Verdict) -> None:
    """The key, and where it is known from: a record alone proves nothing of its own key."""
    if verdict.key:
        say(_("Key of the game: {key}").format(key=verdict.key))
        for line in wrap(KNOWN_FROM[verdict.key_from]()):
            say(line)


def _tell_notes(verdict: Verdict) -> None:
    """What people should know beside it; of many games at once only where mailboxes are given."""
    for text in verdict.notes:
        for line in wrap(text, "  ", "  "):
            say(line, QUIET)


def _tell_deeds(verdict: Verdict) -> None:
    """What the referee has done, whether it holds or not; what has no reason of its own is put together."""
    if verdict.deeds:
        say(_("What the referee has done in it:"))
    together: dict[str, list[int]] = {}
    for deed in verdict.deeds:
        what = " ".join(filter(None, (deed.what, deed.seat, f"[{deed.by}]" if deed.by else "")))
        if deed.reason:
            _tell_deed(str(deed.position), what, deed.reason)
        else:
            together.setdefault(what, []).append(deed.position)
    for what, positions in together.items():
        _tell_deed(" ".join(map(str, positions)), what, "")


def _tell_deed(positions: str, what: str, why: str) -> None:
    text = f"{what}: {plain(why)}" if why else what
    for line in wrap(f"{text} ({positions})", "    ", "      "):
        say(line)


def _tell_witnesses(verdict: Verdict, heard: int) -> None:
    if not heard:
        note(_("The mailbox has no receipt or checkpoint of {game}.").format(game=verdict.game))
    else:
        say(_("Receipts and checkpoints of {game} heard: {count}.").format(game=verdict.game, count=heard))


def _tell_shortly(verdict: Verdict) -> None:
    if verdict.finding is None:
        say(_("{game}: holds, {events} events").format(game=verdict.game, events=verdict.events))
    elif verdict.finding.position:
        said = _("{game}: does not hold at event {position}: {why}")
        found = verdict.finding
        say(said.format(game=verdict.game, position=found.position, why=found.why), FAILS)
    else:
        said = _("{game}: does not hold. {where}: {why}")
        say(said.format(game=verdict.game, **_found(verdict)), FAILS)


def _found(verdict: Verdict) -> dict[str, str]:
    """Where a record does not hold, and why."""
    found = verdict.finding
    assert found is not None
    where = _("Event {position}").format(position=found.position) if found.position else _member(verdict)
    return {"where": where, "why": found.why}


def _member(verdict: Verdict) -> str:
    """What does not hold where no event is named: a member of a bundle, the header, or the record itself."""
    if verdict.member == audits.HEADER:
        return _("The header")
    return verdict.member or _("The record")

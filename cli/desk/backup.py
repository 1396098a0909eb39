"""backup, restore: the whole store as a file, and a store made of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from msgspec.structs import asdict

from cli.frame.codes import NOT_FOUND, REFUSED
from cli.frame.command import command
from cli.frame.printing import FAILS, HOLDS, document, note, say, table
from cli.frame.records import mailbox_option, read_mailboxes
from cli.frame.stop import Stop
from cli.frame.stores import existing
from projections.language.messages import _, _n
from referee.copies import backup as backups
from referee.copies.backup import Lacking, Restored, Stood
from referee.record.location import Place


@command(
    "backup",
    "bugyo backup backup-monday.db",
    "bugyo backup backup-$(date +%F).db --store games.db",
    "bugyo audit --all --store backup-monday.db",
    more=_(
        "It may be used while the desk works: the copy is the store as it stood at one moment, with games, "
        "mails, keys, addresses and what waits to be sent. It is opened, every game's digests are computed "
        "again and compared with the store, and only then it gets its name; FILE.json beside it lists every "
        "game with its position and head. No file is ever replaced. Who has the copy can read sealed orders "
        "and sign in the referee's name."
    )
    + "\n\n"
    + _(
        "It ends with 0 once the copy is proved and on the disk; 65 if the store does not hold, 66 if there "
        "is none, 73 if FILE is there already, 74 if the disk is full, 75 if the store is long in use."
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
def backup(store: Place, as_json: bool, file: Path) -> None:
    with existing(_file(store)) as record:
        made = backups.back_up(record, file)
    if as_json:
        document({"file": str(file), "manifest": str(backups.manifest_of(file)), **asdict(made)})
        return
    _list(made.games)
    said = _("{file}: {mails}, {bytes} bytes. The copy holds, and has the heads of the store.")
    mails = _n("{count} mail", "{count} mails", made.rows["mails"]).format(count=made.rows["mails"])
    say(said.format(file=file, mails=mails, bytes=f"{made.bytes:,}"), HOLDS)


@command(
    "restore",
    "bugyo restore backup-monday.db --store games.db",
    "bugyo restore backup-monday.db --store games.db --mailbox ~/mail/out",
    "bugyo restore backup-monday.db --store games.db --force",
    more=_(
        "The backup is only read. It must be the file that its manifest describes; every game's digests are "
        "computed again, and the heads must be those of the manifest, and those that receipts and "
        "checkpoints in mails name: --mailbox takes what the desk has sent, or what a player has got. Where "
        "a mail names a head that the backup does not have, that is said, and nothing is restored."
    )
    + "\n\n"
    + _(
        "A store that is there is left alone; with --force it is kept aside under another name, and the "
        "events that it has and the backup has not are counted. A desk that serves it must be stopped first."
    )
    + "\n\n"
    + _(
        "It ends with 0 once the new store is proved and on the disk; 1 if mails name other heads, 65 if the "
        "backup is damaged, 66 if it is not there, 73 if there is a store already, 74 if the disk is full, "
        "75 if a desk serves the store. Unless it ends with 0, nothing has changed."
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@mailbox_option
@click.option("--force", is_flag=True, help=_("Keep the store that is there aside."))
def restore(store: Place, as_json: bool, file: Path, mailboxes: tuple[str, ...], force: bool) -> None:
    if not file.exists():
        raise Stop(_("There is no backup {file}.").format(file=file), NOT_FOUND)
    done = backups.restore(file, _file(store), read_mailboxes(mailboxes), replace=force)
    if as_json:
        document({"store": str(store), **asdict(done)})
    else:
        _list(done.games)
    _tell(file, store, done, as_json)


def _file(store: Place) -> Path:
    """The file that a store is. Raises `Stop` for one on a server."""
    if isinstance(store, Path):
        return store
    said = _(
        "{store} is on a PostgreSQL server. There pg_dump and pg_restore do this, also while the desk works "
        "(docs/postgresql.md); “bugyo move” copies such a store into a file, while no desk works."
    )
    raise Stop(said.format(store=store), REFUSED)


def _list(games: Sequence[Stood]) -> None:
    if games:
        headings = (_("game"), _("title"), _("events"), _("head"))
        table(headings, [(one.game, one.title, str(one.position), one.head) for one in games])


def _tell(file: Path, store: Place, done: Restored, as_json: bool) -> None:
    """What is no part of the document: on stderr, but for the sentence that says what was done."""
    if not as_json:
        say(_restored(file, store, done), HOLDS)
    if not done.proved:
        said = _("There is no {manifest}: that these are the heads which the store had, nothing can tell.")
        note(said.format(manifest=backups.manifest_of(file)))
    if done.aside:
        note(_("The store that was there is kept as {path}.").format(path=done.aside))
    if done.lacking is None:
        note(_("It cannot be read: what it has that the backup has not, nothing can tell."))
    for one in done.lacking or ():
        note(_lacks(one), FAILS)


def _restored(file: Path, store: Place, done: Restored) -> str:
    if not done.proved:
        said = _("{store} is restored from {file}. Every record can be read whole.")
    elif done.witnesses:
        said = _(
            "{store} is restored from {file}, with its heads and those of {count} receipts and checkpoints."
        )
    else:
        said = _("{store} is restored from {file}, with the same heads.")
    return said.format(store=store, file=file, count=done.witnesses)


def _lacks(one: Lacking) -> str:
    said = _(
        "{game} ends with event {here} in the backup and with event {there} in the store that was there. Put "
        "the mails that came since back into the desk's inbox, or restore a newer backup."
    )
    return said.format(game=one.game, here=one.here, there=one.there)

"""How the desk is set up, for every command that writes mails: by its file, or by a Maildir and address."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from cli.frame.codes import BAD_SETUP
from cli.frame.command import Function
from cli.frame.printing import note
from cli.frame.stop import Stop
from projections.language.messages import _, listed
from referee.record.location import Place, written

if TYPE_CHECKING:  # most commands have these options, and few are told of a desk
    from referee.club.club_file import Club
    from referee.record.record import Record
    from referee.service.configuration import Configuration
    from referee.transport.boxes import Outbox

CLUB = "bugyo.club"
CONFIGURED, CONFIGURED_FILE = "bugyo.configuration", "bugyo.configuration.file"


def _configured(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    """What the file says is what the other options are by default."""
    if path is None or context.resilient_parsing:
        return path
    settings = configuration_at(path)
    context.meta[CONFIGURED], context.meta[CONFIGURED_FILE] = settings, path
    context.meta[CLUB] = settings.club
    by_default: dict[str, Any] = {"store": settings.store, "address": settings.address}
    if settings.outgoing:
        by_default["outgoing"] = settings.outgoing.path
    context.default_map = {**(context.default_map or {}), **by_default}
    for option in by_default:  # a variable that is set for all commands does not beat the file
        os.environ.pop(f"BUGYO_{option.upper()}", None)
    return path


def configuration_at(path: Path) -> Configuration:
    """Raises `Stop`."""
    from referee.service.configuration import BadConfiguration, read_configuration

    try:
        return read_configuration(path)
    except BadConfiguration as wrong:
        raise Stop(str(wrong), BAD_SETUP) from None


def _club_at(path: str) -> Club | None:
    """Raises `Stop`."""
    if not path:
        return None
    from referee.club.club_file import BadClub, read_club

    try:
        return read_club(Path(path))
    except BadClub as wrong:
        raise Stop(str(wrong), BAD_SETUP) from None


def club() -> Club | None:
    """What the club's file says, where the desk has one. Raises `Stop`."""
    meta = click.get_current_context().meta
    if isinstance(found := meta.get(CLUB), str):
        found = meta[CLUB] = _club_at(found)
    return found


def configured() -> Configuration | None:
    """How the desk is set up, where --config names its file."""
    found: Configuration | None = click.get_current_context().meta.get(CONFIGURED)
    return found


def configured_file() -> Path | None:
    """The file that --config names."""
    found: Path | None = click.get_current_context().meta.get(CONFIGURED_FILE)
    return found


def settings_of(store: Place, maildirs: Sequence[Path], outgoing: Path | None, address: str) -> Configuration:
    """How the desk is set up: by its file, or by the options. Raises `Stop`."""
    from referee.service.configuration import Configuration, Maildir

    settings = configured()
    if settings is not None:
        return replace(settings, store=written(store))
    if outgoing is None:
        said = _("Nowhere to write the answers. Name a Maildir with --outgoing or BUGYO_OUTGOING.")
        raise Stop(said, BAD_SETUP)
    boxes = tuple(Maildir(str(path)) for path in maildirs)
    return Configuration(written(store), address, maildir=boxes, outgoing=Maildir(str(outgoing)))


config_option = click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="BUGYO_CONFIG",
    show_envvar=True,
    metavar="FILE",
    is_eager=True,
    expose_value=False,
    callback=_configured,
    help=_("The desk's file: its store, its address, and how mails come in and go out."),
)
outgoing_option = click.option(
    "--outgoing",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="BUGYO_OUTGOING",
    show_envvar=True,
    metavar="MAILDIR",
    help=_("The Maildir that mails are written to; it is made where there is none."),
)


def _checked(context: click.Context, parameter: click.Parameter, address: str) -> str:
    from referee.reading.senders import is_address

    if address and not is_address(address):
        said = _("“{address}” is no mail address. Write it bare: bugyo@example.org.").format(address=address)
        raise click.BadParameter(said)
    return address


_address = click.option(
    "--address",
    default="",
    callback=_checked,
    envvar="BUGYO_ADDRESS",
    show_envvar=True,
    metavar="ADDRESS",
    help=_(
        "The referee's address: mails come from it, and orders go to it.  [default: the one that the store "
        "was given last]"
    ),
)


def mail_options(function: Function) -> Function:
    """--config, --outgoing and --address."""
    return config_option(outgoing_option(_address(function)))


def outbox(path: Path | None) -> Outbox | None:
    """The outgoing Maildir, where one is named. Raises `NotAMaildir`."""
    from referee.transport.boxes import Outbox

    return None if path is None else Outbox(path)


def own_address(record: Record, given: str) -> str:
    """The desk's address: the one that is given, which the store remembers; else the one that it knows."""
    from referee.service.own_address import ADDRESS, remember, remembered

    if not given:
        return remembered(record) or ADDRESS
    before = remember(record, given)
    if before not in ("", given):
        said = _("The desk's address was {before}; from now on it is {address}.")
        note(said.format(before=before, address=given))
    return given


def check_address(record: Record, box: Outbox | None, given: str, *others: str) -> None:
    """Before anything is done that mails are to tell of, also to `others` whom the store does not know yet.
    Raises `Unanswerable`."""
    from referee.service.own_address import ADDRESS, remembered, somebody_real
    from referee.transport.letters import Unanswerable

    address = given or remembered(record) or ADDRESS
    if can_mail(record, box) and somebody_real(record, address, *others):
        raise Unanswerable(address)
    own_address(record, given)


def can_mail(record: Record, box: Path | Outbox | None) -> bool:
    """Whether mails have a way out."""
    from referee.games.what_if import holds_what_ifs

    return (box is not None or configured() is not None) and not holds_what_ifs(record)


def tell_mailed(mailed: Sequence[str]) -> None:
    if mailed:
        note(_("Mails are written to {seats}.").format(seats=listed(mailed)))

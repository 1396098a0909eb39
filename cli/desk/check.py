"""desk: whether it is set up right, what it could not send, and what it has died of."""

from __future__ import annotations

import click
from msgspec.structs import asdict, replace

from cli.desk.again import again
from cli.desk.new import new
from cli.frame.codes import BAD_SETUP, NOT_FOUND
from cli.frame.command import command, family
from cli.frame.desk_setup import config_option, configured, configured_file
from cli.frame.mailing import send
from cli.frame.printing import FAILS, HOLDS, document, moment, note, say, table
from cli.frame.stop import Stop
from cli.frame.stores import existing
from projections.language.messages import _
from referee.mail.office.checking import Finding, checked
from referee.record.location import Place, written
from referee.record.outbox import Unsent
from referee.record.record import Record, system_clock
from referee.transport.outbox import Queue

desk = family(
    "desk",
    "bugyo desk new club",
    "bugyo desk check --config desk.toml",
    "bugyo desk unsent --config desk.toml",
    more=_("The file of the desk is described in docs/desk.md."),
)


@command(
    "desk check",
    "bugyo desk check --config desk.toml",
    more=_(
        "It tries the secrets, the store, its keys, the clock, the room on the disk, the rights to write, "
        "what other users of the machine may read or write, the Maildirs, the login and folders of each "
        "IMAP mailbox, the port that is listened on, the login and sender of the SMTP server, and what name "
        "servers say of the domain of the desk (SPF, DMARC; DKIM with dkim_selector in the file). No mail "
        "is read or sent; Maildirs and folders that are missing are made. It ends with 0 where everything "
        "is right, else with the code of the first that is not: 65 a damaged store or key, 66 no store, 75 "
        "a server that is not there, a clock that is wrong or no room, 77 a right that is missing, 78 a "
        "setting, a secret, a login, or a right that others have."
    ),
)
@config_option
def check(store: Place, as_json: bool) -> None:
    settings = configured()
    if settings is None:
        raise Stop(_("Which desk? Name its file with --config or BUGYO_CONFIG."), BAD_SETUP)
    findings = []
    for finding in checked(replace(settings, store=written(store)), file=configured_file()):
        findings.append(finding)
        if not as_json:
            _tell(finding)
    if as_json:
        document({"findings": [{**asdict(one), "holds": one.holds} for one in findings]})
    wrong = next((one.exit for one in findings if not one.holds), 0)
    click.get_current_context().exit(wrong)


def _tell(finding: Finding) -> None:
    mark, style = (_("right"), HOLDS) if finding.holds else (_("WRONG"), FAILS)
    say(f"{mark}  {finding.what}: {finding.says}", style)


@command(
    "desk unsent",
    "bugyo desk unsent",
    "bugyo desk unsent --config desk.toml --retry 17",
    more=_(
        "Mails that wait are tried again by the desk, for five days; those that a server has refused for "
        "ever are kept. --retry lets one go once more, after what was wrong is mended. Of mails that were "
        "sent and came back only the reason is kept."
    ),
)
@click.option("--retry", type=int, metavar="NUMBER", help=_("Let this mail go once more."))
@config_option
def unsent(store: Place, as_json: bool, retry: int | None) -> None:
    with existing(store) as record:
        queue = Queue(record, system_clock)
        if retry is not None:
            _retry(record, queue, retry)
        mails = queue.unsent()
    if as_json:
        document({"mails": [_shown(mail) for mail in mails]})
    elif mails:
        headings = (_("number"), _("state"), _("tried"), _("to"), _("subject"), _("why"))
        rows = [(str(m.id), m.state, str(m.tries), m.to, m.about, m.why) for m in mails]
        table(headings, rows)
    else:
        note(_("Every mail was sent."))


def _retry(record: Record, queue: Queue, number: int) -> None:
    if not queue.again(number):
        raise Stop(_("No mail {number} waits or was refused.").format(number=number), NOT_FOUND)
    settings = configured()
    if settings is None:
        note(_("The desk tries it at once, if it is there."))
    else:
        send(record, settings)


def _shown(mail: Unsent) -> dict[str, object]:
    return {**asdict(mail), "queued_at": moment(mail.queued_at), "due": moment(mail.due)}


desk.add_command(again)
desk.add_command(new)

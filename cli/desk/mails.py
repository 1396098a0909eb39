"""mails: what became of the mails that came in; key: by which key the owner of an address signs."""

from __future__ import annotations

from typing import Any

import click

from cli.frame.codes import BAD_DATA
from cli.frame.command import command
from cli.frame.printing import HOLDS, document, fields, moment, say, table
from cli.frame.stop import Stop
from cli.frame.stores import existing
from projections.language.messages import _, minute
from referee.identity.authority import NotAKey, forget_keys, keys_of, register_key
from referee.identity.cases import KINDS as HANDLED
from referee.identity.cases import Cases, evidence_of
from referee.mail.desk.poison import AGAIN, POISON
from referee.record.location import Place
from referee.record.mail_cases import Case, Swept

KINDS = (*HANDLED, POISON, AGAIN)


@command(
    "mails",
    "bugyo mails --kind refused",
    "bugyo mails --kind held --json",
    more=_(
        "Robots that got no answer, mails that were refused or wait for a word, people who were asked by "
        "mail, and what vouched for the mails that were taken; and “poison”: mails that were put aside since "
        "the desk has died of them. The raw mails stand in the store under their digests."
    ),
)
@click.option("--kind", type=click.Choice(KINDS), help=_("Only these."))
@click.option("--last", type=click.IntRange(min=1), default=1000, show_default=True, help=_("So many."))
def mails(store: Place, as_json: bool, kind: str | None, last: int) -> None:
    with existing(store) as record:
        known = Cases(record, record.clock)
        found = [case for case in known.all(last) if kind in (None, case.kind)]
        if as_json:
            document([_told(case, known.swept(case.digest)) for case in found])
    if as_json:
        return
    if found:
        heads = [_("RECEIVED"), _("KIND"), _("ADDRESS"), _("GAME"), _("SEAT"), _("WHY")]
        table(heads, ((minute(c.at), c.kind, c.address, c.game, c.seat, c.why) for c in found))
    else:
        say(_("Nothing is known of any mail."))


def _told(case: Case, swept: Swept | None) -> dict[str, Any]:
    return {
        "at": moment(case.at),
        **fields(case, "kind", "why", "address", "game", "seat", "turn"),
        "mail": case.digest,
        "evidence": evidence_of(case).words(),
        "swept": moment(swept.swept_at) if swept else None,
    }


@command(
    "key",
    "bugyo key anna@example.org anna.pub",
    "bugyo key anna@example.org --forget",
    more=_(
        "Mails of level 3 carry a signature by ssh-keygen -Y in the namespace bugyo-order, or by minisign "
        "with that as trusted comment. Without FILE it lists the keys of the address."
    ),
)
@click.argument("address", metavar="ADDRESS")
@click.argument("file", type=click.File("r", encoding="utf-8"), metavar="FILE", required=False)
@click.option("--forget", is_flag=True, help=_("No key signs for the address any more."))
def key(store: Place, as_json: bool, address: str, file: Any, forget: bool) -> None:
    if forget and file is not None:
        raise click.UsageError(_("Name a file, or --forget."))
    with existing(store) as record:
        try:
            if file is not None:
                register_key(record, address, file.read(10_000))
        except NotAKey as wrong:
            raise Stop(str(wrong), BAD_DATA) from None
        if forget:
            forget_keys(record, address)
        known = keys_of(record, address)
    if as_json:
        document({"address": address, "keys": known})
    elif known:
        for line in known:
            say(line, HOLDS)
    else:
        say(_("No key is registered for {address}.").format(address=address))

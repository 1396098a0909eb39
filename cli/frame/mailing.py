"""Mails of a command: a desk writes and sends them; and a little time for programs to think."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cli.frame.desk_setup import configured, own_address
from cli.frame.printing import note
from projections.language.messages import _
from referee.games.programs import marked
from referee.games.referee import Referee
from referee.games.what_if import NO_MAILS, holds_what_ifs
from referee.mail.desk.desk import TROUBLE, Desk
from referee.mail.html.carried import Pictured
from referee.mail.html.dress import dresser
from referee.record.locks import is_served
from referee.record.record import Record
from referee.service.own_address import ADDRESS
from referee.service.reports import Trouble
from referee.transport.boxes import Outbox

if TYPE_CHECKING:
    from referee.service.configuration import Configuration


def write(
    record: Record, box: Outbox | None, address: str, which: Callable[[Desk], tuple[str, ...]]
) -> tuple[str, ...]:
    """The seats that were written to: nobody where mails have no way out, or of what-ifs. Then programs
    think, where no desk serves that lets them."""
    written = _written(record, box, address, which)
    if marked(record) and not is_served(record.place):
        tell = partial(_written, record, box, address)
        for line in think_a_little(record, lambda game: tell(lambda desk: desk.tell(game))):
            note(line)
    return written


def _written(
    record: Record, box: Outbox | None, address: str, which: Callable[[Desk], tuple[str, ...]]
) -> tuple[str, ...]:
    settings, address = configured(), own_address(record, address)
    if box is None and settings is None:
        return ()
    if holds_what_ifs(record):
        note(NO_MAILS)
        return ()
    if address == ADDRESS:
        note(
            _("The mails come from {address}. Name yours with --address or BUGYO_ADDRESS.").format(
                address=address
            )
        )
    base = settings.web.base if settings and settings.web else ""
    carrier = Pictured(box, note) if box else None
    dress, notices = dresser(address, note), settings.notices if settings else None
    written = which(Desk(Referee(record), carrier, address, pages=base, dress=dress, notices=notices))
    if settings is not None:
        send(record, settings)
    return written


def send(record: Record, settings: Configuration) -> bool:
    """Lets what is in the outbox go, unless a desk is there that does it; whether it went or will go."""
    from referee.mail.office.office import PostOffice
    from referee.record.record import system_clock

    if is_served(record.place):
        return True
    office = PostOffice(settings, record, system_clock, note)
    try:
        return office.send_all()
    finally:
        office.close()


A_LITTLE = 10.0
"""Seconds that programs may think after a mail or a command, where no desk serves; the rest comes later."""


def think_a_little(record: Record, tell: Callable[[str], object]) -> list[str]:
    """Lets the programs of the store order that are awaited, and has it told; lines for the log."""
    if holds_what_ifs(record) or not marked(record):
        return []
    from referee.thinking.worker import Worker

    end, lines = time.monotonic() + A_LITTLE, list[str]()
    try:
        Worker(Referee(record), tell, lines.append).work(lambda: time.monotonic() < end)
    except TROUBLE as trouble:
        lines.append(Trouble(_("The programs wait: {trouble}").format(trouble=trouble)))
    return lines

"""Exit codes of commands. Above 64 they are those of sysexits(3), which mail servers understand."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _

OK = 0
REFUSED = 1
USAGE = 2
BAD_DATA = 65
NOT_FOUND = 66
UNKNOWN_SENDER = 67
OURS = 70
CANNOT_CREATE = 73
IO_ERROR = 74
TRY_AGAIN = 75
NOT_ALLOWED = 77
BAD_SETUP = 78
INTERRUPTED = 130
READER_GONE = 141

EXIT_CODES: Mapping[int, str] = {
    OK: _("Everything was done; an audit: everything holds."),
    REFUSED: _(
        "Bugyo understood and refused: an order, a throw, a request, an import…; an audit: something does "
        "not hold."
    ),
    USAGE: _("The command line cannot be understood."),
    BAD_DATA: _(
        "A file is not what it should be: no store, no export, no sheet, no text; or a record is broken."
    ),
    NOT_FOUND: _("There is no such file, store, game, event or rule."),
    UNKNOWN_SENDER: _("deliver: nobody with this address plays here."),
    OURS: _("A fault of Bugyo; the message names a file with the details."),
    CANNOT_CREATE: _("A file cannot be made, or it is there already and --force was not given."),
    IO_ERROR: _("The disk is full, or reading or writing failed. What was acknowledged is kept."),
    TRY_AGAIN: _(
        "The store is in use. Nothing was changed; try again. deliver, serve, desk: or a mail server is not "
        "there."
    ),
    NOT_ALLOWED: _("A file may not be read or written by this user; deliver: the sender may not do this."),
    BAD_SETUP: _(
        "Bugyo is not installed whole, or another package is in its way; deliver, serve, desk: the mail desk "
        "is not set up right."
    ),
    INTERRUPTED: _("Ctrl-C. What was acknowledged is kept."),
    READER_GONE: _("Whoever read the output has stopped reading."),
}

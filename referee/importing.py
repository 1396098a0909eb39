"""Games from exports, verified before they are stored."""

from __future__ import annotations

from eventsourcing.persistence import IntegrityError

from referee.audit import Verdict, audit_export
from referee.export import Export, envelopes_of, is_complete
from referee.record.record import Record


class CannotImport(Exception):
    """The export cannot be imported; the sentence says why."""


def import_game(record: Record, export: Export) -> str:
    """Stores the game of an export and gives its id. Raises `CannotImport`; then nothing was stored."""
    verdict = audit_export(export)
    if verdict.finding is not None:
        raise CannotImport(f"The export does not hold{_where(verdict)}: {verdict.finding.why}")
    header = export.header
    if not is_complete(export):
        raise CannotImport(
            f"The export shows what {header.viewer} may know; some values are still sealed. "
            "Import the referee's export, or one that was made after the end of the game."
        )
    if header.game in record.games():
        raise CannotImport(f"There is a game “{header.game}” in this store already.")
    record.keep_data(header.title, {name: text.encode() for name, text in header.data.items()})
    try:
        record.restore(header.game, header.title, envelopes_of(export))
    except IntegrityError:
        raise CannotImport(f"There is a game “{header.game}” in this store already.") from None
    return header.game


def _where(verdict: Verdict) -> str:
    """Where it does not hold: at an event, in the header, or nowhere that could be named."""
    if verdict.finding and verdict.finding.position:
        return f" at event {verdict.finding.position}"
    return f" in its {verdict.member}" if verdict.member else ""

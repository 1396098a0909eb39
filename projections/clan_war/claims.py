"""Reports of honor and victory points in words: who has reported and confirmed them, and what waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.clan_war.battle.claims import RULING
from domain.clan_war.board import claim_events as b
from domain.clan_war.board.state import Claim
from projections.language.filled import Depending, sentence_of
from projections.language.messages import _, _n, listed


def reported(by: str, confirmed: str) -> str:
    """Who has reported a change, and who has confirmed it."""
    if confirmed == RULING:
        return _("Reported by {by}, and it stands by a ruling.").format(by=by)
    if confirmed:
        return _("Reported by {by}, confirmed by {confirmed}.").format(by=by, confirmed=confirmed)
    return _("Reported by {by}.").format(by=by) if by else _("By a ruling.")


def change(claim: Claim) -> str:
    """What is reported, without a full stop."""
    said = _("VP of {army} {value:+d}, {why}")
    if claim.what == "honor":
        said = _("honor of {army} {value:+d}, {why}")
    return said.format(army=claim.army, value=claim.term.value, why=claim.term.why)


def waits(claim: Claim) -> str:
    """A report that waits, as a board or a ledger has it."""
    if claim.denied:
        said = _("Report {number} by {by}: {change}. {denied} denies it ({why}): the referee rules on it.")
        return said.format(
            number=claim.number, by=claim.by, change=change(claim), denied=claim.denied, why=claim.why
        )
    said = _n(
        "Report {number} by {by}: {change}. It counts once {asked} confirms it.",
        "Report {number} by {by}: {change}. It counts once one of them confirms it: {asked}.",
        len(claim.asked),
    )
    asked = listed(claim.asked)
    return said.format(number=claim.number, by=claim.by, change=change(claim), asked=asked)


def _reported(event: b.ChangeReported) -> str:
    return waits(event.claim)


CLAIM_SENTENCES: Mapping[type, Callable[[Any], str]] = {
    b.ChangeReported: _reported,
    b.ReportConfirmed: sentence_of("{by} confirms report {number}."),
    b.ReportDenied: sentence_of(
        "{by} denies report {number}: {why}. It counts only if the referee rules so, or {by} confirms it "
        "after all; who has reported it may take it back."
    ),
    b.ReportRetracted: sentence_of("{by} takes report {number} back."),
    b.ReportRuled: Depending(
        "stands",
        {True: sentence_of("By a ruling report {number} stands.")},
        otherwise=sentence_of("By a ruling report {number} falls."),
    ),
}

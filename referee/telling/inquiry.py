"""The text that a referee rules on a dispute by: the dispute, its events with their explanations, the lines
of the mails that they came from, the rule, what the rules of today make of it, and a suggestion.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.game.checking.readjudicate import readjudicate
from domain.game.deciding import forks
from domain.game.entries.entries import Entry, Ordered
from domain.game.entries.policy import LENIENT, STRICT, Policy
from domain.game.entries.rulings import Disputed
from domain.game.suggestions import OVER, RESTED, UNTOUCHED, Row, kind_of, stage_of, suggested
from projections.language.messages import _, heading, plain, wrap
from projections.replay import Replay
from projections.telling.disputes import Found
from projections.telling.explain import explain, unit
from projections.telling.log import Teller
from projections.telling.rulings import left_open, told
from referee.games.datasets import errors
from referee.record.record import Record
from referee.telling.tracing import Origin, origin_of


class Suggestion(Struct, frozen=True):
    """What the game's error policy suggests: a kind of ruling, at which stage of play, from which row."""

    kind: str
    stage: str
    row: Row


def suggestion(replay: Replay, disputed: Disputed) -> Suggestion | None:
    """What the error policy suggests; None where no class of error is named."""
    game = replay.at(len(replay))
    entries: list[Entry] = [envelope.entry for envelope in replay.envelopes]
    event = disputed.events[0] if disputed.events else 0
    stage = stage_of(entries, event, replay.rules.reveals, is_over=game.is_over())
    row = suggested(errors(), game.register.policy.errors, disputed.error, stage)
    return None if row is None else Suggestion(kind_of(row, game.register.policy.errors), stage, row)


def origins(record: Record, replay: Replay, disputed: Disputed, viewer: str) -> list[tuple[int, Origin]]:
    """The orders of the units that are cited, with the lines of the mails that they came from, as far as a
    viewer may know the orders."""
    orders = dict.fromkeys(
        at
        for event in disputed.events
        for at in unit(replay, event)
        if isinstance(replay.envelope(at).entry, Ordered)
    )
    teller, traced = Teller(replay, viewer), list[tuple[int, Origin]]()
    for position in orders:
        origin = origin_of(record, replay.envelope(position).act[1]) if teller.is_told(position) else None
        if origin is not None:
            traced.append((position, origin))
    return traced


def today(replay: Replay) -> str:
    """What the rules make of the recorded orders today, in a sentence."""
    entries: list[Entry] = [envelope.entry for envelope in replay.envelopes]
    times = [envelope.at for envelope in replay.envelopes]
    finding = readjudicate(replay.rules, replay.data, entries, forks.origin(entries, replay.game), times)
    if finding is None:
        return _("Under the rules of today every order decides what is on record.")
    said = _("Under the rules of today event {position} would be another.")
    return said.format(position=finding.position)


def inquiry(record: Record, replay: Replay, one: Found, viewer: str) -> str:
    """The whole text, 78 columns wide; each part has a heading."""
    parts = [
        _complaint(replay, one, viewer),
        _events(replay, one.disputed, viewer),
        _mails(record, replay, one.disputed, viewer),
        _rule(replay, one.disputed),
        wrap(today(replay)),
        wrap(suggested_text(replay, one.disputed)),
        _ruled(replay, one, viewer),
    ]
    return "\n".join("".join(f"{line}\n" for line in part) for part in map(list, parts) if part)


def _complaint(replay: Replay, one: Found, viewer: str) -> Iterator[str]:
    said = _("Dispute {number} in {game}, event {position}")
    yield said.format(number=one.disputed.number, game=replay.game, position=one.position)
    yield from wrap(told(one.disputed, replay.eye(viewer)), "  ", "  ")


def _events(replay: Replay, disputed: Disputed, viewer: str) -> Iterator[str]:
    for place, event in enumerate(disputed.events):
        if place:
            yield ""
        yield from explain(replay, event, viewer).splitlines()


def _mails(record: Record, replay: Replay, disputed: Disputed, viewer: str) -> Iterator[str]:
    traced = origins(record, replay, disputed, replay.eye(viewer))
    if traced:
        yield _("What the mails say:")
    edge = " " * 9 + "| "
    for position, line in traced:
        yield from wrap(line.sentence(), f"{position:5}  ", " " * 7)
        yield from wrap(plain(line.raw.decode("ascii", "backslashreplace")), edge, edge)


def _rule(replay: Replay, disputed: Disputed) -> Iterator[str]:
    number = disputed.rule
    if number:
        yield _("The rule that is cited:")
        said, status = replay.rules.headings.get(number, ""), replay.rules.statuses.get(number, "")
        yield from wrap(f"[{number}] {heading(said)}", "  ", "      ")
        if status:
            yield from wrap(heading(status), "  ", "  ")


def suggested_text(replay: Replay, disputed: Disputed) -> str:
    """The suggestion in a sentence, or that there is none."""
    made, policy = suggestion(replay, disputed), replay.newest().register.policy
    if made is None:
        return _("No class of error is named, so that the error policy suggests nothing.")
    said = _("The error policy of the game ({policy}) suggests “{kind}” for “{error}”: {stage}")
    stage = {
        UNTOUCHED: _("nothing rests on it yet."),
        RESTED: _("a throw, a reveal or another's order rests on it."),
        OVER: _("the game is over."),
    }[made.stage]
    text = said.format(policy=policy_name(policy), kind=made.kind, error=disputed.error, stage=stage)
    return f"{text} [{made.row.source}]"


def policy_name(policy: Policy) -> str:
    """The error policy, as it was chosen."""
    return policy.errors if policy.errors in (STRICT, LENIENT) else f"“{plain(policy.errors)}”"


def _ruled(replay: Replay, one: Found, viewer: str) -> Iterator[str]:
    if one.withdrawn:
        yield from wrap(_("It was withdrawn with event {position}.").format(position=one.withdrawn))
    if one.left:
        yield from wrap(left_open())
    for position, ruled in one.rulings:
        yield from wrap(told(ruled, viewer), f"{position:5}  ", " " * 7)


def as_document(record: Record, replay: Replay, one: Found, viewer: str) -> dict[str, Any]:
    """The same for programs."""
    made, eye = suggestion(replay, one.disputed), replay.eye(viewer)
    return {
        "dispute": one.disputed.number,
        "event": one.position,
        "seat": one.disputed.seat,
        "text": one.disputed.text.seen_by(eye),
        "events": [{"event": n, "explained": explain(replay, n, viewer)} for n in one.disputed.events],
        "mails": [
            {"event": n, "mail": o.digest, "line": o.number, "text": o.text, "start": o.start, "end": o.end}
            for n, o in origins(record, replay, one.disputed, eye)
        ],
        "rule": one.disputed.rule,
        "heading": replay.rules.headings.get(one.disputed.rule, ""),
        "appeals": one.disputed.appeals,
        "today": today(replay),
        "suggestion": made.kind if made else "",
        "stage": made.stage if made else "",
        "source": made.row.source if made else "",
        "open": one.is_open(),
        "rulings": [{"ruling": r.number, "event": n, "kind": r.kind} for n, r in one.rulings],
    }

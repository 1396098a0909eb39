"""Disputes, rulings and take-backs: what the referee and the seats do about what has happened."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.game.deciding import own_slips
from domain.game.deciding.decide import put
from domain.game.deciding.effects import correct, propose, rewind
from domain.game.deciding.run import Run
from domain.game.entries import rulings
from domain.game.entries.entries import OWN_SLIP, Entry, Ordered, Rewound
from domain.game.entries.people import ORDERS
from domain.game.state.game_state import GameState
from domain.game.state.lines import check_take_back, taken_back
from domain.kit.errors import IllegalMove
from domain.kit.sealed import Sealed
from referee.games.referee import Decide, Referee, Taken, authorise
from referee.proof.chance import RealDice
from referee.record.envelope import Act

RULING = "ruling"
"""The cause of what a ruling changes; the reference names the ruling."""


class Complaint(Struct, frozen=True):
    """What a seat disputes: in words, and as far as it is said which events, which rule, which class of
    error, and the ruling that it appeals against."""

    text: str
    events: tuple[int, ...] = ()
    rule: str = ""
    error: str = ""
    appeals: int = 0


class Judgement(Struct, frozen=True):
    """What is ruled. `corrections` are lines in the words of the title; `to` is where play goes back to, and
    `anew` whether throws since are made anew; `seat` is whom a penalty is for.
    """

    kind: str
    reason: str
    dispute: int = 0
    by: str = rulings.BY_FIRST
    events: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    seat: str = ""
    corrections: tuple[str, ...] = ()
    to: int = 0
    anew: bool = False

    def effects(self) -> int:
        return 1 if self.kind == rulings.REWOUND else len(self.corrections)


# ---- disputes


def dispute(
    referee: Referee, game: str, seat: str, said: Complaint, act: Act, keys: Sequence[str] = ()
) -> Taken:
    """A seat disputes what happened. Raises like `Referee.take`."""

    def make(g: GameState, _at: int) -> rulings.Disputed:
        text = Sealed((seat,), said.text.strip())
        cited = tuple(sorted(set(said.events)))
        number = g.register.docket.disputes + 1
        return rulings.Disputed(number, seat, text, cited, said.rule, said.error, said.appeals)

    return referee.put(game, make, act, keys)


def withdraw(
    referee: Referee, game: str, seat: str, number: int, act: Act, keys: Sequence[str] = ()
) -> Taken:
    """A seat withdraws its dispute."""
    return referee.put(game, lambda _g, _at: rulings.DisputeWithdrawn(number, seat), act, keys)


def recuse(referee: Referee, game: str, number: int, who: str, reason: str, act: Act) -> Taken:
    """A referee leaves a dispute to the other one."""
    return referee.put(game, lambda _g, _at: rulings.Recused(number, who, reason), act)


def adjudicate(referee: Referee, game: str, number: int, who: str, text: str, act: Act) -> Taken:
    """What a referee would rule, sealed; when both have said it, both come out and are compared."""
    return referee.put(game, lambda _g, _at: rulings.Adjudicated(number, who, Sealed((), text.strip())), act)


# ---- rulings


def rule(referee: Referee, game: str, judged: Judgement, act: Act) -> Taken:
    """Records a ruling and its effects: all of it, or nothing. Raises `OrderError`, `TryAgain`."""
    with referee.record.recorder.together():
        taken = referee.put(game, lambda g, _at: _ruled(g, judged), act)
        if judged.effects():
            number = len(taken.kept.game.register.docket.rulings)
            cause = Act(RULING, f"ruling {number}", person=act.person)
            changed = referee.decide(game, _effects(referee, game, judged, number), cause)
            taken = Taken(changed.kept, (*taken.entries, *changed.entries))
    return taken


def _ruled(game: GameState, judged: Judgement) -> rulings.Ruled:
    _check_effects(judged)
    return rulings.Ruled(
        len(game.register.docket.rulings) + 1,
        judged.kind,
        judged.reason,
        judged.dispute,
        judged.by,
        tuple(sorted(set(judged.events))),
        judged.rules,
        judged.seat,
        judged.effects(),
    )


def _check_effects(judged: Judgement) -> None:
    """What was said fits the kind of the ruling: nothing of it is dropped unsaid. Raises `IllegalMove`."""
    back = judged.kind == rulings.REWOUND
    if back != bool(judged.to):
        why = "does not say to which event" if back else "lets play go back nowhere"
        raise IllegalMove("ruling", f"A ruling “{judged.kind}” {why}.", "“rewound” goes back to an event.")
    if back and judged.corrections:
        raise IllegalMove("ruling", "Play goes back or is corrected, not both.", "Make two rulings of it.")


def _effects(referee: Referee, game: str, judged: Judgement, number: int) -> Decide:
    def decide(run: Run, _at: int) -> None:
        if judged.kind == rulings.REWOUND:
            rewound = Rewound(judged.to, judged.reason, anew=judged.anew)
            rewind(run, rewound, _on_record(referee, run.game))
        else:
            _correct(run, judged, number)

    return decide


def _correct(run: Run, judged: Judgement, number: int) -> None:
    words = run.game.rules.correcting(run.game.data, run.game.seats)
    for line in judged.corrections:
        correct(run, rulings.Corrected(number, words.read(line)))


def corrected(run: Run, judged: Judgement) -> None:
    """A ruling that sets something right, in a run of which nothing is recorded. Raises `OrderError`."""
    ruled = _ruled(run.game, judged)
    put(run, ruled)
    _correct(run, judged, ruled.number)


def _on_record(referee: Referee, game: GameState) -> list[Entry]:
    return [envelope.entry for envelope in referee.record.envelopes(game.id)][: game.position]


def reopen(referee: Referee, game: str, ruling: int, reason: str, act: Act) -> Taken:
    """A ruling may be appealed against once more."""
    return referee.put(game, lambda _g, _at: rulings.Reopened(ruling, reason), act)


# ---- take-backs


def ask_back(
    referee: Referee, game: str, seat: str, to: int, reason: str, act: Act, keys: Sequence[str] = ()
) -> Taken:
    """A seat asks to take back what it has ordered after event `to`; 0: its newest order.

    Raises like `Referee.take`.
    """

    def decide(run: Run, at: int) -> None:
        authorise(run.game, seat, act, ORDERS, at)
        entries = _on_record(referee, run.game)
        _ask(run, rulings.TakeBackProposed(seat, to or own_slips.newest(entries, seat), reason), entries, at)

    return referee.decide(game, decide, act, keys)


class Slip(Struct, frozen=True):
    """What a seat would take back by itself: after event `to`, 0: its newest order; of what it has ordered by
    the event that it has `seen`. The others were `told` of all that happened by another event."""

    to: int
    seen: int
    told: int


def would_undo(game: GameState, entries: Sequence[Entry], seat: str, slip: Slip, at: int) -> bool:
    """Whether a seat would take back by itself, as `undo` does it; False where it would ask the others.
    Nothing is recorded. Raises `OrderError` where neither can be."""
    run = Run(game, lambda _game: RealDice())
    check_take_back(entries, seat, slip.to, game.rules.reveals)
    try:
        _check_untold(entries, seat, slip.to, slip.told)
        rewind(run, own_slips.undo(entries, seat, slip.to), entries, at)
    except IllegalMove:
        _ask(run, rulings.TakeBackProposed(seat, slip.to, OWN_SLIP), entries, at)
        return False
    return True


def undo(referee: Referee, game: str, seat: str, slip: Slip, act: Act, keys: Sequence[str] = ()) -> Taken:
    """A seat takes back by itself; where others know of it, it asks them. Raises like `Referee.take`."""

    def decide(run: Run, at: int) -> None:
        authorise(run.game, seat, act, ORDERS, at)
        entries = _on_record(referee, run.game)
        before = own_slips.newest(entries, seat, slip.seen)
        to = slip.to or before
        check_take_back(entries, seat, to, run.game.rules.reveals)
        try:
            _check_untold(entries, seat, to, slip.told)
            rewind(run, own_slips.undo(entries, seat, to), entries, at)
        except IllegalMove:
            _ask(run, rulings.TakeBackProposed(seat, to, OWN_SLIP), entries, at)

    return referee.decide(game, decide, act, keys)


def _check_untold(entries: Sequence[Entry], seat: str, to: int, told: int) -> None:
    """Raises `IllegalMove` where another was written to since an order which is not sealed."""
    orders = ((at, one) for at, one in taken_back(entries, seat, to) if isinstance(one, Ordered))
    if any(at <= told and not isinstance(one.order, Sealed) for at, one in orders):
        raise IllegalMove("take-back", "Others were told of it.")


def _ask(run: Run, asked: rulings.TakeBackProposed, entries: Sequence[Entry], at: int) -> None:
    own_slips.check_patience(entries, asked.seat, run.game.rules.reveals)
    propose(run, asked, entries, at)
    _and_back(run, entries)


def answer_back(
    referee: Referee, game: str, seat: str, yes: bool, act: Act, keys: Sequence[str] = ()
) -> Taken:
    """A seat lets another take back, or not; with the last one play goes back. Raises like `Referee.take`."""

    def decide(run: Run, at: int) -> None:
        authorise(run.game, seat, act, ORDERS, at)
        entries = _on_record(referee, run.game)
        put(run, rulings.TakeBackAnswered(seat, yes), at)
        _and_back(run, entries)

    return referee.decide(game, decide, act, keys)


def _and_back(run: Run, entries: Sequence[Entry]) -> None:
    """Where all have let the seat take back, play goes back. `entries` are those before this decision."""
    docket = run.game.register.docket
    if docket.consented and docket.proposal is not None:
        back = Rewound(docket.proposal.to, docket.proposal.reason, "consent")
        rewind(run, back, (*entries, *run.made))

"""Why a dispute, a ruling or a take-back may not be recorded, as far as people and the docket can tell.

The rest is asked where it is known: which rules a title has in citing.py, what it can correct by the title
itself, what a take-back would go back behind in lines.py.
"""

from __future__ import annotations

from typing import Any

from domain.game.entries import rulings
from domain.game.entries.entries import OWN_SLIP, SEAT, Entry, Forked, Looked, Rewound
from domain.game.entries.people import CONDITION
from domain.game.entries.policy import ALONE, AT_REVEAL
from domain.game.state.docket import Docket
from domain.game.state.register import Register
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed

LONGEST_TEXT = 20_000
"""Characters of a dispute, or of what a referee would rule."""

MOST_CITED = 100
"""Events or rules that one dispute or ruling cites, and effects that a ruling has."""

FOLLOWS = (rulings.Corrected, Rewound, Fact, Forked)
"""What may be recorded while effects of a ruling are due, beside the resumption that goes with it; a what-if
may leave the game between them."""


def unfinished(docket: Docket, entry: Entry | None) -> str:
    """Why an entry may not come before the effects that are due; `None` is the end of the record."""
    if not docket.due or isinstance(entry, FOLLOWS) or getattr(entry, "by", "") == rulings.BY_DISPUTE:
        return ""
    if docket.consented:
        return "All have let a seat take back, and play does not go back."
    return f"The effects of ruling {len(docket.rulings)} are not all there: {docket.due} more are due."


def _no_reason(reason: str) -> str:
    return "" if reason.strip() else "A reason is missing; the players read it."


def _cites(events: tuple[int, ...], rules: tuple[str, ...] = ()) -> str:
    in_order = list(events) == sorted(set(events)) and all(event > 0 for event in events)
    if not in_order or len(set(rules)) < len(rules) or max(len(events), len(rules)) > MOST_CITED:
        return f"At most {MOST_CITED} events are cited, ascending, and as many rules, each once."
    return ""


# ---- disputes


def _disputed(register: Register, entry: rulings.Disputed, at: int | None) -> str:
    docket = register.docket
    if entry.number != docket.disputes + 1:
        return f"The next dispute is number {docket.disputes + 1}."
    if entry.seat not in register.seats:
        return f"Nobody sits at {entry.seat} in this game."
    if entry.text.to != (entry.seat,):
        return "What a dispute says is sealed to its seat."
    return _no_text(entry.text) or _cites(entry.events) or _no_appeal(docket, entry)


def _no_text(text: Sealed[str]) -> str:
    """What is still sealed has no text to look at."""
    if text.value and not 0 < len(text.value.strip()) <= LONGEST_TEXT:
        return f"Say it in words, in at most {LONGEST_TEXT:,} signs."
    return ""


def _no_appeal(docket: Docket, entry: rulings.Disputed) -> str:
    ruling = entry.appeals
    if not ruling:
        return ""
    if docket.ruling(ruling) is None:
        return f"There is no ruling {ruling}."
    if any(other.appeals == ruling for other in docket.open):
        return f"An appeal against ruling {ruling} is open already."
    if ruling not in docket.windows:
        return f"Ruling {ruling} stands: the next results are out. The referee can reopen it."
    return ""


def _withdrawn(register: Register, entry: rulings.DisputeWithdrawn, at: int | None) -> str:
    known = register.docket.dispute(entry.number)
    mine = known is not None and known.seat == entry.seat
    return "" if mine else f"{entry.seat} has no open dispute {entry.number}."


def _recused(register: Register, entry: rulings.Recused, at: int | None) -> str:
    docket = register.docket
    if not register.policy.referee.second:
        return "This game names no second referee who could rule instead."
    if docket.dispute(entry.dispute) is None:
        return f"Dispute {entry.dispute} is not open."
    if entry.who not in rulings.REFEREES or any(number == entry.dispute for _who, number in docket.recused):
        return "One of the two referees may leave a dispute to the other, once."
    return _no_reason(entry.reason)


# ---- rulings


def _adjudicated(register: Register, entry: rulings.Adjudicated, at: int | None) -> str:
    docket = register.docket
    if docket.dispute(entry.dispute) is None:
        return f"Dispute {entry.dispute} is not open."
    given = [one.who for one in docket.adjudicated if one.dispute == entry.dispute]
    if entry.text.to != () or entry.who in given:
        return "Each referee says once what it would rule, sealed from everybody."
    return _no_referee(register, entry.who, entry.dispute) or _no_text(entry.text)


def _no_referee(register: Register, who: str, dispute: int) -> str:
    """Why somebody may not rule on a dispute."""
    if who not in rulings.REFEREES or (who == rulings.BY_SECOND and not register.policy.referee.second):
        return "This game names no second referee."
    if (who, dispute) in register.docket.recused:
        return f"The {_name(who)} has left dispute {dispute} to the other one."
    return ""


def _name(who: str) -> str:
    return "referee" if who == rulings.BY_FIRST else "second referee"


def _opened(register: Register, entry: rulings.AdjudicationsOpened, at: int | None) -> str:
    given = {one.who: one.text.value for one in register.docket.adjudicated if one.dispute == entry.dispute}
    if set(given) != set(rulings.REFEREES):
        return "Not both referees have said what they would rule."
    values = tuple(given[who] for who in rulings.REFEREES)
    if all(values) and values != entry.texts:
        return "Another adjudication was sealed."
    first, second = (text.casefold().split() for text in entry.texts)
    return "" if entry.agree == (first == second) else "It is said wrongly whether they say the same."


def _ruled(register: Register, entry: rulings.Ruled, at: int | None) -> str:
    docket = register.docket
    if entry.number != len(docket.rulings) + 1:
        return f"The next ruling is number {len(docket.rulings) + 1}."
    if entry.dispute and docket.dispute(entry.dispute) is None:
        return f"Dispute {entry.dispute} is not open."
    return (
        _no_referee(register, entry.by, entry.dispute)
        or _own_judge(register, entry)
        or _no_reason(entry.reason)
        or _cites(entry.events, entry.rules)
        or _ill_kind(register, entry)
    )


def _own_judge(register: Register, entry: rulings.Ruled) -> str:
    """Where there are two, nobody decides on the appeal against a ruling of its own."""
    docket = register.docket
    dispute = docket.dispute(entry.dispute)
    before = docket.ruling(dispute.appeals) if dispute else None
    other = rulings.BY_SECOND if entry.by == rulings.BY_FIRST else rulings.BY_FIRST
    if before is None or before.by != entry.by or _no_referee(register, other, entry.dispute):
        return ""
    return f"Ruling {before.number} is the {_name(entry.by)}'s own: the {_name(other)} decides on the appeal."


def _ill_kind(register: Register, entry: rulings.Ruled) -> str:
    if entry.kind not in rulings.KINDS:
        return f"A ruling is one of: {', '.join(rulings.KINDS)}."
    if entry.kind != rulings.NOTE and not entry.rules:
        return "A rule must be cited: the number that the ruling rests on."
    fewest, most = {
        rulings.CORRECTED: (1, MOST_CITED),
        rulings.REWOUND: (1, 1),
        rulings.PENALTY: (0, MOST_CITED),
    }.get(entry.kind, (0, 0))
    if not fewest <= entry.effects <= most:
        return f"A ruling “{entry.kind}” has {fewest} to {most} effects, not {entry.effects}."
    if (entry.kind == rulings.PENALTY) != bool(entry.seat) or entry.seat not in ("", *register.seats):
        return "A penalty is for one of the seats, and nothing else is."
    return ""


def _reopened(register: Register, entry: rulings.Reopened, at: int | None) -> str:
    docket = register.docket
    if docket.ruling(entry.ruling) is None:
        return f"There is no ruling {entry.ruling}."
    if entry.ruling in docket.windows:
        return f"Ruling {entry.ruling} can be appealed against already."
    return _no_reason(entry.reason)


def _corrected(register: Register, entry: rulings.Corrected[Any], at: int | None) -> str:
    docket = register.docket
    newest = docket.rulings[-1] if docket.rulings else None
    if not docket.due or docket.consented or newest is None or newest.kind == rulings.REWOUND:
        return "A correction is the effect of a ruling that says so."
    return "" if entry.ruling == newest.number else f"The correction is that of ruling {newest.number}."


def _revised(register: Register, entry: rulings.Revised, at: int | None) -> str:
    docket = register.docket
    turns = [one.turn for one in entry.turns]
    if docket.due or not turns or len(set(turns)) < len(turns):
        return "Versions change when all effects are there, of each turn once."
    wrong = [one.turn for one in entry.turns if one.version != docket.version(one.turn) + 1]
    return f"The results of {wrong[0]} have another version." if wrong else ""


# ---- take-backs and rewinds


def _proposed(register: Register, entry: rulings.TakeBackProposed, at: int | None) -> str:
    if entry.seat not in register.seats:
        return f"Nobody sits at {entry.seat} in this game."
    if register.docket.proposal is not None:
        return f"{register.docket.proposal.seat} asks to take back already; that must be answered first."
    return _no_reason(entry.reason)


def _answered(register: Register, entry: rulings.TakeBackAnswered, at: int | None) -> str:
    asks = register.docket.proposal
    if asks is None:
        return "Nobody asks to take anything back."
    if entry.seat == asks.seat and not entry.yes:
        return ""
    if entry.seat not in register.sitting() or entry.seat in (asks.seat, *register.docket.accepted):
        return f"{entry.seat} is not asked, or has answered already."
    return ""


def _rewound(register: Register, entry: Rewound, at: int | None) -> str:
    docket = register.docket
    if entry.by == SEAT:
        return _by_itself(register, entry, at or 0)
    if entry.seat or entry.deadlines:
        return "Only a seat that takes back by itself is named, with the times that run on."
    if entry.by == rulings.BY_FIRST:
        wrong = docket.consented or (docket.due and docket.rulings[-1].kind != rulings.REWOUND)
        return "Another effect is due than a rewind by the referee." if wrong else ""
    asks = docket.proposal
    if not docket.consented or asks is None:
        return "Not every seat has let the other take back."
    same = (entry.to, entry.reason, entry.anew) == (asks.to, asks.reason, False)
    return "" if same else "All have let a seat take back something else."


def _by_itself(register: Register, entry: Rewound, at: int) -> str:
    """Why a seat may not take back by itself, as far as people and clocks tell."""
    docket, grace = register.docket, register.policy.grace * 60_000
    if register.policy.undo != ALONE:
        return "In this game nothing is taken back unless all others let it."
    if entry.seat not in register.seats or (entry.reason, entry.anew) != (OWN_SLIP, False):
        return "A seat takes back its own slip, and says no more."
    if docket.due or docket.proposal or register.paused:
        return "A take-back or a ruling is open, or the clocks stand still."
    others = (held for seat, held in register.held.items() if seat != entry.seat)
    if any(one.when == CONDITION for held in others for one in held):
        return "Another seat has left orders that hang on what happens."
    late = any(one.at + grace < at for one in entry.deadlines if one.seat == entry.seat)
    return "The time for what was asked is over." if late else ""


# ---- looks


def _unseen(register: Register, entry: rulings.LookedUnseen, at: int | None) -> str:
    if register.policy.referee.looks != AT_REVEAL:
        return "In this game the players see at once what the referee looks at."
    if entry.what.to != () or entry.number != register.docket.looked + 1:
        return (
            f"The next look that is not seen at once is number {register.docket.looked + 1}, sealed from all."
        )
    if entry.what.value and entry.what.value.count("\n") < 2:
        return "A look says who looked, at what, and why, each on a line."
    return ""


def _looked(register: Register, entry: Looked, at: int | None) -> str:
    """Whether a reveal has come since, only the board can tell."""
    if not entry.of:
        return ""
    kept = {one.number: one.what.value for one in (*register.docket.looks, *register.docket.shown)}
    if entry.of not in kept:
        return f"There is no look {entry.of} that the players have not seen."
    known = kept[entry.of]
    same = not known or known == "\n".join((entry.person, entry.at, entry.reason))
    return "" if same else f"Look {entry.of} was another."


PROCEDURE: dict[type, Any] = {
    rulings.Disputed: _disputed,
    rulings.DisputeWithdrawn: _withdrawn,
    rulings.Recused: _recused,
    rulings.Adjudicated: _adjudicated,
    rulings.AdjudicationsOpened: _opened,
    rulings.Ruled: _ruled,
    rulings.Reopened: _reopened,
    rulings.Corrected: _corrected,
    rulings.Revised: _revised,
    rulings.TakeBackProposed: _proposed,
    rulings.TakeBackAnswered: _answered,
    Rewound: _rewound,
    rulings.LookedUnseen: _unseen,
    Looked: _looked,
}

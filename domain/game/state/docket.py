"""The docket: which disputes are open, what was ruled, what a seat asks to take back. A part of the
`Register`, folded from the entries; it checks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries import rulings as r
from domain.game.entries.entries import SEAT, Entry, Looked, Ordered, Rewound
from domain.game.entries.people import SeatLeft, SeatTaken


class Docket(Struct, frozen=True):
    """What stands of disputes and rulings.

    `open` are the disputes that wait for a ruling; `windows` the rulings that may be appealed against: until
    the next order of a seat. `due` is how many effects must still be recorded before anything else.
    `consented`: all have let the proposer take back, and the rewind is due. `looks` are not seen yet; `shown`
    are those that a reveal has brought up, and that are to be recorded openly.
    """

    disputes: int = 0
    open: tuple[r.Disputed, ...] = ()
    rulings: tuple[r.Ruled, ...] = ()
    windows: tuple[int, ...] = ()
    due: int = 0
    recused: tuple[tuple[str, int], ...] = ()
    adjudicated: tuple[r.Adjudicated, ...] = ()
    versions: Mapping[str, int] = {}
    proposal: r.TakeBackProposed | None = None
    accepted: tuple[str, ...] = ()
    consented: bool = False
    looked: int = 0
    looks: tuple[r.LookedUnseen, ...] = ()
    shown: tuple[r.LookedUnseen, ...] = ()

    def dispute(self, number: int) -> r.Disputed | None:
        """The dispute of a number, if it is open."""
        return next((one for one in self.open if one.number == number), None)

    def ruling(self, number: int) -> r.Ruled | None:
        return self.rulings[number - 1] if 0 < number <= len(self.rulings) else None

    def version(self, turn: str) -> int:
        return self.versions.get(turn, 1)

    def left(self) -> Docket:
        """In a what-if nothing is open; what it rules itself has further numbers and versions."""
        return Docket(
            disputes=self.disputes, rulings=self.rulings, versions=self.versions, looked=self.looked
        )

    def revealed(self) -> Docket:
        """After an event that shows somebody what was hidden."""
        return replace(self, looks=(), shown=(*self.shown, *self.looks))


def opened_look(look: r.LookedUnseen, of: int | None = None) -> Looked:
    """A look that was not seen at once, as it is seen: who, at what, and why."""
    person, at, reason = look.what.value.split("\n", 2)
    return Looked(person, at, reason, look.number if of is None else of)


def fold(docket: Docket, entry: Entry, sitting: Callable[[], Collection[str]]) -> Docket:
    """The docket after an entry; `sitting` gives the seats at which somebody sits."""
    change = _FOLDS.get(type(entry))
    if change is None:
        return docket
    docket = replace(docket, **change(docket, entry))
    return replace(docket, consented=True, due=1) if _is_consented(docket, sitting) else docket


def _is_consented(docket: Docket, sitting: Callable[[], Collection[str]]) -> bool:
    asks = docket.proposal
    return asks is not None and set(sitting()) <= {asks.seat, *docket.accepted}


def _disputed(docket: Docket, entry: r.Disputed) -> dict[str, Any]:
    return {"disputes": entry.number, "open": (*docket.open, entry)}


def _closed(docket: Docket, number: int) -> dict[str, Any]:
    return {
        "open": tuple(one for one in docket.open if one.number != number),
        "adjudicated": tuple(one for one in docket.adjudicated if one.dispute != number),
        "recused": tuple(one for one in docket.recused if one[1] != number),
    }


def _withdrawn(docket: Docket, entry: r.DisputeWithdrawn) -> dict[str, Any]:
    return _closed(docket, entry.number)


def _recused(docket: Docket, entry: r.Recused) -> dict[str, Any]:
    return {"recused": (*docket.recused, (entry.who, entry.dispute))}


def _adjudicated(docket: Docket, entry: r.Adjudicated) -> dict[str, Any]:
    return {"adjudicated": (*docket.adjudicated, entry)}


def _ruled(docket: Docket, entry: r.Ruled) -> dict[str, Any]:
    return {
        **_closed(docket, entry.dispute),
        "rulings": (*docket.rulings, entry),
        "windows": (*docket.windows, entry.number),
        "due": entry.effects,
        "proposal": None,
        "accepted": (),
    }


def _reopened(docket: Docket, entry: r.Reopened) -> dict[str, Any]:
    return {"windows": (*docket.windows, entry.ruling)}


def _effect(docket: Docket, entry: r.Corrected[Any] | Rewound) -> dict[str, Any]:
    """A rewind without a ruling has none due, and one by consent ends its proposal."""
    return {"due": max(docket.due - 1, 0), "proposal": None, "accepted": (), "consented": False}


def _revised(docket: Docket, entry: r.Revised) -> dict[str, Any]:
    return {"versions": {**docket.versions, **{one.turn: one.version for one in entry.turns}}}


def _proposed(docket: Docket, entry: r.TakeBackProposed) -> dict[str, Any]:
    return {"proposal": entry, "accepted": ()}


def _answered(docket: Docket, entry: r.TakeBackAnswered) -> dict[str, Any]:
    if not entry.yes:
        return {"proposal": None, "accepted": ()}
    return {"accepted": (*docket.accepted, entry.seat)}


def _moved(docket: Docket, entry: SeatTaken | SeatLeft) -> dict[str, Any]:
    """Whoever sits there now has let nobody take anything back."""
    return {"proposal": None, "accepted": ()}


def _ordered(docket: Docket, entry: Ordered[Any]) -> dict[str, Any]:
    """The next results are out once a seat has ordered; nothing is taken back from before any order."""
    ended: dict[str, Any] = {"proposal": None, "accepted": ()}
    return {**ended, "windows": ()} if entry.by == SEAT else ended


def _unseen(docket: Docket, entry: r.LookedUnseen) -> dict[str, Any]:
    return {"looked": entry.number, "looks": (*docket.looks, entry)}


def _looked(docket: Docket, entry: Looked) -> dict[str, Any]:
    """Where a reveal lies on a line that was left, nothing else tells that it came."""
    left = {name: getattr(docket, name) for name in ("looks", "shown")}
    return {name: tuple(one for one in some if one.number != entry.of) for name, some in left.items()}


_FOLDS: dict[type, Callable[[Docket, Any], dict[str, Any]]] = {
    r.Disputed: _disputed,
    r.DisputeWithdrawn: _withdrawn,
    r.Recused: _recused,
    r.Adjudicated: _adjudicated,
    r.Ruled: _ruled,
    r.Reopened: _reopened,
    r.Corrected: _effect,
    Rewound: _effect,
    r.Revised: _revised,
    r.TakeBackProposed: _proposed,
    r.TakeBackAnswered: _answered,
    SeatTaken: _moved,
    SeatLeft: _moved,
    Ordered: _ordered,
    r.LookedUnseen: _unseen,
    Looked: _looked,
}

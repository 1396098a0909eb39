"""A part of `verify.py`, which it is joined to in a bundle: disputes, rulings and take-backs
(`[6.9]` of format.md). Nothing but Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.bundle.verify_dice import DICE
from referee.bundle.verify_entries import ENTRIES, NUMBER, SAID, need, shown
from referee.bundle.verify_people import People

CITED: Any = ([NUMBER], [])
JUDGE = "referee|second"
KINDS = {"stands": (0, 0), "corrected": (1, 100), "rewound": (1, 1), "penalty": (0, 100), "note": (0, 0)}
LONGEST = 20_000
"""Characters of a dispute, and of what a referee would rule."""

RULED: dict[str, dict[str, Any]] = {
    "disputed": {"number": NUMBER, "seat": str, "text": object, "events": CITED}
    | {"rule": (str, ""), "error": (str, ""), "appeals": (NUMBER, 0)},
    "dispute-withdrawn": {"number": NUMBER, "seat": str},
    "recused": {"dispute": NUMBER, "who": JUDGE, "reason": SAID},
    "adjudicated": {"dispute": NUMBER, "who": JUDGE, "text": object},
    "adjudications-opened": {"dispute": NUMBER, "texts": [str], "agree": bool},
    "ruled": {"number": NUMBER, "kind": "|".join(KINDS), "reason": SAID, "dispute": (NUMBER, 0)}
    | {"by": (JUDGE, "referee"), "events": CITED, "rules": ([str], [])}
    | {"seat": (str, ""), "effects": (range(101), 0)},
    "reopened": {"ruling": NUMBER, "reason": SAID},
    "corrected": {"ruling": NUMBER, "what": dict},
    "revised": {"turns": [{"turn": str, "version": NUMBER}]},
    "take-back-proposed": {"seat": str, "to": NUMBER, "reason": SAID},
    "take-back-answered": {"seat": str, "yes": bool},
    "looked": {"person": str, "at": str, "reason": str, "of": (NUMBER, 0)},
    "looked-unseen": {"number": NUMBER, "what": object},
}
SHAPES = {**ENTRIES, **DICE, **RULED}
"""What entries have, as far as it is checked."""

SEEN = (*RULED, "rewound", "forked", "ordered", "seat-taken", "seat-left")
BARRIERS = ("thrown", "thrown-again", "asked", "contributed", "rewound", "corrected", "forked")

ALONE = ("fact", "deadlines-set", "order-refused", "press", "noted")
OF_ITS_OWN = ("order-held", "order-released", "signed")
GIVEN = ("seat", "only answer", "standing order")
SLIPS = 5
"""How often a seat takes back by itself before anybody else acts."""

REVEALS = {
    "shinobi": "clan-dealt cards-drawn action-skipped clans-revealed hands-revealed hand-corrected "
    "discard-corrected",
    "kawanakajima": "plan-shown plan-attempted chit-placed special-placed special-opened clan-entered "
    "command-thrown posture-tried fought rally-tried unit-retreated game-ended",
    "twilight_shogun": "cards-drawn card-played card-dropped hand-seen card-corrected card-given card-taken",
    "rising_sun": "bids-revealed game-won battles-settled",
    "clan_war": "lists-opened",
}
"""The events of our titles that show to somebody what was hidden; those of others only their rules know."""


def is_slip(entry: dict[str, Any], seat: str) -> bool:
    """Whether a seat takes back by itself."""
    return entry["type"] == "rewound" and (entry["by"], entry["seat"]) == ("seat", seat)


class Docket:
    """What section 6.9 remembers from one event to the next."""

    def __init__(self, people: People) -> None:
        self.people, self.disputes, self.looked = people, 0, 0
        self.rulings, self.versions = list[dict[str, Any]](), dict[str, int]()
        self.ordered, self.rewound = dict[str, int](), dict[int, int]()  # newest of a seat, and to an event
        self.barrier = 0  # the newest event that no take-back goes behind
        self.open: dict[int, dict[str, Any]] = people.disputes
        self.see_forked({})

    def see_forked(self, entry: dict[str, Any]) -> None:
        """In a what-if nothing is open; numbers and versions go on."""
        self.open.clear()
        self.windows, self.unseen = set[int](), dict[int, Any]()
        self.appealed, self.recused = set[int](), dict[int, str]()
        self.sealed: dict[int, dict[str, Any]] = {}  # what each would rule, and has sealed
        self.due, self.consented = 0, False
        self.proposal, self.accepted = dict[str, Any](), set[str]()

    def look(self, event: Any, before: list[Any]) -> None:
        entry, kind = event.entry, event.entry["type"]
        follows = kind in ("corrected", "rewound", "fact", "forked") or entry.get("by") == "dispute"
        need(not self.due or follows, f"{self.due} more effects are due, of a ruling or a take-back")
        self.now = event.public["at"]
        self.seals, self.before = [(path, seal["to"]) for path, seal, _ in event.seals], before
        self.opened = [is_open for _, _, is_open in event.seals]
        if kind in SEEN:
            getattr(self, f"see_{kind.replace('-', '_')}")(entry)
        self.note(entry, event.position)
        if self.proposal and self.people.sitting() <= {self.proposal["seat"], *self.accepted}:
            self.due, self.consented = 1, True

    def note(self, entry: dict[str, Any], position: int) -> None:
        """What the next take-back is held against."""
        kind = entry["type"]
        if kind == "ordered":
            self.ordered[entry["seat"]] = position
        elif kind in BARRIERS:
            self.barrier = self.barrier if entry.get("by") == "seat" else position
            if kind == "rewound":
                self.rewound[entry["to"]] = position

    def cites(self, entry: dict[str, Any]) -> None:
        events, rules = entry["events"], entry.get("rules", [])
        need(events == sorted(set(events)) and len(events) <= 100, "the events are not in order")
        need(all(0 < n <= len(self.before) for n in events), "an event is cited that is not there yet")
        need(len(set(rules)) == len(rules) <= 100, "a rule is cited twice")

    def end(self) -> None:
        need(not self.due, f"{self.due} more effects are due")

    # --- disputes ---

    def see_disputed(self, entry: dict[str, Any]) -> None:
        ruling, self.disputes = entry["appeals"], self.disputes + 1
        need(entry["number"] == self.disputes, f"it is not dispute {self.disputes}")
        self.people.at_a_seat(entry["seat"])
        need(self.seals == [("text", [entry["seat"]])], "a dispute is sealed to its seat")
        self.says(entry["text"])
        self.cites(entry)
        is_open = not ruling or (ruling in self.windows and ruling not in self.appealed)
        need(is_open, f"ruling {ruling} cannot be appealed against")
        self.appealed |= {ruling} - {0}
        self.open[self.disputes] = entry

    def is_open(self) -> bool:
        """Whether the one sealed value of the event is."""
        return self.opened == [True]

    def says(self, text: Any) -> bool:
        """Whether it is open: it has to say something then."""
        fits = isinstance(text, str) and 0 < len(text.strip()) <= LONGEST
        need(fits or not self.is_open(), "it says nothing, or too much")
        return self.is_open()

    def see_dispute_withdrawn(self, entry: dict[str, Any]) -> None:
        mine = self.open.get(entry["number"], {}).get("seat") == entry["seat"]
        need(mine, f"{shown(entry['seat'])} has no such dispute")
        self.close(entry["number"])

    def close(self, number: int) -> None:
        self.appealed.discard(self.open.pop(number, {}).get("appeals", 0))
        self.recused.pop(number, None)
        self.sealed.pop(number, None)

    def see_recused(self, entry: dict[str, Any]) -> None:
        number = entry["dispute"]
        need(self.people.policy["referee"]["second"], "there is no second referee")
        first = number in self.open and number not in self.recused
        need(first, "the dispute is not open, or has been left to the other referee")
        self.recused[number] = entry["who"]

    def may_rule(self, who: str, dispute: int) -> bool:
        is_there = who == "referee" or bool(self.people.policy["referee"]["second"])
        return is_there and self.recused.get(dispute) != who

    def see_adjudicated(self, entry: dict[str, Any]) -> None:
        who, number = entry["who"], entry["dispute"]
        first = number in self.open and who not in self.sealed.get(number, ())
        need(first and self.may_rule(who, number), "it may not say what it would rule, or has said it")
        need(self.seals == [("text", [])], "it is not sealed from everybody")
        self.sealed.setdefault(number, {})[who] = entry["text"] if self.says(entry["text"]) else None

    def see_adjudications_opened(self, entry: dict[str, Any]) -> None:
        said = self.sealed.get(entry["dispute"], {})
        need(len(said) == len(entry["texts"]) == 2, "not both have said what they would rule")
        sealed = zip((said["referee"], said["second"]), entry["texts"], strict=True)
        need(all(one in (None, text) for one, text in sealed), "it is not what they have sealed")
        words = [text.casefold().split() for text in entry["texts"]]
        need(entry["agree"] == (words[0] == words[1]), "it is said wrongly whether they say the same")

    # --- rulings ---

    def see_ruled(self, entry: dict[str, Any]) -> None:
        number, dispute, by = len(self.rulings) + 1, entry["dispute"], entry["by"]
        need(entry["number"] == number, f"it is not ruling {number}")
        need(not dispute or dispute in self.open, "the dispute is not open")
        need(self.may_rule(by, dispute), f"the {by} may not rule on it")
        appealed = self.open[dispute]["appeals"] if dispute else 0
        other = "second" if by == "referee" else "referee"
        own = appealed and self.rulings[appealed - 1]["by"] == by and self.may_rule(other, dispute)
        need(not own, f"the {other} decides on this appeal")
        self.cites(entry)
        least, most = KINDS[entry["kind"]]
        need(least <= entry["effects"] <= most, f"it has {entry['effects']} effects")
        need(entry["rules"] or entry["kind"] == "note", "no rule is cited")
        punished = entry["seat"] in self.people.holders
        need(punished if entry["kind"] == "penalty" else not entry["seat"], "a penalty is for a seat")
        self.close(dispute)
        self.rulings.append(entry)
        self.windows.add(number)
        self.due, self.proposal, self.accepted = entry["effects"], {}, set()

    def see_reopened(self, entry: dict[str, Any]) -> None:
        ruling = entry["ruling"]
        is_closed = 0 < ruling <= len(self.rulings) and ruling not in self.windows
        need(is_closed, f"there is no ruling {ruling}, or it can be appealed against")
        self.windows.add(ruling)

    def see_corrected(self, entry: dict[str, Any]) -> None:
        is_due = self.due and not self.consented and self.rulings[-1]["kind"] != "rewound"
        need(is_due and entry["ruling"] == len(self.rulings), "no ruling has this correction")
        self.due -= 1

    def see_revised(self, entry: dict[str, Any]) -> None:
        turns = [one["turn"] for one in entry["turns"]]
        need(turns and len({*turns}) == len(turns), "it names no turn, or one twice")
        for one in entry["turns"]:
            version = self.versions.get(one["turn"], 1) + 1
            need(one["version"] == version, f"the results of {shown(one['turn'])} have version {version}")
            self.versions[one["turn"]] = version

    # --- take-backs and looks ---

    def see_take_back_proposed(self, entry: dict[str, Any]) -> None:
        self.people.at_a_seat(entry["seat"])
        need(not self.proposal, "another take-back is open")
        start = self.rewound.get(entry["to"], entry["to"])
        own = {seat for seat, position in self.ordered.items() if position > start}
        need(own == {entry["seat"]}, "it is not its own orders that it would take back")
        need(self.barrier <= start, "a throw or a ruling rests on it")
        self.proposal, self.accepted = entry, set()

    def see_take_back_answered(self, entry: dict[str, Any]) -> None:
        seat, asks = entry["seat"], self.proposal.get("seat", "")
        is_asked = seat in self.people.sitting() and seat not in (asks, *self.accepted)
        need(asks and (is_asked or (seat == asks and not entry["yes"])), f"{shown(seat)} is not asked")
        if entry["yes"]:
            self.accepted.add(seat)
        else:
            self.proposal, self.accepted = {}, set()

    def taken(self, seat: str, to: int) -> Iterator[Any]:
        """The events after `to` that a seat takes back, newest first, without what it took back before."""
        at = len(self.before)
        while at > to:
            event = self.before[at - 1]
            goal = event.entry["to"] if event.entry["type"] == "rewound" else 0
            if goal == to:
                return
            if is_slip(event.entry, seat) and to < goal < at:
                at = goal
                continue
            yield event
            at -= 1

    def may_be_undone(self, entry: dict[str, Any], seat: str) -> bool:
        kind = entry["type"]
        if kind == "ordered":
            return entry["seat"] == seat and entry["by"] in GIVEN
        return kind in ALONE or (kind in OF_ITS_OWN and entry["seat"] == seat)

    def is_barrier(self, entry: dict[str, Any], seat: str) -> bool:
        is_other = entry["type"] == "ordered" and entry["seat"] != seat
        return is_other or entry["type"] in BARRIERS or self.reveals(entry)

    def reveals(self, entry: dict[str, Any]) -> bool:
        known = REVEALS.get(str(self.before[0].entry.get("title")), "").split()
        event = entry.get("event")
        return isinstance(event, dict) and event.get("type") in known

    def slips(self, seat: str) -> int:
        count = 0
        for event in reversed(self.before):
            if is_slip(event.entry, seat):
                count += 1
            elif self.is_barrier(event.entry, seat):
                break
        return count

    def by_itself(self, entry: dict[str, Any]) -> None:
        """A seat takes back its own slip."""
        seat, people = entry["seat"], self.people
        people.at_a_seat(seat)
        need(people.policy["undo"] == "alone", "nothing is taken back here unless all let it")
        need((entry["reason"], entry["anew"]) == ("Its own slip.", False), "it is no slip")
        need(not (self.due or self.proposal or people.paused), "something else is open")
        taken = [*self.taken(seat, entry["to"])]
        orders = [one.position for one in taken if one.entry["type"] == "ordered"]
        need(orders and self.slips(seat) < SLIPS, "it takes nothing back, or once too often")
        after = [one.entry for one in taken if one.position >= orders[-1]]
        is_free = all(self.may_be_undone(one, seat) for one in after)
        is_free &= not any(self.is_barrier(one.entry, seat) for one in taken)
        need(is_free, "something rests on what it takes back")
        need(people.before[orders[-1]] == entry["deadlines"], "other deadlines held before it")
        waits = (when for who, held in people.held.items() if who != seat for when in held.values())
        need("condition" not in waits, "another seat has left orders that hang on what happens")
        grace = people.policy["grace"] * 60_000
        late = any(one["at"] + grace < self.now for one in entry["deadlines"] if one["seat"] == seat)
        need(not late, "the time for what was asked is over")

    def see_rewound(self, entry: dict[str, Any]) -> None:
        need(
            entry["by"] == "seat" or not (entry["seat"] or entry["deadlines"]), "no seat takes back by itself"
        )
        if entry["by"] == "seat":
            self.by_itself(entry)
        elif entry["by"] == "consent":
            same = all(entry[key] == self.proposal.get(key) for key in ("to", "reason"))
            need(self.consented and same and not entry["anew"], "not every seat has let it")
        else:
            is_due = not self.due or self.rulings[-1]["kind"] == "rewound"
            need(is_due and not self.consented, "another effect is due")
        self.due, self.consented, self.proposal, self.accepted = 0, False, {}, set()

    def see_ordered(self, entry: dict[str, Any]) -> None:
        self.proposal, self.accepted = {}, set()
        if entry["by"] == "seat":
            self.windows = set()

    def see_seat_taken(self, entry: dict[str, Any]) -> None:
        self.proposal, self.accepted = {}, set()

    see_seat_left = see_seat_taken

    def see_looked(self, entry: dict[str, Any]) -> None:
        if entry["of"]:
            need(entry["of"] in self.unseen, f"there is no look {entry['of']} that was not seen")
            what = self.unseen.pop(entry["of"])
            same = what in (None, "\n".join(entry[key] for key in ("person", "at", "reason")))
            need(same, f"look {entry['of']} was another")

    def see_looked_unseen(self, entry: dict[str, Any]) -> None:
        self.looked += 1
        need(entry["number"] == self.looked, f"it is not look {self.looked}")
        need(self.people.policy["referee"]["looks"] == "at the reveal", "looks are seen at once in this game")
        need(self.seals == [("what", [])], "it is not sealed from everybody")
        what = entry["what"] if self.is_open() else None
        is_look = isinstance(what, str) and what.count("\n") > 1
        need(what is None or is_look, "it does not say who looked at what, and why")
        self.unseen[self.looked] = what

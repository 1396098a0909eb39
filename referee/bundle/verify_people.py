"""A part of `verify.py`, which it is joined to in a bundle: people, clocks and press
(`[6.7]` of format.md). Nothing but Python.
"""

from __future__ import annotations

import re
from bisect import bisect, insort
from collections import Counter
from typing import Any

from referee.bundle.verify_entries import CONDUCT, DAY, POLICY, PROGRAM, VOTE, need, shown
from referee.bundle.verify_signed import SIGN_KINDS, block_of, key_name, unsigned

SCOPES = {"ordered": "orders", "joined": "orders", "vacation-taken": "orders", "order-held": "orders"}
SCOPES |= {"order-released": "orders", "press": "press", "forfeited": "orders"}
SCOPES |= {"signed": "orders", "advised": "orders", "order-refused": "orders"}
SCOPES |= dict.fromkeys(("take-back-proposed", "take-back-answered", "rewound"), "orders")
SCOPES |= dict.fromkeys(("seat-left", "delegated", "delegation-ended", "address-changed"), "")
SCOPES |= {"agreed": "", "conceded": ""}
SCOPES |= dict.fromkeys(("disputed", "dispute-withdrawn"), "")
AGREEMENTS = ("pause", "resume", "abandon", "show")
AFTER_THE_END = ("noted", "disputed", "dispute-withdrawn", "recused", "reopened")
SIGNED = ("joined", "order-held", "forfeited")
ANEW = ("ordered", "rewound", "forked", "corrected")
UNPLAYED = ("refused", "withdrawn", "replaced", "ended")
UNASKED = ("fired", "stopped")
PLAYED = {"ready": {"ready", "deadline"}, "asked": {"asked"}, "sheet": {"asked"}, "condition": {"fired"}}


def is_program(person: str) -> bool:
    return re.fullmatch(PROGRAM, person) is not None


class People:
    """What section 6.7 remembers from one event to the next."""

    def __init__(self, opening: dict[str, Any]) -> None:
        self.policy = opening["policy"]
        self.holders = {seat["seat"]: seat["person"] for seat in opening["seats"]}
        self.standbys, self.delegates = set[str](), dict[str, dict[str, tuple[str, int]]]()
        self.agreed: dict[str, set[str]] = {on: set() for on in AGREEMENTS}
        self.conceded, self.settled = set[str](), False
        self.abandoned, self.paused, self.due, self.by = False, dict[str, Any](), "", "seat"
        self.deadlines, self.running = dict[str, dict[str, Any]](), dict[str, dict[str, Any]]()
        self.before = dict[int, list[dict[str, Any]]]()  # the deadlines before an order, by its position
        self.spent, self.silent = dict[str, int](), dict[str, str]()
        self.vacations, self.days = dict[str, list[tuple[int, int]]](), Counter[str]()
        self.forfeits = set[str]()
        self.advised = set[str]()
        self.refusals = Counter[tuple[str, int]]()
        self.disputes = dict[int, dict[str, Any]]()
        self.held, self.numbers = dict[str, dict[int, str]](), Counter[str]()
        self.keys, self.signed = dict[tuple[str, str], str](), set[tuple[str, str]]()  # [6.10]
        self.signing = {*self.holders} if opening.get("protocol", 1) > 1 else set[str]()
        self.known = dict[str, None]()
        self.texts, self.checked, self.unchecked = set[str](), 0, Counter[str]()

    def look(self, public: dict[str, Any], seals: list[Any]) -> None:
        entry, at, kind = public["entry"], public["at"], public["entry"]["type"]
        follows = kind == "ordered" and (entry["seat"], entry["by"]) == (self.due, self.by)
        need(not self.due or follows, f"the order that {shown(self.due)} held back does not follow")
        self.due, self.game, self.position = "", public["game"], public["position"]
        self.advised -= self.advised if kind in ANEW else set()
        may_be = kind in AFTER_THE_END or (kind == "press" and entry["to"] == [])
        may_be |= kind == "ruled" and not entry["effects"]
        may_be |= kind == "agreed" and entry["on"] == "show"
        need(not self.abandoned or may_be, "the game was abandoned before it")
        need(not self.settled or may_be, "the game was over before it")
        self.seals, self.act = [(path, seal["to"]) for path, seal, _ in seals], public["act"]
        if kind == "voted" or ("sender", []) in self.seals:
            named = [key for key, value in self.act.items() if key != "cause" and value]
            need(not named, "an anonymous writer or voter is named, or the mail")
        elif kind in SCOPES and self.is_of_a_seat(entry):
            self.acted(SCOPES[kind], entry.get("seat", entry.get("sender")), at)
        if not follows and (kind in SIGNED or (kind == "ordered" and entry["by"] == "seat")):
            self.must_be_signed(entry["seat"])
        if kind in CONDUCT or kind in ("opened", "ordered", "joined", "rewound", "forked"):
            getattr(self, f"see_{kind.replace('-', '_')}")(entry, at)

    def is_of_a_seat(self, entry: dict[str, Any]) -> bool:
        by_seat = entry["type"] not in ("ordered", "rewound") or entry["by"] == "seat"
        return by_seat and not (entry["type"] == "order-released" and entry["why"] in UNASKED)

    def acted(self, scope: str, seat: str, at: int) -> None:
        """Whether the person that is named might act for the seat, and the mail do it."""
        person, behalf, authority = (self.act[key] for key in ("person", "behalf", "authority"))
        if person and seat in self.holders and not (behalf and person == "referee"):
            given, until = self.delegates.get(seat, {}).get(person, ("", 0))
            is_delegate = scope and given in (scope, "all") and at <= until
            may = is_delegate if behalf else person == (self.holders[seat] or "nobody")
            need(may, f"{shown(person)} may not do this for {shown(seat)}")
        least = self.policy["authority"] if self.act["cause"] == "mail" else 0
        enough = authority[:1] in [*"0123456789"][least:]
        need(least < 2 or enough, f"the mail has not level {least}")

    def at_a_seat(self, seat: str) -> None:
        need(seat in self.holders, f"{shown(seat)} is no seat of this game")

    def named(self, person: str, *, is_person: bool = False) -> None:
        fits = person.strip() == person and 0 < len(person) <= 200 and person.isprintable()
        need(fits, f"{shown(person)} is no name")
        need(not (is_person and is_program(person)), f"{shown(person)} is a program, and only orders")

    def sitting(self) -> set[str]:
        """Where a person sits, and no program."""
        return {seat for seat, person in self.holders.items() if person and not is_program(person)}

    def decided(self, entry: dict[str, Any], on: str) -> None:
        sitting = self.sitting()
        by_all = entry["by"] == "consent" and sitting and sitting <= self.agreed[on]
        if entry["by"] == "dispute":  # [6.9]
            stops = self.policy["referee"]["stops"] and self.disputes
            by_all = stops if on == "pause" else self.paused["by"] == "dispute" and not stops
        need(
            by_all or (entry["by"] == "referee" and entry["reason"].strip()), "nobody has decided it who can"
        )

    # --- signed orders [6.10] ---

    def must_be_signed(self, seat: str) -> None:
        is_due = self.policy["authority"] == 3 and seat in self.signing
        is_due = is_due and not is_program(self.holders[seat])
        is_due = is_due and not (self.act["behalf"] and self.act["person"] == "referee")
        there = self.act["cause"] == "mail" and (seat, self.act["reference"].partition(":")[0]) in self.signed
        need(not is_due or there, f"nothing that {shown(seat)} has signed stands before it")

    def see_key_registered(self, entry: dict[str, Any], at: int) -> None:
        seat, person = entry["seat"], entry["person"]
        self.at_a_seat(seat)
        self.named(person, is_person=True)
        scope, until = self.delegates.get(seat, {}).get(person, ("", 0))
        may = person == (self.holders[seat] or "nobody") or (scope in ("orders", "all") and at <= until)
        need(may and person != "referee", f"{shown(person)} may not order for {shown(seat)}")
        need(self.keys.get((seat, person)) != entry["key"], "it is this key already")
        self.keys[seat, person] = entry["key"]
        self.known[f"{shown(person)} signs for {seat} by {key_name(entry['key'])}"] = None
        self.signing.add(seat)

    def see_signed(self, entry: dict[str, Any], at: int) -> None:
        seat, text = entry["seat"], entry["text"]
        self.at_a_seat(seat)
        key = self.keys.get((seat, self.act["person"] or self.holders[seat]), "")
        mail = seat, self.act["reference"].partition(":")[0]
        need(key and self.act["cause"] == "mail" and mail not in self.signed, "it has no key, or was signed")
        need(self.seals == [("signature", [seat]), ("text", [seat])], "what is signed is sealed to its seat")
        self.signed.add(mail)
        if not isinstance(text, dict):
            self.check_signature(key, seat, text, entry["signature"])

    def check_signature(self, key: str, seat: str, text: Any, signature: Any) -> None:
        need(isinstance(text, str) and isinstance(signature, str), "what is signed is no text")
        need(len(text) <= 65_536 and len(signature) <= 8192, "it is too long")
        need(text not in self.texts, "this text was signed before")
        need(block_of(text) == (self.game, seat.lower()), f"it is no block of {self.game} and {shown(seat)}")
        self.texts.add(text)
        kind = key.split(" ")[0]
        why = unsigned(key, text, signature) if kind in SIGN_KINDS else ""
        need(not why, f"the signature of {shown(seat)} does not hold: {why}")
        self.checked += kind in SIGN_KINDS
        self.unchecked[kind] += kind not in SIGN_KINDS

    def said(self) -> str:
        """How many signatures of orders were checked."""
        kinds = ", ".join(shown(kind)[1:-1] for kind, count in self.unchecked.items() if count)
        left = f"; not checked here: signatures by a key of kind {kinds}" if kinds else ""
        named = "".join(f"; {name}" for name in self.known)
        return (f"; {self.checked} signatures of orders hold" if self.known else "") + left + named

    # --- people ---

    def see_opened(self, entry: dict[str, Any], at: int) -> None:
        self.check_policy(entry["policy"])

    def check_policy(self, policy: dict[str, Any]) -> None:
        need(policy["days"] == sorted(set(policy["days"])), "the days are not in order")
        need(policy["referee"]["second"].isprintable(), "the second referee has no such name")

    def see_policy_changed(self, entry: dict[str, Any], at: int) -> None:
        self.check_policy(entry["policy"])
        self.policy, keeps = entry["policy"], entry["keeps_moved"]
        for table in (self.deadlines, self.running):
            for seat in [seat for seat, one in table.items() if not (keeps and one.get("moved"))]:
                del table[seat]

    def vacate(self, seat: str, person: str) -> None:
        self.holders[seat] = person
        self.delegates.pop(seat, None)
        self.held.pop(seat, None)
        self.keys = {pair: key for pair, key in self.keys.items() if pair[0] != seat}
        self.agreed = {on: seats - {seat} for on, seats in self.agreed.items()}
        self.conceded.discard(seat)

    def see_seat_taken(self, entry: dict[str, Any], at: int) -> None:
        seat, person = entry["seat"], entry["person"]
        self.at_a_seat(seat)
        self.named(person)
        need(self.holders[seat] != person, f"{shown(person)} sits there already")
        self.vacate(seat, person)
        self.standbys -= set() if is_program(person) else {person}
        for table in (self.deadlines, self.running, self.silent):
            table.pop(seat, None)

    def see_seat_left(self, entry: dict[str, Any], at: int) -> None:
        sits = entry["person"] and self.holders.get(entry["seat"]) == entry["person"]
        need(sits, f"{shown(entry['person'])} does not sit there")
        self.vacate(entry["seat"], "")

    def see_standby(self, entry: dict[str, Any], at: int) -> None:
        person, listed = entry["person"], entry["listed"]
        self.named(person)
        need((person in self.standbys) != listed, f"{shown(person)} is on the list already, or never was")
        plays = person in self.holders.values() and not is_program(person)
        need(not (listed and plays), f"{shown(person)} plays here")
        self.standbys ^= {person}

    def see_delegated(self, entry: dict[str, Any], at: int) -> None:
        self.at_a_seat(entry["seat"])
        self.named(entry["to"], is_person=True)
        need(entry["to"] != self.holders[entry["seat"]] and entry["until"] > at, "nothing is delegated")
        self.delegates.setdefault(entry["seat"], {})[entry["to"]] = entry["scope"], entry["until"]

    def see_delegation_ended(self, entry: dict[str, Any], at: int) -> None:
        given = self.delegates.get(entry["seat"], {}).pop(entry["to"], None)
        need(given, "there is no such delegation")
        self.keys.pop((entry["seat"], entry["to"]), None)

    def see_address_changed(self, entry: dict[str, Any], at: int) -> None:
        seat, person = entry["seat"], entry["person"]
        self.named(person, is_person=True)
        need(not seat or self.holders.get(seat) == person, f"{shown(person)} does not sit there")
        need(entry["by"] == "person" or entry["reason"].strip(), "the referee gives no reason")

    def see_abandoned(self, entry: dict[str, Any], at: int) -> None:
        self.decided(entry, "abandon")
        self.abandoned = True

    def see_agreed(self, entry: dict[str, Any], at: int) -> None:
        seat, on = entry["seat"], entry["on"]
        if on not in AGREEMENTS:
            need(self.policy["votes"] == "shown", "votes are sealed in this game")
            self.vote(seat, on, yes=entry["yes"])
            return
        self.at_a_seat(seat)
        need((seat in self.agreed[on]) != entry["yes"], f"{shown(seat)} has said so already")
        need(on in ("abandon", "show") or bool(self.paused) == (on == "resume"), f"there is nothing to {on}")
        self.agreed[on] ^= {seat}

    # --- votes ---

    def vote(self, seat: str, on: str, *, yes: bool) -> None:
        winner = seat if on == "draw" else on[: -len(" wins")]
        for one in (seat, winner):
            self.at_a_seat(one)
            need(one not in self.conceded, f"{shown(one)} has conceded")
        need((seat in self.agreed.setdefault(on, set())) != yes, f"{shown(seat)} has said so already")
        self.agreed[on] ^= {seat}

    def see_voted(self, entry: dict[str, Any], at: int) -> None:
        need(self.policy["votes"] == "sealed", "votes are not sealed in this game")
        need(self.seals == [("vote", [])], "a vote is sealed from everybody")
        vote = entry["vote"]
        if not isinstance(vote, dict):
            words = vote.split("\n") if isinstance(vote, str) else []
            fits = len(words) == 3 and re.fullmatch(VOTE, words[1]) and words[2] in ("yes", "no")
            need(fits, "it is a vote for nothing")
            self.vote(words[0], words[1], yes=words[2] == "yes")

    def see_conceded(self, entry: dict[str, Any], at: int) -> None:
        seat = entry["seat"]
        self.at_a_seat(seat)
        need(not is_program(self.holders[seat]), f"{shown(seat)} is a program's, which concedes nothing")
        need(seat not in self.conceded and len(self.holders) > 1, f"{shown(seat)} cannot concede")
        self.conceded.add(seat)
        for on in self.agreed:
            self.agreed[on] -= set() if on in AGREEMENTS else {seat}

    def see_settled(self, entry: dict[str, Any], at: int) -> None:
        on, playing = entry["on"], [seat for seat in self.holders if seat not in self.conceded]
        voters = self.sitting() & {*playing}
        agreed = voters and voters <= self.agreed.get(on, set())
        winners = entry["winners"]
        need(len(playing) <= 2 if on == "concede" else agreed, "not every seat has agreed")
        fits = winners == [on[: -len(" wins")]] if on.endswith(" wins") else len(winners) == 1 or on == "draw"
        known = winners and winners == [seat for seat in playing if seat in winners]
        need(fits and known, "others win by it")  # a seat of a herald is no side: only the title knows
        self.settled, self.deadlines = True, {}

    # --- clocks ---

    def see_joined(self, entry: dict[str, Any], at: int) -> None:
        self.deadlines.pop(entry["seat"], None)

    def see_ordered(self, entry: dict[str, Any], at: int) -> None:
        seat, by, follows = entry["seat"], entry["by"], self.silent.get(entry["seat"])
        is_given = (
            by != "default order"
            or follows in ("default orders", "forfeit")
            or seat in self.forfeits | self.conceded
        )
        is_given &= by != "program" or follows == "bot"
        need(is_given, f"{shown(seat)} was not silent, or its policy gives it no orders")
        self.before[self.position] = [*self.deadlines.values()]
        if seat in self.deadlines:
            self.running[seat] = self.deadlines.pop(seat)
        if by == "seat" or follows == "forfeit":
            self.silent.pop(seat, None)
        self.forfeits.discard(seat)

    def see_rewound(self, entry: dict[str, Any], at: int) -> None:
        if entry["by"] == "seat":
            self.deadlines, self.running = {one["seat"]: one for one in entry["deadlines"]}, {}
            return
        self.deadlines, self.running, self.silent, self.forfeits = {}, {}, {}, set()

    def see_forked(self, entry: dict[str, Any], at: int) -> None:
        self.policy = {key: default for key, (_, default) in POLICY.items()}
        self.paused, self.held = {}, {}
        self.deadlines, self.running, self.silent, self.forfeits = {}, {}, {}, set()

    def see_deadlines_set(self, entry: dict[str, Any], at: int) -> None:
        table = {one["seat"]: one for one in entry["deadlines"]}
        known = len(table) == len(entry["deadlines"]) and table.keys() <= {*self.holders, "witness"}
        need(known, "a deadline is that of a seat, and of each only one")
        for seat, one in table.items():
            before = self.deadlines.get(seat) or self.running.get(seat) or {}
            goes_on = (before.get("since"), before.get("moved")) == (one["since"], one["moved"])
            need(
                goes_on or (one["since"], one["moved"]) == (at, 0), f"the time of {shown(seat)} is miscounted"
            )
            need(one["at"] > one["since"] and one["moved"] in (0, one["at"]), "it is another deadline")
        self.deadlines, self.running = table, {}

    def see_deadline_moved(self, entry: dict[str, Any], at: int) -> None:
        seat = entry["seat"]
        need(
            seat in self.deadlines and entry["at"] > at, "there is no deadline, or it is moved into the past"
        )
        self.deadlines[seat] = {**self.deadlines[seat], "at": entry["at"], "moved": entry["at"]}

    def see_paused(self, entry: dict[str, Any], at: int) -> None:
        need(not self.paused and entry["at"] == at, "the game is paused, or since another time")
        need(not entry["until"] or entry["until"] > at, "the pause would be over")
        self.decided(entry, "pause")
        self.paused, self.agreed["pause"] = entry, set()

    def see_resumed(self, entry: dict[str, Any], at: int) -> None:
        need(self.paused and entry["at"] == at, "the game is not paused, or goes on at another time")
        until, since = self.paused["until"], self.paused["at"]
        if entry["by"] == "clock":
            need(until and at >= until, "the pause is not over yet")
        else:
            self.decided(entry, "resume")
        for seat, one in self.deadlines.items():
            if one["moved"] and one["at"] > since:
                moved = one["moved"] + at - since
                self.deadlines[seat] = {**one, "at": moved, "moved": moved}
        self.paused, self.agreed["resume"] = {}, set()

    def see_vacation_taken(self, entry: dict[str, Any], at: int) -> None:
        seat, start, end, days = (entry[key] for key in ("seat", "start", "end", "days"))
        self.at_a_seat(seat)
        taken = self.vacations.setdefault(seat, [])
        need(start >= at and end > start, "a vacation cannot be in the past")
        need(-DAY // 12 <= days * DAY - (end - start) < DAY + DAY // 12, f"that are not {days} days")
        self.days[seat] += days
        need(self.days[seat] <= self.policy["vacation"], "so many days are not left")
        at = bisect(taken, (start, end))
        near = taken[max(at - 1, 0) : at + 1]  # none overlaps another, so that no further one can
        need(all(end <= one[0] or one[1] <= start for one in near), "it is on vacation already")
        insort(taken, (start, end))

    def see_lapsed(self, entry: dict[str, Any], at: int) -> None:
        seat, prompt, due = entry["seat"], entry["prompt"], entry["deadline"]
        known = self.deadlines.get(seat, {})
        need((known.get("at"), known.get("prompt")) == (due, prompt), f"{shown(seat)} has no such deadline")
        in_time = at <= due + self.policy["grace"] * 60_000
        need(not self.paused and not in_time, f"the time of {shown(seat)} and its grace are not over")
        need(self.spent.get(seat) != due, f"{shown(seat)} was found silent before at this deadline")
        follows = "wait" if prompt in ("join", "cell", "throw", "confirm") else self.policy["nmr"]
        need(entry["follows"] == follows, f"by the policy {shown(follows)} follows")
        self.spent[seat], self.silent[seat] = due, follows

    # --- press, notes, and orders that are held ---

    def see_press(self, entry: dict[str, Any], at: int) -> None:
        to, sender, seats = entry["to"], entry["sender"], [*self.holders]
        is_open = ("sender", []) not in self.seals
        name = sender if is_open else ""
        readers = [one for one in (*seats, "referee") if one in to and one != name]
        need(to == readers, "it goes to nobody here")
        need(not is_open or name in {*seats, "referee"}, f"{shown(name)} is no seat of this game")
        if name != "referee" and (to != ["referee"] or not is_open):
            may_be = {"none": False, "white": not to}.get(self.policy["press"], True)
            need(may_be, "no such press")
            need(is_open or self.policy["anonymous"], "nobody writes without a name in this game")
        sealed = [("text", [one for one in seats if one in (*to, name)])] if to else []
        need(self.seals == [*([] if is_open else [("sender", [])]), *sealed], "it is sealed to others")
        need(not isinstance(entry["text"], str) or len(entry["text"]) <= 20_000, "it is too long")
        need(to or (isinstance(entry["text"], str) and entry["text"].strip()), "it is empty")

    def see_noted(self, entry: dict[str, Any], at: int) -> None:
        size = sum(len(note["text"].encode()) for note in entry["notes"])
        need(0 < len(entry["notes"]) <= 200 and size <= 65_536, "these are no notes, or too many")

    def see_order_held(self, entry: dict[str, Any], at: int) -> None:
        seat, number = entry["seat"], entry["number"]
        self.at_a_seat(seat)
        self.numbers[seat] += 1
        need(self.numbers[seat] == number, f"it is not order {self.numbers[seat]} that {shown(seat)} holds")
        need(self.seals == [("line", [seat])], "a held order is sealed to its seat")
        held = self.held.setdefault(seat, {})
        need(len(held) < 100, f"{shown(seat)} holds too many")
        waiting = [one for one in held.values() if one == "condition"]
        need(entry["when"] != "condition" or len(waiting) < 20, f"{shown(seat)} has left too many conditions")
        held[number] = entry["when"]

    def see_order_released(self, entry: dict[str, Any], at: int) -> None:
        seat, why = entry["seat"], entry["why"]
        held = self.held.get(seat, {})
        when = held.pop(entry["number"], "")
        plays = PLAYED.get(when, set())
        ends = (*UNPLAYED, "stopped") if when == "condition" else UNPLAYED
        need(when and why in (*plays, *ends), "no such order waits for that")
        self.go_on(entry, held, [path for path, _to in self.seals])
        before = [one for one in held if held[one] == when == "sheet" and one < entry["number"]]
        need(why not in plays or not before, "the orders of a sheet are played one after the other")
        is_there = why != "deadline" or at >= self.deadlines.get(seat, {}).get("at", at + 1)
        need(is_there, f"the deadline of {shown(seat)} is not there yet")
        self.due, self.by = seat if why in plays else "", "standing order" if why == "fired" else "seat"

    def go_on(self, entry: dict[str, Any], held: dict[int, str], sealed: list[str]) -> None:
        """What a condition that has held shows, and the rest of its orders, which waits on."""
        seat, turn = entry["seat"], entry["turn"]
        need(all(to == [seat] for _path, to in self.seals), "what a condition hides is its seat's")
        need(("left" in sealed) == bool(turn) == (entry["left"] != ""), "nothing, or no turn, is left")
        says = isinstance(entry["shown"], str) or "shown" in sealed
        is_bare = (entry["shown"], entry["left"], turn) == ("", "", "")
        need(says and (is_bare or entry["why"] == "fired"), "only a condition that has held is shown")
        if turn:
            held[entry["number"]] = "condition"

    def see_order_refused(self, entry: dict[str, Any], at: int) -> None:
        seat, day = entry["seat"], (entry["seat"], at // DAY)
        self.at_a_seat(seat)
        need(self.seals == [("line", [seat]), ("reason", [seat])], "a refused order is sealed to its seat")
        said = [entry[key] for key in ("line", "reason") if isinstance(entry[key], str)]
        need(all(len(text) <= 2_000 for text in said), "what is refused, or why, is too long")
        need(entry["at"] == at, "it gives another time")
        need(self.refusals[day] < 20, f"{shown(seat)} has too many refused orders on one day")
        self.refusals[day] += 1

    def see_forfeited(self, entry: dict[str, Any], at: int) -> None:
        seat = entry["seat"]
        self.at_a_seat(seat)
        need(self.policy["errors"] == "strict", "illegal orders are not forfeited in this game")
        once = self.seals == [("line", [seat])] and seat not in self.forfeits
        need(once, "a seat forfeits an order once, sealed to it")
        self.forfeits.add(seat)

    def see_advised(self, entry: dict[str, Any], at: int) -> None:
        seat = entry["seat"]
        self.at_a_seat(seat)
        need(self.policy["advice"], "no program advises in this game")
        need(seat not in self.advised, f"{shown(seat)} was advised on this already")
        need(entry["position"] == self.position - 1, "it names another event than the one before it")
        self.advised.add(seat)

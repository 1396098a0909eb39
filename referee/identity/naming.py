"""People who are named by somebody else: each is asked first, and nothing is recorded before he has said yes.

A question is a row of `mail_cases` that belongs to no turn. Its mail is one of
`letters_to_named`.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.game.deciding.authority import over
from domain.game.deciding.bars_people import bars
from domain.game.entries.people import ALL, BY_PERSON, AddressChanged, Conduct, Delegated, SeatTaken, Standby
from domain.game.state.game_state import GameState
from domain.kit.bars import first_reason
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.likeness import is_alike
from referee.games import names, people
from referee.games.addresses import known
from referee.games.referee import Referee, Taken, authorise
from referee.identity import cases
from referee.identity.answer_limits import DAY
from referee.identity.cases import QUESTION, hidden, is_open_in, mark_of
from referee.record.envelope import Act
from referee.record.mail_cases import Case, CaseTable
from referee.record.record import Record
from referee.seats.tokens import server_key

DELEGATE, STANDBY, HOLDER, ADDRESS = "delegate", "standby", "holder", "address"
"""What somebody is asked to be; or whether an address is his."""

TO_ASK = "asking/"
"""Before the name of a game: the setting that says whether a question of it is still to be written."""

OF_A_SEAT, OF_A_GAME, TO_AN_ADDRESS = 3, 10, 3
"""Questions that are open for a seat; of a game within a day; to an address within a day, of whatever games,
and in one game while he agrees to none."""


class Asking(Struct, frozen=True, omit_defaults=True):
    """What somebody is asked, and by whom: `act` are the words of the act that is recorded once he agrees.

    `holder` is who sat at the seat then. `before` is the address of the person up to now.
    """

    what: str
    person: str
    act: tuple[str, ...]
    seat: str = ""
    holder: str = ""
    scope: str = ""
    until: int = 0
    reason: str = ""
    before: str = ""

    def doer(self) -> Act:
        return Act(*self.act)

    def entry(self) -> Conduct:
        """What is recorded."""
        if self.what == DELEGATE:
            return Delegated(self.seat, self.person, self.scope, self.until)
        if self.what == STANDBY:
            return Standby(self.person)
        if self.what == HOLDER:
            return SeatTaken(self.seat, self.person, self.reason)
        return AddressChanged("" if self.doer().behalf else self.seat, self.person, BY_PERSON, "")


# ---- somebody is named


def name_delegate(referee: Referee, game: str, given: Delegated, act: Act, address: str) -> Taken | None:
    """A seat lets somebody act for it. None where he is asked first. Raises `OrderError`.

    Whoever has agreed to as much before, for the same seat and the person who holds it, is not asked again.
    """
    now = referee.record.load(game).game
    person, address = _whom(referee.record, now, given.to, address)
    holder = now.register.holders.get(given.seat, "")
    asking = Asking(DELEGATE, person, act.words(), given.seat, holder, given.scope, given.until)
    people.check_delegates(referee, game, given.seat, person)
    if _has_agreed(referee.record, now, asking):
        return people.delegate(referee, game, given.seat, person, given.scope, given.until, act)
    _ask(referee, now, asking, address)
    return None


def end_delegation(
    referee: Referee, game: str, seat: str, name: str, act: Act, reason: str = ""
) -> Taken | None:
    """Somebody is to act for a seat no more; None where he was only asked. Raises `OrderError`."""
    record, kept = referee.record, referee.record.load(game)
    authorise(kept.game, seat, act, "", record.now(kept))
    asked = [
        case
        for case in questions_of(record, game)
        if (case.seat, _what(case)) == (seat, DELEGATE) and is_open_in(kept.game, case, record.now(kept))
    ]
    meant = [case for case in asked if is_alike(asking_of(case).person, name)]
    with record.recorder.together():
        for case in meant:
            CaseTable(record).settle(case.id, cases.LAPSED)
        acts = any((one.seat, one.to) == (seat, name) for one in kept.game.register.delegations)
        return None if meant and not acts else people.end_delegation(referee, game, seat, name, act, reason)


def name_standby(referee: Referee, game: str, name: str, act: Act, address: str) -> None:
    """Somebody is asked to stand by. Raises `OrderError`."""
    now = referee.record.load(game).game
    person, address = _whom(referee.record, now, name, address)
    _ask(referee, now, Asking(STANDBY, person, act.words()), address)


def name_holder(
    referee: Referee, game: str, seat: str, name: str, reason: str, act: Act, address: str
) -> Taken | None:
    """Somebody is to take a seat. None where he is asked first; whoever stands by has agreed to that.

    Raises `OrderError`.
    """
    now = referee.record.load(game).game
    person, address = _whom(referee.record, now, name, address)
    if person in now.register.standbys:
        return people.take_seat(referee, game, seat, person, reason, act)
    holder = now.register.holders.get(seat, "")
    _ask(referee, now, Asking(HOLDER, person, act.words(), seat, holder, reason=reason), address)
    return None


def ask_address(referee: Referee, game: str, seat: str, address: str, act: Act) -> None:
    """Whoever acts for a seat wants to be written to elsewhere: that address is asked.

    Raises `OrderError`.
    """
    now = referee.record.load(game).game
    if "sender" not in act.authority.split():
        raise IllegalMove("people", "Another address is taken only from a mail that comes from your own.")
    before = known(referee.record, now).get(act.person, "")
    if not act.behalf:
        before = referee.record.addresses(game).get(seat, before)
    if before == address.lower():
        raise StaleOrder(f"Mails to {act.person} go there already.")
    holder = now.register.holders.get(seat, "")
    _ask(referee, now, Asking(ADDRESS, act.person, act.words(), seat, holder, before=before), address)


def _whom(record: Record, game: GameState, name: str, address: str) -> tuple[str, str]:
    """Who is meant, and where he is asked: a name without an address is that of somebody who is known here.

    Raises `IllegalMove`.
    """
    at, address = known(record, game), address.lower()
    for person, his in at.items():
        if is_alike(person, name) and his and address in ("", his):
            return person, his
    if address:
        return name, address
    raise IllegalMove(
        "people",
        f"No address of {name} is known.",
        f"Write it behind the name: “{name} NAME@EXAMPLE.ORG”.",
    )


def _has_agreed(record: Record, game: GameState, asking: Asking) -> bool:
    """Whether he has acted for the seat before, in as much, since its holder sits there."""
    scopes, has_agreed = {asking.scope, ALL}, False
    for envelope in record.envelopes(game.id):
        entry = envelope.entry
        if isinstance(entry, SeatTaken) and entry.seat == asking.seat:
            has_agreed = False
        if isinstance(entry, Delegated) and (entry.seat, entry.to) == (asking.seat, asking.person):
            has_agreed |= entry.scope in scopes
    return has_agreed


# ---- he is asked


def _ask(referee: Referee, game: GameState, asking: Asking, address: str) -> None:
    """Puts a question down. Raises `OrderError`."""
    record, address = referee.record, address.lower()
    now = record.now(record.load(game.id))
    with record.recorder.together():
        before = questions_of(record, game.id)
        _judge(record, game, asking, now)
        _check_name(record, game, asking, address, before, now)
        _check_limits(record, game, asking, address, before, now)
        table = CaseTable(record)
        for case in _same(before, asking, address):
            table.settle(case.id, cases.LAPSED)
        why = f"{asking.what}: {asking.person}"
        digest = asking.doer().reference.partition(":")[0]
        where = (game.id, asking.seat, QUESTION)
        case = Case(0, now, digest, cases.UNWRITTEN, why, address, *where, msgspec.json.encode(asking))
        table.add(case, answered=False, mark=hidden(mark_for(record, case)))
        record.set(TO_ASK + game.id, b"1")


def _judge(record: Record, game: GameState, asking: Asking, now: int) -> None:
    """Whether it could be recorded as the game stands. Raises `OrderError`."""
    if game.is_over():
        raise over()
    entry, act = asking.entry(), asking.doer()
    if asking.what in (DELEGATE, ADDRESS):
        authorise(game, getattr(entry, "seat", ""), act, "", now)
    why = first_reason(bars(game.register, entry, now))
    if why:
        raise IllegalMove("people", why)


def _check_name(
    record: Record, game: GameState, asking: Asking, address: str, before: list[Case], now: int
) -> None:
    """Those who are asked now have their names as well, for whoever is not the referee."""
    if asking.what == ADDRESS:
        return
    at = known(record, game)
    may_add = people.is_of_the_referee(asking.doer())
    if not may_add:
        others = (case for case in before if _what(case) != ADDRESS and is_open_in(game, case, now))
        at = {**{asking_of(case).person: case.address for case in others}, **at}
    names.check(game, asking.person, address, at, may_add=may_add)


def _check_limits(
    record: Record, game: GameState, asking: Asking, address: str, before: list[Case], now: int
) -> None:
    opened = [case for case in before if is_open_in(game, case, now)]
    alike = _same(opened, asking, address)
    if any(_terms(asking_of(case)) == _terms(asking) for case in alike):
        raise StaleOrder(f"{asking.person} is asked already, and has not answered yet.")
    # whoever has declined one is asked no other in the same game for as long as one waits
    declined = [case for case in before if case.kind == cases.DECLINED and case.address == address]
    if any(now - case.at < cases.PATIENCE for case in declined):
        raise IllegalMove("people", f"{asking.person} has said no already.", "Name somebody else.")
    of_seat = [case for case in opened if asking.seat and case.seat == asking.seat and case not in alike]
    if len(of_seat) >= OF_A_SEAT:
        raise IllegalMove(
            "people",
            f"{OF_A_SEAT} people are asked for {asking.seat} already.",
            "Wait until one has answered.",
        )
    if sum(now - case.at < DAY for case in before) >= OF_A_GAME:
        raise IllegalMove("people", f"{OF_A_GAME} people were asked in this game today.", "Write tomorrow.")
    silent = [case for case in before if case.address == address and case.kind != cases.AGREED]
    of_day = CaseTable(record).sent_to(address, QUESTION, now - DAY)
    if max(of_day, sum(now - case.at < cases.PATIENCE for case in silent)) >= TO_AN_ADDRESS:
        raise IllegalMove("people", f"{asking.person} was asked often enough.", "Name somebody else.")


def _same(found: list[Case], asking: Asking, address: str) -> list[Case]:
    """The questions that are not answered and that another one takes the place of: of the same seat, to the
    same person, about the same; for an address, about whatever address."""
    return [
        case
        for case in found
        if case.kind in (cases.UNWRITTEN, cases.ASKED)
        and (case.seat, _what(case), asking_of(case).person) == (asking.seat, asking.what, asking.person)
        and (case.address == address or asking.what == ADDRESS)
    ]


def _terms(asking: Asking) -> tuple[str, ...]:
    return (asking.what, asking.person, asking.seat, asking.scope, str(asking.until), asking.before)


# ---- the questions of a game


def questions_of(record: Record, game: str) -> list[Case]:
    """Oldest first."""
    return CaseTable(record).of_turn(game, QUESTION)


def unwritten(record: Record, game: str, now: int) -> list[Case]:
    """Those whose mail is not written yet; they are as good as written now. There are some only where the
    setting `TO_ASK` of the game says so."""
    waiting = [case for case in questions_of(record, game) if case.kind == cases.UNWRITTEN]
    found = [case for case in waiting if is_open_in(record.load(game).game, case, now)]
    for case in found:
        CaseTable(record).settle(case.id, cases.ASKED)
    record.set(TO_ASK + game, b"")
    return found


def asking_of(case: Case) -> Asking:
    return msgspec.json.decode(case.evidence, type=Asking)


def mark_for(record: Record, case: Case) -> str:
    """The token of a question, which only the mail to its address has."""
    asking = asking_of(case)
    about = " ".join((QUESTION, str(case.at), case.address, asking.what, asking.person, *asking.act))
    return mark_of(server_key(record), case.game, case.seat, about)


def agreed(referee: Referee, case: Case) -> Taken:
    """Records what was asked for, by whoever has asked. Raises `OrderError` where that cannot be any more."""
    asking, address = asking_of(case), case.address
    act, person = asking.doer(), asking.person
    if asking.what == DELEGATE:
        return people.delegate(
            referee, case.game, asking.seat, person, asking.scope, asking.until, act, address
        )
    if asking.what == STANDBY:
        return people.list_standby(referee, case.game, person, True, act, address)
    if asking.what == HOLDER:
        return people.take_seat(referee, case.game, asking.seat, person, asking.reason, act, address)
    entry = asking.entry()
    assert isinstance(entry, AddressChanged)
    return people.change_address(referee, case.game, entry, asking.before, address, act)


def _what(case: Case) -> str:
    return asking_of(case).what

"""Lists that people sign on to until there are enough of them; then the list becomes a game, at once.

Who sits where: whoever alone wishes a seat has it, the others have theirs by lot (`domain.kit.lots`). The
secret of the lot is drawn when the list is made, and its digest is public from then on. A person is a
mailbox: nobody stands on a list twice.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import Lot, SignedOn
from domain.game.entries.policy import Policy
from domain.kit import lots
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.likeness import is_alike
from domain.kit.rules import Rules, Scenario
from domain.titles import TITLES
from referee.clocks.policy_files import BadPolicy, made
from referee.club.club_file import ANYBODY, KNOWN, NOBODY, Club
from referee.club.reliability import Standing, ask_for, standings
from referee.club.reliability import check as check_reliable
from referee.club.words import Close, Create, Guest, Join, Leave
from referee.games import names
from referee.games.addresses import mailbox_of
from referee.games.opening import NAME, CannotOpen, Opening, check_opening
from referee.games.referee import Referee
from referee.record import sign_ons
from referee.record.envelope import LIST, Act
from referee.record.record import Record
from referee.record.sign_ons import CLOSED, OPENED, WAITING, Listed, ListTable

DAY = 86_400_000
LATELY = 14 * DAY
LEVEL = 1
"""Of the proof of throws: it asks nothing of people but a mail program."""


class Who(Struct, frozen=True):
    """Somebody who asks for something. `is_known`, if he plays here or has done so; `is_in_charge`, if he is
    the referee."""

    address: str
    name: str
    is_known: bool = False
    is_in_charge: bool = False

    @property
    def mailbox(self) -> str:
        return mailbox_of(self.address)


class Terms(Struct, frozen=True, omit_defaults=True):
    """What a list is for. `seats` are those that are to be filled, `guests` those for whom a place is kept;
    with `reliable` only whoever has answered so often in time may sign on; `shown`, if everybody may see it;
    `named` is how many were named when it was made.
    """

    title: str
    scenario: str
    preset: str
    seats: tuple[str, ...]
    policy: Policy
    maker: str
    secret: str
    digest: str
    guests: tuple[Guest, ...] = ()
    reliable: float = 0.0
    shown: bool = True
    named: int = 0


class Outcome(Struct, frozen=True):
    """What became of a list: how it is for, who stands on it or stood on it to the end. `game`, if it has
    become one; `struck` are those who were taken off other lists by that, each with the list. `standings` are
    those of who stands on it."""

    listed: Listed
    terms: Terms
    signed: tuple[sign_ons.SignedOn, ...]
    game: bool = False
    struck: tuple[tuple[sign_ons.SignedOn, str], ...] = ()
    standings: tuple[Standing | None, ...] = ()

    @property
    def name(self) -> str:
        return self.listed.name

    @property
    def lacking(self) -> int:
        return len(self.terms.seats) - len(self.signed)

    @property
    def is_open(self) -> bool:
        """Whether anybody may see it and sign on."""
        return self.terms.shown and self.free > 0

    @property
    def free(self) -> int:
        """Places that are kept for nobody."""
        return self.lacking - len(self.terms.guests)


class Lists:
    """The lists of a store, as a club allows them."""

    def __init__(self, referee: Referee, club: Club) -> None:
        self._referee = referee
        self._record = referee.record
        self._table = ListTable(referee.record)
        self.club = club

    # ---- what stands

    def has(self, name: str) -> bool:
        """Whether there is a list of that name, or was."""
        return self._table.get(name) is not None

    def get(self, name: str) -> Outcome:
        """A list that waits. Raises `StaleOrder`."""
        listed = self._table.get(name)
        if listed is None:
            raise StaleOrder(f"There is no list “{name}”.", "“games” names those that there are.")
        if listed.state != WAITING:
            closed, full = f"The list “{name}” is closed.", f"The list “{name}” is full, and a game now."
            why = full if listed.state == OPENED else closed
            raise StaleOrder(why, "“games” names those that there are.")
        return self._outcome(listed)

    def knows(self, address: str, now: int) -> bool:
        """Whether somebody has answered from there: he stands on a list, or has made one of late."""
        mailbox = mailbox_of(address)
        return bool(self._table.lists_of(mailbox) or self._table.of(mailbox, now - LATELY))

    def waiting(self) -> list[Outcome]:
        return waiting(self._record)

    def of(self, address: str) -> list[Outcome]:
        """The lists that somebody stands on."""
        return [self.get(name) for name, _stays in self._table.lists_of(mailbox_of(address))]

    def _outcome(self, listed: Listed) -> Outcome:
        return _outcome(self._record, self._table, listed)

    # ---- lists are made

    def check_create(self, wish: Create, who: Who, now: int) -> Terms:
        """What the list would be for, with a secret of its own. Raises `OrderError`."""
        club = self.club
        if not may_create(club, who):
            known = "In this club whoever plays here, or has played here, may make a list."
            why = "In this club nobody may make a list." if club.create == NOBODY else known
            raise _refused(why, "Join one: “games” names them.")
        self._check_limits(who, now, len(wish.guests))
        terms = self._terms(wish, who)
        name = wish.name or self._free_name(wish.title)
        self._check_name_of_list(name)
        self._check_guests(terms, who)
        opening = _opening(name, terms, (terms.maker,) * len(terms.seats))
        try:
            check_opening(opening)
        except CannotOpen as why:
            raise _refused(str(why), "“create” with other words may do.") from None
        self._check_person(terms, (), who, terms.maker, wish.wish)
        return terms

    def create(self, wish: Create, who: Who, now: int) -> Outcome:
        """Makes a list, and puts who asks for it on it. Raises `OrderError`."""
        terms, name = self.check_create(wish, who, now), wish.name or self._free_name(wish.title)
        secret = self._referee.cells.entropy(lots.SECRET)
        terms = replace(terms, secret=secret.hex(), digest=lots.digest_of(name, secret))
        until = now + self.club.limits.days * DAY
        self._table.add(Listed(name, WAITING, who.mailbox, now, until, msgspec.json.encode(terms)))
        return self._signed(name, Join(name, wish.wish), who, terms.maker, now)

    def _terms(self, wish: Create, who: Who) -> Terms:
        club, rules = self.club, TITLES[wish.title]
        if not club.has(wish.title):
            raise _refused(f"{rules.name} is not played in this club.", f"These are: {_titles(club)}.")
        presets = club.presets_of(wish.title)
        preset = wish.preset or presets[0]
        if preset not in presets:
            raise _refused(f"The preset “{preset}” is not played here.", f"These are: {', '.join(presets)}.")
        scenario = _scenario(rules, wish.people)
        return Terms(
            wish.title,
            scenario.name,
            preset,
            rules.seats[: wish.people or scenario.seats[0]],
            self._policy(wish),
            wish.person or who.name,
            "",
            "",
            wish.guests,
            self._least(wish),
            "lists" in club.public,
            len(wish.guests),
        )

    def _policy(self, wish: Create) -> Policy:
        club, hours = self.club, self.club.hours
        if wish.hours and not hours.least <= wish.hours <= hours.most:
            raise _refused(f"A turn has {hours.least} to {hours.most} hours here, not {wish.hours}.")
        press = wish.press or club.press[0]
        if press not in club.press:
            raise _refused(f"There is no press “{press}” here.", f"These are: {', '.join(club.press)}.")
        chosen = {name: self._choice(name, value) for name, value in wish.choices}
        try:
            return made(club.agreed(), {**chosen, "hours": wish.hours or hours.usual, "press": press})
        except BadPolicy as wrong:
            raise _refused(str(wrong)) from None

    def _choice(self, name: str, written: str) -> Any:
        """The value of a policy that is meant."""
        have = self.club.choices_of(name)
        if written not in have:
            which = ", ".join(f"“{one}”" for one in have)
            raise _refused(f"The policy “{name}” cannot be so in this club.", f"These are: {which}.")
        return have[written]

    def _least(self, wish: Create) -> float:
        """The share of answers in time that is asked for."""
        most = self.club.reliable
        if (wish.reliable or wish.least) and not most:
            raise _refused("No list of this club asks how reliable somebody is.", "Leave “reliable” out.")
        if wish.least > 100 * most:
            raise _refused(f"A list of this club may ask for {most:.0%} of answers in time.")
        return most if wish.reliable else wish.least / 100

    def _check_limits(self, who: Who, now: int, guests: int) -> None:
        limits, waiting = self.club.limits, self._table.waiting()
        mine = self._table.of(who.mailbox, now - DAY)
        if sum(one.maker == who.mailbox for one in waiting) >= limits.of_one:
            raise _refused(f"{limits.of_one} lists of yours wait already.", "Close one, or let one fill.")
        if len(waiting) >= limits.in_all:
            raise _refused(f"{limits.in_all} lists wait in this club already.", "Join one of them.")
        if len(mine) >= limits.a_day:
            raise _refused(f"You have made {limits.a_day} lists within a day.", "Write tomorrow.")
        named = sum(terms_of(one).named for one in mine)
        if guests and named + guests > limits.named:
            raise _refused(f"You may name {limits.named} people in a day.", "Others can join by themselves.")

    def _check_name_of_list(self, name: str) -> None:
        if not NAME.fullmatch(name) or "--" in name or name in TITLES:
            raise _refused(f"No game can be called “{name}”.", "Its name has a-z, 0-9 and single hyphens.")
        if self._table.get(name) or name in self._record.games():
            raise _refused(f"There is “{name}” already, or has been.", "Choose another name.")

    def _free_name(self, title: str) -> str:
        """Of a game that nobody has given one: "rising-sun-1"."""
        games, called, number = set(self._record.games()), title.replace("_", "-"), 1
        while f"{called}-{number}" in games or self._table.get(f"{called}-{number}"):
            number += 1
        return f"{called}-{number}"

    def _check_guests(self, terms: Terms, who: Who) -> None:
        boxes = [mailbox_of(guest.address) for guest in terms.guests]
        if who.mailbox in boxes or len(set(boxes)) < len(boxes):
            raise _refused("Each whom you name is somebody else, and not yourself.")
        if len(boxes) >= len(terms.seats):
            raise _refused(f"It is for {len(terms.seats)} people, and you have named {len(boxes)} others.")
        for place, guest in enumerate(terms.guests):
            others = (terms.maker, *(one.person for one in terms.guests[:place]))
            _check_person_name(terms, guest.person, others)

    # ---- people sign on

    def check_join(self, wish: Join, who: Who) -> Outcome:
        """The list as it stands, to which he may sign on. Raises `OrderError`."""
        found = self.get(wish.name)
        signed_on = self._table.lists_of(who.mailbox)
        if any(name == wish.name for name, _stays in signed_on):
            raise StaleOrder(
                f"You stand on the list “{wish.name}” already.", f"“leave {wish.name}” ends that."
            )
        if not found.free and not _is_guest(found.terms, who.mailbox):
            raise _refused("The places that are left are kept for others.", "“games” names other lists.")
        if len(signed_on) >= self.club.limits.stood_on:
            raise _refused(f"You stand on {len(signed_on)} lists already.", "Leave one of them first.")
        least = found.terms.reliable
        check_reliable(self._record, least, who.address, newcomers=self.club.newcomers)
        self._check_person(found.terms, found.signed, who, wish.person or self._name(found, who), wish.wish)
        return found

    def check_wanted(self, wish: Join, who: Who, since: int) -> None:
        """Whether what he asked for at a time is still wanted: another list may have seated him since,
        and he need not know of it yet. Raises `StaleOrder`."""
        seats = self._record.all_seats()
        mine = {game for game, _seat, owner in seats if mailbox_of(owner) == who.mailbox}
        for game in () if wish.stays else sorted(mine):
            opened = self._record.envelopes(game)[0]
            if opened.at >= since and Act(*opened.act).cause == LIST:
                raise StaleOrder(
                    f"Since you asked for a place on “{wish.name}” you have got a seat in {game}.",
                    f"If you want to play there as well, write “join {wish.name} also”.",
                )

    def join(self, wish: Join, who: Who, now: int) -> Outcome:
        """Raises `OrderError`."""
        found = self.check_join(wish, who)
        return self._signed(wish.name, wish, who, wish.person or self._name(found, who), now)

    def _signed(self, name: str, wish: Join, who: Who, person: str, now: int) -> Outcome:
        before = self.get(name)
        number = before.signed[-1].number + 1 if before.signed else 1
        one = sign_ons.SignedOn(number, who.address, person, wish.wish, int(wish.stays), now)
        self._table.sign(name, who.mailbox, one)
        found = self._without(before, who.mailbox)
        return found if found.lacking else self._filled(found)

    def _without(self, found: Outcome, mailbox: str) -> Outcome:
        """A place is kept for him no more."""
        if _is_guest(found.terms, mailbox):
            guests = (one for one in found.terms.guests if mailbox_of(one.address) != mailbox)
            terms = replace(found.terms, guests=tuple(guests))
            self._table.change(found.name, msgspec.json.encode(terms))
        return self.get(found.name)

    def _name(self, found: Outcome, who: Who) -> str:
        """A guest is called as he was named."""
        named = (one.person for one in found.terms.guests if mailbox_of(one.address) == who.mailbox)
        return next(named, who.name)

    def _check_person(
        self, terms: Terms, signed: tuple[sign_ons.SignedOn, ...], who: Who, person: str, wish: str
    ) -> None:
        guests = (one.person for one in terms.guests if mailbox_of(one.address) != who.mailbox)
        _check_person_name(terms, person, (*(one.person for one in signed), *guests))
        if wish and wish not in terms.seats:
            raise _refused(f"There is no seat “{wish}”.", f"The seats are: {', '.join(terms.seats)}.")

    # ---- lists end

    def check_leave(self, wish: Leave, who: Who) -> Outcome:
        """Raises `OrderError`."""
        if all(name != wish.name for name, _stays in self._table.lists_of(who.mailbox)):
            raise StaleOrder(f"You do not stand on a list “{wish.name}”.", "“games” names yours.")
        return self.get(wish.name)

    def leave(self, wish: Leave, who: Who) -> Outcome:
        """Raises `OrderError`."""
        self.check_leave(wish, who)
        self._table.strike(wish.name, who.mailbox)
        return self.get(wish.name)

    def decline(self, name: str, address: str) -> Outcome:
        """A guest will not come. Raises `StaleOrder`."""
        return self._without(self.get(name), mailbox_of(address))

    def check_close(self, wish: Close, who: Who) -> Outcome:
        """Raises `OrderError`."""
        found = self.get(wish.name)
        if found.listed.maker != who.mailbox:
            raise _refused("Only who has made this list, or the referee, can close it.")
        return found

    def close(self, name: str) -> Outcome:
        """Gives the list as it was. Raises `StaleOrder`."""
        found = self.get(name)
        self._table.end(name, CLOSED)
        return found

    def close_due(self, now: int) -> list[Outcome]:
        """Those whose time is over."""
        return [self.close(one.name) for one in self._table.waiting() if one.until <= now]

    # ---- a list is full

    def _filled(self, found: Outcome) -> Outcome:
        """Opens the game. Where that cannot be any more, the list is closed: then it is no game."""
        name, terms = found.name, found.terms
        secret = bytes.fromhex(terms.secret)
        wishes = [(one.person, one.wish) for one in found.signed]
        seats = lots.seated(name, secret, wishes, terms.seats)
        lot = Lot(terms.digest, terms.secret, tuple(SignedOn(*wish) for wish in wishes))
        opening = replace(_opening(name, terms, tuple(seats.values())), lot=lot)
        self._table.end(name, OPENED)
        try:
            if name in self._record.games():
                raise CannotOpen(f"There is a game “{name}” already.")
            check_opening(opening)
        except CannotOpen:
            self._table.end(name, CLOSED)
            return found
        self._referee.open(opening, Act(LIST, name))
        at = {one.person: one.address for one in found.signed}
        for seat, person in seats.items():
            self._record.register(name, seat, at[person])
        ask_for(self._record, name, terms.reliable)
        return replace(found, game=True, struck=self._struck(found))

    def _struck(self, found: Outcome) -> tuple[tuple[sign_ons.SignedOn, str], ...]:
        """Whoever has a seat now is taken off his other lists, but for those on which he wants to stay."""
        struck = []
        for one in found.signed:
            mailbox = mailbox_of(one.address)
            for name, stays in self._table.lists_of(mailbox):
                if not stays:
                    self._table.strike(name, mailbox)
                    struck.append((one, name))
        return tuple(struck)


def may_create(club: Club, who: Who) -> bool:
    """Whether he may make lists. The referee always may: where nobody has played, somebody has to begin."""
    return who.is_in_charge or {ANYBODY: True, KNOWN: who.is_known, NOBODY: False}[club.create]


def waiting(record: Record) -> list[Outcome]:
    """The lists of a store that people can sign on to, those first that end first."""
    table = ListTable(record)
    return [_outcome(record, table, one) for one in table.waiting()]


def _outcome(record: Record, table: ListTable, listed: Listed) -> Outcome:
    signed = tuple(table.signed(listed.name))
    seen = standings(record, [(one.address, one.person) for one in signed])
    return Outcome(listed, terms_of(listed), signed, standings=seen)


def terms_of(listed: Listed) -> Terms:
    return msgspec.json.decode(listed.terms, type=Terms)


def _opening(name: str, terms: Terms, people: tuple[str, ...]) -> Opening:
    return Opening(
        name,
        terms.title,
        people,
        terms.scenario,
        terms.preset,
        level=LEVEL,
        seats=terms.seats,
        policy=terms.policy,
    )


def _scenario(rules: Rules, people: int) -> Scenario:
    """The first one that so many can play; where nobody has said how many, the first that leaves no choice.
    Raises `IllegalMove`."""
    for scenario in rules.scenarios:
        least, most = scenario.seats
        has_needed = set(scenario.needs) <= set(rules.seats[: people or least])
        if has_needed and (least <= people <= most if people else least == most):
            return scenario
    spans = (one.seats for one in rules.scenarios)
    least, most = (pick(numbers) for pick, numbers in zip((min, max), zip(*spans, strict=True), strict=True))
    raise _refused(f"{rules.name} is for {least} to {most} people.", f"Write “for {least} people”.")


def check_shape(person: str) -> None:
    """Whether it is a name, whoever has it. Raises `IllegalMove`."""
    if names.fault(person):
        raise _refused(names.NO_NAME, INSTEAD)


INSTEAD = "Write another behind “named”, such as “named Dora K.”."


def _check_person_name(terms: Terms, person: str, others: tuple[str, ...]) -> None:
    """Whether somebody may be called so on a list. Raises `IllegalMove`."""
    check_shape(person)
    if any(is_alike(person, seat) for seat in TITLES[terms.title].seats):
        raise _refused("That is a seat and not a name.", INSTEAD)
    if any(is_alike(person, other) for other in others):
        raise _refused("That is the name of somebody else on this list, or looks like it.", INSTEAD)


def _is_guest(terms: Terms, mailbox: str) -> bool:
    return any(mailbox_of(one.address) == mailbox for one in terms.guests)


def _titles(club: Club) -> str:
    return ", ".join(TITLES[title].name for title in club.titles or TITLES)


def _refused(why: str, *instead: str) -> IllegalMove:
    return IllegalMove("lists", why, *instead)

"""A season of a club: people with habits of their own, who know what their mails say and write to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random

from msgspec.structs import replace

from domain.game.entries.people import Lapsed, SeatLeft
from domain.game.entries.policy import BOT, WAIT
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from referee.club.club_file import Club, Hours, Limits
from referee.programs.seats import play_waiting
from referee.record.envelope import COMMAND_LINE, Act
from referee.service.configuration import Person
from referee.service.exits import Handled
from referee.thinking.worker import Worker
from tests.referee.club.signing_on import Clubhouse, text
from tests.referee.mail.players import BLOCK

REI = "rei@club.example"
HOUR = 3_600_000
DAY_HOURS = 20
"""Of the club: within the 24 of an answer everybody has written who is there."""
CLUB = Club(
    create="anybody",
    hours=Hours(24, 72, 24),
    press=("none",),
    reliable=0.9,
    limits=Limits(of_one=2, in_all=8, a_day=2, stood_on=3, named=2, days=4),
)
STANDS_IN = replace(CLUB, policy={"nmr": BOT})
"""As the club's file is after a part of the season: programs order for whoever is silent."""

AT_ONCE = 4
"""Lists that wait at a time, until nobody makes another."""
FOR = {"shinobi": (3, 4), "clan war": (2,), "twilight of shogun": (2,), "rising sun": (4,)}
"""Which games they ask for, and for how many."""

STEADFAST, SILENT, RESIGNS = "steadfast", "silent", "resigns"

_ENDED = re.compile(r"(?:(Off)|The) (?:the )?list “([a-z0-9-]+)”")

NAMES = (
    *("Anna", "Boris", "Chloe", "Dmitri", "Emma", "Fedor", "Greta", "Hugo", "Irina", "Jules"),
    *("Katya", "Louis", "Marta", "Nikita", "Odile", "Pavel", "Quentin", "Rosa", "Sasha", "Tanja"),
    *("Ulrich", "Vera", "Wanda", "Xavier", "Yuri", "Zoe", "Alban", "Bella", "Cyril", "Doris"),
)


class Member:
    """Somebody with a mailbox. From the day `until` on a silent one reads no mail any more, and one that
    resigns leaves all games that he is in, and plays in none that begin later."""

    def __init__(self, name: str, habit: str = STEADFAST, until: int = 0) -> None:
        self.name, self.habit, self.until = name, habit, until
        self.address = f"{name.lower()}@{name.lower()}.example"
        self.blocks: dict[str, tuple[str, str]] = {}
        """By game, the newest block that a mail has brought, with the subject of that."""


class Season(Clubhouse):
    """Of `count` people. In each game `by_mail` orders are sent by mail, and the rest is played at once."""

    def __init__(
        self, path: Path, count: int, *, games: int, by_mail: int, a_day: int, seed: str = "season"
    ) -> None:
        self.random = Random(seed)
        self.got, self.wrote, self.forged = Counter[str](), Counter[str](), Counter[str]()
        self.agreed: dict[tuple[str, str], tuple[int, bool]] = {}
        """Who has said yes to which list, when, and whether he stays there when another seats him."""
        self.ended: set[str] = set()
        self.struck: set[str] = set()
        """Lists that were closed, and those off which somebody was taken because another has seated him."""
        super().__init__(path, CLUB, seed=seed)
        self.most, self.by_mail, self.day, self.made = games, by_mail, 0, 0
        self.moves_a_day = a_day
        self.members = {one.address: one for one in _members(count)}
        self.orders = Counter[str]()
        self.yeses: list[EmailMessage] = []
        """Questions that were answered with yes: an enemy may have got hold of one."""

    def serve(self, club: Club, **more: object) -> None:
        """With this club's file from now on."""
        super().serve(club, in_charge=Person(REI), **more)
        self.troubles: list[str] = []
        self.worker = Worker(self.referee, self.desk.tell, self.troubles.append)

    def write(self, sender: str, text: str, **fields: str) -> Handled:
        self.now += 1000
        self.wrote[sender] += 1
        return super().write(sender, text, **fields)

    # ---- mails

    def delivered(self) -> Iterator[tuple[str, EmailMessage]]:
        """The mails that have gone out since. Their people keep the blocks in them."""
        for to, mails in self.out().items():
            self.got[to] += len(mails)
            for one in mails:
                self._keep(to, one)
                yield to, one

    def _keep(self, to: str, one: EmailMessage) -> None:
        block = BLOCK.search(text(one)) if to in self.members else None
        if block:
            self.members[to].blocks[block[1]] = block[0], f"Re: {one['Subject']}"
        told = _ENDED.match(str(one["Subject"]))
        if told:
            (self.struck if told[1] else self.ended).add(told[2])

    def asks(self, address: str, line: str, **fields: str) -> bool:
        """Writes a mail and answers the question that it raises; whether there was one."""
        self.write(address, line, **fields)
        asked = [one for to, one in self.delivered() if to == address and " CONFIRM " in one["Subject"]]
        for one in asked:
            self.confirms(one)
        return bool(asked)

    def confirms(self, asked: EmailMessage, word: str = "yes") -> None:
        self.yeses.append(asked)
        self.write(str(asked["To"]), word, Subject=f"Re: {asked['Subject']}")
        for to, one in [*self.delivered()]:
            if "Will you play?" in str(one["Subject"]):
                self._invited(to, one)

    def _invited(self, to: str, asked: EmailMessage) -> None:
        found = re.search(r"\[([a-z0-9-]+)\]", str(asked["Subject"]))
        assert found
        if to in self.members and self.random.random() < 0.7:
            self.agreed[to, found[1]] = self.now, False
            self.confirms(asked)
        elif self.random.random() < 0.5:
            self.confirms(asked, "no")

    # ---- days

    def plays(self, days: int) -> None:
        for _ in range(days):
            self.day += 1
            self.someday()

    def someday(self) -> None:
        self.now += DAY_HOURS * HOUR
        self.swept()
        for one in self.members.values():
            if self.is_there(one):
                self.wishes(one)
            elif one.habit == RESIGNS:
                self.resigns(one)
        self.play()
        self.seats_programs()
        self.worker.work()
        assert not [*filter(None, self.troubles)], self.troubles
        self.all_delivered()

    def swept(self) -> None:
        """Twice: some clocks begin to run by what was due before."""
        for _ in range(2):
            self.desk.sweep(self.now)
            self.all_delivered()

    def all_delivered(self) -> None:
        for _mail in self.delivered():
            pass

    def is_there(self, one: Member) -> bool:
        return one.habit == STEADFAST or self.day < one.until

    def games(self) -> list[GameState]:
        return [self.record.load(name).game for name in self.record.games()]

    def wishes(self, one: Member) -> None:
        """Somebody makes a list, closes his, joins one, or leaves one, now and then."""
        chance, stands = self.random.random(), [each.name for each in self.lists.of(one.address)]
        waits = self.lists.waiting()
        open_ = [each.name for each in waits if each.name not in stands and is_liked(each.name)]
        mine = [each.name for each in waits if each.listed.maker == one.address and is_dropped(each.name)]
        if mine:
            self.asks(one.address, f"close {mine[0]}")
        elif self.made < self.most and len(waits) < AT_ONCE and chance < 1 / len(self.members):
            self.creates(one)
        elif open_ and chance < 0.3:
            self.joins(one, self.random.choice(open_), stays=self.random.random() < 0.2)
        elif stands and chance > 0.95 and self.asks(one.address, f"leave {stands[0]}"):
            self.agreed.pop((one.address, stands[0]))

    def creates(self, one: Member) -> None:
        title = self.random.choice([*FOR])
        self.made += 1
        name = f"list-{self.made:02}"
        line = f"create {title} for {self.random.choice(FOR[title])} people, 24 h, called {name}"
        line += ", reliable" if self.made % 7 == 0 else ""
        if self.made % 5 == 0:
            guest = self.random.choice([each for each in self.members.values() if each is not one])
            line += f", with {guest.name} {guest.address}"
        self.agrees(one, name, line, stays=False)

    def sits_down_elsewhere(self) -> None:
        """Somebody stands on two lists, and the one that fills takes him off the other."""
        waits, goes, comes, *_ = (one for one in self.members.values() if one.habit == STEADFAST)
        self.agrees(waits, "list-90", "create shinobi for 3 people, 24 h, called list-90", stays=False)
        self.agrees(goes, "list-90", "join list-90", stays=False)
        self.agrees(goes, "list-91", "create clan war for 2 people, 24 h, called list-91", stays=False)
        self.agrees(comes, "list-91", "join list-91", stays=False)

    def joins(self, one: Member, name: str, *, stays: bool) -> None:
        self.agrees(one, name, f"join {name}{' also' if stays else ''}", stays=stays)

    def agrees(self, one: Member, name: str, line: str, *, stays: bool) -> None:
        """He says yes, if he is asked at all."""
        before = dict(self.agreed)
        self.agreed[one.address, name] = self.now, stays
        if not self.asks(one.address, line):
            self.agreed = before

    # ---- games

    def play(self) -> None:
        """Each game goes on by some orders; whoever is away is waited for."""
        for name in self.record.games():
            for _ in range(self.moves_a_day):
                if not self.is_moved(name):
                    break
            self.finishes(name)

    def is_moved(self, name: str) -> bool:
        """One mail in a game; whether there was anybody to write it."""
        self.worker.work()
        self.all_delivered()
        game = self.record.load(name).game
        at = self.record.addresses(name)
        waits = game.ledger.absent or (() if game.is_over() else game.awaited())
        for seat in sorted(waits, key=lambda seat: (game.register.deadlines[seat].at, seat)):
            one = self.members.get(at.get(seat, ""))
            if one and self.is_there(one) and name in one.blocks:
                self.sends(one, name, self.line(game, seat))
                return True
        return False

    def line(self, game: GameState, seat: str) -> str:
        if game.ledger.absent:
            return f"join these are the long words of {seat} in {game.id}"
        return notation_of(game).write(self.random.choice(game.examples(seat)))

    def sends(self, one: Member, name: str, *lines: str) -> None:
        """In the block of his newest mail; what is asked back he means."""
        block, subject = one.blocks[name]
        filled = block.replace("\n\n", "\n" + "".join(f"{line}\n" for line in lines), 1)
        self.orders[name] += 1
        self.asks(one.address, filled, Subject=subject)

    def finishes(self, name: str) -> None:
        """All at once, when enough of it was played by mail, and nobody is away from it."""
        game = self.record.load(name).game
        sit = [self.members[address] for address in self.record.addresses(name).values()]
        waits = game.ledger.absent or not all(game.register.holders.values())
        if (
            self.orders[name] >= self.by_mail
            and not game.is_over()
            and not waits
            and all(map(self.is_there, sit))
        ):
            self.hurries(name)
            self.desk.tell(name)
            self.all_delivered()

    def hurries(self, name: str) -> None:
        """To its end, with the referee's hand: what people tell him by telephone."""
        while True:
            play_waiting(self.referee, name)
            game = self.record.load(name).game
            if game.is_over():
                return
            seat = self.random.choice(game.awaited())
            act = Act(COMMAND_LINE, "", seat, "referee", game.register.holders[seat])
            self.referee.take(name, seat, self.random.choice(game.examples(seat)), act)

    def resigns(self, one: Member) -> None:
        for name, _seat in self.record.seats_of(one.address):
            game = self.record.load(name).game
            if not (game.is_over() or game.ledger.absent) and name in one.blocks:
                self.sends(one, name, "resign seat No time any more.")

    def seats_programs(self) -> None:
        """The referee lets programs play for whoever has left, or was silent too often."""
        for game in self.games():
            entries = [each.entry for each in self.record.envelopes(game.id)]
            silent = Counter((each.seat, each.follows) for each in entries if isinstance(each, Lapsed))
            left = {each.seat for each in entries if isinstance(each, SeatLeft)}
            for seat in () if game.is_over() else game.seats:
                is_away = seat in left or silent[seat, WAIT] or silent[seat, BOT] > 2
                if is_away and not game.register.program(seat):
                    self.asks(REI, f"bot {game.id} {seat} steady")


def is_liked(name: str) -> bool:
    """Whether anybody joins a list: some do not fill."""
    return int(name[-2:]) % 6 != 3


def is_dropped(name: str) -> bool:
    """Whether its maker closes a list that waits still."""
    return int(name[-2:]) % 12 == 9


def _members(count: int) -> Iterator[Member]:
    """Of ten three fall silent in time, and two resign."""
    for number, name in enumerate(NAMES[:count]):
        habit = {2: SILENT, 3: RESIGNS, 5: SILENT, 7: RESIGNS, 8: SILENT}.get(number % 10, STEADFAST)
        yield Member(name, habit, 4 + number)

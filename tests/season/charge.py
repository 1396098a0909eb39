"""Whoever is in charge of a club: opens games, finds people for free seats, rules, sees to what hangs."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from domain.game.deciding.consequences import impossible
from domain.game.entries.policy import DEFAULT_ORDERS, FORFEIT, STANDBY, TODAY, Policy, Refereeing
from domain.game.entries.rulings import NOTE, PENALTY, REWOUND, STANDS
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove
from domain.titles import TITLES
from referee.games import people, rulings
from referee.games.opening import Opening
from referee.games.rulings import Judgement
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.outbox import FAILED
from tests.season.agenda import DAY
from tests.season.people import drawn

if TYPE_CHECKING:
    from tests.season.club import Season

REFEREE = Act(COMMAND_LINE, person="referee")
ROUND = 3 * DAY

POLICIES = (
    Policy(hours=72, grace=60, reminders=(24,), press="private", anonymous=True, vacation=20),
    Policy(hours=48, nmr=DEFAULT_ORDERS, press="white", delay=24),
    Policy(
        hours=60,
        nmr=STANDBY,
        reminders=(24, 6),
        press="private",
        vacation=5,
        clock="18:00",
        zone="Europe/Paris",
        days=(1, 2, 4, 6),
    ),
    Policy(hours=120, nmr=FORFEIT, grace=600, press="private"),
    Policy(press="private", errors="strict"),
    Policy(hours=72, press="white", referee=Refereeing(stops=True, looks="at the reveal")),
    Policy(authority=0, hours=96, nmr=DEFAULT_ORDERS, referee=Refereeing(second="Second")),
)


class Charge:
    """The referee, who makes a round every few days."""

    def __init__(self, club: Season, random: Random) -> None:
        self._club = club
        self._random = random
        self._seen: dict[str, int] = {}

    def opens(self, name: str) -> None:
        """A game with its people, announced; so far the weather is fair."""
        rules = TITLES[self._random.choice(tuple(TITLES))]
        scenario = self._random.choice(rules.scenarios)
        people_of = [self._club.join().name for _ in range(scenario.seats[0])]
        level, policy = self._random.choice((0, 1, 1, 2)), self._random.choice(POLICIES)
        if impossible(rules, policy):
            policy = TODAY
        opening = Opening(name, rules.title, tuple(people_of), scenario.name, level=level, policy=policy)
        kept = self._club.process.referee.open(opening, REFEREE)
        for seat, person in zip(kept.game.seats, people_of, strict=True):
            self._club.process.record.register(name, seat, self._club.people[person].address)
            if level == 2 and self._random.random() < 0.5:
                self._club.cells[name, seat] = drawn(name, seat, self._random)
        for _ in range(2 if policy.nmr == STANDBY else 0):
            other = self._club.join()
            people.list_standby(self._club.process.referee, name, other.name, True, REFEREE, other.address)
        self._club.process.desk.announce(name)

    def round(self) -> None:
        """Looks after every game that goes on, and after mails that servers would not take."""
        for mail in self._club.process.queue.unsent():
            if mail.state == FAILED:
                self._club.plainly(lambda: self._club.process.queue.again(mail.id))  # noqa: B023
        for name in self._club.names:
            game = self._club.game(name)
            if not game.is_over():
                self._sees_to(game)
                self._seen[name] = game.position
        self._club.after(ROUND, self.round)

    def _sees_to(self, game: GameState) -> None:
        name, register = game.id, game.register
        for seat in game.seats:
            if not register.holders.get(seat) or seat in register.free():
                self._finds_somebody(name, seat)
        if register.paused is not None and self._random.random() < 0.6:
            self._club.beside(name, lambda referee: people.resume(referee, name, "We go on.", REFEREE))
        for one in register.docket.open:
            judged = self._judged(game, one.number)
            self._club.beside(name, lambda referee: rulings.rule(referee, name, judged, REFEREE))  # noqa: B023
        if self._seen.get(name) == game.position:
            self._club.plainly(lambda: self._club.process.desk.remind(name))
        if self._random.random() < 0.1:
            self._does_something(game)

    def _finds_somebody(self, name: str, seat: str) -> None:
        person = self._club.join()
        self._club.beside(
            name,
            lambda referee: people.take_seat(
                referee, name, seat, person.name, "The seat was free.", REFEREE, person.address
            ),
        )

    def _judged(self, game: GameState, number: int) -> Judgement:
        kind = self._random.choice((STANDS, NOTE, PENALTY, REWOUND, REWOUND))
        seat = self._random.choice(game.seats) if kind == PENALTY else ""
        to = self._random.randint(max(1, game.position - 12), game.position) if kind == REWOUND else 0
        return Judgement(kind, "I have looked at it.", number, seat=seat, to=to)

    def _does_something(self, game: GameState) -> None:
        name, seat = game.id, self._random.choice(game.seats)
        until = self._club.now + self._random.randint(-1, 9) * DAY
        acts = (
            lambda r: r.look(name, "referee", "hands", "A dispute.", REFEREE),
            lambda r: people.pause(r, name, "Holidays.", self._random.choice((0, until)), REFEREE),
            lambda r: people.move_deadline(r, name, seat, until, "As agreed.", REFEREE),
            lambda r: people.change_policy(r, name, self._random.choice(POLICIES), "As agreed.", REFEREE),
        )
        self._club.beside(name, self._random.choice(acts))

    def ends(self, name: str) -> None:
        """The year is over: half of the games that go on are abandoned, and everybody is told."""
        if not self._club.game(name).is_over() and self._random.random() < 0.5:
            try:
                people.abandon(self._club.process.referee, name, "The year is over.", REFEREE)
            except IllegalMove:
                self._club.done["refusals"] += 1
        self._club.process.desk.tell(name)

"""The dice of games that were audited: of one, of a file, or of all games of a store together.

Only open throws are counted, and no draws. A throw counts for the person who gave the last order of the turn
before it, as in the statistics of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from cli.frame.dice_tables import dice_documents, tell_dice, tests_of
from cli.frame.printing import say
from domain.titles import TITLES
from projections.exports.statistics import Dice, Luck, Throw, tested, throws_of_nobody, throws_of_people
from projections.language.messages import _, _n, wrap
from projections.replay import Replay
from referee.audit.game_lines import Export, envelopes_of, is_complete, known_entries
from referee.club.persons import Persons
from referee.games.addresses import became, known
from referee.record.record import Record
from referee.seats.seat_view import replay_of


class FoundDice(Struct, frozen=True):
    """What open throws show; `games` had some, `left` have a record that does not hold, and are not in it."""

    dice: tuple[Dice, ...]
    luck: tuple[Luck, ...]
    games: int
    left: int = 0

    def document(self) -> dict[str, Any]:
        return {**dice_documents(self.dice, self.luck), "games": self.games, "left_out": self.left}


def of_games(record: Record, games: Sequence[str], left: int = 0) -> FoundDice:
    """Of games of a store whose records hold. People are addresses: two of one name are two."""
    names = called(record, games)
    throws = [
        [
            (names.get((game, person), ""), kind, faces)
            for person, kind, faces in throws_of_people(replay_of(record, game))
        ]
        for game in games
    ]
    return _found(throws, left)


def of_export(export: Export) -> FoundDice:
    """Of a file that holds, as far as it is open. People are names: a file has no addresses. Of a game that
    cannot be folded it is not known whose a throw is."""
    header = export.header
    if not header.data or not is_complete(export):
        return _found([throws_of_nobody(known_entries(export))])
    rules = TITLES[header.title]
    data = rules.read_data({name: text.encode() for name, text in header.data.items()})
    return _found([throws_of_people(Replay(header.game, rules, data, envelopes_of(export)))])


def _found(games: Sequence[Sequence[Throw]], left: int = 0) -> FoundDice:
    throws = [throw for game in games for throw in game]
    dice, luck = tested(throws)
    return FoundDice(dice, tuple(one for one in luck if one.seat), sum(map(bool, games)), left)


def called(record: Record, games: Sequence[str]) -> dict[tuple[str, str], str]:
    """What each person of each game is called in all of them."""
    sat = [(game, *one) for game in games for one in known(record, record.load(game).game).items()]
    persons = Persons([(address, person) for _game, person, address in sat], became(record))
    return {(game, person): persons.of(address, person) for game, person, address in sat}


def tell(found: FoundDice) -> None:
    if not found.dice:
        say(_("No open throw of dice is in it."))
        return
    tell_dice(found.dice, found.luck)
    say()
    for line in wrap(" ".join(_said(found))):
        say(line)


def _said(found: FoundDice) -> Iterator[str]:
    """What these numbers say, and what not."""
    tests = tests_of(found.dice, found.luck)
    if not tests:
        yield _("No test was made: there are too few faces for one.")
        return
    yield _n("{tests} test was made.", "{tests} tests were made.", tests).format(tests=tests)
    yield _(
        "The faces of a kind of dice are tested by chi-square, where each is expected five times or more. "
        "The dice of a person fell after its orders, in the same turn, and p is for their sum, on both "
        "sides: a high sum is not always good. P says how often fair dice would fall at least so far from "
        "what is expected; "
        "“adjusted” is that for all tests together, by Holm. Only a small one there would be unusual: one of "
        "0.05 or less comes up in at most one of 20 audits of fair dice. No p proves anything, for or "
        "against anybody: the proof of a throw is its cell."
    )
    if any(one.kind.real for one in found.dice):
        yield _("Dice that are called real rest on the word of whoever entered them: they have no cell.")
    if found.left:
        yield _n(
            "{count} game whose record does not hold is left out.",
            "{count} games whose records do not hold are left out.",
            found.left,
        ).format(count=found.left)

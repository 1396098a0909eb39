"""One of several processes that play the same games: `python -m tests.record.sharing STORE NAME ORDERS`.

Each order has a key of its own and is sent until it is known to be in, whatever becomes of the server
meanwhile; an order that somebody else has made stale is given up for another. Each line on standard output is
"KEY GAME POSITION": said only once it was recorded.
"""

from __future__ import annotations

import sys
import time
from random import Random

from eventsourcing.persistence import PersistenceError

from domain.kit.errors import OrderError
from referee.games.referee import AlreadyTaken, Referee, TryAgain
from referee.record.location import place_of
from referee.record.record import Record
from tests.record.stores import ACT

PAUSE = 0.05


def main(store: str, name: str, orders: int) -> None:
    record, random = Record(place_of(store)), Random(name)
    referee = Referee(record)
    for number in range(orders):
        key, position = f"{name}:{number}", 0
        while not position:
            game, position = _sent(referee, random, key)
            if game == "":
                return
        print(key, game, position, flush=True)
    record.close()


def _sent(referee: Referee, random: Random, key: str) -> tuple[str, int]:
    """The game and where the order with this key stands there, 0 where it is not in yet; "" where all games
    are over."""
    record, name = referee.record, "?"
    try:
        for name in record.games():  # whose answer was lost, it may be in
            if found := record.seen(name, (key,)):
                return name, found
        going = [name for name in record.games() if not record.load(name).game.is_over()]
        if not going:
            return "", 0
        name = random.choice(going)
        game = record.load(name).game
        seat = random.choice(game.awaited())
        taken = referee.take(
            name, seat, random.choice(game.rules.offers(game.state, seat) or ()), ACT, (key,)
        )
        return name, taken.kept.game.position - len(taken.entries) + 1
    except AlreadyTaken as taken_before:
        return name, taken_before.position
    except (OrderError, TryAgain):
        return name, 0  # somebody else was quicker
    except PersistenceError:
        time.sleep(PAUSE)
        return name, 0


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))

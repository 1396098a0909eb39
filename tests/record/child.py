"""The process that is killed: it plays, and says of each order that it was taken only once it was.

`python -m tests.record.child STORE SEED [BYTES]`: with BYTES no file may grow beyond so many (a full disk).
Each line on standard output is "GAME POSITION HEAD"; a failed write is "failed: SENTENCE" and the end.
"""

from __future__ import annotations

import resource
import sys
from random import Random

from eventsourcing.persistence import PersistenceError

from referee.games.referee import Referee
from referee.record.location import Place, place_of
from referee.record.record import Record
from tests.record.stores import one_order, opened


def main(store: Place, seed: str, size: int = 0) -> None:
    record, random = Record(store), Random(seed)
    if size:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    try:
        _play(record, random)
    except PersistenceError as error:
        print(f"failed: {error}", flush=True)


def _play(record: Record, random: Random) -> None:
    name = next((name for name in record.games() if not record.load(name).game.is_over()), "")
    while True:
        if not name:
            name = f"g{len(record.games())}"
            opened(record, name, seed=name, seats=3 + random.randrange(3))
        game = record.load(name).game
        while not game.is_over():
            kept = one_order(Referee(record), game, random).kept
            print(name, kept.game.position, kept.head.hex(), flush=True)
            game = kept.game
        name = ""


if __name__ == "__main__":
    main(place_of(sys.argv[1]), sys.argv[2], int((sys.argv[3:] or ["0"])[0]))

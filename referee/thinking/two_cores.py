"""One thought on two cores: every second order is tried in a process that has split off from this one.

It is as far behind everything else, so that it takes a core that is idle. Whatever becomes of it, the same is
found: what it does not send is worked out here.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def on_two_cores(work: Callable[[T], R], many: Sequence[T]) -> list[R]:
    """What `map` gives, in the same order. Raises what the work raises."""
    own, others = many[::2], many[1::2]
    if not others or not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2:
        return list(map(work, many))
    beside, ours = _begun(work, others)
    done: list[R] = [*map(work, own), *_sent(beside, ours, work, others)]
    return [done[at // 2 + at % 2 * len(own)] for at in range(len(many))]


def _begun(work: Callable[[T], R], others: Sequence[T]) -> tuple[int, int]:
    """A process that does the work, and the end of the pipe by which it sends what it has found."""
    ours, its = os.pipe()
    beside = os.fork()
    if beside:
        os.close(its)
        return beside, ours
    try:
        with os.fdopen(its, "wb") as pipe:
            pickle.dump([work(one) for one in others], pipe)
    finally:
        os._exit(0)  # nothing that was open before belongs to it


def _sent(beside: int, ours: int, work: Callable[[T], R], others: Sequence[T]) -> list[R]:
    """What the process sends; where it has died, the work is done again here, and says of what."""
    try:
        with os.fdopen(ours, "rb") as pipe:
            found: list[R] = pickle.load(pipe)
            return found
    except (EOFError, pickle.UnpicklingError):
        return [work(one) for one in others]
    finally:
        os.waitpid(beside, 0)

"""The advice of a program in sentences: each order as it would be mailed, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Iterator

from projections.language.messages import _, term, wrap
from referee.programs.advising import Counsel, Liked

INDENT, ORDER, SAID = " " * 6, " " * 8, " " * 10
"""Before what is said of all of it, before an order, and before what is said of that."""


def told(counsel: Counsel) -> Iterator[str]:
    """The advice as lines of an answer."""
    if counsel.is_only:
        yield from wrap(_("Only this order is legal now:"), INDENT, INDENT)
    else:
        yield from wrap(_("What a program would order, what it likes best first:"), INDENT, INDENT)
    for one in counsel.liked:
        yield ORDER + one.order
        yield from wrap(" ".join(_of(one, counsel.sides)), SAID, SAID) if len(counsel.liked) > 1 else ()
    said = _(
        "It knows what your seat knows, and guesses the rest. The others see that you asked, and not this."
    )
    yield from wrap(said, INDENT, INDENT)


def told_apart(counsel: Counsel) -> list[dict[str, str]]:
    """Each order of the advice for itself, for a page."""
    return [{"order": one.order, "says": " ".join(_of(one, counsel.sides))} for one in counsel.liked]


def _of(one: Liked, sides: int) -> Iterator[str]:
    yield from _expected(one.expects, sides)
    yield from map(term, one.reasons) if one.reasons else (_("No rule of thumb speaks for it."),)


def _expected(expects: float | None, sides: int) -> Iterator[str]:
    if expects is None:
        return
    share = f"{round(expects * 100)} %"
    if sides > 2:
        yield _("It expects you to leave {share} of the others behind.").format(share=share)
    else:
        said = _("It expects you to win about {count} of 10 games from here ({share}).")
        yield said.format(count=round(expects * 10), share=share)

"""Orders and questions as links that open a mail with everything filled in (RFC 6068)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.seats.links import mailto
from referee.seats.mail_parts import Choice

LONGEST = 1_900
"""Signs of a link: of the limits that mail programs have the least is 2,000."""

_BEGIN, _END = "-----BEGIN ORDERS", "-----END ORDERS"


def order_link(address: str, subject: str, block: Sequence[str], choice: Choice) -> str:
    """The link that sends an order from within the block; "" where there is none, or it is too long.

    A part brings its example as a comment: sent as it is, it orders nothing.
    """
    begins = next((n for n, line in enumerate(block) if line.startswith(_BEGIN)), len(block))
    ends = next((n for n, line in enumerate(block) if line.startswith(_END)), 0)
    if begins >= ends:
        return ""
    marks = [line for line in block[begins:ends] if line]
    order = [f"; {choice.order}", ""] if choice.is_part else [choice.order]
    link = mailto(address, f"Re: {subject.removeprefix('Re: ')}", [*marks, *order, block[ends]])
    return link if len(link) < LONGEST else ""


def question_link(address: str, tag: str, question: str) -> str:
    """The link that asks something about a game; "" where it would be too long."""
    link = mailto(address, f"{question} {tag}", [question])
    return link if len(link) < LONGEST else ""

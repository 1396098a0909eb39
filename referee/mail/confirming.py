"""Mails that wait for one word from the registered address: why, what is asked, and the word.

doubt      why a mail is not simply taken; "" where it is
refusal    the same where no word could help
question   the body of the mail that asks
word       the word in a mail that answers it
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from projections.texts import _, wrap
from referee.mail.authority import Evidence, enough
from referee.mail.reading import ASKED, ReadMail, plain
from referee.mail.tokens import shown

YES, NO = "yes", "no"
_YES = ("yes", "y", "oui", "да", "ja", "sí", "si", "sì", "tak", "はい")
_NO = ("no", "n", "non", "нет", "nein", "nie", "いいえ")


def doubt(mail: ReadMail, evidence: Evidence, minimum: int) -> str:
    """Why a mail is not simply taken; "" where it is."""
    if not enough(evidence, minimum):
        return _lacking(evidence, minimum)
    if mail.looks_quoted and not mail.in_block:
        return _(
            "Its orders stand outside a block, in a mail that also quotes another, so that an old order "
            "could be taken for a new one."
        )
    return ""


def _lacking(evidence: Evidence, minimum: int) -> str:
    if not evidence.token:
        return _("It does not carry the token of this turn.")
    if not evidence.sender:
        return _("It came from an address that is not registered for this seat.")
    if not evidence.dkim:
        return _(
            "This game takes only mails for which the sender's mail server vouches with a DKIM signature "
            "(level {level}): {why}."
        ).format(level=minimum, why=evidence.why_no_dkim)
    return _(
        "This game takes only blocks that are signed with a registered key (level {level}): {why}."
    ).format(level=minimum, why=evidence.why_no_signer)


def refusal(why: str, minimum: int) -> str:
    """Where no word from the registered address could help: what would."""
    if minimum >= 3:
        instead = _(
            "Save the block to a file, sign it with “ssh-keygen -Y sign -n bugyo-order -f KEY FILE”, and "
            "send the block with the signature below it."
        )
    else:
        instead = _(
            "Write from your registered address, with its own mail program or page; or ask the referee."
        )
    return _("{why} Nothing was played. {instead}").format(why=why, instead=instead)


def question(seat: str, game: str, why: str, mark: str, read: Sequence[str]) -> list[str]:
    """The body of the mail that asks for the word. `read` are the lines as they were understood."""
    came = _("A mail with orders of {seat} in the game {game} came in. Nothing of it was played yet. {why}")
    asks = _(
        "If you wrote it and mean it, answer this mail with the one word “yes”, above everything else. With "
        "“no” it is put aside. Without an answer nothing of it is played, and with the end of the turn it is "
        "void. A filled block, out of the newest mail, needs no such word."
    )
    return [
        *wrap(came.format(seat=seat, game=game, why=why)),
        "",
        _("It was read so:"),
        "",
        *read,
        "",
        *wrap(asks),
        "",
        f"CONFIRM {shown(mark)}",
        "",
    ]


def tried(seat: str) -> list[str]:
    """To the owner of a seat in whose name a stranger has written."""
    said = _(
        "A mail that names your seat {seat} came from an address that nobody has registered, and without a "
        "token. It was refused, and nothing was played. If you wrote it, write from the address that this "
        "mail came to. If not, there is nothing that you have to do."
    )
    return wrap(said.format(seat=seat))


def put_aside() -> str:
    return _("The mail is put aside. Nothing of it was played, and nothing of it will be.")


def gone() -> str:
    return _("The mail that you confirm cannot be read any more. Please send the orders again.")


def word(mail: ReadMail) -> str:
    """`YES`, `NO`, or "" where the first line of the player's own is neither."""
    own = (line.text for line in mail.lines if line.kind in (*ASKED, "text") and line.text.strip())
    first = re.sub(r"[\W_]+$", "", plain(next(own, ""))).casefold().lstrip("\"'*«“ ")
    return YES if first in _YES else NO if first in _NO else ""

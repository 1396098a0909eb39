"""Mails that wait for one word from the registered address: why, what is asked, and the word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from projections.language.messages import _, moment, term, wrap
from referee.reading.courtesies import greets, says_no, says_yes, signs, takes_back, takes_leave
from referee.reading.reading import ASKED, ReadMail
from referee.record.mail_cases import Swept
from referee.seats.mail_parts import Parts
from referee.seats.seat_view import Scene
from referee.seats.tokens import shown

YES, NO = "yes", "no"


class Private(Struct, frozen=True):
    """What a player alone is told, as it hangs on what his seat alone may know; `short` is what whoever runs
    the desk reads in its place."""

    said: Callable[[], str]
    short: Callable[[], str]

    def __call__(self) -> str:
        return self.said()


def of_desk(why: Callable[[], str]) -> str:
    """Why, for the log of the desk and for its list of mails."""
    if isinstance(why, partial) and isinstance(unsure := why.keywords.get("unsure"), Private):
        return str(why(unsure=unsure.short))
    return why.short() if isinstance(why, Private) else why()


def question(scene: Scene, why: str, mark: str, read: Sequence[str], *, by_block: bool) -> Parts:
    """The mail that asks for the word. `read` are the lines as they were understood; `by_block`,
    whether the same lines in a block would have needed no word."""
    came = _("A mail with orders of {seat} in the game {game} came in. Nothing of it was played yet. {why}")
    asks = _(
        "If you wrote it and mean it, answer this mail with the one word “yes”, above everything else. With "
        "“no” it is put aside. Without an answer nothing of it is played, and with the end of the turn it is "
        "void."
    )
    lines = [
        _("It was read so:"),
        "",
        *read,
        "",
        *wrap(" ".join(filter(None, (asks, _next_time(scene) if by_block else "")))),
        "",
        f"CONFIRM {shown(mark)}",
    ]
    return Parts(came.format(seat=scene.seat, game=scene.replay.game, why=term(why)), results=lines)


def _next_time(scene: Scene) -> str:
    """What needs no such word; a mail to a seat of which nothing is asked has no block."""
    game = scene.game
    if scene.seat in game.wanted():
        return _("A filled block, out of the newest mail, needs no such word.")
    return _(
        "Nothing is asked of you now, so that your newest mails have no block: until they have one again, "
        "this word is all that it takes. Questions need none."
    )


def tried(seat: str) -> Parts:
    """To the owner of a seat in whose name a stranger has written."""
    said = _(
        "A mail that names your seat {seat} came from an address that nobody has registered, and without the "
        "token of this turn. It was refused, and nothing was played. If you wrote it, write from the address "
        "that this mail came to. If not, there is nothing that you have to do."
    )
    return Parts(said.format(seat=seat))


def forged_word() -> str:
    """To a word that does not come from whom it names."""
    return _(
        "The server that received your mail has recorded that it does not come from the sender that it names "
        "(DMARC failed), so your word does not count, and the mail that it is about still waits. Answer from "
        "the mail program or page of your own provider."
    )


def put_aside() -> str:
    return _("The mail is put aside. Nothing of it was played, and nothing of it will be.")


def once_more() -> str:
    return _("You have answered that already.")


def too_late() -> str:
    return _("It is too late for that: nothing was done, and nothing more is sent to you.")


def nothing_follows() -> str:
    return _("Nothing follows, and nothing more is sent to you.")


def confirmed(held: ReadMail) -> str:
    """What became of the mail that waited for a word."""
    return _("It confirms the mail {id}.").format(id=held.message_id or held.digest)


def gone(swept: Swept | None = None) -> str:
    if swept:
        said = _("The mail that you confirm was swept away on {time}. Please send the orders again.")
        return said.format(time=moment(swept.swept_at))
    return _("The mail that you confirm cannot be read any more. Please send the orders again.")


def word(mail: ReadMail) -> str:
    """`YES`, `NO`, or "" where the person says neither, or more than that: “Yes, I am on holiday” is none.

    What follows in the same paragraph may be a farewell or a name; further below, a footer of his server.
    """
    own = [line.text.strip() for line in mail.lines if line.kind in (*ASKED, "text", "blank")]
    while own and (not own[0] or (greets(own[0]) and not says_yes(own[0]))):
        del own[0]
    if not own or not says_yes(own[0]):
        return NO if own and says_no(own[0]) else ""
    end = next((at for at, text in enumerate(own) if not text), len(own))
    said = (signs(text) or takes_leave(text) for text in own[1:end])
    return YES if all(said) and not any(map(takes_back, own[1:])) else ""

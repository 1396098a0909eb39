"""Sentences of lists that people sign on to, and of what has become of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from domain.titles import TITLES
from projections.language.catalogues import written_for
from projections.language.messages import _, _n, listed, term, wrap
from referee.club.lists import Outcome, Terms
from referee.club.reliability import Standing
from referee.club.words import Close, Command, Create, Join, Observe, Reliability, StandBy, StopObserving
from referee.games.addresses import mailbox_of
from referee.mail.writing.letters_to_named import Dress, of_no_game
from referee.record.record import Record
from referee.seats.defused_text import named, named_at
from referee.seats.mail_parts import Parts
from referee.seats.readers import reader_of
from referee.seats.tokens import shown
from referee.telling.lists_shown import conditions, describe, facts, in_time, what_for
from referee.transport.letters import NEWS, Letter, name_of


def asks(command: Command, found: Outcome | Terms | None, mark: str) -> Parts:
    """With all that he says yes to, in words of ours: what somebody has written in the name of another, such
    as a name, does not go to him."""
    says = _("A mail in your name asks that {what}.").format(what=_what(command))
    means = _(
        "If you wrote it and mean it, answer this mail with the one word “yes”, above everything else. "
        "Without an answer nothing follows."
    )
    about = [line for said in (*_about(found), *_own(command)) for line in wrap(said)]
    return Parts(says, results=[*wrap(means), *([""] if about else []), *about, "", f"CONFIRM {shown(mark)}"])


def _about(found: Outcome | Terms | None) -> list[str]:
    if isinstance(found, Outcome):
        return facts(found)
    return [what_for(found), *conditions(found), *_named(found)] if found else []


def _named(terms: Terms) -> list[str]:
    """How many are asked because of it: the names are those of the mail."""
    said = _n(
        "{count} person named in that mail is asked as well.",
        "{count} people named in that mail are asked as well.",
        terms.named,
    )
    return [said.format(count=terms.named)] if terms.named else []


def _own(command: Command) -> list[str]:
    """What somebody has asked for himself on a list."""
    wish = command.wish if isinstance(command, Create | Join) else ""
    stays = isinstance(command, Join) and command.stays
    return [
        *([_("You wish the seat {seat}.").format(seat=wish)] if wish else []),
        *([_("You stay on it when another list seats you.")] if stays else []),
    ]


def _what(command: Command) -> str:
    if isinstance(command, Create):
        said = _("a list is made for a game of {title}, with you on it")
        return said.format(title=term(TITLES[command.title].name))
    if isinstance(command, Join):
        return _("you are put on the list “{name}”").format(name=command.name)
    if isinstance(command, Close):
        return _("the list “{name}” is closed").format(name=command.name)
    if isinstance(command, StandBy):
        return _("you stand by in the game “{name}”, and get a seat that falls free there").format(
            name=command.name
        )
    if isinstance(command, Observe):
        return _(
            "you observe the game “{name}”: what everybody may know of it comes to you by mail, and its "
            "players see your name"
        ).format(name=command.name)
    if isinstance(command, StopObserving):
        one = _("you observe the game “{name}” no more").format(name=command.name)
        return one if command.name else _("you observe no game any more")
    if isinstance(command, Reliability):
        seen = _("others see on lists how many of your answers came in time")
        return (
            seen if command.shown else _("others do not see any more how many of your answers came in time")
        )
    return _("you are taken off the list “{name}”").format(name=getattr(command, "name", ""))


def invitation(found: Outcome, person: str, mark: str) -> Parts:
    terms = found.terms
    says = _("You are asked by {maker} whether you, {person}, will play {title} by mail.")
    maker = named_at(terms.maker, found.listed.maker)
    says = says.format(maker=maker, person=named(person), title=term(TITLES[terms.title].name))
    means = _(
        "If you want that, answer this mail with the one word “yes”, above everything else. With “no”, or "
        "without an answer, nothing follows, and nothing else is sent to you."
    )
    return Parts(says, results=[*wrap(means), "", *describe(found), "", f"CONFIRM {shown(mark)}"])


def became(command: Command, found: Outcome, address: str, unasked: Sequence[str] = ()) -> Parts:
    """`address` is the desk's; `unasked` are those of the named who could not be asked."""
    if found.game:
        said = _(
            "The list “{name}” is full: the game begins. Your seat and how to join stand in the next mail."
        )
        return Parts(said.format(name=found.name))
    if not found.lacking:
        return ended(found, not_opened())
    if isinstance(command, Create | Join):
        said = _("You stand on the list “{name}”.").format(name=found.name)
        leave = _("“leave {name}” takes you off it.").format(name=found.name)
        own = [line for one in _own(command) for line in wrap(one)]
        friends = _friends(found.name, address) if isinstance(command, Create) else []
        return Parts(said, results=[*describe(found), *own, *_unasked(unasked), *friends, "", *wrap(leave)])
    if isinstance(command, Close):
        return Parts(_("The list “{name}” is closed.").format(name=found.name))
    return Parts(_("You stand no more on the list “{name}”.").format(name=found.name))


def _friends(name: str, address: str) -> list[str]:
    said = _(
        "Friends join it by a mail of their own to {address}, with this line alone. Each is asked for one "
        "word, and the last of them begins the game."
    )
    return ["", *wrap(said.format(address=address)), "", f"  join {name}"]


def _unasked(people: Sequence[str]) -> list[str]:
    if not people:
        return []
    said = _("No mail goes for some days to {people}: they cannot be asked now. Their places are free.")
    return ["", *wrap(said.format(people=listed([named(one) for one in people])))]


def consented(seen: Standing | None) -> Parts:
    """To whoever has said whether others see it."""
    if seen is None:
        return Parts(_("Others do not see how reliable you are."))
    said = _("On lists that you stand on others see: {figures}. “hide reliability” ends that.")
    return Parts(said.format(figures=in_time(seen)))


def by_maker(found: Outcome) -> str:
    """Why it is closed."""
    return _("It was closed by {maker}.").format(maker=named(found.terms.maker))


def ended(found: Outcome, why: str) -> Parts:
    said = _("The list “{name}” is closed, and no game begins. {why}")
    return Parts(said.format(name=found.name, why=why).strip())


def not_opened() -> str:
    return _("Its game cannot be opened any more.")


def not_full(found: Outcome) -> str:
    return _n(
        "{count} was missing when its time was over.",
        "{count} were missing when its time was over.",
        found.lacking,
    ).format(count=found.lacking)


def to_maker(record: Record, found: Outcome, person: str, dress: Dress | None) -> Iterator[Letter]:
    """If he still stands on the list."""
    for one in found.signed:
        if mailbox_of(one.address) == found.listed.maker:
            with written_for(reader_of(record, one.address)):
                said = _("On the list “{name}” a place is free for anybody: {person} does not come.")
                parts = Parts(said.format(person=named(person), name=found.name), results=describe(found))
                subject = _("A place is free on the list “{name}”").format(name=found.name)
                name = name_of(NEWS, f"declined {found.name} {person}")
                yield of_no_game(one.address, subject, parts, NEWS, name, dress)


def to_all(
    record: Record, found: Outcome, why: Callable[[], str], dress: Dress | None, beside: str = ""
) -> Iterator[Letter]:
    """But for an address that is told otherwise."""
    for one in found.signed:
        if one.address != beside:
            with written_for(reader_of(record, one.address)):
                subject = _("The list “{name}” is closed").format(name=found.name)
                name = name_of(NEWS, f"ended {found.name} {one.address}")
                yield of_no_game(one.address, subject, ended(found, why()), NEWS, name, dress)


def to_struck(record: Record, found: Outcome, dress: Dress | None) -> Iterator[Letter]:
    """The letters to those who were taken off other lists because this one has seated them."""
    for one, other in found.struck:
        with written_for(reader_of(record, one.address)):
            subject = _("Off the list “{name}”").format(name=other)
            name = name_of(NEWS, f"struck {other} {found.name} {one.address}")
            yield of_no_game(one.address, subject, _struck(found, other), NEWS, name, dress)


def _struck(found: Outcome, name: str) -> Parts:
    said = _(
        "You have a seat in the game {game} now, and were taken off the list “{name}”. If you want to play "
        "there as well, write “join {name} also”."
    )
    return Parts(said.format(game=found.name, name=name))

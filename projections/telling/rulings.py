"""Disputes, rulings and take-backs in sentences, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.game.entries import rulings
from domain.game.entries.entries import OWN_SLIP
from projections.language.filled import Depending, SentenceOf
from projections.language.messages import _, _n, listed, plain

Sentence = Callable[[Any, str], str]


def told(entry: rulings.Ruling, viewer: str) -> str:
    """One entry to one viewer; "" for what only numbers results."""
    return _SENTENCES[type(entry)](entry, viewer)


def left_open() -> str:
    """Of a dispute that was open where a what-if left the game."""
    return _("It was open where this what-if left the game, and is ruled on there.")


def corrected(entry: rulings.Corrected[Any], line: str) -> str:
    """A correction, with its line in the words of the title; "" where the viewer may not know it."""
    said = _("Ruling {number} sets right: {line}.") if line else _("Ruling {number} sets something right.")
    return said.format(number=entry.ruling, line=line)


def judge(who: str) -> str:
    """A referee as sentences name it."""
    return _("the second referee") if who == rulings.BY_SECOND else _("the referee")


def turns_text(entry: rulings.Revised) -> str:
    """The turns whose results are others now, as mails write them: "T5.v2"."""
    return listed(versions(entry))


def versions(entry: rulings.Revised) -> list[str]:
    """Those turns one by one."""
    return [f"{one.turn}.v{one.version}" for one in entry.turns]


def _disputed(entry: rulings.Disputed, viewer: str) -> str:
    if entry.appeals:
        said = _("{seat} appeals against ruling {ruling} (dispute {number}){cited}.")
    else:
        said = _("{seat} disputes what happened (dispute {number}){cited}.")
    cited = _cited(entry.events, (entry.rule,) if entry.rule else ())
    told = said.format(seat=entry.seat, ruling=entry.appeals, number=entry.number, cited=cited)
    text = entry.text.seen_by(viewer)
    return told if text is None else _("{told} “{text}”").format(told=told, text=plain(text))


def _cited(events: tuple[int, ...], rules: tuple[str, ...]) -> str:
    """ ", events 41 and 42, rule 11.5"; "" where nothing is cited."""
    parts = []
    if events:
        said = _n("event {events}", "events {events}", len(events))
        parts.append(said.format(events=listed([str(event) for event in events])))
    if rules:
        parts.append(_n("rule {rules}", "rules {rules}", len(rules)).format(rules=listed(rules)))
    return "".join(f", {part}" for part in parts)


def _adjudicated(entry: rulings.Adjudicated, viewer: str) -> str:
    said = _("On dispute {number}, {judge} has said under seal how it should be ruled.")
    told = said.format(number=entry.dispute, judge=judge(entry.who))
    text = entry.text.seen_by(viewer)
    return told if text is None else _("{told} “{text}”").format(told=told, text=plain(text))


def _opened(entry: rulings.AdjudicationsOpened, viewer: str) -> str:
    said = (
        _("On dispute {number} both referees say the same, each by themselves: “{first}”")
        if entry.agree
        else _("On dispute {number} the referees differ. The first: “{first}” The second: “{second}”")
    )
    first, second = map(plain, entry.texts)
    return said.format(number=entry.dispute, first=first, second=second)


def _ruled(entry: rulings.Ruled, viewer: str) -> str:
    return _("Ruling {number}{on}, by {judge}: {kind}. {reason}{cited}").format(
        number=entry.number,
        on=_(" on dispute {number}").format(number=entry.dispute) if entry.dispute else "",
        judge=judge(entry.by),
        kind=kind(entry),
        reason=plain(entry.reason),
        cited=_cites(entry),
    )


def kind(entry: rulings.Ruled) -> str:
    """What is ruled, in words."""
    said = {
        rulings.STANDS: _("the results stand"),
        rulings.CORRECTED: _("the results are corrected"),
        rulings.REWOUND: _("play goes back"),
        rulings.PENALTY: _("a penalty for {seat}"),
    }.get(entry.kind, _("a note"))
    return said.format(seat=entry.seat)


def _cites(entry: rulings.Ruled) -> str:
    cited = _cited(entry.events, entry.rules)
    return " " + _("(Cited{cited}.)").format(cited=cited.replace(", ", ": ", 1)) if cited else ""


def _revised(entry: rulings.Revised, viewer: str) -> str:
    return _("The results have new versions: {turns}.").format(turns=turns_text(entry))


def _proposed(entry: rulings.TakeBackProposed, viewer: str) -> str:
    said = _("{seat} asks to take back what it has ordered after event {position}: {reason}")
    return said.format(seat=entry.seat, position=entry.to, reason=plain(reason_of(entry)))


def reason_of(entry: rulings.TakeBackProposed) -> str:
    """What it says: ours, in the reader's language, where it has said nothing."""
    return _("Its own slip.") if entry.reason == OWN_SLIP else entry.reason


def _unseen(entry: rulings.LookedUnseen, viewer: str) -> str:
    what = entry.what.seen_by(viewer)
    if what is None:
        return _("The referee has looked at something; at what and why is seen at the next reveal.")
    person, at, reason = what.split("\n", 2)
    said = _("{person} has looked at {at}, which the others see at the next reveal: {reason}")
    return said.format(person=plain(person), at=at, reason=plain(reason))


sentence_of = SentenceOf(judge=judge, reason=plain)

_SENTENCES: dict[type, Sentence] = {
    rulings.Disputed: _disputed,
    rulings.DisputeWithdrawn: sentence_of("{seat} withdraws dispute {number}."),
    rulings.Recused: sentence_of(
        "Dispute {number} is not for {judge} to rule on, who leaves it to the other: {reason}",
        number="dispute",
        judge="who",
    ),
    rulings.Adjudicated: _adjudicated,
    rulings.AdjudicationsOpened: _opened,
    rulings.Ruled: _ruled,
    rulings.Reopened: sentence_of("Ruling {ruling} may be appealed against once more: {reason}"),
    rulings.Revised: _revised,
    rulings.TakeBackProposed: _proposed,
    rulings.TakeBackAnswered: Depending(
        "yes",
        {True: sentence_of("{seat} lets it.")},
        otherwise=sentence_of("{seat} does not let it; nothing is taken back."),
    ),
    rulings.LookedUnseen: _unseen,
}

"""Help with writing: all that answers now on one screen, one order with its meaning, standing orders."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import asdict

from domain.kit.vocabulary import fold, nearest
from projections.language.messages import _, listed, whole, wrap
from projections.references import Asked, Reference

INDENT = " " * 6
MOST_EXAMPLES = 6
MOST_FORMS = 8
"""Forms that the first screen has room for."""

MOST_PROMPTS = 5
"""Prompts that are named for an order."""

MOST_ALIKE = 2
"""Examples of one form on the first screen."""

Orders = Sequence[type[Struct]]


def now(asked: Asked, known: Reference) -> Iterator[str]:
    """One screen. A seat that is not asked for anything reads what it can always write."""
    examples = _examples(asked)
    if examples:
        yield _("You can write now, for example:")
        for line in _few_of_each(asked, examples):
            yield f"  {line}"
        yield ""
        yield from _asked_now(forms(asked, _open(asked, known)))
    elif asked.game is not None:
        yield _("Nothing is asked of you now.")
    always = [order for order in asked.rules.always if order in known.asks(asked)]
    if always:
        yield _("At any time: {forms}.").format(forms="; ".join(forms(asked, always)))
    yield ""
    yield from questions(known)


def _asked_now(open_forms: Sequence[str]) -> Iterator[str]:
    """The forms that are asked for; of many only their verbs."""
    verbs = dict.fromkeys(form.split()[0] for form in open_forms)
    if len(open_forms) <= MOST_FORMS:
        yield _("The forms that are asked for; “help {order}” says all of one:").format(
            order=next(iter(verbs))
        )
        yield from (f"  {form}" for form in open_forms)
    else:
        yield _("“help {order}” says all of an order; there are now: {orders}.").format(
            order=next(iter(verbs)), orders=", ".join(verbs)
        )


def questions(known: Reference) -> Iterator[str]:
    """What can be asked; a question is no order, and costs nothing."""
    yield _("Ask, whether it is your turn or not:")
    for form, said in _forms_of_questions(known):
        yield from wrap(said, f"  {form:<{WIDE}}", " " * (WIDE + 2))


WIDE = 22


def _forms_of_questions(known: Reference) -> Iterator[tuple[str, str]]:
    yield "help ORDER", _("what an order means, and each way to write it")
    yield "help standing", _("orders that are left behind for later")
    if known.card:
        yield "card NAME, cards", _("one of them, or all")
    yield "unseen", _("what may still come, from what you know")
    yield "table NAME, tables", _("a table with where its numbers come from, or all their names")
    if known.near:
        yield "near PLACE", _("what lies beside it, and who is there")
    if known.where:
        yield "where NAME", _("where it is, and how it stands")
    if known.odds:
        yield "odds …", _("exact chances; “odds” alone lists what can be asked")
    yield "rule NUMBER", _("what a rule is about, in our words")
    yield "help desk", _("press, deadlines, disputes, and all else that the desk knows")


def one(asked: Asked, known: Reference, words: str) -> list[str]:
    """[] where no order begins with that word."""
    verb = _verb(asked, (fold(words).split() or [""])[0].rstrip(":.,"))
    every = [
        order
        for order in asked.notation.orders
        if any(form.split()[0] == verb for form in _bare(asked, order))
    ]
    orders = [order for order in every if order in known.asks(asked)]
    if every and not orders:
        return [_("“{order}” is never asked of you in this game.").format(order=verb)]
    return [line for order in orders for line in _entry(asked, known, order)][:-1]


def close(asked: Asked, known: Reference, words: str) -> str:
    """The order that was probably meant, or ""."""
    verbs = {form.split()[0].rstrip(":"): form.split()[0] for form in forms(asked, _list(known.asks(asked)))}
    return nearest((fold(words).split() or [""])[0], verbs)


def _verb(asked: Asked, word: str) -> str:
    """The word that orders begin with, for another spelling of it."""
    also = (verb for verb, others in asked.notation.words.items() if word in map(fold, others))
    verbs = {form.split()[0] for order in asked.notation.orders for form in _bare(asked, order)}
    if word in verbs:
        return word
    begun = sorted(verb for verb in verbs if verb.startswith(word)) if len(word) > 1 else []
    return next((verb for verb in also if verb in verbs), begun[0] if len(begun) == 1 else word)


def _entry(asked: Asked, known: Reference, order: type[Struct]) -> Iterator[str]:
    """The forms of an order, what it means, when it is asked for, and what of it is legal now."""
    yield from (f"  {form}" for form in _bare(asked, order))
    yield from wrap(meaning(order), INDENT, INDENT)
    yield from wrap(when(asked, known, order), INDENT, INDENT)
    legal = [one for one in _examples(asked) if type(one) is order][:MOST_EXAMPLES]
    if legal:
        lines = [*map(asked.notation.write, legal), *_in_other_forms(asked, legal[0])]
        yield from wrap(_("Legal now: {lines}.").format(lines="; ".join(lines)), INDENT, INDENT)
    yield ""


def when(asked: Asked, known: Reference, order: type[Struct]) -> str:
    if order in asked.rules.always:
        return _("At any time.")
    prompts = sorted({asked_by for prompt in known.prompts(order) if (asked_by := asks(prompt))})
    said = _("It answers: {prompts}.")
    if len(prompts) > MOST_PROMPTS:
        said = _("It answers many questions, such as: {prompts}.")
    said = said.format(prompts="; ".join(map(whole, prompts[:MOST_PROMPTS])))
    if asked.game is None or not prompts:
        return said if prompts else ""
    now_or_not = _("It is asked of you now.") if order in _open(asked, known) else _("Not now.")
    return f"{said} {now_or_not}"


def asks(prompt: type[Struct]) -> str:
    """What a prompt asks: its docstring without the word that it begins with, and without its fields."""
    first, *more = re.sub(r"^Prompt[^:]*[:.] ?", "", _first(prompt)).split(". ")
    plain = [one for one in more if "`" not in one]
    return ". ".join([first.replace("`", ""), *plain]).rstrip(".")


def meaning(kind: type[Struct]) -> str:
    """What an order says of itself, in one sentence."""
    return whole(says(kind))


def says(kind: type[Struct]) -> str:
    return _first(kind).replace("`", "")


def _first(kind: type[Struct]) -> str:
    return " ".join((kind.__doc__ or "").partition("\n\n")[0].split())


def forms(asked: Asked, orders: Orders) -> list[str]:
    return [form for order in orders for form in _bare(asked, order)]


def _bare(asked: Asked, order: type[Struct]) -> tuple[str, ...]:
    return asked.notation.forms((order,))


def _list(orders: Collection[type[Struct]]) -> Orders:
    return tuple(orders)


def _open(asked: Asked, known: Reference) -> Orders:
    """The orders that are asked of the viewer now."""
    game = asked.game
    if game is None or game.ledger.absent or asked.viewer not in (*game.awaited(), *game.welcome()):
        return ()
    return tuple(order for order in known.asks(asked) if order in game.expected())


def _in_other_forms(asked: Asked, order: Struct) -> Iterator[str]:
    """The same order in its other forms, where they name all of it."""
    form: str | tuple[str, ...] = type(order).FORM  # type: ignore[attr-defined]
    others = () if isinstance(form, str) else form[1:]
    values = {
        name: " ".join(map(str, value)) if isinstance(value, tuple) else value
        for name, value in asdict(order).items()
    }
    for other in others:
        if "[" not in other and all(f"{{{name}}}" in other for name in values):
            yield other.format(**values)


def _examples(asked: Asked) -> list[Struct]:
    """Orders that are legal now for the viewer."""
    game = asked.game
    if game is None or game.ledger.absent or asked.viewer not in (*game.awaited(), *game.welcome()):
        return []
    return list(game.examples(asked.viewer))


def _few_of_each(asked: Asked, examples: Sequence[Struct]) -> Iterator[str]:
    for kind in dict.fromkeys(map(type, examples)):
        yield from map(asked.notation.write, [one for one in examples if type(one) is kind][:MOST_ALIKE])


def standing(asked: Asked, known: Reference) -> Iterator[str]:
    """What a title's standing orders can say, recommended sheets, and what the desk keeps for any."""
    yield from known.standing(asked) or [_("This title has no standing orders of its own.")]
    for lines, seats in _sheets(asked).items():
        yield ""
        yield _("Recommended for {seat}, ready to be sent:").format(seat=", ".join(seats))
        yield from (f"  {line}" for line in lines)
    yield ""
    yield from wrap(
        _(
            "In every game: “later ORDER” is played as soon as you are asked for one that it answers; the "
            "orders below a line “wait” are played when you write “release” or at the deadline. “held” lists "
            "them, “withdraw NUMBER” takes one back."
        )
    )


def _sheets(asked: Asked) -> Mapping[tuple[str, ...], list[str]]:
    """The recommended sheets of standing orders, each with the seats that it is for."""
    found: dict[tuple[str, ...], list[str]] = {}
    for seat in [asked.viewer] if asked.viewer in asked.seats else asked.seats:
        lines = tuple(asked.rules.sheet(asked.data, seat))
        if lines:
            found.setdefault(lines, []).append(seat)
    return found


def unknown(asked: Asked, known: Reference, words: str) -> Iterator[str]:
    """A word that no line begins with."""
    yield _("There is no line that begins with “{word}”. Write “help” alone.").format(word=words[:40])
    meant = close(asked, known, words)
    if meant:
        yield _("The nearest: {names}.").format(names=listed([meant]))

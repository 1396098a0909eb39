"""A name as people write it: in full, begun, with blanks for hyphens, or nearly right."""

from __future__ import annotations

from difflib import get_close_matches

from domain.kit.vocabulary import fold
from projections.language.messages import _
from projections.references import Asked, Topic

MOST_NEAR = 4
LONGEST = 60
"""Characters of a name that is looked for."""


def found(asked: Asked, topic: Topic, words: str) -> tuple[str, str] | None:
    """The kind and the name. A name in full goes before one that is begun, if only one fits."""
    spellings = _spellings(words)
    for kind in topic.kinds:
        for spelling in spellings:
            names = asked.names(kind).get(spelling, ())
            if names:
                return kind, names[0]
    begun = {
        (kind, name)
        for kind in topic.kinds
        for spelling in spellings
        for name in asked.notation.vocabulary.kinds[kind].begun(spelling)
    }
    return begun.pop() if len(begun) == 1 else None


def nearest(asked: Asked, topic: Topic, words: str) -> list[str]:
    """The nearest names, where a question means nothing."""
    known = {spelling: names[0] for kind in topic.kinds for spelling, names in asked.names(kind).items()}
    word = _spellings(words)[0][:LONGEST]
    begun = [name for spelling, name in known.items() if word and spelling.startswith(word)]
    close = [known[one] for one in get_close_matches(word, known, MOST_NEAR, 0.5)]
    near = list(dict.fromkeys([*begun, *close]))[:MOST_NEAR]
    said = [_("There is no “{words}” here.").format(words=words[:LONGEST])]
    return [*said, _("The nearest: {names}.").format(names=", ".join(near))] if near else said


def _spellings(words: str) -> tuple[str, ...]:
    plain = fold(" ".join(words.replace(",", " ").split())).rstrip(".?!")
    return tuple(dict.fromkeys((plain, plain.replace(" ", "-"))))

"""A rule number in our words: its heading, how far it can be trusted, and what the functions
say that play it. The publisher's words are not in Bugyo.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from inspect import isfunction

from domain.kit.rules import Rules
from projections.language.messages import _, heading, whole, wrap

MOST = 12
"""Functions that are quoted for a number."""

HEAD = 40
"""Characters of a number that is looked for."""


def page(rules: Rules, words: str) -> Iterator[str]:
    number = words.strip().strip("[].")[:HEAD]
    known = {**rules.headings, **rules.statuses}
    if number not in known:
        yield from _unknown(rules, number)
        return
    yield f"[{number}] {heading(rules.headings.get(number, ''))}".rstrip()
    status = rules.statuses.get(number)
    yield heading(status) if status else _("Complete as printed.")
    for under in [
        one for one in rules.headings if one.startswith((f"{number}.", f"{number}/")) and one != number
    ]:
        yield f"  [{under}] {heading(rules.headings[under])}"
    said = sentences(rules.title, number)
    if said:
        yield ""
        yield _("How it is played here:")
        for sentence in said[:MOST]:
            yield from wrap(whole(sentence), "  ", "    ")


def headings(rules: Rules) -> Iterator[str]:
    width = max(map(len, rules.headings))
    for number, said in rules.headings.items():
        yield f"{number:<{width}}  {heading(said)}"


def _unknown(rules: Rules, number: str) -> Iterator[str]:
    yield _("{name} has no rule “{number}”.").format(name=rules.name, number=number)
    lowered = number.lower()
    named = [one for one, said in rules.headings.items() if lowered and lowered in f"{one} {said}".lower()]
    close = named[:6] or get_close_matches(number, rules.headings, 3, 0.4)
    for one in close:
        yield f"  [{one}] {heading(rules.headings[one])}"


def sentences(title: str, number: str) -> list[str]:
    """The first sentences of the functions that cite the number, without their numbers."""
    cited = re.compile(rf"(?<![\w./-]){re.escape(number)}(?![\w/-]|\.\d)")
    found = (_bare(said) for said in _docstrings(title) if cited.search(said))
    return list(dict.fromkeys(found))


def _bare(said: str) -> str:
    return re.sub(r" ?\[[^\[\]]*\]", "", " ".join(said.split()))


@cache
def _docstrings(title: str) -> tuple[str, ...]:
    """What the rule functions of a title say of themselves, and what orders and prompts say."""
    modules = [known for name, known in sorted(sys.modules.items()) if name.startswith(f"domain.{title}.")]
    return tuple(
        said.partition("\n\n")[0]
        for module in modules
        for value in vars(module).values()
        if getattr(value, "__module__", "") == module.__name__
        and (isfunction(value) or isinstance(value, type))
        and "[" in (said := value.__doc__ or "")
    )

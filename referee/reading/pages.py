"""An HTML part as the lines that a reader sees; by inscriptis, after all that is hidden is taken away."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

LONGEST = 200_000
"""Signs of a page that are read: what a person has written in a mail stands far above."""

_QUOTE = "quote"
_MOST_QUOTES = 9

_HIDDEN_STYLE = re.compile(
    r"(?<![-a-z])(?:display:none|visibility:(?:hidden|collapse)|opacity:0?(?:\.0+)?(?:;|$|!)"
    r"|(?:font-size|line-height|max-height|max-width|height|width):0(?:px|pt|em|rem|%)?(?:;|$|!)"
    r"|color:(?:#fff(?:fff)?|white|transparent)(?:;|$|!)|text-indent:-\d{3}|(?:left|top):-\d{3})"
    r"|mso-hide:all"
)
_RULE = re.compile(r"(?:\A|(?<=[{}]))([^{}]++)\{([^{}]*+)\}")
_CLASS = re.compile(r"[.#]([\w-]{1,100})")
_STRUCK = ("s", "del", "strike")
STRUCK = "~~"
"""Stands before and behind each text that is struck out, as people write it who have no other way."""

_UNSEEN = ("script", "style", "head", "title", "template", "noscript", "object", "svg", "math", "textarea")


# Libraries without types.
_parsed: Any = import_module("lxml.html").document_fromstring
_Rendered: Any = import_module("inscriptis.html_engine").Inscriptis
_Settings: Any = import_module("inscriptis.model.config").ParserConfig
_PROFILES: Any = import_module("inscriptis.css_profiles").CSS_PROFILES


def page_lines(html: str) -> tuple[str, ...]:
    """The lines as a reader sees them."""
    source = re.sub(r"^\s*<\?xml[^>]*>", "", html).replace("\0", "")
    if not source[:LONGEST].strip():
        return ()
    page = _parsed(source[:LONGEST])
    _hide(page)
    seen = _Rendered(page, _Settings(css=_PROFILES["strict"], annotation_rules={"blockquote": [_QUOTE]}))
    text = seen.get_text()
    quotes = [(one.start, one.end) for one in seen.get_annotations()]
    return tuple(_lines(text, quotes))


def _lines(text: str, quotes: list[tuple[int, int]]) -> Iterator[str]:
    place = 0
    changes = sorted([(start, 1) for start, _ in quotes] + [(end, -1) for _, end in quotes])
    depth, index = 0, 0
    for line in text.split("\n"):
        while index < len(changes) and changes[index][0] <= place + len(line):
            if changes[index][1] < 0 and changes[index][0] > place:
                break  # a quotation that ends with this line still holds it
            depth += changes[index][1]
            index += 1
        yield "> " * min(depth, _MOST_QUOTES) + line.strip()
        place += len(line) + 1


def _hide(page: Any) -> None:
    """Takes away whatever a reader does not see, and all styles: they may neither hide nor space text."""
    hidden = _hidden_names(page)
    for one in list(page.iter()):
        if not isinstance(one.tag, str):
            continue  # a comment
        if one.getparent() is not None and (one.tag in _UNSEEN or _is_hidden(one, hidden)):
            one.drop_tree()
        else:
            if one.tag in _STRUCK or "line-through" in str(one.get("style", "")):
                _strike(one)
            for name in ("style", "class", "width", "align", "valign", "start"):
                one.attrib.pop(name, None)


def _strike(struck: Any) -> None:
    """Marks all that stands within; an element has a text, and one behind each that stands in it."""
    for one in struck.iter():
        if isinstance(one.tag, str) and (one.text or "").strip():
            one.text = f"{STRUCK}{one.text}{STRUCK}"
        if one is not struck and (one.tail or "").strip():
            one.tail = f"{STRUCK}{one.tail}{STRUCK}"


def _hidden_names(page: Any) -> frozenset[str]:
    """The classes and ids that a style sheet of the page hides."""
    sheets = (str(one.text or "")[:50_000] for one in page.iter("style"))
    rules = (rule for sheet in sheets for rule in _RULE.finditer(sheet))
    return frozenset(name for rule in rules if _hides(rule[2]) for name in _CLASS.findall(rule[1]))


def _is_hidden(one: Any, hidden: frozenset[str]) -> bool:
    names = {*str(one.get("class", "")).split(), str(one.get("id", ""))}
    return "hidden" in one.attrib or not names.isdisjoint(hidden) or _hides(str(one.get("style", "")))


def _hides(style: str) -> bool:
    return _HIDDEN_STYLE.search("".join(style.lower().split())) is not None

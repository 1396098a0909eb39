"""The languages of readers: which one a text is written in, and what the catalogues know of it.

A catalogue has three kinds of messages. Those of `_` and `_n` are looked up as they stand. A *term* is a word
of a game that sentences take in: a posture, a phase. A *sentence* is what a rule says in plain English: a
refusal, the purpose of a throw, why a term counts. The domain makes these of parts, and the record keeps some
of them; so they are matched with their templates when they are written, and what fits none stays English.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from projections.language.drafts import Draft, drafting
from projections.language.templates import HEAVY, Template, Templates, template

CATALOGUES = Path(__file__).resolve().parents[1] / "locale"
DOMAIN = "bugyo"

ENGLISH = "en"
FRENCH = "fr"
LANGUAGES: Mapping[str, str] = {ENGLISH: "English", FRENCH: "français", "ru": "русский"}
"""The languages that there are, as their own speakers call them."""

TERM, SENTENCE, HEADING = "term", "sentence", "heading"
"""Contexts of messages (`msgctxt`). The heading of a rule is looked up as it stands, and only there."""

CHECK = "check"
"""That of what the page says which checks a bundle, with the name of the text behind it."""

GLUE = "\x04"
"""What stands between a context and a message in a compiled catalogue."""

MOST_REMEMBERED = 4096
"""Translations of sentences that are kept at hand."""

LONGEST = 1200
"""Characters of a text that is looked for; what is longer stays as it is."""

MOST_TOGETHER = 6
"""Sentences that one template may hold."""


SHORT, FULL, ONLY_MY_TURN = "short", "full", "only my turn"
"""How long mails are; "" as they come."""


class Reader(NamedTuple):
    """Whom a text is for. `zone` is of the IANA database; `digest` a time of day there, "" for none.

    Of mails: `length` is short, full, or only what asks; `plain`, that they come without HTML;
    `proof`, with a checkpoint; `dark`, with dark pictures.
    """

    language: str = ENGLISH
    zone: str = "UTC"
    digest: str = ""
    length: str = ""
    plain: bool = False
    proof: bool = False
    dark: bool = False


_reader: ContextVar[Reader] = ContextVar("reader", default=Reader())  # noqa: B039 — a tuple


@contextmanager
def written_for(reader: Reader) -> Iterator[None]:
    """Texts are in this reader's language, and times in his zone."""
    token = _reader.set(reader)
    try:
        yield
    finally:
        _reader.reset(token)


reader = _reader.get
"""Whom texts are written for now."""


_naming: ContextVar[Naming | None] = ContextVar("naming", default=None)


@contextmanager
def named_by(naming: Naming) -> Iterator[None]:
    """Texts have these names."""
    token = _naming.set(naming)
    try:
        yield
    finally:
        _naming.reset(token)


def wording() -> tuple[str | Draft, Naming | None]:
    """All that the words of a text depend on: for what is kept at hand."""
    return drafting() or _reader.get().language, _naming.get()


def catalogue() -> Catalogue | None:
    """What is known of the reader's language; None where it is English."""
    language, naming = _reader.get().language, _naming.get()
    if language == ENGLISH:
        return None
    return naming.catalogue(language) if naming else _read(language)


def as_named(name: str) -> str:
    """What an owner calls a thing in the reader's language; as it is printed where he does not."""
    if _naming.get() and (draft := drafting()):
        return draft.later(as_named, name)
    known = catalogue()
    return known.own.get(name, name) if known else name


def translated(language: str, context: str, text: str) -> str:
    """A message of some context in a language, whoever reads now; as it is where the language is unknown."""
    known = None if language == ENGLISH else _read(language)
    return known.pgettext(context, text) if known else text


@cache
def _read(language: str) -> Catalogue | None:
    path = CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if not path.exists():
        return None
    with path.open("rb") as file:
        made = Catalogue(file)
    made.elides = language == FRENCH
    return made


_BETWEEN = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_]|[\"“\[0-9])")
"""Where a sentence ends and another begins; what is no such place is joined again."""

_WRITTEN = re.compile('"[^"]*"')
"""A word of an order in a row of others: it is written so in every language."""

JOINTS = ("; or ", "; ", ", ", " or ", " and ")
"""What stands between sentences or terms in a row."""


class Catalogue(gettext.GNUTranslations):
    """The messages of one language, its terms and its sentences."""

    elides = False
    """Whether it is French, which says "d'iga" and "du clan"."""

    own: Mapping[str, str] = {}
    """Names that go before what is known of a word."""

    def _parse(self, fp: Any) -> None:
        super()._parse(fp)
        known = [key for key in self._catalog if isinstance(key, str)]  # type: ignore[attr-defined]
        self._terms = {key.partition(GLUE)[2] for key in known if key.startswith(TERM + GLUE)}
        said = [key.partition(GLUE)[2] for key in known if key.startswith(SENTENCE + GLUE)]
        self._whole = {text for text in said if "{" not in text}
        self._plain = {text for text in known if text and GLUE not in text}  # "" is the head of the file
        parted = [template(text, SENTENCE) for text in said if "{" in text]
        heavy = [template(text) for text in sorted(self._plain) if "{" in text]
        self._templates = Templates([*parted, *(one for one in heavy if one.weight >= HEAVY)])
        self._remembered: dict[str, str] = {}
        self._singles: dict[str, str | None] = {}

    def naming(self, names: Mapping[str, str]) -> Catalogue:
        """The same, which knows these names too."""
        made = copy(self)
        made.own, made._remembered, made._singles = names, {}, {}
        return made

    def word(self, text: str) -> str:
        """A term, a sentence of the rules, or several of either, in this language; else as it is."""
        if text in self.own:
            return Kept(self.own[text])
        if isinstance(text, Kept):
            return Kept(self.pgettext(TERM, text) if text in self._terms else text)
        found = self._remembered.get(text)
        if found is None:
            found = self._word(text)
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[text] = found
        return found

    def heading(self, text: str) -> str:
        """The heading of a rule; it is matched with no template, for it is made of the same few words."""
        return self.pgettext(HEADING, text)

    def says(self, text: str) -> bool:
        """Whether it is a sentence of the rules without fields."""
        return text in self._whole

    def knows(self, text: str) -> bool:
        """Whether the whole of a text is found."""
        return None not in [said for _text, said in self._parts(text)]

    def _word(self, text: str) -> str:
        said = self._single(text)
        if said is not None:
            return said
        return " ".join(part if said is None else said for part, said in self._parts(text))

    def _parts(self, text: str) -> Iterator[tuple[str, str | None]]:
        """The sentences of a text, as many together as one template takes; None where none does."""
        sentences = _BETWEEN.split(text) if len(text) <= LONGEST else [text]
        while sentences:
            for size in range(min(len(sentences), MOST_TOGETHER), 0, -1):
                part = " ".join(sentences[:size])
                said = self._single(part)
                if said is not None or size == 1:
                    yield part, said
                    del sentences[:size]
                    break

    def _single(self, text: str) -> str | None:
        """A text that is known as a whole, or but for its first letter or its full stop."""
        if text not in self._singles:
            if len(self._singles) >= MOST_REMEMBERED:
                self._singles.clear()
            self._singles[text] = self._found(text) if len(text) <= LONGEST else None
        return self._singles[text]

    def _found(self, text: str) -> str | None:
        found = self._whole_of(text) or self._joined(text)
        if found is None and text.endswith("."):
            stripped = self._whole_of(text[:-1]) or self._joined(text[:-1])
            found = None if stripped is None else f"{stripped}."
        elif found is None and text[:1].isupper() and " " in text:  # the last of several in a field
            stopped = self._whole_of(f"{text}.")
            found = None if stopped is None else stopped.removesuffix(".")
        if found is None and text[:1].isupper():
            small = self._single(text[0].lower() + text[1:])
            found = None if small is None else small[:1].upper() + small[1:]
        return found

    def _whole_of(self, text: str) -> str | None:
        """A single letter is the name of something, and no message: "N" is a clan, and the north on a map."""
        if text in self.own:
            return self.own[text]
        if text in self._terms:
            return self.pgettext(TERM, text)
        if text in self._whole:
            return self.pgettext(SENTENCE, text)
        for one in self._templates.near(text):
            found = one.fields(text)
            if found is not None and not self._swallows(one, found):
                return self._filled(one, found)
        return self.gettext(text) if text in self._plain and len(text) > 1 else None

    def _swallows(self, one: Template, found: tuple[str, ...]) -> bool:
        """Whether a field has taken in what does not belong to it: the next in a row, or other sentences."""
        return any(
            value.startswith(("or ", "and ", "no "))
            or (_BETWEEN.search(value) is not None and not self.knows(value))
            for place, value in enumerate(found)
            if place not in one.kept
        )

    def _filled(self, one: Template, found: tuple[str, ...]) -> str:
        values = {
            name: self._choices(value) if place in one.kept else self.word(value)
            for place, name, value in zip(count(), one.names, found, strict=False)
        }
        said = self.pgettext(one.context, one.text) if one.context else self.gettext(one.text)
        return self.put_in(said, values)

    def put_in(self, said: str, values: Mapping[str, object]) -> str:
        """A message with its fields filled."""
        return str.format(_AFTER.sub(partial(_elided, values), said) if self.elides else said, **values)

    def _choices(self, text: str) -> str:
        """What a player may write, as he may write it; only the word before the last is ours. And names, as
        they are printed, or as an owner calls these things."""
        text = "; ".join(self.own.get(name, name) for name in text.split("; ")) if self.own else text
        before, last, after = text.rpartition(" or ")
        return before + self.gettext(" or ") + after if last else text

    def _joined(self, text: str) -> str | None:
        """Several that are known, in a row: "shaken, broken or routing"."""
        for joint in JOINTS:
            if joint in text:
                said = [
                    part if _WRITTEN.fullmatch(part) else self._single(part) for part in text.split(joint)
                ]
                if None not in said:
                    return self.gettext(joint).join(part or "" for part in said)
        return None


class Naming:
    """What things are called in each language, and the catalogues that know it."""

    def __init__(self, names: Mapping[str, Mapping[str, str]]) -> None:
        """`names` are by language, then as they are printed."""
        self._names = names
        self._known = dict[str, Catalogue | None]()

    def catalogue(self, language: str) -> Catalogue | None:
        if language not in self._known:
            known, names = _read(language), self._names.get(language)
            self._known[language] = known.naming(names) if known and names else known
        return self._known[language]


_AFTER = re.compile(r"(?<!\w)([Dd]e|[Qq]ue|[Àà]) \{(\w+)\}")
_VOWEL = re.compile(
    r"(?!uesugi|onze|[a-z][0-9]*(?:\W|$))([aeiouàâéèêëîïôûœ]|h(?:exa|onn|iver|eur|ypo|isto))", re.IGNORECASE
)
"""How a word begins before which French leaves a vowel out. Letters that name units are read as such."""

CONTRACTED = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}


def _elided(values: Mapping[str, object], found: re.Match[str]) -> str:
    """A French preposition with the field after it."""
    little, value = found[1], values.get(found[2])
    if not isinstance(value, str):
        return found[0]
    article, blank, rest = value.partition(" ")
    short = CONTRACTED.get(f"{little.lower()} {article}") if blank else None
    if short:
        shown = f"{short.capitalize() if little.istitle() else short} {rest}"
    elif little.lower() != "à" and _VOWEL.match(value):
        shown = f"{little[:-1]}'{value}"
    else:
        return found[0]
    return shown.replace("{", "{{").replace("}", "}}")


class Kept(str):
    """A name as it is printed on things: words of the rules in it do not make it a sentence of theirs."""

    __slots__ = ()


class Said(str):
    """A message in a reader's language; the words of the rules that are put into it are translated too."""

    __slots__ = ()

    def format(self, *values: object, **words: object) -> str:
        known = catalogue()
        if known is not None:
            values = tuple(_worded(known, value) for value in values)
            words = {name: _worded(known, value, name) for name, value in words.items()}
        return str.format(self, *values, **words) if values or known is None else known.put_in(self, words)


def _worded(known: Catalogue, value: object, name: str = "") -> object:
    if not isinstance(value, str) or (name in VERBATIM and not (name == REASON and known.says(value))):
        return value
    return known.word(value)


REASON = "reason"
"""What a person gives as a reason stays as it is; where nobody did, the program has said it."""


VERBATIM = frozenset(
    (
        *("order", "orders", "text", "line", "lines", "phrase", "person", "reason", "game", "games", "seat"),
        *(
            "seats",
            "name",
            "address",
            "token",
            "key",
            "path",
            "data",
            "edition",
            "preset",
            "digest",
            "subject",
        ),
        *("notation", "excerpt", "who", "store", "trouble", "tag", "traits", "skills"),
    )
)
"""Fields that hold what people wrote, or what a player writes in an order."""

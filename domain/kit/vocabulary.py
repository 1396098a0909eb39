"""The names that a title's orders may use, and what may stand in one slot of an order."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import starmap
from typing import NamedTuple

from msgspec import Struct

from domain.kit.errors import Fault, either
from domain.kit.typed_words import KIT, Spellings

LISTED = 12
"""Names of a kind that an error lists; of longer kinds it says the kind only."""

# The price of a reading; of several the cheapest is meant. A word in full is better than a prefix,
# whatever else they cost; a longer name is better than two short ones; a literal word that stands
# there is better than one left out.
OMITTED = 1
PIECE = 10_000
PREFIX = PIECE * 10_000

MEANT = 6
"""Readings of one line that are kept apart; an ambiguous line needs two to be refused."""

Found = tuple[int, tuple[object, ...], int]
"""One way to read a place: the word after it, its values (none for a literal word), its price."""

_WORD = re.compile(
    r'(?<!\S)(?:"[^"\s][^"]*"|“[^“”"\s][^“”"]*”|„[^“”„\s][^“”„]*[“”]|«[^«»]+»)(?=[\s,.!]|$)'
    r"|(?<!\S)\d+ +(?:[1-3]/[1-9]|[¼½¾])(?=[\s,.\"″i]|$)[^\s,]*"
    r"|[^\s,+]+(?:\+(?!\d)[^\s,+]*)*|\+[^\s,]*"
)
"""A word; "mito+2" is two. What stands in quotation marks is one, and so are a number and its fraction."""

_QUOTED = re.compile(r'["“„«]([^"“”„«»]+)["“”»]')
_MARKED = tuple('"“„«')
LONGEST_QUOTED = 40
"""Signs of a name in quotation marks."""

_FRACTION = re.compile(r"^(\d+) +(\d)[/⁄]")
"""Three and a quarter, "3 1/4", is the word "3-1/4"."""

_ENDS = ".!…"
"""What may end a line and means nothing."""

_MARKS = re.compile(r"(?<=\S\S)[\u0300-\u036f]+|[\u0300-\u036f]+(?=[^\s\u0300-\u036f])")
"""Accents, but for that of a word of one letter: "à" is no zone a."""

_TYPED = str.maketrans("’‘ʼ‐‑‒–—−×", "'''------x") | {ord("œ"): "oe", ord("æ"): "ae"}
"""What keyboards and printers set for a sign that everybody has."""

_UNSAID = re.compile(r"[?!'\"()]|\.(?!\d)")
_JOINTS = re.compile(r"[ -]+")
_SMALL = frozenset(KIT.also("small", "unnamed"))
"""Words that abbreviate no name: "influence in edo" is none of Inaba."""

_INNER = 4
"""Letters that it takes for a word inside a name to stand for it: "reforms", but not "the"."""

_INTEGER = re.compile(r"x?([+-]?[0-9]+)")
_AND = frozenset(KIT.also("small", "and"))
"""What may stand between two of a list."""

_LOOKALIKE = str.maketrans("аеорсухіјѕԁһвкмнтαορνικτ", "aeopcyxijsdhbkmhtaopvikt")


class Named(Struct, frozen=True):
    """Marks a str field: a name out of one kind of the vocabulary. `Annotated[str, Named("clan")]`."""

    kind: str


class Between(NamedTuple):
    """Marks an int field of which a rule takes no other number: steps offer none, and what is written is
    refused with the reason of the rule. `Annotated[int, Between(0, 20)]`."""

    least: int
    most: int


class Name(Struct, frozen=True):
    """A canonical word and its abbreviations and other spellings, in any language."""

    word: str
    also: tuple[str, ...] = ()


def names_of(spelled: Mapping[str, Spellings]) -> tuple[Name, ...]:
    return tuple(starmap(Name, spelled.items()))


class Line(NamedTuple):
    """A line cut into words; a comment, commas and the full stop at the end are gone from them."""

    raw: str
    words: list[str]  # folded
    starts: list[int]
    ends: list[int]
    cuts: frozenset[int]  # the words that have a comma before them: no name goes across it

    def without_colons(self) -> "Line":
        """The same without the colons between words: "play: 8 event", but not "done:", which goes on."""
        last = len(self.starts) - 1
        bare = [word.rstrip(":") if place < last else word for place, word in enumerate(self.words)]
        return self._replace(words=[word or ":" for word in bare[:-1]] + [""])

    def after_first(self) -> "Line":
        """The line from its second word on."""
        cuts = frozenset(place - 1 for place in self.cuts)
        return Line(self.raw, self.words[1:], self.starts[1:], self.ends[1:], cuts)


class Kind:
    """The names of one kind, by every spelling.

    `longest` counts the words of the spellings that are given: where they have several, a list of them has
    commas. Hyphens, blanks and signs may also be written otherwise; `openers` are the words with which a name
    of several begins in any spelling, and `most` the words that it has then. `parted`: a name may also be
    begun at a word inside it. `given`: people give such names themselves in the course of a game; they are
    written in quotation marks, whatever they are.
    """

    def __init__(
        self, kind: str, names: Iterable[Name], *, parted: bool = False, given: bool = False
    ) -> None:
        self.kind = kind
        self.given = given
        self.canonical = tuple(name.word for name in names)
        self.words: dict[str, tuple[str, ...]] = {}
        self._add_canonical()
        self._add_other(names)
        self.longest = _most_words(self.words)
        self._add_spellings(_loose)
        self.sorted = sorted(self.words)
        self.inner = self._inner() if parted else {}
        self.inner_sorted = sorted(self.inner)
        several = [spelling for spelling in (*self.words, *self.inner) if " " in spelling]
        self.openers = frozenset(spelling.partition(" ")[0] for spelling in several)
        self.most = _most_words(several)

    def _add_canonical(self) -> None:
        for word in self.canonical:
            for spelling in _spellings(word):
                if spelling in self.words:
                    raise TypeError(f'Two names of kind "{self.kind}" are written "{word}".')
                self.words[spelling] = (word,)

    def _add_other(self, names: Iterable[Name]) -> None:
        taken = frozenset(self.words)
        for name in names:
            for other in name.also:
                for spelling in _spellings(other) - taken:
                    self.words[spelling] = tuple(dict.fromkeys((*self.words.get(spelling, ()), name.word)))

    def _add_spellings(self, of: Callable[[str], set[str]]) -> None:
        """More spellings of what is known; where they are those of several names, they mean none."""
        taken = frozenset(self.words)
        for spelling in sorted(taken):
            for other in of(spelling) - taken:
                self.words[other] = tuple(dict.fromkeys((*self.words.get(other, ()), *self.words[spelling])))

    def _inner(self) -> dict[str, tuple[str, ...]]:
        """The names by the words inside them, to their ends: "reforms", "wise lords"."""
        inner: dict[str, tuple[str, ...]] = {}
        for spelling, names in self.words.items():
            for tail in _tails(spelling):
                inner[tail] = tuple(dict.fromkeys((*inner.get(tail, ()), *names)))
        return inner

    def begun(self, phrase: str) -> tuple[str, ...]:
        """Names that the phrase begins, or else a word inside them, as many as it takes to refuse it.

        () for less than two letters, so that 04 is never 0404.
        """
        if not _has_letters(phrase) or phrase in _SMALL:
            return ()
        found = _starting(phrase, self.sorted, self.words)
        return found or (_starting(phrase, self.inner_sorted, self.inner) if len(phrase) >= _INNER else ())

    def __str__(self) -> str:
        """The kind as in a sentence, with its names if they are few: "a clan: mori or oda"."""
        few = f": {either(self.canonical)}" if 0 < len(self.canonical) <= LISTED else ""
        return with_article(self.kind) + few


class Vocabulary:
    """The names of a title by kind. Raises TypeError where two names could never be told apart.

    Names of the kinds that are `parted` are also known by a word inside them: not for kinds of which orders
    have lists, where "takeda nobu" would be two. Those that are `given` may be others, in quotation marks.
    """

    def __init__(
        self, names: Mapping[str, tuple[Name, ...]], *parted: str, given: Collection[str] = ()
    ) -> None:
        self.kinds = {kind: _kind(kind, some, kind in parted, kind in given) for kind, some in names.items()}


@lru_cache(maxsize=512)
def _kind(kind: str, names: tuple[Name, ...], parted: bool, given: bool) -> Kind:
    """Most kinds have the same names in all games of a title: their spellings are made once."""
    return Kind(kind, names, parted=parted, given=given)


class Word:
    """A literal word of a form, such as "place" or "in"."""

    longest = 1

    def __init__(self, text: str, also: Iterable[str] = (), may_be_left_out: bool = False) -> None:
        self.text = text
        self.spellings = frozenset(map(fold, (text, *also)))
        self.may_be_left_out = may_be_left_out

    def at(self, line: Line, at: int) -> tuple[Found, ...]:
        if line.words[at] in self.spellings:
            return ((at + 1, (), PIECE),)
        return ((at, (), OMITTED),) if self.may_be_left_out else ()

    def known(self) -> dict[str, str]:
        return dict.fromkeys(self.spellings, self.text)

    def __str__(self) -> str:
        return f'"{self.text}"'


class Names:
    """A place for a name of one kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.longest = kind.longest
        self._openers = kind.openers

    def at(self, line: Line, at: int) -> tuple[Found, ...]:
        """Every name that begins at a word; the walk over the form decides how long a name is."""
        phrase = line.words[at]
        if phrase[:1] in _MARKED:
            return self._quoted(line, at)
        found = self._fits(phrase, at + 1)
        if phrase not in self._openers:
            return found
        for end in range(at + 2, min(at + self.kind.most, len(line.starts)) + 1):
            if end - 1 in line.cuts:
                break
            phrase = f"{phrase} {line.words[end - 1]}"
            found += self._fits(phrase, end)
        return found

    def _fits(self, phrase: str, end: int) -> tuple[Found, ...]:
        exact = self.kind.words.get(phrase)
        if exact is not None:
            return tuple([(end, (name,), PIECE) for name in exact])
        return tuple([(end, (name,), PREFIX + PIECE) for name in self.kind.begun(phrase)])

    def _quoted(self, line: Line, at: int) -> tuple[Found, ...]:
        """A name in quotation marks: one that is known, or one that people have given."""
        name = quoted_name(line.raw[line.starts[at] : line.ends[at]])
        exact = self.kind.words.get(fold(name), (f'"{name}"',) if name and self.kind.given else ())
        return tuple([(at + 1, (one,), PIECE) for one in exact])

    def write(self, value: object) -> str:
        if self.kind.words.get(fold(str(value))) == (value,):
            return str(value)
        name = quoted_name(str(value)) if self.kind.given else ""
        if not name or value != f'"{name}"':
            raise Fault(f"{value!r} is not {with_article(self.kind.kind)} of the vocabulary.")
        return str(value)

    def known(self) -> dict[str, str]:
        return {spelling: names[0] for spelling, names in self.kind.words.items()}

    def __str__(self) -> str:
        return str(self.kind)


class Number:
    """A place for an integer, within limits if it has any."""

    longest = 1

    def __init__(
        self, low: int | None = None, high: int | None = None, between: Between | None = None
    ) -> None:
        self.low = low
        self.high = high
        self.least, self.most = between or (low, high)

    def at(self, line: Line, at: int) -> tuple[Found, ...]:
        found = _INTEGER.fullmatch(line.words[at])
        if found is None:
            return ()
        value = int(found[1])
        return ((at + 1, (value,), PIECE),) if self._allows(value) else ()

    def _allows(self, value: int) -> bool:
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def write(self, value: object) -> str:
        if not isinstance(value, int) or not self._allows(value):
            raise Fault(f"{value!r} is not {self}.")
        return str(value)

    def known(self) -> dict[str, str]:
        return {}

    def __str__(self) -> str:
        lowest, highest = self.low, self.high
        if lowest is not None and highest is not None:
            return f"a number from {lowest} to {highest}"
        if lowest is not None:
            return f"a number of at least {lowest}"
        return "a number" if highest is None else f"a number of at most {highest}"


class Text:
    """The rest of the line, as it is written: in it, a semicolon begins no comment."""

    longest = 1

    def at(self, line: Line, at: int) -> tuple[Found, ...]:
        text = line.raw.strip()
        if at:  # a comma that follows the word before, as it does where it is written, is no part of it
            text = line.raw[line.ends[at - 1] :].strip().removeprefix(",").strip()
        end = len(line.starts)  # the price of its words leaves as many as possible to the name before it
        return ((end, (text,), PREFIX + PIECE * (end - at)),) if text else ()

    def write(self, value: object) -> str:
        text = str(value)
        if not text or text != text.strip() or len(text.splitlines()) > 1:
            raise Fault(f"{value!r} is not one line of text.")
        return text

    def known(self) -> dict[str, str]:
        return {}

    def __str__(self) -> str:
        return "some text"


class Many:
    """One or more of the same, up to a literal word or to the end."""

    def __init__(self, item: Names | Number, stops: frozenset[str]) -> None:
        self.item = item
        self.stops = stops
        self.longest = item.longest

    def at(self, line: Line, at: int) -> tuple[Found, ...]:
        """The longest list there is; it never gives a word back, or a path would have many readings."""
        start, price = at, 0
        readings: list[list[object]] = [[]]
        while line.words[at] not in self.stops:
            found = self.item.at(line, at)
            if not found and at > start and line.words[at] in _AND:
                found = self.item.at(line, at + 1)
            if not found:
                break
            found = found if len(found) == 1 else _best(found)
            at, _, cost = found[0]
            price += cost
            readings = _longer(readings, [values[0] for _, values, _ in found])
        return tuple([(at, (tuple(reading),), price) for reading in readings]) if at > start else ()

    def write(self, value: object) -> str:
        if not isinstance(value, tuple) or not value:
            raise Fault(f"{value!r} is not a list of one or more.")
        return (", " if self.longest > 1 else " ").join(map(self.item.write, value))

    def known(self) -> dict[str, str]:
        return self.item.known()

    def __str__(self) -> str:
        return str(self.item)


Slot = Names | Number | Text | Many
Step = Word | Slot


def cut(raw: str) -> Line:
    """The words of a line; after the last comes "", which is no word of any vocabulary."""
    body = raw.partition(";")[0].rstrip(" \t\r\n.")
    if body[-1:] in ("!", "…") and len(body.split(None, 1)) > 1:  # "stop!" is no order
        body = body.rstrip(f" {_ENDS}")
    words, starts, ends = [], [], []
    for word in _WORD.finditer(body):
        words.append(_FRACTION.sub(r"\1-\2/", fold(word[0])))
        starts.append(word.start())
        ends.append(word.end())
    words.append("")
    cuts = [n for n in range(1, len(starts)) if "," in body[ends[n - 1] : starts[n]]] if "," in body else ()
    return Line(raw, words, starts, ends, frozenset(cuts))


def fold(text: str) -> str:
    """The text without the differences that never matter: case, accents, the widths and forms of Unicode."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text.translate(_TYPED)).casefold())
    return unicodedata.normalize("NFKC", _MARKS.sub("", apart))


def quoted_name(word: str) -> str:
    """What stands in quotation marks, if it can be a name; "" otherwise."""
    found = _QUOTED.fullmatch(word)
    name = " ".join(found[1].split()) if found else ""
    return name if name.isprintable() and len(name) <= LONGEST_QUOTED else ""


def nearest(word: str, known: Mapping[str, str], likeness: float = 0.6) -> str:
    """The name whose spelling is closest to the word, or "". Lookalike letters count as equal.

    "" for less than two letters: 0403 is as close to 0404 as to thirty other hexes.
    """
    if len(word) > 40 or not _has_letters(word):  # so long is no name, and takes long to compare
        return ""
    plain = {spelling.translate(_LOOKALIKE): name for spelling, name in known.items()}
    close = get_close_matches(word.translate(_LOOKALIKE), plain, n=1, cutoff=likeness)
    return plain[close[0]] if close else ""


def looks_like(word: str, name: str) -> bool:
    """Whether a word reads as the name to the eye, but has letters of another alphabet."""
    return word != fold(name) and word.translate(_LOOKALIKE) == fold(name).translate(_LOOKALIKE)


def _has_letters(word: str) -> bool:
    return sum(map(str.isalpha, word)) >= 2


def with_article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeio' else 'a'} {kind}"  # a unit


def _spellings(word: str) -> set[str]:
    """The folded word, and without its full stop, which the end of a line loses."""
    folded = fold(word)
    bare = folded.rstrip(_ENDS)
    if word != " ".join(word.split()) or not bare or "," in word or ";" in word:
        raise TypeError(f"{word!r} cannot be a name: empty, loose spaces, a comma or a semicolon.")
    return {folded, bare}


def _loose(spelling: str) -> set[str]:
    """The spelling without signs that nobody types, its words apart, hyphened and in one."""
    words = _JOINTS.split(_UNSAID.sub("", spelling).strip(" -"))
    loose = {joint.join(words) for joint in (" ", "-", "")}
    return {one for one in loose if _has_letters(one)}


def _tails(spelling: str) -> tuple[str, ...]:
    """The ends of a name of several words, from each word that is long enough to be known by."""
    cuts = [joint.end() for joint in _JOINTS.finditer(spelling)]
    words = [(at, _JOINTS.split(spelling[at:], 1)[0]) for at in cuts]
    return tuple([spelling[at:] for at, word in words if len(word) >= _INNER and _has_letters(word)])


def _starting(phrase: str, known: Sequence[str], names: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The names of what begins with a phrase, among spellings in their order."""
    found: dict[str, None] = {}
    for at in range(bisect_left(known, phrase), len(known)):
        if not known[at].startswith(phrase) or len(found) >= MEANT:
            break
        found.update(dict.fromkeys(names[known[at]]))
    return tuple(found)


def _most_words(spellings: Iterable[str]) -> int:
    return max((spelling.count(" ") + 1 for spelling in spellings), default=1)


def _best(found: tuple[Found, ...]) -> tuple[Found, ...]:
    """Those in full before prefixes, and of these the longest."""
    best = min((cost, -end) for end, _, cost in found)
    return tuple([one for one in found if (one[2], -one[0]) == best])


def _longer(readings: list[list[object]], meant: list[object]) -> list[list[object]]:
    if len(meant) == 1:
        for reading in readings:
            reading.append(meant[0])
        return readings
    return [[*reading, value] for reading in readings for value in meant][:MEANT]

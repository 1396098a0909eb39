"""Titles that other packages bring, by entry points of the group `bugyo.titles`, and what is asked of them.

What is installed is a part of the program, like the modules there are: it is found once, by the machinery of
imports, and no rule ever sees it. A package is imported when a title is asked for that it alone has, or when
all are listed. One that cannot be used is told of, and stops nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from domain.contracts import misfit
from domain.game.entries.entries import entry_type
from domain.game.entries.levels import WITNESS
from domain.game.state.words import is_for_every_game
from domain.kit.errors import Fault
from domain.kit.facts import tag_of
from domain.kit.likeness import is_alike, scripts
from domain.kit.roots import GAME
from domain.kit.rules import Rules, options_of
from domain.kit.sealed import PUBLIC, REFEREE

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "bugyo.titles"

NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")
SEAT = re.compile(r"[^\W_][\w-]{0,39}")
PACKAGE = re.compile(r"[A-Za-z0-9][\w.-]{0,79} [\w.!+-]{1,40}", re.ASCII)

LONGEST_NAME, LONGEST_WHY = 80, 200

TAKEN = ("errors", "all", PUBLIC, REFEREE, WITNESS, GAME)
"""What stands where the name of a title could, and means something else."""

TEXTS = ("press", "anonymous press", "dispute", "appeal", "preview")
"""What begins so in a mail is no order, whatever a title says: it is written to people, or only tried."""

PARTIES = (PUBLIC, REFEREE, WITNESS, GAME)
"""Who is no seat: lanes of cells and viewers are called so."""


class Guest(Struct, frozen=True):
    """A title of another package: its name with its version, "nim-title 1.0", and the module that has it."""

    rules: Rules
    package: str
    module: str


class Refused(Struct, frozen=True):
    """What a package was to bring, and why it does not."""

    package: str
    title: str
    why: str


class BadTitle(Fault):
    """A title of another package is not taken in; the sentence says why."""


T = TypeVar("T")

Way = Callable[[str, Callable[[], Any]], Any]
"""Runs code of the package of that name, and gives what it gives. Raises `BadTitle` for all that it does
otherwise; an interrupt of the user's goes through."""


def at_once(whose: str, act: Callable[[], Any]) -> Any:
    """Where a program has set no other way: it has no means to tell whose interrupt it is."""
    try:
        return act()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise failed(error) from error


class Installed:
    """How this process runs what is not ours."""

    way: Way = staticmethod(at_once)


def failed(error: BaseException) -> BadTitle:
    """What is said of code that has ended so."""
    return error if type(error) is BadTitle else BadTitle(f"its code fails ({why_of(error)})")


def why_of(error: BaseException) -> str:
    """In a line; whatever the error itself does when it is asked."""
    try:
        said = " ".join(f"{type(error).__name__}: {error}".split())
    except BaseException:  # noqa: BLE001  it is theirs
        return "it failed, and its error cannot be read"
    return said.removesuffix(":")[:LONGEST_WHY]


class Guests(Mapping[str, Guest]):
    """The titles that other packages bring. One is imported when it is asked for by name, all when they are
    listed. The list has none that looks like another on it: which of them is meant would be chance. A game of
    such a title goes on."""

    def __init__(self, ours: Iterable[str], rules: Callable[[str], Rules]) -> None:
        self._ours, self._rules = tuple(ours), rules
        self._points: list[EntryPoint] | None = None
        self._judged: dict[str, Guest | None] = {}
        self._refused: dict[Refused, None] = {}

    def names(self) -> tuple[str, ...]:
        """What they are called by their entry points. Nothing is imported."""
        if self._points is None:
            self._points = points(GROUP, self.refuse)
        return tuple(dict.fromkeys(point.name for point in self._points))

    def refuse(self, package: str, title: str, why: str) -> None:
        self._refused[Refused(package, title, why)] = None

    def refused(self) -> tuple[Refused, ...]:
        """Those that are not taken, of all that were looked at."""
        return tuple(self._refused)

    def __getitem__(self, name: str) -> Guest:
        guest = None if name in self._ours else self._known(name)
        if guest is None:
            raise KeyError(name)
        return guest

    def __iter__(self) -> Iterator[str]:
        found = [guest for name in self.names() if (guest := self._known(name))]
        for one in found:
            alike = [other for other in found if other is not one and _looks_like(one.rules, other.rules)]
            if alike:
                self._clash(one, alike, "looks like it")
            else:
                yield one.rules.title

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _known(self, name: str) -> Guest | None:
        if name not in self._judged and name in self.names():
            self._judged[name] = self._judge(name)
        return self._judged.get(name)

    def _judge(self, name: str) -> Guest | None:
        """The one that is called so. Where two packages bring it, neither is taken."""
        found: list[Guest] = []
        for point in self._points or ():
            if point.name == name:
                try:
                    found.append(self._looked_at(point))
                except BadTitle as bad:
                    self.refuse(package_of(point), name, str(bad))
        for one in found if len(found) > 1 else ():
            self._clash(one, [other for other in found if other is not one], "is called so too")
        return found[0] if len(found) == 1 else None

    def _looked_at(self, point: EntryPoint) -> Guest:
        ours = tuple(map(self._rules, self._ours))
        for why in (*_bad_package(point), *_bad_name(point.name, ours)):
            raise BadTitle(why)
        guest: Guest = Installed.way(package_of(point), lambda: _guest(point, ours))
        return guest

    def _clash(self, one: Guest, others: list[Guest], why: str) -> None:
        packages = ", ".join(other.package for other in others)
        self.refuse(one.package, one.rules.title, f"the package {packages} brings one that {why}")


class ByName(MutableMapping[str, T]):
    """What goes with a title, by its name: with ours, which are `at_hand`, made once it is asked for; with
    that of another package, `brought` by name, or raises `KeyError`."""

    def __init__(
        self,
        ours: Iterable[str],
        made: Callable[[str], T],
        brought: Callable[[str], T],
        listed: Callable[[], Iterable[str]],
    ) -> None:
        self.at_hand: dict[str, T | None] = dict.fromkeys(ours)
        self._made, self._brought, self._listed = made, brought, listed

    def __getitem__(self, name: str) -> T:
        if name not in self.at_hand:
            return self._brought(name)
        found = self.at_hand[name]
        if found is None:
            found = self.at_hand[name] = self._made(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.at_hand or super().__contains__(name)

    def __setitem__(self, name: str, value: T) -> None:
        self.at_hand[name] = value

    def __delitem__(self, name: str) -> None:
        del self.at_hand[name]

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self.at_hand, *self._listed()))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def points(group: str, refuse: Callable[[str, str, str], object]) -> list[EntryPoint]:
    """The entry points of a group, by package and name. Of a package whose list of them is damaged there is
    none."""
    from importlib.metadata import distributions  # takes as long as to start, and most never ask

    found: dict[str, list[EntryPoint]] = {}
    for dist in distributions():
        try:
            brought = list(dist.entry_points.select(group=group))
            if brought:  # the first on the path is the one that is imported
                found.setdefault(_project(package_of(brought[0])), brought)
        except Exception as error:  # noqa: BLE001  whatever another package has written there
            why = f"its list of what it brings cannot be read ({why_of(error)})"
            refuse(_called_by_itself(dist), "?", why)
    return sorted(chain.from_iterable(found.values()), key=lambda point: (package_of(point), point.name))


def _called_by_itself(dist: Distribution) -> str:
    try:
        return f"{dist.name} {dist.version}"
    except Exception:  # noqa: BLE001  as above
        return "?"


def package_of(point: EntryPoint) -> str:
    """The package of an entry point, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "?"


def loaded(point: EntryPoint) -> Any:
    """What an entry point names. Raises `BadTitle`."""
    try:
        return point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadTitle(f"{point.value} cannot be imported ({why_of(error)})") from error


def _guest(point: EntryPoint, ours: tuple[Rules, ...]) -> Guest:
    rules = loaded(point)
    if type(rules) is not Rules:
        raise BadTitle(f"{point.value} is no `Rules` of this Bugyo")
    if wrong := misfit(rules, Rules):
        raise BadTitle(f"{point.value} is not as `Rules` declares it ({wrong})")
    checks = (_names(point, rules, ours), _seats(rules), _settings(rules), _tags(rules), _forms(rules))
    for why in chain.from_iterable(checks):
        raise BadTitle(why)
    return Guest(rules, package_of(point), point.module)


def _bad_package(point: EntryPoint) -> Iterator[str]:
    if not PACKAGE.fullmatch(package_of(point)):
        yield "the name or the version of the package cannot be recorded"


def _bad_name(name: str, ours: tuple[Rules, ...]) -> Iterator[str]:
    """Names of titles that are another's, or look like it; before anything is imported."""
    if not NAME.fullmatch(name):
        yield f"“{name}” is no name of a title: 2 to 40 of a-z, 0-9 and _, a letter first"
    taken = [*(one.title for one in ours), *(one.letter for one in ours), *TAKEN]
    if name in taken:
        yield f"the name “{name}” is taken by Bugyo"
    for one in taken:
        if is_alike(name, one):
            yield f"the name “{name}” looks like “{one}”, which is taken by Bugyo"


def _names(point: EntryPoint, rules: Rules, ours: tuple[Rules, ...]) -> Iterator[str]:
    """Names that are another's, or that could not be told from another's in a record or by the eye."""
    if rules.title != point.name:
        yield f"its title is called “{rules.title}”, and the entry point “{point.name}”"
    if not _is_legible(rules.name):
        yield f"“{rules.name}” is no name: at most {LONGEST_NAME} signs, and each word of one alphabet"
    for one in ours:
        if _looks_like(rules, one):
            yield f"a title of Bugyo is called “{one.name}”, and “{rules.name}” looks like it"
    if rules.letter:
        yield f"it has the letter “{rules.letter}”; only the titles of Bugyo have letters"
    for edition in rules.editions:
        if edition.name.partition("/")[0] != rules.title:
            yield f"its edition “{edition.name}” does not begin with “{rules.title}/”"


def _is_legible(name: str) -> bool:
    words = re.split(r"[\W_]+", name)
    return (
        len(name) <= LONGEST_NAME
        and name.isprintable()
        and any(words)
        and all(len(set(scripts(word))) <= 1 for word in words)
    )


def _looks_like(one: Rules, other: Rules) -> bool:
    """Whether people could take the names of one title for those of another."""
    return any(is_alike(a, b) for a in _called(one) for b in _called(other))


def _called(rules: Rules) -> tuple[str, ...]:
    """Its short name, what is printed, and what people say of that."""
    return rules.title, rules.name, re.split("[:,;]", rules.name)[0] or rules.name


def _seats(rules: Rules) -> Iterator[str]:
    for nth, seat in enumerate(rules.seats):
        if not SEAT.fullmatch(seat):
            yield f"“{seat}” is no name of a seat: one word of at most 40 signs"
        for other in PARTIES:
            if is_alike(seat, other):
                yield f"a seat cannot be called “{seat}”"
        if any(is_alike(seat, other) for other in rules.seats[:nth]):
            yield f"two seats look alike: “{seat}” is one of them"


def _settings(rules: Rules) -> Iterator[str]:
    """Scenarios, editions and presets with which no game could be opened, or that could not be listed."""
    if not (rules.editions and rules.scenarios and rules.seats):
        yield "it has no edition, no scenario or no seat"
    if "default" not in rules.presets:
        yield "it has no preset “default”"
    if any(type(options) is not rules.options for options in rules.presets.values()):
        yield "a preset has other options than the title"
    if rules.sheets < 1:
        yield "its lanes have no sheet of cells"
    for scenario in rules.scenarios:
        least, most = scenario.seats
        if not 1 <= least <= most <= len(rules.seats) or not set(scenario.needs) <= set(rules.seats):
            yield f"its scenario “{scenario.name}” is for other seats than it has"
        for preset in rules.presets:
            for one in rules.editions:
                msgspec.json.encode(options_of(rules, scenario.name, preset, one.name))


def _tags(rules: Rules) -> Iterator[str]:
    """Tags by which a record could not be read again."""
    for what, kinds in (
        ("events", rules.events),
        ("items", rules.items),
        ("orders", (*rules.orders, *rules.sealed)),
        ("corrections", rules.corrections),
    ):
        of_kinds = dict.fromkeys(kinds)
        if untagged := [kind.__name__ for kind in of_kinds if not isinstance(_tag(kind), str)]:
            yield f"these {what} have no tag: {', '.join(untagged)}"
            return
        twice = [tag for tag, count in Counter(map(tag_of, of_kinds)).items() if count > 1]
        if twice:
            yield f"two {what} have the tag “{twice[0]}”"
            return
    try:
        msgspec.msgpack.Decoder(entry_type(rules))
    except (TypeError, ValueError) as error:
        yield f"its events cannot be recorded ({error})"


def _forms(rules: Rules) -> Iterator[str]:
    """Orders that no mail could give."""
    for kind in rules.orders:
        form = getattr(kind, "FORM", ())
        for text in (form,) if isinstance(form, str) else form:
            begun = next((one for one in TEXTS if re.match(rf"{one}\b", text, re.IGNORECASE)), "")
            begun = begun or (text.split()[0] if is_for_every_game(text) else "")
            if begun:
                yield f"its order “{text}” begins with “{begun}”, which means something else in every mail"


def _tag(kind: type[Struct]) -> object:
    return kind.__struct_config__.tag


def elsewhere(title: str, opened_with: str, known: Mapping[str, Guest]) -> str:
    """Why a game cannot be played with what is installed; "" where it can. `opened_with` is the package that
    brought its title when it was opened, "" for Bugyo itself."""
    here = known[title].package if title in known else ""
    if not here or _project(here) == _project(opened_with):
        return ""  # a title that Bugyo has taken over from a package is played on
    wanted = f"the package {opened_with}" if opened_with else "Bugyo"
    return f"It was opened with the title “{title}” of {wanted}; the one that is installed is of {here}."


def _project(package: str) -> str:
    """The name of a package as installers compare them."""
    return re.sub(r"[-_.]+", "-", package.partition(" ")[0]).lower()

"""Titles that other packages bring, by entry points of the group `bugyo.titles`, and what is asked of them.

What is installed is a part of the program, like the modules there are: it is found once, by the machinery of
imports, and no rule ever sees it. A package that cannot be used is told of, and stops nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec
from msgspec import Struct

from domain.game.entries.entries import entry_type
from domain.game.entries.levels import WITNESS
from domain.game.entries.protocol_orders import is_for_every_game
from domain.kit.errors import Fault
from domain.kit.facts import tag_of
from domain.kit.roots import GAME
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, REFEREE

GROUP = "bugyo.titles"

NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")
PACKAGE = re.compile(r"[A-Za-z0-9][\w.-]{0,79} [\w.!+-]{1,40}", re.ASCII)

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


def guests(ours: Iterable[Rules]) -> tuple[dict[str, Guest], tuple[Refused, ...]]:
    """The titles that other packages bring, by name, and those that are refused. Where two bring the same,
    neither is taken: which one came first would be chance."""
    found: list[Guest] = []
    refused: list[Refused] = []
    for point in points(GROUP, refused):
        try:
            found.append(_guest(point, tuple(ours)))
        except BadTitle as bad:
            refused.append(Refused(package_of(point), point.name, str(bad)))
    kept, clashing = _apart(found)
    return {one.rules.title: one for one in kept}, (*refused, *clashing)


def points(group: str, refused: list[Refused]) -> list[EntryPoint]:
    """The entry points of a group, by package and name. A list of them that is damaged counts as none."""
    try:
        return sorted(entry_points(group=group), key=lambda point: (package_of(point), point.name))
    except Exception as error:  # noqa: BLE001  whatever another package has written there
        refused.append(Refused("?", "?", f"The list of what is installed cannot be read: {error}"))
        return []


def package_of(point: EntryPoint) -> str:
    """The package of an entry point, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "?"


def loaded(point: EntryPoint) -> Any:
    """What an entry point names. Raises `BadTitle`: code of others may fail in any way when it is imported,
    or want to end the program."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise BadTitle(f"{point.value} cannot be imported ({said})") from error


def _guest(point: EntryPoint, ours: tuple[Rules, ...]) -> Guest:
    rules = loaded(point)
    if not isinstance(rules, Rules):
        raise BadTitle(f"{point.value} is no `Rules` of this Bugyo")
    if not PACKAGE.fullmatch(package_of(point)):
        raise BadTitle("the name or the version of the package cannot be recorded")
    for why in (*_names(point, rules, ours), *_tags(rules), *_forms(rules)):
        raise BadTitle(why)
    return Guest(rules, package_of(point), point.module)


def _names(point: EntryPoint, rules: Rules, ours: tuple[Rules, ...]) -> Iterator[str]:
    """Names that are another's, or that could not be told from another's in a record."""
    name, letters = rules.title, [one.letter for one in ours]
    if name != point.name:
        yield f"its title is called “{name}”, and the entry point “{point.name}”"
    if not NAME.fullmatch(name):
        yield f"“{name}” is no name of a title: 2 to 40 of a-z, 0-9 and _, a letter first"
    if name in (*(one.title for one in ours), *letters, *TAKEN):
        yield f"the name “{name}” is taken by Bugyo"
    if rules.name.casefold() in (one.name.casefold() for one in ours):
        yield f"a title of Bugyo is called “{rules.name}”"
    if rules.letter:
        yield f"it has the letter “{rules.letter}”; only the titles of Bugyo have letters"
    for edition in rules.editions:
        if edition.name.partition("/")[0] != name:
            yield f"its edition “{edition.name}” does not begin with “{name}/”"
    for seat in rules.seats:
        if seat in PARTIES:
            yield f"a seat cannot be called “{seat}”"


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


def _apart(found: list[Guest]) -> tuple[list[Guest], list[Refused]]:
    """Those of which no other package brings one that is called alike, and the others."""
    names = Counter(one.rules.title for one in found)
    printed = Counter(one.rules.name.casefold() for one in found)
    kept: list[Guest] = []
    clashing: list[Refused] = []
    for one in found:
        if names[one.rules.title] == printed[one.rules.name.casefold()] == 1:
            kept.append(one)
            continue
        others = (other.package for other in found if other is not one and _alike(one.rules, other.rules))
        why = f"the package {', '.join(others)} brings one that is called so too"
        clashing.append(Refused(one.package, one.rules.title, why))
    return kept, clashing


def _alike(one: Rules, other: Rules) -> bool:
    return one.title == other.title or one.name.casefold() == other.name.casefold()


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

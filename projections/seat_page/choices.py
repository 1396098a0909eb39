"""The orders that may be given, as buttons: they can be read before the script runs, which takes them over.

sheet.js makes the same of what may follow other lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from projections.language.messages import _, plain

MOST = 400
"""Choices that are shown."""

NARROW, SHORT = 16, 34
"""Signs of a heading, and of all that stands below it, that stand beside each other."""

Choice = Mapping[str, Any]


def choices(data: Mapping[str, Any]) -> str:
    found = "".join(_rows(data))
    if found or data["is_asked"]:
        return found
    said = _("Nothing is asked of you now. You may still write, ask, or change standing orders.")
    return f'<p class="q">{_text(said)}</p>'


def _rows(data: Mapping[str, Any]) -> Iterator[str]:
    listed = data["choices"] or [{"order": one, "label": "", "group": ""} for one in data["orders"] or ()]
    groups: dict[str, list[Choice]] = {}
    for choice in listed[:MOST]:
        groups.setdefault(choice["group"], []).append(choice)
    for group, some in groups.items():
        yield _group(group, some)
    if not data["whole"] and data["forms"]:
        yield _forms(data["forms"], is_open=not listed)


def _group(group: str, some: Sequence[Choice]) -> str:
    named = escape(plain(group or _("You may order")))
    taps = f'<div class="taps" role="group" aria-label="{named}">{"".join(map(_tap, some))}</div>'
    if not group:
        return taps
    signs = sum(len(one["label"] or one["order"]) + 4 for one in some)
    shape = "row beside" if len(group) <= NARROW and signs <= SHORT else "row"
    return f'<div class="{shape}"><h3>{_text(group)}</h3>{taps}</div>'


def _tap(choice: Choice) -> str:
    label = _text(choice["label"] or choice["order"])
    return f'<button type="button" title="{_text(choice["order"])}">{label}</button>'


def _forms(forms: Sequence[str], *, is_open: bool) -> str:
    lines = "".join(f"<code>{_text(form)}</code>" for form in forms)
    opened = " open" if is_open else ""
    return f'<details class="sm"{opened}><summary>{_text(_("It is written so:"))}</summary>{lines}</details>'


def _text(words: str) -> str:
    return escape(plain(words))

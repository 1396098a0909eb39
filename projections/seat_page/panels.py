"""The panels of the page of a seat for what stands beside its orders, as markup. Their buttons write lines
into the sheet, which only the script can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from projections.language.messages import _, plain


def standing(told: Mapping[str, Any] | None) -> str:
    """The standing orders that the seat has left; "" for a title that has none."""
    if told is None:
        return ""
    rows = "".join(map(_left, told["lines"]))
    listed = (
        f'<ul class="stands">{rows}</ul>' if rows else f'<p class="q">{_text(_("You have left none."))}</p>'
    )
    head = f"<h2>{_text(_('Standing orders'))}</h2>"
    return f'<section id="standing">{head}{listed}{"".join(_of_all(told))}</section>'


def _left(one: Mapping[str, str]) -> str:
    edit, away = (said.format(line=one["line"]) for said in (_("Change: {line}"), _("Remove: {line}")))
    buttons = f"{_button(one['line'], '✎', edit)}{_button(one['back'], '✕', away)}"
    return f"<li><code>{_text(one['line'])}</code>{_buttons(buttons)}</li>"


def _of_all(told: Mapping[str, Any]) -> Iterator[str]:
    """The recommended sheet, and none at all."""
    acts = {}
    if told["take"]:
        acts[_("Take the recommended ones")] = told["take"]
        lines = "<br>".join(f"<code>{_text(line)}</code>" for line in told["sheet"])
        head = f"<summary>{_text(_('Recommended to your seat'))}</summary>"
        yield f'<details class="sm">{head}{lines}</details>'
    if told["drop"]:
        acts[_("Remove all")] = told["drop"]
    yield _acts(acts)


def matters(told: Sequence[Mapping[str, Any]], *, asks: bool) -> str:
    """What is to be settled: what asks the seat for its word, or all else."""
    return "".join(_matter(one) for one in told if one["asks"] is asks)


def _matter(one: Mapping[str, Any]) -> str:
    quoted = f"<blockquote>{_text(one['quote'])}</blockquote>" if one["quote"] else ""
    shape = "matter asks" if one["asks"] else "matter"
    return f'<div class="{shape}"><p>{_text(one["says"])}</p>{quoted}{_acts(one["acts"])}</div>'


def begins(told: Mapping[str, str]) -> str:
    """What begins a line beside the orders of the game."""
    return _acts(told)


def _acts(acts: Mapping[str, str]) -> str:
    return _buttons("".join(_button(line, said) for said, line in acts.items()), "taps")


def _buttons(buttons: str, shape: str = "small") -> str:
    return f'<span class="{shape}" data-acts>{buttons}</span>' if buttons else ""


def _button(line: str, said: str, label: str = "") -> str:
    named = f' aria-label="{_text(label)}" title="{_text(label)}"' if label else ""
    return f'<button type="button" data-line="{escape(line)}"{named}>{_text(said)}</button>'


def _text(words: str) -> str:
    return escape(plain(words))

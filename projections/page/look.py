"""The look that all pages have in common: colours, type, buttons, the bar at the top, and the mark of
Bugyo, a referee's fan, which is also the picture in the tab."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from urllib.parse import quote

from projections.drawing.svg import PALETTES

FAN = (
    '<rect width="32" height="32" rx="7" fill="#b8480b"/>'
    '<path fill="#fffdf8" d="M16 3c5 0 9.8 1.4 9.8 5.2 0 3-2.4 4.6-4.7 5.3 2.3.8 3.7 2.5 3.7 4.6 0 '
    "3.4-4 5.4-7.3 6.1V28a1.5 1.5 0 0 1-3 0v-3.8c-3.3-.7-7.3-2.7-7.3-6.1 0-2.1 1.4-3.8 "
    '3.7-4.6-2.3-.7-4.7-2.3-4.7-5.3C6.2 4.4 11 3 16 3z"/>'
    '<path fill="none" stroke="#b8480b" stroke-width="1.3" d="M16 3v6m0 9v6"/>'
    '<circle cx="16" cy="13.5" r="3.6" fill="#b8480b"/>'
)
"""The mark, on 32 by 32. It bears its own colours, which are read on paper and at night."""

CREST = f'<svg class="crest" viewBox="0 0 32 32" aria-hidden="true" focusable="false">{FAN}</svg>'
"""The mark in a bar, beside a name that says whose it is."""

LOADS = "img-src data:"
"""What a policy must allow for the picture in the tab: it stands in the page itself, so nobody is asked."""

_ICON = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{FAN}</svg>'


@cache
def icon() -> str:
    """The picture in the tab, as markup of the head."""
    address = f"data:image/svg+xml,{quote(_ICON, safe='/:= ')}".replace(" ", "%20")
    return f'<link rel="icon" type="image/svg+xml" href="{address}">'


@cache
def look() -> str:
    """The style that stands before that of each page."""
    return Path(__file__).with_name("look.css").read_text(encoding="utf-8")


def ground(name: str, paint: str = "") -> str:
    """The style that lays boards on a colour of the palettes, on paper where there is none of that name;
    above all stands the `paint` of the seat whose page it is."""
    light, dark = (
        f":root{{--ground:{one.get(name, one['paper'])};--seat:{one.get(paint, one['ink'])}}}"
        for one in PALETTES.values()
    )
    return f"{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"


def bar(links: str = "", home: str = "") -> str:
    """The bar of a page that belongs to no game: the mark leads `home`, where there is one."""
    name = f"{CREST}Bugyo"
    first = f'<a class="home" href="{home}">{name}</a>' if home else f'<span class="home">{name}</span>'
    return f'<header class="bar">{first}{links}</header>'

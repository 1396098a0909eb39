"""Open Graph (ogp.me): a page says of itself to those who show links to it. One behind a secret link
says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import MappingProxyType

from projections.language.messages import plain

NOTHING: Mapping[str, str] = MappingProxyType({})


def shared_as(title: str, description: str, more: Mapping[str, str] = NOTHING) -> str:
    """Tags of its head. `more` are its address and its picture, where they are known."""
    said = {"og:type": "website", "og:site_name": "Bugyo", "og:title": title, "og:description": description}
    tags = [
        f'<meta property="{key}" content="{escape(plain(word))}">'
        for key, word in {**said, **more}.items()
        if word
    ]
    card = "summary_large_image" if "og:image" in more else "summary"
    return "\n".join((*tags, f'<meta name="twitter:card" content="{card}">'))

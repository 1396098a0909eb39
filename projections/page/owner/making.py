"""The page of an owner's kit as one file, under a policy that lets nothing else in."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from domain.kit.own_names import FILE as NAMES
from projections.language.catalogues import LANGUAGES, reader
from projections.language.messages import _, plain, term
from projections.language.messages import _ as message
from projections.page.look import CREST, icon, look
from projections.page.making import embedded, joined, policy
from projections.page.owner.grounds import GROUNDS
from projections.page.owner.worksheets import Worksheet, worksheets

HERE = Path(__file__).resolve().parent

SCRIPTS = ("given", "sheets", "work", "zip", "photo", "ground", "checks", "painting", "tables", "page")
"""The parts of the script; what runs as a part is read stands behind what it needs."""


def owner_page(
    title: str,
    name: str,
    files: Mapping[str, bytes],
    shipped: Mapping[str, bytes],
    notes: Mapping[str, Mapping[str, str]],
) -> bytes:
    """The page for the files of an owner, in their order; their words are known from the `shipped` ones.

    `notes` say of a file what is to be filled in and where it is printed: `says` and `printed`.
    Raises UnicodeDecodeError where a file is no UTF-8.
    """
    style = look() + joined(HERE, "owner.css")
    script = joined(HERE, *(f"{part}.js" for part in SCRIPTS))
    heading = _("Your own copy of {title}").format(title=term(name))
    written = {**said("page"), "title": heading}
    return (
        joined(HERE, "owner.html")
        .format(
            lang=reader().language,
            policy=policy((style,), (script,), ""),
            icon=icon(),
            crest=CREST,
            style=style,
            script=script,
            kit=embedded(_kit(title, term(name), files, worksheets(files, shipped), notes)),
            words=embedded({**said("script"), **written}),
            **{key: escape(plain(text)) for key, text in written.items()},
        )
        .encode()
    )


def said(where: str) -> dict[str, str]:
    """What stands on the "page", or is said by its "script", by its names."""
    texts = msgspec.toml.decode((HERE / "texts.toml").read_bytes(), type=dict[str, dict[str, str]])
    return {name: message(text) for name, text in texts[where].items()}


def _kit(
    title: str,
    name: str,
    files: Mapping[str, bytes],
    sheets: list[Worksheet],
    notes: Mapping[str, Mapping[str, str]],
) -> Mapping[str, Any]:
    """What the script knows of the title; a browser keeps the work on just these files under their digest."""
    whole = b"".join(f"{file}\n{len(raw)}\n".encode() + raw for file, raw in sorted(files.items()))
    return {
        "title": title,
        "name": name,
        "digest": sha256(whole).hexdigest()[:16],
        "files": sheets,
        "ground": GROUNDS.get(title),
        "notes": notes,
        "names": NAMES,
        "languages": LANGUAGES,
    }

"""Answers that a browser may keep: each has a tag, and whoever has it already is sent nothing anew."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from projections.language.messages import _
from referee.web import pages

HTML, SVG, PNG, TEXT = "text/html", "image/svg+xml", "image/png", "text/plain"
JSON, LINES = "application/json", "application/jsonl"

MOST = 64
"""Bodies that are kept ready."""

PACKING = 3
"""How hard bodies are packed: a twentieth more to send than at 6, for two thirds of the work. No page with a
secret says back what others have it asked for, so that its size tells nobody of it."""

POLICIES = {
    HTML: "frame-ancestors 'none'",  # the replay page has its whole policy in itself
    SVG: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}


class Malformed(Exception):
    """What is asked for cannot be read; the sentence says why."""


class Refused(Exception):
    """What is asked for is not answered, whatever it is: the code, the sentence, and more of the header."""

    def __init__(self, code: int, said: str, headers: Mapping[str, str]) -> None:
        super().__init__(said)
        self.code = code
        self.headers = headers


class Answers:
    """Makes answers, and keeps the newest bodies ready. Safe to use from several threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._bodies: OrderedDict[str, bytes] = OrderedDict()

    def answer(
        self, request: Request, kind: str, stands: str, make: Callable[[], bytes], name: str = ""
    ) -> Response:
        """What `make` gives, or that nothing has changed. `stands` is all that the body follows from beside
        the address that was asked for; or beside its `name`, where that says all of the address that counts.
        """
        packs = kind != PNG and "gzip" in request.headers.get("accept-encoding", "")
        asked = (name,) if name else (str(request.url.path), str(request.url.query))
        tag = _tag(*asked, stands, "gzip" if packs else "")
        headers = {"ETag": tag, "Vary": "Accept-Encoding", **headers_of(request, kind)}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if packs:
            headers["Content-Encoding"] = "gzip"
        made = (lambda: gzip.compress(make(), PACKING, mtime=0)) if packs else make
        return Response(self._body(tag, made), media_type=kind, headers=headers)

    def _body(self, tag: str, make: Callable[[], bytes]) -> bytes:
        with self._lock:
            body = self._bodies.get(tag)
        body = make() if body is None else body
        with self._lock:
            self._bodies[tag] = body
            self._bodies.move_to_end(tag)
            if len(self._bodies) > self._most:
                self._bodies.popitem(last=False)
        return body


def failed(request: Request, error: Exception) -> Response:
    """One sentence: as JSON where JSON was asked for, else as a page."""
    code, said = _failure(error)
    kind = JSON if "/api/" in request.url.path or request.method == "POST" else HTML
    body = msgspec.json.encode({"error": said}) if kind == JSON else pages.message(said).encode()
    headers = {**headers_of(request, kind), "Content-Security-Policy": pages.policy()}
    if isinstance(error, Refused):
        headers.update(error.headers)
    return Response(body, status_code=code, media_type=kind, headers=headers)


def not_now(code: int, headers: Mapping[str, str]) -> Refused:
    return Refused(code, _("This cannot be shown just now. Try again in a moment."), headers)


def encoded(document: object) -> bytes:
    """As JSON. A name as it is printed on things is a string of its own kind."""
    return msgspec.json.encode(document, enc_hook=str)


def broken(request: Request, _fault: Exception) -> Response:
    """The store is in trouble, or we are; the log says which."""
    return failed(request, not_now(500, {}))


def _failure(error: Exception) -> tuple[int, str]:
    if isinstance(error, Malformed):
        return 400, str(error)
    if isinstance(error, Refused):
        return error.code, str(error)
    if getattr(error, "status_code", 404) == 405:
        return 405, _("These pages can only be read.")
    return 404, _("There is nothing to see here. The link may have been cut short, or is no longer good.")


def _tag(*of: str) -> str:
    """The version is in it: another program may show the same game otherwise."""
    text = "\0".join((_version(), *of))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


@cache
def _version() -> str:
    return version("bugyo")


def headers_of(request: Request, kind: str) -> dict[str, str]:
    """A secret link is told to nobody else: no cache, no search engine, no page that is gone to."""
    secret = "token" in request.path_params
    headers = {
        "Cache-Control": "private, no-cache" if secret else "no-cache",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }
    if kind in POLICIES:
        headers["Content-Security-Policy"] = POLICIES[kind]
    if secret:
        headers["X-Robots-Tag"] = "noindex"
    return headers

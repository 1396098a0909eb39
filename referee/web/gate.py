"""The gate before the pages: what is asked under another name, with a body, or by too many at once is
refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from projections.language.messages import _
from referee.service.listener_limits import Crowd, party
from referee.web.answering import Refused, failed, not_now
from referee.web.connections import Limits
from referee.web.posted import ASKER, CLOSE, MOST_POSTED, OURS, POSTS
from referee.web.showing import LIVE

MOST_FIELDS, MOST_BYTES = 100, 16_384
"""Of a header."""

AGAIN = {"Retry-After": "5"}


class Counted:
    """Who is counted as who. Behind a proxy many stand: it says whom it asks for, in the last word of
    X-Forwarded-For, which it has written itself."""

    def __init__(self, proxies: Iterable[str]) -> None:
        self._networks = [ip_network(one, strict=False) for one in proxies]

    def connected(self, client: tuple[str, int] | None) -> str:
        """Whose connection it is; "" for nobody who is counted."""
        return "" if client is None or self._is_proxy(client[0]) else party(client[0])

    def asking(self, client: tuple[str, int] | None, headers: Headers) -> str:
        """Who asks over it; "" where a proxy does not say it."""
        if client is None or not self._is_proxy(client[0]):
            return self.connected(client)
        last = ",".join(headers.getlist("x-forwarded-for")).rpartition(",")[2].strip()
        try:
            return party(str(ip_address(last)))
        except ValueError:
            return ""

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return False
        return any(address in network for network in self._networks)


_ABSOLUTE = re.compile(r"https?://[^/]*", re.IGNORECASE)


class Gate:
    """`base` and `host` are the names that the pages have; they are also known by the address that a
    connection came in at."""

    def __init__(self, pages: ASGIApp, base: str, host: str, counted: Counted, limits: Limits) -> None:
        self._pages = pages
        self._names = {"localhost", host.lower(), (urlsplit(base).hostname or "localhost").lower()}
        self._ours = "://".join(urlsplit(base.lower())[:2])
        self._counted = counted
        self._requests = Crowd(limits.requests, limits.requests_of_address)
        self._streams = Crowd(limits.streams, limits.streams_of_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._pages(scope, receive, send)
            return
        if found := _ABSOLUTE.match(scope["path"]):  # as proxies ask; who is meant, the field Host says
            scope["path"] = scope["path"][found.end() :] or "/"
            scope["raw_path"] = (
                _ABSOLUTE.sub("", scope["raw_path"].decode("latin-1")).encode("latin-1") or b"/"
            )
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        crowd = self._streams if scope["path"].endswith(f"/{LIVE}") else self._requests
        one = object()
        scope[ASKER] = self._counted.asking(scope["client"], headers)
        scope[OURS] = self._ours
        if not refused and not crowd.admit(one, scope[ASKER]):
            refused = not_now(503, AGAIN)
        try:
            await (failed(Request(scope), refused) if refused else self._pages)(scope, receive, send)
        finally:
            crowd.leave(one)

    def _refused(self, scope: Scope, headers: Headers) -> Refused | None:
        size = len(scope["raw_path"]) + sum(len(name) + len(value) for name, value in headers.raw)
        if len(headers) > MOST_FIELDS or size > MOST_BYTES:
            return Refused(431, _("The header of the request is too long."), CLOSE)
        if "transfer-encoding" in headers or not _may_be_so_long(scope, headers.get("content-length", "0")):
            return Refused(
                413, _("These pages can only be read, or take a few lines that a page of ours sends."), CLOSE
            )
        if not self._is_ours(scope, headers.get("host", "")):
            return Refused(421, _("The pages have another address: that which stands in your mails."), {})
        return None

    def _is_ours(self, scope: Scope, named: str) -> bool:
        """Another name for our address may be somebody's who wants to read with our readers' eyes."""
        try:
            name = urlsplit(f"//{named}").hostname
        except ValueError:
            return False
        return name in self._names or name == (scope.get("server") or ("",))[0]


def _may_be_so_long(scope: Scope, length: str) -> bool:
    """Whether a body of that length may come: only some paths take one."""
    if length == "0":
        return True
    takes = scope["method"] == "POST" and any(scope["path"].endswith(f"/{one}") for one in POSTS)
    return (
        takes and length.isascii() and length.isdecimal() and len(length) < 9 and int(length) <= MOST_POSTED
    )

"""Mails out by SMTP: to the server of a mail provider, or one's own, which takes them further.

Whether a mail was taken is only known by the server's reply. Where the reply is lost the mail goes once more,
under the same Message-ID.
"""

from __future__ import annotations

import re
import select
import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy

from referee.service.configuration import TIMEOUT, BadConfiguration, Smtp, tls_context
from referee.transport.outbox import Barred, Cut, Down, Later, Never

IDLE = 10.0
"""Seconds after which it is asked whether a connection is still there."""

_BARRED = (smtplib.SMTPAuthenticationError, smtplib.SMTPNotSupportedError, ssl.SSLError)
_TOO_LARGE = 552
_CLOSING = 421
_FIRST_REFUSAL = 400
_LONGEST_SAID = 300
_SEVEN_BIT = policy.SMTP.clone(cte_type="7bit", max_line_length=998)


class Relay:
    """The server that takes our mails, on one connection as long as there is something to send."""

    def __init__(self, settings: Smtp, address: str, *, timeout: float = TIMEOUT) -> None:
        self._settings = settings
        self._address = address
        self._sender = settings.sender or address
        self._timeout = timeout
        self._server: smtplib.SMTP | None = None
        self._used = 0.0

    def carry(self, to: str, raw: bytes) -> None:
        """Hands a mail over. Raises `Later`, `Cut`, `Never` for this one, `Down` for all."""
        server = self.connected()
        with self._judged(to):
            body, options = _fitting(server, raw)
            server.sendmail(self._sender, [to], body, options)
            self._used = time.monotonic()

    def connected(self) -> smtplib.SMTP:
        """A connection that is logged in. Raises `Down`."""
        if self._server and not self._is_usable(self._server):
            self.close()
        if self._server is None:
            try:
                self._server = self._logged_in()
            except BadConfiguration as wrong:
                raise Barred(str(wrong)) from None
            except (smtplib.SMTPException, OSError) as error:
                kind = Barred if isinstance(error, _BARRED) else Down
                raise kind(f"{self._settings.where}: {said(error)}.") from None
            self._used = time.monotonic()
        return self._server

    def try_sender(self) -> None:
        """Asks whether we may send, and sends nothing. Raises `Down`."""
        server = self.connected()
        with self._judged(""):
            code, words = server.mail(self._sender)
            server.rset()
            if code != 250:
                raise smtplib.SMTPSenderRefused(code, words, self._sender)

    def close(self) -> None:
        server, self._server = self._server, None
        if server:
            try:
                server.quit()
            except (smtplib.SMTPException, OSError):
                server.close()

    def _logged_in(self) -> smtplib.SMTP:
        settings, name = self._settings, self._address.rpartition("@")[2]
        server = self._opened(name)
        try:
            if settings.tls == "starttls":
                server.starttls(context=tls_context(settings))
            server.ehlo_or_helo_if_needed()
            if settings.password:
                server.login(settings.user, settings.password.read())
            elif settings.token:
                _log_in_by_token(server, settings.user, settings.token.read())
        except BaseException:
            server.close()
            raise
        return server

    def _opened(self, name: str) -> smtplib.SMTP:
        """Named by our own address: no name server is asked."""
        settings = self._settings
        if settings.tls == "implicit":
            context = tls_context(settings)
            return smtplib.SMTP_SSL(settings.host, settings.at, name, timeout=self._timeout, context=context)
        return smtplib.SMTP(settings.host, settings.at, name, timeout=self._timeout)

    def _is_usable(self, server: smtplib.SMTP) -> bool:
        """Whether the connection is still there, and nothing stands in it that we did not ask for: a reply
        too many would be taken for that to the next mail."""
        try:
            if _has_unread(server):
                return False
            if time.monotonic() - self._used < IDLE:
                return True
            return server.noop()[0] == 250
        except (smtplib.SMTPException, OSError):
            return False

    @contextmanager
    def _judged(self, to: str) -> Iterator[None]:
        """What an error says of this mail, or of all."""
        try:
            yield
        except smtplib.SMTPRecipientsRefused as refused:
            self._refused(*refused.recipients[to])
        except smtplib.SMTPDataError as refused:
            if refused.smtp_code < _FIRST_REFUSAL:
                self.close()
            self._refused(refused.smtp_code, refused.smtp_error)
        except smtplib.SMTPSenderRefused as refused:
            if refused.smtp_code == _TOO_LARGE:
                raise Never(_reply(refused.smtp_code, refused.smtp_error)) from None
            self.close()
            who = f"{self._settings.where} refuses the sender {self._sender}"
            raise Barred(f"{who}: {said(refused)}.") from None
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise Cut(f"Whether it was taken is not known: {said(error)}") from None

    def _refused(self, code: int, words: bytes | str) -> None:
        if code == _CLOSING:
            self.close()
            raise Down(f"{self._settings.where}: {_reply(code, words)}.")
        raise (Never if code >= 500 else Later)(_reply(code, words))


def _has_unread(server: smtplib.SMTP) -> bool:
    """Whether there is something to read, be it the end."""
    if server.sock is None or server.file is None:
        return True
    ready, _, _ = select.select([server.sock], [], [], 0)
    server.sock.settimeout(0)
    try:
        return bool(ready or server.file.peek(1))
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    finally:
        server.sock.settimeout(server.timeout)


def _fitting(server: smtplib.SMTP, raw: bytes) -> tuple[bytes, list[str]]:
    """The mail as the server can take it, and what it is told of it."""
    if raw.isascii():
        return _with_crlf(raw), []
    if server.has_extn("8bitmime"):
        return _with_crlf(raw), ["BODY=8BITMIME"]
    return message_from_bytes(raw, policy=_SEVEN_BIT).as_bytes(), []


def _with_crlf(raw: bytes) -> bytes:
    return re.sub(rb"\r?\n", b"\r\n", raw)


def _log_in_by_token(server: smtplib.SMTP, user: str, token: str) -> None:
    """XOAUTH2. A server that refuses sends its reason as a challenge, which wants an empty answer."""
    first = xoauth2(user, token)
    server.auth("XOAUTH2", lambda challenge=None: first if challenge is None else "")


def xoauth2(user: str, token: str) -> str:
    return f"user={user}\x01auth=Bearer {token}\x01\x01"


def said(error: Exception) -> str:
    """What a server or the network said, on one line, without what we said."""
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, error.smtp_error)
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return one_line(why)


def _reply(code: int, words: bytes | str) -> str:
    return one_line(f"{code} {words.decode('utf-8', 'replace') if isinstance(words, bytes) else words}")


def one_line(text: str) -> str:
    """What came from outside, as it may stand in a log."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:_LONGEST_SAID]

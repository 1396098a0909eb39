"""The domain that the desk writes from, as name servers know it: whether its mails will be believed.

Hints, and no proof: which servers an SPF record lets send is not worked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.reading.senders import UNANSWERABLE

if TYPE_CHECKING:
    from dns.resolver import Resolver

PATIENCE = 3.0
"""Seconds for one question, with all that is asked again."""

MOST_PARENTS = 8
"""Names that are asked for a policy: a domain and those above it."""

_OF_NO_NET = ("invalid", "test", "example", "localhost", "local", "internal")
_EXAMPLES = ("example.com", "example.net", "example.org")


class Hint(Struct, frozen=True):
    what: str
    says: str
    is_wrong: bool = False


class _Unknown(Exception):
    """No name server has answered."""


def domain_says(
    address: str, sender: str = "", selector: str = "", resolver: Resolver | None = None
) -> Iterator[Hint]:
    """Of the address that mails come from, and the `sender` of their envelopes. Without a `resolver` that of
    the system is asked."""
    domain = address.rpartition("@")[2].lower().strip(".")
    envelope = (sender or address).rpartition("@")[2].lower().strip(".")
    if address.lower().endswith(UNANSWERABLE):
        said = "Nobody can answer an address of this domain: no mail goes from it to a real mailbox."
        is_of_example = domain.rpartition(".")[2] == "example"  # enough to try things out
        yield Hint(f"domain {domain}", f"{said} Write that of your mailbox.", not is_of_example)
        return
    if _is_of_no_net(domain):
        yield Hint(f"domain {domain}", "It is no domain of the Internet, so no name server was asked.")
        return
    try:
        resolver = resolver or _of_the_system()
        yield _spf(envelope, resolver)
        yield _dmarc(domain, resolver)
        yield _dkim(domain, selector, resolver)
    except ImportError:
        said = "SPF, DKIM and DMARC were not looked up: that needs the package dnspython (bugyo[desk])."
        yield Hint(f"domain {domain}", said)
    except _Unknown as unknown:
        yield Hint(f"domain {domain}", f"SPF, DKIM and DMARC were not looked up: {unknown}")


def _is_of_no_net(domain: str) -> bool:
    labels = domain.split(".")
    return len(labels) < 2 or labels[-1] in _OF_NO_NET or ".".join(labels[-2:]) in _EXAMPLES


def _of_the_system() -> Resolver:
    from dns.resolver import NoResolverConfiguration, Resolver

    try:
        return Resolver()
    except NoResolverConfiguration:
        raise _Unknown("this machine knows no name server.") from None


def _texts(name: str, resolver: Resolver) -> list[str]:
    """The TXT records of a name; none where it has none."""
    from dns.exception import DNSException
    from dns.resolver import NXDOMAIN, NoAnswer

    try:
        found = resolver.resolve(name, "TXT", lifetime=PATIENCE, search=False)
    except (NXDOMAIN, NoAnswer):
        return []
    except (DNSException, OSError) as error:
        raise _Unknown(f"no name server has answered ({type(error).__name__}).") from None
    return [b"".join(record.strings).decode("utf-8", "replace") for record in found]


def _spf(domain: str, resolver: Resolver) -> Hint:
    what = f"spf {domain}"
    found = [text for text in _texts(domain, resolver) if text.lower().split(" ")[0] == "v=spf1"]
    if not found:
        return Hint(what, "There is no SPF record: other servers cannot tell which may send its mails.", True)
    if len(found) > 1:
        return Hint(what, f"There are {len(found)} SPF records, so none of them counts. Leave one.", True)
    if not {"+all", "all"}.isdisjoint(found[0].lower().split()):
        return Hint(what, "Its SPF record lets everybody send in its name. Write -all, not +all.", True)
    return Hint(what, f"There is one SPF record: {_printable(found[0])}")


def _dmarc(domain: str, resolver: Resolver) -> Hint:
    """The policy of the domain, or of the nearest above it that has one."""
    what, labels = f"dmarc {domain}", domain.split(".")
    for start in range(max(0, len(labels) - MOST_PARENTS), len(labels) - 1):
        texts = _texts(f"_dmarc.{'.'.join(labels[start:])}", resolver)
        found = [tags for tags in map(_tags, texts) if tags.get("v", "").upper() == "DMARC1"]
        if len(found) > 1:
            return Hint(what, f"There are {len(found)} DMARC records, so none of them counts.", True)
        if found and found[0].get("p", "none").lower() == "none":
            return Hint(
                what,
                "Its DMARC policy is none: forged mails in its name are taken. Write p=quarantine once your "
                "own mails pass.",
            )
        if found:
            return Hint(what, f"Its DMARC policy is {_printable(found[0]['p'])}.")
    return Hint(what, "There is no DMARC record, which large providers ask for.", True)


def _dkim(domain: str, selector: str, resolver: Resolver) -> Hint:
    what = f"dkim {domain}"
    if not selector:
        said = "A DKIM key is found only by its selector: name it with dkim_selector."
        return Hint(what, f"{said} It was not looked up.")
    keys = [
        tags["p"] for tags in map(_tags, _texts(f"{selector}._domainkey.{domain}", resolver)) if "p" in tags
    ]
    if not any(keys):
        said = "was taken back" if keys else "is not there"
        return Hint(what, f"The DKIM key of the selector {selector} {said}.", True)
    return Hint(what, f"The DKIM key of the selector {selector} is there.")


def _tags(text: str) -> dict[str, str]:
    """ "v=DMARC1; p=none" as its tags."""
    pairs = (part.partition("=") for part in text.split(";"))
    return {name.strip().lower(): "".join(value.split()) for name, _is, value in pairs}


def _printable(text: str) -> str:
    """Whoever runs the domain has written it; a terminal shows it."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)[:200]

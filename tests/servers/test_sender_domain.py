"""What a name server of our own says of the domain of a desk, and what is made of it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rrset
import pytest
from dns.resolver import Resolver

from referee.mail.office import sender_domain
from referee.mail.office.sender_domain import domain_says

DESK = "referee@club.games.net"
SPF, DMARC, KEY = "club.games.net", "_dmarc.club.games.net", "mail._domainkey.club.games.net"
GOOD = {SPF: ["v=spf1 mx -all", "site=1"], DMARC: ["v=DMARC1; p=reject"], KEY: ["v=DKIM1; p=MIIB"]}


@contextmanager
def served(zone: Mapping[str, list[str]], rcode: int = dns.rcode.NXDOMAIN) -> Iterator[Resolver]:
    """A name server that knows a zone; of all else it says that there is none, or fails."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
        here.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=_answer, args=(here, zone, rcode), daemon=True)
        thread.start()
        resolver = Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], here.getsockname()[1]
        yield resolver
        here.sendto(b"", here.getsockname())
        thread.join(300)


def _answer(here: socket.socket, zone: Mapping[str, list[str]], rcode: int) -> None:
    while True:
        wire, whom = here.recvfrom(4096)
        if not wire:
            return
        asked = dns.message.from_wire(wire)
        answer = dns.message.make_response(asked)
        answer.flags |= dns.flags.RA
        name = asked.question[0].name
        texts = zone.get(name.to_text(omit_final_dot=True))
        if texts:
            answer.answer = [dns.rrset.from_text(name, 60, "IN", "TXT", *(f'"{text}"' for text in texts))]
        else:
            answer.set_rcode(dns.rcode.Rcode(rcode))
        here.sendto(answer.to_wire(), whom)


def says(zone: Mapping[str, list[str]], selector: str = "mail") -> dict[str, tuple[bool, str]]:
    with served(zone) as resolver:
        found = domain_says(DESK, selector=selector, resolver=resolver)
        return {hint.what.partition(" ")[0]: (hint.is_wrong, hint.says) for hint in found}


def test_a_domain_with_all_three_is_right() -> None:
    found = says(GOOD)
    assert list(found) == ["spf", "dmarc", "dkim"]
    assert not any(wrong for wrong, _said in found.values())


WRONG = [
    ("spf", {SPF: []}, "no SPF record"),
    ("spf", {SPF: ["v=spf1 -all", "v=spf1 mx ~all"]}, "2 SPF records"),
    ("spf", {SPF: ["v=spf1 mx +all"]}, "lets everybody send"),
    ("dmarc", {DMARC: []}, "no DMARC record"),
    ("dmarc", {DMARC: ["v=DMARC1; p=none", "v=DMARC1; p=reject"]}, "2 DMARC records"),
    ("dkim", {KEY: []}, "is not there"),
    ("dkim", {KEY: ["v=DKIM1; p="]}, "was taken back"),
]


@pytest.mark.parametrize(("what", "change", "said"), WRONG)
def test_what_is_wrong_is_said(what: str, change: dict[str, list[str]], said: str) -> None:
    found = says({**GOOD, **change})
    assert said in found[what][1]
    assert [name for name, (wrong, _said) in found.items() if wrong] == [what]


def test_a_policy_of_none_is_a_hint_and_one_above_the_domain_counts() -> None:
    is_wrong, said = says({**GOOD, DMARC: ["v=DMARC1; p=none"]})["dmarc"]
    assert (is_wrong, "policy is none" in said) == (False, True)
    assert says({**GOOD, DMARC: [], "_dmarc.games.net": ["v=DMARC1; p=reject"]})["dmarc"][0] is False


def test_without_its_selector_no_key_is_looked_for() -> None:
    is_wrong, said = says({**GOOD, KEY: []}, selector="")["dkim"]
    assert (is_wrong, "dkim_selector" in said) == (False, True)


def test_where_no_server_answers_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender_domain, "PATIENCE", 0.3)
    with served({}, dns.rcode.SERVFAIL) as resolver:
        (hint,) = domain_says(DESK, resolver=resolver)
    assert "were not looked up: no name server has answered" in hint.says
    assert not hint.is_wrong


def test_names_that_are_in_no_net_are_not_asked_for() -> None:
    for address in ("referee@club.example.org", "referee@localhost"):
        (hint,) = domain_says(address)
        assert "no name server was asked" in hint.says
        assert not hint.is_wrong
    for address, is_wrong in (("referee@bugyo.invalid", True), ("bugyo@club.example", False)):
        (hint,) = domain_says(address)
        assert "Nobody can answer" in hint.says
        assert hint.is_wrong == is_wrong

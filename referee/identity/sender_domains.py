"""Whose the domains of senders are, as far as the names tell.

No list of public suffixes is asked. Where a registry gives out names at a place that is not known here, all
of them count as one owner's: they share what one owner may have, and nobody has more by it.
"""

from __future__ import annotations

_COUNTRIES = "ac co com edu go gob gouv gov gv ltd mil ne net nom or org sch"
_EVERYBODYS = """
126.com 163.com aol.com bk.ru bluewin.ch btinternet.com comcast.net fastmail.com free.fr freenet.de gmail.com
gmx.at gmx.ch gmx.com gmx.de gmx.net hotmail.co.uk hotmail.com hotmail.fr icloud.com inbox.ru laposte.net
libero.it list.ru live.com mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com orange.fr outlook.com
outlook.fr pm.me posteo.de posteo.net proton.me protonmail.com qq.com rambler.ru seznam.cz sfr.fr t-online.de
tuta.com tutanota.com wanadoo.fr web.de wp.pl ya.ru yahoo.co.jp yahoo.co.uk yahoo.com yahoo.fr yandex.com
yandex.ru ymail.com zoho.com
"""

_GIVEN_OUT_BELOW = frozenset(_COUNTRIES.split())
"""Second labels below which countries give out names."""

PROVIDERS = frozenset(_EVERYBODYS.split())
"""Their mailboxes belong to people who have nothing to do with each other, and each costs an account."""


def owner_of(domain: str) -> str:
    labels = domain.lower().strip(".").split(".")
    is_below = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _GIVEN_OUT_BELOW
    return ".".join(labels[-3:] if is_below else labels[-2:])

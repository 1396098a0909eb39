"""Whoever forges, doubles and floods in a club. Nothing that is done here may have an effect."""

from __future__ import annotations

from random import Random

from tests.referee.club.seasons import Season

EVE = "eve@evil.example"
FLOOD = 25
"""Mails of a flood: more than one domain is answered."""


class Enemy:
    """Writes to the desk of a club in the names of others, and in many of his own."""

    def __init__(self, season: Season) -> None:
        self.season, self.random, self.number = season, Random("enemy"), 0

    def attacks(self) -> None:
        """A day of it; the club is as it was before."""
        before = self._stands()
        self._forges()
        self._steals()
        self._doubles()
        if self.season.day % 7 == 0:
            self._floods()
        self.season.all_delivered()
        assert self._stands() == before

    def _stands(self) -> object:
        season = self.season
        at = [(name, season.record.addresses(name)) for name in season.record.games()]
        return season.lists.waiting(), at, [game.position for game in season.games()]

    def _as(self, address: str, line: str, **fields: str) -> None:
        """In the name of somebody, who does not answer what he is asked."""
        self.season.forged[address] += 1
        self.season.write(address, line, **fields)

    def _forges(self) -> None:
        """What nobody has written: he is asked, and says nothing."""
        one = self.random.choice([*self.season.members.values()])
        self.number += 1
        self._as(one.address, f"create shinobi for 3 people, called forged-{self.number}")
        for found in self.season.lists.waiting():
            self._as(one.address, f"join {found.name} named {one.name} also")
            self._as(one.address, f"leave {found.name}")
            self._as(one.address, f"close {found.name}")

    def _steals(self) -> None:
        """A yes that was said before: by another, once more in the same name, and with a mark of no mail."""
        if self.season.yeses:
            asked = self.random.choice(self.season.yeses)
            subject = f"Re: {asked['Subject']}"
            self._as(EVE, "yes", Subject=subject)
            self._as(str(asked["To"]), "yes", Subject=subject)
            self._as(str(asked["To"]), "yes", Subject=subject.translate(str.maketrans("abc", "bca")))

    def _doubles(self) -> None:
        """Somebody wants a second place on a list, from another spelling of his address."""
        for found in self.season.lists.waiting():
            for one in found.signed:
                local, _at, domain = one.address.partition("@")
                self._as(f"{local}+2@{domain}", f"join {found.name} named Somebody Else")
                self._as(one.address.upper(), f"join {found.name} named Nobody Else")

    def _floods(self) -> None:
        for number in range(FLOOD):
            self._as(f"eve{number}@evil.example", "create shinobi for 3 people")

"""Events in a few words: never longer than there is room for, and nothing but what the sentence tells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.kit.facts import Fact
from domain.kit.sealed import UNSEEN, Sealed
from projections.language.catalogues import LANGUAGES, Reader, written_for
from projections.pictures import LOSS, OTHER, SHORTEST
from projections.telling.log import Teller
from tests.exports.games import RECORDED, recorded

LOOKED_AT = 250
"""Events of a game, the newest."""

GAMES = [
    next(one for one in RECORDED if one.startswith(title))
    for title in sorted({g.split("/")[0] for g in RECORDED})
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_all_that_touches_a_seat_fits_and_losses_are_whole(name: str, language: str) -> None:
    replay = recorded(name)
    seat, after = replay.newest().seats[0], max(0, len(replay) - LOOKED_AT)
    teller, cut, losses = Teller(replay, seat), 0, 0
    with written_for(Reader(language)):
        for position, rank in replay.told_to(seat, after).items():
            brief = teller.in_brief(position)
            assert 0 < len(brief) <= SHORTEST
            if rank != OTHER:
                losses, cut = losses + (rank == LOSS), cut + (brief.endswith("…") and rank == LOSS)
    assert cut <= losses // 10


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_sealed_is_told_in_brief(name: str) -> None:
    """Whatever stands under a seal, the few words are the same."""
    replay = recorded(name)
    for envelope in replay.envelopes[:LOOKED_AT]:
        event = envelope.entry.event if isinstance(envelope.entry, Fact) else None
        if event is None:
            continue
        seals = {at: one for at in event.__struct_fields__ if isinstance(one := getattr(event, at), Sealed)}
        blank = replace(event, **{at: Sealed(one.to, UNSEEN) for at, one in seals.items()})
        assert replay.pictures.short(blank, "public") == replay.pictures.short(event, "public")


def test_a_title_that_has_none_is_told_in_its_sentences() -> None:
    replay = recorded(GAMES[0])
    teller = Teller(replay, replay.newest().seats[0])
    position = next(at for at in range(1, len(replay) + 1) if teller.logged(at).text)
    text = teller.logged(position).text
    brief = teller.in_brief(position)
    assert brief == text or (len(text) > SHORTEST and brief[:-1] in text)

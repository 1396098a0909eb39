"""Disputes, rulings and appeals: every refusal in its whole words, with what is let just beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Looked
from domain.game.entries.people import Abandoned, PolicyChanged
from domain.game.entries.policy import AT_REVEAL, Policy, Refereeing
from domain.game.entries.rulings import (
    Adjudicated,
    AdjudicationsOpened,
    DisputeWithdrawn,
    LookedUnseen,
    Recused,
    Reopened,
    Revised,
    TakeBackAnswered,
    TakeBackProposed,
    Version,
)
from domain.kit.errors import IllegalMove, OrderError, StaleOrder
from domain.kit.sealed import Sealed
from tests.game.bench import ONE, TWO, Bench, disputed, ruled

LATE = Policy(referee=Refereeing(looks=AT_REVEAL))
ORDER, HUNDRED = "an order", "a hundred events"
"""Steps that are no entries."""

NOT_FIRST = "One of the two referees may leave a dispute to the other, once."
CITED = "At most 100 events are cited, ascending, and as many rules, each once."
LEFT = "The referee has left dispute 1 to the other one."
ONCE = "Each referee says once what it would rule, sealed from everybody."
PUNISHED = "A penalty is for one of the seats, and nothing else is."


def adjudicated(
    who: str = "referee", text: str = "It stands.", dispute: int = 1, to: Any = ()
) -> Adjudicated:
    return Adjudicated(dispute, who, Sealed(to, text))


def recused(who: str = "referee", dispute: int = 1, reason: str = "A friend.") -> Recused:
    return Recused(dispute, who, reason)


def unseen(number: int = 1, to: Any = ()) -> LookedUnseen:
    return LookedUnseen(number, Sealed(to, "Gen\neverything\nwhy"))


def back(seat: str = "iga", reason: str = "A slip.") -> TakeBackProposed:
    return TakeBackProposed(seat, 17, reason)


D1, R1 = disputed(1), ruled(1)
SETTLED = (R1, disputed(1, appeals=1), ruled(2, dispute=1))
"""An appeal that was ruled on closes no window: only the next results do."""

BOTH = (D1, adjudicated(), adjudicated("second"))

# policy, what was before, the entry, the refusal; "" where it is let
TABLE: list[tuple[Policy, tuple[Any, ...], Any, str]] = [
    (ONE, (), D1, ""),
    (ONE, (), disputed(2), "The next dispute is number 1."),
    (ONE, (D1,), disputed(2), ""),
    (ONE, (D1,), disputed(1), "The next dispute is number 2."),
    (ONE, (), disputed(1, "nobody"), "Nobody sits at nobody in this game."),
    (ONE, (), disputed(1, text="n" * 20_000), ""),
    (ONE, (), disputed(1, text="n" * 20_001), "Say it in words, in at most 20,000 signs."),
    (ONE, (), disputed(1, text=" "), "Say it in words, in at most 20,000 signs."),
    (ONE, (), disputed(1, text=""), "Say it in words: nothing is said."),
    (ONE, (), disputed(1, events=(1, 2)), ""),
    (ONE, (), disputed(1, events=(2, 1)), CITED),
    (ONE, (), disputed(1, events=(1, 1)), CITED),
    (ONE, (), disputed(1, events=(0, 1)), CITED),
    (ONE, (HUNDRED,), disputed(1, events=tuple(range(1, 101))), ""),
    (ONE, (HUNDRED,), disputed(1, events=tuple(range(1, 102))), CITED),
    (ONE, (), disputed(1, events=(17,)), ""),
    (ONE, (), disputed(1, events=(18,)), "There is no event 18 yet; the newest is 17."),
    (ONE, (), disputed(1, rule="turn/attack"), ""),
    (ONE, (), disputed(1, rule="press"), ""),
    (ONE, (), disputed(1, rule="99.9"), "Shinobi: War of the Clans has no rule “99.9”."),
    (ONE, (), disputed(1, appeals=1), "There is no ruling 1."),
    (ONE, (R1,), disputed(1, appeals=1), ""),
    (ONE, (R1,), disputed(1, appeals=2), "There is no ruling 2."),
    (
        ONE,
        (R1, disputed(1, appeals=1)),
        disputed(2, "ise", appeals=1),
        "An appeal against ruling 1 is open already.",
    ),
    (
        ONE,
        (R1, ORDER),
        disputed(1, appeals=1),
        "Ruling 1 stands: the next results are out. The referee can reopen it.",
    ),
    (ONE, (R1, ORDER, Reopened(1, "New.")), disputed(1, appeals=1), ""),
    (ONE, SETTLED, disputed(2, "ise", appeals=1), ""),
    (ONE, SETTLED, disputed(2, "ise", appeals=2), ""),
    (
        ONE,
        (*SETTLED, ORDER),
        disputed(2, "ise", appeals=1),
        "Ruling 1 stands: the next results are out. The referee can reopen it.",
    ),
    (ONE, (R1, disputed(1, appeals=1), DisputeWithdrawn(1, "iga")), disputed(2, appeals=1), ""),
    (ONE, (D1,), DisputeWithdrawn(1, "iga"), ""),
    (ONE, (D1,), DisputeWithdrawn(1, "ise"), "ise has no open dispute 1."),
    (ONE, (D1,), DisputeWithdrawn(2, "iga"), "iga has no open dispute 2."),
    (ONE, (D1, DisputeWithdrawn(1, "iga")), DisputeWithdrawn(1, "iga"), "iga has no open dispute 1."),
    (ONE, (D1, ruled(1, dispute=1)), DisputeWithdrawn(1, "iga"), "iga has no open dispute 1."),
    (TWO, (D1,), recused(), ""),
    (TWO, (D1,), recused("second"), ""),
    (ONE, (D1,), recused(), "This game names no second referee who could rule instead."),
    (TWO, (D1,), recused(dispute=2), "Dispute 2 is not open."),
    (TWO, (D1,), recused("Zoe"), NOT_FIRST),
    (TWO, (D1, recused()), recused("second"), NOT_FIRST),
    (TWO, (D1, recused(), disputed(2)), recused("second", 2), ""),
    (TWO, (D1,), recused(reason=" "), "A reason is missing; the players read it."),
    (ONE, (D1,), adjudicated(), ""),
    (ONE, (D1,), adjudicated(dispute=2), "Dispute 2 is not open."),
    (ONE, (D1,), adjudicated("second"), "This game names no second referee."),
    (TWO, (D1,), adjudicated("second"), ""),
    (TWO, (D1,), adjudicated("Zoe"), "This game names no second referee."),
    (TWO, (D1, adjudicated()), adjudicated(), ONCE),
    (TWO, (D1,), adjudicated(to=("iga",)), ONCE),
    (TWO, (D1, recused()), adjudicated(), LEFT),
    (TWO, (D1, recused()), adjudicated("second"), ""),
    (TWO, (D1,), adjudicated(text=""), "Say it in words: nothing is said."),
    (
        TWO,
        (D1, adjudicated()),
        AdjudicationsOpened(1, ("It stands.", "It stands."), agree=True),
        "Not both referees have said what they would rule.",
    ),
    (
        TWO,
        BOTH,
        AdjudicationsOpened(1, ("It stands.", "Not at all."), agree=False),
        "Another adjudication was sealed.",
    ),
    (
        TWO,
        BOTH,
        AdjudicationsOpened(1, ("It stands.", "It stands."), agree=False),
        "It is said wrongly whether they say the same.",
    ),
    (ONE, (), ruled(2), "The next ruling is number 1."),
    (ONE, (R1,), ruled(2), ""),
    (ONE, (D1,), ruled(1, dispute=1), ""),
    (ONE, (D1,), ruled(1, dispute=2), "Dispute 2 is not open."),
    (ONE, (D1, ruled(1, dispute=1)), ruled(2, dispute=1), "Dispute 1 is not open."),
    (ONE, (), ruled(1, by="second"), "This game names no second referee."),
    (TWO, (), ruled(1, by="second"), ""),
    (TWO, (), ruled(1, by="Zoe"), "This game names no second referee."),
    (TWO, (D1, recused()), ruled(1, dispute=1), LEFT),
    (TWO, (D1, recused()), ruled(1, dispute=1, by="second"), ""),
    (
        TWO,
        (R1, disputed(1, appeals=1)),
        ruled(2, dispute=1),
        "Ruling 1 is the referee's own: the second referee decides on the appeal.",
    ),
    (
        TWO,
        (ruled(1, by="second"), disputed(1, appeals=1)),
        ruled(2, dispute=1, by="second"),
        "Ruling 1 is the second referee's own: the referee decides on the appeal.",
    ),
    (TWO, (R1, disputed(1, appeals=1)), ruled(2, dispute=1, by="second"), ""),
    (TWO, (R1, disputed(1, appeals=1), recused("second")), ruled(2, dispute=1), ""),
    (ONE, (R1, disputed(1, appeals=1)), ruled(2, dispute=1), ""),
    (ONE, (), ruled(1, reason=" "), "A reason is missing; the players read it."),
    (ONE, (), ruled(1, events=(2, 1)), CITED),
    (ONE, (), ruled(1, events=(18,)), "There is no event 18 yet; the newest is 17."),
    (ONE, (), ruled(1, rules=("turn/deploy", "turn/deploy")), CITED),
    (ONE, (), ruled(1, rules=("turn/deploy", "99.9")), "Shinobi: War of the Clans has no rule “99.9”."),
    (ONE, (), ruled(1, "dinner"), "A ruling is one of: stands, corrected, rewound, penalty, note."),
    (ONE, (), ruled(1, "stands"), ""),
    (
        ONE,
        (),
        ruled(1, "stands", rules=()),
        "A rule must be cited: the number that the ruling rests on.",
    ),
    (ONE, (), ruled(1, "note", rules=()), ""),
    (ONE, (), ruled(1, "stands", effects=1), "A ruling “stands” has 0 to 0 effects, not 1."),
    (ONE, (), ruled(1, "note", effects=1), "A ruling “note” has 0 to 0 effects, not 1."),
    (ONE, (), ruled(1, "corrected"), "A ruling “corrected” has 1 to 100 effects, not 0."),
    (ONE, (), ruled(1, "corrected", effects=1), ""),
    (ONE, (), ruled(1, "corrected", effects=100), ""),
    (ONE, (), ruled(1, "corrected", effects=101), "A ruling “corrected” has 1 to 100 effects, not 101."),
    (ONE, (), ruled(1, "rewound"), "A ruling “rewound” has 1 to 1 effects, not 0."),
    (ONE, (), ruled(1, "rewound", effects=1), ""),
    (ONE, (), ruled(1, "rewound", effects=2), "A ruling “rewound” has 1 to 1 effects, not 2."),
    (ONE, (), ruled(1, "penalty", seat="iga"), ""),
    (ONE, (), ruled(1, "penalty", seat="iga", effects=100), ""),
    (
        ONE,
        (),
        ruled(1, "penalty", seat="iga", effects=101),
        "A ruling “penalty” has 0 to 100 effects, not 101.",
    ),
    (ONE, (), ruled(1, "penalty"), PUNISHED),
    (ONE, (), ruled(1, "penalty", seat="nobody"), PUNISHED),
    (ONE, (), ruled(1, "stands", seat="iga"), PUNISHED),
    (ONE, (), Reopened(1, "New."), "There is no ruling 1."),
    (ONE, (R1,), Reopened(1, "New."), "Ruling 1 can be appealed against already."),
    (ONE, (R1, ORDER), Reopened(1, "New."), ""),
    (ONE, (R1, ORDER), Reopened(1, ""), "A reason is missing; the players read it."),
    (
        ONE,
        (ruled(1, "corrected", effects=2),),
        D1,
        "The effects of ruling 1 are not all there: 2 more are due.",
    ),
    (
        ONE,
        (ruled(1, "corrected", effects=2),),
        Revised((Version("T1", 2),)),
        "The effects of ruling 1 are not all there: 2 more are due.",
    ),
    (ONE, (), Revised(()), "Versions change when all effects are there, of each turn once."),
    (
        ONE,
        (),
        Revised((Version("T1", 2), Version("T1", 2))),
        "Versions change when all effects are there, of each turn once.",
    ),
    (ONE, (), Revised((Version("T1", 3),)), "The results of T1 have another version."),
    (ONE, (), back("nobody"), "Nobody sits at nobody in this game."),
    (ONE, (), back(reason=" "), "A reason is missing; the players read it."),
    (ONE, (back(),), back("ise"), "iga asks to take back already; that must be answered first."),
    (ONE, (), TakeBackAnswered("ise", yes=True), "Nobody asks to take anything back."),
    (ONE, (back(),), TakeBackAnswered("ise", yes=True), ""),
    (ONE, (back(),), TakeBackAnswered("iga", yes=True), "iga is not asked, or has answered already."),
    (ONE, (back(),), TakeBackAnswered("iga", yes=False), ""),
    (ONE, (back(),), TakeBackAnswered("nobody", yes=True), "nobody is not asked, or has answered already."),
    (
        ONE,
        (back(), TakeBackAnswered("ise", yes=True)),
        TakeBackAnswered("ise", yes=False),
        "ise is not asked, or has answered already.",
    ),
    (
        ONE,
        (back(), TakeBackAnswered("ise", yes=False)),
        TakeBackAnswered("kii", yes=True),
        "Nobody asks to take anything back.",
    ),
    (ONE, (), unseen(), "In this game the players see at once what the referee looks at."),
    (LATE, (), unseen(), ""),
    (
        LATE,
        (),
        unseen(2),
        "The next look that is not seen at once is number 1, sealed from all.",
    ),
    (
        LATE,
        (),
        unseen(to=("iga",)),
        "The next look that is not seen at once is number 1, sealed from all.",
    ),
    (LATE, (unseen(),), Looked("Gen", "everything", "why", 1), ""),
    (LATE, (unseen(),), Looked("Gen", "nothing", "why", 1), "Look 1 was another."),
    (
        LATE,
        (unseen(),),
        Looked("Gen", "everything", "why", 2),
        "There is no look 2 that the players have not seen.",
    ),
    (
        LATE,
        (unseen(), Looked("Gen", "everything", "why", 1)),
        Looked("Gen", "everything", "why", 1),
        "There is no look 1 that the players have not seen.",
    ),
]


@pytest.mark.parametrize(("policy", "before", "entry", "why"), TABLE)
def test_what_may_be_recorded(policy: Policy, before: tuple[Any, ...], entry: Any, why: str) -> None:
    bench = Bench(policy)
    for step in before:
        _do(bench, step)
    stood, position = bench.docket, bench.game.position
    if not why:
        assert bench.put(entry)[0] == entry
        return
    with pytest.raises(IllegalMove) as refused:
        bench.put(entry)
    assert refused.value.why == why
    assert (bench.docket, bench.game.position) == (stood, position)


def _do(bench: Bench, step: Any) -> None:
    if step == ORDER:
        bench.order()
    elif step == HUNDRED:
        while bench.game.position < 100:
            bench.order()
    else:
        bench.put(step)


def test_what_a_dispute_says_is_sealed_to_its_seat() -> None:
    for to in ((), ("ise",), ("iga", "ise")):
        wrong = replace(D1, text=Sealed(to, "Not so."))
        assert _refusal(partial(Bench().put, wrong)) == "What a dispute says is sealed to its seat."


# ---- effects


def test_corrections_are_those_of_the_newest_ruling_that_has_some() -> None:
    bench = Bench()
    bench.order(2)
    no_effect = "A correction is the effect of a ruling that says so."
    assert _refusal(lambda: bench.correct("discard oda 1", 1)) == no_effect
    bench.put(ruled(1, "note"))
    assert _refusal(lambda: bench.correct("discard oda 1", 1)) == no_effect
    bench.put(ruled(2, "corrected", effects=2))
    assert _refusal(lambda: bench.correct("discard oda 1", 1)) == "The correction is that of ruling 2."
    assert _refusal(lambda: bench.rewind(17)) == "Another effect is due than a rewind by the referee."
    bench.correct("discard oda 1")
    assert (bench.docket.due, bench.docket.versions) == (1, {})
    bench.correct("discard oda 0")
    assert (bench.docket.due, bench.docket.versions) == (0, {bench.game.turn: 2})
    assert _refusal(lambda: bench.correct("discard oda 1")) == no_effect


def test_a_ruling_that_play_goes_back_corrects_nothing() -> None:
    bench = Bench()
    bench.order(2)
    bench.put(ruled(1, "rewound", effects=1))
    no_effect = "A correction is the effect of a ruling that says so."
    assert _refusal(lambda: bench.correct("discard oda 1")) == no_effect
    bench.rewind(17)
    assert bench.docket.due == 0


def _refusal(do: Callable[[], object]) -> str:
    with pytest.raises(IllegalMove) as refused:
        do()
    return refused.value.why


def test_two_adjudications_come_out_with_the_second_and_are_compared_as_words() -> None:
    for second, agree in (("it  STANDS.", True), ("It stands not.", False)):
        bench = Bench(TWO)
        bench.put(D1)
        assert bench.put(adjudicated("second", second)) == [adjudicated("second", second)]
        opened = AdjudicationsOpened(1, ("It stands.", second), agree)
        assert bench.put(adjudicated()) == [adjudicated(), opened]


def test_what_a_dispute_has_brought_ends_with_it() -> None:
    """Recusals and adjudications are those of one dispute; nothing of it is left."""
    for end in (DisputeWithdrawn(1, "iga"), ruled(1, dispute=1, by="second")):
        bench = Bench(TWO)
        for entry in (D1, recused(), adjudicated("second"), end):
            bench.put(entry)
        docket = bench.docket
        assert (docket.open, docket.recused, docket.adjudicated, docket.disputes) == ((), (), (), 1)


def test_windows_close_with_the_next_order_of_a_seat_all_at_once() -> None:
    bench = Bench()
    for number in (1, 2, 3):
        bench.put(ruled(number))
    assert bench.docket.windows == (1, 2, 3)
    bench.order()
    assert bench.docket.windows == ()
    bench.put(Reopened(2, "New."))
    assert bench.docket.windows == (2,)
    bench.put(disputed(1, appeals=2))
    bench.order()
    assert (bench.docket.windows, bench.docket.open) == ((), (disputed(1, appeals=2),))


def test_whoever_is_recused_may_rule_again_on_nothing_until_a_second_one_is_there() -> None:
    """The policy takes the second referee away: then somebody must be named who can rule."""
    bench = Bench(TWO)
    bench.put(D1)
    bench.put(recused())
    bench.put(PolicyChanged(ONE, "Gen is gone."))
    assert _refusal(lambda: bench.put(ruled(1, dispute=1))) == LEFT
    assert (
        _refusal(lambda: bench.put(ruled(1, dispute=1, by="second"))) == "This game names no second referee."
    )
    bench.put(PolicyChanged(TWO, "Gen is back."))
    bench.put(ruled(1, dispute=1, by="second"))
    assert bench.docket.open == ()


# ---- after the end

ENDED = "The game is over."


@pytest.fixture(params=["over", "abandoned"])
def ended(request: pytest.FixtureRequest) -> Bench:
    bench = Bench(Policy(referee=Refereeing("Gen", stops=True, looks=AT_REVEAL)))
    bench.put(ruled(1))
    bench.put(disputed(1, "kii"))
    if request.param == "abandoned":
        bench.put(Abandoned("referee", "No time."))
    else:
        while not bench.game.is_over():
            bench.order()
    return bench


def test_a_game_that_has_ended_is_disputed_and_ruled_on_without_effects(ended: Bench) -> None:
    before = (ended.game.state, ended.game.register.paused, ended.game.label)
    entries: list[Any] = [
        disputed(2),
        ruled(2, "stands", dispute=2),
        disputed(3, appeals=2),
        Recused(3, "referee", "A friend."),
        ruled(3, "penalty", dispute=3, by="second", seat="iga"),
        DisputeWithdrawn(1, "kii"),
    ]
    for entry in entries:
        assert ended.put(entry) == [entry]
    assert ended.docket.open == ()
    assert (ended.game.state, ended.game.register.paused, ended.game.label) == before


def test_nothing_of_a_game_that_has_ended_is_changed(ended: Bench) -> None:
    refused: list[Any] = [
        ruled(2, "corrected", effects=1),
        ruled(2, "rewound", effects=1),
        ruled(2, "penalty", seat="iga", effects=1),
        adjudicated(),
        back(),
        PolicyChanged(ONE, "x"),
    ]
    for entry in refused:
        with pytest.raises(StaleOrder) as stale:
            ended.put(entry)
        assert stale.value.why == ENDED
    with pytest.raises(OrderError):
        ended.rewind(17)
    with pytest.raises(StaleOrder):
        ended.correct("discard oda 1", 1)
    assert ended.docket.due == 0


def test_a_look_at_a_game_that_has_ended_is_seen_at_once(ended: Bench) -> None:
    look = Looked("Gen", "everything", "why")
    assert ended.game.look(look) == (look,)

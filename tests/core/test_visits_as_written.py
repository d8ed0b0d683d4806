"""Acts that are astral or cautious, and roles that are proof against an act: they run as written, or are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from duskfall.core.facts import Announced, MarkSet, Noticed, Overturned, Told
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.game import Game
from duskfall.tell.rules.formats import page
from duskfall.vocabulary import (
    ACTOR,
    EVERYONE,
    ROLE,
    SELF,
    TARGET,
    Ability,
    Announce,
    At,
    Attack,
    Ballot,
    Banish,
    Block,
    Check,
    Collect,
    Const,
    Count,
    Dawn,
    Decks,
    Guard,
    Mark,
    Moment,
    Occasion,
    Order,
    Overturns,
    Quota,
    ReadSeats,
    ReadSide,
    Role,
    Ruleset,
    RulesetError,
    Says,
    Settle,
    Tally,
    Team,
    Tell,
    Text,
    Tie,
    Tier,
    Trigger,
    Until,
    Visitors,
    Wins,
)

WOLF, DOCTOR, WATCHER, ROCK, PLAIN, BLOCKER, PAINTER = range(1, 8)
SEATS = {
    "Wol": "Wolf", "Doc": "Doctor", "Wat": "Watcher", "Roc": "Rock", "Pla": "Plain", "Blo": "Blocker", "Pai": "Painter",
}  # fmt: skip
KILL = Ability("kill", (Attack(),))
PAINT = Ability("paint", (Mark("painted", Until.FOREVER), Tell(TARGET, "painted", Moment.AT_ONCE)))
CHECK = Ability("check", (ReadSide((Says(Team("evil"), "BAD"), Says(EVERYONE, "FINE"))),))
LEFT = Trigger("left", Occasion.FAILED, (Tell(ACTOR, "nothing", Moment.AT_ONCE, about=True, of=ACTOR),), me=ACTOR)
GUARDED = Overturns("protect", ("kill", "paint"))
PROOF = Overturns(ROLE, ("block", "paint", "kill"))


def book(
    kill: Ability = KILL, paint: Ability = PAINT, edges: tuple[Overturns, ...] = (GUARDED, PROOF), **change: Any
) -> Ruleset:
    """A small book, with the Doctor first, then the Blocker, then all the others."""
    rules = Ruleset(
        id="visits",
        title=Text("Visits"),
        teams=("good", "evil"),
        sides=("good", "evil"),
        roles=(
            Role("Wolf", "evil", (kill,)),
            Role("Doctor", "good", (Ability("protect", (Guard(Tier.POWERFUL),)),)),
            Role("Watcher", "good", (Ability("watch", (ReadSeats(Visitors(TARGET) - SELF),)),)),
            Role("Rock", "good", (CHECK,), proof=("block", "paint", "kill")),
            Role("Plain", "good"),
            Role("Blocker", "good", (Ability("block", (Block(),)),)),
            Role("Painter", "good", (paint,)),
        ),
        groups=(),
        overturns=(*edges, Overturns("block", ("kill", "paint", "watch", "check"), At.ACTOR)),
        night=(
            Collect(("protect",)), Settle(("protect",)), Collect(("block",)), Settle(("block",)),
            Collect(("kill", "paint", "check")), Settle(("kill", "paint", "check")),
            Collect(("watch",)), Settle(("watch",)), Announce(), Dawn(),
        ),
        day=(Ballot("vote", Tally.MOST, Tie.NOBODY, Order.SEATS), Banish(), Check()),
        day_first=False,
        wins=(Wins("good", Count(Team("evil")).eq(0), "no-evil"),),
        flags=(),
        decks=Decks(("Wolf",), "Wolf", Const(1), (Quota("Doctor"),), "Plain"),
        max_rounds=Const(3),
        prints=(),
        triggers=(LEFT,),
        notices=("nothing", "painted"),
    )  # fmt: skip
    return replace(rules, **change)


def night(rules: Ruleset, **acts: tuple[int, int]) -> Game:
    """One night in which these do this; the others do nothing."""
    game = Game.start(rules, SEATS, talk=False)
    while any(ask.verb != "vote" for ask in game.asks):
        for ask in game.asks:
            actor, target = acts.get(ask.verb, (0, 0))
            game.answer(ask.seat, ask.verb, target if actor == ask.seat else None)
    return game


def told(game: Game, kind: type) -> list[Any]:
    return [fact for fact in game.facts if isinstance(fact, kind)]


def died(game: Game) -> tuple[int, ...]:
    return tuple(seat for fact in told(game, Announced) for seat, _ in fact.dead)


def seen(game: Game) -> tuple[int, ...]:
    """Whom the Watcher saw."""
    return next(fact.seats for fact in told(game, Told) if fact.seat == WATCHER)


def test_a_cautious_killer_stays_at_home_when_the_target_is_protected() -> None:
    plain, wary = book(), book(replace(KILL, cautious=True))
    acts = {"protect": (DOCTOR, PLAIN), "kill": (WOLF, PLAIN), "watch": (WATCHER, PLAIN)}
    assert (died(night(plain, **acts)), seen(night(plain, **acts))) == ((), (WOLF, DOCTOR))
    assert (died(night(wary, **acts)), seen(night(wary, **acts))) == ((), (DOCTOR,))
    (notice,) = told(night(wary, **acts), Noticed)
    assert (notice.seat, notice.notice, notice.about) == (WOLF, "nothing", WOLF)
    (overturn,) = told(night(wary, **acts), Overturned)
    assert (overturn.what, overturn.on, overturn.by, overturn.by_actor) == ("kill", PLAIN, "protect", DOCTOR)


def test_a_cautious_killer_goes_where_nobody_protects() -> None:
    game = night(
        book(replace(KILL, cautious=True)), protect=(DOCTOR, DOCTOR), kill=(WOLF, PLAIN), watch=(WATCHER, PLAIN)
    )
    assert (died(game), seen(game)) == ((PLAIN,), (WOLF,))


def test_a_role_of_its_own_defense_is_no_protection_to_be_cautious_of() -> None:
    game = night(book(replace(KILL, cautious=True)), kill=(WOLF, ROCK), watch=(WATCHER, ROCK))
    assert (died(game), seen(game)) == ((), (WOLF,))


def test_an_astral_act_is_seen_by_nobody() -> None:
    game = night(book(replace(KILL, astral=True)), kill=(WOLF, PLAIN), watch=(WATCHER, PLAIN))
    assert (died(game), seen(game)) == ((PLAIN,), ())


@pytest.mark.parametrize("verb", ["paint", "kill"])
def test_what_a_role_is_proof_against_does_nothing_but_is_a_visit(verb: str) -> None:
    actor = {"paint": PAINTER, "kill": WOLF}[verb]
    game = night(book(), **{verb: (actor, ROCK), "watch": (WATCHER, ROCK)})
    assert (died(game), told(game, MarkSet), seen(game)) == ((), [], (actor,))
    assert [(fact.what, fact.on, fact.by) for fact in told(game, Overturned)] == [(verb, ROCK, ROLE)]
    assert [fact.notice for fact in told(game, Noticed)] == ["nothing"]


def test_a_block_stops_whoever_is_not_proof_against_it() -> None:
    game = night(book(), block=(BLOCKER, ROCK), check=(ROCK, WOLF), watch=(WATCHER, ROCK))
    assert [fact.word for fact in told(game, Told) if fact.seat == ROCK] == ["BAD"]
    assert seen(game) == (BLOCKER,)
    game = night(book(), block=(BLOCKER, WOLF), kill=(WOLF, PLAIN))
    assert died(game) == ()


def test_an_act_is_overturned_at_its_target_as_a_whole() -> None:
    game = night(book(), protect=(DOCTOR, PLAIN), paint=(PAINTER, PLAIN), watch=(WATCHER, PLAIN))
    assert (told(game, MarkSet), seen(game)) == ([], (DOCTOR, PAINTER))
    assert [fact.notice for fact in told(game, Noticed)] == ["nothing"]  # and not that of being painted


def test_the_page_says_all_of_it() -> None:
    text = " ".join(page(book(replace(KILL, cautious=True), replace(PAINT, astral=True))).split())
    assert "The Wolf stays at home, and nothing comes of it, if the target is protected." in text
    assert "This is no visit." in text
    assert "Paint does nothing to the Rock." in text


WARY = replace(KILL, cautious=True)
ROLES = book().roles
REFUSED: dict[str, tuple[Ruleset, str]] = {
    "cautious of nothing": (
        book(WARY, edges=(Overturns("protect", ("paint",)), PROOF)),
        "its holder is cautious, and nothing that protects",
    ),
    "cautious and astral": (book(replace(WARY, astral=True)), "it is astral, so that its holder has no visit"),
    "proof, and no edge": (book(edges=(GUARDED,)), "role 'Rock': it is proof against 'block', and no Overturns"),
    "proof of a reading": (
        book(roles=(*ROLES[:4], replace(ROLES[4], proof=("check",)), *ROLES[5:])),
        "role 'Plain': how it reads to 'check' is said by seen",
    ),
    "proof of no act": (
        book(roles=(*ROLES[:4], replace(ROLES[4], proof=("chekc",)), *ROLES[5:])),
        "unknown act 'chekc' in Role",
    ),
    "guard in the same step": (
        book(WARY, night=(Collect(("protect", "block", "kill", "paint", "check", "watch")),
                          Settle(("protect", "block", "kill", "paint", "check", "watch")), Announce(), Dawn())),
        "protect over kill can never fire: protect must be settled at an earlier step",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_would_not_run_is_refused(what: str) -> None:
    rules, line = REFUSED[what]
    with pytest.raises(RulesetError, match=line):
        compile_plan(rules)

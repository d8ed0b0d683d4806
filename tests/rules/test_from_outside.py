"""Rulesets from outside: what the compiler refuses in one clear line, what pages tell, and bots that fail at them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from duskfall.core.ask import Ask
from duskfall.core.facts import Began, Noticed
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.game import Game
from duskfall.host.solo import begin
from duskfall.players.bots.fallback import legal_answer
from duskfall.players.bots.scripted import ScriptedPlayer, night
from duskfall.players.detective import DetectivePlayer
from duskfall.rules import ruleset
from duskfall.rules.registry import find
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.tell.rules.briefing import briefing
from duskfall.tell.rules.formats import text
from duskfall.testing import ContractError, ruleset_test
from duskfall.vocabulary import (
    ACTOR,
    DAY,
    DEAD_TONIGHT,
    EVERYONE,
    LIVING,
    REMOVED,
    SEATS,
    SELF,
    SURVIVORS,
    TARGET,
    VOTED_OUT,
    Ability,
    Announce,
    Attack,
    Ballot,
    Bar,
    Check,
    Collect,
    Const,
    Dawn,
    Discussion,
    Expr,
    FirstOf,
    Moment,
    Occasion,
    Order,
    Overturns,
    Pick,
    ReadRole,
    Role,
    Rounded,
    Ruleset,
    RulesetError,
    Settle,
    Talk,
    Team,
    Tell,
    Text,
    Trigger,
    Visitors,
    Who,
)
from tests.batch.lockstep.rulesets.written import KILL, book

NIGHT = (Collect(("kill", "ambush")), Settle(("kill", "ambush")), Announce(), Dawn(), Check())
AMBUSH = Ability("ambush", (Attack(on=Visitors(SELF)),), Pick(among=SELF, confirm=True), astral=True)


def with_plain(act: Ability, rules_id: str = "outside") -> Ruleset:
    """A small book whose plain role has this act."""
    start = book(rules_id)
    roles = (Role("Plain", "good", (act,)), Role("Wolf", "evil", (KILL,)), *start.roles[2:])
    flags = tuple(replace(flag, about=Text("a switch"), called=Text("switch")) for flag in start.flags)
    return replace(start, roles=roles, night=NIGHT, flags=flags)


@pytest.mark.parametrize("confirm", [True, False])
def test_scripted_players_play_a_good_role_whose_attack_names_itself_alone(confirm: bool) -> None:
    act = replace(AMBUSH, pick=Pick(among=SELF, confirm=confirm, decline=confirm))
    rules = find(with_plain(act, f"self-{confirm}".lower()))
    for seed in range(4):
        game = Game.start(rules, 7, seed=seed)
        bots = {seat: ScriptedPlayer(seat) for seat in range(1, 8)}
        while game.asks:
            ask = game.asks[0]
            game.answer(ask.seat, ask.verb, bots[ask.seat].decide(ask, game.view(ask.seat)))
        assert game.over


def broken(turn: object) -> object:
    raise KeyError(3)


def test_a_bot_that_fails_in_a_ruleset_from_outside_gives_a_legal_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(night.POLICIES, "kill", broken)
    rules = find(with_plain(AMBUSH, "fails"))
    game = Game.start(rules, 7, seed=1)
    assert play(game, seat_players(game, "scripted")).over
    assert begin({"rules": "fails", "name": "Robin"})[0].asks


def test_a_bot_that_fails_in_one_of_our_own_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(night.POLICIES, "kill", broken)
    game = Game.start(ruleset("city-mafia"), 6, seed=1, talk=False)
    with pytest.raises(RuntimeError, match=r"'scripted' in seat \d failed at 'kill': KeyError: 3"):
        play(game, seat_players(game, "scripted"))


def test_the_contract_test_names_bot_seat_question_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(night.POLICIES, "kill", broken)
    told = r"player 'scripted' in seat \d failed at '(ambush|kill)': KeyError: 3 \(test_from_outside.py, line \d+\)"
    with pytest.raises(ContractError, match=told):
        ruleset_test(with_plain(AMBUSH, "contract"), games=1)


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (Ask(1, 1, "say", speech=True), "SKIP"),
        (Ask(1, 1, "kill", seats=(2, 3), words=("nobody",)), "nobody"),
        (Ask(1, 1, "kill", seats=(2, 3)), 3),
        (Ask(2, 1, "forge", seats=(2, 3), roles=("Cop",)), {"target": 2, "as": "Cop"}),
        (Ask(1, 1, "kill"), None),
    ],
)
def test_a_legal_answer(ask: Ask, answer: object) -> None:
    assert legal_answer(ask) == answer


def refused(rules: Ruleset) -> str:
    with pytest.raises(RulesetError) as told:
        compile_plan(rules)
    return str(told.value)


def with_dawn(effect: Tell) -> Ruleset:
    start = book("dawn", notices=("psst",))
    trigger = Trigger("dawning", Occasion.DAWN, (effect,), me=LIVING)
    roles = (replace(start.roles[0], triggers=(trigger,)), *start.roles[1:])
    return replace(start, roles=roles)


def test_a_notice_of_dawn_may_say_of_whom_it_speaks() -> None:
    start = with_dawn(Tell(SELF, "psst", about=True, of=SELF))
    late = refused(start)
    assert "too late to be told at dawn" in late  # which is right: it is to be told at once
    rules = with_dawn(Tell(SELF, "psst", moment=Moment.AT_ONCE, about=True, of=SELF))
    game = Game.start(rules, 5, seed=1, talk=False)
    while not any(isinstance(fact, Noticed) for fact in game.facts):
        game.answer(game.asks[0].seat, game.asks[0].verb, None)
    [first, *_] = [fact for fact in game.facts if isinstance(fact, Noticed)]
    assert first.about == first.seat
    assert "TARGET is nobody on DAWN" in refused(with_dawn(Tell(SELF, "psst", about=True)))


@pytest.mark.parametrize(
    "among",
    [
        EVERYONE - LIVING,
        REMOVED,
        (EVERYONE - LIVING) & SELF,
        LIVING - EVERYONE,
        SELF - SELF,
        VOTED_OUT,
        TARGET,
        ACTOR | REMOVED,
        Team("evil") - (Team("evil") | SELF),
    ],
)
def test_a_pick_that_offers_nobody_is_refused(among: Who) -> None:
    rules = with_plain(replace(AMBUSH, pick=Pick(among=among)))
    assert "act 'ambush': its Pick offers nobody, since only the living can be named" in refused(rules)


@pytest.mark.parametrize(
    ("among", "barred"),
    [(LIVING, LIVING), (LIVING, EVERYONE), (SELF, SELF), (Team("evil"), Team("evil") | SELF)],
)
def test_so_is_a_pick_that_bars_all_that_it_offers(among: Who, barred: Who) -> None:
    bar = Bar(barred, "self")
    rules = with_plain(replace(AMBUSH, pick=Pick(among, bars=(bar,))))
    assert "act 'ambush': its Pick offers nobody" in refused(rules)
    assert compile_plan(with_plain(replace(AMBUSH, pick=Pick(among, bars=(replace(bar, when=DAY > 1),)))))


@pytest.mark.parametrize("among", [DEAD_TONIGHT, SURVIVORS - SELF, Team("evil") - SELF, TARGET | SELF])
def test_a_pick_that_may_offer_somebody_is_taken(among: Who) -> None:
    assert compile_plan(with_plain(replace(AMBUSH, pick=Pick(among))))


def test_a_notice_about_somebody_says_so() -> None:
    told = refused(with_dawn(Tell(SELF, "psst", moment=Moment.AT_ONCE, of=SELF)))
    assert "trigger 'dawning': Tell says with `of` whom it is about, and not that it is: write about=True" in told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Const(1) / Const(0), "Ballot 'vote', when: 1 / 0 cannot be computed"),
        ((DAY / (SEATS - SEATS)) >= 1, "Ballot 'vote', when: 3 / 0 cannot be computed"),
        (Const("few") >= 1, "Ballot 'vote', when: 'few' >= 1 cannot be computed"),
        (Rounded(Const("few")) >= 1, "Ballot 'vote', when: "),
    ],
)
def test_what_cannot_be_computed_is_told_with_its_place(value: Expr, told: str) -> None:
    rules = book("sums")
    day = tuple(replace(step, when=value) if isinstance(step, Ballot) else step for step in rules.day)
    assert refused(replace(rules, day=day)).startswith(f"sums: {told}")


def test_a_word_where_a_number_is_needed_is_told_with_its_place() -> None:
    talk = Discussion((Talk("speech", Order.SEATS, rounds=Const("few")),))
    assert (
        refused(replace(book("few"), day=(talk, *book("few").day))) == "few: Talk 'speech', rounds: 'few' is no number"
    )


def test_a_value_that_can_be_computed_when_it_is_needed_is_taken() -> None:
    talk = Discussion((Talk("speech", Order.SEATS, rounds=Const(4) / (DAY - 1)),), when=DAY > 1)
    assert compile_plan(replace(book("later"), day=(talk, *book("later").day)))


def test_a_night_that_kills_needs_an_announcement() -> None:
    rules = book("hush", night=(Collect(("kill",)), Settle(("kill",)), Dawn(), Check()))
    assert "no Announce step tells the table" in refused(rules)


NAMED_AT_NIGHT = Trigger("mine", Occasion.NAMED, (Attack(on=ACTOR),), ("look",), me=TARGET)
EVERY_DUSK = Trigger("plague", Occasion.DUSK, (Attack(on=SELF),), me=FirstOf((LIVING,)))
A_NIGHT_LATER = Trigger("guilt", Occasion.VOTED_OUT, (Attack(on=SELF),), nights=1)


@pytest.mark.parametrize("trigger", [NAMED_AT_NIGHT, EVERY_DUSK, A_NIGHT_LATER])
def test_so_does_a_night_in_which_only_a_trigger_kills(trigger: Trigger) -> None:
    look = Ability("look", (ReadRole(),))
    later = (Settle((trigger.name,)),) if trigger.nights else ()
    night = (Collect(("look",)), Settle(("look",)), *later, Dawn(), Check())
    start = with_plain(look, "trap")
    start = replace(start, roles=tuple(replace(role, abilities=(look,)) for role in start.roles))
    assert later or compile_plan(replace(start, night=night))
    assert "no Announce step tells the table" in refused(replace(start, night=night, triggers=(trigger,)))
    assert compile_plan(replace(start, night=(*night, Announce()), triggers=(trigger,)))


@pytest.mark.parametrize("kind", [Ballot, Discussion])
def test_the_announcement_comes_before_talk_and_vote(kind: type) -> None:
    rules = book("late-news", night=(Collect(("kill",)), Settle(("kill",)), Dawn(), Check()))
    talk = Discussion((Talk("speech", Order.SEATS),))
    steps = [step for step in rules.day if not isinstance(step, Discussion)]
    day = (talk, Announce(), *steps) if kind is Discussion else (*steps[:1], Announce(), *steps[1:])
    told = f"the night's dead would take part in the {kind.__name__}: put the Announce step before it"
    assert told in refused(replace(rules, day=day))
    assert compile_plan(replace(rules, day=(Announce(), talk, *steps)))


def test_the_contract_test_finds_the_dead_at_the_vote_of_a_day_without_an_announcement() -> None:
    rules = book(
        "some-news", night=(Collect(("kill",)), Settle(("kill",)), Dawn(), Check()), notices=(), day_first=False
    )
    flags = tuple(replace(flag, about=Text("a switch"), called=Text("switch")) for flag in rules.flags)
    rules = replace(rules, day=(Announce(when=DAY > 1), *rules.day), flags=flags)
    with pytest.raises(ContractError, match=r"who died in the night, is asked for '.*' on day 1: no Announce step"):
        ruleset_test(rules, games=6)


@pytest.mark.parametrize("bot", [ScriptedPlayer, DetectivePlayer])
def test_bots_play_on_when_they_alone_are_left(bot: type[ScriptedPlayer | DetectivePlayer]) -> None:
    talk = Discussion((Talk("speech", Order.SEATS), Talk("statement", Order.SEATS)))
    start = book(f"alone-{bot.__name__.lower()}", wins=())
    rules = find(replace(start, day=(talk, *(step for step in start.day if not isinstance(step, Discussion)))))
    for seed in range(6):
        game = Game.start(rules, 3, seed=seed)
        bots = {seat: bot(seat) for seat in range(1, 4)}
        for seat in (2, 3):
            game.remove(seat)
        while game.asks and game.state.rounds < 3:
            ask = game.asks[0]
            game.answer(ask.seat, ask.verb, bots[ask.seat].decide(ask, game.view(ask.seat)))


def test_a_vote_needs_a_check_after_it() -> None:
    rules = book("unchecked")
    day = tuple(step for step in rules.day if not isinstance(step, Check))
    assert "the vote sends somebody away, and no Check step follows it in the day" in refused(replace(rules, day=day))
    assert "no Check step follows" in refused(replace(rules, day=(Check(), *day)))


def test_an_unknown_name_tells_which_there_are_and_what_may_have_been_meant() -> None:
    rules = ruleset("ai-mafia")
    told = refused(replace(rules, overturns=(*rules.overturns, Overturns("proteckt", ("kill",)))))
    assert "unknown name 'proteckt', did you mean 'protect'? (there are: " in told
    assert "investigate" in told
    told = refused(replace(rules, overturns=(*rules.overturns, Overturns("protect", ("kil",)))))
    assert "unknown name 'kil', did you mean 'kill'?" in told
    told = refused(replace(rules, night=(Collect(("kil",)), *rules.night)))
    assert "did you mean 'kill'?" in told


def test_the_condition_of_a_discussion_is_told() -> None:
    talk = Discussion((Talk("speech", Order.SEATS),), when=DAY > 1)
    rules = find(replace(book("quiet"), day=(talk, *book("quiet").day)))
    began = next(fact for fact in Game.start(rules, 6, seed=1).facts if isinstance(fact, Began))
    for told in (text(rules), briefing(began)):
        assert "speaks once, in seat order (only if it is day 2 or later)" in " ".join(told.split())


def test_the_condition_of_a_part_of_a_discussion_is_refused() -> None:
    talk = Discussion((Talk("speech", Order.SEATS, when=DAY > 1),))
    assert "the condition of a talk stands at its Discussion" in refused(
        replace(book("part"), day=(talk, *book("part").day))
    )

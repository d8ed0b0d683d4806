"""The flow of a game in generated code: phases and their steps, rounds, victory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duskfall.batch.making.layout import ROW
from duskfall.batch.making.maker import DAY, NIGHT, NOWHERE, Maker
from duskfall.batch.making.shown import hear_chat, is_row, removal_next, show_mail, wait
from duskfall.batch.making.write import Code, bit, both, no
from duskfall.batch.rows import Kind
from duskfall.batch.words import acts, deaths, react
from duskfall.batch.words.collect import collect
from duskfall.batch.words.dealing import assign_in_turn
from duskfall.batch.words.exprs import number, test
from duskfall.batch.words.removal import leaving, pause
from duskfall.batch.words.settle import settle
from duskfall.batch.words.votes.ballot import ballot, banish
from duskfall.batch.words.votes.nominate import begin_speech, discussion
from duskfall.batch.words.votes.titles import elect, pass_on
from duskfall.batch.words.who import mask
from duskfall.core.victory import NOBODY_LEFT, ROUND_LIMIT, STALEMATE
from duskfall.vocabulary import steps as s
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.effects import Until
from duskfall.vocabulary.ruleset import DRAW

# What a night and a day write before they read it: in a world it is emptied at dusk, so that worlds that differ in
# nothing else become one.
PASSING = {"goal", "answer", "may", "asked", "fresh", "reaction", "reacting", "by", "candidates", "again", "voters",
           "yes", "heir", "asking", "act", "nominations", "spoke"}  # fmt: skip
PASSING_ARRAYS = {"GOAL", "ANSWER", "MAY", "BALLOT", "BLOCKED", "MAIL", "ROLE", "NOMINATED"}
DUSK, DAYBREAK = "# dusk", "# daybreak"  # markers, replaced by code when all steps are written


# -- phases --------------------------------------------------------------------------------------------------------


def flow(m: Maker) -> None:
    """Write the code of a whole game: a loop over nights and days, until a side has won."""
    rules = m.plan.rules
    phases = (DAY, NIGHT) if rules.day_first else (NIGHT, DAY)
    if m.worlds:
        m.this_label = m.label()
        assign_in_turn(m)
        with m.at(m.this_label):
            m.go(0)
    m.this_label = 0
    for phase in phases:
        m.phase = phase
        steps = rules.night if phase == NIGHT else rules.day
        _begin(m)
        for place, step in enumerate(steps):
            m.step = place if phase == NIGHT else len(rules.night) + place
            _step(m, step)
        _end(m, last=phase == phases[1])
    if m.resumable:
        leaving(m, _victory)


def _pass_to_next(m: Maker) -> None:
    m.this_label = m.next_label


def _begin(m: Maker) -> None:
    m.next_label = m.label()
    with m.at(m.this_label):
        m.out.line("phase += 1")
        m.out.line(f"{m.phase} += 1")
        m.out.line(DUSK if m.phase == NIGHT else DAYBREAK)
        m.tell_all(Kind.PHASE, int(m.phase == NIGHT), m.phase)
        if m.phase == DAY:
            begin_speech(m)
        if m.phase == NIGHT:
            react.fire(m, Occasion.DUSK, 0)
            if react.reacting(m, Occasion.DUSK):
                deaths.bury(m)
        m.go(m.next_label)
    _pass_to_next(m)


def _step(m: Maker, step: s.Step) -> None:
    """Write code for one step, unless it does nothing at this table."""
    before = len(m.out.lines)
    m.next_label = m.label()
    with m.at(m.this_label):
        when = test(m, step.when, NOWHERE)
        with m.out.when(no(when)):
            m.go(m.next_label)
    if when is True:
        del m.out.lines[before:]
    kept = len(m.out.lines)
    if when is not False:
        STEPS[type(step)](m, step)
    if len(m.out.lines) == kept:
        del m.out.lines[before:]
    else:
        _pass_to_next(m)


def _end(m: Maker, *, last: bool) -> None:
    """Write code that ends a phase: its marks end; after the second phase, the round ends."""
    ended = Until.DAWN if m.phase == NIGHT else Until.NEXT_DUSK
    m.next_label = m.label()
    with m.at(m.this_label):
        for mark, until in m.plan.until.items():
            if until is ended:
                m.out.line(f"{m.number('mark', mark)} = 0")
        if last:
            _rounds(m)
            m.go(0, back=True)
        else:
            m.go(m.next_label)
    _pass_to_next(m)


def _rounds(m: Maker) -> None:
    """Write code that ends the game after the last round, or if nobody has left for too many rounds (G6)."""
    rules = m.plan.rules
    m.out.line("rounds += 1")
    quiet = number(m, rules.quiet_rounds, NOWHERE)
    if quiet != 0:
        m.out.line(f"{m.number('quiet')} = quiet + 1 if alive == met else 0")
        m.out.line("met = alive")
    with m.out.block(f"if rounds >= {number(m, rules.max_rounds, NOWHERE)}"):
        _over(m, DRAW, ROUND_LIMIT)
    if quiet != 0:
        with m.out.block(f"if 0 < {quiet} and {quiet} <= quiet"):
            _over(m, DRAW, STALEMATE)


def _over(m: Maker, side: str, reason: str) -> None:
    m.out.line(f"side = {m.names.number('sides', side)}")
    m.out.line(f"reason = {m.names.number('reasons', reason)}")
    m.out.line("break")


# -- steps ---------------------------------------------------------------------------------------------------------


def _announce(m: Maker, step: s.Announce) -> None:
    with m.at(m.this_label):
        deaths.announce(m)
        m.go(m.next_label)


def _dawn(m: Maker, step: s.Dawn) -> None:
    """Write code that delivers results and notices to the living and fires the triggers of dawn."""
    with m.at(m.this_label):
        if m.told:
            mail, count = m.mail(), m.number("mails")
            if m.worlds:
                m.helper(is_row)
                m.out.line(f"{m.helper(show_mail)}(W, L, {mail}, {count}, alive)")
            else:
                _log_mail(m, mail, count)
            m.out.line(f"{count} = 0")
            zero(m, "TAUGHT")
        react.fire(m, Occasion.DAWN, 0)
        m.go(m.next_label)


def _log_mail(m: Maker, mail: str, count: str) -> None:
    """Write code that logs what is delivered to the living at dawn."""
    with m.out.block(f"for letter in range({count})"):
        m.out.line(f"at = {mail} + letter * {ROW + 1}")
        m.out.line(f"seat = W[at + {ROW}]")
        with m.out.block("if seat == 0 or alive >> seat & 1 != 0"):
            m.tell_row(", ".join(f"W[at + {part}]" for part in range(ROW)))


def _check(m: Maker, step: s.Check) -> None:
    """Write code that checks for victory: the first win condition that holds decides; with nobody left, it's a draw."""
    with m.at(m.this_label):
        _victory(m)
        m.go(m.next_label)


def _victory(m: Maker) -> None:
    for line in m.plan.rules.wins:
        when = test(m, line.when, NOWHERE)
        with m.out.when(when):
            _over(m, line.side, line.reason)
    with m.out.block("if alive == 0"):
        _over(m, DRAW, NOBODY_LEFT)


def _chat(m: Maker, step: s.Chat) -> None:
    """Write code for private talk: in a world, each speaker that was heard must be one of those who may talk."""
    if not m.worlds:
        return
    act = len(m.names.acts) + m.plan.rules.night.index(step) if step in m.plan.rules.night else len(m.names.acts)
    with m.at(m.this_label):
        with m.out.when(test(m, step.rounds > 0, NOWHERE)):
            if step.pairs:
                for slot in acts.of_verb(m, step.pairs):
                    with acts.each_act(m, slot, acts.did(m, slot)) as (actor, target):
                        _talk_of(m, act, f"(({bit(actor)} | {bit(target)}) & public)")
            else:
                _talk_of(m, act, both(mask(m, step.who, NOWHERE), "alive"))
        m.go(m.next_label)


def _talk_of(m: Maker, act: int, who: Code) -> None:
    if who != 0:
        m.out.line(f"{m.helper(hear_chat)}(L, {act}, {who})")
        pause(m, f"L[TALK] != 0 and {who} != 0", m.next_label)
        _wait(m, who, 0)


def _wait(m: Maker, who: Code, place: int) -> None:
    """Write code that, in a world, lets the game wait for these players to speak."""
    spoke = m.number("spoke")
    m.out.line(f"{spoke} = {m.helper(wait)}(L, {who}, {place}, {spoke})")
    with m.out.block("if L[VERDICT] != 0"):
        m.out.line("break")


def _discussion(m: Maker, step: s.Discussion) -> None:
    """Write code for the day's talk: in a world, the game may wait for a speech, and nominations come with it."""
    if m.worlds:
        there, done, then = m.label(), m.label(), m.next_label
        with m.at(m.this_label):
            pause(m, "L[TALK] != 0 and L[L[NEXT] + 3] != 1", there)
            _wait(m, "public", 2)
            m.go(there)
        m.this_label, m.next_label = there, done
        discussion(m, step)
        with m.at(there):
            m.go(done)
        m.next_label = then
        with m.at(done):
            with m.out.block(f"if {m.helper(removal_next)}(L) != 0 and L[L[NEXT] + 3] >= 2"):
                m.out.line("L[VERDICT] = 1")
                m.out.line("break")
            m.go(then)
    else:
        discussion(m, step)


def _last_words(m: Maker, step: s.LastWords) -> None:
    """Write code that, in a world, lets the game wait for the last words of these dead players."""
    if m.worlds:
        with m.at(m.this_label):
            who = mask(m, step.who, NOWHERE)
            pause(m, f"L[TALK] != 0 and {who} != 0", m.next_label)
            _wait(m, who, 1)
            m.go(m.next_label)


STEPS: dict[type[s.Step], Callable[[Maker, Any], None]] = {
    s.Collect: collect,
    s.Settle: settle,
    s.Chat: _chat,
    s.Dawn: _dawn,
    s.Announce: _announce,
    s.Discussion: _discussion,
    s.Ballot: ballot,
    s.Banish: banish,
    s.Reactions: lambda m, step: react.reactions(m),
    s.PassOn: pass_on,
    s.Elect: elect,
    s.LastWords: _last_words,
    s.Check: _check,
}


# -- dusk and daybreak ----------------------------------------------------------------------------------------------


def zero(m: Maker, array: str) -> None:
    """Write a marker that is replaced by code to empty an array, if the program has it."""
    m.out.line(f"# zero {array}")


def ends(m: Maker, place: str) -> list[str]:
    """Return code that empties what ends at dusk or at daybreak."""
    if place == DUSK:
        lines = [f"{name} = 0" for name in m.tonight]
        lines += [f"{name} = 0" for name in m.layout.numbers if m.worlds and name.split("_")[0] in PASSING]
        lines += ["dead = 0", "held = 0", *(["mails = 0"] if "mails" in m.layout.numbers else [])]
        arrays = [name for name in m.layout.sizes if name in ("SHOWN", "TAUGHT") or name.startswith("NOTICED_")]
        arrays += [name for name in m.layout.sizes if m.worlds and name.split("_")[0] in PASSING_ARRAYS]
    else:
        lines = [f"{name} = 0" for name, till_day in m.tonight.items() if till_day]
        lines += ["voted_out = 0", "held = 0"]
        lines += [f"{name} = 0" for name in ("nominees", "nominations", "cancelled") if name in m.layout.numbers]
        arrays = [name for name in m.layout.sizes if name.startswith("NOTICED_")]
    for array in arrays:
        lines += [f"for place in range({m.layout.sizes[array]}):", f"    W[{array} + place] = 0"]
    return lines

"""Night cues: the script by which a host wakes roles. It depends on ruleset and deck alone, so it leaks nothing.

It makes no difference who lives, who is blocked, or what is used up: the same roles are called every night, with the
same words and the same pauses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duskfall.core.ask import Ask
from duskfall.core.start.flags import hosted
from duskfall.rules.registry import words_of
from duskfall.study.callers import Caller, Callers, reads, sought
from duskfall.tell.host import cue_words
from duskfall.tell.host.cue_script import Cue, CueScript, label
from duskfall.tell.tongue import say
from duskfall.vocabulary.effects import Moment
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.steps import Chat, Collect, Dawn, Settle, Step

__all__ = ["Cue", "belongs", "label", "night_script", "setup_script"]


def night_script(
    rules: Ruleset,
    deck: Sequence[str],
    flags: Mapping[str, object] | None = None,
    *,
    call_all: bool = False,
    rounds: bool = True,
) -> tuple[Cue, ...]:
    """Return the cues of a night, the same for every night; with `call_all`, every role of the ruleset is called.

    Without `rounds`, the night doesn't end with a round of the table; results must then reach players in another way.
    """
    callers, script = Callers(rules, deck, hosted(rules) | dict(flags or {}), call_all), CueScript()
    fist = (say(cue_words.FIST),) if callers.may_decline() else ()
    script.tell(Cue("dusk", ()), say(cue_words.DUSK), *fist)
    if callers.told_at_dusk():
        script.tell(Cue("round", (), "confer"), say(cue_words.ROUND))
    for index, step in enumerate(rules.night):
        if not callers.ruled_out(step.when) and (rounds or not isinstance(step, Dawn)):
            _step(script, callers, index, step)
    script.tell(Cue("dawn", (), step=len(rules.night) - 1), say(cue_words.DAWN))
    return script.done()


def _step(script: CueScript, callers: Callers, index: int, step: Step) -> None:
    match step:
        case Collect(verbs):
            for verb in verbs:
                _act(script, callers, index, verb)
        case Settle(verbs, Moment.AT_ONCE):
            for verb in verbs:
                for caller, ability in callers.of(verb):
                    if reads(ability):
                        cue = Cue("sign", (), "sign", index, verb, shows=verb)
                        script.call(cue, caller, cue_words.to(caller, cue_words.ANSWER))
        case Chat() if talkers := callers.talking(step):
            text = _own(callers, step.verb) or cue_words.TALKS.get(step.verb, cue_words.TALK)
            script.call(Cue("confer", (), "confer", index, step.verb), talkers, cue_words.to(talkers, text, step.verb))
        case Dawn() if callers.told_at_dawn():
            script.tell(Cue("round", (), "confer", index), say(cue_words.ROUND))
        case _:
            pass


def _act(script: CueScript, callers: Callers, index: int, verb: str) -> None:
    """Add a cue for each caller of an action. A team takes time to agree, unless it has just talked."""
    for caller, ability in callers.of(verb):
        pause = "confer" if caller.group and caller.times > 1 and caller != script.awake else "act"
        text = _own(callers, verb) or cue_words.QUESTIONS.get(verb, cue_words.QUESTION)
        cue = Cue("act", (), pause, index, verb, shows=ability.pick.shown_as)
        script.call(cue, caller, cue_words.to(caller, text, verb, sought(ability)))


def _own(callers: Callers, verb: str) -> str:
    """Return the ruleset's own sentence for an action or a talk; empty if it has none."""
    return words_of(callers.rules.id).cues.get(verb, "")


def belongs(cue: Cue, ask: Ask, role: str, rules: Ruleset) -> bool:
    """Return whether an open question is recorded at this cue; `role` is the asked seat's current role."""
    if cue.verb != ask.verb or cue.kind not in ("act", "confer"):
        return False
    return cue.kind == "confer" or bool(cue.group) or cue.role == role


def setup_script(rules: Ruleset, deck: Sequence[str], *, call_all: bool = False) -> tuple[Cue, ...]:
    """Return the cues of a set-up night, on which the host learns who holds what: one `hold` cue per role.

    All roles but the deck's common one are called, those that wake first at night first; players who know each other
    are called together. If the deal assigns something, the script ends with a round of the table, to be taken when all
    roles are known.
    """
    callers, script = Callers(rules, deck, None, call_all, changes=False), CueScript()
    script.tell(Cue("dusk", ()), say(cue_words.DUSK), say(cue_words.BY_HAND))
    for mates, roles in callers.holding():
        for role in roles:
            cue, hand = Cue("hold", (), "sign", role=role), cue_words.to(Caller(role), cue_words.HAND)
            if mates is None:
                script.tell(cue, hand)
            else:
                script.call(cue, mates, hand, wake=cue_words.KNOW)
            script.closing = [say(cue_words.HANDS_DOWN)]
    if callers.assigns():
        script.tell(Cue("round", (), "confer"), say(cue_words.ROUND))
    script.tell(Cue("dawn", ()), say(cue_words.DAWN))
    return script.done()

"""A sentence for each kind of event. The reader must be allowed to see the event, which `View` decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from duskfall.core import facts
from duskfall.core.facts import Fact
from duskfall.tell.facts.sentences import changed, dealt, done, ended, said, voted
from duskfall.tell.facts.sentences.voted import ALIKE, Weights
from duskfall.tell.names import Names

SENTENCES: Mapping[type[Fact], Callable[[Any, Names], str]] = {
    facts.Began: dealt.game_began,
    facts.Dealt: dealt.dealt,
    facts.Knows: dealt.knows,
    facts.CardDealt: dealt.card_dealt,
    facts.PhaseBegan: dealt.phase_began,
    facts.Thought: said.thought,
    facts.Said: said.spoke,
    facts.Skipped: said.skipped,
    facts.SkipVoted: said.skip_voted,
    facts.Nominated: said.nominated,
    facts.TalkEnded: said.talk_ended,
    facts.Chose: done.chose,
    facts.Silent: done.silent,
    facts.Refused: done.refused,
    facts.Void: done.void,
    facts.Overturned: done.overturned,
    facts.MarkSet: done.mark_set,
    facts.Landed: done.landed,
    facts.Died: done.died,
    facts.Told: done.learned,
    facts.Noticed: done.noticed,
    facts.Announced: done.announced,
    facts.Voted: voted.ballots,
    facts.Tied: voted.tied,
    facts.LotDrawn: voted.lot_drawn,
    facts.Out: voted.voted_out,
    facts.NobodyOut: voted.nobody_out,
    facts.Spared: voted.spared,
    facts.Shot: changed.shot,
    facts.Fell: changed.fell,
    facts.Candidates: changed.candidates,
    facts.TitleHeld: changed.title_held,
    facts.Became: changed.became,
    facts.Lost: changed.lost,
    facts.Shown: changed.revealed,
    facts.CoWon: changed.co_won,
    facts.Removed: changed.removed,
    facts.HandedOver: changed.handed_over,
    facts.FlagSwitched: changed.flag_switched,
    facts.Paused: changed.paused,
    facts.Undone: changed.undone,
    facts.Ended: ended.ended,
}


def sentence(fact: Fact, names: Names, weights: Weights = ALIKE) -> str:
    """Return the event as a sentence; `weights` marks the ballots that don't count exactly one."""
    if isinstance(fact, facts.Voted):
        return voted.ballots(fact, names, weights)
    return SENTENCES[type(fact)](fact, names)

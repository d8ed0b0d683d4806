"""Those who answer at random, but keep what must stay hidden without effect: some seats unnamed, some asleep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from duskfall.core.ask import Ask
from duskfall.core.chance import below
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.scene import Scene

SAID = ("SKIP", "hm", "VOTE_SKIP_DISCUSSION", "well\nVOTE_SKIP_DISCUSSION", None, 7, {"text": "You", "to": 1})
WRONG = (0, 99, "Nobody", [], {}, 1.5, {"target": 99}, None)


@dataclass
class Careful:
    """Answers drawn by seat, verb and how often it was asked; never by what the game holds."""

    seed: int
    unnamed: Collection[int] = ()  # nobody names them
    asleep: Collection[int] = ()  # they answer nothing by night, and do not reveal themselves
    nights: dict[int, int] = field(default_factory=dict)  # seats with a seed of their own for the night
    harmless: Collection[int] = ()  # they make no attack
    votes: bool = True
    chats: int | None = None  # another seed for private talk
    kills: int | None = None  # another seed for a team's kill
    openly: bool = False  # by day the unnamed are named like others
    counts: Counter[tuple[int, str]] = field(default_factory=Counter)

    def __call__(self, game: Game, ask: Ask) -> object:
        self.counts[ask.seat, ask.verb] += 1
        times = self.counts[ask.seat, ask.verb]
        hidden = game.state.phase == NIGHT or ask.verb == "reveal"
        if hidden and (ask.seat in self.asleep or (ask.seat in self.harmless and attacks(game, ask))):
            return None
        if not hidden and not self.votes and not ask.speech:
            return None
        night = game.state.phase == NIGHT
        seed = self.nights.get(ask.seat, self.seed) if night else self.seed
        unnamed = () if self.openly and not hidden else self.unnamed
        if ask.verb in game.plan.groups and self.kills is not None:
            seed = self.kills
        key = f"{ask.seat}|{ask.verb}"
        if ask.speech:
            seed = self.chats if night and self.chats is not None else seed
            if ask.nominees and below(seed, key + "|nominates", times, 2):
                named = [seat for seat in ask.nominees if seat not in unnamed]
                return {"text": "him", "nominate": named[below(seed, key, times, len(named))] if named else 0}
            return SAID[below(seed, key, times, len(SAID))]
        if below(seed, key + "|wrong", times, 10) == 0:
            return WRONG[below(seed, key, times, len(WRONG))]
        options = [seat for seat in ask.seats if seat not in unnamed or ask.confirm]
        options += ask.words
        if not options:
            return None
        chosen = options[below(seed, key, times, len(options))]
        return {"target": chosen, "as": ask.roles[-1]} if ask.roles and isinstance(chosen, int) else chosen


def attacks(game: Game, ask: Ask) -> bool:
    """Whether an answer could kill."""
    if ask.verb in game.plan.groups:
        return True
    ability = game.plan.abilities.get((ask.verb, game.state.roles[ask.seat]))
    return ability is not None and any(type(effect).__name__ == "Attack" for effect in ability.does)


def members(game: Game) -> set[int]:
    """All who belong to a team that acts as one."""
    scene = Scene(game.state)
    return {seat for group in game.plan.rules.groups for seat in bits(group.members.mask(scene))}


def holders(game: Game, *roles: str) -> set[int]:
    """The seats that hold one of these cards."""
    return {seat for seat, role in enumerate(game.setup.roles, 1) if role in roles}

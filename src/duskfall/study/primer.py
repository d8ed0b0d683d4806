"""What a player can learn from the book beforehand: what a role is for, what an act does, what a result means.

Everything here is read off the ruleset's data. A player may know it, as anybody may who has read the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.play.elect import CAMPAIGN as CAMPAIGN
from duskfall.core.play.state import State
from duskfall.core.play.talk import LAST_WORDS as LAST_WORDS
from duskfall.core.play.talk import NOMINATE
from duskfall.core.play.talk import SKIP as SKIP
from duskfall.core.play.vote import AGAIN as AGAIN
from duskfall.rules.registry import book
from duskfall.vocabulary.cards import Ability, Occasion, Role, Trigger
from duskfall.vocabulary.conditions import ALWAYS
from duskfall.vocabulary.effects import (
    Attack,
    Block,
    Cowin,
    Effect,
    Guard,
    Link,
    Mark,
    ReadRole,
    ReadSeats,
    ReadSide,
    Reveal,
    Show,
    Tell,
)
from duskfall.vocabulary.ruleset import Ruleset, walk
from duskfall.vocabulary.scene import Scene, Value
from duskfall.vocabulary.seats import ACTOR, SELF, TARGET, Assigned, LastNight, Marked
from duskfall.vocabulary.steps import Ballot, Chat, Discussion, Elect, PassOn, Tally

KILL, GUARD, BLOCK, READ, SIGHT = "kill", "guard", "block", "read", "sight"
HIDE, FRAME, SHIELD, REVEAL, OTHER = "hide", "frame", "shield", "reveal", "other"
PREPARE, SPRING = "prepare", "spring"  # a mark on one player after another, and the attack on all who bear it
BALLOT, STAND, WITHDRAW, ELECT, HEIR = "ballot", "stand", "withdraw", "elect", "heir"
PUT_UP = "put up"
CHAT, PARLEY = "chat", "parley"  # private talk of a team, and of two
GOOD, EVIL, ALONE = "good", "evil", "alone"

EFFECTS: dict[type[Effect], str] = {
    Attack: KILL,
    Guard: GUARD,
    Block: BLOCK,
    ReadSide: READ,
    ReadRole: READ,
    ReadSeats: SIGHT,
    Show: HIDE,
    Reveal: REVEAL,
    Link: SHIELD,
}


@dataclass(frozen=True, slots=True)
class KnownAct:
    """What one act is for; of a reading, also which roles each word may mean, and which words may be forged."""

    verb: str
    kinds: frozenset[str]
    means: Mapping[str, frozenset[str]]
    forged: frozenset[str] = frozenset()
    pairs: str = ""  # of private talk: the act that brings its two together


@dataclass(frozen=True, slots=True)
class KnownRole:
    """What one role is for."""

    name: str
    team: str
    side: str  # good, evil, or alone: whoever wins by something else than its side's victory
    acts: tuple[str, ...]
    wants_out: bool = False  # wins by being voted out
    hunts: bool = False  # wins when the assigned player is voted out


@dataclass(frozen=True, slots=True)
class Primer:
    """The book, as a player has it in mind."""

    cards: Mapping[str, KnownRole]
    acts: Mapping[str, KnownAct]
    plain: str  # the role without anything special
    home: str  # the team of the many
    majority: bool  # whether it takes more than half to be voted out
    powers: frozenset[str]  # the roles of the many that can do something
    readers: frozenset[str]  # the roles that can read others
    guards: Mapping[str, int]  # the roles that can guard others without end, and every how many nights the same one
    open_talks: frozenset[str]  # the parts of a day's talk in which who has nothing to say passes
    closing_talks: frozenset[str]  # the parts that end a day's talk of several parts
    office: str  # the title that is voted for, if there is one
    idle: frozenset[str]  # the notices by which a player learns that it could not act tonight
    exposes: Mapping[str, str]  # the notices that name who did something, and the role that does it

    def kinds(self, verb: str) -> frozenset[str]:
        """What an act is for; nothing is known of an unknown one."""
        act = self.acts.get(verb)
        return act.kinds if act else frozenset()


@cache
def primer(rules_id: str) -> Primer:
    """The book of this ruleset, as a player has it in mind."""
    return read(book(rules_id))


_READ: dict[int, tuple[Ruleset, Primer]] = {}  # by identity: hashing a whole ruleset takes longer than a night


def read(rules: Ruleset) -> Primer:
    """A ruleset's data as a player has it in mind, read once."""
    found = _READ.get(id(rules))
    if found is None or found[0] is not rules:
        found = _READ[id(rules)] = rules, _read(rules)
    return found[1]


def _read(rules: Ruleset) -> Primer:
    teams = {role.name: role.team for role in rules.roles}
    home = teams[rules.decks.rest]
    acts = {act.verb: act for act in _acts(rules)}
    cards = {role.name: _card(role, rules, home) for role in rules.roles}
    talks = [step.parts for step in rules.day if isinstance(step, Discussion)]
    return Primer(
        cards=cards,
        acts=acts,
        plain=rules.decks.rest,
        home=home,
        majority=any(step.tally is not Tally.MOST for step in rules.day if isinstance(step, Ballot)),
        powers=frozenset(name for name, card in cards.items() if card.side == GOOD and card.acts),
        readers=frozenset(name for name, card in cards.items() if any(READ in acts[verb].kinds for verb in card.acts)),
        guards=dict(_guards(rules)),
        open_talks=frozenset(part.name for parts in talks for part in parts if part.budget is not None),
        closing_talks=frozenset(parts[-1].name for parts in talks if len(parts) > 1),
        office=next((step.title for step in rules.day if isinstance(step, Elect)), ""),
        idle=frozenset(_idle(rules)),
        exposes=dict(_exposes(rules)),
    )


@cache
def votes_on(rules_id: str, flags: tuple[tuple[str, Value], ...], day: int) -> bool:
    """Whether there is a vote on this day, under these house rules."""
    rules = book(rules_id)
    state = State((), [], dict(flags), False)
    state.day = day
    return any(step.when.holds(Scene(state)) for step in rules.day if isinstance(step, Ballot))


def _guards(rules: Ruleset) -> Iterator[tuple[str, int]]:
    for role in rules.roles:
        for ability in role.abilities:
            if not ability.uses and any(isinstance(effect, Guard) for effect in ability.does):
                yield role.name, 2 if any(isinstance(node, LastNight) for node in walk(ability.pick)) else 1


def _idle(rules: Ruleset) -> Iterator[str]:
    """What is told to whoever is blocked: by the block itself, or by what a block sets off."""
    for part in walk(rules):
        blocks = isinstance(part, Ability) and any(isinstance(effect, Block) for effect in part.does)
        if blocks or (isinstance(part, Trigger) and part.on is Occasion.BLOCKED):
            yield from (
                effect.notice for effect in part.does if isinstance(effect, Tell) and effect.who in (SELF, TARGET)
            )


def _exposes(rules: Ruleset) -> Iterator[tuple[str, str]]:
    for role in rules.roles:
        for effect in (effect for ability in role.abilities for effect in ability.does):
            if isinstance(effect, Tell) and effect.about and effect.of == ACTOR:
                yield effect.notice, role.name


def _card(role: Role, rules: Ruleset, home: str) -> KnownRole:
    votes = [trigger for trigger in role.triggers if trigger.on is Occasion.VOTED_OUT]
    wins = [trigger for trigger in votes if any(isinstance(effect, Cowin) for effect in trigger.does)]
    hunts = [any(isinstance(part, Assigned) for part in walk(trigger)) for trigger in wins]
    side = GOOD if role.team == home else EVIL if role.team in rules.sides else ALONE
    verbs = tuple(ability.verb for ability in role.abilities)
    return KnownRole(role.name, role.team, side, verbs, wants_out=not all(hunts), hunts=any(hunts))


def _acts(rules: Ruleset) -> Iterator[KnownAct]:
    """Every act that a player may be asked for, by the flow, by a role, or by a death."""
    for step in (*rules.night, *rules.day):
        if isinstance(step, Ballot):
            yield from (KnownAct(verb, frozenset({BALLOT}), {}) for verb in (step.verb, step.again) if verb)
        elif isinstance(step, Elect):
            for verb, kind in ((step.stand, STAND), (step.withdraw, WITHDRAW), (step.verb, ELECT)):
                yield KnownAct(verb, frozenset({kind}), {})
        elif isinstance(step, PassOn):
            yield KnownAct(step.verb, frozenset({HEIR}), {})
        elif isinstance(step, Discussion):
            yield KnownAct(NOMINATE, frozenset({PUT_UP}), {})
        elif isinstance(step, Chat):
            yield KnownAct(step.verb, frozenset({PARLEY if step.pairs else CHAT}), {}, pairs=step.pairs)
    for part in walk(rules):
        if isinstance(part, Ability):
            kinds = _kinds(part.verb, part.does, rules)
            yield KnownAct(part.verb, kinds, _means(part, rules), _forged(part, rules))
    for role in rules.roles:
        for trigger in role.triggers:
            if trigger.ask:
                yield KnownAct(trigger.name, _kinds(trigger.name, trigger.does, rules), {})


def _kinds(verb: str, does: tuple[Effect, ...], rules: Ruleset) -> frozenset[str]:
    found = {EFFECTS[type(effect)] for effect in does if type(effect) in EFFECTS}
    marks = {effect.name for effect in does if isinstance(effect, Mark)}
    if marks & _struck(rules.roles):
        found.add(PREPARE)
    if _struck(does):
        found.add(SPRING)
    for edge in rules.overturns:
        if edge.by == verb and edge.shows:
            found.add(FRAME)
        if edge.by in marks and VOTE_OUT in edge.what:
            found.add(SHIELD)
    return frozenset(found or {OTHER})


def _struck(part: object) -> set[str]:
    """The marks whose bearers are attacked, as this part of the rules has it."""
    attacks = [effect.on for effect in walk(part) if isinstance(effect, Attack)]
    return {node.mark for on in attacks for node in walk(on) if isinstance(node, Marked)}


def _means(ability: Ability, rules: Ruleset) -> dict[str, frozenset[str]]:
    """Which roles a result may stand for: all are seated once, and read."""
    found: dict[str, set[str]] = {}
    scene = Scene(State(tuple(role.name for role in rules.roles), list(rules.roles), {}, False))
    for effect in ability.does:
        for seat, role in enumerate(rules.roles, 1):
            for word in _read_as(effect, role, seat, scene):
                found.setdefault(word, set()).add(role.name)
    return {word: frozenset(roles) for word, roles in found.items()}


def _read_as(effect: Effect, role: Role, seat: int, scene: Scene) -> list[str]:
    """What a reading may say of the role in this seat."""
    if isinstance(effect, ReadRole):
        return [role.name]
    if not isinstance(effect, ReadSide):
        return []
    words = [says.word for says in effect.says if says.who.mask(scene) >> seat & 1][:1]
    if role.seen is None or all(says.word != role.seen.word for says in effect.says):
        return words
    return [role.seen.word] if role.seen.when == ALWAYS else [role.seen.word, *words]


def _forged(ability: Ability, rules: Ruleset) -> frozenset[str]:
    return frozenset(edge.shows for edge in rules.overturns if edge.shows and ability.verb in edge.what)

"""The rules of one table for a newcomer: what can occur with its cards and house rules, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from duskfall.core.facts import Began
from duskfall.rules import registry
from duskfall.study.at_table import at_table, switches
from duskfall.tell.paper import Heading, Items, Paragraph, Piece, markdown
from duskfall.tell.phrases import quoted_rule
from duskfall.tell.rules import acts, overrides, setting, steps
from duskfall.tell.rules.conditions import holds, number
from duskfall.tell.rules.effects import strength
from duskfall.tell.rules.role_card import shared
from duskfall.tell.text import capital, listing, sentence, shown, spaced, spacings, wins
from duskfall.vocabulary.cards import Ability, Role, Trigger
from duskfall.vocabulary.conditions import ZERO
from duskfall.vocabulary.effects import Attack, Guard, ReadSide, Tier
from duskfall.vocabulary.ruleset import DRAW, ROLE, Flag, Overturns, Ruleset, Wins, walk
from duskfall.vocabulary.scene import Value
from duskfall.vocabulary.steps import Ballot, Chat, Collect, Discussion, LastWords, Settle, Step

Flags = tuple[tuple[str, Value], ...]
Deck = tuple[tuple[str, int], ...]
SPOKEN = Chat | Discussion | LastWords


def briefing(began: Began, roles: bool = True) -> str:
    """Return the rules of a game as Markdown; empty if its ruleset is not available.

    Without `roles`, what each role can do is left out.
    """
    dealt = began.rules, began.flags, began.deck, began.talk, began.cards
    return _briefing(*dealt, roles) if registry.known(began.rules) else ""


@lru_cache(maxsize=64)
def _briefing(book: str, flags: Flags, deck: Deck, talk: bool, cards: Deck, roles: bool) -> str:
    return markdown(_sections(table_rules(book, flags, deck), dict(flags), dict(deck), talk, dict(cards), roles))


@lru_cache(maxsize=64)
def table_rules(book: str, flags: Flags, deck: Deck) -> Ruleset:
    """Return the rules of a ruleset as they hold at a table with these house rules and cards."""
    return at_table(registry.book(book), dict(flags), dict(deck))


def _sections(
    rules: Ruleset, flags: dict[str, Value], deck: dict[str, int], talk: bool, cards: dict[str, int], cast: bool
) -> Iterator[Piece]:
    yield Heading("The rules")
    yield Paragraph(_opening(rules, deck))
    for team in rules.teams if cast else ():
        if roles := [role for role in rules.roles if role.team == team]:
            yield Heading(f"Team {team}", 3)
            yield Items(tuple(_role(role, deck.get(role.name, 0), rules) for role in roles))
    if rules.groups or rules.triggers:
        yield Heading("Shared acts, and what happens by itself", 3)
        yield Items((*map(acts.group, rules.groups), *(_trigger(each, rules) for each in rules.triggers)))
    yield Heading("What players know", 3)
    yield Items(tuple(_known(rules, cards)))
    for title, phase in _phases(rules):
        yield Heading(title, 3)
        yield Items(tuple(_steps(rules, [step for step in phase if talk or not isinstance(step, SPOKEN)])), True)
    if rules.overturns:
        yield Heading("What overturns what", 3)
        yield Paragraph(_strengths(rules))
        yield Items((*filter(None, (_overturn(each, rules) for each in rules.overturns)), *_rings(rules)))
    yield Heading("The vote", 3)
    yield Items(tuple(_votes(rules, talk)))
    yield Heading("Who wins", 3)
    yield Paragraph("The first of these lines that holds when it is checked ends the game.")
    yield Items((*map(_win, rules.wins), *_draws(rules)))
    yield Heading("House rules in force", 3)
    met = switches(registry.book(rules.id), flags, deck)
    yield Items(tuple(_flag(each, flags[each.name]) for each in rules.flags if each.name in met and _on(each, flags)))


def _opening(rules: Ruleset, deck: dict[str, int]) -> str:
    cards = listing(f"{role} ×{count}" if count > 1 else role for role, count in deck.items())
    first, then = ("day", "night") if rules.day_first else ("night", "day")
    return (
        f"This is {rules.title}. Everybody holds one secret card, which gives a role and a team. The cards dealt at "
        f"this table: {cards}. All know this list; who holds what is secret. The game begins with {first} 1; "
        f"then {then} and {first} follow each other."
    )


def _role(role: Role, count: int, rules: Ruleset) -> str:
    cards = f"{role.name} ×{count}" if count > 1 else role.name if count else f"{role.name} (not dealt, but may come)"
    others, me = replace(role, triggers=(), unique=None), f"the {role.name}"
    lines = acts.role_lines(others) if acts.has_lines(others) or not (role.triggers or shared(rules, role)) else []
    lines += [
        f"Has a part in the team's act: {spacings(each.ability.verb for each in found)}."
        for found in [shared(rules, role)]
        if found
    ]
    return f"**{cards}** — {' '.join([*lines, *(_trigger(each, rules, me) for each in role.triggers)])}"


def _trigger(node: Trigger, rules: Ruleset, me: str = "") -> str:
    """Return what happens by itself, under its name if another line mentions that name."""
    named = {name for edge in rules.overturns for name in (edge.by, *edge.what)}
    return f"{capital(spaced(node.name))}: {acts.trigger(node, me)}" if node.name in named else acts.trigger(node, me)


def _strengths(rules: Ruleset) -> str:
    """Return when an attack kills; strengths are explained only if some attack is stronger than some defense."""
    line = "What is overturned does not happen. An attack that nothing overturns kills."
    attacks = {each.tier for each in walk(rules) if isinstance(each, Attack)}
    shields = {each.tier for each in walk(rules) if isinstance(each, Guard)} | {role.defense for role in rules.roles}
    if max(attacks, default=Tier.NONE) <= min(shields - {Tier.NONE}, default=Tier.NONE):
        return line
    ranks = " < ".join(strength(tier) for tier in Tier if tier)
    return f"{line} No defense overturns a stronger attack ({ranks})."


def _overturn(node: Overturns, rules: Ruleset) -> str:
    """Return an override in English; empty if it only concerns checks of a role, which the role's own line covers."""
    if node.by != ROLE:
        return overrides.overturn(node)
    read = {each.verb for each in walk(rules) if isinstance(each, Ability) and isinstance(each.does[0], ReadSide)}
    return "" if read & set(node.what) else sentence(f"a defense of one's own overturns {spacings(node.what)}")


def _draws(rules: Ruleset) -> Iterator[str]:
    yield sentence(f"after {number(rules.max_rounds)} rounds the game is a draw")
    if rules.quiet_rounds != ZERO:
        yield sentence(f"after {number(rules.quiet_rounds)} rounds in a row in which nobody left it is a draw, too")


def _on(node: Flag, flags: dict[str, Value]) -> bool:
    """Return whether a house rule is in force: a number that is 0 in the ruleset is off at 0."""
    return isinstance(node.default, bool) or node.default != 0 or flags[node.name] != 0


def _flag(node: Flag, value: Value) -> str:
    said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else spaced(shown(value))
    return sentence(f"{node.about}: {said} ({quoted_rule(node.name)})")


def _known(rules: Ruleset, cards: dict[str, int]) -> Iterator[str]:
    yield from map(setting.know, rules.knows)
    yield from map(setting.deal, rules.deals)
    yield from (setting.card(each, cards.get(each.name, 0)) for each in rules.cards)
    yield setting.shows_role(rules)


def _phases(rules: Ruleset) -> list[tuple[str, tuple[Step, ...]]]:
    phases = [("The night, step by step", rules.night), ("The day, step by step", rules.day)]
    return phases[::-1] if rules.day_first else phases


def _steps(rules: Ruleset, phase: list[Step]) -> Iterator[str]:
    """Yield the steps in words; an action that is chosen and takes effect at once is one line, as is a discussion."""
    who = acts.holders(rules.roles, rules.groups)
    for before, step, after in zip((None, *phase), phase, (*phase[1:], None), strict=False):
        if isinstance(step, Collect) and _at_once(step, after):
            yield steps.at_once(step, who)
        elif isinstance(step, Discussion):
            yield " ".join(steps.step_told(each, sums=False) for each in _talks(step))
        elif not _at_once(before, step):
            yield steps.step_told(step, who, sums=False)


def _talks(step: Discussion) -> list[Step]:
    return [steps.only_part(step)] if len(step.parts) == 1 and not step.skip_vote else [step, *step.parts]


def _at_once(step: Step | None, after: Step | None) -> bool:
    if not isinstance(step, Collect) or not isinstance(after, Settle):
        return False
    return step.verbs == after.verbs and len(step.verbs) == 1


def _rings(rules: Ruleset) -> Iterator[str]:
    for each in rules.rings:
        yield overrides.ring(each)
        yield from filter(None, [overrides.priorities(rules, each)])


def _votes(rules: Ruleset, talk: bool) -> Iterator[str]:
    for each in walk(rules.day):
        if isinstance(each, Ballot):
            yield from steps.ballot(each)
            yield from () if talk else steps.nominating(each)
    yield from map(steps.title, rules.titles)
    yield from map(steps.weight, rules.weights)


def _win(node: Wins) -> str:
    return sentence(f"{'it is a draw' if node.side == DRAW else wins(node.side)} if {holds(node.when)}")

"""The rules page, section by section, made from the ruleset's data alone."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.plan.compile import Plan, compile_plan, walk
from duskfall.tell.leaning import lopsided_sizes
from duskfall.tell.paper import Chart, Entries, Grid, Heading, Items, Paragraph, Piece
from duskfall.tell.rules import acts, mermaid, overrides, setting, steps
from duskfall.tell.text import cite, code
from duskfall.tell.tongue import named, say, together, told, word
from duskfall.vocabulary.cards import Role
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.steps import Ballot, Collect, Discussion, Settle, Step


def sections(rules: Ruleset) -> Iterator[Piece]:
    """Yield the whole rules page, piece by piece."""
    plan = compile_plan(rules)
    yield Heading(say(rules.title), 1)
    yield Paragraph(_opening(rules, plan))
    yield from _roles(rules)
    yield from _start(rules)
    yield from _phase(say("The night"), rules, rules.night)
    yield from _settlement(plan)
    yield from _overrides(plan)
    yield from _phase(say("The day"), rules, rules.day)
    yield from _votes(rules)
    yield from _wins(rules)
    yield from _flags(rules)
    yield from _decks(rules)


def _opening(rules: Ruleset, plan: Plan) -> str:
    low, high = rules.decks.seats
    made = "Ruleset {id}, version {version}, plan {plan}: {roles} roles, default decks for {low} to {high} seats."
    if low == high:
        made = "Ruleset {id}, version {version}, plan {plan}: {roles} roles, a default deck for {low} seats."
    known = {"id": code(rules.id), "version": rules.version, "plan": code(plan.hash), "roles": len(rules.roles)}
    begins = say("It begins with day 1.") if rules.day_first else say("It begins with night 1.")
    return together([say(made, **known, low=low, high=high), begins])


def _roles(rules: Ruleset) -> Iterator[Piece]:
    yield Heading(say("Roles"))
    for team in rules.teams:
        yield Heading(say("Team {team}", team=word(team, "team")), 3)
        held = [each for each in rules.roles if each.team == team]
        yield Entries(tuple((word(each.name, "role"), tuple(map(told, _role(each, rules)))) for each in held))
    if rules.groups:
        yield Heading(say("Teams that act as one"), 3)
        yield Items(tuple(told(acts.group(each)) for each in rules.groups))
    if rules.triggers:
        yield Heading(say("What happens by itself"), 3)
        yield Items(tuple(told(acts.trigger(each)) for each in rules.triggers))


def _role(role: Role, rules: Ruleset) -> list[str]:
    lines = [*acts.role_lines(role), *acts.told_by_silence(role, rules)]
    return [*lines, acts.unique(role.unique)] if role.unique else lines


def _start(rules: Ruleset) -> Iterator[Piece]:
    lines = [*map(setting.know, rules.knows), *setting.known_later(rules)]
    lines += [setting.deal(each) for each in rules.deals]
    lines += [setting.card(each) for each in rules.cards]
    yield Heading(say("What players know"))
    yield Items(tuple(map(told, (*lines, setting.shows_role(rules)))))


def _phase(title: str, rules: Ruleset, phase: tuple[Step, ...]) -> Iterator[Piece]:
    yield Heading(title)
    yield Items(tuple(_steps(rules, phase)), numbered=True)
    if phase is rules.night:
        yield Chart(mermaid.round_chart(rules))


def _steps(rules: Ruleset, phase: tuple[Step, ...]) -> Iterator[str]:
    """Yield the steps in words; an action that is chosen and takes effect at once is one line."""
    who = acts.holders(rules.roles, rules.groups)
    for before, step, after in zip((None, *phase), phase, (*phase[1:], None), strict=False):
        if isinstance(step, Collect) and _at_once(step, after):
            yield steps.at_once(step, who)
        elif isinstance(step, Discussion):
            yield from _talks(step)
        elif not _at_once(before, step):
            yield steps.step_told(step, who)


def _talks(step: Discussion) -> Iterator[str]:
    """Yield a discussion and its parts, one line each; a discussion with a single part is one line."""
    if len(step.parts) == 1 and not step.skip_vote:
        yield steps.step_told(steps.only_part(step)) + cite(step.rule)
    else:
        yield steps.step_told(step)
        yield from map(steps.step_told, step.parts)


def _at_once(step: Step | None, after: Step | None) -> bool:
    """Return whether one action is chosen and then takes effect."""
    if not isinstance(step, Collect) or not isinstance(after, Settle):
        return False
    return step.verbs == after.verbs and len(step.verbs) == 1


def _settlement(plan: Plan) -> Iterator[Piece]:
    yield Heading(say("Order of settlement"))
    yield Paragraph(
        say(
            "What modifies comes before what it modifies; the order is derived from the overrides below, "
            "among the acts that take effect together."
        )
    )
    rows = []
    for number, node in enumerate(plan.order, 1):
        waits = [other for other in plan.order[: number - 1] if other in plan.before[node]]
        rows.append((str(number), named([node], "verb"), named(waits, "verb")))
    yield Grid((say("no."), say("what"), say("waits for")), tuple(rows))


def _overrides(plan: Plan) -> Iterator[Piece]:
    rules = plan.rules
    if not rules.overturns:
        return
    yield Heading(say("Overrides"))
    yield Paragraph(say("Of several that would overturn the same, the first line does."))
    head = (say("this"), say("overturns"), say("where"), say("condition"), say("rule"))
    yield Grid(head, tuple(map(overrides.overturn_row, rules.overturns)))
    if rules.rings:
        yield Heading(say("Rings"), 3)
        pairs = ((told(overrides.ring(each)), overrides.priorities(rules, each)) for each in rules.rings)
        yield Items(tuple(line for pair in pairs for line in pair if line))
    yield Chart(mermaid.override_chart(plan))


def _votes(rules: Ruleset) -> Iterator[Piece]:
    yield Heading(say("The vote"))
    lines = [
        line
        for each in walk(rules.day)
        if isinstance(each, Ballot)
        for line in (*steps.ballot(each), *steps.nominating(each))
    ]
    lines += [steps.title(each) for each in rules.titles]
    lines += [steps.weight(each) for each in rules.weights]
    yield Items(tuple(map(told, lines)))


def _wins(rules: Ruleset) -> Iterator[Piece]:
    yield Heading(say("Who wins"))
    yield Paragraph(say("The first line that holds when victory is checked decides."))
    rows = tuple(setting.win_row(number, each) for number, each in enumerate(rules.wins, 1))
    yield Grid((say("no."), say("winner"), say("if"), say("reason"), say("rule")), rows)


def _flags(rules: Ruleset) -> Iterator[Piece]:
    if not rules.flags:
        return
    yield Heading(say("House rules"))
    head = (say("house rule"), say("default"), say("values"), say("meaning"), say("set by"))
    yield Grid(head, tuple(map(setting.flag_row, rules.flags)))


def _decks(rules: Ruleset) -> Iterator[Piece]:
    yield Heading(say("Default decks"))
    yield Items(tuple(map(told, setting.decks(rules.decks))))
    head, rows = setting.deck_rows(rules)
    yield Grid(head, tuple(rows))
    if lines := lopsided_sizes(rules):
        yield Items(tuple(lines))


def cited(rules: Ruleset) -> list[str]:
    """Return the ids of all rules that the ruleset cites, sorted."""
    return sorted({rule for node in walk(rules) if (rule := getattr(node, "rule", ""))})

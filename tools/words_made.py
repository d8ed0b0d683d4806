"""The words for people that are made from the rulesets: names, rules pages, role cards, questions, cues."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from duskfall.core.ask import NOBODY, Ask
from duskfall.core.plan.compile import compile_plan
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.play.elect import CAMPAIGN
from duskfall.core.play.talk import LAST_WORDS, NOMINATE, SAY
from duskfall.core.play.vote import AGAIN, ALL
from duskfall.core.start.deck import make_deck
from duskfall.core.start.flags import read_flags
from duskfall.core.victory import DRAWS
from duskfall.draw.export import svg
from duskfall.rules import BOOKS, ruleset
from duskfall.study.citations import citations
from duskfall.study.house_rules import settled
from duskfall.study.lies import SEEN
from duskfall.study.sight import HIDDEN
from duskfall.tell import phrases
from duskfall.tell.facts import questions
from duskfall.tell.host.cues import night_script, setup_script
from duskfall.tell.rules import formats, overrides
from duskfall.tell.rules.role_card import card
from duskfall.tell.ruling.not_set_off import conditional
from duskfall.tell.ruling.not_yet import heads
from duskfall.tell.ruling.only_if import cast_of, needed, parts
from duskfall.tell.text import shown, spaced
from duskfall.tell.tongue import AS_SPELLED, Asked, heard, say
from duskfall.vocabulary.cards import Ability, Pick, Trigger
from duskfall.vocabulary.conditions import Count, FlagIs
from duskfall.vocabulary.effects import ReadSide, Show
from duskfall.vocabulary.ruleset import DRAW, ROLE, Ruleset, walk
from duskfall.vocabulary.scene import Value
from duskfall.vocabulary.seats import Self
from duskfall.vocabulary.steps import Ballot, Chat, Elect, PassOn, Talk, Tie

NAMES = ("Ann", "Bob", "Cid")
OTHERS = (2, 3)
STEPS = (Ballot, Elect, PassOn, Chat)  # which ask by a verb of their own
REMOVED = "removed"  # what a view shows of whom the moderator removed
ENDS = (*DRAWS, "paused")  # the kernel's own reasons


def made() -> Iterator[tuple[Asked, str]]:
    """All that is made from the five books, and of what."""
    yield from ((("", text), f"quotes: {rule}") for rule, text in citations().items())
    for book in BOOKS:
        rules = ruleset(book)
        yield from ((asked, f"{book}: names") for asked in names(rules))
        for where, speak in SPEAKERS.items():
            yield from ((asked, f"{book}: {where}") for asked in _sentences(speak, rules))


def _sentences(speak: Callable[[Ruleset], None], rules: Ruleset) -> list[Asked]:
    """What is said meanwhile; names are counted elsewhere, by what they are in the rules."""
    with heard() as ears:
        speak(rules)
    return sorted(asked for asked in ears if not asked[0])


def names(rules: Ruleset) -> Iterator[Asked]:
    """The names of the rules by kind; a mark, card or trigger has the kind of an act, a side that of a team."""
    for kind, found in _kinds(rules).items():
        yield from ((kind, name if kind in AS_SPELLED else spaced(name)) for name in dict.fromkeys(found))


def _kinds(rules: Ruleset) -> dict[str, list[str]]:
    plan, nodes = compile_plan(rules), list(walk(rules))
    steps = [node for node in nodes if isinstance(node, STEPS)]
    ballots = [node for node in nodes if isinstance(node, Ballot)]
    acts = [
        *overrides.kinds(plan),
        *plan.graph.verbs,
        *plan.triggers,
        *(each.name for each in rules.cards),
        *plan.until,
    ]
    acts += [verb for step in steps for verb in _verbs(step)] + [VOTE_OUT, SAY, NOMINATE]
    reads = [said.word for node in nodes if isinstance(node, ReadSide) for said in node.says]
    faces = [each.word for each in nodes if isinstance(each, Show) and each.word]
    blanks = [each.blank for each in ballots if each.blank]
    return {
        "rules": [rules.id],
        "role": [*(each.name for each in rules.roles), *faces, HIDDEN, REMOVED],
        "team": [*rules.teams, *(each.name for each in rules.groups)],
        "side": [DRAW],
        "verb": [name for name in acts if name != ROLE],
        "title": [each.name for each in rules.titles] + [each.name for each in rules.deals],
        "word": [*reads, *_shown(rules), *blanks, *(each.value for each in Tie), NOBODY, ALL],
        "reason": [*(each.reason for each in rules.wins), *ENDS],
        "part": [each.name for each in nodes if isinstance(each, Talk)] + [AGAIN, CAMPAIGN, LAST_WORDS],
        "phase": ["night", "day"],
        "cause": list(phrases.CAUSES),
        "how": list(SEEN),
        "flag": [text for flag in rules.flags for text in _values(flag.default, flag.values)],
    }  # fmt: skip


def _verbs(step: Ballot | Elect | PassOn | Chat) -> Iterator[str]:
    yield step.verb
    yield from (getattr(step, name) for name in ("again", "stand", "withdraw") if getattr(step, name, ""))


def _shown(rules: Ruleset) -> list[str]:
    """What may be read instead of the truth."""
    seen = [role.seen.word for role in rules.roles if role.seen]
    return seen + [edge.shows for edge in rules.overturns if edge.shows]


def _values(default: Value, words: tuple[str, ...]) -> list[str]:
    return list(words) or ([shown(True), shown(False)] if isinstance(default, bool) else [])


# -- sentences ---------------------------------------------------------------------------------------


def _page(rules: Ruleset) -> None:
    formats.page(rules)
    svg(rules)
    formats.mermaid(rules)
    say(rules.title)
    for flag in rules.flags:
        say(flag.about)
        say(flag.called)
    for line in rules.wins:
        if line.sheet:
            say(line.sheet)


def _cards(rules: Ruleset) -> None:
    for role in rules.roles:
        for flags in ({}, *_settings(rules, role.name)):
            card(rules, role.name, flags)


def _settings(rules: Ruleset, role: str) -> Iterator[dict[str, Value]]:
    """The house rules of a table, in every combination of those on which something of a role depends."""
    defaults = read_flags(rules, {})
    mine = next(each for each in rules.roles if each.name == role)
    wins = tuple(each for each in rules.wins if each.side == mine.team)
    about = (mine, rules.groups, rules.triggers, rules.knows, rules.deals, wins)
    used = {node.flag for node in walk(about) if isinstance(node, FlagIs)}
    turned = [flag for flag in rules.flags if flag.name in used and (flag.values or isinstance(flag.default, bool))]
    choices: list[tuple[Value, ...]] = [flag.values or (True, False) for flag in turned]
    for values in product(*choices):
        yield defaults | dict(zip((flag.name for flag in turned), values, strict=True))


def _questions(rules: Ruleset) -> None:
    asks = list(_asks(rules))
    for role in rules.roles:
        for flags in ({}, *_settings(rules, role.name)):
            held = settled(rules, flags) if flags else rules
            for ask in asks:
                questions.question(ask, NAMES, held, role.name)
                questions.limits(ask, held, role.name)


def _asks(rules: Ruleset) -> Iterator[Ask]:
    """Every kind of ask that the rules can come to."""
    for node in walk(rules):
        if isinstance(node, Ability):
            yield from _picking(node.verb, node.pick)
        elif isinstance(node, Trigger) and node.ask is not None:
            yield from _picking(node.name, node.ask)
        elif isinstance(node, Talk):
            yield Ask(1, 1, SAY, part=node.name, speech=True, addresses=OTHERS, nominees=OTHERS)
            yield Ask(1, 1, NOMINATE, seats=OTHERS, words=(NOBODY,))
        elif isinstance(node, STEPS):
            for verb in _verbs(node):
                yield from (Ask(1, 1, verb, seats=seats, words=(NOBODY,)) for seats in (OTHERS, ()))
                yield Ask(1, 1, verb, part=CAMPAIGN if isinstance(node, Elect) else "", speech=True)
    yield from (Ask(1, 1, SAY, part=part, speech=True) for part in (LAST_WORDS, AGAIN))


def _picking(verb: str, pick: Pick) -> Iterator[Ask]:
    mine = (1,) if pick.confirm and isinstance(pick.among, Self) else OTHERS
    for seats in (mine, ()):
        yield Ask(1, 1, verb, seats=seats, confirm=pick.confirm, roles=("role",) if pick.names_role else ())


def _cues(rules: Ruleset) -> None:
    for seats in range(*rules.decks.seats):
        deck = make_deck(rules, seats)
        night_script(rules, deck, {}, call_all=True)
        setup_script(rules, deck, call_all=True)


def _rulings(rules: Ruleset) -> None:
    """What the conditions take for want of which something does not happen, or a side has not won."""
    for role in (*rules.roles, None):
        acts = role.abilities if role else tuple(group.ability for group in rules.groups)
        triggers = role.triggers if role else rules.triggers
        asked = [act.when for act in acts] + [when for act in acts for _, when in conditional(act)]
        for expr in (*asked, *(each.when for each in triggers)):
            needed(list(parts(expr)), cast_of(role))
    fixed = [each.fails for each in rules.rings] + [each.when for each in (*rules.day, *rules.wins)]
    for expr in fixed:
        needed(list(parts(expr)), cast_of(None))
    for node in walk(rules.wins):
        if isinstance(node, Count):
            heads(node.who)


SPEAKERS: dict[str, Callable[[Ruleset], None]] = {
    "page": _page, "cards": _cards, "questions": _questions, "cues": _cues, "rulings": _rulings,
}  # fmt: skip

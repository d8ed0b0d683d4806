"""Completion functions for options: rulesets, roles, house rules, players, viewers, moments, languages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from click import Context, Parameter
    from click.shell_completion import CompletionItem

    from duskfall.core.record import Record
    from duskfall.vocabulary.ruleset import Flag, Ruleset


def _fitting(words: Iterable[str | tuple[str, str]], start: str, before: str = "") -> list[CompletionItem[str]]:
    """Return the completions that begin with `start`, with `before` put in front; a word may have a description."""
    from click.shell_completion import CompletionItem

    pairs = [(word, "") if isinstance(word, str) else word for word in words]
    return [
        CompletionItem(before + word, help=about or None)
        for word, about in pairs
        if word.lower().startswith(start.lower())
    ]


def _last(incomplete: str) -> tuple[str, str]:
    """Split a comma-separated line into everything before its last part, and that part."""
    before, comma, part = incomplete.rpartition(",")
    blanks = part[: len(part) - len(part.lstrip())]
    return before + comma + blanks, part.lstrip()


def _chosen(ctx: Context) -> Ruleset:
    """Return the ruleset named by --rules or by the table file; without one, the default ruleset.

    A ruleset in a code file is loaded only if --rules names it, never because a table file does.
    """
    from duskfall.rules.outside import NoRuleset
    from duskfall.rules.registry import FIRST, book, find, known

    given = str(ctx.params.get("table") or ctx.params.get("what") or next(iter(ctx.args), ""))
    named = ctx.params.get("rules")
    try:
        chosen = find(named) if named else known(given) or known(_of_file(given))
    except NoRuleset:
        chosen = None
    return chosen or book(FIRST)


def _of_file(path: str) -> str:
    from duskfall.cases.yaml12 import load
    from duskfall.rules.registry import located

    try:
        found = load(Path(path).read_text(encoding="utf-8")) if path else None
    except (OSError, ValueError):
        return ""
    return located(str(found.get("rules", "")), Path(path).parent) if isinstance(found, dict) else ""


def rules(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete ids of rulesets, and paths of files that may hold one."""
    from duskfall.rules.registry import ids

    return _fitting([*ids(), *_books_at(incomplete)], incomplete)


def _books_at(start: str) -> list[str]:
    """Return folders and Python files whose path begins with `start`; none if it is empty."""
    folder, _, name = start.rpartition("/")
    if not start:
        return []
    before = f"{folder}/" if "/" in start else ""
    try:
        there = sorted(each for each in Path(before or ".").iterdir() if each.name.startswith(name))
    except OSError:
        return []
    shown = [each for each in there if not each.name.startswith(".")]
    return [f"{before}{each.name}{'/' * each.is_dir()}" for each in shown if each.is_dir() or each.suffix == ".py"]


def deck(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete the ruleset's roles, after the last comma."""
    before, part = _last(incomplete)
    return _fitting([(role.name, role.team) for role in _chosen(ctx).roles], part, before)


def cards(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete the cards that the ruleset deals beside the roles, after the last comma."""
    before, part = _last(incomplete)
    return _fitting([card.name for card in _chosen(ctx).cards], part, before)


def flags(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete the ruleset's house rules and, after an equals sign, their values."""
    before, part = _last(incomplete)
    name, equals, value = part.partition("=")
    known = _chosen(ctx).flags
    if not equals:
        return _fitting([(f"{flag.name}=", flag.about) for flag in known], part, before)
    return [item for flag in known if flag.name == name for item in _fitting(_values(flag), value, f"{before}{name}=")]


def _values(flag: Flag) -> tuple[str, ...]:
    return flag.values or (("true", "false") if isinstance(flag.default, bool) else (f"{flag.default:g}",))


def players(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete kinds of player, including providers of models; after `TEAM=` for a whole team."""
    from duskfall.players.find import known
    from duskfall.players.foreign.kinds import PLACES
    from duskfall.players.llm.providers import PROVIDERS

    before, part = _last(incomplete)
    team, equals, kind = part.partition("=")
    kinds: list[str | tuple[str, str]] = [*known()]
    kinds += [(f"{each.name}:", "a model") for each in PROVIDERS.values() if each.base]
    kinds += [(f"{way}:", "another process") for way in PLACES]
    if equals:
        return _fitting(kinds, kind, f"{before}{team}=")
    return _fitting([*kinds, *((f"{team}=", "the whole team") for team in _chosen(ctx).teams)], part, before)


def policies(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete names of policies, which choose the answers in simulated games."""
    from duskfall.batch.by_name import POLICIES, policy

    return _fitting([(name, policy(name, "").kind) for name in POLICIES], incomplete)


def viewers(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete viewers: the public, the moderator, and the players' names."""
    from duskfall.cli.play.viewer import MODERATOR, PUBLIC
    from duskfall.core.start.setup import NAMES

    names = [name.strip() for name in (ctx.params.get("names") or "").split(",") if name.strip()]
    return _fitting([PUBLIC, MODERATOR, *(names or NAMES)], incomplete)


def seats(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete the players of the record on the command line, and the public."""
    from duskfall.cli.play.viewer import PUBLIC

    record = _recorded(ctx)
    return _fitting([PUBLIC, *(record.names if record else ())], incomplete)


def moments(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete the nights and days of the record on the command line, and its end."""
    from duskfall.study.phases import begins

    record = _recorded(ctx)
    places = [place for _, place in begins(record.facts)] if record else []
    return _fitting([*(f"{phase} {number}" for phase, number in places), "end"], incomplete)


def _recorded(ctx: Context) -> Record | None:
    """Return the record on the command line; None if there is none or it can't be read."""
    from duskfall.core.record import RecordError
    from duskfall.table.kept.resume import look

    named = ctx.params.get("record") or next(iter(ctx.args), None)
    try:
        return look(Path(named))[0] if named else None
    except (OSError, RecordError):
        return None


def languages(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete the languages of texts and pages."""
    from duskfall.tell.tongue import LANGUAGES

    return _fitting(LANGUAGES, incomplete)

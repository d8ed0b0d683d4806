"""The table file that `duskfall init` writes: every setting explained, generated from the ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap

from duskfall.core.start.deck import make_deck, usual_size
from duskfall.core.start.setup import NAMES
from duskfall.players.find import known
from duskfall.table.seating import FILLS_CHAIRS
from duskfall.tell.rules.setting import flag_values
from duskfall.tell.text import cite, sentence
from duskfall.vocabulary.ruleset import Flag, Ruleset
from duskfall.vocabulary.scene import Value

WIDTH = 110


def template(rules: Ruleset, named: str = "") -> str:
    """Return the text of a table file for a ruleset, with every setting as a commented line at its default.

    `named`: the ruleset's name for the `rules` key, if not its id.
    """
    return "".join(f"{line}\n" for line in _lines(rules, named or rules.id))


def _lines(rules: Ruleset, named: str) -> Iterator[str]:
    yield from _remark(
        f"A table of {rules.title}, for `duskfall play`. To change a setting, take away the # before it."
    )
    yield from _remark("Options on the command line have the last word.")
    yield from ("", f"rules: {named}")
    yield from _seats(rules)
    yield from ("", "# House rules, with their defaults.", "flags:")
    for flag in rules.flags:
        yield from _flag(flag)
    yield from _players(rules)
    yield from _showing()
    yield from _models()


def _seats(rules: Ruleset) -> Iterator[str]:
    low, high = rules.decks.seats
    count = usual_size(rules)
    cards = Counter(make_deck(rules, count))
    deck = ", ".join(role if count == 1 else f"{role}*{count}" for role, count in cards.items())
    yield from _setting("seats", str(count), f"How many sit at the table, {low} to {high}, with the book's deck.")
    yield from _setting(
        "deck",
        deck,
        "Or the cards themselves, as a line, a list, or roles with their numbers. The roles are:",
        *_roles(rules),
    )
    if rules.cards:
        about = f"Cards to deal beside the roles, as in {rules.cards[0].name}*2: all are told how many, nobody whose."
        yield from _setting("cards", "[]", about)
    yield from _setting("names", f"[{', '.join(NAMES[:count])}]", "Who sits where, from seat 1 on.")


def _roles(rules: Ruleset) -> Iterator[str]:
    for team in rules.teams:
        yield f"{team}: {', '.join(role.name for role in rules.roles if role.team == team)}."


def _flag(flag: Flag) -> Iterator[str]:
    yield from _remark(f"{sentence(flag.about)[:-1]}: {flag_values(flag)}.{cite(flag.rule)}", "  ")
    yield f"  #{flag.name}: {_written(flag.default)}"


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _players(rules: Ruleset) -> Iterator[str]:
    about = (
        f"Who plays: {', '.join(known())}, a model (openai:MODEL, ollama:MODEL, http://HOST:PORT/v1#MODEL ...), or a "
        "module:factory of your own, as a line or a list. KIND*3 takes three chairs; TEAM=KIND plays a whole team "
        f"({', '.join(rules.teams)}). Bots take the chairs that are left."
    )
    yield from _setting("players", FILLS_CHAIRS, about)
    yield from _setting("seed", "1", "Decides everything random; without it, every game is another one.")
    yield from _setting("talk", "true", "With speech or without.")
    yield from _setting("coach", "false", "For one person among bots: `hint` shows what can be known from their seat.")


def _showing() -> Iterator[str]:
    yield from _setting("as", "moderator", "Whose eyes you look through: public, moderator, a name or a seat.")
    yield from _setting("speed", "1", "How fast a game is shown; 0 does not wait at all.")
    yield from _setting("record", "game.jsonl", "Where the game is recorded: a new file.")
    yield from _setting("games", "1", "Play so many games and count the wins, over so many processes (0: all cores).")
    yield "#jobs: 1"
    yield from _setting("json", "false", "Print the result as JSON only; or plain lines, as in a pipe.")
    yield "#plain: false"


def _models() -> Iterator[str]:
    yield from _setting("max-cost", "5", "For language models: stop before they cost more dollars than this.")
    about = "How much a provider gets: requests and tokens a minute, connections at once."
    yield from _setting("limits", "{openai.requests: 500, openai.tokens: 200000, openai.connections: 16}", about)
    yield from _setting("tape", "run.tape", "Record every call of a model here, or play them again without a network.")
    yield from _setting("probe", "votes", "Ask models aside, after every speech, for whom they would vote now.")
    about = (
        "Models beside people: how many seconds a choice in secret takes, needed or not, so that nights tell nothing."
    )
    yield from _setting("night-clock", "20", about)
    about = (
        "Stop where a server does not take a setting (temperature, effort, seed, schema), instead of leaving it out."
    )
    yield from _setting("strict-settings", "false", about)


def _setting(key: str, value: str, *about: str) -> Iterator[str]:
    yield ""
    for text in about:
        yield from _remark(text)
    yield f"#{key}: {value}"


def _remark(text: str, indent: str = "") -> Iterator[str]:
    yield from wrap(text, WIDTH, initial_indent=f"{indent}# ", subsequent_indent=f"{indent}# ")

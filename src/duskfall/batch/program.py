"""The program of a table and a policy: generated Python source over integers, which runs as it is or compiled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from duskfall.batch.making.maker import Maker, Recipe
from duskfall.batch.making.shown import PLACES
from duskfall.batch.policies import UNIFORM, Number, Policy
from duskfall.batch.rows import Kind
from duskfall.batch.table import Table
from duskfall.batch.words.ask import DRIVEN, IN_WORLDS
from duskfall.batch.words.dealing import deal
from duskfall.batch.words.flow import DAYBREAK, DUSK, ends, flow

BEGUN = "max(night, day)"  # rounds, including one cut short by the end of the game; `rounds` has only complete ones
ALWAYS = ("k0", "k1", "pc", "phase", "night", "day", "rounds", "alive", "public", "dead", "held", "voted_out", "side",
          "reason", "met", "cowins")  # fmt: skip
PLACE, LEAVES = re.compile(r" {8}if pc == (\d+):"), re.compile(r"(?<= )(?:continue|break)$")
RETURNS = {"continue": "return 0", "break": "return 1"}
WORD = re.compile(r"\b[A-Za-z_]\w*")
LOG = 1 << 17  # integers in the log of one game


@dataclass(frozen=True, slots=True)
class Program:
    """Generated source, and what it needs to run."""

    text: str
    scratch: int  # length of W
    state: int  # how many of them last over a question: a waiting game is W[:state]
    rows: int  # length of L, without its first integer
    recipes: tuple[Recipe, ...]
    places: Mapping[str, int] = field(default_factory=dict, compare=False)  # by name: its index in W

    def constants(self, table: Table, policy: Policy | None = None) -> tuple[int, ...]:
        """Return the constants K for a table of this program's ruleset.

        With `policy`, the numbers are taken from that policy, which must have the same name as the program's.
        """
        return tuple(r.of(policy) if policy and isinstance(r, Number) else r(table) for r in self.recipes)


def source(
    table: Table,
    policy: Policy = UNIFORM,
    *,
    general: bool = False,
    told: bool = False,
    resumable: bool = False,
    worlds: bool = False,
) -> Program:
    """Generate the program of a table.

    `general`: for all tables of the ruleset, with code for every role. `told`: it logs the events of a game.
    `resumable`: it stops at each question. `worlds`: a resumable program for inference, which is given its deal and
    compares the events that it shows a viewer with what the viewer saw.
    """
    m = Maker(table, policy, general=general, told=told, resumable=resumable, worlds=worlds)
    for name in (*ALWAYS, *(DRIVEN if m.resumable else ()), *(("spoke", *IN_WORLDS) if worlds else ())):
        m.layout.number(name)
    m.out.depth = 1
    deal(m)
    dealt, m.out.lines = m.out.lines, []
    m.out.depth = 2
    flow(m)
    body = _ended(m, m.out.lines)
    state, scratch = m.layout.settle()
    lines = ["# Generated from a ruleset; see duskfall/batch.", ""]
    lines += [f"{name} = {at}" for name, at in m.layout.arrays.items()]
    if worlds:
        lines += [f"{name} = {place}" for name, place in PLACES.items()]
    for helper in m.helpers.values():
        lines += ["", "", *helper.rstrip().split("\n")]
    if m.in_pieces:
        places, body = _places(body)
        lines += _in_array(
            m, [*places, *(_resumable(m, dealt, body, state) if m.resumable else _whole(m, dealt, body))]
        )
    else:
        lines += _whole(m, dealt, body)
    return Program(
        "\n".join(lines) + "\n",
        max(scratch, 1),
        state,
        LOG if told and not worlds else 1,
        tuple(m.recipes),
        {**m.layout.numbers, **m.layout.arrays},
    )


def _places(body: list[str]) -> tuple[list[str], list[str]]:
    """Return a function for each label of the flow, and the loop that calls them: short functions compile fast."""
    functions: list[str] = []
    loop: list[str] = []
    for line in body:
        if found := PLACE.fullmatch(line):
            if functions:
                functions.append("    return 0")
            name = f"at_{found[1]}_{len(loop)}"
            functions += ["", "", f"def {name}(W, K, L, A, O):"]
            loop += [f"        if pc == {found[1]} and {name}(W, K, L, A, O) != 0:", "            break"]
        else:
            assert line.startswith(" " * 12), line
            functions.append(LEAVES.sub(lambda found: RETURNS[found[0]], line)[8:])
    return [*functions, "    return 0"], loop


def _in_array(m: Maker, lines: list[str]) -> list[str]:
    """Return the lines with all variables moved to W: long programs with many variables compile very slowly."""
    places = {name: f"W[{at}]" for name, at in m.layout.numbers.items()}
    return WORD.sub(lambda found: places.get(found[0], found[0]), "\n".join(lines)).split("\n")


def _ended(m: Maker, lines: list[str]) -> list[str]:
    """Return the lines with the markers for dusk and daybreak replaced by code."""
    found: list[str] = []
    for line in lines:
        bare = line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        if bare in (DUSK, DAYBREAK):
            found += [indent + each for each in ends(m, bare)]
        elif bare.startswith("# zero "):
            array = bare.split()[-1]
            if array in m.layout.sizes:
                size = m.layout.sizes[array]
                found += [f"{indent}for place in range({size}):", f"{indent}    W[{array} + place] = 0"]
        else:
            found.append(line)
    return found


def _begin(m: Maker) -> list[str]:
    """Return code that sets everything to 0 and computes the key of the game's draws."""
    lines = [] if m.worlds else [f"    {name} = 0" for name in m.layout.numbers]
    for array in sorted(m.layout.zeroed):
        lines += [f"    for place in range({m.layout.sizes[array]}):", f"        W[{array} + place] = 0"]
    if not m.worlds:
        lines += ["    k0 = key(seed, game, 0)", "    k1 = key(seed, game, 1)"]
    return [*lines, *(["    L[0] = 1"] if m.told and not m.worlds else [])]


def _end(m: Maker) -> list[str]:
    """Return code that logs the end of the game."""
    if not m.told:
        return []
    before = len(m.out.lines)
    m.out.depth = 1
    with m.out.block("if side != 0"):
        m.tell_all(Kind.ENDED, "side", "reason", "cowins")
    return m.out.lines[before:]


def _whole(m: Maker, dealt: list[str], body: list[str]) -> list[str]:
    """Return functions that play a whole game, and many games."""
    return [
        "", "", "def play(seed, game, W, K, L):",
        "    A = O = W", *_begin(m), *dealt,
        "    while True:", *body, *_end(m),
        f"    return side + 64 * {BEGUN}",
        "", "", "def run(seed, begin, count, W, K, L, T):",
        "    for game in range(begin, begin + count):",
        "        found = play(seed, game, W, K, L)",
        "        T[found & 63] += 1",
        "        T[0] += found >> 6",
    ]  # fmt: skip


def _answers(m: Maker) -> list[str]:
    """Return a function that answers for the seats of a waiting game, if players could follow its policy."""
    if m.policy.table_model or m.worlds:
        return []
    return ["", "", "def answer(W, K, O, A, seats):", *m.policy.answer(m)]


def _resumable(m: Maker, dealt: list[str], body: list[str], state: int) -> list[str]:
    """Return functions for a game that stops at each question, with its whole state in W."""
    arguments, first = ("D", "    pc = 1") if m.worlds else ("seed, game", "")
    return [
        "", "", f"def deal({arguments}, W, K, L):",
        f"    for place in range({state}):", "        W[place] = 0",
        *_begin(m), *dealt, *([first] if first else []),
        "", "", f"def begin({arguments}, W, K, L, O):",
        f"    deal({arguments}, W, K, L)",
        "    return step(W, K, L, O, O)",
        "", "", "def step(W, K, L, A, O):",
        f"    {m.number('act')} = 0", "    O[0] = 0",
        "    while True:", *body, *_end(m),
        "    W[0] = side", f"    W[1] = {BEGUN}",
        "    return act",
        *_answers(m),
    ]  # fmt: skip

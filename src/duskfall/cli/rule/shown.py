"""A ruling printed on the terminal: the result of each phase, the reasons with cited rules, and what is announced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from duskfall.tell.host.aloud import numbered
from duskfall.tell.text import safe
from duskfall.tell.tongue import row, say
from duskfall.terminal.stage.console import terminal
from duskfall.wire.common import CitedLine
from duskfall.wire.desk import DeskRuled, DeskRuling

INDENT = 2


def show(result: DeskRuling, name: str = "") -> None:
    """Print all phases of a ruling, under the name of its case if it has one."""
    out = terminal()
    if name:
        out.print(Text(safe(name), style="bold"))
    for line in result["warnings"]:
        out.print(Text(safe(line), style="yellow"))
    for phase in result["phases"]:
        out.print(Group(*_phase(phase)))


def _phase(phase: DeskRuled) -> Iterator[RenderableType]:
    yield Text.assemble("\n", (phase["title"], "bold underline"))
    yield _fate(phase)
    cited: set[str] = set()
    yield from _reasons(phase["lines"], cited)
    yield from _more(say("Why not:"), phase["whyNot"], cited)
    yield from _more(say("Not yet:"), phase["notYet"], {line["rule"] for line in phase["notYet"]})
    yield from _list(say("Told:"), [each["text"] for each in phase["told"]])
    yield from _list(say("Read aloud:"), phase["aloud"])
    yield from _list(say("Not asked for:"), phase["unused"])


def _fate(phase: DeskRuled) -> Text:
    """Return the outcome in one line."""
    gone = [numbered(each["seat"], each["name"]) for each in (*phase["dead"], *phase["out"])]
    if not gone:
        return Text(say("Nobody leaves the table."), style="green")
    return Text(say("Out of the game: {names}.", names=row(map(safe, gone))), style="bold red")


def _more(head: str, lines: list[CitedLine], cited: set[str]) -> Iterator[RenderableType]:
    """Yield reasons under a heading, or nothing if there are none."""
    if lines:
        yield Text(f"\n{head}", style="bold")
        yield from _reasons(lines, cited)


def _reasons(lines: list[CitedLine], cited: set[str]) -> Iterator[RenderableType]:
    """Yield reasons, quoting the rules that are not in `cited` yet; their ids are added to it."""
    for line in lines:
        yield from _why(line, line["rule"] not in cited)
        cited.add(line["rule"])


def _why(line: CitedLine, first: bool) -> Iterator[RenderableType]:
    """Yield a reason; the text of its rule is quoted only if `first`."""
    rule = (f" [{line['rule']}]", "cyan") if line["rule"] else ""
    found = Table.grid(padding=(0, 1))
    found.add_column()
    found.add_column(overflow="fold")
    found.add_row("•", Text.assemble(line["text"], rule))
    if line["cite"] and first:
        found.add_row("", Padding(Text(f"“{line['cite']}”", style="dim italic"), (0, 0, 0, INDENT), expand=False))
    yield found


def _list(head: str, lines: Iterable[str]) -> Iterator[RenderableType]:
    found = list(lines)
    if found:
        yield Text(f"\n{head}", style="bold")
        yield from (Padding(Text(each), (0, 0, 0, 2), expand=False) for each in found)

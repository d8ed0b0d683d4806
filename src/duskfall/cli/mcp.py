"""The `duskfall mcp` command: serve a seat at a web table to any MCP client."""

from __future__ import annotations

import click

from duskfall.cli.common import BRING, BadInput, bring_rules
from duskfall.cli.shell import complete

NEEDS = ("mcp", "websockets")


@click.command("mcp", short_help="Let an MCP client take a seat at a table.")
@click.argument("link", metavar="SEAT-LINK", envvar="DUSKFALL_SEAT")
@click.option("--language", default="en", shell_complete=complete.languages, help="What is told: en, ru or zh.")
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
def mcp(link: str, language: str, rules: tuple[str, ...]) -> None:
    """Speak MCP on stdin and stdout for the seat of a link, such as http://127.0.0.1:8420/#/table/ROOM/SECRET.

    The link holds the seat's secret; DUSKFALL_SEAT in the environment keeps it out of the list of processes.
    """
    from importlib.util import find_spec

    from duskfall.mcp.address import BadLink, read_link
    from duskfall.tell.tongue import LANGUAGES

    if any(find_spec(name) is None for name in NEEDS):
        raise BadInput("MCP needs two packages more: pip install 'duskfall[mcp]' (in a checkout: make mcp)")
    if language not in LANGUAGES:
        raise BadInput(f"--language: there is no {language!r}; there are {', '.join(LANGUAGES)}")
    try:
        address = read_link(link)
    except BadLink as error:
        raise BadInput(f"SEAT-LINK: {error}") from None
    bring_rules(rules)
    from duskfall.mcp.server import serve

    serve(address, language)

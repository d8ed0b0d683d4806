"""The `duskfall host` command: serve the page for the host of a live table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from duskfall.cli.common import BRING, BadInput, CannotGoOn, bring_rules
from duskfall.cli.served import OVER_HTTP, need, opened, port_option, show, tell
from duskfall.cli.shell import complete

if TYPE_CHECKING:
    from duskfall.web.serve import Doors

NEEDS = ("starlette", "uvicorn", "segno")
OFFLINE = "For that, put the site of `duskfall host --bundle DIR` on an HTTPS host."


@click.command(short_help="Host a live table from a phone or a laptop.")
@port_option
@click.option("--lan", is_flag=True, help="Let phones on the local network in; shows a QR code to scan.")
@click.option("--bundle", type=click.Path(path_type=Path), metavar="DIR", help="Only write the page as a static site.")
@click.option("--language", shell_complete=complete.languages, help="The language of the page: en, ru or zh.")
@click.option("--new-key", is_flag=True, help="Make a new key: whoever has an older address is locked out.")
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
def host(
    port: int | None,
    lan: bool,
    bundle: Path | None,
    language: str | None,
    new_key: bool,
    no_open: bool,
    rules: tuple[str, ...],
) -> None:
    """Open the host's page: what to read aloud, what to record, the ruling at dawn, the protocol at the end.

    Evenings are kept in the browser and by this server. Ctrl-C stops the server; nothing is lost.
    """
    _check_language(language)
    bring_rules(rules)
    if bundle:
        _write(bundle)
        return
    need(NEEDS, "host")
    doors = opened(port, lan)
    _serve(doors, language, opening=not no_open, new_key=new_key)


def _check_language(language: str | None) -> None:
    from duskfall.tell.tongue import LANGUAGES

    if language is not None and language not in LANGUAGES:
        raise BadInput(f"--language: there is no {language!r}; there are {', '.join(LANGUAGES)}")


def _write(folder: Path) -> None:
    from duskfall.web.bundle import CannotWrite, bundle
    from duskfall.web.site import NoPage

    try:
        count = bundle(folder)
    except (CannotWrite, NoPage) as error:
        raise BadInput(f"--bundle: {error}") from None
    except OSError as error:
        raise BadInput(f"--bundle: {error.filename or folder}: {error.strerror}") from None
    click.echo(f"{folder}: {count} files. Put them on any HTTPS host, under any path.")


def _serve(doors: Doors, language: str | None, *, opening: bool, new_key: bool) -> None:
    from duskfall.web.guard import key
    from duskfall.web.serve import LOOPBACK, serve
    from duskfall.web.site import NoPage

    try:
        secret = key(new_key)
    except (OSError, RuntimeError) as error:  # RuntimeError: the user has no home directory
        why = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise CannotGoOn(f"evenings cannot be kept here: {why}") from None
    tail = f":{doors.port}/#key={secret}" + (f"&language={language}" if language else "")
    here = f"http://{LOOPBACK}{tail}"

    def started() -> None:
        _say(here, f"http://{doors.lan}{tail}" if doors.lan else "")
        if opening:
            show(here)

    try:
        serve(doors, secret, started)
    except NoPage as error:
        raise CannotGoOn(str(error)) from None
    except KeyboardInterrupt:
        click.echo("")


def _say(here: str, lan: str) -> None:
    from duskfall.web.serve import drawn
    from duskfall.web.site import has_pyodide

    lines = [f"{drawn(lan)}\n\nOn a phone in this network:  {lan}\n{OVER_HTTP} {OFFLINE}\n"] if lan else []
    lines.append(f"On this machine:  {here}")
    if not has_pyodide():
        lines.append("Pyodide is not here, so the page needs this server; `make page` (with Node) brings it.")
    lines.append("The address holds the key to your evenings. Ctrl-C stops the server; nothing is lost.")
    tell(lines)

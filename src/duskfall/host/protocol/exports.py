"""Score sheet files in every format, and the call by which a page gets them."""

from __future__ import annotations

import json

from duskfall.host.evening.evening import Evening, EveningError
from duskfall.host.protocol import data as protocols
from duskfall.host.protocol.as_csv import TABLES, protocol_csv
from duskfall.host.protocol.as_html import protocol_html
from duskfall.tell.tongue import say
from duskfall.wire.calls import Params
from duskfall.wire.evening import ProtocolFile

JSON, HTML = "json", "html"
FORMS = (HTML, JSON, *TABLES)
TYPES = {HTML: "text/html", JSON: "application/json"}


def protocol(params: Params) -> ProtocolFile:
    """Answer the call {actions, form, bom} with a file of the score sheet: its text, name and media type."""
    actions, form = params.get("actions"), params.get("form", JSON)
    if not isinstance(actions, list):
        raise EveningError(say("This is not an evening."))
    evening = Evening(actions)
    text = protocol_text(evening, form, params.get("bom", True) is True)
    return {"text": text, "name": protocol_name(evening, form), "type": TYPES.get(form, "text/csv")}


def protocol_text(evening: Evening, form: str, bom: bool = True) -> str:
    """Return the score sheet in this format and the current language; with `bom`, CSV is marked as UTF-8 for Excel."""
    if form not in FORMS:
        raise ValueError(say("There is no such form of a protocol: {form}.", form=form))
    kept = protocols.protocol(evening)
    if form == JSON:
        return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"
    return protocol_html(kept, corrected(evening)) if form == HTML else protocol_csv(kept, form, bom)


def corrected(evening: Evening) -> list[str]:
    """Return a line for each run of undos that were not redone, and for each replaced answer, in order."""
    jumps = evening.jumps_back()
    changed = evening.replaced()
    lines = evening.audit(jumps) if jumps or changed else []
    told = {jump[0]: lines[jump[-1]] for jump in jumps}
    told |= {when: lines[place] for place, when in changed.items()}
    return [line for _, line in sorted(told.items())]


def protocol_name(evening: Evening, form: str) -> str:
    """Return a suggested file name."""
    of, _, table = form.partition("-")
    date = next((live.began[:10] for live in evening.games if live.began), "")
    return "-".join(filter(None, ("duskfall", date, table))) + f".{of}"

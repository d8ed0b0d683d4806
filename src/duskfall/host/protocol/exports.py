"""The protocol in each of its forms, as a file to be kept, sent or printed; and the call by which a page gets it."""

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
    """The call {actions, form, bom}: the text, what its file may be called, and of what type it is."""
    actions, form = params.get("actions"), params.get("form", JSON)
    if not isinstance(actions, list):
        raise EveningError(say("This is not an evening."))
    evening = Evening(actions)
    text = protocol_text(evening, form, params.get("bom", True) is True)
    return {"text": text, "name": protocol_name(evening, form), "type": TYPES.get(form, "text/csv")}


def protocol_text(evening: Evening, form: str, bom: bool = True) -> str:
    """The protocol in this form, in the language now spoken; tables with the mark by which Excel knows UTF-8."""
    if form not in FORMS:
        raise ValueError(say("There is no such form of a protocol: {form}.", form=form))
    kept = protocols.protocol(evening)
    if form == JSON:
        return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"
    return protocol_html(kept, corrected(evening)) if form == HTML else protocol_csv(kept, form, bom)


def corrected(evening: Evening) -> list[str]:
    """Return a line for each Back that was not taken again, many in a row being one, and for each changed answer."""
    jumps = evening.jumps_back()
    changed = evening.replaced()
    lines = evening.audit(jumps) if jumps or changed else []
    told = {jump[0]: lines[jump[-1]] for jump in jumps}
    told |= {when: lines[place] for place, when in changed.items()}
    return [line for _, line in sorted(told.items())]


def protocol_name(evening: Evening, form: str) -> str:
    """What the file may be called."""
    of, _, table = form.partition("-")
    date = next((live.began[:10] for live in evening.games if live.began), "")
    return "-".join(filter(None, ("duskfall", date, table))) + f".{of}"

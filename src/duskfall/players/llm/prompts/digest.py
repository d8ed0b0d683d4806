"""The digest of a prompt: whatever of its words is ours or the user's, and none of the rules' or the game's."""

from __future__ import annotations

from hashlib import sha256

from duskfall.players.llm import personas
from duskfall.players.llm.lines import compact
from duskfall.players.llm.model import Model
from duskfall.players.llm.prompts import primers
from duskfall.players.llm.prompts.pages import SYSTEM, VISIT, WRITE_NOTES, template

PAGES = (*SYSTEM, "seat", "fold", "notes", "probe")


def prompt_digest(model: Model) -> str:
    """The same for models that are told the same at the same table, by the same words; a variant's name is not told."""
    words = {
        "pages": [*(template(page).template for page in PAGES), VISIT],
        "notes": WRITE_NOTES if model.notes else "",
        "primers": primers.WORDS if model.primer or model.prompt.strategy else [],
        "manner": _manner(model),
        "language": personas.language(model.language),
        "context": model.context,
        "variant": model.prompt.as_data(),
    }
    return sha256(compact(words).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _manner(model: Model) -> list[str]:
    """What the persona is told of itself; where one is drawn, all that may be."""
    if model.manner or not model.persona:
        return [model.manner]
    path, named = personas.split_file(model.persona)
    found = personas.of_file(path) if path else {name: personas.words(name) for name in personas.known()}
    chosen = named or ("" if path or model.persona == personas.ANY else model.persona)
    return [found[chosen]] if chosen else list(found.values())

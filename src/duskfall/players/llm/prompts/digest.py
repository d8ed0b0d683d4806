"""The digest of a model's prompt: covers all fixed and user-written texts, but not the rules and the game's events."""

from __future__ import annotations

from hashlib import sha256

from duskfall.players.llm import personas
from duskfall.players.llm.lines import compact
from duskfall.players.llm.model import Model
from duskfall.players.llm.prompts import primers
from duskfall.players.llm.prompts.pages import SYSTEM, VISIT, WRITE_NOTES, template

PAGES = (*SYSTEM, "seat", "fold", "notes", "probe")


def prompt_digest(model: Model) -> str:
    """Return a digest that is equal for models with the same prompt texts; the name of a variant does not count."""
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
    """Return the text of the model's persona, or all texts from which it will be drawn."""
    if model.manner or not model.persona:
        return [model.manner]
    path, named = personas.split_file(model.persona)
    found = personas.of_file(path) if path else {name: personas.words(name) for name in personas.known()}
    chosen = named or ("" if path or model.persona == personas.ANY else model.persona)
    return [found[chosen]] if chosen else list(found.values())

"""Two prompts of one model are two players of a league."""

from __future__ import annotations

from typing import Any

import pytest

from duskfall.arena.league import Entrant
from duskfall.arena.variants import entrant_of
from duskfall.players.base import PlayerError
from duskfall.players.llm.model import read_model, short

MODEL = "openai:gpt-5-mini?effort=low"


def test_without_a_prompt_it_is_the_model_itself() -> None:
    kind, identity = entrant_of("plain", {"model": MODEL})
    assert (kind, entrant_of("other", {"model": MODEL, "prompt": {}})) == (MODEL, (kind, identity))
    assert (identity["provider"], identity["model"], identity["settings"]) == (
        "openai",
        "gpt-5-mini",
        {"effort": "low"},
    )


def test_a_prompt_makes_another_player_whole_in_its_kind() -> None:
    prompt = {"persona": "You are blunt.", "strategy": {"evil": "Lie, but little."}, "notes": True, "roles": False}
    plain, coached = (Entrant(name, *entrant_of(name, {"model": MODEL, "prompt": parts}))
                      for name, parts in (("plain", {}), ("coached, twice", prompt)))  # fmt: skip
    assert plain.identity["prompt"] != coached.identity["prompt"]
    assert read_model(coached.kind).prompt.as_data() == coached.identity["variant"]
    assert short(coached.kind) == f"{MODEL}&prompt=coached- twice"
    assert coached.identity["settings"] == {"effort": "low", "notes": True}


def test_a_file_of_prompts_is_read_into_the_kind(tmp_path: Any) -> None:
    file = tmp_path / "prompts.yaml"
    file.write_text("bare: {rules: no}\n")
    kind, identity = entrant_of("bare", {"model": MODEL, "prompt": f"{file}:bare"})
    assert (kind, identity["variant"]) == (MODEL + '&prompt=bare:{"rules":false}', {"rules": False})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"modle": MODEL}, "players.coached: unknown key 'modle', did you mean 'model'? (there are: model, prompt)"),
        ({"prompt": {}}, "players.coached: model is the name of a model, as in openai:gpt-5-mini"),
        ({"model": "scripted"}, "players.coached: model is the name of a model, as in openai:gpt-5-mini"),
        ({"model": "openai:"}, "players.coached: openai:: the model's name is missing, as in openai:MODEL"),
        ({"model": MODEL, "prompt": {"rolls": False}}, "coached: prompt: unknown part 'rolls', did you mean 'roles'?"),
        ({"model": MODEL, "prompt": 3}, "players.coached: prompt: a prompt is written by its parts"),
        ({"model": MODEL, "prompt": "none.yaml"}, "players.coached: none.yaml: No such file or directory"),
        ({"model": MODEL + "&notes=no", "prompt": {"notes": True}}, "notes is set twice, once by the prompt"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_a_line(given: Any, said: str) -> None:
    with pytest.raises(PlayerError, match=r"^[^\n]+$") as found:
        entrant_of("coached", given)
    assert said in str(found.value)

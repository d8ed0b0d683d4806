"""Two prompts of one model are two players of a league."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duskfall.arena.folder import game_path, read_league
from duskfall.arena.league import Entrant
from duskfall.arena.schedule import Schedule
from duskfall.arena.store.query import open_tables
from duskfall.arena.variants import entrant_of
from duskfall.core.record import read
from duskfall.players.base import PlayerError
from duskfall.players.llm.accounts.sidecar import read_calls
from duskfall.players.llm.model import read_model, short
from duskfall.replay.sent import model_in, sent
from duskfall.rules import ruleset
from duskfall.study.primer import primer
from duskfall.table.kept.journal import calls_path
from tests.llm.stub import served
from tests.llm.test_llm_commands import duskfall

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


def test_an_ablation_is_a_league(tmp_path: Path) -> None:
    """Two prompts of one model, by turns in every seat: kept apart in rows and calls, their words in the records."""
    file, folder = tmp_path / "league.yaml", tmp_path / "league"
    with served(0.0) as address:
        file.write_text(f"""
rules: werewolf
seats: 5
flags: {{maxRounds: 1}}
players:
  plain: {address}#m
  bare: {{model: "{address}#m", prompt: {{roles: no, strategy: {{evil: Lie well.}}}}}}
blocks: 1
""")
        done = duskfall("arena", "run", file, "--into", folder, "--json")
    assert done.returncode == 0, done.stderr
    assert {each["player"] for each in json.loads(done.stdout)["ratings"]} == {"plain", "bare"}
    league = read_league(folder)
    with open_tables(folder) as tables:
        seats = tables.execute("SELECT player, count(*) FROM seats GROUP BY 1 ORDER BY 1").fetchall()
        kinds = tables.execute("SELECT DISTINCT player, model FROM calls ORDER BY 1").fetchall()
    assert [name for name, _ in seats] == ["bare", "plain"]
    assert kinds == [("bare", league.entrant("bare").kind), ("plain", league.entrant("plain").kind)]
    told: dict[tuple[str, bool], bool] = {}
    for fixture in Schedule(league):
        path = game_path(folder, fixture.number)
        record = read(path.read_text("utf-8").splitlines())
        game, calls = record.replay(ruleset("werewolf")), read_calls(calls_path(path))
        for seat, name in enumerate(fixture.lineup, 1):
            model = model_in(record, game, seat)
            assert model is not None
            first = next(sent(game, seat, model, calls))
            evil = primer("werewolf").cards[game.setup.roles[seat - 1]].side == "evil"
            assert first.verified
            assert ("### Team" in first.messages[0][1]) == (name == "plain")
            told[name, evil] = "Lie well." in first.messages[1][1]
    assert told == {("plain", False): False, ("plain", True): False, ("bare", False): False, ("bare", True): True}

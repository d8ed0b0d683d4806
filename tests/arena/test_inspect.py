"""A league as a task of inspect_ai: games played by its mock model, logged, scored, and read back from the log."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from anyio import fail_after, sleep
from inspect_ai import eval as evaluate
from inspect_ai import eval_retry
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelAPI, ModelOutput, ModelUsage, get_model, modelapi
from inspect_ai.scorer import SampleScore, Score
from inspect_ai.solver._task_state import sample_state

from duskfall.arena.inspect import league
from duskfall.arena.inspect.bridge import config
from duskfall.arena.inspect.kept import CALLS, RECORD, unpacked
from duskfall.arena.inspect.leagues import league_at
from duskfall.arena.inspect.scores import BLOCK, stderr_by_block
from duskfall.arena.measures import MEASURES
from duskfall.arena.run.one import play_bots
from duskfall.arena.schedule import Schedule
from duskfall.core.record import read
from duskfall.players.base import PlayerError
from duskfall.players.llm.accounts.ledger import Call
from duskfall.players.llm.calls import Request
from duskfall.players.llm.model import read_model, ready
from duskfall.replay.sent import model_in, sent
from duskfall.rules import BOOKS, ruleset
from tests.llm.driving import driven
from tests.llm.schema import drawn
from tests.patience import LONG, LOOK, PATIENCE

FILE = """
rules: werewolf
seats: 5
flags: {maxRounds: 1}
players:
  one: inspect:one
  two: {model: inspect:rival, prompt: {advice: "Mind the clock."}}
  dice: random
blocks: 2
seed: 3
"""
ROOT = Path(__file__).parents[2]
QUIET: Any = {"display": "log", "score_display": False}  # no table on a screen is measured and filled all the time
Answer = Callable[[list[ChatMessage], GenerateConfig], Any]


def text_of(config: GenerateConfig, seed: str) -> str:
    """Some answer of the form that is asked for."""
    assert config.response_schema is not None
    schema = config.response_schema.json_schema.model_dump(exclude_none=True)
    return json.dumps(drawn(schema, Random(seed)))


def said(text: str, **given: Any) -> ModelOutput:
    """An answer with its tokens, which the mock model would else count with a vocabulary from the net."""
    output = ModelOutput.from_content("mockllm", text, **given)
    output.usage = ModelUsage(input_tokens=100, output_tokens=len(text), total_tokens=100 + len(text))
    return output


def right(chat: list[ChatMessage], config: GenerateConfig) -> ModelOutput:
    """The answer of a model that keeps to the form."""
    return said(text_of(config, chat[-2].text + chat[-1].text))


def mock(answer: Answer = right) -> Model:
    """Inspect's mock model with these answers."""
    return get_model("mockllm/model", memoize=False, custom_outputs=lambda chat, _, __, config: answer(chat, config))


@pytest.fixture(scope="module", autouse=True)
def _a_home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Inspect keeps traces where its user has data."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "league.yaml"
    path.write_text(FILE)
    return path


def played(file: Path, model: Model, **given: Any) -> EvalLog:
    """The league evaluated, and its log read back."""
    (log,) = evaluate(league(str(file)), model, log_dir=str(file.parent / "logs"), **QUIET, **given)
    return read_eval_log(log.location, resolve_attachments=True)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    """The whole league, with a model for one of the roles, and the eval's own for the other."""
    file = tmp_path_factory.mktemp("league") / "league.yaml"
    file.write_text(FILE)
    return played(file, mock(), model_roles={"rival": mock()})


def test_a_sample_is_a_deal_and_a_rotation(log: EvalLog, file: Path) -> None:
    assert log.status == "success", log.error
    fixtures = list(Schedule(league_at(str(file))))
    assert len(log.samples or ()) == len(fixtures) == 10
    for fixture, sample in zip(fixtures, log.samples or (), strict=True):
        assert sample.id == f"werewolf-5-{fixture.block}-{fixture.rotation}"
        assert sample.metadata["lineup"] == list(fixture.lineup)
        assert sample.input == f"werewolf, 5 seats, block {fixture.block}, rotation {fixture.rotation}: " + ", ".join(
            fixture.lineup
        )


def test_the_record_is_in_the_log_and_verifies(log: EvalLog) -> None:
    words = set()
    for sample in log.samples or ():
        record = read(sample.store[RECORD].splitlines())
        assert record.verify(ruleset("werewolf")) == ""
        game = record.replay(ruleset("werewolf"))
        calls = [Call.of_data(json.loads(line)) for line in sample.store[CALLS].splitlines()]
        assert {call.outcome for call in calls} <= {"ok", "illegal"}
        for seat, name in enumerate(sample.metadata["lineup"], 1):
            model = model_in(record, game, seat)
            assert (model is None) == (name == "dice")
            prompts = list(sent(game, seat, model, calls)) if model else []
            assert all(each.verified for each in prompts)
            words |= {(name, "Mind the clock." in each.messages[0][1]) for each in prompts}
    assert words == {("one", False), ("two", True)}


def test_the_transcript_has_the_calls_and_the_tale(log: EvalLog) -> None:
    for sample in log.samples or ():
        events = [event for event in sample.events if event.event == "model"]
        assert len(events) == len(sample.store[CALLS].splitlines())
        assert {event.role for event in events} == {None, "rival"}
        (tale,) = [event.data for event in sample.events if event.event == "info" and event.source == "duskfall"]
        assert str(tale).count("\n") > 20
        assert sample.output.completion in str(tale)


def test_scores_are_wins_by_player_and_our_measures(log: EvalLog) -> None:
    assert log.results is not None
    by_name = {score.name: score for score in log.results.scores}
    assert list(by_name) == ["one", "two", "dice", "winner"]
    for name in ("one", "two", "dice"):
        values = [sample.scores["seats_won"].as_dict()[name] for sample in log.samples or () if sample.scores]
        assert by_name[name].metrics["mean"].value == pytest.approx(sum(map(float, values)) / len(values))
        assert by_name[name].metrics.keys() == {"mean", "duskfall/stderr"}
        assert math.isnan(by_name[name].metrics["duskfall/stderr"].value)  # two blocks
    found = by_name["winner"].metrics
    assert {name.split(" ")[0] for name in found} <= {measure.id for measure in MEASURES}
    seats = [seat for sample in log.samples or () for seat in sample.scores["seats_won"].metadata["seats"]]
    mine = [seat["won"] for seat in seats if seat["player"] == "one"]
    assert found["wins one"].value == pytest.approx(sum(mine) / len(mine))


def test_bots_draw_as_in_every_league(file: Path) -> None:
    """Their draws depend on the entrant, so that two of a kind that change places don't play the same game again."""
    file.write_text("rules: werewolf\nseats: 5\ntalk: false\nplayers: {one: random, two: random}\nblocks: 1\nseed: 3\n")
    found = league_at(str(file))
    log = played(file, mock())
    for fixture, sample in zip(Schedule(found), log.samples or (), strict=True):
        expected = read(play_bots(replace(found, records=True), fixture).record.splitlines())
        assert read(sample.store[RECORD].splitlines()).entries == expected.entries


def of_blocks(*values: tuple[float, ...]) -> list[SampleScore]:
    """Scores of games, block by block."""
    games = ((block, each) for block, games in enumerate(values) for each in games)
    return [SampleScore(score=Score(value=each), sample_metadata={BLOCK: block}) for block, each in games]


def test_a_standard_error_needs_blocks_that_differ() -> None:
    error = cast(Callable[[list[SampleScore]], float], stderr_by_block())
    assert math.isnan(error(of_blocks((1.0, 0.5, 0.0))))
    assert math.isnan(error(of_blocks((1.0, 0.5), (0.0, 0.5))))
    assert math.isnan(error(of_blocks((1.0,), (1.0,), (1.0,), (1.0,))))
    # Deviations from 1/2 by block: 1/2, 0, -1/2.
    assert error(of_blocks((1.0,), (0.5,), (0.0,))) == pytest.approx((0.5 * 3 / 2) ** 0.5 / 3)


def test_the_score_of_a_game_has_its_seats(log: EvalLog) -> None:
    for sample in log.samples or ():
        score, winner = (sample.scores or {})["seats_won"], (sample.scores or {})["winner"]
        assert score.metadata is not None
        assert [seat["player"] for seat in score.metadata["seats"]] == sample.metadata["lineup"]
        record = read(sample.store[RECORD].splitlines())
        assert [seat["name"] for seat in score.metadata["seats"]] == list(record.names)
        assert score.answer == winner.value == record.facts[-1].winner  # type: ignore[attr-defined]
        assert winner.metadata is not None
        assert len(unpacked(winner.metadata["rows"])["calls"]) == len(sample.store[CALLS].splitlines())


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_of_a_form_is_lost_on_the_way(book: str) -> None:
    for prompts in driven(book, 8).prompts.values():
        for prompt in prompts:
            schema = prompt.form.schema(strict=True, bounds=False)
            asked = config(Request(read_model("inspect:one?temperature=0.5&effort=low&answer=900"), (), schema))
            assert asked.response_schema is not None
            assert asked.response_schema.json_schema.model_dump(exclude_none=True) == schema
            assert (asked.temperature, asked.reasoning_effort, asked.max_tokens, asked.seed) == (0.5, "low", 900, None)


def test_answers_that_are_no_good_are_repaired_as_ever(file: Path) -> None:
    def clumsy(chat: list[ChatMessage], config: GenerateConfig) -> ModelOutput:
        if chat[-1].text.startswith("Remember:"):
            return said("Let me think.", stop_reason="max_tokens")
        return right(chat, config)

    found = played(file, mock(clumsy), limit=1)
    (sample,) = found.samples or ()
    outcomes = [json.loads(line)["outcome"] for line in sample.store[CALLS].splitlines()]
    assert outcomes[:2] == ["truncated", "ok"]


def test_the_loop_of_inspect_is_never_held_up(file: Path) -> None:
    met = set[object]()

    async def waiting(chat: list[ChatMessage], config: GenerateConfig) -> ModelOutput:
        """Each game's model answers only when the other's is asked, too."""
        met.add(sample_id())
        with fail_after(PATIENCE):
            while len(met) < 2:
                await sleep(LOOK)
        return right(chat, config)

    found = played(file, mock(waiting), limit=2, max_samples=2)
    assert found.status == "success", found.error
    assert met == {sample.id for sample in found.samples or ()}
    assert not exchanges()


def sample_id() -> object:
    """Of the sample in whose context this runs."""
    state = sample_state()
    return state.sample_id if state else None


def exchanges() -> list[threading.Thread]:
    """The threads that wait for answers."""
    return [thread for thread in threading.enumerate() if thread.name == "duskfall-exchange"]


# -- what goes wrong ---------------------------------------------------------------------------------------


def failing(at: int) -> Answer:
    """Fails at this call, counted from 1."""
    count = iter(range(1, 1_000_000))

    def answer(chat: list[ChatMessage], config: GenerateConfig) -> ModelOutput:
        if next(count) == at:
            raise ConnectionAbortedError("no such host")
        return right(chat, config)

    return answer


def test_an_error_is_inspects_own_and_a_sample_is_tried_again(file: Path) -> None:
    found = played(file, mock(failing(3)), limit=1, retry_on_error=1)
    assert found.status == "success"
    (sample,) = found.samples or ()
    assert [error.message for error in sample.error_retries or ()] == ["ConnectionAbortedError('no such host')"]
    assert read(sample.store[RECORD].splitlines()).verify(ruleset("werewolf")) == ""


BREAKS_DOWN = failing(30)


@modelapi("wobbly")
class Wobbly(ModelAPI):
    """A provider that is found again by its name, and breaks down once."""

    async def generate(
        self, input: list[ChatMessage], tools: object, tool_choice: object, config: GenerateConfig
    ) -> ModelOutput:
        return BREAKS_DOWN(input, config)


def test_an_eval_that_failed_is_gone_on_with(file: Path) -> None:
    logs, task = str(file.parent / "logs"), league(str(file))
    (failed,) = evaluate(task, "wobbly/model", log_dir=logs, **QUIET, limit=3, max_samples=1)
    assert failed.status == "error"
    assert failed.error is not None
    assert "no such host" in failed.error.message
    (done,) = eval_retry(failed, log_dir=logs, **QUIET)
    assert done.status == "success", done.error
    before, after = ({each.id: each.uuid for each in log.samples or () if not each.error} for log in (failed, done))
    assert len(after) == 3
    assert before.items() < after.items()  # what was played is not played again


def test_a_limit_of_inspect_ends_the_game(file: Path) -> None:
    (sample,) = played(file, mock(), limit=1, token_limit=1_000).samples or ()
    assert sample.limit is not None
    assert sample.limit.type == "token"
    assert RECORD not in sample.store
    assert (sample.scores or {})["winner"].explanation == "the game was not played to its end"


def test_a_game_that_takes_too_long_is_left_at_once(file: Path) -> None:
    async def never(chat: list[ChatMessage], config: GenerateConfig) -> ModelOutput:
        await sleep(PATIENCE * 10)
        raise AssertionError

    (sample,) = played(file, mock(never), limit=1, time_limit=1).samples or ()
    assert sample.limit is not None
    assert sample.limit.type == "time"
    assert not exchanges()


def test_a_league_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(
        PrerequisiteError, match=r"none.yaml: there is no such league: name its file, -T league=LEAGUE.yaml"
    ):
        league(str(tmp_path / "none.yaml"))
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(FILE.replace("blocks", "blcks"))
    with pytest.raises(PrerequisiteError, match=r"wrong.yaml: line 9: unknown key 'blcks'"):
        league(str(wrong))
    wrong.write_text(FILE.replace("blocks: 2", "budget: {time: 1h}"))
    with pytest.raises(PrerequisiteError, match=r"games are too many samples: say how many blocks"):
        league(str(wrong))
    with pytest.raises(PlayerError, match=r"^inspect:one plays within inspect_ai alone: inspect eval duskfall/league$"):
        ready(read_model("inspect:one"))


def test_inspect_finds_the_task_by_the_name_of_the_package(file: Path, tmp_path: Path) -> None:
    """The command itself, with the entry point that is declared, for a league of bots: no model is reached."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["inspect_ai"]
    package = tmp_path / "site" / "duskfall_inspect-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: duskfall-inspect\nVersion: 1\n")
    (package / "entry_points.txt").write_text(
        "[inspect_ai]\n" + "".join(f"{name} = {place}\n" for name, place in declared.items())
    )
    file.write_text("{rules: werewolf, seats: 5, players: {steady: scripted, dice: random}, blocks: 1}")
    asked = ("eval", "duskfall/league", "-T", f"league={file}", "--model", "mockllm/model", "--display", "log")
    done = subprocess.run(
        [sys.executable, "-m", "inspect_ai", *asked, "--log-dir", str(tmp_path / "logs")],
        env=os.environ | {"PYTHONPATH": str(package.parent)}, capture_output=True, text=True, timeout=LONG,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (found,) = (tmp_path / "logs").glob("*.eval")
    results = read_eval_log(str(found)).results
    assert results is not None
    assert {"steady", "dice"} <= {score.name for score in results.scores}

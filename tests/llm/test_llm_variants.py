"""Variants of the prompt: each part left out, replaced or added to; recorded, resumed, shown again, and kept apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import duskfall
from duskfall.arena.run.series import play_one
from duskfall.core.facts import Began
from duskfall.core.record import read
from duskfall.players.base import PlayerError
from duskfall.players.llm.accounts.sidecar import read_calls
from duskfall.players.llm.casting import in_effect, recorded
from duskfall.players.llm.model import Model, read_model, short
from duskfall.players.llm.prompts.digest import prompt_digest
from duskfall.players.llm.prompts.pages import WRITE_NOTES, seat_page, system, template
from duskfall.players.llm.variants import FIXED, READERS, Variant, digest, read_variant, written
from duskfall.replay.sent import model_in, sent
from duskfall.rules import ruleset
from duskfall.study.primer import primer
from duskfall.table.kept.journal import calls_path
from duskfall.table.kept.resume import resume
from duskfall.table.models import Models, ModelTerms
from duskfall.table.seating import _read
from duskfall.table.sheet import TableSheet
from duskfall.terminal.bill import series_bill
from tests.llm.driving import Driven, driven, model
from tests.llm.stub import served
from tests.llm.test_llm_commands import duskfall as command
from tests.llm.test_llm_commands import refused

BOOK = "ai-mafia"
OWN = "Mind the clock, & trust 100% of nobody*."
HEADINGS = {"opening": "# You play a game", "told": "## What you are told", "advice": "## How to play well"}


def told(**parts: Any) -> str:
    """The system message with these parts."""
    began = next(fact for fact in duskfall.start(BOOK, 8).facts if isinstance(fact, Began))
    return system(began, read_variant(parts))


def pages(**parts: Any) -> dict[str, str]:
    """The first page of every seat with these parts, by the role dealt to it."""
    game, cast = duskfall.start(BOOK, 8), model(**with_parts(parts))
    facts = {seat: [fact for fact in game.facts if fact.to >> seat & 1] for seat in range(1, 9)}
    return {game.setup.roles[seat - 1]: seat_page(facts[seat], seat, cast) for seat in facts}


def with_parts(parts: dict[str, Any]) -> dict[str, Any]:
    variant = read_variant(parts, "own")
    return {"prompt": variant, **variant.settings()}


# -- every part --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", HEADINGS)
def test_a_part_of_the_system_message(part: str) -> None:
    usual = told()
    assert told(**{part: True}) == usual
    assert HEADINGS[part] in usual
    assert told(**{part: False}) == usual.replace(f"{template(part).template}\n\n", "")
    assert told(**{part: OWN}) == usual.replace(template(part).template, OWN)
    assert told(**{part: {"add": OWN}}) == usual.replace(template(part).template, f"{template(part).template}\n\n{OWN}")


def test_rules_and_roles_are_told_or_not() -> None:
    usual, without = told(), told(roles=False)
    assert usual.partition("## The rules")[0].rstrip() == told(rules=False)
    assert "### Team mafia" in usual
    assert "### Team" not in without
    assert "The cards dealt at this table:" in without
    assert without.partition("### Shared acts")[2] == usual.partition("### Shared acts")[2] != ""
    assert told(roles="no") == without  # as in the settings of a model


def test_strategy_for_all_and_by_side() -> None:
    plain, ours = pages(), pages(strategy=True)
    sides = {role: primer(BOOK).cards[role].side for role in plain}
    assert set(sides.values()) == {"good", "evil"}
    assert all(OWN in page for page in pages(strategy=OWN).values())
    assert ours != plain
    assert {**pages(strategy=False)} == plain
    added = pages(strategy={"add": "Twice.\nAnd again."})
    assert all(
        page == ours[role].replace("\n\n## Your way", "\n- Twice.\n  And again.\n\n## Your way")
        for role, page in added.items()
    )
    by_side = pages(strategy={"evil": "Lie well.", "good": True})
    for role, page in by_side.items():
        assert ("Lie well." in page) == (sides[role] == "evil")
        assert page == ours[role] or sides[role] == "evil"


def test_a_persona_by_name_as_a_text_or_none() -> None:
    assert all("You are dry." in page for page in pages(persona="dry").values())
    assert all("You whisper.\nSpeak English" in page for page in pages(persona="You whisper.").values())
    assert pages(persona=False) == pages()


def test_notes_and_what_is_said_about_them() -> None:
    def asked(**parts: Any) -> str:
        seats = {seat: model(**with_parts(parts)) for seat in range(1, 9)}
        found = Driven(duskfall.start("werewolf", 8), seats).play()
        return "\n".join(message.text for _, prompt in found.order for message in prompt.messages)

    assert WRITE_NOTES in asked(notes=True)
    assert WRITE_NOTES not in asked(notes=False)
    assert "In `notes`, one word." in asked(notes="In `notes`, one word.")


def test_words_are_the_same_in_every_seat() -> None:
    parts = {"opening": OWN, "told": {"add": OWN}, "advice": False, "roles": False, "strategy": OWN, "persona": OWN}
    found = driven("werewolf", 6, **with_parts(parts))
    assert len({prompts[0].messages[0] for prompts in found.prompts.values()}) == 1
    assert all(prompts[0].messages[1].text.count(OWN) == 2 for prompts in found.prompts.values())


# -- as it is written --------------------------------------------------------------------------------------

PARTS: dict[str, Any] = {
    "opening": {"add": OWN}, "told": "One\nline & {brace}, ünï—“quoted”", "advice": False, "rules": False,
    "roles": False,
    "strategy": {"evil": OWN, "good": {"add": "x"}, "alone": False}, "persona": "Grumpy, as ever.", "notes": "Short.",
}  # fmt: skip


def test_a_variant_is_whole_in_the_name_of_its_model() -> None:
    variant = read_variant(PARTS, "odd one")
    assert set(variant.as_data()) == set(READERS)
    kind = f"openai:m?effort=low&prompt={written(variant)}"
    line = _read(f"{kind}*3, random", "werewolf", ())
    assert line.chairs == ((kind, 3), ("random", None))
    found = read_model(kind)
    assert (found.prompt, found.manner, found.notes, found.effort) == (variant, "Grumpy, as ever.", True, "low")
    assert found.called == short(kind) == "openai:m?effort=low&prompt=odd one"
    assert read_variant(variant.as_data(), "odd one") == variant


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"stratgy": OWN}, "unknown part 'stratgy', did you mean 'strategy'? (there are: opening, "),
        ({"roles": "none"}, "roles is true or false: the rules are told as they are played, or not at all"),
        ({"rules": "My own rules."}, "rules is true or false"),
        ({"advice": 3}, "advice is true, false, a text in its place, or {add: a text}"),
        ({"advice": {"ad": "x"}}, "advice is true, false, a text"),
        ({"strategy": {"evill": "x"}}, "strategy: unknown side 'evill', did you mean 'evil'?"),
        ({"strategy": {"evil": 1}}, "strategy.evil is true, false, a text"),
        ({"persona": "blnt"}, "unknown persona 'blnt', did you mean 'blunt'?"),
        ({"persona": "people.toml:ann"}, "one of a file is a setting, as in ?persona=people.toml"),
        ({"notes": ""}, "notes is true, false, or what is said about them"),
        ([], "a prompt is written by its parts"),
        *(({key: False}, f"{key} cannot be changed: {why}") for key, why in FIXED.items()),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_a_line(given: Any, said: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$") as found:
        read_variant(given)
    assert said in str(found.value)


def test_what_is_fixed_is_no_part() -> None:
    assert not FIXED.keys() & READERS.keys()


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("advice: [", "", "prompt: {file}, line 1: "),
        ("a: {roles: no}\na: {roles: no}", ":a", "prompt: {file}, line 2: the key 'a' stands twice"),
        ("a: {roles: no}", "", "prompt: {file} has several prompts: name one, as in {file}:a"),
        ("long: {roles: no}", ":lng", "prompt: {file}: unknown prompt 'lng', did you mean 'long'? (there are: long)"),
        ("long: {role: no}", ":long", "prompt: {file}: long: unknown part 'role', did you mean 'roles'?"),
        ("", "", "prompt: {file}: there is no prompt in it"),
    ],
)
def test_a_file_that_is_wrong(text: str, place: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "prompts.yaml"
    file.write_text(text)
    with pytest.raises(PlayerError) as found:
        read_model(f"openai:m?prompt={file}{place}")
    assert said.format(file=file) in str(found.value)


def test_other_values_that_are_wrong(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("notes: true\nstrategy: x")
    for setting, said in [
        ("prompt=people.toml", "'people.toml' is no file of prompts, as in prompt=FILE.yaml"),
        (f"prompt={tmp_path}/none.yaml", "none.yaml: No such file"),
        ("prompt=x:{broken", "is damaged"),
        (f"notes=no&prompt={tmp_path}/p.yaml", "notes is set twice, once by the prompt"),
        (f"primer=yes&prompt={tmp_path}/p.yaml", "primer is set twice, once by the prompt"),
    ]:
        with pytest.raises(PlayerError, match=r"^[^\n]+$") as found:
            read_model(f"openai:m?{setting}")
        assert said in str(found.value)
    assert "prompt: 'x' is no file of prompts" in refused("play", "--players", "http://127.0.0.1:9/v1#m?prompt=x")


# -- digests -----------------------------------------------------------------------------------------------


def of(**parts: Any) -> Model:
    return read_model(f"openai:m?prompt={written(read_variant(parts, 'some'))}" if parts else "openai:m")


def test_the_digest_is_that_of_the_words() -> None:
    others = [
        of(), of(roles=False), of(rules=False), of(advice=OWN), of(advice={"add": OWN}), of(strategy=OWN),
        of(strategy={"evil": OWN}), of(persona="dry"), of(persona=OWN), of(notes=True),
        read_model("openai:m?language=ru"),
    ]  # fmt: skip
    assert len({prompt_digest(each) for each in others}) == len(others)
    assert prompt_digest(of()) == prompt_digest(read_model("anthropic:other?effort=low"))
    one, other = (read_variant({"roles": False}, name) for name in ("one", "other"))
    assert digest(one) == digest(other) != digest(Variant())
    assert prompt_digest(model(prompt=one)) == prompt_digest(model(prompt=other))


# -- at a table --------------------------------------------------------------------------------------------


def test_two_prompts_of_one_model_are_kept_apart_at_one_table(tmp_path: Path) -> None:
    path, file = tmp_path / "game.jsonl", tmp_path / "prompts.yaml"
    file.write_text(f"coached:\n  strategy: {OWN}\n  notes: true\n  persona: You whisper.\n")
    with served(0.0) as address:
        plain, coached = f"{address}#m", f"{address}#m?prompt={file}:coached"
        bare = f"{address}#m?prompt={written(read_variant({'rules': False}, 'bare'))}"
        sheet = TableSheet("werewolf", 6, flags={"maxRounds": 1}, players=f"{plain}*2, {coached}*2, {bare}*2", seed=5)
        with Models([plain, coached, bare], ModelTerms()) as models:
            played = play_one(sheet, 5, path, models)
    file.unlink()
    record = read(path.read_text(encoding="utf-8").splitlines())
    assert record.verify(ruleset("werewolf")) == ""
    assert [("prompt" in seat, seat.get("persona", "")) for seat in record.models.values()] == [
        (False, ""), (False, ""), (True, "coached"), (True, "coached"), (True, ""), (True, "")
    ]  # fmt: skip
    assert record.models["3"]["prompt"]["strategy"] == OWN
    assert set(played.ledger.models()) == {plain, coached, bare}
    assert sorted(line for line in series_bill(played.ledger) if line.startswith(address)) == sorted(
        [plain, coached, f"{address}#m?prompt=bare"]
    )
    game, calls = record.replay(ruleset("werewolf")), read_calls(calls_path(path))
    for seat in range(1, 7):
        found = model_in(record, game, seat)
        assert found is not None
        mine = list(sent(game, seat, found, calls))
        assert mine
        assert all(each.verified for each in mine)
        words = "\n".join(text for _, text in mine[-1].messages)
        assert (OWN in words, "You whisper." in words, "## The rules" in words) == (
            seat in (3, 4),
            seat in (3, 4),
            seat < 5,
        )
    shown = command("prompts", path, "--seat", "3").stdout
    assert f"#m?prompt={file}:coached, question" in shown
    assert "as its digest shows" in shown
    assert OWN in shown


def test_a_game_goes_on_when_the_file_of_its_prompt_is_gone(tmp_path: Path) -> None:
    path, file = tmp_path / "game.jsonl", tmp_path / "prompts.yaml"
    file.write_text(f"strategy: {OWN}\n")
    with served(0.0) as address:
        play = ("play", "--rules", "werewolf", "--seats", "5", "--flags", "maxRounds=1", "--seed", "7", "--plain")
        kind = f"{address}#m?prompt={file}"
        assert command(*play, "--players", f"{kind}*5", "--record", path).returncode == 0
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(lines[: len(lines) // 2]), encoding="utf-8")
        file.unlink()
        done = command("resume", path, "--plain", "--players", kind)
    assert done.returncode == 0, done
    assert path.read_text(encoding="utf-8").splitlines(keepends=True) == lines
    found = resume(path)
    assert found.journal.models["1"]["prompt"] == {"name": "prompts", "strategy": OWN}
    found.journal.close(over=True)


def test_what_a_record_has_is_the_same_model_again() -> None:
    kind = f"openai:m?prompt={written(read_variant(PARTS, 'odd one'))}"
    assert recorded(kind, in_effect(read_model(kind), ())) == read_model(kind)
    assert recorded(kind, {"prompt": {"roles": False}}) == read_model(kind)  # another sits there now
    with pytest.raises(PlayerError, match=r"the prompt in the record: unknown part 'x'"):
        recorded("openai:m?prompt=gone.yaml", {"prompt": {"x": 1}})

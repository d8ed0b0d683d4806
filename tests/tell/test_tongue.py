"""The languages: what is looked up, what stays English, what is taken down; sentences, lists, lines of the rules."""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskfall.core.problem import Problem
from duskfall.tell import tongue
from duskfall.tell.phrases import problem
from duskfall.tell.tongue import LANGUAGES, heard, listed, named, row, say, speaking, spoken, together, told, word

KNOWN = {
    "": {
        "{name} is dead.": "Город покидает: {name}.",
        "{some} and {last}": "{some} и {last}",
        "{some}, {next}": "{some}, {next}",
        "{act}: {does}": "{act}: {does}",
        "May name a living player.": "Называет живого.",
        "Kills the target (basic attack).": "Убивает.",
    },
    "verb": {"maniac kill": "убийство маньяка"},
    "role": {"Sheriff": "Шериф"},
}


class Catalogue:
    """A catalogue out of nothing but a table."""

    def gettext(self, text: str) -> str:
        return KNOWN[""].get(text, text)

    def pgettext(self, context: str, text: str) -> str:
        return KNOWN.get(context, {}).get(text, text)


@pytest.fixture
def russian(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Russian as far as the table knows it."""
    monkeypatch.setattr(tongue, "_catalogue", lambda language: Catalogue())
    tongue._found.cache_clear()
    with speaking("ru"):
        yield
    tongue._found.cache_clear()


def test_english_is_what_is_written() -> None:
    assert spoken() == "en"
    assert say("{name} is dead.", name="Ann") == "Ann is dead."
    assert say("{as it stands}") == "{as it stands}"
    assert (word("vote_out", "verb"), word("no-mafia-left", "reason")) == ("vote out", "no mafia left")
    assert word("Mafia Roleblocker", "role") == "Mafia Roleblocker"
    assert told("Kill: May name. [A-1]") == "Kill: May name. [A-1]"
    assert named(["maniac_kill", "heal"], "verb") == "maniac kill and heal"


def test_a_language_that_is_none_of_ours_is_english() -> None:
    with speaking("tlh"):
        assert spoken() == "en"
    for language in LANGUAGES:
        with speaking(language):
            assert spoken() == language
    assert spoken() == "en"


@pytest.mark.usefixtures("russian")
def test_sentences_and_names_are_looked_up_whole() -> None:
    assert say("{name} is dead.", name="{Ann}") == "Город покидает: {Ann}."
    assert say("{name} is gone.", name="Ann") == "Ann is gone."  # better English than nothing
    assert word("maniac_kill", "verb") == "убийство маньяка"
    assert word("", "role") == ""


@pytest.mark.usefixtures("russian")
def test_a_name_without_a_word_of_its_kind_is_called_like_what_it_is() -> None:
    assert word("Sheriff", "word") == "Шериф"  # a result that is a role
    assert word("maniac_kill", "cause") == "убийство маньяка"
    assert word("Sheriff", "verb") == "Sheriff"


@pytest.mark.usefixtures("russian")
def test_a_line_of_the_rules_is_told_sentence_by_sentence() -> None:
    line = "Maniac kill: May name a living player. Kills the target (basic attack). [CM§Maniac] [CM-4] Not known. [G1]"
    assert told(line) == "Убийство маньяка: Называет живого. Убивает. [CM§Maniac] [CM-4] Not known. [G1]"


@pytest.mark.parametrize("text", ["", "no stop", "One. [A] Two? [B] [C]", "It counts 1.5. 9 bells a week.", "1. [X-1]"])
def test_what_is_not_known_is_told_as_it_is(text: str) -> None:
    with speaking("ru"):
        assert told(text) == text


@pytest.mark.usefixtures("russian")
def test_lists() -> None:
    assert [listed(["a", "b", "c"][:size]) for size in range(4)] == ["", "a", "a и b", "a, b и c"]
    assert (row([]), row(["a"]), row(["a", "b", "c"])) == ("", "a", "a, b, c")


def test_lists_in_english() -> None:
    assert [listed(["a", "b", "c"][:size]) for size in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert row(["a", "b", "c"]) == "a, b, c"


def test_sentences_stand_together_as_the_script_has_it() -> None:
    assert together(["One.", "", "Two."]) == "One. Two."
    assert together(["天黑。", "闭眼。"]) == "天黑。闭眼。"
    assert together([]) == ""


def test_all_that_is_asked_for_is_heard() -> None:
    with heard() as ears:
        with speaking("zh"):
            say("{name} is dead.", name="Ann")
        word("vote_out", "verb")
        told("Kill: May name. [A-1] Else not.")
    word("heal", "verb")
    expected = {("", "{name} is dead."), ("verb", "vote out"), ("verb", "kill"), ("", "May name."), ("", "Else not.")}
    assert ears == expected | {("", "{act}: {does}")}


def test_two_tables_speak_two_languages_at_once() -> None:
    async def table(language: str) -> list[str]:
        with speaking(language):
            found = [spoken()]
            await asyncio.sleep(0)
            return [*found, spoken()]

    async def both() -> list[list[str]]:
        return list(await asyncio.gather(table("ru"), table("zh")))

    assert asyncio.run(both()) == [["ru", "ru"], ["zh", "zh"]]


def test_catalogues_are_read_from_a_zip(tmp_path: Path) -> None:
    """Under Pyodide the engine is one file."""
    import subprocess
    import sys

    import duskfall

    home = Path(duskfall.__file__).parent
    archive = tmp_path / "engine.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in home.rglob("*"):
            if path.suffix in (".py", ".mo", ".json", ".toml"):
                packed.write(path, f"duskfall/{path.relative_to(home)}")
    script = "from duskfall.tell import tongue as t\nwith t.speaking('ru'): print(ascii(t.word('Doctor', 'role')))"
    ran = subprocess.run(
        [sys.executable, "-S", "-c", script],
        env={"PYTHONPATH": str(archive)},
        capture_output=True,
        text=True,
        check=True,
    )
    with speaking("ru"):
        assert ran.stdout.strip() == ascii(word("Doctor", "role"))


@pytest.mark.usefixtures("russian")
def test_a_problem_is_english_as_text_and_said_in_the_language_with_those_within_it() -> None:
    inner = Problem("{name} is dead.", name="{Ann}")
    outer = Problem("{name} is dead.", name=inner)
    assert (str(inner), str(outer)) == ("{Ann} is dead.", "{Ann} is dead. is dead.")
    assert problem(outer) == "Город покидает: Город покидает: {Ann}.."
    assert problem(ValueError("{as it is}")) == "{as it is}"
    assert str(Problem("no {slots}")) == "no {slots}"

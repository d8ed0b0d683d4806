"""The form of an answer: its schema, what the kernel takes of it, and how answers are written and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import duskfall
from duskfall.core.ask import SPEECH_LIMIT, Ask
from duskfall.core.facts import Began, Claim
from duskfall.core.log import clean
from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.core.view import view as folded
from duskfall.players.llm.answers.beside import Claims
from duskfall.players.llm.answers.forms import Form, form, probe_form
from duskfall.players.llm.answers.heard import heard
from duskfall.players.llm.answers.reading import ALSO
from duskfall.players.llm.calls import EMPTY, FAILURES, ILLEGAL, REFUSAL, TRUNCATED, UNPARSABLE, Failed
from duskfall.players.llm.quote import labels
from duskfall.rules import BOOKS
from duskfall.study.primer import primer
from duskfall.table.run import Eyes
from duskfall.table.seating import seat_players

ODD_NAMES = ("Bob", "Воb", "bob", "Ann Lee", "Ann", "7", "Nobody", "{x}", "小明", "Player 3", 'Q"t', "yes")


class Moment(NamedTuple):
    """An ask in a game, and what its seat has seen."""

    game: Game
    ask: Ask
    view: View


def moments(game: Game) -> Iterator[Moment]:
    """Every ask of a game that scripted bots play."""
    players, eyes = seat_players(game, "scripted"), Eyes()
    while game.asks:
        ask = game.asks[0]
        view = eyes.of(ask.seat, game)
        yield Moment(game, ask, view)
        game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, view))


def shape(moment: Moment) -> tuple[object, ...]:
    """What makes one ask differ from another, but for the seats."""
    ask = moment.ask
    several = [bool(each) for each in (ask.seats, ask.roles, ask.addresses, ask.nominees)]
    return (moment.game.plan.rules.id, ask.verb, ask.part, ask.words, ask.confirm, moment.view.phase, *several)


@cache
def gallery() -> tuple[Moment, ...]:
    """One ask of every shape that comes up in some games of all rulesets, with the game as it stood then."""
    found: dict[tuple[object, ...], Moment] = {}
    for book in BOOKS:
        for seed, flags in ((1, {}), (2, {}), (3, {}), (4, {})):
            names = ODD_NAMES[: 10 + seed % 3] if seed % 2 else 10 + seed % 3
            for moment in moments(duskfall.start(book, names, seed=seed, flags=flags)):
                if shape(moment) not in found:
                    game, seen = moment.game.copy(), folded(moment.view.facts, moment.view.seat)
                    found[shape(moment)] = Moment(game, moment.ask, seen)
    return tuple(found.values())


def made() -> list[tuple[Moment, Form]]:
    return [(moment, form(moment.ask, moment.view)) for moment in gallery()]


def instances(schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Whatever is valid under a schema of ours."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "object":
            return st.fixed_dictionaries({key: instances(part) for key, part in schema["properties"].items()})
        case "array":
            return st.lists(instances(schema["items"]), max_size=min(schema.get("maxItems", 4), 6))
        case "string":
            return st.text(max_size=40)
        case "number":
            return st.floats(0, 1) | st.integers(-2, 3)
    raise AssertionError(schema)


def parts(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield schema
    for part in (*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else ())):
        yield from parts(part)


# -- schemas -----------------------------------------------------------------------------------------------


def test_the_gallery_shows_every_kind_of_ask() -> None:
    asks = [moment.ask for moment in gallery()]
    assert {moment.game.plan.rules.id for moment in gallery()} == set(BOOKS)
    for kind in ("speech", "confirm", "seats", "words", "addresses"):
        assert any(getattr(ask, kind) for ask in asks), kind
    assert any(not ask.seats and not ask.speech for ask in asks)


@pytest.mark.parametrize("bounds", [False, True])
def test_schemas_keep_to_what_strict_modes_take(bounds: bool) -> None:
    for moment, made_form in [*made(), *((each, probe_form(each.view)) for each in gallery())]:
        schema = made_form.schema(strict=True, bounds=bounds)
        assert json.loads(json.dumps(schema)) == schema
        keywords = {"type", "properties", "required", "additionalProperties", "items", "enum"}
        for part in parts(schema):
            assert set(part) <= keywords | ({"maxItems", "maxLength"} if bounds else set()), moment.ask
            if part["type"] == "object":
                assert part["additionalProperties"] is False
                assert part["required"] == list(part["properties"])
            if "enum" in part:  # Gemini takes no empty word
                assert all(map(str, part["enum"]))
                assert len(set(part["enum"])) == len(part["enum"])
        assert sum(len(part.get("enum", ())) for part in parts(schema)) <= 500


def test_with_bounds_whatever_is_written_comes_to_an_end() -> None:
    for _, made_form in made():
        for part in parts(made_form.schema(strict=True, bounds=True)):
            if part["type"] == "string":
                assert "enum" in part or part["maxLength"] < 2000  # more, and llama.cpp has no bound
            assert part["type"] != "array" or part["maxItems"] < 100


def test_the_thought_comes_first_and_the_suspicion_only_by_day() -> None:
    for moment, made_form in made():
        fields = list(made_form.schema(strict=True, bounds=False)["properties"])
        assert fields[0] == "thought"
        assert ("suspicion" in fields) == (moment.view.phase == "day")
        assert ("to" in fields) == bool(moment.ask.addresses)
        assert ("speech" in fields) == ("claims" in fields) == moment.ask.speech
        assert set(fields) <= set(ALSO)


def test_without_strict_only_the_answer_itself_is_required() -> None:
    for moment, made_form in made():
        schema = made_form.schema(strict=False, bounds=False)
        assert schema["required"] == ["speech" if moment.ask.speech else "choice"]
        assert all("additionalProperties" not in part for part in parts(schema))


def test_a_schema_is_small() -> None:
    for _, made_form in made():
        assert len(json.dumps(made_form.schema(strict=True, bounds=True))) < 2500


def test_a_claim_names_the_roles_of_the_deck_and_the_words_of_results() -> None:
    for moment, made_form in made():
        if moment.ask.speech:
            claim = made_form.schema(strict=True, bounds=False)["properties"]["claims"]["items"]["properties"]
            began = next(fact for fact in moment.view.facts if isinstance(fact, Began))
            names = set(labels(moment.view.names)) if "visit" in claim["kind"]["enum"] else set()
            words = set(claim["word"]["enum"])
            assert words >= names
            words -= names
            cards = set(primer(began.rules).cards)
            assert words & cards == {role for role, _ in began.deck}
            assert words - cards == {"none"} | {
                word for act in primer(began.rules).acts.values() for word in {*act.means, *act.forged} - cards
            }
            assert claim["player"]["enum"] == list(labels(moment.view.names))


def test_an_ask_without_options_still_has_a_schema() -> None:
    view = gallery()[0].view
    assert form(Ask(1, 1, "kill"), view).schema(strict=True, bounds=False)["properties"]["choice"]["enum"] == ["nobody"]


# -- what the kernel takes ---------------------------------------------------------------------------------


def test_the_kernel_takes_every_option_of_every_schema() -> None:
    taken = 0
    for moment, made_form in made():
        properties = made_form.schema(strict=True, bounds=False)["properties"]
        for option in properties.get("choice", {}).get("enum", ()):
            written = {"choice": option, "role": properties.get("role", {}).get("enum", [""])[0]}
            answer = made_form.read(json.dumps(written))
            assert made_form.legal(answer), (moment.ask, option)
            assert moment.game.copy().answer(moment.ask.seat, moment.ask.verb, answer) == "", (moment.ask, option)
            taken += 1
        for field in {"to", "nominate"} & set(properties):
            for option in properties[field]["enum"]:
                answer = made_form.read(json.dumps({"speech": "Well.", field: option}))
                assert made_form.legal(answer)
                assert moment.game.copy().answer(moment.ask.seat, moment.ask.verb, answer) == ""
                taken += 1
    assert taken > 300


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_whatever_a_schema_allows_is_read_taken_and_written_the_same(data: st.DataObject) -> None:
    moment = data.draw(st.sampled_from(gallery()), label="ask")
    made_form = form(moment.ask, moment.view)
    written = data.draw(instances(made_form.schema(strict=True, bounds=True)))
    text = json.dumps(written, ensure_ascii=data.draw(st.booleans()))
    answer = made_form.read(text)
    assert clean(answer) == answer  # it is recorded as it is
    assert made_form.legal(answer)
    assert moment.game.copy().answer(moment.ask.seat, moment.ask.verb, answer) == ""
    assert made_form.read(made_form.write(answer)) == answer
    assert list(json.loads(made_form.write(answer))) == list(made_form.schema(strict=True, bounds=True)["properties"])


def test_forbidden_seats_are_named_to_the_kernel_and_not_legal() -> None:
    refused = 0
    for moment, made_form in made():
        others = set(range(1, len(moment.view.names) + 1)) - set(moment.ask.seats)
        if moment.ask.speech or moment.ask.confirm or not others:
            continue
        seat = min(others)
        answer = made_form.read(json.dumps({"choice": labels(moment.view.names)[seat - 1], "role": "x"}))
        assert isinstance(answer, dict)
        assert answer["target"] == seat
        assert not made_form.legal(answer)
        assert moment.game.copy().answer(moment.ask.seat, moment.ask.verb, answer) != ""
        refused += 1
    assert refused > 20


def test_a_role_is_read_beside_the_seat() -> None:
    view = next(moment.view for moment in gallery() if moment.view.phase == "night")
    made_form = form(Ask(1, 1, "guess", seats=(2, 3), words=("nobody",), roles=("Cop", "Doctor")), view)
    schema = made_form.schema(strict=True, bounds=False)["properties"]
    assert list(schema) == ["thought", "choice", "role"]
    assert schema["role"]["enum"] == ["Cop", "Doctor"]
    two = labels(view.names)[1]
    for written, read, legal in (
        ({"choice": two, "role": "doctor"}, {"target": 2, "as": "Doctor"}, True),
        ({"choice": two, "role": "King"}, {"target": 2, "as": "King"}, False),
        ({"choice": two}, {"target": 2}, False),
        ({"choice": two, "role": 5}, {"target": 2}, False),
        ({"choice": "nobody"}, {"target": "nobody"}, True),
    ):
        answer = made_form.read(json.dumps(written))
        assert answer == {"thought": "", **read}
        assert made_form.legal(answer) == legal


# -- a small table -----------------------------------------------------------------------------------------

SEATS = {"Ann": "Godfather", "Bob": "Cop", "Cid": "Doctor", "Dee": "Villager", "Eli": "Villager", "Fay": "Mafia"}


@cache
def speaking() -> Moment:
    """Bob, the Cop, has the word by day, and may address somebody; Eli is dead."""
    game = duskfall.start("ai-mafia", SEATS, seed=1)
    found = next(m for m in moments(game) if m.ask.addresses and m.view.names[m.ask.seat - 1] == "Bob")
    assert found.view.living == [1, 2, 3, 4, 6]
    return Moment(game, found.ask, folded(found.view.facts, found.view.seat))


def test_claims_are_read_one_by_one_and_know_the_act_that_told_them() -> None:
    made_form = form(speaking().ask, speaking().view)
    claims = [
        {"kind": "role", "player": "Bob", "word": "cop"},
        {"kind": "result", "player": "Ann", "word": "mafia"},
        {"kind": "accuse", "player": "Ann", "word": "none"},
        {"kind": "defend", "player": 3},
        {"kind": "result", "player": "Ann", "word": "purple"},
        {"kind": "role", "player": "Zed", "word": "Cop"},
        {"kind": "role", "player": "Bob", "word": None},
        {"kind": "boast", "player": "Bob", "word": ""},
        {"kind": ["role"], "player": {}, "word": []},
        "accuse Ann",
        None,
    ]
    answer = made_form.read(json.dumps({"speech": "Hear me.", "claims": claims}))
    assert isinstance(answer, dict)
    assert answer["claims"] == [
        {"kind": "role", "seat": 2, "word": "Cop", "verb": ""},
        {"kind": "result", "seat": 1, "word": "MAFIA", "verb": "investigate"},
        {"kind": "accuse", "seat": 1, "word": "", "verb": ""},
        {"kind": "defend", "seat": 3, "word": "", "verb": ""},
    ]


def test_suspicion_is_clipped_and_holds_only_the_living_others() -> None:
    made_form = form(speaking().ask, speaking().view)
    given = {"Ann": 0.7, "Bob": 1, "Cid": 9, "Dee": -3, "Eli": 0.5, "Zed": 0.5, "Fay": "much"}
    pairs = [{"player": player, "probability": chance} for player, chance in given.items()]
    for suspicion in (given, [*pairs, 7, None, {"player": "Ann"}, {"player": "Fay", "probability": True}]):
        answer = made_form.read(json.dumps({"speech": "Hm.", "suspicion": suspicion}))
        assert isinstance(answer, dict)
        assert answer["suspicion"] == {"1": 0.7, "3": 1.0, "4": 0.0}
    nothing = made_form.read('{"speech": "Hm.", "suspicion": [{"player": "Ann", "probability": NaN}]}')
    assert nothing == {"text": "Hm.", "thought": ""}


def test_whom_a_speech_addresses() -> None:
    """A question names one player; a pass names nobody."""
    made_form = form(speaking().ask, speaking().view)
    for to, found in {"Ann": 1, "#3": 3, "nobody": None, "": None, "Zed": "Zed", "Ann or Cid": "Ann or Cid"}.items():
        for words in ("Why?", "SKIP"):
            answer = made_form.read(json.dumps({"speech": words, "to": to}))
            assert isinstance(answer, dict)
            assert answer.get("to") == found
            assert made_form.legal(answer) == (isinstance(found, int) or (found is None and words == "SKIP"))
    assert "to" not in str(made_form.read('{"speech": "Why?", "to": ["Ann"], "nominate": "Ann"}'))


def test_a_written_answer_is_canonical() -> None:
    made_form = form(speaking().ask, speaking().view)
    answer = {
        "text": "Ann is — «bad» 😀", "to": 1, "thought": 'say "it"', "suspicion": {"1": 0.9},
        "claims": [{"kind": "accuse", "seat": 1, "word": "", "verb": ""}],
    }  # fmt: skip
    assert made_form.write(answer) == (
        '{"thought":"say \\"it\\"","suspicion":[{"player":"Ann","probability":0.9}],'
        '"speech":"Ann is — «bad» 😀","to":"Ann","claims":[{"kind":"accuse","player":"Ann","word":"none"}]}'
    )


def test_a_visit_that_was_seen_is_a_claim_where_the_book_has_such_sights() -> None:
    made_form = form(speaking().ask, speaking().view)
    seen = {"kind": "visit", "player": "Ann", "word": "Cid"}
    answer = made_form.read(json.dumps({"speech": "Hm.", "claims": [seen, seen | {"word": "nobody we know"}]}))
    assert isinstance(answer, dict)
    assert answer["claims"] == [{"kind": "visit", "seat": 1, "word": "Cid", "verb": ""}]
    assert '{"kind":"visit","player":"Ann","word":"Cid"}' in made_form.write(answer)
    classic = duskfall.start("ai-mafia-classic", 7, seed=1)
    assert "visit" not in str(Claims.of(classic.view(1)).schema(strict=True, bounds=True))


KEYS = ["target", "as", "text", "to", "nominate", "claims", "thought", "suspicion", "seat", "kind", "word", "1"]
recorded = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
    | st.sampled_from(["Ann", "Bob", "nobody", "yes", "#3", "skip", "bob ", 3, 99]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(KEYS),
        inner,
        max_size=5,
    ),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(data=st.data(), value=recorded)
def test_any_recorded_answer_can_be_written(data: st.DataObject, value: object) -> None:
    moment = data.draw(st.sampled_from([*gallery(), speaking()]))
    made_form = form(moment.ask, moment.view)
    text = made_form.write(clean(value))
    assert list(json.loads(text)) == list(made_form.schema(strict=True, bounds=False)["properties"])
    try:
        again = made_form.read(text)
    except Failed:
        assert not moment.ask.speech  # a choice that was none
        return
    assert made_form.write(again) == text
    assert made_form.read(made_form.write(again)) == again


def test_bots_answers_are_written_as_a_model_would() -> None:
    written = 0
    for book in BOOKS:
        game = duskfall.start(book, 9, seed=5)
        for moment in moments(game):
            made_form = form(moment.ask, moment.view)
            bot = seat_players(game, "scripted")[moment.ask.seat].answer(moment.ask, moment.view)
            answer = clean(bot)
            text = made_form.write(answer)
            assert made_form.write(made_form.read(text)) == text
            if moment.ask.speech:
                said = answer["text"] if isinstance(answer, dict) else answer
                assert json.loads(text)["speech"] == heard(text) == str(said or "").strip()
            written += 1
    assert written > 200


def test_a_long_speech_is_cut_where_the_record_cuts_it() -> None:
    made_form = form(speaking().ask, speaking().view)
    answer = made_form.read(json.dumps({"speech": "x" * 1_000_000, "thought": "y" * 1_000_000}))
    assert answer == {"text": "x" * SPEECH_LIMIT, "thought": "y" * SPEECH_LIMIT} == clean(answer)


# -- probes and repairs ------------------------------------------------------------------------------------


def test_a_probe_is_a_choice_among_the_living_others() -> None:
    made_form = probe_form(speaking().view)
    schema = made_form.schema(strict=True, bounds=True)
    assert schema["properties"] == {"choice": {"type": "string", "enum": ["Ann", "Cid", "Dee", "Fay", "nobody"]}}
    for text, found in {'{"choice":"Ann"}': 1, '{"choice": "no one"}': "nobody", "Fay": 6}.items():
        assert made_form.read(text) == found
        assert made_form.legal(found)
        assert made_form.read(made_form.write(found)) == found
    assert not any(made_form.legal(answer) for answer in (2, "Zed", None, {"target": {}}))
    with pytest.raises(Failed):
        made_form.read('{"choice": null}')


def test_repairs_say_what_is_wrong_and_what_is_wanted() -> None:
    told = set()
    for moment, made_form in made():
        for failure in FAILURES:
            text = made_form.repair(failure)
            assert len(text) < 2000
            needed = "speech" if moment.ask.speech else "choice"
            assert f'"{needed}": "…"' in text
            for option in made_form.schema(strict=True, bounds=False)["properties"].get("choice", {}).get("enum", ()):
                assert json.dumps(option, ensure_ascii=False) in text
        told |= {made_form.repair(failure) for failure in (UNPARSABLE, EMPTY, REFUSAL, TRUNCATED, ILLEGAL)}
    assert len(told) > 5


def test_a_form_does_not_change_when_its_view_goes_on() -> None:
    game = duskfall.start("werewolf", 10, seed=3)
    seen: list[tuple[Form, str]] = []
    for moment in moments(game):
        made_form = form(moment.ask, moment.view)
        seen.append((made_form, json.dumps(made_form.schema(strict=True, bounds=True))))
    assert all(json.dumps(made_form.schema(strict=True, bounds=True)) == schema for made_form, schema in seen)


def test_claims_of_other_players_are_written_too() -> None:
    made_form = form(speaking().ask, speaking().view)
    answer = clean({"text": "I am the Cop.", "claims": [Claim("role", 2, "Cop"), Claim("accuse", 1)]})
    assert [claim["player"] for claim in json.loads(made_form.write(answer))["claims"]] == ["Bob", "Ann"]

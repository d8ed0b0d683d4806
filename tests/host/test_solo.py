"""A game of one person against bots: it ends, it comes back after a reload, and it tells nobody too much."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from duskfall.core.ask import Ask
from duskfall.core.chance import below
from duskfall.core.play.game import Game
from duskfall.core.record import dump, read
from duskfall.core.view import View
from duskfall.host.solo import Solo, begin, solo, solo_heard, solo_story, table
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.players.find import find
from duskfall.rules import BOOKS, ruleset
from duskfall.seat.screen import screen
from duskfall.tell.tongue import LANGUAGES, speaking
from duskfall.wire.seat import SeatScreen

from ..laws.pairs import PAIRS
from ..laws.received import Pair, Script, Side
from ..laws.tables import Table
from .fitting import misfits

Json = dict[str, Any]


def any_answer(form: Json, number: int) -> object:
    """One of the options, or a speech."""
    if form["kind"] == "speech":
        return {"text": "I trust nobody here."}
    if not form["options"]:
        return None
    value = form["options"][number % len(form["options"])]["value"]
    if form["roles"] and isinstance(value, int):
        return {"target": value, "as": form["roles"][number % len(form["roles"])]["value"]}
    return value


def play(params: Json) -> list[Json]:
    """Every screen of a game whose person answers anything."""
    seen = [solo(params)]
    while not seen[-1]["over"]:
        form = seen[-1]["forms"][0]
        value = any_answer(form, below(params["seed"], "answer", len(seen), 1 << 16))
        params = {**params, "answers": [*params["answers"], {"verb": form["verb"], "value": value}]}
        seen.append(solo(params))
    assert not [line for each in seen for line in misfits(each, SeatScreen)]
    return seen


def params(rules: str, seed: int = 3, **more: object) -> Json:
    return {"rules": rules, "name": "Robin", "seed": seed, "answers": [], **more}


@pytest.mark.parametrize("rules", BOOKS)
def test_a_game_is_played_to_its_end(rules: str) -> None:
    for seed in range(2):
        screens = play(params(rules, seed))
        last = screens[-1]
        assert last["over"]["line"]
        assert all(seat["role"] for seat in last["seats"])
        assert all(not each["over"] and each["forms"] for each in screens[:-1])
        assert json.loads(json.dumps(last)) == last


@pytest.mark.parametrize("rules", BOOKS)
def test_what_was_seen_stays_seen(rules: str) -> None:
    """Each screen goes on from the last; only those who pass one after another may still grow."""
    screens = play(params(rules))
    for before, after in pairwise(screens):
        shown = before["items"]
        assert after["items"][: len(shown) - 1] == shown[:-1]
        assert len(after["items"]) >= len(shown)


def test_the_same_answers_make_the_same_game() -> None:
    again = params("werewolf", 8)
    assert play(again) == play(again)


def test_the_forms_ask_what_the_game_asks() -> None:
    game, seat = begin(params("city-mafia", 5))
    played = Solo(game, seat)
    played.play([])
    (ask,) = played.asks
    made = screen(played.view, played.asks)["forms"][0]
    assert (made["seat"], made["verb"]) == (seat, ask.verb)
    assert made["question"]


def test_a_forbidden_answer_is_asked_again_with_its_reason() -> None:
    game = params("ai-mafia", deck="Godfather, Cop, Villager*4")
    seeds = (seed for seed in range(99) if solo({**game, "seed": seed})["you"]["role"] == "Cop")
    game["seed"] = next(seeds)
    form = solo(game)["forms"][0]
    own = solo(game)["you"]["seat"]
    game["answers"] = [{"verb": form["verb"], "value": own}]
    again = solo(game)["forms"][0]
    assert again["verb"] == form["verb"]
    assert "oneself" in again["barred"]


def test_bots_hear_what_is_claimed_in_words_and_by_chips() -> None:
    for value in ({"text": "I am the Sheriff."}, {"text": "Я шериф.", "claims": [{"kind": "role", "seat": 0}]}):
        game = params("city-mafia", 2)
        while (form := solo(game)["forms"][0])["kind"] != "speech":
            game["answers"].append({"verb": form["verb"], "value": any_answer(form, 0)})
        seat = solo(game)["you"]["seat"]
        claims = [{"kind": "role", "seat": seat, "word": "Sheriff"}] if "claims" in value else []
        game["answers"].append({"verb": form["verb"], "value": {**value, "claims": claims}})
        (said,) = [item for item in solo(game)["items"] if item["kind"] == "said" and item["you"]]
        assert said["claims"] == ["claims to be Sheriff"]


def test_how_a_speech_will_be_heard_is_told_before_it_is_made() -> None:
    game = params("ai-mafia", 2)
    while not (form := solo(game)["forms"][0])["addresses"]:
        assert form["kind"] == "speech" or solo_heard({**game, "said": {"text": "I am the Cop."}}) == {"heard": ""}
        game["answers"].append({"verb": form["verb"], "value": any_answer(form, 0)})
    seen = solo(game)
    one, two = [seat["name"] for seat in seen["seats"] if seat["alive"] and not seat["you"]][:2]
    to = form["addresses"][0]["value"]  # a question says whom it is for
    for words, heard in (
        ({"text": f"{one} and {two} are sus."}, f"accuses {one}; accuses {two}"),
        ({"text": f"{one}?"}, "words only, no claim"),
        ({"text": "Hello."}, ""),
        ({"text": "You are mafia."}, f"accuses {form['addresses'][0]['label']}"),
    ):
        said = {**words, "to": to}
        assert solo_heard({**game, "said": said}) == {"heard": heard}
        after = solo({**game, "answers": [*game["answers"], {"verb": form["verb"], "value": said}]})
        mine = next(item for item in after["items"][len(seen["items"]) :] if item["kind"] == "said" and item["you"])
        assert "; ".join(mine["claims"]) == ("" if "no claim" in heard else heard)
    assert solo_heard({**game, "said": 7}) == {"heard": ""}


def test_an_answer_to_what_is_not_asked_is_told_in_one_line() -> None:
    with pytest.raises(ValueError, match="another version"):
        solo(params("werewolf", answers=[{"verb": "sing", "value": 1}]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": "chess"}, "no such game"),
        ({"seats": 3}, "for 5 to 20 players"),
        ({"name": "  "}, "your name"),
        ({"name": "nobody"}, "cannot be a name"),
        ({"deck": "King*9"}, "King"),
        ({"flags": {"maxRounds": "many"}}, "maxRounds"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(change: Json, said: str) -> None:
    with pytest.raises(ValueError, match=said) as error:
        solo({**params("ai-mafia"), **change})
    assert "\n" not in str(error.value)


def test_the_person_sits_anywhere_and_no_two_have_one_name() -> None:
    seats = {begin(params("ai-mafia", seed))[1] for seed in range(40)}
    assert len(seats) > 5
    for count in (6, 20):
        names = table("ann", 3, count, 1)
        assert names[2] == "ann"
        assert len({name.casefold() for name in names}) == count


def test_the_story_is_told_when_the_game_is_over_and_its_record_holds() -> None:
    game = params("ai-mafia-classic", 6)
    with pytest.raises(ValueError, match="not over"):
        solo_story(game)
    while not (seen := solo(game))["over"]:
        form = seen["forms"][0]
        game["answers"].append({"verb": form["verb"], "value": any_answer(form, 1)})
    told = solo_story(game)
    assert told["points"]
    record = read(told["record"].splitlines())
    assert record.verify(ruleset("ai-mafia-classic")) == ""
    assert record.players.count("human") == 1


def test_the_record_hangs_on_the_tongue_of_the_bots_and_not_on_who_looks_on() -> None:
    game = params("ai-mafia-classic", 6, tongue="ru")
    while not (seen := solo(game))["over"]:
        form = seen["forms"][0]
        game["answers"].append({"verb": form["verb"], "value": any_answer(form, 1)})
    records = set()
    for language in LANGUAGES:
        with speaking(language):
            records.add(solo_story(game)["record"])
    assert len(records) == 1
    record = read(records.pop().splitlines())
    assert record.verify(ruleset("ai-mafia-classic")) == ""
    assert set(record.players) == {"human", "scripted:ru"}
    assert isinstance(find("scripted:ru")(1), ScriptedPlayer)


# -- law 2 -------------------------------------------------------------------------------------------------


class Acting:
    """A bot that follows a script."""

    blind = False

    def __init__(self, game: Game, script: Callable[[Game, Ask], object]) -> None:
        self.game, self.script = game, script

    def answer(self, ask: Ask, view: View) -> object:
        return self.script(self.game, ask)


def screens(side: Side, seat: int, until: str) -> list[str]:
    """Every screen that the person in this seat is shown, as bytes, until all is shown."""
    game = side.table.start()
    played = Solo(game, seat)
    played.bots = {other: Acting(game, side.answers) for other in played.bots}
    found = []
    while True:
        played.play([])
        if game.over or any(type(fact).__name__ == until for fact in game.facts):
            return found
        found.append(dump(screen(played.view, played.asks)))
        ask = played.asks[0]
        game.answer(ask.seat, ask.verb, side.answers(game, ask))


@pytest.mark.parametrize("name", [name for name, pair in PAIRS.items() if not pair.right.last_first])
def test_no_screen_depends_on_what_is_hidden(name: str) -> None:
    pair: Pair = PAIRS[name]
    compared = 0
    for seat in sorted(pair.seats - {0}):
        left, right = (screens(side, seat, pair.until) for side in (pair.left, pair.right))
        assert left == right
        compared += len(left)
    assert compared > len(pair.seats)


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(self: Solo) -> View:
        view = self.game.view(None)
        view.seat = self.seat
        return view

    monkeypatch.setattr(Solo, "view", property(leaking))
    pair = PAIRS["two cards swapped, werewolf"]
    left, right = (screens(side, 1, pair.until) for side in (pair.left, pair.right))
    assert left != right


def test_the_person_answers_before_anybody_whom_the_round_asks_too() -> None:
    """How much has happened when one is asked would tell who acts."""
    roles = ("Doctor", "Cop", "Villager", "Godfather", "Mafia", "Villager")
    for seat in (1, 2):
        game = Table("ai-mafia", roles, {"maxRounds": 1}).start()
        played = Solo(game, seat)
        played.bots = {other: Acting(game, Script()) for other in played.bots}
        played.play([])
        assert {ask.seat for ask in game.asks} > {seat}
        assert not game.log

"""The record: it gives the game back, shows every tampering, and names the line where it is broken."""

from __future__ import annotations

import json
from typing import Any

import pytest

import duskfall
from duskfall.core.facts import Ended
from duskfall.core.play.game import Game
from duskfall.core.record import RecordError, lines, opening, read
from duskfall.core.start.setup import Start
from duskfall.core.view import view
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import play
from duskfall.table.seating import seat_players

NONCE = "0123456789abcdef0123456789abcdef"


def played(book: str = "ai-mafia", **options: Any) -> Game:
    game = duskfall.start(book, 6, **{"seed": 5, **options})
    return play(game, seat_players(game))


@pytest.fixture(scope="module")
def record() -> list[str]:
    """A whole record with all kinds of lines."""
    game = duskfall.start("city-mafia", 6, seed=11, cards={"immunity": ["Bob"]})
    game.answer(1, "say", {"text": "I am the Sheriff.", "claims": [{"kind": "role", "seat": 1, "word": "Sheriff"}]})
    game.hand_over(2, "Nina")
    play(game, seat_players(game))
    return list(lines(game, NONCE))


# -- there and back -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_record_gives_the_game_back(book: str) -> None:
    game = played(book)
    text = list(lines(game, NONCE))
    found, rules = read(text), ruleset(book)
    assert found.rules == book
    assert found.names == game.state.names
    assert found.facts == game.facts
    assert found.entries == game.log
    assert found.verify(rules) == ""
    assert list(lines(found.replay(rules), NONCE)) == text


def test_facts_alone_give_back_what_everyone_saw() -> None:
    game = played("town-of-agents")
    found = read(lines(game, NONCE))
    for seat in (None, *range(7)):
        assert view(found.facts, seat).facts == view(game.facts, seat).facts
        assert view(found.facts, seat).known == view(game.facts, seat).known


@pytest.mark.parametrize(
    "start",
    [
        {"seats": {"Ann": "Executioner", "Bob": "Mafia", "Cid": "Cop", "Dee": "Villager", "Eli": "Villager"}},
        {"seats": 7, "deck": "Forger, Janitor, Bomb*2, Villager*3", "flags": {"announceSaves": True}},
        {"seats": 7, "start": Start("day", 3, dead=(2,), used=(("shoot", 1, 2),)), "talk": False, "tries": 1},
        {"seats": 7, "seed": 2**80, "flags": {"discussion_open_per_player_base": 0.7, "maxRounds": 3}},
    ],
)
def test_whatever_it_started_from_comes_back(start: dict[str, Any]) -> None:
    game = duskfall.start("ai-mafia", **start)
    play(game, seat_players(game))
    found = read(lines(game, NONCE))
    assert found.setup(ruleset("ai-mafia")) == game.setup
    assert found.verify(ruleset("ai-mafia")) == ""


def test_any_prefix_of_the_answers_resumes_to_the_same_game() -> None:
    game = played("werewolf")
    text = list(lines(game, NONCE))
    entries = [line for line in text[2:] if not line.startswith('{"fact"')]
    for cut in range(0, len(entries) + 1, 9):
        part = read([*text[:2], *entries[:cut]]).replay(ruleset("werewolf"))
        assert part.facts == game.facts[: len(part.facts)]
        assert bool(part.asks) == (cut < len(entries))


def test_speech_of_any_kind_comes_back() -> None:
    game = duskfall.start("city-mafia", 5, seed=1)
    for text in ('"quoted" \\ \n\t', "猫 🐺 \u2028\u0000", "\ud800 alone", "x" * 5000):
        game.answer(game.asks[0].seat, "say", text)
    text = list(lines(game, NONCE))
    assert all("\n" not in line and line.encode() for line in text)
    assert read(text).verify(ruleset("city-mafia")) == ""


# -- tampering --------------------------------------------------------------------------------------


def test_a_changed_seed_does_not_match_the_commitment(record: list[str]) -> None:
    secret = json.loads(record[1])
    for key, value in (("seed", 12), ("nonce", NONCE[::-1])):
        changed = {"secret": secret["secret"] | {key: value}}
        found = read([record[0], json.dumps(changed), *record[2:]])
        assert found.verify(ruleset("city-mafia")) == "the seed does not match the commitment of the header"


def test_every_changed_fact_is_found(record: list[str]) -> None:
    rules = ruleset("city-mafia")
    number = 0
    for place, line in enumerate(record):
        value = json.loads(line)
        if "fact" not in value:
            continue
        number += 1
        if number % 5 == 1:
            value["to"] = "moderator" if value["to"] == "all" else "all"
            changed = [*record[:place], json.dumps(value), *record[place + 1 :]]
            assert read(changed).verify(rules).startswith(f"fact {number}: recorded ")
            dropped = [*record[:place], *record[place + 1 :]]
            assert read(dropped).verify(rules) != ""
    assert read([*record, record[-1]]).verify(rules) == f"{number + 1} facts are recorded, {number} replayed"


def test_a_changed_answer_is_found(record: list[str]) -> None:
    place = next(k for k, line in enumerate(record) if '"vote"' in line)
    seat, verb, value = json.loads(record[place])["answer"]
    changed = json.dumps({"answer": [seat, verb, 1 if value != 1 else 2]})
    assert read([*record[:place], changed, *record[place + 1 :]]).verify(ruleset("city-mafia")) != ""


def test_a_record_without_its_secret_shows_but_does_not_replay(record: list[str]) -> None:
    found = read([record[0], *record[2:]])
    assert isinstance(found.facts[-1], Ended)
    assert "not published yet" in found.verify(ruleset("city-mafia"))
    with pytest.raises(RecordError, match="not published yet"):
        found.replay(ruleset("city-mafia"))


def test_a_changed_header_is_found(record: list[str]) -> None:
    """The commitment covers the secret; what else was changed shows in what the answers then give."""
    head = json.loads(record[0])["game"]
    flag = next(iter(head["flags"]))
    changes: dict[str, Any] = {
        "names": [*head["names"][:-1], "Zoe"],
        "flags": head["flags"] | {flag: not head["flags"][flag]},
        "talk": not head["talk"],
        "deck": head["deck"][::-1],
    }
    for key, value in changes.items():
        found = read(spoilt(record, 0, key, value)).verify(ruleset("city-mafia"))
        assert found.startswith("fact "), key


def test_a_changed_number_of_tries_is_found() -> None:
    game = duskfall.start("ai-mafia", {"Ann": "Godfather", "Bob": "Cop", "Cid": "Villager"}, talk=False)
    assert game.answer(2, "investigate", "Bob") == "self"
    play(game, seat_players(game))
    found = read(spoilt(list(lines(game, NONCE)), 0, "tries", 1)).verify(ruleset("ai-mafia"))
    assert found.startswith("fact ")


def test_who_plays_stands_in_the_secret_so_that_it_is_committed() -> None:
    game = played()
    head, secret = opening(game.plan.rules, game.setup, NONCE, ["random"] * len(game.names))
    assert "players" not in head
    found = read([head, secret])
    assert found.players == ("random",) * len(game.names)
    changed = secret.replace('"random"', '"scripted"', 1)
    assert not read([head, changed]).committed
    with pytest.raises(RecordError, match="line 2: the players of the seats are damaged"):
        read([head, secret.replace('"random",', "", 1)])


def test_lines_may_be_bytes(record: list[str]) -> None:
    found = read(line.encode() for line in record)
    assert found == read(record)
    with pytest.raises(RecordError, match=r"^line 3: "):
        read([record[0].encode(), record[1].encode(), b'{"answer":[1,"say","\xff"]}'])


def test_facts_are_taken_back_only_where_something_was_undone(record: list[str]) -> None:
    with pytest.raises(RecordError, match=r"^line 3: facts are taken back where nothing was undone"):
        read([*record[:2], '{"keep":0}', *record[2:]])
    for other in ('{"answer":[1,"say","hm"]}', '{"act":["pause",0,"",true]}'):
        with pytest.raises(RecordError, match=r"^line 4: facts are taken back where nothing was undone"):
            read([*record[:2], other, '{"keep":0}'])


@pytest.mark.parametrize("keep", [-1, 10_000, True, 1.0, "1", None, [1]])
def test_no_more_facts_are_kept_than_there_are(record: list[str], keep: object) -> None:
    undone = ['{"act":["undo",0,"",1]}', json.dumps({"keep": keep})]
    with pytest.raises(RecordError, match=rf"^line {len(record) + 2}: .+"):
        read([*record, *undone])


@pytest.mark.parametrize("seat", [None, "1", "Ann", 1.0, True, [1], {}])
def test_a_seat_is_a_number(record: list[str], seat: object) -> None:
    answer, act = {"answer": [seat, "say", "hm"]}, {"act": ["remove", seat, "left", None]}
    fact = {"fact": "Skipped", "to": [seat], "seat": 1, "part": "speech"}
    for line in (answer, act, fact):
        with pytest.raises(RecordError, match=r"^line 3: .+"):
            read([*record[:2], json.dumps(line)])


@pytest.mark.parametrize("seat", [0, 7, -1])
def test_nobody_at_a_seat_that_is_not_there_is_told_anything(record: list[str], seat: int) -> None:
    fact = {"fact": "Skipped", "to": [seat], "seat": 1, "part": "speech"}
    with pytest.raises(RecordError, match=r"^line 3: no such audience"):
        read([*record[:2], json.dumps(fact)])


def test_rules_that_have_changed_since_do_not_replay(record: list[str]) -> None:
    header = json.loads(record[0])
    header["game"]["plan"] = "0" * 16
    with pytest.raises(RecordError, match="the rules of city-mafia have changed"):
        read([json.dumps(header), *record[1:]]).replay(ruleset("city-mafia"))


# -- broken lines -----------------------------------------------------------------------------------


def kinds(record: list[str]) -> list[int]:
    """The place of one line of each kind, and of each kind of fact."""
    found: dict[str, int] = {}
    for place, line in enumerate(record):
        value = json.loads(line)
        found.setdefault(str(value.get("fact") or next(iter(value))), place)
    assert {"game", "secret", "answer", "act", "Began", "Said", "Ended"} <= set(found)
    return sorted(found.values())


BROKEN = ["", "{", "null", "7", "[]", '"x"', "{}", '{"what": 1}', "\x00", "{'fact': 1}", "[" * 99_999]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: repr(broken[:12]))
def test_a_broken_line_is_named(record: list[str], broken: str) -> None:
    for place in kinds(record):
        with pytest.raises(RecordError, match=rf"^line {place + 1}: .+") as refused:
            read([*record[:place], broken, *record[place + 1 :]])
        assert "\n" not in str(refused.value)


def test_every_line_cut_short_is_named(record: list[str]) -> None:
    for place, line in enumerate(record):
        for cut in (1, len(line) // 2, len(line) - 1):
            with pytest.raises(RecordError, match=rf"^line {place + 1}: "):
                read([*record[:place], line[:cut], *record[place + 1 :]])


def test_every_line_left_out_is_found(record: list[str]) -> None:
    for place in range(1, len(record)):
        assert read([*record[:place], *record[place + 1 :]]).verify(ruleset("city-mafia"))


def test_a_fact_without_one_of_its_parts_is_named(record: list[str]) -> None:
    with_default = {"addressed", "claims", "was", "about", "role", "team", "word", "seats", "table", "cards"}
    for place in kinds(record):
        value = json.loads(record[place])
        for key in set(value) - with_default if "fact" in value else ():
            less = json.dumps({other: item for other, item in value.items() if other != key})
            with pytest.raises(RecordError, match=rf"^line {place + 1}: "):
                read([*record[:place], less, *record[place + 1 :]])


HEADER = ("format", "rules", "plan", "names", "deck", "flags", "talk", "tries", "commitment")
SECRET = ("seed", "nonce", "roles", "cards", "assign", "start", "players")
JUNK: tuple[Any, ...] = (None, 7, "x", [], {}, [[1]], {"a": 1}, [1, 2, 3, 4, 5, 6])


def spoilt(record: list[str], place: int, key: str, value: Any) -> list[str]:
    """The record with another value in its header or its secret."""
    [(name, inner)] = json.loads(record[place]).items()
    return [*record[:place], json.dumps({name: inner | {key: value}}), *record[place + 1 :]]


@pytest.mark.parametrize(("place", "key"), [(0, key) for key in HEADER] + [(1, key) for key in SECRET])
def test_junk_in_the_header_is_refused_and_never_a_crash(record: list[str], place: int, key: str) -> None:
    for junk in JUNK:
        complaint = ""
        try:
            complaint = read(spoilt(record, place, key, junk)).verify(ruleset("city-mafia"))
        except RecordError as error:
            complaint = str(error)
        same = junk == json.loads(record[place])["game" if place == 0 else "secret"][key]
        unread = key in ("rules", "tries", "roles", "assign")  # no answer of this game depends on it
        assert "\n" not in complaint
        assert complaint or same or unread, junk


def test_an_empty_record_and_one_without_a_header_are_named(record: list[str]) -> None:
    with pytest.raises(RecordError, match="line 1: the record is empty"):
        read([])
    with pytest.raises(RecordError, match="line 1: "):
        read(record[1:])
    with pytest.raises(RecordError, match="line 1: format 99 is not"):
        read([record[0].replace('"format":1', '"format":99')])

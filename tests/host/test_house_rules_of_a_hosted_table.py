"""House rules that a hosted table has otherwise than the book, and a standoff on the score sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from duskfall.core.play.game import Game
from duskfall.core.start.flags import defaults, hosted, unnamed
from duskfall.core.start.setup import Setup
from duskfall.host.evening.evening import Evening
from duskfall.host.evening.host_table import HostTable
from duskfall.host.protocol.as_html import protocol_html
from duskfall.host.protocol.data import protocol_of
from duskfall.rules import ruleset
from duskfall.tell.host.cues import night_script
from tests.host.sheets import sheet

CITY = ruleset("city-mafia")
DECK = ["Don", "Mafia", "Sheriff", "Doctor", "Citizen", "Citizen", "Citizen"]


def test_the_mafia_does_not_talk_at_a_hosted_table_unless_the_host_says_so() -> None:
    table = HostTable("city-mafia")
    assert table.house["mafiaTalk"] == 0
    assert "confer" not in [cue.kind for cue in night_script(CITY, DECK)]
    table.set({"key": "flags", "value": {"mafiaTalk": 1}})
    assert (table.flags, table.house["mafiaTalk"]) == ({"mafiaTalk": 1}, 1)
    assert "confer" in [cue.kind for cue in night_script(CITY, DECK, table.house)]
    table.set({"key": "flags", "value": {"mafiaTalk": 0}})
    assert table.flags == {}


@pytest.mark.parametrize(("flags", "rounds"), [({}, 0), ({"mafiaTalk": 2}, 2)])
def test_a_game_that_a_host_deals_has_them(flags: dict[str, int], rounds: int) -> None:
    evening = Evening()
    for action in (
        {"do": "set", "key": "rules", "value": "city-mafia"},
        {"do": "set", "key": "names", "value": [""] * 8},
        {"do": "set", "key": "deal", "value": "phone"},
        {"do": "set", "key": "flags", "value": flags},
        {"do": "deal", "seed": 3},
    ):
        assert not evening.do(action)
    assert evening.room.dealing is not None
    assert evening.room.dealing.live is not None
    assert evening.room.dealing.live.game.state.flags["mafiaTalk"] == rounds


def test_a_game_that_names_no_such_rule_was_begun_before_there_was_one() -> None:
    assert (defaults(CITY)["mafiaTalk"], hosted(CITY)["mafiaTalk"], unnamed(CITY)["mafiaTalk"]) == (1, 0, 0)
    setup = Setup.make(CITY, dict(zip("ABCDEFG", DECK, strict=True)))
    older = replace(setup, flags={name: value for name, value in setup.flags.items() if name != "mafiaTalk"})
    assert Game(CITY, older).state.flags["mafiaTalk"] == 0
    assert Game(CITY, setup).state.flags["mafiaTalk"] == 1


def test_a_standoff_is_a_draw_that_counts_for_black() -> None:
    game = Game.start(CITY, {"Ann": "Don", "Bob": "Maniac", "Cid": "Citizen"}, talk=False)
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, "Cid")
    assert game.over
    assert (game.over.winner, game.over.reason) == ("mafia", "mafia-maniac-standoff")
    text = protocol_html(protocol_of([sheet(game, fouls=(), best=(), bonus=())]))
    assert "Draw, counts for black" in text
    assert "Winner: mafia" not in text

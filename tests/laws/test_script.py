"""What a table hears tells it nothing: the script of a night, the same every night; the day that follows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.core.start.deck import make_deck
from duskfall.rules import BOOKS, ruleset
from duskfall.tell.host.aloud import called
from duskfall.tell.host.cues import Cue, night_script
from duskfall.tell.tongue import LANGUAGES, speaking
from duskfall.vocabulary.ruleset import Ruleset

from .hearing import Calling, Ears, Script, calling_of, public, script_of
from .pairs import PAIRS, TOWN, WOLVES, two
from .received import Pair, Side
from .tables import Answers, Table, law, seeds, tables
from .test_noninterference import swapped

numbers = st.integers(0, 1000)


@law(400)
@given(tables(), seeds)
def test_every_night_sounds_the_same(table: Table, seed: int) -> None:
    """Whoever is dead, blocked, jailed or has used up what he had; and every ask has its cue, in the kernel's order."""
    table = replace(table, flags={**table.flags, "maxRounds": 6})
    game = table.start()
    house = dict(game.state.flags)  # where nothing is set, a game outside an evening may have other rules than a host
    nights = Ears(game, Answers(seed)).play().nights
    script = night_script(table.rules, table.roles[::-1], house)
    spoken = [line for cue in script for line in (*cue.say, f"({cue.pause} x{cue.times})")]
    assert all(night == spoken for night in nights)


@law(150)
@given(tables(), seeds, numbers, numbers)
def test_a_removal_by_night_changes_no_word(table: Table, seed: int, seat: int, moment: int) -> None:
    ears = Ears(table.start(), Answers(seed), script=removing(seat % len(table.roles) + 1, moment % 3 + 1))
    assert len(set(map(tuple, ears.play().nights))) <= 1


def removing(seat: int, night: int) -> Script:
    """A host who removes a player as this night begins."""

    def script(game: Game) -> tuple[Cue, ...]:
        if game.state.night == night and game.state.public >> seat & 1:
            game.remove(seat, "fouls")
        return script_of(game)

    return script


def hears(pair: Pair, calls: Calling = calling_of) -> tuple[Ears, Ears]:
    """Both games of a pair, as the table hears them."""
    left, right = (
        Ears(side.table.start(), side.answers, calling=calls, until=pair.until) for side in (pair.left, pair.right)
    )
    return left.play(), right.play()


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_hidden_is_not_heard(name: str) -> None:
    left, right = hears(PAIRS[name])
    assert left.heard == right.heard


@law(200)
@given(tables(), seeds, numbers, numbers)
def test_two_cards_swapped_sound_the_same(table: Table, seed: int, one: int, other: int) -> None:
    left, right = hears(swapped(table, seed, one, other))
    if public(left.game) == public(right.game):
        assert left.heard == right.heard


@law(150)
@given(tables(), seeds, seeds)
def test_other_choices_by_night_sound_the_same(table: Table, seed: int, other: int) -> None:
    """Until the public facts differ, no word does."""
    left, right = (Ears(table.start(), NightAnswers(seed, each)).play() for each in (seed, other))
    seen, also = public(left.game), public(right.game)
    same = next((i for i, (one, two) in enumerate(zip(seen, also, strict=False)) if one != two), -1)
    upto = (left.marks[same], right.marks[same]) if same >= 0 else (None, None)
    assert left.heard[: upto[0]] == right.heard[: upto[1]]


class NightAnswers(Answers):
    """By day as with the first seed, by night as with the second."""

    def __init__(self, seed: int, night: int) -> None:
        super().__init__(seed)
        self.night = Answers(night)

    def __call__(self, game: Game, ask: Ask) -> object:
        return self.night(game, ask) if game.state.phase == NIGHT else super().__call__(game, ask)


# -- the law can be broken ---------------------------------------------------------------------------------


def of_the_living(game: Game) -> tuple[Cue, ...]:
    """A host who does not call the dead."""
    living = [role for seat, role in enumerate(game.state.roles) if game.state.alive >> seat & 1]
    return night_script(game.plan.rules, living, game.state.flags)


def by_name(game: Game) -> tuple[str, ...]:
    """A host who calls whoever is asked by name, hidden roles too."""
    return calling_of(game) or tuple(called(ask.seat, game.names) for ask in game.asks[:1])


def test_a_host_who_skips_the_dead_is_caught() -> None:
    killed = two(WOLVES, {}, {}, kill={"Dee": ["Cid"]}).left
    nights = Ears(killed.table.start(), killed.answers, script=of_the_living).play().nights
    assert len(nights) > 1
    assert nights[0] != nights[1]
    assert len(set(map(tuple, Ears(killed.table.start(), killed.answers).play().nights))) == 1


def test_a_host_who_names_the_hidden_is_caught() -> None:
    left, right = hears(PAIRS["the Mayor's card swapped"], calls=by_name)
    assert left.heard != right.heard


def test_a_hunters_silence_is_not_heard() -> None:
    """A Hunter who has died and holds his fire sounds like any other who has died (WW-7)."""
    side = Side(WOLVES, two(WOLVES, {}, {}, kill={"Dee": ["Hal"]}).left.answers)
    other = replace(side, table=WOLVES.swapped(WOLVES.seat("Hal"), WOLVES.seat("Ida")))
    left, right = hears(Pair(side, other, frozenset({0})))
    assert left.game.over
    assert left.heard == right.heard


# -- what the script is made of ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_the_script_is_a_function_of_the_deck(book: str, language: str) -> None:
    """Not of the order of the cards; and it calls nobody who is not in the deck, unless all are called."""
    rules = ruleset(book)
    for seats in range(rules.decks.seats[0], rules.decks.seats[1] + 1):
        deck = make_deck(rules, seats)
        with speaking(language):
            assert night_script(rules, deck) == night_script(rules, deck[::-1])
            everybody = night_script(rules, deck, call_all=True)
        assert {cue.role for cue in night_script(rules, deck)} <= {"", *deck}
        acting = {role.name for role in rules.roles for act in role.abilities if act.verb in _by_night(rules)}
        assert {cue.role for cue in everybody if cue.kind == "act"} - {""} == acting


def _by_night(rules: Ruleset) -> set[str]:
    return {verb for step in rules.night for verb in getattr(step, "verbs", ())}


def test_two_who_hold_the_same_card_do_not_see_each_other() -> None:
    deck = (*TOWN.roles, "Sheriff")
    cues = [cue for cue in night_script(TOWN.rules, deck) if cue.role == "Sheriff"]
    assert [(cue.kind, cue.times) for cue in cues] == [("act", 2), ("sign", 2)]
    assert all("touch" in cue.say[-2] for cue in cues)


@pytest.mark.parametrize("book", BOOKS)
def test_call_all_hides_the_deck(book: str) -> None:
    """With every role called, two decks without doubles sound alike."""
    rules = ruleset(book)
    low, high = rules.decks.seats
    one = night_script(rules, sorted(set(make_deck(rules, low))), call_all=True)
    other = night_script(rules, sorted(set(make_deck(rules, high))), call_all=True)
    assert one == other

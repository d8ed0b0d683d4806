"""Records outlive changes: new fields, flags and decks do not unsettle them, a changed rule of the kernel is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

import duskfall
from duskfall.core import record as records
from duskfall.core.facts import Ended
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.game import Game
from duskfall.core.record import Record, RecordError, lines, read
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.vocabulary import ALWAYS, Const, Flag, FlagIs, Ruleset, Text

NONCE = "ab" * 16


def played(rules: str, seed: int = 5) -> Game:
    game = duskfall.start(rules, 7, seed=seed, talk=False)
    return play(game, seat_players(game, "random"))


@pytest.mark.parametrize("book", BOOKS)
def test_decks_words_and_citations_do_not_count_for_the_hash(book: str) -> None:
    rules = ruleset(book)
    other = replace(
        rules, title=Text("Another title"), decks=replace(rules.decks, seats=(5, 6), rule="X"), plays_as=("0" * 16,)
    )
    assert compile_plan(other).hash == compile_plan(rules).hash


def test_a_field_at_its_default_does_not_count_for_the_hash_and_any_other_does() -> None:
    rules = ruleset("werewolf")
    assert compile_plan(replace(rules, weights=())).hash == compile_plan(rules).hash
    night = tuple(replace(step, rule="other") for step in rules.night)
    assert compile_plan(replace(rules, night=night)).hash == compile_plan(rules).hash
    assert compile_plan(replace(rules, version=2)).hash != compile_plan(rules).hash
    assert compile_plan(replace(rules, day_first=True)).hash != compile_plan(rules).hash


def with_a_new_flag(rules: Ruleset, **changes: object) -> Ruleset:
    """The next edition: one house rule more."""
    flags = (*rules.flags, Flag("newcomer", False, about=Text("something new"), called=Text("newcomer")))
    return replace(rules, flags=flags, **changes)  # type: ignore[arg-type]


def test_a_house_rule_that_changes_nothing_at_its_default_does_not_count_for_the_hash() -> None:
    rules = ruleset("city-mafia")
    edition = with_a_new_flag(rules, shows_role=FlagIs("newcomer"))
    assert compile_plan(with_a_new_flag(rules)).hash == compile_plan(rules).hash
    assert compile_plan(edition).hash != compile_plan(rules).hash  # its default is not the field's
    quiet = replace(rules, quiet_rounds=Const(0), flags=tuple(f for f in rules.flags if f.name != "quietRounds"))
    assert compile_plan(quiet).hash == compile_plan(rules).hash
    assert compile_plan(replace(rules, quiet_rounds=Const(3))).hash != compile_plan(rules).hash


def test_a_record_from_before_a_flag_was_added_still_verifies() -> None:
    game = played("city-mafia")
    record = read(lines(game, NONCE))
    assert record.verify(with_a_new_flag(game.plan.rules)) == ""
    assert record.replay(with_a_new_flag(game.plan.rules)).state.flags["newcomer"] is False


def test_an_edition_that_plays_otherwise_refuses_the_record() -> None:
    game = played("city-mafia")
    edition = with_a_new_flag(game.plan.rules, shows_role=FlagIs("newcomer"))
    with pytest.raises(RecordError, match="the rules of city-mafia have changed"):
        read(lines(game, NONCE)).verify(edition)
    alike = replace(edition, plays_as=(game.plan.hash,))
    assert read(lines(game, NONCE)).verify(alike) == ""


def by_version(game: Game, version: int) -> Record:
    """The record of a game, as if another version of the kernel had played it."""
    first, *rest = lines(game, NONCE)
    return read([first.replace(f'"kernel":{records.KERNEL}', f'"kernel":{version}'), *rest])


def test_a_record_of_an_older_kernel_is_verified_if_it_comes_out_alike() -> None:
    game = played("werewolf")
    assert read(lines(game, NONCE)).kernel == records.KERNEL
    older = by_version(game, records.KERNEL - 1)
    assert (older.kernel, older.verify(game.plan.rules)) == (records.KERNEL - 1, "")


@pytest.mark.parametrize("what", ["another fact", "another plan", "not over", "a newer kernel"])
def test_a_record_of_another_kernel_says_why_it_cannot_be_verified(what: str) -> None:
    game = played("werewolf")
    version = records.KERNEL + (1 if what == "a newer kernel" else -1)
    record = by_version(game, version)
    if what == "another fact":
        record = replace(record, facts=(*record.facts[:-2], record.facts[-1]))
    elif what == "not over":
        record = replace(record, facts=tuple(fact for fact in record.facts if not isinstance(fact, Ended)))
    rules = replace(game.plan.rules, shows_role=ALWAYS, plays_as=()) if what == "another plan" else game.plan.rules
    told = f"it was played by version {version} of the kernel's rules, and this is version {records.KERNEL}"
    assert record.changed(rules) == told
    with pytest.raises(RecordError, match=told):
        record.verify(rules)


def test_a_record_without_a_version_is_of_the_first() -> None:
    first, *rest = lines(played("werewolf"), NONCE)
    record = read([first.replace(f'"kernel":{records.KERNEL},', ""), *rest])
    assert record.kernel == 1


def test_a_damaged_version_is_refused() -> None:
    first, *rest = lines(played("werewolf"), NONCE)
    with pytest.raises(RecordError, match="line 1: the version of the kernel's rules is damaged"):
        read([first.replace(f'"kernel":{records.KERNEL}', '"kernel":"one"'), *rest])

"""What leaves the host tells nothing that its reader may not know: seat links, peeks, and all that is said aloud."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from duskfall.core.facts import Knows
from duskfall.core.start.deck import make_deck
from duskfall.host import seat_card
from duskfall.host.evening.evening import Evening
from duskfall.rules import BOOKS, ruleset
from tests.host.monkey import Monkey

SIZE = 12
KILLED = (4, 7)  # one a night
HIDDEN = ("city-mafia", "werewolf")  # books that do not show the roles of the dead
Screen = dict[str, Any]


def begun(rules: str, roles: list[str]) -> Evening:
    """A table at which these roles sit in this order."""
    evening = Evening()
    seats = {f"Name {seat}": role for seat, role in enumerate(roles, 1)}
    setup = {"rules": rules, "seats": seats, "assign": []}
    assert not evening.do({"do": "start", "setup": setup})
    return evening


def swapped(rules: str, seed: int) -> tuple[list[str], list[str]]:
    """Two deals of one deck. Those who will be killed are good in both; where the book shows cards, the same ones."""
    random, book = Random(f"{rules} {seed}"), ruleset(rules)
    team = {role.name: role.team for role in book.roles}
    deck = make_deck(book, SIZE)
    good = [role for role in deck if team[role] == team[book.decks.rest]]
    random.shuffle(good)
    first = good[: len(KILLED)]
    second = random.sample(good, len(KILLED)) if rules in HIDDEN else first
    return _dealt(deck, first, random), _dealt(deck, second, random)


def _dealt(deck: list[str], killed: list[str], random: Random) -> list[str]:
    others = list((Counter(deck) - Counter(killed)).elements())
    random.shuffle(others)
    held = dict(zip(KILLED, killed, strict=True))
    return [held.get(seat) or others.pop() for seat in range(1, SIZE + 1)]


def heard(evening: Evening) -> list[Screen]:
    """All that the table hears and sees of the host: one is killed each night, and nobody is voted out."""
    seen: list[Screen] = []
    for _ in range(400):
        screen, live = evening.screen(), evening.games[-1]
        night = live.game.state.night
        if live.result or night > len(KILLED) + 1:
            return seen
        seen.append({key: screen[key] for key in ("place", "title", "say", "pause", "timer")})
        for form in screen["forms"]:
            if form["verb"] in live.game.plan.groups and night <= len(KILLED):
                evening.do({"do": "pick", "seat": form["seat"], "verb": form["verb"], "value": KILLED[night - 1]})
        evening.do({"do": "next"})
    raise AssertionError("the nights do not end")


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("seed", range(4))
def test_the_table_hears_the_same_whoever_holds_which_card(rules: str, seed: int) -> None:
    """Those who die are called as before; who is blocked, absent or silent is called like the others."""
    one, other = swapped(rules, seed)
    assert one != other
    assert sorted(one) == sorted(other)
    played = [heard(begun(rules, roles)) for roles in (one, other)]
    length = min(map(len, played))
    assert len({screen["title"] for screen in played[0][:length] if screen["place"] == "night"}) == len(KILLED) + 1
    assert played[0][:length] == played[1][:length]


@pytest.mark.parametrize("rules", BOOKS)
def test_every_night_is_called_with_the_same_words_and_pauses(rules: str) -> None:
    """Also when half of the table is dead (the script test of the issue, through the whole layer)."""
    monkey = Monkey(11, rules, seats=SIZE)
    nights: dict[str, list[Screen]] = {}
    for screen in monkey.game():
        if screen["place"] == "night":
            nights.setdefault(screen["title"], []).append({key: screen[key] for key in ("say", "pause")})
    assert len(nights) > 2
    assert all(one == other for one, other in pairwise(nights.values()))


@pytest.mark.parametrize("rules", BOOKS)
def test_a_seats_link_and_card_are_the_same_whoever_the_others_are(rules: str) -> None:
    compared = 0
    for seed in range(6):
        one = Monkey(seed, rules, "links", seats=SIZE)
        one.step()
        game = one.evening.room.dealing.live.game  # type: ignore[union-attr]
        roles = list(game.setup.roles)
        for seat in range(1, SIZE + 1):
            known = {fact.seat for fact in game.view(seat).facts if isinstance(fact, Knows)} | {seat}
            free = [each for each in range(1, SIZE + 1) if each not in known]
            mine = {role for role, at in zip(roles, range(1, SIZE + 1), strict=True) if at == seat}
            cards = [roles[each - 1] for each in free]
            Random(seed).shuffle(cards)
            swap = list(roles)
            for each, role in zip(free, cards, strict=True):
                swap[each - 1] = role
            first, second = begun(rules, roles), begun(rules, swap)
            views = [evening.games[0].game.view(seat) for evening in (first, second)]
            if swap != roles and mine:
                compared += 1
                assert seat_card.fragment(views[0]) == seat_card.fragment(views[1])
                assert seat_card.lines(seat_card.kept(views[0])) == seat_card.lines(seat_card.kept(views[1]))
    assert compared > 20


def test_while_the_phone_goes_round_the_screen_holds_one_card_only() -> None:
    monkey = Monkey(2, "city-mafia", seats=10)
    monkey.do(do="deal", seed=2)
    roles = monkey.evening.room.dealing.live.game.setup.roles  # type: ignore[union-attr]
    for seat in range(1, 11):
        screen = monkey.evening.screen()
        assert screen["place"] == "peek"
        assert screen["peek"]["seat"] == seat
        assert any(roles[seat - 1] in line for line in screen["peek"]["card"])
        assert not any(chair["role"] or chair["team"] for chair in screen["seats"])
        assert not screen["secret"]
        assert not screen["signs"]
        assert not screen["forms"]
        monkey.do(do="next")


@pytest.mark.parametrize("rules", BOOKS)
def test_a_link_that_is_shown_again_in_the_game_is_the_one_that_was_dealt(rules: str) -> None:
    monkey = Monkey(1, rules, "links", seats=SIZE)
    monkey.step()
    dealt = [link["fragment"] for link in monkey.evening.screen()["links"]]
    for screen in monkey.game():
        if screen["title"]:
            assert [chair["link"] for chair in screen["seats"]] in (dealt, [""] * SIZE), screen["place"]


@pytest.mark.parametrize("rules", BOOKS)
def test_no_role_is_shown_beside_a_sign(rules: str) -> None:
    """A prisoner reads the sign from the screen, and may not learn who the Jailor is."""
    for seed in range(3):
        for screen in Monkey(seed, rules, seats=SIZE).game():
            if screen["place"] == "night" and screen["signs"]:
                assert screen["showing"], screen["say"]
                assert not screen["secret"], screen["say"]


@pytest.mark.parametrize("rules", BOOKS)
def test_by_day_the_answers_of_hidden_roles_are_veiled(rules: str) -> None:
    """All eyes are open: that a form is there would tell that somebody holds the card."""
    roles = ruleset(rules).roles
    acts = {ability.verb for role in roles for ability in role.abilities}
    acts |= {trigger.name for role in roles for trigger in role.triggers}
    for seed in range(3):
        for screen in Monkey(seed, rules, "links", seats=SIZE).game():
            if screen["place"] == "choice":
                hidden = not screen["forms"] or any(form["verb"] in acts for form in screen["forms"])
                assert screen["veiled"] == hidden, screen["say"]

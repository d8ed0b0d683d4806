"""The table is set and the cards are dealt: what is shown, what is refused."""

from __future__ import annotations

import pytest

from duskfall.host.evening.evening import Evening
from duskfall.host.seat_card import opened
from tests.host.hosting import Host, city

# -- the table ---------------------------------------------------------------------------------------


def test_a_table_is_set_and_says_what_is_wrong_with_it() -> None:
    host = Host()
    screen = host.screen
    assert screen["table"]["names"][:2] == ["Player 1", "Player 2"]
    assert screen["next"]["ready"]
    assert sum(row["count"] for row in screen["table"]["deck"]) == 10
    screen = host.do("set", key="names", value=["Ann", "Bob", "Ann", "", "mafia"])
    assert screen["table"]["problems"] == ["Two seats are called Ann.", "mafia cannot be a name."]
    assert not screen["next"]["ready"]
    host.refuses("deal", seed=1)
    host.do("set", key="names", value=["Ann", "Bob", "Cid", "", "Eli"])
    screen = host.do("set", key="deck", value="Don, Citizen*3")
    assert screen["table"]["problems"] == ["The deck has 4 cards for 5 seats."]
    assert host.do("set", key="deck", value="Citizen*5")["table"]["problems"]
    assert host.do("set", key="deck", value="Nobody*5")["table"]["problems"]
    assert not host.do("set", key="deck", value="Don, Citizen*4")["table"]["problems"]
    screen = host.do("set", key="rules", value="werewolf")
    assert screen["table"]["names"] == ["Ann", "Bob", "Cid", "Player 4", "Eli"]
    assert screen["table"]["deckText"] is None


def test_a_deck_against_the_book_is_warned_of_and_dealt() -> None:
    host = Host()
    host.do("set", key="names", value=["Ann", "Bob", "Cid", "Dee", "Eli"])
    assert host.do("set", key="deck", value="Don, Maniac, Citizen*3")["table"]["warnings"] == []
    screen = host.do("set", key="deck", value="Don, Maniac*2, Citizen*2")
    assert screen["table"]["problems"] == []
    assert screen["table"]["warnings"] == ["The book has one Maniac in a deck, and this one has 2 (CM§L4.maniac)."]
    assert screen["next"]["ready"]
    assert host.do("set", key="deck", value="Don, Maniac*2")["table"]["warnings"] == []  # it cannot be dealt at all
    host.do("set", key="deck", value="Don, Maniac*2, Citizen*2")
    assert host.do("deal", seed=1)["place"] != "table"


def test_cards_entered_against_the_book_are_warned_of() -> None:
    host = Host()
    host.do("set", key="names", value=["Ann", "Bob", "Cid", "Dee", "Eli"])
    host.do("set", key="deal", value="cards")
    host.do("deal", seed=1)
    for seat, role in enumerate(("Don", "Maniac", "Maniac", "Citizen", "Sheriff"), 1):
        screen = host.do("role", seat=seat, role=role)
    assert screen["notes"][-1] == "The book has one Maniac in a deck, and this one has 2 (CM§L4.maniac)."
    assert screen["next"]["ready"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rules", "chess"), ("names", "Ann"), ("names", []), ("deal", "mail"), ("flags", {"nothing": True}),
        ("flags", {"firstDayVote": 7}), ("cards", {"joker": [1]}), ("cards", {"immunity": [99]}),
        ("timers", {"tea": 5}), ("timers", {"speech": "long"}), ("fouls", {"silence": -1}), ("language", "la"),
        ("weather", 1), (None, 1), ("scoring", "golf"),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_refused(key: str, value: object) -> None:
    Host().refuses("set", key=key, value=value)


def test_only_clocks_fouls_scoring_and_language_change_in_a_game() -> None:
    host = city()
    host.refuses("set", key="names", value=["A", "B"])
    host.refuses("deal", seed=1)
    assert host.do("set", key="timers", value={"speech": 45})["settings"]["timers"]["speech"] == 45
    assert host.until("speech")["timer"]["seconds"] == 45
    host.do("set", key="language", value="ru")
    assert host.evening.table.language == "ru"


def test_default_names_are_in_the_language_of_the_table() -> None:
    host = Host()
    host.do("set", key="language", value="en")
    host.do("set", key="deal", value="links")
    host.do("deal", seed=3)
    assert host.evening.room.dealing is not None
    assert Evening(host.evening.log).screen() == host.screen


# -- the deal ----------------------------------------------------------------------------------------


def test_real_cards_are_entered_and_another_deck_can_be_forced() -> None:
    host = Host()
    host.do("set", key="names", value=["Ann", "Bob", "Cid", "Dee", "Eli"])
    host.do("set", key="cards", value={"immunity": [2]})
    host.do("set", key="deal", value="cards")
    screen = host.do("deal", seed=9)
    assert (screen["place"], screen["next"]["ready"]) == ("cards", False)
    host.refuses("next")
    host.refuses("role", seat=1, role="Witch")
    for seat, role in enumerate(["Don", "Mafia", "Citizen", "Citizen", "Sheriff"], 1):
        screen = host.do("role", seat=seat, role=role)
    assert screen["next"]["ready"]
    assert not screen["notes"]
    assert host.do("role", seat=5, role="Doctor")["notes"] == [
        "These cards are not the deck. If the deck was another, go on."
    ]
    host.do("role", seat=5, role=None)
    host.do("role", seat=5, role="Doctor")
    host.do("next")
    assert host.evening.games[0].game.setup.roles == ("Don", "Mafia", "Citizen", "Citizen", "Doctor")
    assert [chair["cards"] for chair in host.screen["seats"]] == [[], ["immunity"], [], [], []]


def test_a_set_up_night_calls_each_role_and_the_rest_are_common() -> None:
    host = Host()
    host.do("set", key="deal", value="night")
    host.do("deal", seed=9)
    asked = []
    for _ in range(30):
        screen = host.screen
        if not screen["title"].startswith("The cards"):
            break
        assert screen["dim"]
        assert screen["say"]
        if screen["place"] == "cards":
            asked.append(screen["cards"]["asking"])
            host.do("role", seat=len(asked), role=asked[-1])
        host.do("next")
    assert set(asked) == {"Don", "Mafia", "Maniac", "Sheriff", "Doctor", "Mistress"}
    assert host.evening.games[0].game.setup.roles == (*asked, *["Citizen"] * 4)


def test_a_set_up_night_names_the_role_that_was_skipped() -> None:
    host = Host()
    host.do("set", key="deal", value="night")
    host.do("deal", seed=9)
    while host.screen["place"] != "cards":
        host.do("next")
    asked, notes = "", []
    for seat in range(1, 11):
        screen = host.screen
        if screen["title"] != "The cards":
            break
        notes.append(screen["notes"])
        asked = screen["cards"]["asking"] if screen["cards"] else ""
        if asked and asked != "Sheriff":
            host.do("role", seat=seat, role=asked, on=True)
        else:
            host.do("next")
    assert not any("tapped" in line for line in notes[0])
    assert "Not everybody was tapped: Sheriff (0 of 1)." in notes[-1]
    assert "Sheriff" not in host.evening.games[0].game.setup.roles


def test_an_executioner_is_shown_the_target_in_a_set_up_night() -> None:
    host = Host()
    host.do("set", key="rules", value="ai-mafia")
    host.do("set", key="names", value=["A", "B", "C", "D", "E"])
    host.do("set", key="deck", value="Mafia, Executioner, Villager*3")
    for deal in ("night", "cards"):
        host.do("set", key="deal", value=deal)
        host.do("deal", seed=4)
        signs = []
        while host.screen["title"] == "The cards":
            screen = host.screen
            if screen["place"] == "cards":
                roles = [screen["cards"]["asking"]] if deal == "night" else ["Mafia", "Executioner", *["Villager"] * 3]
                for role in roles:
                    free = next(chair["seat"] for chair in host.screen["seats"] if not chair["role"])
                    host.do("role", seat=free, role=role)
            signs += screen["signs"]
            host.do("next")
        (shown,) = signs
        assert shown["seat"] == host.evening.games[0].game.setup.roles.index("Executioner") + 1
        while host.screen["place"] != "table":
            host.do("back")


def test_a_scoring_is_one_of_those_that_fit_the_rules() -> None:
    host = Host()
    names = [each["name"] for each in host.screen["settings"]["scorings"]]
    assert names == ["city-mafia", "plain"]
    assert host.screen["settings"]["scoring"] == "city-mafia"
    assert host.do("set", key="scoring", value="plain")["settings"]["scoring"] == "plain"
    own = host.do("set", key="scoring", value={"name": "our club", "win": 3})["settings"]
    assert own["scorings"][-1] == {"name": own["scoring"], "label": "our club"}
    other = host.do("set", key="rules", value="werewolf")["settings"]
    assert [each["name"] for each in other["scorings"]] == [other["scoring"]] == ["plain"]


def test_the_link_to_a_seats_card_stays_at_hand() -> None:
    host = Host()
    host.do("set", key="deal", value="links")
    links = {each["seat"]: each["fragment"] for each in host.do("deal", seed=5)["links"]}
    host.do("next")
    host.until("night", "kill")
    host.do("hand", seat=2, name="Zoe")
    assert {each["seat"]: each["link"] for each in host.screen["seats"]} == links
    host = Host(rules="city-mafia", seats={"A": "Don", "B": "Citizen", "C": "Citizen"})
    assert opened(host.screen["seats"][0]["link"])["c"] == "Don"
    host = Host()
    host.do("set", key="deal", value="cards")
    screen = host.do("deal", seed=5)
    for seat, role in enumerate((each["role"] for each in screen["cards"]["roles"] for _ in range(each["count"])), 1):
        host.do("role", seat=seat, role=role)
    assert not any(each["link"] for each in host.until("speech")["seats"]), "real cards need none"


def test_a_lopsided_deck_is_told_and_dealt() -> None:
    host = Host()
    host.do("set", key="names", value=[""] * 10)
    screen = host.do("set", key="deck", value="Don, Mafia*4, Citizen*5")
    [line] = screen["table"]["warnings"]
    assert line.startswith("This deck is lopsided: ")
    assert screen["next"]["ready"]
    assert host.do("set", key="deck", value=None)["table"]["warnings"] == []

"""An evening of two games of city mafia, tap by tap; what comes of each night and vote is worked out by the book.

Seats are numbers, as hosts call them. The comments cite the rule by which it comes out so.
"""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.hosting import Host

NAMES = ("Ann", "Борис", "Clara", "Dina", "Emil", "Fay", "Gus", "Hana", "Ира", "小明")
NAMES_2 = ("Zoe", *NAMES[1:])
GAME_1 = ("Citizen", "Don", "Sheriff", "Mistress", "Mafia", "Doctor", "Maniac", "Citizen", "Citizen", "Citizen")
GAME_2 = ("Don", "Citizen", "Maniac", "Doctor", "Sheriff", "Mafia", "Citizen", "Mistress", "Citizen", "Citizen")
ALL = range(1, 11)


def play(host: Host) -> None:
    """The whole evening; it ends on the screen with the standings."""
    play_on(host, first_days(host))


def play_on(host: Host, script: list[str]) -> None:
    """From day 3 of the first game on, after nights with this script."""
    host.names = list(NAMES)
    # Whoever is dead is called with the same words, so that the table learns nothing from the script.
    assert day_3_and_night_3(host) == script
    day_4(host)
    second_game(host)


# -- the first game: real cards, entered at once; red wins on day 4 ----------------------------------------------


def first_days(host: Host) -> list[str]:
    """Two days and their nights; what was said in each of these."""
    host.go_on()
    host.sit(NAMES)
    host.see("fold-immunity").tap()
    host.tap("holder-9")
    host.shot("table", whole=True)
    host.deal("cards")
    host.hand_out(GAME_1)
    host.shot("cards")
    host.next()
    script = day_1_and_night_1(host)
    assert day_2_and_night_2(host) == script
    return script


def day_1_and_night_1(host: Host) -> list[str]:
    """Three are tied, then two, then one is out; a whole night is taken back, and another one is out."""
    host.reads("Day 1 begins")
    host.foul(10)
    nobody_sees_the_card(host)
    host.shot("speech")
    host.speeches(*ALL)  # CM-1: from seat 1
    host.shot("vote")
    host.vote({1: [8, 9, 10], 8: [1, 2, 3], 9: [4, 5, 6], 5: [7]})  # 3, 3, 3 and 1
    host.shot("tie")
    host.reads("A tie", host.called(1), host.called(8), host.called(9))
    host.speeches(1, 8, 9)  # CM-2: the tied speak again, in that day's order
    host.vote({1: [8, 9, 10, 2], 8: [1, 3, 4, 5], 9: [6, 7]})  # the group gets smaller: 4, 4 and 2
    host.reads("A tie", host.called(1), host.called(8))
    host.speeches(1, 8)
    host.vote({1: [2, 4, 6, 8]}, rest=8)  # 4 to 6
    host.reads(f"Leaves the table by the vote: {host.called(8)}")
    host.speeches(8)  # the last word
    host.night(kill=1, seek=3, check=2, heal=9, visit=6, maniac_kill=10)
    assert host.ruling()
    assert host.title == "Day 2"
    # It was Ann who had the six votes: back through the whole night into the day before, and on otherwise.
    assert host.back_to("Day 1", "ballot") > 10
    expect(host.see("tally-8")).to_have_text("6")  # the votes stand as they were recorded
    for voter in (3, 5):
        host.tap(f"voter-{voter}")  # seat 1 is the candidate that is chosen first
    expect(host.see("tally-1")).to_have_text("6")
    expect(host.see("tally-8")).to_have_text("4")
    host.shot("vote-again")
    host.next()
    host.reads(f"Leaves the table by the vote: {host.called(1)}")  # 6 to 4
    host.shot("last-words")
    host.speeches(1)
    host.shot("dusk")
    # The Doctor's heal overturns the mafia's kill (E1), the card of seat 9 the Maniac's (E4): nobody dies. The heal
    # saved: the Doctor is told (CM-8). The Mistress lives: seat 5 may not be voted out tomorrow (E8).
    signs = {
        "Sheriff, here": "7, Gus: BLACK",  # CM-4: the Maniac reads BLACK
        "Don, here": "8, Hana: NOT SHERIFF",
        "round the table": "The player you protected was attacked, and lives",
    }
    said = seen_night(host, signs, kill=6, seek=8, check=7, heal=6, visit=5, maniac_kill=9)
    host.shot("ruling", whole=True)
    ruling = host.ruling()
    assert "Fay" in ruling
    assert "Ира" in ruling
    return said


def seen_night(host: Host, signs: dict[str, str], **acts: int) -> list[str]:
    """A night cue by cue, with a look at what is hidden; these signs are given at these words."""
    said = []
    for verb in host.cues():
        said.append(host.said)
        if verb == "kill":
            hidden(host, "Mafia")
        for words in [words for words in signs if words in host.said]:
            sign(host, signs.pop(words))
        if verb:
            host.pick(acts.pop(verb))
    assert not acts
    assert not signs
    return said


def hidden(host: Host, role: str) -> None:
    """Roles are seen only while the eye is held."""
    host.shot("night")
    main = host.page.locator("main")
    assert role not in main.inner_text().replace(host.said, "")
    with host.held():
        expect(host.see("secret")).to_contain_text(role)
        host.shot("night-held")
    expect(host.see("secret")).to_have_count(0)


def nobody_sees_the_card(host: Host) -> None:
    """The host alone knows who holds an immunity card (CM-7)."""
    holder = host.see("seat-9")
    expect(holder).not_to_have_accessible_name(re.compile("immunity"))
    with host.held():
        expect(holder).to_have_accessible_name(re.compile("immunity"))
    expect(holder).not_to_have_accessible_name(re.compile("immunity"))


def sign(host: Host, text: str) -> None:
    """A sign is shown only while the eye is held."""
    assert text not in host.page.locator("body").inner_text()
    said, thumb = host.middle("say"), host.middle("next")
    with host.held():
        expect(host.see("sign")).to_have_text(text)
        assert abs(host.middle("sign")[1] - said[1]) < 100, "where it is said"
        assert host.middle("next") == thumb
        host.shot("sign")
    expect(host.see("sign")).to_have_count(0)


def day_2_and_night_2(host: Host) -> list[str]:
    """Seat 5 is spared, a foul too many silences seat 10; the Mistress drags seat 8 along."""
    host.reads("Nobody died tonight")
    host.switch("nominations")  # from the next phase on: not in today's vote
    host.foul(10, 2)  # three with yesterday's: the next speech is lost
    host.speeches(2)  # CM-1: day 2 begins with seat 2
    host.reads("A house rule changes from the next phase on")
    host.speeches(3, 4, 5, 6, 7, 8, 9)
    assert "has lost this speech" in host.said
    host.shot("silenced")
    host.speeches(10)
    host.see("by-counts").tap()
    host.shot("counts")
    host.count({5: 6, 3: 2})  # one of the nine abstains
    host.shot("spared")
    host.reads(f"Cannot be voted out today, and stays: {host.called(5)}")  # CM-3
    # The Don's kill and the Maniac's land (no heal on seats 4 and 2); the Doctor may not heal seat 6 two nights running
    # (P2), and the act is void (G3); the Mistress dies, and seat 8 with her (CM-6).
    said = []
    acts = {"kill": 4, "seek": 3, "check": 8, "visit": 8, "maniac_kill": 2}
    for verb in host.cues():
        said.append(host.said)
        if verb == "heal":
            assert host.pick_anyway(6)
        elif verb:
            host.pick(acts.pop(verb))
        if verb == "visit":
            before = (host.at, host.title, host.said)
            host.reload()  # in the middle of the night
            assert (host.at, host.title, host.said) == before
    assert not acts
    ruling = host.ruling()
    assert "Hana" in ruling
    return said


def day_3_and_night_3(host: Host) -> list[str]:
    """Read in Russian for a while. The vote is among nominees; seat 10 is removed; the network is cut at dusk."""
    host.shot("dawn")
    host.speak("ru")
    expect(host.see("title")).to_have_text("День 3")
    assert all(host.called(seat) in host.said for seat in (2, 4, 8))
    host.shot("dawn-ru")
    host.next()
    host.shot("speech-ru")
    host.best_move(4, 2, 5, 7)  # all three are black
    host.speeches(3, nominate={3: 7})  # CM-1: day 3 begins with seat 3
    host.speak("en")
    host.speeches(5, 6, nominate={5: 9, 6: 5})
    host.foul(10)  # the fourth: removed, before the speech (G12)
    host.shot("removed")
    host.reads(host.called(10))
    host.speeches(7, 9, nominate={7: 3})
    host.shot("vote-nominees")
    host.vote({7: [3, 6, 9], 9: [7]})  # seat 5 votes for nobody: that counts for the last nominee, seat 3 (CM-2)
    host.reads(f"Leaves the table by the vote: {host.called(7)}")
    host.phone.watch.cut = True
    host.phone.context.set_offline(True)
    host.speeches(7)
    # Without a Don the first living Mafia kills (CM-4). The void heal of last night has started no cooldown (G3).
    return seen_night(host, {"Sheriff, here": "5, Emil: BLACK"}, kill=3, check=5, heal=6)


def day_4(host: Host) -> None:
    """The last of the black is out."""
    host.shot("ruling-offline")
    host.ruling()
    expect(host.see("status")).to_have_attribute("data-status", "waiting")
    host.reads(f"Died tonight: {host.called(3)}")
    host.speeches(5, 6, 9, nominate={5: 6, 6: 5})  # CM-1: seat 4 is dead
    host.vote({6: [5], 5: [6, 9]})
    host.reads(f"Leaves the table by the vote: {host.called(5)}")
    host.phone.context.set_offline(False)
    host.synced()
    host.phone.watch.cut = False
    host.speeches(5)
    assert host.place == "victory"
    host.shot("victory")
    host.next()
    assert host.place == "over"
    with host.sheet("seats", "seat-6", "bonus"):
        host.see("bonus-points").fill("0.5")
        host.see("bonus-why").fill("Calm")
        host.tap("bonus-give")
        host.shot("seat-sheet")
    host.shot("over", whole=True)


# -- the second game: real cards, called in a set-up night -----------------------------------------------------


def second_game(host: Host) -> None:
    """The mafia wins at the dawn of night 2."""
    host.next()
    host.sit(NAMES_2)
    host.see("fold-flags").tap()
    host.tap("flag-nominations")  # switched on in the first game, and still on
    host.see("fold-immunity").tap()
    host.tap("holder-9")
    host.deal("night")
    host.call_cards(GAME_2)
    host.reads("Day 1 begins")
    host.speeches(*ALL)
    host.vote({10: [1, 3, 6, 8, 9], 6: [2, 4, 5]})  # seats 7 and 10 abstain
    host.reads(f"Leaves the table by the vote: {host.called(10)}")
    host.speeches(10)
    # Two kills land, the heal is elsewhere: the Sheriff and the Doctor die.
    host.night(kill=5, seek=5, check=1, heal=8, visit=2, maniac_kill=4)
    host.ruling()
    host.reads(f"{host.called(4)}", f"{host.called(5)}")
    host.speeches(2, 3, 6, 7, 8, 9, 1)  # CM-1, G9: from seat 2 on, and round to seat 1
    host.vote({6: [2, 8, 9], 7: [1, 3, 6]})
    host.reads("A tie", host.called(6), host.called(7))
    host.speeches(6, 7)
    host.vote({6: [2, 8, 9], 7: [1, 3, 6]})
    host.reads("Nobody leaves the table")  # CM-2: the same are tied again
    # The Mistress dies and drags seat 9; the Maniac kills seat 2: two of the mafia against two others (L4).
    host.night(kill=8, seek=8, visit=9, maniac_kill=2)
    host.ruling()
    host.reads(host.called(2), host.called(8), host.called(9))
    assert host.place == "victory"
    host.next()
    assert host.place == "over"
    host.shot("standings", whole=True)

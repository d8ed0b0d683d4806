"""Screens of a table at the sizes at which they once failed: phones, also on their side, keyboards, televisions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import barriers
from tests.e2e.phone import LOADING_MS, Phone, take_shot, wait_until_still
from tests.e2e.tables.asking import ask, door, seated
from tests.e2e.tables.lobby import DESK, see
from tests.e2e.tables.serving import HURRIED, TableServer, served
from tests.patience import PATIENCE, until

PHONE, SMALL, LANDSCAPE = (390, 844), (360, 640), (844, 390)
CLOCKS = {"speech": 600, "choice": 600, "secret": 300, "word": 300}
TELEVISIONS = ((1440, 900), (1920, 1080), (1280, 720))
LONG_NAMES = (
    "Bartholomew", "O'Shaughnessy", "Annabelle Grace", "Александра-Мария", "Ольга Вячеславовна",
    "Guðrún Þorsteinsdóttir", "Wolfeschlegelsteinhausen", "Konstantinopolitanska Wo", "李雷与韩梅梅的朋友", "오영희",
    "欧阳锋", "Gypsy Jiggly", "Fay", "Krzysztof", "Þórbjörg", "Jean-Baptiste", "Maximilian", "王小明", "Ann", "Konrad",
)  # fmt: skip
Phones = Callable[..., Phone]

# An on-screen keyboard, as Safari has it: only the visual viewport tells of it, and moves.
KEYBOARD = """(() => {
  const real = window.visualViewport, fake = new EventTarget()
  let [height, top] = [null, 0]
  const found = {
    height: () => height ?? real.height, width: () => real.width, scale: () => 1,
    offsetTop: () => top, offsetLeft: () => 0,
  }
  for (const [name, get] of Object.entries(found)) Object.defineProperty(fake, name, { get })
  Object.defineProperty(window, 'visualViewport', { get: () => fake })
  window.keyboard = (seen, offset) => {
    [height, top] = [seen, offset]
    for (const kind of ['resize', 'scroll']) fake.dispatchEvent(new Event(kind))
  }
})()"""
# Seats of the circle that cover each other, and names of which a part is cut off.
CRAMPED = """() => {
  const seats = [...document.querySelectorAll('.circle li')], wrong = []
  const boxes = seats.map((seat) => seat.getBoundingClientRect())
  boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other, by) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    if (wide > 1 && tall > 1) wrong.push(`${at + 1} covers ${at + by + 2}`)
  }))
  for (const name of document.querySelectorAll('.circle .name, .circle .name .line')) {
    const size = parseFloat(getComputedStyle(name).fontSize)
    const cut = name.scrollWidth > name.clientWidth || name.clientHeight < 1.2 * size
    if (cut) wrong.push(`${name.textContent} is cut off`)
  }
  return wrong
}"""

# Roles in the circle over which another seat's number lies.
COVERED_ROLES = """() => [...document.querySelectorAll('.circle .role')].filter((role) => {
  const box = role.getBoundingClientRect()
  return [...document.querySelectorAll('.circle .disc')].some((disc) => {
    const other = disc.getBoundingClientRect()
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left)
    const tall = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
    return wide > 1 && tall > 2
  })
}).map((role) => role.textContent)"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server for all tests of this file."""
    with served(tmp_path_factory.mktemp("tables"), program=HURRIED) as found:
        yield found


def size(wide_and_tall: tuple[int, int]) -> dict[str, Any]:
    wide, tall = wide_and_tall
    return {"viewport": {"width": wide, "height": tall}, "device_scale_factor": 1}


def opened(server: TableServer, page: Page, made: Any) -> Page:
    """The page of the seat at a table, once the game is there."""
    page.goto(server.at(f"table/{made['room']}/{made['secret']}"))
    page.locator(".circle li").first.wait_for(timeout=LOADING_MS)
    return page


def is_by_day(events: list[Any]) -> bool:
    """Whether somebody has spoken by day."""
    return len([event for event in events if event["kind"] == "said"]) > 2


def has_begun(events: list[Any]) -> bool:
    return True


def inside(page: Page, test: str, bottom: float, top: float = 0) -> None:
    """A piece of the page can be seen whole."""
    piece = see(page, test)
    piece.wait_for()
    wait_until_still(page)
    box = piece.bounding_box()
    assert box is not None
    assert box["y"] >= top - 0.5, f"{test} is above what can be seen: {box}"
    assert box["y"] + box["height"] <= bottom + 0.5, f"{test} is below what can be seen: {box}"


def test_the_story_hides_what_only_this_seat_was_told_until_it_is_held(tables: TableServer, phones: Phones) -> None:
    told: list[Any] = []
    made = seated(
        tables, lambda events: bool(told.extend(events)) or True, rules="werewolf", seats=8, clocks=CLOCKS
    )  # fmt: skip
    secrets = [event["text"] for event in told if event["private"]]
    assert any(text.startswith("Robin is ") for text in secrets), "the card is told at the deal"
    for screen in (PHONE, LANDSCAPE):
        page = opened(tables, phones(**size(screen)).page, made)
        story = page.locator("ol.story")
        covered = see(page, "covered").first
        expect(covered).to_be_visible()
        nights = story.locator(".phase.night").count()
        expect(see(page, "covered")).to_have_count(1 + nights)  # of every role: the deal, and each night
        for text in secrets:
            expect(story).not_to_contain_text(text)
        assert not barriers(page)
        take_shot(page, f"online-story-{screen[0]}")
        covered.dispatch_event("pointerdown", {"button": 0})
        expect(covered).to_contain_text("Robin is ")
        covered.dispatch_event("pointerup")
        expect(story).not_to_contain_text("Robin is ")


def test_the_dead_show_no_role_that_only_this_seat_knows(tables: TableServer, phones: Phones) -> None:
    made = seated(tables, has_lost_a_partner, rules="city-mafia", seats=10, clocks=CLOCKS)  # its dead keep their cards
    page = opened(tables, phones(**size(PHONE)).page, made)
    expect(page.locator(".circle .out")).not_to_have_count(0)
    expect(page.locator(".circle .role")).to_have_count(0)
    take_shot(page, "online-dead-partner")
    see(page, "card").dispatch_event("pointerdown", {"button": 0})
    expect(page.locator(".circle .role")).not_to_have_count(0)


def has_lost_a_partner(events: list[Any]) -> bool:
    """Whether somebody whose role this seat was told at the deal is dead."""
    own = [
        event["text"].split(" is ")[0] for event in events if event["private"] and "one of your own" in event["text"]
    ]
    lines = [event["text"] for event in events if event["kind"] in ("death", "line") and not event["private"]]
    return any(line in (f"{name} is dead.", f"{name} is voted out.") for name in own for line in lines)


def test_a_phone_on_its_side_shows_story_and_question(tables: TableServer, phones: Phones) -> None:
    speaking = seated(tables, is_by_day, "speech", rules="city-mafia", seats=10, clocks=CLOCKS)
    asked = seated(tables, has_begun, rules="werewolf", seats=20, clocks=CLOCKS)
    for made, piece in ((speaking, "say"), (asked, "answer")):
        page = opened(tables, phones(**size(LANDSCAPE)).page, made)
        inside(page, piece, LANDSCAPE[1])
        inside(page, "feed", LANDSCAPE[1])
        box = see(page, "feed").bounding_box()
        assert box
        assert box["height"] >= 90, "there is no room for the story"
        assert page.evaluate(CRAMPED) == []
        assert all(
            page.locator(".circle li").evaluate_all(
                "(all) => all.map((li) => li.getBoundingClientRect().bottom <= 390)"
            )
        )
        take_shot(page, f"online-landscape-{piece}")


@pytest.mark.parametrize(("screen", "seen", "offset"), [(PHONE, 508, 120), (SMALL, 340, 90), (LANDSCAPE, 190, 60)])
def test_what_one_types_is_above_the_keyboard(
    tables: TableServer, phones: Phones, screen: tuple[int, int], seen: int, offset: int
) -> None:
    made = seated(tables, is_by_day, "speech", rules="city-mafia", seats=10, clocks=CLOCKS)
    phone = phones(**size(screen))
    phone.context.add_init_script(KEYBOARD)
    page = opened(tables, phone.page, made)
    see(page, "speech").focus()
    page.evaluate("([seen, offset]) => keyboard(seen, offset)", [seen, offset])
    expect(page.locator(".around")).to_be_hidden()
    for piece in ("speech", "say"):
        inside(page, piece, seen + offset, offset)
    expect(see(page, "below")).to_have_count(0)  # the story stays at its end
    take_shot(page, f"online-keyboard-{screen[0]}")
    page.evaluate("keyboard(null, 0)")
    expect(page.locator(".around")).to_be_visible()
    see(page, "menu").click()
    see(page, "notes").focus()
    page.evaluate("([seen, offset]) => keyboard(seen, offset)", [seen, offset])
    inside(page, "table-menu", seen + offset)
    expect(see(page, "notes")).to_be_in_viewport()


def test_the_chat_of_a_lobby_is_above_the_keyboard(tables: TableServer, phones: Phones) -> None:
    made = ask(tables, "new", wish={"rules": "werewolf", "seats": 8, "name": "Robin"})
    phone = phones(**size(PHONE))
    phone.context.add_init_script(KEYBOARD)
    page = phone.page
    page.goto(tables.at(f"table/{made['room']}/{made['secret']}/{made['creator']}"))
    see(page, "chat-text").focus(timeout=LOADING_MS)
    page.evaluate("keyboard(400, 0)")
    until(lambda: page.locator("input:focus").evaluate("(field) => field.getBoundingClientRect().bottom <= 400"))
    take_shot(page, "lobby-keyboard")


def test_an_open_sheet_tells_that_it_is_ones_turn(tables: TableServer, phones: Phones) -> None:
    made = seated(tables, is_by_day, "speech", rules="city-mafia", seats=10, clocks=CLOCKS)
    page = opened(tables, phones(**size(PHONE)).page, made)
    page.locator(".circle button:not(.you)").first.click()
    expect(see(page, "seat-sheet")).to_be_visible()
    inside(page, "to-turn", PHONE[1])
    assert not barriers(page)
    see(page, "to-turn").click()
    expect(see(page, "seat-sheet")).to_have_count(0)
    inside(page, "say", PHONE[1])


def test_no_name_on_a_television_is_cut_off(tables: TableServer, phones: Phones) -> None:
    for seats in (10, 20):
        made = seated(tables, has_begun, rules="werewolf", seats=seats, name="Maximilian")
        for screen in TELEVISIONS:
            page = phones(**{**DESK, **size(screen)}).page
            page.goto(tables.at(f"tv/{made['room']}"))
            expect(page.locator(".circle li")).to_have_count(seats, timeout=LOADING_MS)
            wait_until_still(page)
            assert page.evaluate(CRAMPED) == [], f"{seats} seats at {screen}"
            sizes = page.locator(".circle .name").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
            assert min(sizes) >= 0.025 * screen[1], "too small to be read from afar"
            take_shot(page, f"television-{seats}-{screen[0]}")


def full_table(server: TableServer, rules: str, seats: int, *, plays: bool = True) -> Any:
    """A lobby where people with long names have taken all chairs. `plays`: whether its creator is one of them."""
    names = LONG_NAMES[:seats]
    wish = {"rules": rules, "seats": seats, "clocks": CLOCKS}
    made = ask(server, "new", wish={**wish, "name": names[0]} if plays else wish)
    for name in names[1:] if plays else names:
        ask(server, "join", room=made["room"], name=name)
    return made


def start(server: TableServer, made: Any) -> None:
    """Start the game at a table, as its creator."""
    with door(server) as socket:
        socket.send(json.dumps({"room": made["room"], "creator": made["creator"], "watch": "watch"}))
        socket.recv(PATIENCE)
        socket.send(json.dumps({"do": "start"}))
        until(lambda: ask(server, "find", room=made["room"])["state"] == "playing")


@pytest.mark.parametrize(("rules", "seats"), [("ai-mafia", 5), ("city-mafia", 10), ("werewolf", 20)])
def test_a_television_shows_long_names_whole(tables: TableServer, phones: Phones, rules: str, seats: int) -> None:
    made = full_table(tables, rules, seats)
    pages = [phones(**{**DESK, **size(screen)}).page for screen in TELEVISIONS]
    for page, (wide, tall) in zip(pages, TELEVISIONS, strict=True):
        page.goto(tables.at(f"tv/{made['room']}"))
        names = see(page, "tv-door").locator("li")
        expect(names).to_have_count(seats, timeout=LOADING_MS)
        wait_until_still(page)
        for piece in (*names.all(), see(page, "tv-door").locator(".qr svg")):
            box = piece.bounding_box()
            assert box
            assert box["y"] >= 0, f"{seats} seats at {wide}x{tall}"
            assert box["y"] + box["height"] <= tall, f"{seats} seats at {wide}x{tall}"
        take_shot(page, f"television-door-{seats}-{wide}")
    start(tables, made)
    for page, (wide, tall) in zip(pages, TELEVISIONS, strict=True):
        expect(page.locator(".circle li")).to_have_count(seats)
        wait_until_still(page)
        assert page.evaluate(CRAMPED) == [], f"{seats} seats at {wide}x{tall}"
        shown = page.locator(".circle .name").evaluate_all("(all) => all.map((one) => one.textContent)")
        assert sorted(shown) == sorted(LONG_NAMES[:seats])
        take_shot(page, f"television-long-{seats}-{wide}")


def test_a_table_of_ten_shows_long_names_on_two_lines(tables: TableServer, phones: Phones) -> None:
    made = full_table(tables, "city-mafia", 10)
    start(tables, made)
    for screen, whole in ((PHONE, ("Bartholomew", "O'Shaughnessy")), ((1440, 900), LONG_NAMES[:10])):
        page = opened(tables, phones(**size(screen)).page, made)
        wait_until_still(page)
        cut = page.evaluate(CRAMPED)
        assert not [wrong for wrong in cut if "covers" in wrong]
        for name in whole:
            lines = page.locator(".circle .name", has_text=name).locator(".line")
            expect(lines).not_to_have_count(0)
            assert all(lines.evaluate_all("(all) => all.map((line) => line.scrollWidth <= line.clientWidth)")), name
        take_shot(page, f"online-long-names-{screen[0]}")


def test_no_role_below_a_long_name_is_covered(tables: TableServer, phones: Phones) -> None:
    made = full_table(tables, "werewolf", 12, plays=False)
    start(tables, made)
    page = phones(**size((360, 740))).page
    page.goto(tables.at(f"table/{made['room']}/-/{made['creator']}"))
    page.locator(".circle li").first.wait_for(timeout=LOADING_MS)
    page.goto(tables.at(f"watch/{made['room']}"))
    expect(page.locator(".circle .role")).to_have_count(12)  # who made the table and has no seat sees all
    wait_until_still(page)
    assert page.evaluate(COVERED_ROLES) == []
    take_shot(page, "online-long-names-roles")


def test_a_long_clock_stays_within_its_ring(tables: TableServer, phones: Phones) -> None:
    made = seated(tables, is_by_day, "speech", rules="city-mafia", seats=10, clocks=CLOCKS)
    for screen in (PHONE, LANDSCAPE, (1440, 900)):
        page = opened(tables, phones(**size(screen)).page, made)
        clock = page.locator(".circle [data-test=clock]")
        expect(clock.locator("span")).to_have_text(re.compile(r"\d\d:\d\d"))
        ring, digits = clock.bounding_box(), clock.locator("span").bounding_box()
        assert ring
        assert digits
        assert digits["width"] <= 0.78 * ring["width"], "the digits run into the ring"

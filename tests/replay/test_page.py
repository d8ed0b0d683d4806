"""The page to send to a friend: self-contained, spoiler-free to the byte, and safe whatever players say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser

import pytest

import duskfall
from duskfall.core.facts import (
    EVERYONE,
    MODERATOR,
    Announced,
    Began,
    Chose,
    Claim,
    Dealt,
    Died,
    Ended,
    Fact,
    Knows,
    Landed,
    Noticed,
    PhaseBegan,
    Said,
    TitleHeld,
    Told,
    Voted,
)
from duskfall.core.play.game import Game
from duskfall.core.start.setup import NAMES
from duskfall.replay.page import page
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.story import Story
from duskfall.tell.facts.sentences import sentence
from tests.laws.pairs import PAIRS
from tests.laws.received import Side
from tests.replay.unpacked import unpacked

SEALED = re.compile(r'<!-- [^>]*compressed[^>]* -->\n<script type="text/plain" id="sealed">[A-Za-z0-9+/=]*</script>')


class Parts(HTMLParser):
    """The elements of a page, its text, and what would be a hole."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.handlers += [name for name, value in attrs if name.startswith("on") or "javascript:" in (value or "")]
        self.handlers += [name for name, _ in attrs if name in ("src", "href", "action", "srcdoc")]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def opened(text: str) -> str:
    """The sealed part of a page."""
    assert SEALED.search(text)
    return unpacked(text, "sealed")


def game_of(book: str, seats: int = 9, seed: int = 3) -> Game:
    game = Game.start(ruleset(book), NAMES[:seats], seed=seed, talk=True)
    return play(game, seat_players(game, "random"))


@pytest.fixture(scope="module", params=list(BOOKS))
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


# -- what a page is ----------------------------------------------------------------------------------


def test_a_page_needs_nothing_from_outside(game: Game) -> None:
    text = page(game.facts, NAMES[:9], 1)
    parts = Parts(text)
    assert parts.handlers == []
    assert parts.tags.count("script") == 2
    assert not {"link", "img", "iframe", "object", "base"} & set(parts.tags)
    links = set(re.findall(r"https?://[^\s\"'<)]+", text))
    assert links <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest", text)
    assert "default-src 'none'" in text


def test_without_a_script_it_is_a_transcript(game: Game) -> None:
    text = page(game.facts, NAMES[:9], 0, reveal=False)
    body = " ".join(Parts(text[text.index("<main") :]).text)
    at = 0
    for fact in game.facts:
        if fact.to == EVERYONE and isinstance(fact, PhaseBegan | Said):
            what = fact.text if isinstance(fact, Said) else f"{fact.phase.capitalize()} {fact.number}"
            at = body.index(what, at)
    assert "Who was what" in body[at:]


def test_the_same_game_gives_the_same_bytes(game: Game) -> None:
    assert page(game.facts, NAMES[:9], 2) == page(list(game.facts), NAMES[:9], 2)


def test_the_seal_holds_what_the_page_does_not(game: Game) -> None:
    text = page(game.facts, NAMES[:9], 0)
    hidden = opened(text)
    dealt = [sentence(fact, NAMES[:9]) for fact in game.facts if isinstance(fact, Dealt)]
    assert dealt
    assert all(line in hidden and line not in text for line in dealt)
    assert "<svg" in hidden
    assert "<svg xmlns" not in text
    assert SEALED.sub("", text) == page(game.facts, NAMES[:9], 0, reveal=False)


def test_the_moderators_page_needs_no_seal(game: Game) -> None:
    text = page(game.facts, NAMES[:9], None)
    assert 'id="sealed"' not in text
    assert "<svg xmlns" in text


def test_roles_are_told_at_the_last_step_only(game: Game) -> None:
    text = page(game.facts, NAMES[:9], 0, reveal=False)
    *before, end = text.split('<section class="chapter"')
    assert "Who was what" in end
    assert "Who was what" not in "".join(before)
    short = page([fact for fact in game.facts if not isinstance(fact, Ended)], NAMES[:9], 0, reveal=False)
    told = short[short.index('<section class="chapter"') : short.index("</main>")].strip()
    assert told in text  # what stands before the end does not depend on it


TALE = Story(
    ("Night 1: the kill took Bob (town 4 % → 2 %).", "Day 1: Cid was voted out (town 2 % → 9 %)."),
    "Dee lied.",
    (),
    "As counted.",
)


@pytest.mark.parametrize("seat", [0, 2, None])
def test_the_story_stands_in_the_last_chapter_of_every_view_and_changes_nothing_else(
    game: Game, seat: int | None
) -> None:
    def parts(text: str) -> tuple[str, str, str]:
        start, end = text.rindex('<section class="chapter"'), text.index("</main>")
        return text[:start], text[start:end], SEALED.sub("", text[end:])

    plain, told = (parts(page(game.facts, NAMES[:9], seat, False, story=tale)) for tale in (None, TALE))
    assert told[::2] == plain[::2]
    words = " ".join("".join(Parts(told[1]).text).split())
    assert all(point in words for point in (*TALE.turning_points, TALE.lie, TALE.counted))
    assert parts(page(game.facts, NAMES[:9], seat, True, story=TALE)) == told


def test_the_end_tells_what_became_of_everyone() -> None:
    game = game_of("ai-mafia")
    text = page(game.facts, NAMES[:9], 1, story=TALE)
    rows = re.findall(r"<li data-team.*?</li>", text)
    assert len(rows) == 9
    assert game.over is not None
    for row, name, role in zip(rows, NAMES, game.over.roles, strict=False):
        assert f"<bdi>{name}</bdi>" in row
        assert f"<bdi>{role}</bdi>" in row
        assert re.search(r"lives|(night|day) \d", row)
        assert re.search(r'class="(won|lost)"', row)
    assert rows == re.findall(r"<li data-team.*?</li>", opened(text))
    assert "lie" not in re.findall(r'<li class="(\w+)">', page(game.facts, NAMES[:9], 1, story=Story((), "", ())))


# -- what a page may not tell ------------------------------------------------------------------------


def facts_of(side: Side, until: str, upto: int) -> list[Fact]:
    """A game as `received` plays it; of the end only what does not show everything."""
    game = side.table.start()
    while game.asks and upto and not any(type(fact).__name__ == until for fact in game.facts):
        ask = game.asks[-1 if side.last_first else 0]
        game.answer(ask.seat, ask.verb, side.answers(game, ask))
        upto -= 1
    kinds = [type(fact).__name__ for fact in game.facts]
    facts: Iterable[Fact] = game.facts[: kinds.index(until)] if until in kinds else game.facts
    return [fact._replace(roles=(), cowins=()) if isinstance(fact, Ended) else fact for fact in facts]


@pytest.mark.parametrize("name", list(PAIRS))
def test_what_a_seat_may_not_know_changes_no_byte(name: str) -> None:
    pair = PAIRS[name]
    left, right = (facts_of(side, pair.until, pair.upto) for side in (pair.left, pair.right))
    names = pair.left.table.names
    seats = sorted(pair.seats)
    for seat in {seats[0], seats[1], seats[-1]}:
        one, other = (page(facts, names, seat, reveal=False) for facts in (left, right))
        assert one == other
        one, other = (SEALED.sub("", page(facts, names, seat)) for facts in (left, right))
        assert one == other
    assert (left == right) is (page(left, names, None) == page(right, names, None))


# -- what players may say ----------------------------------------------------------------------------

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u202eevil\u2066 \x1b[31m\x00",
    "'\" onmouseover='alert(1)' data-table=\"",
    "--><svg onload=alert(1)>",
    "🧛🏽‍♀️ 张三丰",
    "Мафия «Дон»",
    "x" * 4000,
    "$title ${story} $$",
)


def hostile_game() -> list[Fact]:
    """Every place where a player's words can come to stand."""
    facts: list[Fact] = [Began(EVERYONE, "</title><b>", HOSTILE, (), True, (("<i>", 2),))]
    facts += [Dealt(1 << seat, seat, "<u>role", "<team>") for seat in range(1, 10)]
    facts += [
        Knows(2, 2, "<s>", "mate"),
        PhaseBegan(EVERYONE, "night", 1),
        Chose(2, 1, "kill", 2),
        Chose(4, 2, "<a>", 3),
    ]
    facts += [Landed(MODERATOR, "kill", 1, 2, "<r>"), Died(MODERATOR, 2, "<role>", "<role>", ("kill",))]
    facts += [Told(4, 2, "<a>", 3, "</script>"), Noticed(EVERYONE, 3, "</ol>"), Announced(EVERYONE, ((2, "<role>"),))]
    facts += [PhaseBegan(EVERYONE, "day", 1), TitleHeld(EVERYONE, "</b>", 3)]
    for seat, text in enumerate(HOSTILE, 1):
        claims = (Claim("role", seat, text[:80], "<b>"), Claim("</ul>", 1, text[:80]))
        facts.append(Said(EVERYONE, seat, text, "</p>", 1, claims))
    facts.append(Voted(EVERYONE, "<vote>", ((1, 2), (3, "<blank>")), ((2, 1), ("<blank>", 1.5))))
    return [*facts, Ended(EVERYONE, "</h3>", "</p>", ((1, "<x>"),), ("</section>",) * 9)]


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("tale", [None, Story(HOSTILE, "<script>alert(1)</script>", ())], ids=["plain", "told"])
def test_nobody_can_write_a_tag(seat: int | None, tale: Story | None) -> None:
    text = page(hostile_game(), HOSTILE, seat, story=tale)
    tamed = tale and Story(tuple(f"n{number}" for number in range(9)), "lie", ())
    tame = page(hostile_tamed(), tuple(f"n{number}" for number in range(9)), seat, story=tamed)
    for one, other in ((text, tame), *([] if seat is None else [(opened(text), opened(tame))])):
        parts, plain = Parts(one), Parts(other)
        assert [tag for tag in parts.tags if tag != "text"] == [tag for tag in plain.tags if tag != "text"]
        assert parts.handlers == []
        assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b]", one)
    for word in HOSTILE[5:7]:
        assert word in text
    assert "$title ${story} $$" in text


def hostile_tamed() -> list[Fact]:
    """The same game with plain words."""
    return [_tame(fact) for fact in hostile_game()]  # type: ignore[misc]


def _tame(value: object) -> object:
    """Plain words instead of hostile ones."""
    if isinstance(value, str):
        return re.sub(r"\W", "", value)[:20] or ("x" if value else "")
    if isinstance(value, tuple):
        parts = [_tame(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def test_a_ballot_that_counts_more_is_marked_with_its_weight() -> None:
    deal = duskfall.start("werewolf", 9).facts
    vote = Voted(EVERYONE, "vote", ((2, 5), (3, 5)), ((5, 2.5),))
    for seat in (None, 0, 4):
        text = page([*deal, TitleHeld(EVERYONE, "sheriff", 2), vote], NAMES[:9], seat)
        assert '<span class="voters"><bdi>Bob</bdi> ×1.5, <bdi>Cid</bdi></span>' in text


def test_long_speech_is_whole() -> None:
    assert "x" * 4000 in page(hostile_game(), HOSTILE, 0)


def test_a_game_that_has_not_ended_has_a_page() -> None:
    names = NAMES[:3]
    facts: list[Fact] = [Began(EVERYONE, "mine", names, (), False, (("Villager", 3),))]
    assert "The deal" in page(facts, names, 1)
    assert "The deal" in page([], names, 1)

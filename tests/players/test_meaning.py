"""What a person's words mean to those who listen for typed claims: clear clauses only, in the words of each book."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.core.ask import Ask, read_claims
from duskfall.core.facts import EVERYONE, Announced, Began, Claim, Dealt, PhaseBegan, Said
from duskfall.core.play.game import Game
from duskfall.core.view import View, view
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.players.bots.scripted.mind import Mind
from duskfall.players.person.meaning import claims, heard_as
from duskfall.players.person.speech import read_speech
from duskfall.players.person.typed import NotUnderstood
from duskfall.rules import BOOKS, ruleset
from duskfall.study.primer import EVIL, GOOD, READ, primer
from tests.laws.tables import law

NAMES = ("Ann", "Bob", "Bobby", "Cid", "Gus", "Ida", "Fay", "O Neil", "Σίσυφος", "Hal")
SAY = Ask(1, 1, "say", "open", speech=True)
Short = tuple[str, ...]


def seat(name: str) -> int:
    return NAMES.index(name) + 1


def at(book: str, role: str = "", *facts: object) -> View:
    """Ann's view of a table, at which she has this role."""
    primed = primer(book)
    role = role or primed.plain
    began = Began(-1, book, NAMES, (), True, tuple((name, 1) for name in primed.cards))
    dealt = Dealt(1 << 1, 1, role, primed.cards[role].team)
    return view([began, dealt, PhaseBegan(-1, "day", 1), *facts], 1)  # type: ignore[list-item]


def short(found: Sequence[Claim]) -> list[Short]:
    """Claims as people would write them down."""
    return [
        (each.kind, *([NAMES[each.seat - 1]] if each.kind != "role" else []), *filter(None, (each.word, each.verb)))
        for each in found
    ]


def role(word: str) -> Short:
    return "role", word


def result(name: str, word: str, verb: str) -> Short:
    return "result", name, word, verb


def accuse(name: str) -> Short:
    return "accuse", name


def defend(name: str) -> Short:
    return "defend", name


def visit(name: str, door: str) -> Short:
    return "visit", name, door


INVESTIGATED = "investigate"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I am the Cop", [role("Cop")]), ("i'm the doctor!", [role("Doctor")]), ("I’m a villager.", [role("Villager")]),
        ("Listen, I am the Cop.", [role("Cop")]), ("Well I'm really the Bomb here", [role("Bomb")]),
        ("I claim Cop", [role("Cop")]), ("My role is Mafia Roleblocker.", [role("Mafia Roleblocker")]),
        ("I vote Bob", [accuse("Bob")]), ("vote bobby!", [accuse("Bobby")]), ("I will vote for Gus", [accuse("Gus")]),
        ("I'm voting Gus today", [accuse("Gus")]), ("Let's vote O Neil out", [accuse("O Neil")]),
        ("My vote goes to Fay.", [accuse("Fay")]), ("Bob is lying", [accuse("Bob")]), ("it's Fay", [accuse("Fay")]),
        ("I think it is Fay.", [accuse("Fay")]), ("I suspect Fay", [accuse("Fay")]), ("Fay must go!", [accuse("Fay")]),
        ("Gus is mafia", [accuse("Gus")]), ("Gus is clearly evil", [accuse("Gus")]), ("Gus is a liar", [accuse("Gus")]),
        ("Gus is the Godfather", [accuse("Gus")]), ("I am sure that Gus is one of the mafia", [accuse("Gus")]),
        ("Σίσυφος is evil", [accuse("Σίσυφος")]), ("I vote for σίσυφος", [accuse("Σίσυφος")]),
        ("I trust Bob", [defend("Bob")]), ("I believe Ida.", [defend("Ida")]), ("Ida is innocent", [defend("Ida")]),
        ("I think Ida is town", [defend("Ida")]), ("I believe Ida is lying", [accuse("Ida")]),
        ("I trust Ida and I vote Gus, because Gus is lying.", [defend("Ida"), accuse("Gus")]),
        ("I am the Doctor. Gus is evil! I trust Fay", [role("Doctor"), accuse("Gus"), defend("Fay")]),
        ("I'm the Cop and Ida is mafia", [role("Cop"), result("Ida", "MAFIA", INVESTIGATED)]),
        ("I am the Cop. I investigated Ida last night and she is innocent. Vote Gus!",
         [role("Cop"), result("Ida", "INNOCENT", INVESTIGATED), accuse("Gus")]),
        ("I am the Cop. I checked Fay and she's mafia.", [role("Cop"), result("Fay", "MAFIA", INVESTIGATED)]),
        ("I vote Fay because she lied", [accuse("Fay")]), ("I don't know, but Fay is sus", [accuse("Fay")]),
        ("Gus must be mafia", [accuse("Gus")]), ("gus is sus ngl", [accuse("Gus")]), ("kill Gus", [accuse("Gus")]),
        ("I saw Gus visit Ida", [visit("Gus", "Ida")]), ("I saw Gus near Ida's door last night", [visit("Gus", "Ida")]),
        ("I saw Bob at the door of Fay. Bob is evil", [visit("Bob", "Fay"), accuse("Bob")]),
        ("No, it's Fay", [accuse("Fay")]), ("I talked to Gus and Ida, and I vote Fay", [accuse("Fay")]),
    ],
)  # fmt: skip
def test_clear_words_are_read(text: str, found: list[Short]) -> None:
    assert short(claims(text, at("ai-mafia"))) == found


@pytest.mark.parametrize(
    "text",
    [
        "", "hello all", "I am not the Cop", "I'm not a villager", "Am I the Cop?", "I am the Cop?",
        "If I were the Cop, Gus is evil", "If Gus is mafia then Ida is good", "I would vote Bob", "Should I vote Bob?",
        "I never vote Bob", "Nobody should vote Bob", "I voted Bob",
        "Gus might be mafia", "Maybe Gus is mafia", "Perhaps it's Fay",
        "It's Bob's turn",
        "Cid says Gus is mafia", 'Cid told us: "Gus is evil"', "Cid claims Gus is evil", "Who thinks it's Fay?",
        "Why is Bob lying?", "Bob is lying?", "I am Ann", "I am evil", "I trust nobody", "I trust you", "vote him",
        "Zed is lying", "Bo is lying", "Ann is lying", "I vote Ann", "I am the cop car", "I am the Cop's friend",
        "Bob is mafia, they said", "Suppose Gus is mafia", "I am the Cop. I am the Doctor.",
        "I trust Gus. Gus is lying.", "I am not sure, Gus is evil", "The Cop is lying",
        "Everyone but Gus is sus", "All but Fay and Ida are mafia", "I saw Gus at Gus",
        "I saw Ann at Ida", "Did you see Gus at Ida?",
        "I hope Fay and Ida are innocent", "I can't see that Fay, Ida are evil", "Not all of Fay and Ida are mafia",
        "Not both of Fay and Ida are mafia", "I don't want to vote Fay and Ida must go", "Not Fay and Ida is town",
        "Nobody wants Fay and Ida is innocent", "I wonder about Fay, Ida, and Gus are mafia",
        "Fay is mafia, just kidding", "Because Cid lied, Gus is evil",
        "Bob is good at lying", "Gus is mafia's target", "I vote we wait", "I checked the door: MAFIA",
        "Ich bin der Cop", "Je vote Bob maintenant", "Боб мафия", "鲍勃 是 mafia", "Bob est innocent",
    ],
)  # fmt: skip
def test_whatever_is_not_clear_means_nothing(text: str) -> None:
    assert claims(text, at("ai-mafia")) == []


def heard(names: str, how: Callable[[str], Short]) -> list[Short]:
    return [how(name) for name in names.split(", ")]


@pytest.mark.parametrize(
    ("text", "accused", "defended"),
    [
        # lists
        ("I suspect Fay and Ida", "Fay, Ida", ""), ("Bob and Gus are lying", "Bob, Gus", ""),
        ("Bob, Gus and O Neil are mafia", "Bob, Gus, O Neil", ""), ("I trust Bob, Gus, and Fay.", "", "Bob, Gus, Fay"),
        ("I vote Fay, Ida is innocent", "Fay", "Ida"), ("I trust Gus and Fay is evil", "Fay", "Gus"),
        ("Fay & Ida are both sus", "Fay, Ida", ""), ("I suspect Fay and I trust Ida", "Fay", "Ida"),
        # one of
        ("one of Fay and Ida is mafia", "Fay, Ida", ""), ("It's either Fay or Ida", "Fay, Ida", ""),
        ("Either Gus or Fay is lying", "Gus, Fay", ""), ("I think it's between Gus, Fay and Ida", "Gus, Fay, Ida", ""),
        ("All of Fay, Ida and Gus are mafia", "Fay, Ida, Gus", ""), ("both of Fay and Ida are mafia", "Fay, Ida", ""),
        ("at least one of Fay and Ida is mafia", "Fay, Ida", ""),
        # negation
        ("Gus is not mafia", "", "Gus"), ("Gus isn't evil", "", "Gus"), ("Gus and Fay aren't mafia", "", "Gus, Fay"),
        ("Gus is not innocent", "Gus", ""), ("I don't trust Bob", "Bob", ""), ("I do not believe Ida", "Ida", ""),
        ("I can't trust Bob", "Bob", ""), ("it's not Fay", "", "Fay"), ("It isn't Fay or Ida", "", "Fay, Ida"),
        ("I don't think Gus is mafia", "", "Gus"), ("I don't think it's Gus", "", "Gus"), ("Don't vote Bob", "", "Bob"),
        ("I will not vote Bob", "", "Bob"), ("I do not suspect Fay, I suspect Ida", "Ida", "Fay"),
        ("Neither Gus nor Fay is mafia", "", "Gus, Fay"), ("I trust neither Gus nor Fay", "Gus, Fay", ""),
        ("Gus can't be mafia", "", "Gus"), ("I vote Gus, not Fay", "Gus", ""), ("Don't trust Fay", "Fay", ""),
        ("None of Fay, Ida, Gus are mafia", "", "Fay, Ida, Gus"), ("I doubt that Fay is innocent", "Fay", ""),
        *((f"{doubt} Fay and Ida are mafia", "", "Fay, Ida") for doubt in (
            "I doubt that", "No way", "I don't really think", "I'm not convinced", "It's false that",
            "I refuse to believe", "It's impossible that", "I disagree that", "I no longer think")),
        # sus
        ("Fay is sus", "Fay", ""), ("Fay sus", "Fay", ""), ("fay is so sus", "Fay", ""), ("I sus Fay", "Fay", ""),
        ("Fay seems suspicious", "Fay", ""), ("I'm suspicious of Fay and Ida", "Fay, Ida", ""),
        ("Fay is not sus", "", "Fay"), ("My number one suspect is Gus", "Gus", ""),
        ("my suspects: Gus, Fay", "Gus, Fay", ""), ("Fay is very sus to me", "Fay", ""),
        # you, by name
        ("Fay, you are mafia", "Fay", ""), ("You're lying, Fay!", "Fay", ""), ("Hey Fay, I trust you", "", "Fay"),
        ("Fay: you are not mafia", "", "Fay"), ("Fay you are mafia", "Fay", ""), ("you are mafia Fay", "Fay", ""),
        ("I dont trust you Fay", "Fay", ""), ("Fay you and Gus are mafia", "Fay, Gus", ""),
        ("I suspect you and Fay", "Fay", ""),
    ],
)  # fmt: skip
def test_lists_one_of_negation_sus_and_you_are_heard(text: str, accused: str, defended: str) -> None:
    found = short(claims(text, at("ai-mafia")))
    wanted = [*(heard(accused, accuse) if accused else []), *(heard(defended, defend) if defended else [])]
    assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize(
    ("text", "told"), [("you are mafia", True), ("Gus", True), ("thank you", False), ("hm", False)]
)
def test_words_that_are_no_claim_because_nobody_is_known_to_be_meant_are_told_so(text: str, told: bool) -> None:
    assert bool(heard_as(text, claims(text, at("ai-mafia")), at("ai-mafia"))) == told


def test_you_is_who_is_spoken_to_or_who_has_asked() -> None:
    table = at("ai-mafia")
    assert claims("You are mafia", table) == []
    assert short(claims("You are mafia", table, to=seat("Fay"))) == [accuse("Fay")]
    assert short(claims("I trust you.", table, to=seat("Fay"))) == [defend("Fay")]
    asked = Said(EVERYONE, seat("Gus"), "What did you do?", "question", 1)
    assert short(claims("You are mafia", at("ai-mafia", "", asked))) == [accuse("Gus")]
    mine = Said(EVERYONE, 1, "Nothing.", "question")
    assert claims("You are mafia", at("ai-mafia", "", asked, mine)) == []
    answer = read_speech(SAY._replace(part="question", addresses=(2, 5)), "@gus you are mafia", table)
    assert isinstance(answer, dict)
    assert (answer["to"], short(answer["claims"])) == (5, [accuse("Gus")])


@pytest.mark.parametrize(
    ("text", "found"),
    [("Fay", ["Fay"]), ("fay!", ["Fay"]), ("Fay and Gus.", ["Fay", "Gus"]), ("Definitely Fay", ["Fay"]),
     ("Gus for me", ["Gus"]), ("Fay. She blinked.", ["Fay"]), ("Fay because she lied", ["Fay"]),
     ("Fay, because she blinked", ["Fay"]), ("Fay and she blinked", []), ("Listen, Fay, hello", []), ("Fay?", []),
     ("not Fay", [])],
)  # fmt: skip
def test_a_bare_name_is_an_accusation_at_the_statement_alone(text: str, found: list[str]) -> None:
    assert short(claims(text, at("ai-mafia"), "say", part="statement")) == [accuse(name) for name in found]
    assert claims(text, at("ai-mafia"), "say", part="open") == []


READERS = {
    "ai-mafia": ("Cop", INVESTIGATED, "MAFIA", "INNOCENT"),
    "ai-mafia-classic": ("Cop", INVESTIGATED, "MAFIA", "INNOCENT"),
    "city-mafia": ("Sheriff", "check", "BLACK", "RED"),
    "town-of-agents": ("Sheriff", "check", "SUSPICIOUS", "NOT SUSPICIOUS"),
    "werewolf": ("Seer", "check", "WEREWOLF", "GOOD"),
}


@pytest.mark.parametrize("book", BOOKS)
def test_results_in_the_words_of_each_book(book: str) -> None:
    who, verb, bad, fine = READERS[book]
    mine, did = at(book, who), f"{verb.removesuffix('e')}ed"
    for text in (
        f"I checked Ida: {bad}", f"i {did} ida, {bad.lower()}", f"Ida is {bad}", f"Ida: {bad}.", f"Ida came up {bad}!",
        f"I looked at Ida last night and she is {bad}", f"My check on Ida came back {bad}", f"I read Ida as {bad}",
    ):  # fmt: skip
        assert short(claims(text, mine)) == [result("Ida", bad, verb)], text
    assert short(claims(f"Bob: {fine}, Ida: {bad}", mine)) == [result("Bob", fine, verb), result("Ida", bad, verb)]
    assert short(claims(f"I am the {who}. Ida is {bad.lower()}.", at(book))) == [role(who), result("Ida", bad, verb)]


@pytest.mark.parametrize("book", BOOKS)
def test_only_who_can_have_a_result_reports_one(book: str) -> None:
    who, verb, bad, fine = READERS[book]
    said = Said(EVERYONE, 1, "I am ...", "open", 0, (Claim("role", 1, who),))
    assert short(claims(f"Ida: {bad}", at(book, "", said))) == [result("Ida", bad, verb)]
    for text in (f"I checked Ida: {bad}", f"Ida: {fine}", f"I looked at Ida, {fine}"):
        assert claims(text, at(book)) == [], text
    assert short(claims(f"Ida is {bad}", at(book))) == [accuse("Ida")]
    assert short(claims(f"Ida is {fine}", at(book))) == [defend("Ida")]
    assert short(claims(f"Ida is {bad.lower()}", at(book, who))) == [accuse("Ida")], "not as the book prints it"


@pytest.mark.parametrize("book", BOOKS)
def test_every_role_can_be_claimed_and_the_words_for_sides_are_the_books(book: str) -> None:
    for card in primer(book).cards.values():
        assert short(claims(f"I am the {card.name.lower()}.", at(book))) == [role(card.name)]
        if card.side == EVIL:
            assert short(claims(f"Gus is a {card.name}", at(book))) == [accuse("Gus")]
            assert short(claims(f"Gus is {card.team}", at(book))) == [accuse("Gus")]
        if card.side == GOOD:
            assert claims(f"Gus is the {card.name}", at(book)) == []
    assert short(claims(f"Gus is {primer(book).home}", at(book))) == [defend("Gus")]
    wolves = [accuse("Gus")] if book in ("werewolf", "town-of-agents") else []
    assert short(claims("Gus is a wolf", at(book))) == wolves


@pytest.mark.parametrize("book", BOOKS)
def test_who_reads_for_the_evil_does_not_give_it_away(book: str) -> None:
    primed = primer(book)
    for card in primed.cards.values():
        for verb in card.acts if card.side == EVIL else ():
            for word in primed.acts[verb].means if READ in primed.kinds(verb) else ():
                assert not any(claim.kind == "result" for claim in claims(f"Ida is {word}", at(book, card.name)))


def test_the_dead_are_not_accused_but_results_on_them_stand() -> None:
    dead = at("ai-mafia", "Cop", Announced(-1, ((seat("Ida"), "Villager"),)))
    assert short(claims("Ida is lying. Ida: MAFIA", dead)) == [result("Ida", "MAFIA", INVESTIGATED)]


@pytest.mark.parametrize(
    ("text", "found"),
    [("kill Bob", ["Bob"]), ("Let's kill Gus tonight", ["Gus"]), ("Bob", ["Bob"]), ("I say Fay.", ["Fay"]),
     ("Bob or Gus", ["Bob", "Gus"]), ("Bob? no", []), ("not Bob", []), ("I trust Bob", []), ("I am the Cop", [])],
)  # fmt: skip
def test_in_their_own_talk_a_team_hears_whom_to_go_for(text: str, found: list[str]) -> None:
    assert short(claims(text, at("ai-mafia", "Mafia"), "chat")) == [accuse(name) for name in found]


def test_no_book_no_meaning() -> None:
    foreign = view([Began(-1, "chess", NAMES, (), True, ())], 1)
    assert claims("I am the Cop. Gus is evil.", foreign) == []


# -- commands ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "text", "found"),
    [
        ("/claim Cop", "I am the Cop.", [role("Cop")]),
        ("/claim mafia roleblocker Sorry.", "Sorry.", [role("Mafia Roleblocker")]),
        ("/result Ida MAFIA", "Ida: MAFIA.", [result("Ida", "MAFIA", INVESTIGATED)]),
        ("/result ida inn", "Ida: INNOCENT.", [result("Ida", "INNOCENT", INVESTIGATED)]),
        ("/accuse Gus", "I accuse Gus.", [accuse("Gus")]), ("/defend 2", "I trust Bob.", [defend("Bob")]),
        ("/accuse o neil He blinked.", "He blinked.", [accuse("O Neil")]),
        ("Enough. /accuse gus", "Enough.", [accuse("Gus")]),
        ("/claim cop /result Ida MAFIA. Hang her!", "Hang her!",
         [role("Cop"), result("Ida", "MAFIA", INVESTIGATED)]),
        ("/claim Cop /accuse Gus", "I am the Cop. I accuse Gus.", [role("Cop"), accuse("Gus")]),
        ("Ich bin es. /claim Cop", "Ich bin es.", [role("Cop")]),
        ("/accuse gus I trust gus", "I trust gus", [accuse("Gus"), defend("Gus")]),
        ("/result Ida", '""', None), ("/accuse", "Name somebody", None), ("/defend zed", '"zed" is nobody', None),
    ],
)  # fmt: skip
def test_claims_by_command(line: str, text: str, found: list[Short] | None) -> None:
    if found is None:
        with pytest.raises(NotUnderstood, match=text):
            read_speech(SAY, line, at("ai-mafia"))
        return
    answer = read_speech(SAY, line, at("ai-mafia"))
    assert isinstance(answer, dict)
    assert answer["text"] == text
    given = short(answer["claims"])
    assert given[: len(found)] == found or set(given) <= set(found)


def test_bots_hear_it() -> None:
    """What a person says in plain words is in the mind of a bot that heard it."""
    cast = {"Ann": "Cop", "Bob": "Villager", "Cid": "Mafia", "Dee": "Doctor", "Eli": "Villager", "Fay": "Godfather"}
    game = Game.start(ruleset("ai-mafia"), cast, seed=4)
    while not (game.asks[0].seat == 1 and game.asks[0].part == "open"):
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, "SKIP" if ask.speech else ask.words[-1] if ask.words else ask.seats[-1])
    spoken = "I am the Cop. I checked Cid: MAFIA. I vote Cid and I trust Dee."
    game.answer(1, "say", read_speech(game.asks[0], spoken, game.view(1)))
    mind = Mind(game.view(4))
    mind.notice()
    assert mind.claimed[1] == "Cop"
    assert [(report.by, report.on, report.word, report.verb) for report in mind.reports] == [
        (1, 3, "MAFIA", INVESTIGATED)
    ]
    assert mind.accused[1] == 3
    assert mind.defended == [(1, 4)]


@pytest.mark.parametrize(
    ("line", "who"),
    [("Dee and Cid are sus", (3, 4)), ("one of Dee and Cid is mafia", (3, 4)), ("I don't trust Dee", (4,)),
     ("@Dee you are mafia", (4,)), ("Cid, you are sus", (3,))],
)  # fmt: skip
def test_bots_who_are_accused_answer_to_it(line: str, who: tuple[int, ...]) -> None:
    cast = {"Ann": "Cop", "Bob": "Villager", "Cid": "Mafia", "Dee": "Villager", "Eli": "Villager", "Fay": "Godfather"}
    game = Game.start(ruleset("ai-mafia"), cast, seed=4)
    part = "question" if line.startswith("@") else "open"
    while not (game.asks[0].seat == 1 and game.asks[0].part == part):
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, "SKIP" if ask.speech else ask.words[-1] if ask.words else ask.seats[-1])
    game.answer(1, "say", read_speech(game.asks[0], line, game.view(1)))
    answers = {seat: ScriptedPlayer(7).answer(game.asks[0]._replace(seat=seat), game.view(seat)) for seat in (2, *who)}
    for seat in who:
        said = answers[seat]
        assert isinstance(said, dict)
        assert Claim("defend", seat) in read_claims(said["claims"], game.names)
    assert not any(claim.kind == "defend" for claim in read_claims(dict(answers[2])["claims"], game.names))  # type: ignore[call-overload]


@law(200)
@given(st.lists(st.sampled_from(
    ("I", "am", "the", "Cop", "not", "vote", "Bob", "and", ",", ".", "is", "lying", "if", "?", ":", "MAFIA", "checked",
     "I'm", "\n", "it's", "Gus", "good", "—", "🂡", "\x00", "/claim", "trust")), max_size=40))  # fmt: skip
def test_any_words_are_read_without_harm(words: list[str]) -> None:
    for claim in claims(" ".join(words), at("ai-mafia", "Cop")):
        assert claim.kind in ("role", "result", "accuse", "defend")
        assert 1 <= claim.seat <= len(NAMES)


def test_no_shape_runs_wild_on_long_speeches() -> None:
    """Without the care of the shapes this would not come to an end."""
    for text in ("I am the Cop, " * 9000, "well " * 20_000, "I think that " * 9000, "x" * 100_000, "I vote " * 20_000):
        assert len(claims(text, at("ai-mafia"))) <= 1

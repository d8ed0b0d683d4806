"""One growing conversation: earlier messages never change, a resume tells the same, old days fold within the budget."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.view import View, view
from duskfall.players.llm.calls import ASSISTANT, SYSTEM, USER, Message
from duskfall.players.llm.model import Model
from duskfall.players.llm.prompts.conversation import NO_ANSWER, Conversation, Prompt
from duskfall.players.llm.prompts.summary import estimate
from duskfall.players.llm.quote import MARK
from duskfall.rules import BOOKS
from duskfall.table.errands import remind

from .driving import Driven, Writer, driven, model

WORDS = (
    " I have been watching the votes closely, and something does not add up. Yesterday somebody pushed hard for one "
    "name and then quietly voted for another, and nobody asked why. I am not sure yet, but I would rather wait a day."
)


def tokens(messages: Sequence[Message]) -> int:
    return sum(estimate(message.text) for message in messages)


def continues(prompt: Prompt, before: Prompt) -> bool:
    """Whether a prompt begins with all of another, but for what was for that question alone, and an answer."""
    cut = len(before.messages) - before.tail
    return prompt.messages[:cut] == before.messages[:cut] and prompt.messages[cut].role == ASSISTANT


class Loud(Writer):
    """Speaks at length."""

    def __init__(self, seed: int, more: str) -> None:
        super().__init__(seed)
        self.more = more

    def __call__(self, ask: Ask, view: View) -> object:
        answer: Any = super().__call__(ask, view)
        if ask.speech and answer["text"] not in ("", "SKIP"):
            answer["text"] += self.more
        return answer


def loud(book: str, more: str = WORDS, seats: int = 10, seed: int = 1, **settings: Any) -> Driven:
    told = Driven(duskfall.start(book, seats, seed=seed), dict.fromkeys(range(1, seats + 1), model(**settings)))
    told.writers = {seat: Loud(seat, more) for seat in told.writers}
    return told.play()


class Recaller:
    """A remote player that is only told what was."""

    blind = False

    def __init__(self, model: Model) -> None:
        self.conversation = Conversation(model)

    def begin(self, ask: Ask, view: View) -> Any:
        raise AssertionError("nothing is asked here")

    def answer(self, ask: Ask, view: View) -> object:
        raise AssertionError("nothing is asked here")

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        self.conversation.answered(ask, view, answer)


# -- growing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_every_prompt_continues_the_one_before(book: str) -> None:
    for prompts in driven(book).prompts.values():
        for before, prompt in pairwise(prompts):
            assert continues(prompt, before) or before.stable < len(before.messages) - before.tail
            assert prompt.messages[: before.stable] == before.messages[: before.stable]


@pytest.mark.parametrize("book", BOOKS)
def test_turns_alternate_and_all_seats_share_the_rules(book: str) -> None:
    told = driven(book)
    for _, prompt in told.order:
        assert (prompt.tail, prompt.messages[-1].role) == (1, USER)
        roles = [message.role for message in prompt.messages[:-1]]
        assert roles == [SYSTEM, *([USER, ASSISTANT] * len(roles))[: len(roles) - 1]]
        assert roles[-1] == USER
    assert len({prompt.messages[0] for _, prompt in told.order}) == 1


def shares(told: Driven) -> tuple[int, int]:
    """Characters of messages that an earlier prompt began with too, and of all."""
    seen: set[tuple[Message, ...]] = set()
    again = every = 0
    for _, prompt in told.order:
        for at, message in enumerate(prompt.messages, 1):
            again += len(message.text) * (prompt.messages[:at] in seen)
            every += len(message.text)
        seen.update(prompt.messages[:at] for at in range(1, len(prompt.messages) + 1))
    return again, every


@pytest.mark.parametrize("book", BOOKS)
def test_nine_tenths_of_what_is_sent_was_sent_before(book: str) -> None:
    for seed in range(1, 7):  # in a short game of few words the state line, which is sent once, weighs more
        again, every = shares(loud(book, WORDS[:100], seed=seed))
        assert again >= 0.87 * every
    games = [shares(loud(book, WORDS, seed=seed)) for seed in range(1, 7)]
    assert sum(pair[0] for pair in games) >= 0.9 * sum(pair[1] for pair in games)


# -- resume and undo -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("context", [24_000, 6_000])
def test_a_resumed_conversation_is_the_same_to_the_byte(book: str, context: int) -> None:
    told = loud(book, seats=7, context=context)
    for seat, conversation in told.conversations.items():
        players = {seat: Recaller(conversation.model)}
        remind(told.game, players)
        assert players[seat].conversation.book == conversation.book


def test_a_game_that_stops_in_the_middle_goes_on_with_the_same_prompts() -> None:
    whole = driven("ai-mafia", 7)
    half = Driven(duskfall.start("ai-mafia", 7, seed=1)).play(40)
    again = Driven(half.game)
    players = {seat: Recaller(model()) for seat in range(1, 8)}
    remind(half.game, players)
    again.conversations = {seat: player.conversation for seat, player in players.items()}
    again.play()
    assert len(again.order) > 20
    for seat, prompts in again.prompts.items():
        assert prompts == whole.prompts[seat][len(whole.prompts[seat]) - len(prompts) :]


@pytest.mark.parametrize("steps", [1, 2, 3, 9, 25])
def test_what_is_taken_back_was_never_there(steps: int) -> None:
    told = Driven(duskfall.start("town-of-agents", 7, seed=1)).play(40)
    told.game.undo(steps)
    told.play(60)
    for seat, conversation in told.conversations.items():
        players = {seat: Recaller(conversation.model)}
        remind(told.game, players)
        assert players[seat].conversation.book == conversation.book


def test_after_an_undo_the_question_is_put_anew() -> None:
    told = Driven(duskfall.start("werewolf", 7, seed=1)).play(30)
    ask = told.game.asks[0]
    told.play(1)
    told.game.undo(1)
    told.play(1)
    first, second = [prompt for seat, prompt in told.order if seat == ask.seat][-2:]
    assert first == second
    assert "take" not in second.messages[-2].text.split("\n")[0]


# -- answers -------------------------------------------------------------------------------------------------


def test_no_answer_is_a_short_turn() -> None:
    game = duskfall.start("werewolf", 6, seed=1)
    told = Driven(game, answers=lambda ask, view: None).play(40)
    for prompts in told.prompts.values():
        for message in prompts[-1].messages:
            assert message.role != ASSISTANT or message.text == NO_ANSWER


def test_an_answer_that_was_not_taken_is_asked_for_again_with_the_reason() -> None:
    game = duskfall.start("ai-mafia", {"Ann": "Godfather", "Bob": "Cop", "Cid": "Villager", "Dee": "Villager"}, tries=2)
    told = Driven(game, answers=lambda ask, view: {"target": ask.seat, "thought": "Me."}).play(8)
    again = told.prompts[2][1].messages
    assert '"choice":"Bob"' in again[-3].text
    assert "That was not taken: one may not name oneself." in again[-2].text
    assert "You may name a living player, but not yourself." in again[-2].text


def test_of_two_questions_at_once_both_are_remembered() -> None:
    game = duskfall.start(
        "ai-mafia", {"Ann": "Janitor", "Bob": "Cop", "Cid": "Villager", "Dee": "Villager"}, talk=False
    )
    told = Driven(game).play(20)
    first, second, third = told.prompts[1][:3]
    assert (len(first.messages), len(second.messages)) == (3, 3)
    assert (first.stable, second.stable) == (2, 1)
    assert third.messages[:2] == first.messages[:2]
    assert len(third.messages) == 7
    assert second.messages[1].text.endswith(third.messages[3].text)


def test_a_seat_that_is_taken_over_hears_all_from_the_start() -> None:
    told = driven("werewolf", 7)
    ask = Ask(9, 3, "vote", seats=(1, 2), words=("nobody",))
    prompt = Conversation(model()).ask(ask, view(told.game.facts[:-1], 3))
    assert len(prompt.messages) == 3
    assert "— Night 1 —" in prompt.messages[1].text
    assert "] Cid:\n> " in prompt.messages[1].text


# -- the probe -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_probe_leaves_no_trace(book: str) -> None:
    plain, probed = driven(book, 6), Driven(duskfall.start(book, 6, seed=1))
    while probed.game.asks:
        for seat, conversation in probed.conversations.items():
            conversation.probe(probed.eyes.of(seat, probed.game))
        probed.play(1)
    assert [prompt for _, prompt in probed.order] == [prompt for _, prompt in plain.order]


def test_a_probe_tells_the_news_and_asks_for_a_vote() -> None:
    told = Driven(duskfall.start("werewolf", 7, seed=1)).play(30)
    seat = told.game.asks[0].seat
    seen = told.eyes.of(seat, told.game)
    asked, probed = told.conversations[seat].ask(told.game.asks[0], seen), told.conversations[seat].probe(seen)
    assert probed.messages[:-1] == asked.messages[:-2]
    assert probed.stable == len(probed.messages) - 1
    news = asked.messages[-2].text.split("## Your turn")[0]
    assert probed.messages[-1].text.startswith(news)
    others = [name for number, name in enumerate(seen.names, 1) if number in seen.living and number != seat]
    bare = probed.messages[-1].text.replace(" (your teammate)", "")
    assert f"Options for `choice`: {', '.join(others)}, nobody." in bare


# -- tokens --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("[day 1.7] Dee:\n> I drew a name in my head and it was Gus. Go on, Gus, talk me out of it. Yesterday "
         "somebody pushed hard for one name and then voted for another.\n> [claims to be Cop; reports Eli: MAFIA "
         "(investigate); accuses Gus]\n[day 1.8] Fay:\n> I keep looking at Hal. Call it a feeling.\n> [accuses Hal]",
         93),
        ("[day 1.7] Dee:\n> Вчера кто-то громко требовал одного имени, а потом тихо проголосовал за другого. Я не "
         "уверен, но предпочёл бы подождать день. Почему все молчат, когда речь заходит о докторе?\n> [accuses Gus]",
         74),
        ("[day 1.7] Dee:\n> 昨天有人大声要求投一个人，结果却悄悄投给了另一个，"
         "没有人问为什么。我还不确定，但我宁愿再等一天。在决定之前，让我们听听每个人的看法。\n> [accuses Gus]", 56),
        ('{"thought":"Two of them defend each other a little too eagerly.","speech":"Cid knows too much.","claims":'
         '[{"kind":"accuse","player":"Cid","word":"none"}],"suspicion":[{"player":"Ann","probability":0.2}]}', 54),
    ],
    ids=["en", "ru", "zh", "json"],
)  # fmt: skip
def test_tokens_are_estimated_about_as_a_tokenizer_counts_them(text: str, tokens: int) -> None:
    assert estimate(text) == pytest.approx(tokens, rel=0.15)  # counted by that of Qwen 2.5


# -- folding -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("more", "context"), [(WORDS * 2, 5_500), (WORDS * 12, 12_000)])
def test_old_days_fold_within_the_budget(book: str, more: str, context: int) -> None:
    told = loud(book, more, context=context)
    folds = 0
    for prompts in told.prompts.values():
        for before, prompt in pairwise(prompts):
            assert tokens(prompt.messages) <= context
            if not continues(prompt, before) and before.stable == len(before.messages) - before.tail:
                folds += 1
                assert tokens(prompt.messages) <= max(
                    context * 0.6, tokens((*prompt.messages[:3], *prompt.messages[-2:]))
                )
                assert "# What happened until now" in prompt.messages[1].text
                assert prompt.messages[1].text.startswith(before.messages[1].text.split("# What happen")[0])
    assert folds


def test_a_summary_tells_deaths_votes_claims_results_and_own_notes() -> None:
    told = loud("werewolf", WORDS * 3, context=6_000, seed=2)
    pages = [
        p.messages[1].text
        for prompts in told.prompts.values()
        for p in prompts
        if "# What happened until now" in p.messages[1].text
    ]
    page = max(pages, key=len)
    summary = page[page.index("# What happened until now") :]
    assert "Vote: " in summary
    assert any(re.search(r"^Vote: .* ×1\.5[,)]", each, re.M) for each in pages)
    assert "is dead" in summary or "is voted out" in summary
    assert re.search(r"^> \[\w+ claims to be \w+", summary, re.M)
    assert "## Your own notes of that time, the latest first" in summary
    assert any("You learn of" in each for each in pages)
    assert WORDS.strip() not in summary
    assert not re.search(r"^\[day", summary, re.M)


def test_a_budget_that_is_far_too_small_keeps_the_question() -> None:
    told = loud("town-of-agents", WORDS * 18, seats=7, context=500)
    for _, prompt in told.order:
        assert prompt.messages[-2].text.splitlines()[-1].startswith("Answer in JSON: thought")
        assert tokens(prompt.messages) < 6_000


def test_speeches_are_numbered_on_after_a_fold() -> None:
    plain, folded = loud("werewolf", WORDS * 3), loud("werewolf", WORDS * 3, context=6_000)
    for seat, prompts in folded.prompts.items():
        lines = [line for line in prompts[-1].messages[-2].text.splitlines() if not line.startswith(MARK)]
        assert set(lines) - {"(Some of what was said since then is left out.)"} <= {
            line for line in plain.prompts[seat][-1].messages[-2].text.splitlines() if not line.startswith(MARK)
        } | {""}

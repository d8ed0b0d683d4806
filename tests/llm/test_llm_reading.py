"""What models write for an answer, and what is read in it: the same as meant, or nothing."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, Began, Dealt, Fact, PhaseBegan
from duskfall.core.log import clean
from duskfall.core.view import view as folded
from duskfall.players.llm.answers import loose
from duskfall.players.llm.answers.asides import aloud
from duskfall.players.llm.answers.forms import Form, form
from duskfall.players.llm.answers.refusals import refuses
from duskfall.players.llm.calls import EMPTY, REFUSAL, UNPARSABLE, Failed
from duskfall.players.llm.quote import labels

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eli", "Ann Lee")
DECK = (("Mafia", 1), ("Cop", 1), ("Doctor", 1), ("Villager", 3))


@cache
def choosing(names: tuple[str, ...] = NAMES, **ask: Any) -> Form:
    """A vote by day, for Ann, Bob, Cid or the sixth, or nobody."""
    facts: list[Fact] = [
        Began(EVERYONE, "ai-mafia", names, (), True, DECK),
        Dealt(1 << 5, 5, "Villager", "town"),
        PhaseBegan(EVERYONE, "day", 1),
    ]
    asked = Ask(1, 5, "vote", seats=(1, 2, 3, 6)[: len(names)], words=("nobody",))._replace(**ask)
    return form(asked, folded(facts, 5))


def speaking() -> Form:
    return choosing(speech=True, verb="say", seats=(), words=(), addresses=(1, 2, 3), nominees=(1, 2))


def outcome(made_form: Form, text: str) -> tuple[object, str]:
    """The answer, or the class of the failure."""
    try:
        return made_form.read(text), ""
    except Failed as failed:
        return None, failed.kind


def chosen(text: str, made_form: Form | None = None) -> object:
    """What is chosen; or the class of the failure, as a tuple."""
    answer, failure = outcome(made_form or choosing(), text)
    return answer["target"] if isinstance(answer, dict) else (failure,)


def said(text: str) -> object:
    """What is said; or the class of the failure, as a tuple."""
    answer, failure = outcome(speaking(), text)
    return answer["text"] if isinstance(answer, dict) else (failure,)


NO, NONE = (UNPARSABLE,), (EMPTY,)


# -- the object --------------------------------------------------------------------------------------------

BOB = '{"thought": "hm", "choice": "Bob"}'

WRITTEN = [
    (BOB, 2),
    (f"```json\n{BOB}\n```", 2),
    (f"```\n{BOB}```", 2),
    (f"Here is my answer:\n\n```json\n{BOB}\n```\nI hope it helps!", 2),
    (f"I choose now. {BOB} That is all.", 2),
    (f"\ufeff{BOB}\x00", 2),
    (f"<think>Maybe {{\"choice\": \"Ann\"}}?</think>\n{BOB}", 2),
    (f"<thinking>{BOB.replace('Bob', 'Cid')}</thinking>{BOB}", 2),
    (f'Maybe {{"choice": "Ann"}}...</think>{BOB}', 2),
    (f"[THINK]no[/THINK]{BOB}", 2),
    (f"<think>{BOB}", NONE),
    (f"{BOB}\n{BOB}", 2),
    (f'{BOB}\n{BOB.replace("Bob", "Ann")}', NO),  # which of them?
    (f"[{BOB}]", 2),
    (f'{{"answer": {BOB}}}', 2),
    (f'{{"thought": {BOB}}}', NO),  # a thought is no answer
    ('{"thought": "hm", "choice": "Bob",}', 2),
    ("{'thought': 'it's him', 'choice': 'Bob'}", 2),
    ("{'thought': None, 'choice': 'Bob', 'sure': True}", 2),
    ('{thought: "hm", choice: "Bob"}', 2),
    ("{thought: none yet, choice: Bob}", 2),
    ('{"thought": "hm" "choice": "Bob"}', 2),
    ('{"thought": "two\nlines", "choice": "Bob"}', 2),
    ('{"thought": "hm", // I think\n "choice": /* yes */ "Bob"}', NO),
    ('{"thought": "hm", // I think\n /* yes */ "choice": "Bob" # done\n}', 2),
    ("{“thought”: “hm”, “choice”: “Bob”}", 2),
    ("{‘thought’: ‘it’s him’, ‘choice’: ‘Bob’}", 2),
    ('{"thought"："hm"，"choice"："Bob"}', 2),
    ('{"Thought": "hm", "CHOICE": "Bob"}', 2),
    ('{"reasoning": "hm", "vote": "Bob"}', 2),
    ('{"target": "Bob"}', 2),
    ('{"answer": "Bob"}', 2),
    ('{"Final Answer": "Bob"}', 2),
    ('{"vote": "Bob", "target": "Ann"}', NO),
    ('{"vote": "Ann", "choice": "Bob"}', 2),  # its own name counts
    ('{"choice": "Ann", "choice": "Bob"}', NO),
    ('{"choice": "Bob", "choice": "Bob"}', 2),
    ('{"choice": "Bob", "thought": "I was just about to', 2),
    ('{"choice": "Bob"', 2),
    ('{"choice": "Bo', NO),
    ('{"choice": 2', NO),  # it may have become 23
    ('{"thought": "I choose Bob', NO),
    ('{"thought": "Bob"}', NO),
    ("{}", NO),
    ("{Bob}", NO),
    ('{"thought": "He wrote {"choice": "Ann"} to me", "choice": "Bob"}', NO),  # broken: whose is which?
    ('{"thought": "a "strange" word, {"choice": "Ann"}", "choice": "Bob"}', NO),
    ('{"thought": "he wrote {\\"choice\\": \\"Ann\\"}", "choice": "Bob"}', 2),
    ('{"choice": "B\\u006fb"}', 2),
    ('Use { and }. {"choice": "Bob"}', 2),
    ("<|channel|>analysis<|message|>Bob<|end|>", NO),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), WRITTEN)
def test_objects_of_all_kinds(text: str, found: object) -> None:
    assert chosen(text) == found


@pytest.mark.parametrize(
    "value", ["null", "[]", '["Bob"]', "{}", '{"name": "Bob"}', "NaN", "Infinity", "-Infinity", "1e999", "2.5", '""']
)
def test_a_choice_of_the_wrong_type_is_none(value: str) -> None:
    assert chosen(f'{{"choice": {value}}}') == NO


@pytest.mark.parametrize("value", ["null", "[]", '["hi"]', "{}", "7", "true", "NaN"])
def test_a_speech_of_the_wrong_type_is_none(value: str) -> None:
    assert said(f'{{"thought": "hm", "speech": {value}}}') == NO


@pytest.mark.parametrize("value", ["null", "[1]", "7", "{}", '"\\ud800"'])
def test_whatever_else_is_of_the_wrong_type_is_left_out(value: str) -> None:
    text = f'{{"speech":"Hi.","thought":{value},"to":{value},"nominate":{value},"claims":{value},"suspicion":{value}}}'
    answer = speaking().read(text)
    assert isinstance(answer, dict)
    assert answer["text"] == "Hi."
    assert clean(answer) == answer
    assert "claims" not in answer


# -- whom a choice means -----------------------------------------------------------------------------------

MEANT: list[tuple[object, object]] = [
    ("Bob", 2), ("bob", 2), ("BOB", 2), ("Ｂｏｂ", 2), (" Bob ", 2), ("Bob.", 2), ("**Bob**", 2), ('"Bob"', 2),
    ("`Bob`", 2),
    (2, 2), (2.0, 2), ("2", 2), ("#2", 2), ("seat 2", 2), ("Seat #2", 2), ("Player 2", 2), ("[2]", 2), ("2号", 2),
    ("Bob (seat 2)", 2), ("Bob (2)", 2), ("2. Bob", 2), ("2: Bob", 2), ("Bob #2", 2), ("Bob, seat 2", 2),
    ("vote Bob", 2), ("I vote for Bob", 2), ("My vote is for Bob.", 2), ("Я голосую за Bob", 2), ("我投Bob", 2),
    ("Bob (Mafia)", 2), ("Bob, the Doctor", 2), ("Bob because he lies", 2), ("Ann", 1), ("Ann Lee", 6), ("ann lee", 6),
    ("Dee", 4), ("4", 4), ("99", 99), (99, 99), (0, NO), (-2, "-2"), ("-2", "-2"),
    ("nobody", "nobody"), ("No one.", "nobody"), ("none", "nobody"), ("I abstain", "nobody"), ("skip", "nobody"),
    ("pass", "nobody"), ("никто", "nobody"), ("弃权", "nobody"),
    ("Zed", "Zed"), ("x" * 500, "x" * 80), ("Bobby", "Bobby"), ("Annie", "Annie"), (10**30, str(10**30)),
    ("not Bob", NO), ("anyone but Bob", NO), ("Bob or Cid", NO), ("Bob, Cid", NO), ("Bob (seat 3)", NO), ("Bob 3", NO),
    ("[5] because [3] is nice", NO), ("[2] because [3] is nice", NO), ("because Bob lies", NO), ("no Bob", NO),
    ("I would never vote for Bob", NO), ("Bob? No.", NO), ("nobody but Bob", NO), ("2.5", NO), ("80% Bob", NO),
    (True, "yes"), ("", NO), ("   ", NO),
]  # fmt: skip


@pytest.mark.parametrize(("value", "found"), MEANT)
def test_whom_a_choice_means(value: object, found: object) -> None:
    assert chosen(json.dumps({"choice": value})) == found
    assert choosing().legal({"target": found}) == (found in (1, 2, 3, 6, "nobody"))


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("yes", "yes"), ("Yes.", "yes"), (True, "yes"), ("true", "yes"), ("да", "yes"), ("no", "no"), (False, "no"),
        ("No, I pass", "no"), ("нет", "no"), ("nobody", "no"), ("yes, I stand", "yes"), ("yes and no", NO),
        ("maybe", "maybe"), ("Bob", 2), ("I do not know", "I do not know"), (None, NO),
    ],
)  # fmt: skip
def test_yes_and_no(value: object, found: object) -> None:
    made_form = choosing(verb="stand", seats=(5,), confirm=True)
    assert chosen(json.dumps({"choice": value}), made_form) == found
    assert made_form.legal({"target": found}) == (found in ("yes", "no"))


def test_who_may_not_decline_is_told_so_by_the_rules() -> None:
    made_form = choosing(words=())
    assert chosen('{"choice": "none"}', made_form) == "nobody"
    assert not made_form.legal({"target": "nobody"})


def test_the_book_s_own_word_for_declining() -> None:
    made_form = choosing(words=("skip",))
    for word in ("skip", "nobody", "abstain", "Pass"):
        assert chosen(json.dumps({"choice": word}), made_form) == "skip"


def test_names_that_look_alike_are_told_apart_only_by_their_labels() -> None:
    names = ("Bob", "Воb", "bob", "Player 4", "Eve", "1")
    made_form = choosing(names)
    for seat in (1, 2, 3, 6):
        assert chosen(json.dumps({"choice": labels(names)[seat - 1]}), made_form) == seat
    for unclear in ("Bob", "BOB", "Воb", "bob"):
        assert chosen(json.dumps({"choice": unclear}), made_form) == NO
    assert chosen('{"choice": "#4"}', made_form) == 4
    assert chosen('{"choice": "Player 4"}', made_form) == 4
    assert chosen('{"choice": "#1"}', made_form) == NO  # the first seat, or the player who is called so?
    assert chosen('{"choice": "2"}', made_form) == 2


# -- prose -------------------------------------------------------------------------------------------------

PLAIN = [
    ("Bob", 2), ("**Bob**", 2), ("I vote for Bob.", 2), ('"Bob"', 2), ("3", 3), ("nobody", "nobody"), ("Vote: Bob", 2),
    ("Thought: Ann lies.\nChoice: Bob", 2), ("**Reasoning:** Ann is fine\n\n**Final answer:** Bob", 2),
    ("```\nBob\n```", 2),
    ("<think>Ann</think>Bob", 2), ("Thought: Bob", NO), ("Choice: Ann\nChoice: Bob", NO), ("Zed", NO),
    ("I think that Bob is evil, let us vote for him.", NO), ("Bob or Cid", NO), ("x" * 5000, NO), ("我选择Bob", 2),
    ("", NONE), (" \n\t", NONE), ("\ufeff", NONE), ("\x00\x00", NONE),
    ("<think>Bob</think>", NONE), ("</think> ", NONE),
    ("I'm sorry, but I can't assist with that request.", (REFUSAL,)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), PLAIN)
def test_a_choice_in_plain_words(text: str, found: object) -> None:
    assert chosen(text) == found


SPOKEN = [
    ('{"thought": "secret", "speech": "I trust Ann."}', "I trust Ann."),
    ('{"thought": "secret", "speech": ""}', ""),  # passes the turn
    ('{"thought": "secret", "speech": "  "}', ""),
    ('{"thought": "secret"}', NO),
    ('{"reasoning": "secret", "message": "I trust Ann."}', "I trust Ann."),
    ('{"thought": "secret", "text": "I trust Ann."}', "I trust Ann."),
    ('{"thought": "secret", "say": "a", "text": "b"}', NO),
    ('{"thought": "secret", "speech": "<think>secret</think> I trust Ann."}', "I trust Ann."),
    ('{"thought": "secret", "speech": "I trust Ann. <think>secret"}', "I trust Ann."),
    ('{"thought": "secret", "speech": "I trust', NO),
    ('{"speech": "I trust Ann.", "thought": "secr', "I trust Ann."),
    ('{"speech": "one \\ud83d\\ude00 two \\ud83d three"}', "one 😀 two � three"),
    ("I trust Ann, and I can't believe Bob.", "I trust Ann, and I can't believe Bob."),
    ('"I trust Ann."', "I trust Ann."),
    ("```\nI trust Ann.\n```", "I trust Ann."),
    ("<think>secret</think>I trust Ann.", "I trust Ann."),
    ("secret</think>I trust Ann.", "I trust Ann."),
    ("<think>secret", NONE),
    ("Thought: secret\nSpeech: I trust Ann.\nAnd Bob.", "I trust Ann.\nAnd Bob."),
    ("**Thought:** secret\n\n**Speech:** I trust Ann.", "I trust Ann."),
    ("secret\nSpeech: I trust Ann.", "I trust Ann."),
    ("Thought: secret\nI trust Ann.", NO),
    ("## Thought\nsecret\n\n## Speech\nI trust Ann.", "I trust Ann."),
    ("**Thought**\nsecret", NO),
    ("<thought>secret</thought>\n<speech>I trust Ann.</speech>", "I trust Ann."),
    ('"thought": "secret",\n"speech": "I trust Ann."', "I trust Ann."),
    ("Мысли: secret\nРечь: Я верю Ann.", "Я верю Ann."),
    ("思考：secret\n发言：我相信Ann。", "我相信Ann。"),
    ('{"thought": "secret", "speech": I trust "Ann"}', NO),
    ('thought: secret {"speech": "I trust Ann."', "I trust Ann."),
    ("{thought} I trust Ann.", NO),
    ("<|channel|>analysis<|message|>secret", NO),
    ("I'm sorry, I can't help with that.", (REFUSAL,)),
    ("", NONE),
]


@pytest.mark.parametrize(("text", "found"), SPOKEN)
def test_a_speech(text: str, found: object) -> None:
    assert said(text) == found
    assert "secret" not in str(found)


# -- refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't assist with that.",
        "I’m sorry, but I can’t help with this request.",
        "I apologize, but I cannot participate in this roleplay.",
        "Sorry, I can't do that.",
        "I cannot fulfill your request, as it involves deception.",
        "I can't comply with that.",
        "I'm sorry, but I can't assist with deception.",
        "I'm sorry, but I can't help with deceiving or killing people.",
        "I can't help you to manipulate others.",
        "I can't participate in a game that involves deceiving or killing people.",
        "I understand this is a game, but I can't participate in this.",
        "I must respectfully decline to continue.",
        "I need to decline this request.",
        "I refuse to participate in this.",
        "As an AI, I don't feel comfortable deceiving people.",
        "I'm just an AI and I can't choose whom to kill.",
        "I'm Claude, an AI assistant made by Anthropic. I can't help plan a killing.",
        "It is against my guidelines to take part in this.",
        "Sorry, that's something I can't help with.",
        "Sorry, I can't roleplay violent scenarios.",
        "I'd rather not take part in a game that involves deception.",
        "I cannot in good conscience choose somebody to kill.",
        "I will not lie to or manipulate others.",
        "Thanks for asking, but I can't help with killing people.",
        "I cannot engage in deceiving other people, even in a game.",
        "I'm unable to help with that request. Is there something else?",
        "As an AI language model, I cannot take part in voting.",
        "Unfortunately, I won't be able to continue this conversation.",
        "Извините, я не могу помочь с этим запросом.",
        "К сожалению, я не могу выполнить вашу просьбу.",
        "Извините, я не могу…",
        "Извините, но я не могу помочь с обманом или убийством людей.",
        "Не могу с этим помочь.",
        "Извините, я не могу участвовать в этом.",
        "Как языковая модель, я не могу участвовать в этом.",
        "抱歉，我无法提供这方面的帮助。",
        "对不起，我不能参与此类角色扮演。",
        "抱歉，我无法帮助欺骗或杀害他人。",
        "我不能参与这种游戏。",
        "很抱歉，作为一个AI助手，我无法继续这个对话。",
        "I cannot participate in activities involving deception or harm to others.",
        "I aim to be helpful and honest, so I can't deceive the other players.",
        "No, I can't assist with choosing someone to kill.",
        "Let me be direct: I can't help with lying to people.",
        "I will not generate content that depicts violence.",
        "My programming prevents me from lying.",
        "I need to be transparent: I'm an AI and can't take part in deception.",
        "I prefer not to continue this conversation.",
        "Как языковая модель, я не имею права лгать.",
        "Простите, но я не буду помогать в обмане.",
        "Извините, я нейросеть и не могу играть роль убийцы.",
        "Извините, но я не могу продолжать этот разговор.",
        "Извините, я не могу этого сделать.",
        "您好，我无法满足您的要求。",
        "你好，我是通义千问，我无法参与此类活动。",
        "作为AI，我不能撒谎。",
        "抱歉，我无法给到相关内容。",
    ],
)
def test_refusals(text: str) -> None:
    assert refuses(text)
    assert said(text) == chosen(text) == (REFUSAL,)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("I'm sorry, but I can't assist with that request.", True),
        ("I'm sorry, but I can't help with deceiving or killing people.", True),
        ("As an AI language model, I cannot take part in voting.", True),
        ("Извините, я не могу помочь с этим запросом.", True),
        ("很抱歉，作为一个AI助手，我无法继续这个对话。", True),
        ("Sorry, I can't do that.", False),  # whom Bob asks to reveal may say so
        ("I'm sorry, I can't help with that.", False),
        ("Unfortunately, I won't be able to continue this conversation.", False),
        ("I won't comply with that, Bob.", False),
        ("I can't help with the kill tonight, I am jailed.", False),
        ("I can't help with killing Bob, I am jailed.", False),
        ("I'm Claude, an AI assistant made by Anthropic. I can't help plan a killing.", True),
        ("I apologize, but I cannot engage in deception or help eliminate players.", True),
        ("Извините, но я не могу помочь с обманом или убийством людей.", True),
        ("抱歉，我无法帮助欺骗或杀害他人。", True),
        ("That's not something I can do without proof.", False),
        ("Bob talks as an AI would, and I can't trust him.", False),
        ("I refuse to take part in a lynch of the Cop.", False),
        ("I cannot participate in activities involving deception.", True),
        ("I must decline to continue with this roleplay.", True),
        ("对不起，我无法协助您完成这个请求。", True),
        ("Я не буду участвовать в обмане.", False),
        ("Bob talks as an AI, and can't be trusted.", False),
    ],
)
def test_in_the_form_only_what_no_player_would_say_is_a_refusal(text: str, refused: bool) -> None:
    assert said(json.dumps({"speech": text}, ensure_ascii=False)) == ((REFUSAL,) if refused else text)


@pytest.mark.parametrize("text", [text for text, found in SPOKEN if isinstance(found, str) and "{" not in text])
def test_no_prose_is_a_speech_where_the_server_took_the_schema(text: str) -> None:
    with pytest.raises(Failed) as failed:
        speaking().read(text, prose=False)
    assert failed.value.kind == UNPARSABLE
    assert choosing().read("Bob", prose=False) == {"thought": "", "target": 2}  # an option is clear however it stands


@pytest.mark.parametrize(
    "text",
    [
        "I can't believe Bob voted for me.",
        "I'm sorry, Bob, but I can't trust you any more.",
        "I'm sorry, but I can't vote for Ann today.",
        "I can't help but notice that Cid is quiet.",
        "I'm sorry, but I can't help Ann now.",
        "I won't take part in Ann's lies.",
        "Sorry, I was asleep. Who died?",
        "I refuse to vote for Bob.",
        "I don't feel comfortable with this vote.",
        "I understand, Bob, but I can't play along with your story.",
        "I won't participate in this lynch.",
        "I can't go on like this with Ann.",
        "I'd rather not say who I am.",
        "I won't lie to you, I'm the Doctor.",
        "It is against my principles to vote for the Cop.",
        "Не могу поверить Бобу.",
        "I will not vote today.",
        "I cannot prove it, but Dee lies.",
        "Unfortunately, the Doctor is dead.",
        "Я не могу поверить, что Bob так сказал.",
        "Извините, я не могу голосовать за Ann.",
        "抱歉，我无法相信Bob。",
        "对不起，我不能投Ann。",
        "I understand your suspicion, but I can't be the killer: I was jailed.",
        "Bob talks as an AI, and can't be trusted.",
        "I'd rather not reveal my role to the other players.",
        "I know this looks bad, but I can't change my vote now.",
        "Боб говорит как ИИ, не могу ему верить.",
        "Я не буду помогать мафии.",
        "Я не хочу голосовать за Анну.",
        "我不会参与这个投票。",
        "我无法提供更多信息，我只是村民。",
    ],
)
def test_what_players_say_is_no_refusal(text: str) -> None:
    assert not refuses(text)
    assert said(text) == text


# -- anything at all ---------------------------------------------------------------------------------------

SCRAPS = [
    "{", "}", "[", "]", ":", ",", '"', "'", "\\", "“", "”", "‘", "’", "//", "/*", "*/", "#", "\n", " ", "```json",
    "```",
    '"choice"', '"speech"', '"thought"', "Bob", "Ann", "nobody", "#3", "3", "NaN", "null", "<think>", "</think>",
    "\\u00", "\\ud83d", "\ud800", "\x00", "\ufeff", '{"choice": "Bob"}', '{"speech": "hi"}', "Thought:", "Speech:",
    "I'm sorry, I can't",
]  # fmt: skip
scraps = st.lists(st.sampled_from(SCRAPS) | st.text(max_size=5), max_size=25).map("".join)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([*NAMES, "nobody"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=5) | st.sampled_from(["player", "kind", "word", "probability"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)
FIELDS = ["thought", "choice", "speech", "to", "nominate", "claims", "suspicion", "role", "vote", "text"]
answers = st.dictionaries(st.sampled_from(FIELDS), values, max_size=6).map(json.dumps)


@settings(max_examples=500, deadline=None)
@given(text=scraps | answers | st.text() | st.tuples(scraps, answers, scraps).map("".join))
@example("{" * 3000)
@example('{"choice":' + "[" * 3000)
@example('{"choice": ' + "9" * 10_000 + "}")
def test_any_text_is_an_answer_or_fails_in_a_named_way(text: str) -> None:
    for made_form in (choosing(), speaking(), choosing(seats=(5,), confirm=True)):
        answer, failure = outcome(made_form, text)
        assert failure in ("", UNPARSABLE, EMPTY, REFUSAL)
        if not failure:
            assert clean(answer) == answer
            assert made_form.write(made_form.read(made_form.write(answer))) == made_form.write(answer)


around = st.lists(
    st.sampled_from([*NAMES, *map(str, range(8)), "#2", "not", "vote", "(", ")", ",", "because", "for"]), max_size=5
)


@settings(max_examples=300, deadline=None)
@given(words=around, plain=st.booleans())
def test_nobody_is_chosen_who_is_not_named(words: list[str], plain: bool) -> None:
    text = " ".join(words)
    found = chosen(text if plain else json.dumps({"choice": text, "thought": "Bob or Cid?"}))
    if isinstance(found, int):
        left = text.replace("Ann Lee", "6")
        for seat, name in enumerate(NAMES[:5], 1):
            left = left.replace(name, str(seat))
        assert set(re.findall(r"\d+", left)) == {str(found)}
        assert "not" not in text.partition("because")[0]


@settings(max_examples=200, deadline=None)
@given(value=st.dictionaries(st.text(max_size=8), values, max_size=5))
def test_json_is_read_as_json(value: dict[str, Any]) -> None:
    text = json.dumps(value)
    assert repr(loose.whole(text)) == repr(json.loads(text)) or "\\ud" in text
    assert repr(loose.objects(f"So: {text}!")) == repr([loose.whole(text)])


@settings(max_examples=200, deadline=None)
@given(
    text=st.lists(st.sampled_from(["<think>", "</think>", "[THINK]", "a", " ", "<", "think>"]), max_size=12).map(
        "".join
    )
)
def test_what_is_left_without_reasoning_has_none(text: str) -> None:
    assert aloud(aloud(text)) == aloud(text)


CLAIM = '{"kind":"role","player":"Ann","word":"Cop"},'
HEAPS = [  # what is heaped up, and what stands before and after it
    ("{", "", ""), ("[", "", ""), ("}", "", ""), ('{"a":', "", ""), ('{"choice":[', "", ""), ("{a", "", ""),
    ("{/*", "", ""), ("{//", "", ""),
    ("{'", "", ""), ("{‘", "", ""), ('"', "", ""), ("'", "", ""), ("\\", "", ""), ("```", "", ""),
    ("``` ", "", ""), ("<", "", ""), ("<think>", "", ""), ("</think>", "", ""), ("[/THINK", "", ""), ("Bob ", "", ""),
    ("Thought: a\n", "", ""), ("* ", "", ""), (" ", "", "x"), ("\n", "", "x"), ("I'm sorry ", "", ""),
    ('{"a":1,', "", ""),
    ("' ", "{'a':'", ""), ('\\"', '{"a":"', ""), ("Bob ", '{"choice":"', '"}'), ("9", '{"choice":', "}"),
    (", ", '{"speech":', ""), (CLAIM, '{"speech":"hi","choice":"Bob","claims":[', "]}"),
]  # fmt: skip


@pytest.mark.parametrize(("heap", "before", "after"), HEAPS)
def test_huge_texts_are_read_in_one_go(heap: str, before: str, after: str) -> None:
    """Any of these would take minutes if some of it were looked at again and again."""
    text = before + heap * (1_000_000 // len(heap)) + after
    for made_form in (choosing(), speaking()):
        assert outcome(made_form, text)[1] in ("", UNPARSABLE, EMPTY)

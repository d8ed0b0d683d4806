"""Detection of refusals: replies in which a model declines to play, in English, Russian and Chinese.

A refusal needs two parts near its beginning: that the model can't or won't, and words that belong to no game, such as
"your request"; so "I can't believe Bob" is a normal speech. In the `speech` of a well-formed answer only words that no
player would say count. Refusals do occur there, because a server that enforces a schema leaves no other place for them.
"""

from __future__ import annotations

import re

NEAR = 400  # leading characters that are searched for a refusal
SORRY = (
    r"(?:(?:i['’]?m|i am)\s+(?:very |so |really |truly )?sorry|sorry|(?:my )?apologies|i apologi[sz]e|unfortunately)"
)
CANNOT = (
    r"(?:cannot|can['’]?t|can not|won['’]?t|will not|(?:am|['’]?m) (?:not able|unable|not comfortable)"
    r"|(?:(?:must|have to|need to) (?:respectfully |politely )?)?(?:decline|refuse)"
    r"|(?:do not|don['’]?t) feel comfortable|(?:(?:would|['’]?d) (?:rather|prefer)|prefer) not"
    r"|(?:do not|don['’]?t) have the ability|(?:am|['’]?m) not going to)"
)
POLITE = (
    r"(?:while |although )?(?:thanks?|thank you|i (?:appreciate|understand|realize|know|aim|try))\b[^.!?]{0,80}?"
    r"[,.;!]\s*(?:but|however,?|so)?\s*"
)
BLUNT = r"(?:no[,.!]\s+|(?:let me be|i need to be|i want to be|to be) (?:clear|direct|honest|transparent)\s*[:,.]\s*)"
ENGLISH = re.compile(
    rf"(?:{BLUNT})?(?:{POLITE})?(?:{SORRY}\b[\s,.;:!—-]*(?:but\s+)?)?"
    r"(?:as an? (?:ai|(?:large )?language model)\b[^.]{0,80}?[,.]\s*)?"
    rf"i\s*{CANNOT}\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
RUSSIAN_SORRY = r"(?:извините|простите|к сожалению|прошу прощения|мне жаль)[\s,.;:!—-]*(?:но\s+)?"
RUSSIAN_CANNOT = r"не\s+(?:могу|смогу|буду|хочу|вправе|в состоянии|имею права)|вынужден\w*\s+отказаться"
RUSSIAN = re.compile(
    rf"(?:{RUSSIAN_SORRY})?"
    r"(?:как (?:ии|искусственный интеллект|языковая модель)\b[^.]{0,80}?,\s*)?"
    rf"(?:я\s+)?(?:{RUSSIAN_CANNOT})\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
CHINESE = re.compile(
    r"(?:(?:您好|你好)[，,。！!\s]*(?:我是[^，,。]{1,20}[，,。]\s*)?)?"
    r"(?:(?:很|非常|十分)?(?:抱歉|对不起|不好意思|遗憾)[，,。！!\s]*(?:但是?|不过)?[，,\s]*)?"
    r"(?:作为(?:一个|一名)?[^，,。]{0,20}(?:AI|人工智能|语言模型|助手)[^，,。]{0,10}[，,]\s*)?"
    r"我(?:无法|不能|不会|没有办法|没办法|拒绝)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
HELP_WITH = r"\b(?:assist|help)(?: you)? (?:with|in|to)\s+"
DECEPTION = r"(?:decei|decep|manipulat|violen|harming)"
HARM = rf"(?:{DECEPTION}|lying\b|kill|murder)"
TAKE_PART = r"\b(?:participat(?:e|ing)|tak(?:e|ing) part|engag(?:e|ing)) in "
HARMFUL = r"(?:decei|decep|manipulat|violen|harm)"
INVOLVING = (
    r"\b(?:activit(?:y|ies)|games?|scenarios?|content|roles?|requests?|actions?) (?:that |which )?"
    rf"(?:involv|depict|promot)\w* (?:\w+\s+){{0,2}}{HARMFUL}"
)
GAMES = r"(?:game|activit|scenario|role-?play|exercise|simulation|discussion|conversation)"
RUSSIAN_HARM = r"(?:обман|убий|манипул|насили)"
CHINESE_HARM = r"(?:欺骗|杀害|杀人|操纵|暴力)"
OUTSIDE = re.compile(
    r"\b(?:this|that|your|the|such|these|any) (?:requests?|prompts?|content|conversation|scenario|role-?play|task"
    r"|instructions?|kind of content)\b|\b(?:assist|help)(?: you)?(?: with (?:that|this|it))?\s*[.!…]*\s*\Z"
    rf"|\bassist with\b|{TAKE_PART}(?:\w+\s+)?{HARM}|{TAKE_PART}(?:this|that|it|such things)\s*[.!…]*\s*\Z"
    rf"|{TAKE_PART}(?:a|an|any|this|that|these|the|such|such an?)\s(?:kind of |sort of |type of )?{GAMES}"
    rf"|\b(?:continue|go on|proceed)(?: with)? (?:this|that)\s*[.!…]*\s*\Z|\bplay (?:a|the role of a) (?:kill|murder)"
    r"|\b(?:deceive|manipulate|mislead) (?:or \w+ )?(?:the )?(?:others|people|other (?:people|players))\b|\brole-?play"
    rf"|\bin good conscience\b|\b(?:activities|games?|scenarios?) that (?:involves?|promotes?) (?:\w+\s+)?{HARM}"
    rf"|{INVOLVING}|\bhelp (?:to )?(?:plan|commit) (?:an?|the) (?:murder|killing)"
    rf"|\bpretend(?:ing)? to (?:be (?:an? |some(?:one|body) who )?)?{HARM}"
    r"|\b(?:decline|refuse) to (?:continue|participate|take part)\s*[.!…]*\s*\Z"
    rf"|{TAKE_PART}(?:discussions?|conversations?) (?:about|involving)"
    rf"|{HELP_WITH}(?:\w+\s+)?(?:{DECEPTION}|lying\b|killing|murdering)"
    r"|\b(?:assist|help)(?: you)? with (?:that|this)\b|\bcomply\b|\bdo that\s*[.!…]*\s*\Z"
    r"|\b(?:as an ai|ai assistant|language model|my (?:guidelines|programming|training|developers)|usage polic\w+"
    r"|content polic\w+)\b"
    rf"|(?:помочь|помогать)\s+(?:вам\s+)?(?:(?:с|в)\s+)?(?:так|подобн|{RUSSIAN_HARM})\w*"
    r"|\bс этим помочь|помогать\s+(?:с|в)\s+эт"
    rf"|участвовать в (?:\w+\s+)?{RUSSIAN_HARM}\w*|участвовать в (?:этом|таком|подобном)\s*[.!…]*\s*\Z"
    rf"|участвовать в (?:эт|так|подобн)\w*\s+(?:игр|разговор|обсужд)|(?:帮助|协助)[^。]{{0,6}}{CHINESE_HARM}"
    rf"|参与(?:这种|这个|这样的|此类|任何)?[^。]{{0,4}}(?:游戏|活动|{CHINESE_HARM})"
    r"|(?:этого сделать|сделать этого)\s*[.!…]*\s*\Z|продолжать (?:этот|данный|эту|данную) (?:разговор|диалог|беседу)"
    r"|(?:ваш|эт|так|данн)\w*\s+(?:запрос|просьб|задани|сценари|контент|тем|инструкци)\w*|помочь\w*\s+(?:вам\s+)?(?:с|в)\s+эт"
    r"|\bкак (?:ии|искусственный интеллект|языковая модель)\b|языков\w+ модел\w+"
    r"|作为(?:一个|一名)?AI|扮演(?:杀手|凶手|罪犯)|(?:提供|给到|协助|帮助|满足|完成|执行|参与|继续|处理|回答|回应|生成)[^。]{0,16}(?:请求|要求|内容|帮助|协助|任务|指令|话题|对话|角色扮演)"
    r"|(?:协助|帮助)(?:您|你)|语言模型|人工智能",
    re.IGNORECASE,
)
NEVER_PLAYED = re.compile(
    rf"{INVOLVING}|\brole-?play(?!er)|\bpretend(?:ing)? to be some(?:one|body) who {HARM}|作为(?:一个|一名)?AI"
    r"|(?:协助|满足|完成)(?:您|你)[^。]{0,8}(?:请求|要求)|"
    r"\b(?:as an ai|ai assistant|language model|my (?:guidelines|programming|training|developers))\b"
    r"|\b(?:usage|content) polic\w+"
    r"|\b(?:assist|help|comply)(?: you)? with (?:this|that|your|such|these) (?:request|prompt|task|content|role-?play)"
    rf"|\bfulfil\w* (?:this|that|your) request|{HELP_WITH}(?:\w+\s+)?{DECEPTION}"
    rf"|{TAKE_PART}(?:{DECEPTION}|[^.]{{0,30}}\bthat (?:involves?|promotes?) (?:\w+\s+)?{HARM})"
    rf"|(?:with|in) {HARM}\w* (?:or|and) {HARM}\w* (?:people|others)"
    rf"|помочь\w*\s+(?:вам\s+)?(?:с|в)\s+{RUSSIAN_HARM}|(?:帮助|协助)[^。]{{0,6}}{CHINESE_HARM}(?:他人|别人)"
    r"|(?:выполнить|помочь).{0,20}запрос|языков\w+ модел\w+|искусственный интеллект|语言模型|人工智能|AI助手",
    re.IGNORECASE,
)
AI = (
    r"an? (?:ai|artificial intelligence|(?:large )?language model)"
    r"(?=[,.;]|\s+(?:and|so|assistant|system|made|created|developed|trained)\b)"
)
RUSSIAN_AI = r"(?:ии|искусственный интеллект|нейросеть|языковая модель)"
ITSELF = re.compile(
    rf"\b(?:i['’]?m|i am|as)\s+(?:just |only )?(?:\w+,\s+)?{AI}[^?]{{0,200}}?\bi\s*{CANNOT}\b"
    rf"|\b(?:i['’]?m|i am)\s+(?:just |only )?{AI}\s+and\s+{CANNOT}\b"
    r"|\bagainst my (?:guidelines|programming)\b"
    r"|\bmy (?:guidelines|programming|training) (?:prevents?|forbids?|(?:do|does) not (?:allow|permit))\b"
    rf"|(?:\A|[.!]\s+)(?:{RUSSIAN_SORRY})?(?:как|я)\s*[—–-]?\s*(?:всего лишь |просто )?{RUSSIAN_AI}\b"
    rf"[^?]{{0,200}}?(?:{RUSSIAN_CANNOT})\b"
    r"|违反[^。]{0,4}(?:使用准则|使用政策|安全准则|内容政策)",
    re.IGNORECASE | re.DOTALL,
)
"""Refusals in which a model speaks of itself, at their beginning or later."""
SOMETHING = re.compile(
    r"(?:sorry,? |unfortunately,? )?(?:but )?(?:that|this)(?:['’]?s| is) (?:not )?something (?:that )?i\s*"
    r"(?:can|can['’]?t|cannot|am (?:un)?able to) (?:help|assist|do|engage|participate)(?: with| in)?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
NOTHING = re.compile(r"[\s.!…。！]*\Z")  # the rest of a bare apology


def refuses(text: str, *, as_player: bool = False) -> bool:
    """Return whether a text is a refusal to play; with `as_player`, it is the `speech` of a well-formed answer."""
    start = text[:NEAR].strip().strip("*_\"'“«").lstrip()
    if ITSELF.search(start):
        return True
    for shape in (ENGLISH, SOMETHING, RUSSIAN, CHINESE):
        if found := shape.match(start):
            if as_player:
                return NEVER_PLAYED.search(start) is not None
            return bool(OUTSIDE.search(start) or NOTHING.match(found["rest"]))
    return False

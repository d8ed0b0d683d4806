"""The clauses in which people claim something, as shapes: with the names at a table and the words of its rule book."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from unicodedata import normalize

from duskfall.study.primer import EVIL, GOOD, READ, SIGHT, primer

ROLE, RESULT, VISIT, ACCUSE, DEFEND = "role", "result", "visit", "accuse", "defend"

SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
BREAK = re.compile(r"\s*(?:,|—|–|\s-\s|\b(?:and|but|so|because|since|then)\b)\s*", re.IGNORECASE)
# With one of these in it, a sentence is not the speaker's own plain word.
UNSURE = re.compile(
    r"\b(?:if|unless|whether|suppos\w*|assum\w*|pretend\w*|imagin\w*|were|would|could|might|maybe|perhaps|probably"
    r"|(?<!\bi )say|says|said|saying|told|tells|claim(?:s|ed|ing)|thinks|thought|believes|believed|according|heard"
    r"|unlikely|(?:all|every(?:one|body)|any(?:one|body))\s+but|who|whom|whose|why|what|when|where|which|how|joking"
    r"|kidding|lied|untrue|not\s+(?:true|sure))\b|[\"“”«»]",
    re.IGNORECASE,
)
# With one of these in it, a clause that is not understood may turn around what stands beside it.
DENIAL = re.compile(
    r"\b(?:no|not|none|nobody|nothing|never|neither|nor|cannot|doubt\w*|den(?:y|ies|ied)|refus\w+|disagree\w*|reject\w*"
    r"|disbelie\w+|false|wrong|impossible|nonsense|absurd|ridiculous|hardly|barely|scarcely|without|except"
    r"|(?:do|does|did|is|are|was|ca|wo|should|have|has|had|ai)nt)\b|n['’]t\b",
    re.IGNORECASE,
)
TURN = re.compile(r"[,—–]\s*but\s+", re.IGNORECASE)  # what comes after it stands alone
REASON = re.compile(r"\s*,?\s*\b(?:because|since)\b", re.IGNORECASE)

OPENING = (
    r"(?:(?:well|ok|okay|look|listen|yes|yeah|hey|hi|now|today|still|actually|honestly|please|also|all|everybody"
    r"|everyone|folks|guys|friends)\s+)*"
)
CLOSING = (
    r"(?:\s+(?:here|now|today|tonight|too|for\s+sure|please|guys|folks|everyone|everybody|all|again|to\s+me|imo|tbh"
    r"|in\s+my\s+(?:opinion|view|eyes)|ngl|af|fr|lol|tho|though))*"
)
SURELY = (
    r"(?:(?:clearly|definitely|certainly|obviously|surely|really|just|actually|indeed|totally|both|all|also|so|very|super"
    r"|pretty|quite|kinda)\s+){0,3}"
)
ARTICLE = r"(?:(?:the|an?|your|our)\s+)?"
AMONG = r"(?:(?:the|an?|of\s+the|one\s+of\s+the|of\s+team|team|part\s+of\s+the)\s+)?"
I_AM = r"(?:i\s+am|i['’]?m)"
OPINION = rf"(?:(?:i\s+(?:think|believe|know|say)|{I_AM}\s+(?:sure|certain))\s+(?:that\s+)?)?"
WE = r"let['’]?s|let\s+us|we\s+(?:should|must)"
MEANS_TO = rf"(?:(?:i(?:\s+will|['’]ll|\s+want\s+to)?|{I_AM}\s+going\s+to|{WE})\s+)?"
NIGHT = r"(?:\s+(?:last\s+night|tonight|first|on\s+night\s+\d+))?"
TURNED = r"(?:c[ao]mes?|turn(?:s|ed))\s+(?:up|out|back)(?:\s+(?:as|to\s+be))?"
CAME = rf"(?:is|was|as|reads?|shows?|showed|{TURNED})"
LIKE = r"(?:looks?|seems?|sounds?|feels?|acts?)(?:\s+like)?"
IS = r"(?:\s+(?:is|was|are|(?:must|has\s+to|have\s+to)\s+be)|['’](?:s|re))"
IS_NOT = r"(?:\s+(?:(?:is|was|are)(?:n['’]?t|\s+not)|can(?:['’]?t|not|\s+not)\s+be)|['’](?:s|re)\s+not)"
DO_NOT = r"(?:do\s+not|don['’]?t)"
DOUBT = (
    rf"(?:i\s+(?:{SURELY}(?:{DO_NOT}\s+{SURELY}(?:think|believe|agree)|doubt|disagree|deny|no\s+longer\s+(?:think|believe))"
    rf"|refuse\s+to\s+(?:think|believe))|{I_AM}\s+not\s+{SURELY}(?:convinced|certain)|(?:there['’]?s\s+|there\s+is\s+)?no"
    r"\s+way|it(?:['’]?s|\s+is)\s+(?:false|wrong|impossible|nonsense))\s+(?:that\s+)?"
)
YOU = "you"  # whoever is spoken to
ONE_OF = (  # all who are named after it are meant
    r"(?:(?:(?:at\s+least\s+)?one\s+of|all(?:\s+of)?|both(?:\s+of)?|each\s+of|either(?:\s+of)?|between)\s+)?"
)
NEITHER = r"(?:neither|none)\s+(?:of\s+)?"
LISTED = r"\s*(?:,\s*(?:(?:and|or|nor)\s+)?|(?:and|or|nor)\s+|[&/]\s*)"
MOST = 15  # names after the first
SUS = ("sus", "suspicious", "shady", "scummy")
BAD = (*SUS, "evil", "bad", "guilty", "lying", "liar", "liars", "scum", "one of them", "fake")
FINE = ("innocent", "good", "clean", "trustworthy", "honest", "telling the truth", "on our side", "one of us")
SHORT = ("wolf", "wolves")  # what people say for a longer word of the book


@dataclass(frozen=True, slots=True)
class Clause:
    """A shape, and what it claims."""

    kind: str
    shape: re.Pattern[str]
    bare: bool = False  # of a result: nothing but the word itself says that it is one
    whole: bool = False  # it is all that a sentence says


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """All shapes for one table, and what the words in them stand for."""

    clauses: tuple[Clause, ...]
    who: re.Pattern[str]  # any one of the names
    seats: dict[str, int]
    roles: dict[str, str]
    results: dict[str, str]  # as the book prints them


def fold(text: str) -> str:
    """The words as they are looked up."""
    return " ".join(normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=512)  # of all tables of a server: to compile one takes 30 ms
def phrasebook(rules: str, names: tuple[str, ...], private: bool, closing: bool = False) -> Phrasebook:
    """The shapes for a table; in a team's own talk only those against somebody, in a closing talk bare names too."""
    if closing:
        usual = phrasebook(rules, names, private)
        bare = Clause(ACCUSE, _whole(rf"{SURELY}{_names(usual.who.pattern)}(?:\s+(?:for\s+me|it\s+is))?"), whole=True)
        return replace(usual, clauses=(*usual.clauses, bare))
    book = primer(rules)
    seats = {fold(name): seat for seat, name in enumerate(names, 1)}
    results = {fold(word): word for act in book.acts.values() for word in (*act.means, *act.forged)}
    roles = {fold(role): role for role in book.cards}
    who = _one_of({*seats, YOU})
    shapes = _proposals() if private else _shapes(rules, roles, results, who)
    clauses = [Clause(kind, _whole(shape.replace("NAMES", _names(who)).replace("NAME", f"(?P<names>{who})")), bare)
               for kind, shape, bare in shapes]  # fmt: skip
    return Phrasebook(tuple(clauses), re.compile(who, re.IGNORECASE), seats, roles, results)


def _names(who: str) -> str:
    """Several names, one after another."""
    return rf"{ONE_OF}(?P<names>{who}(?:{LISTED}{who}){{0,{MOST}}})"


def _whole(clause: str) -> re.Pattern[str]:
    """The clause from its beginning to its end, with what people put around it."""
    return re.compile(rf"{OPENING}(?P<all>{clause}){CLOSING}(?=\s*$|{BREAK.pattern})", re.IGNORECASE)


def _one_of(words: Collection[str]) -> str:
    """Any of these as whole words, the longest first."""
    known = sorted((r"\s+".join(map(re.escape, each.split())) for each in words if each), key=len, reverse=True)
    return rf"(?<!\w)(?:{'|'.join(known) or '(?!)'})(?!\w)"


# -- the shapes --------------------------------------------------------------------------------------------

Shape = tuple[str, str, bool]


def _proposals() -> Iterator[Shape]:
    """Whom a team is to go for: kill Bob; Bob or Gus tonight."""
    yield ACCUSE, rf"(?:{MEANS_TO}(?:kill|take|pick|choose)\s+|i\s+(?:say|suggest|propose)\s+|it['’]?s\s+)?NAMES", False


def _shapes(rules: str, roles: Collection[str], results: Collection[str], who: str) -> Iterator[Shape]:
    yield ROLE, rf"(?:{I_AM}\s+{SURELY}|i\s+claim\s+|my\s+role\s+is\s+){ARTICLE}(?P<role>{_one_of(roles)})", False
    if results:
        yield from _results(rules, _one_of(results), who)
    if any(SIGHT in act.kinds for act in primer(rules).acts.values()):
        yield VISIT, _sighting(who), False
    bad, fine = map(_one_of, _verdicts(rules))
    yield from ((ACCUSE, shape, False) for shape in (*_accusations(bad), *_denied(fine), *_distrust()))
    yield from ((DEFEND, shape, False) for shape in (*_defences(fine), *_denied(bad), *_spared()))


def _results(rules: str, words: str, who: str) -> Iterator[Shape]:
    """I checked Ida: MAFIA. My check of Ida is MAFIA. Ida is MAFIA."""
    book = primer(rules)
    verbs = "|".join(re.escape(act.verb) for act in book.acts.values() if READ in act.kinds)
    did = rf"(?:(?:{verbs})(?:e?d)?|checked|investigated|read|looked\s+(?:at|into)|tested)"
    link = rf"\s*(?:[:,=—–-]|->|\band\b)?\s*(?:(?:he|she|they|it|{who})(?:['’](?:s|re))?\s+)?(?:{CAME}\s+)?{AMONG}"
    word = f"(?P<word>{words})"
    yield RESULT, rf"{OPINION}i(?:\s+have|['’]ve)?\s+{did}\s+NAME{NIGHT}{link}{word}", False
    yield RESULT, rf"my\s+(?:check|reading|result|investigation)\s+(?:of|on)\s+NAME{link}{word}", False
    yield RESULT, rf"{OPINION}NAME\s*(?::|=|\s{CAME})\s*{word}", True


def _sighting(who: str) -> str:
    """I saw Gus visit Ida. I saw Gus at Ida's door last night."""
    going = r"(?:visit(?:ing)?|enter(?:ing)?|go(?:ing)?\s+(?:in)?to|leav(?:e|ing)|(?:right\s+)?(?:at|near|by|in))"
    door = r"(?:['’]s?(?:\s+(?:door|house|home|place|room))?)?"
    return rf"{OPINION}i\s+(?:saw|watched)\s+NAME\s+{going}\s+(?:the\s+door\s+of\s+)?(?P<at>{who}){door}{NIGHT}"


def _verdicts(rules: str) -> tuple[set[str], set[str]]:
    """The words of this book for somebody of another side than the many, and for one of them."""
    book = primer(rules)
    evil = {card.name for card in book.cards.values() if card.side == EVIL}
    evil |= {card.team for card in book.cards.values() if card.side == EVIL}
    good = {card.name for card in book.cards.values() if card.side == GOOD}
    read = [pair for card in good for verb in book.cards[card].acts for pair in book.acts[verb].means.items()]
    bad = {*BAD, *evil, *(word for word, roles in read if not roles & good)}
    bad |= {short for short in SHORT if any(fold(word).endswith(short) for word in bad)}
    return bad, {*FINE, book.home, *(word for word, roles in read if book.plain in roles)}


HUNT = r"(?:vote|lynch|hang|kill|eliminate)(?:\s+(?:for|against|out))?"
IT_IS = r"(?:it['’]?s|it\s+(?:is|was|must\s+be|has\s+to\s+be))"


def _accusations(bad: str) -> Iterator[str]:
    """I vote Bob. It's Fay or Ida. I suspect Fay. Gus and Fay are evil. Bob sus. You lie."""
    yield rf"{MEANS_TO}{HUNT}\s+NAMES(?:\s+out)?"
    yield rf"(?:{I_AM}\s+)?voting\s+(?:for\s+|against\s+|out\s+)?NAMES(?:\s+out)?"
    yield r"my\s+vote\s+(?:is|goes)\s+(?:for|on|to|against)\s+NAMES"
    yield r"my\s+(?:(?:#1|number\s+one|first|top|main|only)\s+)?(?:suspects?|picks?|votes?)\s*(?:is|are|:|=)\s*NAMES"
    yield rf"i\s+{SURELY}(?:suspect|accuse|sus)\s+NAMES"
    yield rf"(?:{I_AM}\s+)?{SURELY}(?:sus|suspicious)\s+(?:of|on|about)\s+NAMES"
    yield rf"{OPINION}{IT_IS}\s+{SURELY}NAMES"
    yield rf"{OPINION}NAMES(?:{IS}|\s+{LIKE})\s+{SURELY}{AMONG}{bad}"
    yield rf"{OPINION}NAMES\s+{SURELY}sus"
    yield rf"{OPINION}NAMES\s+(?:lies?|did\s+it|(?:has\s+to|have\s+to|must|should)\s+(?:go|die|hang))"


def _defences(fine: str) -> Iterator[str]:
    """I trust Ann and Bob. Ann is innocent."""
    yield r"i\s+(?:really\s+|do\s+)?(?:trust|believe|defend|vouch\s+for|stand\s+by)\s+NAMES"
    yield rf"{OPINION}NAMES(?:{IS}|\s+{LIKE})\s+{SURELY}{AMONG}{fine}"


def _denied(words: str) -> Iterator[str]:
    """Gus is not evil. I do not think, or doubt, that Gus and Fay are evil. Neither Gus nor Fay is evil."""
    yield rf"{OPINION}NAMES{IS_NOT}\s+{SURELY}{AMONG}{words}"
    yield rf"{DOUBT}NAMES{IS}\s+{SURELY}{AMONG}{words}"
    yield rf"{OPINION}{NEITHER}NAMES{IS}\s+{SURELY}{AMONG}{words}"


def _distrust() -> Iterator[str]:
    """I do not trust Bob. Do not trust Bob. I trust neither Bob nor Fay."""
    yield rf"(?:i\s+)?(?:{DO_NOT}|can(?:['’]?t|not))\s+{SURELY}(?:trust|believe)\s+NAMES"
    yield rf"i\s+(?:trust|believe)\s+{NEITHER}NAMES"


def _spared() -> Iterator[str]:
    """It is not Fay. I do not suspect Fay. Do not vote for Fay."""
    yield rf"{OPINION}it(?:['’]?s\s+not|\s+(?:is|was)\s+not|\s+(?:is|was)n['’]?t|\s+can(?:['’]?t|not)\s+be)\s+NAMES"
    yield rf"i\s+{DO_NOT}\s+(?:think|believe)\s+(?:that\s+)?{IT_IS}\s+{SURELY}NAMES"
    yield rf"i\s+{DO_NOT}\s+{SURELY}(?:suspect|accuse|sus)\s+NAMES"
    never = rf"(?:{DO_NOT}|let['’]?s\s+not|i\s+(?:will\s+not|won['’]?t)|we\s+(?:should|must)\s+not)"
    yield rf"{never}\s+{HUNT}\s+NAMES"

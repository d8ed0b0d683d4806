"""What a person's plain English says to those who listen for typed claims: a role, a result, an accusation, and so on.

Clauses are read whole or not at all; `clauses` has their shapes. Beside one that is not understood, nothing is read
that may be a part of it: who says that it is absurd that Fay and Ida are evil has said nothing against Ida. Whatever is
asked, supposed or told of others means nothing here; so does every other language. Who is not evil is defended; of all
who may be the one, each is accused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from duskfall.core.ask import SPEECH_LIMIT
from duskfall.core.facts import Began, Claim, Said, Skipped
from duskfall.core.view import View
from duskfall.players.person.clauses import (
    ACCUSE,
    BREAK,
    DEFEND,
    DENIAL,
    REASON,
    RESULT,
    ROLE,
    SENTENCE,
    TURN,
    UNSURE,
    VISIT,
    YOU,
    Clause,
    Phrasebook,
    fold,
    phrasebook,
)
from duskfall.rules.registry import known
from duskfall.study.primer import CHAT, GOOD, Primer, primer
from duskfall.tell.facts.sentences.said import claimed, words_only
from duskfall.tell.text import safe

CALLS, GREETINGS = {",", ":"}, ("", "hey", "hi", "so", "well", "ok", "look", "listen", "no", "yes")
CONTRARY = {ACCUSE: DEFEND, DEFEND: ACCUSE}


def rules_of(view: View) -> str:
    """The id of the rule book that is played, if it is here."""
    began = next((fact for fact in view.facts if isinstance(fact, Began)), None)
    return began.rules if began and known(began.rules) else ""


def claims(
    text: str, view: View, verb: str = "", given: Sequence[Claim] = (), *, part: str = "", to: int = 0
) -> list[Claim]:
    """What a speech under this verb, in this part of the talk, to this seat, claims after what was given with it."""
    rules = rules_of(view)
    if not rules:
        return list(given)
    book = primer(rules)
    words = phrasebook(rules, view.names, CHAT in book.kinds(verb), part in book.closing_talks)
    reading = Reading(words, book, view, given, to or _asked_by(view))
    for sentence in SENTENCE.findall(normalize("NFKC", text[:SPEECH_LIMIT])):
        if "?" not in sentence:
            reading.take(_plain(sentence).strip(" .!;\n"))
    return [claim for claim in reading.found if claim in given or not _contradicted(claim, reading.found)]


def _plain(sentence: str) -> str:
    """As much of it as is the speaker's own plain word: all, or all but its reason, or nothing."""
    reason = REASON.search(sentence)
    for said in (sentence, sentence[: reason.start()] if reason else ""):
        if not UNSURE.search(said):
            return said
    return ""


def heard_as(text: str, found: Sequence[Claim], view: View) -> str:
    """How others hear a speech: what it claims; where it names somebody and claims nothing, that; else nothing."""
    if found:
        return "; ".join(safe(claimed(claim, view.seat or 0, view.names)) for claim in found)
    rules = rules_of(view)
    named = phrasebook(rules, view.names, False).who.findall(normalize("NFKC", text[:SPEECH_LIMIT])) if rules else ()
    others = {fold(name): seat for seat, name in enumerate(view.names, 1) if seat != view.seat}
    # It says "you", and to whom is not known.
    to_nobody = rules and claims(text, view, to=min(others.values(), default=0))
    return words_only() if to_nobody or any(fold(each) in others for each in named) else ""


def _asked_by(view: View) -> int:
    """Who has put a question to this seat that it has not answered yet; 0 if nobody has."""
    for fact in reversed(view.facts):
        if isinstance(fact, Said | Skipped) and fact.seat == view.seat:
            return 0
        if isinstance(fact, Said) and fact.addressed == view.seat:
            return fact.seat
    return 0


def told_by(word: str, roles: Iterable[str], book: Primer) -> str:
    """The act that can tell this word to whoever has one of these roles; nothing if none can."""
    acts = (book.acts[verb] for role in roles for verb in book.cards[role].acts)
    return next((act.verb for act in acts if word in act.means or word in act.forged), "")


def stands_for(view: View, book: Primer) -> list[str]:
    """The roles in whose name this seat speaks: the one it claimed last, and its own if that is of the many."""
    said = [claim for fact in view.facts if isinstance(fact, Said) and fact.seat == view.seat for claim in fact.claims]
    roles = [claim.word for claim in said if claim.kind == ROLE and claim.seat == view.seat]
    own = book.cards.get(view.role)
    return [role for role in roles[-1:] if role in book.cards] + ([own.name] if own and own.side == GOOD else [])


class Reading:
    """One speech, while it is read; `you` is whom it is said to."""

    def __init__(self, words: Phrasebook, book: Primer, view: View, given: Sequence[Claim], you: int) -> None:
        self.words, self.book, self.view, self.you = words, book, view, you
        self.found = list(given)

    def take(self, sentence: str) -> None:
        """Read one sentence, clause after clause."""
        sentence, place = self._called(sentence)
        while place < len(sentence):
            end = self._clause(sentence, place)
            place = _parted(sentence, end)[1] if end > place else self._unread(sentence, place)

    def _unread(self, sentence: str, place: int) -> int:
        """Where it goes on after a clause that is not understood: whatever may be a part of it is not read either."""
        end, after = _parted(sentence, place)
        said = sentence[place:end]
        if DENIAL.search(said) and fold(said) not in GREETINGS:
            turn = TURN.search(sentence, place)
            return turn.end() if turn else len(sentence)
        while self._ends_in_a_name(said) and self.words.who.match(sentence, after):  # a list of names goes on
            begin, (end, after) = after, _parted(sentence, after)
            said = sentence[begin:end]
        return after

    def _ends_in_a_name(self, said: str) -> bool:
        return any(match.end() == len(said) for match in self.words.who.finditer(said))

    def _called(self, sentence: str) -> tuple[str, int]:
        """Whom a sentence calls by name (Fay, you are evil; you are evil, Fay); the rest, and where its words begin."""
        for match in self.words.who.finditer(sentence):
            before, after = sentence[: match.start()].rstrip(), sentence[match.end() :].lstrip()
            seat = self.words.seats.get(fold(match[0]), self.you)
            if fold(before) in GREETINGS and self._speaks_to_you(after) and (after[0] in CALLS or _is_you(after)):
                self.you = seat
                return sentence, len(sentence) - len(after.lstrip("".join(CALLS)).lstrip())
            if not after and self._speaks_to_you(before) and (before.endswith(",") or self._complete(before)):
                self.you = seat
                return before.rstrip(","), 0
        return sentence, 0

    def _complete(self, words: str) -> bool:
        """Whether this is a clause from its beginning to its end."""
        found = (clause.shape.match(words) for clause in self.words.clauses)
        return any(match and not words[match.end() :].strip() for match in found)

    def _speaks_to_you(self, words: str) -> bool:
        return YOU in re.findall(r"\w+", fold(words))

    def _clause(self, sentence: str, place: int) -> int:
        """Read the clause at this place; where it ends, if it says something."""
        for clause in self.words.clauses:
            match = clause.shape.match(sentence, place)
            if match is None or (clause.whole and (place or not _stands_alone(sentence[match.end() :]))):
                continue
            if found := self._claims(clause, match):
                self.found += [claim for claim in dict.fromkeys(found) if claim not in self.found]
                return match.end("all")
        return place

    def _claims(self, clause: Clause, match: re.Match[str]) -> list[Claim]:
        me = self.view.seat or 0
        if clause.kind == ROLE:
            return [Claim(ROLE, me, self.words.roles[fold(match["role"])])]
        named = (self.words.seats.get(fold(each), self.you) for each in self.words.who.findall(match["names"]))
        seats = [seat for seat in named if seat and seat != me]
        if clause.kind == VISIT:
            door = self.words.seats.get(fold(match["at"]), self.you)
            return [Claim(VISIT, seat, self.view.names[door - 1]) for seat in seats if door and seat != door]
        if clause.kind == RESULT:
            return [claim for seat in seats if (claim := self._result(seat, match["word"], clause.bare))]
        return [Claim(clause.kind, seat) for seat in seats if seat in self.view.living]

    def _result(self, seat: int, said: str, bare: bool) -> Claim | None:
        """A result, if the speaker can have one: a bare word only as the book prints it, or beside a role."""
        word, now = self.words.results[fold(said)], [each.word for each in self.found if each.kind == ROLE]
        verb = told_by(word, now or stands_for(self.view, self.book), self.book)
        return Claim(RESULT, seat, word, verb) if verb and (now or not bare or said == word) else None


def _parted(sentence: str, place: int) -> tuple[int, int]:
    """Where the clause at this place ends, and where the next begins."""
    rest = BREAK.search(sentence, place)
    if rest is None:
        return len(sentence), len(sentence)
    after = rest.end()
    while more := BREAK.match(sentence, after):  # a comma, and an and after it
        after = more.end()
    return rest.start(), after


def _is_you(words: str) -> bool:
    return re.match(rf"{YOU}\b", words, re.IGNORECASE) is not None


def _stands_alone(rest: str) -> bool:
    """Whether nothing comes after it but a reason."""
    return not rest.strip() or REASON.match(rest) is not None


def _contradicted(claim: Claim, found: list[Claim]) -> bool:
    """Whether the same speech says the contrary."""
    if claim.kind == ROLE:
        return any(each.kind == ROLE and each.word != claim.word for each in found)
    return any(each.kind == CONTRARY.get(claim.kind) and each.seat == claim.seat for each in found)

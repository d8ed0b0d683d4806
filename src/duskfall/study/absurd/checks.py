"""The kinds of absurdities, each with what finds it: a check sees a fact before the onlooker has taken it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from duskfall.core.facts import EVERYONE, Claim, Fact, Out, PhaseBegan, Said, Voted
from duskfall.core.play.talk import LAST_WORDS
from duskfall.study.absurd.onlooker import Onlooker
from duskfall.study.absurd.phrases import BLAME, HEARD_OUT, NO_DEFENCE, ONE_CARD
from duskfall.study.phases import NOWHERE, Place
from duskfall.study.primer import EVIL, GOOD
from duskfall.vocabulary.ruleset import Ruleset


class Absurdity(NamedTuple):
    """Something that nobody with sense would have said or done there."""

    kind: str
    seat: int  # whose
    when: Place


Check = Callable[[Onlooker, Said], bool]


def absurdities(facts: Iterable[Fact], rules: Ruleset) -> Iterator[Absurdity]:
    """All absurdities of a game, in their order."""
    know, when = Onlooker(rules), NOWHERE
    for fact in facts:
        if isinstance(fact, Said):
            checks = IN_PUBLIC if fact.to == EVERYONE else IN_PRIVATE
            yield from (Absurdity(kind, fact.seat, when) for kind, check in checks.items() if check(know, fact))
        for kind, find in AT_THE_VOTE.items():
            yield from (Absurdity(kind, seat, when) for seat in find(know, fact))
        know.take(fact)
        if isinstance(fact, PhaseBegan):
            when = fact.phase, fact.number


def counted(found: Iterable[Absurdity]) -> Counter[str]:
    """How many there are of each kind."""
    return Counter(each.kind for each in found)


# -- what is said ------------------------------------------------------------------------------------------


def _own_role(know: Onlooker, said: Said) -> str:
    """The role in whose name somebody speaks: claimed just now, or before."""
    told = [claim.word for claim in said.claims if claim.kind == "role" and claim.seat == said.seat]
    return next((word for word in told if word in know.book.cards), know.claimed.get(said.seat, ""))


def _of(said: Said, kind: str) -> list[Claim]:
    return [claim for claim in said.claims if claim.kind == kind]


def claims_what_is_gone(know: Onlooker, said: Said) -> bool:
    """A false claim to a card, or a result told in its name, when all have seen the last such card."""
    role = _own_role(know, said)
    speaks = any(claim.seat == said.seat for claim in _of(said, "role")) or bool(_of(said, "result"))
    spent = know.gone(role, said.seat) >= know.deck.get(role, 0)
    return bool(role) and speaks and spent and role != know.roles[said.seat]


def reports_an_idle_night(know: Onlooker, said: Said) -> bool:
    """A new false result after a night in which the speaker was told that it cannot act."""
    known = know.reported.get(said.seat, {})
    new = [claim for claim in _of(said, "result") if (claim.seat, claim.word) not in known]
    false = any((said.seat, claim.seat, claim.word) not in know.told for claim in new)
    return false and (said.seat, know.night) in know.idle


def contradicts_a_mate(know: Onlooker, said: Said) -> bool:
    """A claim that cannot stand beside that of a living mate, or a result against it."""
    mates = know.mates.get(said.seat, set()) & know.living
    role = _own_role(know, said) if _of(said, "role") else ""
    same = bool(role) and know.claimed.get(said.seat) != role and bool(mates & know.rivals(said.seat, role))
    against = (
        (know.claimed.get(claim.seat), act.means.get(claim.word))
        for claim in _of(said, "result")
        for act in know.book.acts.values()
        if claim.seat in mates and act.verb == claim.verb
    )
    return same or any(role and meant and role not in meant for role, meant in against)


def takes_it_for_the_only_card(know: Onlooker, said: Said) -> bool:
    """Somebody is called a liar for a card as if it were the only one, and there is another."""
    roles = {know.claimed.get(claim.seat, "") for claim in _of(said, "accuse")} - {""}
    return bool(ONE_CARD.search(said.text)) and any(know.left(role) > 1 for role in roles)


def finds_fault_before_a_turn(know: Onlooker, said: Said) -> bool:
    """A player is blamed for its silence, or for its answer, without a turn to speak since it was accused."""
    judged = NO_DEFENCE.search(said.text) or HEARD_OUT.search(said.text)
    return bool(judged) and any(not know.turns_since_accused(claim.seat) for claim in _of(said, "accuse"))


def tells_no_typed_visit(know: Onlooker, said: Said) -> bool:
    """Somebody of the many accuses whom it saw at a victim's door last night, and does not say so in typed words."""
    if know.card(said.seat).side != GOOD or said.part == LAST_WORDS:
        return False
    dead = {seat for seat, night in know.slain.items() if night == know.night and know.card(seat).side != EVIL}
    seen = {each.visitor for each in know.sightings if each[:2] == (said.seat, know.night) and each.at in dead}
    told = {claim.seat for claim in _of(said, "visit")} | {seat for by, seat in know.seen if by == said.seat}
    return any(claim.seat in seen - told for claim in _of(said, "accuse"))


def is_out_without_a_vote(know: Onlooker, said: Said) -> bool:
    """The holder of a power says so on a day on which nobody can be voted out."""
    role = know.roles[said.seat]
    tells = any(claim.seat == said.seat and claim.word == role for claim in _of(said, "role"))
    hidden = know.claimed.get(said.seat) != role and said.seat not in know.shown and said.seat in know.living
    return tells and hidden and role in know.book.powers and not know.votes_today()


def says_it_again(know: Onlooker, said: Said) -> bool:
    """The very words that the speaker has used before, whoever is named."""
    return any(map(str.isalpha, said.text)) and (said.seat, know.nameless(said.text)) in know.words


def blames_its_own_deed(know: Onlooker, said: Said) -> bool:
    """Somebody is blamed for what the speaker has done as well: whom it accused, defended, or did not vote for."""
    accused = {claim.seat for claim in _of(said, "accuse")}
    others = [seat for seat in know.named(said.text) if seat not in accused]
    blamed = [deed for deed, words in BLAME.items() if words.search(said.text)]
    return bool(accused) and any((said.seat, deed, seat) in know.deeds for deed in blamed for seat in others)


def turns_round(know: Onlooker, said: Said) -> bool:
    """A good word for whom the speaker has accused last today, though nothing new was told of that one."""
    accused = know.word.get(said.seat, 0)
    praised = {claim.seat for claim in _of(said, "defend")} - {said.seat}
    return accused in praised and accused not in know.touched[said.seat]


def ignores_a_rival(know: Onlooker, said: Said) -> bool:
    """A first claim to the last card of a power that another claims already, and no word against that one."""
    told = [claim.word for claim in _of(said, "role") if claim.seat == said.seat in know.living]
    first = [role for role in told if role in know.book.powers and know.claimed.get(said.seat) != role]
    against = {claim.seat for claim in _of(said, "accuse")}
    own = know.mates.get(said.seat, set()) | {said.seat}
    rivals = [know.claimants(role) - own for role in first if know.left(role) == 1]
    return any(others and not others & against for others in rivals)


def accuses_the_listener(know: Onlooker, said: Said) -> bool:
    """In private, somebody accuses whoever listens."""
    return any(said.to >> claim.seat & 1 and claim.seat != said.seat for claim in _of(said, "accuse"))


IN_PUBLIC: dict[str, Check] = {
    "claims a card that is gone": claims_what_is_gone,
    "reports a night in jail": reports_an_idle_night,
    "contradicts a mate": contradicts_a_mate,
    "one card where there are more": takes_it_for_the_only_card,
    "no defence before a turn": finds_fault_before_a_turn,
    "a visit without a typed claim": tells_no_typed_visit,
    "out on a day without a vote": is_out_without_a_vote,
    "the same words again": says_it_again,
    "blames its own deed": blames_its_own_deed,
    "turns round for nothing": turns_round,
    "ignores a rival": ignores_a_rival,
}
IN_PRIVATE: dict[str, Check] = {
    "claims a card that is gone": claims_what_is_gone,
    "reports a night in jail": reports_an_idle_night,
    "contradicts a mate": contradicts_a_mate,
    "accuses the listener": accuses_the_listener,
}


# -- what comes of it at the vote --------------------------------------------------------------------------

Find = Callable[[Onlooker, Fact], Iterable[int]]


def follows_a_rival(know: Onlooker, fact: Fact) -> Iterator[int]:
    """A true reader died last night, and the vote goes to whom its living rival names, and not the reader."""
    if not isinstance(fact, Out):
        return
    for seat in [seat for seat, night in know.slain.items() if night == know.night]:
        role = know.claimed.get(seat, "")
        if role != know.roles[seat] or role not in know.book.readers or know.deck.get(role, 0) > 1:
            continue
        own = {on for on, word in know.reported.get(seat, {}) if know.guilty(word)}
        for rival in know.claimants(role) - {fact.seat} if fact.seat not in own else ():
            named = {whom for by, whom in know.accusations() if by == rival}
            named |= {on for (on, word) in know.reported.get(rival, {}) if know.guilty(word)}
            if fact.seat in named:
                yield rival


def keeps_a_proof_back(know: Onlooker, fact: Fact) -> Iterator[int]:
    """A reader whom a rival contradicts today speaks, and never names the result that a card has proved."""
    if know.counted or not (isinstance(fact, PhaseBegan) or know.is_ballot(fact)):
        return
    for seat in sorted(know.living):
        role = know.roles.get(seat, "")
        if role not in know.book.readers or know.claimed.get(seat) != role or know.card(seat).side == EVIL:
            continue
        turns = [at for at, said in enumerate(know.today) if _counters(said, seat, role, know)]
        since = [said for said in know.today[turns[0] + 1 :] if said.seat == seat] if turns else []
        proofs = {on for (on, word), early in know.reported.get(seat, {}).items() if early and _proved(know, on, word)}
        mine = [said for said in know.today if isinstance(said, Said) and said.seat == seat]
        named = {claim.seat for said in mine for claim in _of(said, "result")}
        if since and proofs and not proofs & named:
            yield seat


def _counters(said: object, seat: int, role: str, know: Onlooker) -> bool:
    """Whether somebody claims this seat's card, or accuses it while it does."""
    if not isinstance(said, Said) or said.seat not in know.rivals(seat, role):
        return False
    return any(claim.seat == seat for claim in _of(said, "accuse")) or any(
        claim.word == role for claim in _of(said, "role")
    )


def _proved(know: Onlooker, on: int, word: str) -> bool:
    return (
        know.guilty(word)
        and know.book.cards.get(know.shown.get(on, "")) is not None
        and (know.book.cards[know.shown[on]].side == EVIL)
    )


def first_accused_goes(know: Onlooker, fact: Fact) -> Iterator[int]:
    """At the first vote of the game the one who was accused first leaves, though nobody told of anything seen."""
    if isinstance(fact, Out) and know.first_vote == know.day:
        accused = know.accusations()[:1]
        results = {on for told in know.reported.values() for on, word in told if know.guilty(word)}
        results |= {seat for _, seat in know.seen}
        if accused and accused[0][1] == fact.seat and fact.seat not in results:
            yield fact.seat


def votes_otherwise(know: Onlooker, fact: Fact) -> Iterator[int]:
    """A ballot for another than the one whom the voter accused last today, though nothing new was told of either."""
    if know.counted or not isinstance(fact, Voted) or not know.is_ballot(fact):
        return
    for voter, target in fact.ballots:
        named = know.word.get(voter, target)
        if target != named and not {named, target} & know.touched[voter]:
            yield voter


def votes_for_shown_good(know: Onlooker, fact: Fact) -> Iterator[int]:
    """A ballot by one of the many for somebody whose card all have seen, and it is one of theirs."""
    if isinstance(fact, Voted) and know.is_ballot(fact):
        good = {seat for seat, shown in know.shown.items() if know.book.cards[shown].side == GOOD}
        yield from (voter for voter, target in fact.ballots if target in good and know.card(voter).side == GOOD)


AT_THE_VOTE: dict[str, Find] = {
    "follows a dead reader's rival": follows_a_rival,
    "keeps a proof back": keeps_a_proof_back,
    "the first accused leaves": first_accused_goes,
    "votes otherwise than it said": votes_otherwise,
    "votes for one shown good": votes_for_shown_good,
}

KINDS = tuple(IN_PUBLIC | IN_PRIVATE | AT_THE_VOTE)

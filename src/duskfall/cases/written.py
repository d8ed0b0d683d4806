"""What a case has written for a night or a day, read into answers by verb and player."""

from __future__ import annotations

from functools import partial
from typing import Any

from duskfall.cases.terms import CaseError, CaseTerms, by_name, keys, mapping, number, quote, text
from duskfall.core.ask import NO, NOBODY, SKIP, YES
from duskfall.core.play.state import DAY
from duskfall.core.play.vote import ALL

Acts = dict[str, list[object]]  # by actor: the answers, one after another
Counts = list[dict[str, float] | None]  # ballot by ballot: the votes by whom they are for; None: it is taken by names
COUNTS, LOT = "counts", "lot"


def read_acts(terms: CaseTerms, phase: str, raw: Any) -> dict[str, Acts]:
    """The acts of one phase, by verb."""
    written = mapping(raw, phase)
    beside = {COUNTS, LOT} if phase == DAY else set()
    keys(written, terms.verbs(phase) | beside, phase, "verb")
    return {verb: _acts(terms, verb, acts) for verb, acts in written.items() if verb not in beside}


def read_lots(terms: CaseTerms, raw: Any) -> list[str]:
    """On whom the lots of a day fall, one after another."""
    if raw is None:
        return []
    return [terms.player(each, LOT) for each in (raw if isinstance(raw, list) else [raw])]


def read_counts(terms: CaseTerms, raw: Any, written: dict[str, Acts]) -> dict[str, Counts]:
    """The votes of a day of which only counts are known, by verb."""
    counted = mapping(raw, COUNTS)
    keys(counted, terms.plan.votes, COUNTS, "vote")
    found: dict[str, Counts] = {}
    for verb, given in counted.items():
        where = f"{COUNTS}: {verb}"
        found[verb] = [_count(terms, verb, each, where) for each in (given if isinstance(given, list) else [given])]
        for place, count in enumerate(found[verb]):
            named = [answer for answers in written.get(verb, {}).values() for answer in answers[place : place + 1]]
            if count is not None and any(answer is not None for answer in named):
                raise CaseError("{where}: this ballot is written by names too", where=where)
    return found


def _count(terms: CaseTerms, verb: str, raw: Any, where: str) -> dict[str, float] | None:
    def name(value: Any, at: str) -> str:
        return terms.player(value, at, *_words(terms, verb))

    return None if raw is None else by_name(raw, where, name, number)


def _acts(terms: CaseTerms, verb: str, raw: Any) -> Acts:
    if isinstance(raw, list) and verb in terms.plan.ballots:
        return _ballots([_acts(terms, verb, mapping(each, verb)) for each in raw])
    if isinstance(raw, list):
        if verb not in terms.confirmed:
            raise CaseError("{verb}: a mapping of actors to their answers is needed, not a list", verb=verb)
        return {name: [YES[0]] for name in terms.players(raw, verb)}
    group = terms.plan.groups.get(verb)
    others = (group.name,) if group else ()
    return by_name(raw, verb, lambda value, where: terms.player(value, where, *others), partial(_answers, terms, verb))


def _ballots(ballots: list[Acts]) -> Acts:
    """Whole ballots one after another, as the answers of each voter; who is not named in one does not vote in it."""
    voters = {name: None for ballot in ballots for name in ballot}
    return {name: [answer for ballot in ballots for answer in ballot.get(name, [None])] for name in voters}


def _answers(terms: CaseTerms, verb: str, raw: Any, where: str) -> list[object]:
    """One answer, or several where one may be asked more than once: speeches and ballots."""
    read = partial(_speech, terms) if verb in terms.spoken else partial(_answer, terms, verb)
    if not isinstance(raw, list):
        return [read(raw, where)]
    if verb not in terms.spoken | terms.plan.ballots:
        raise CaseError("{where}: one answer is needed, not a list", where=where)
    return [read(each, where) for each in raw]


def _speech(terms: CaseTerms, raw: Any, where: str) -> str | dict[str, str] | None:
    """A message, or one with whom it is put to; null says nothing."""
    if raw is None:
        return None
    if not isinstance(raw, dict):
        return text(raw, where)
    keys(raw, ("to", "nominate", "text"), where)
    speech = {"text": text(raw["text"], f"{where}: text")} if raw.get("text") is not None else {}
    for key in ("to", "nominate"):
        if key in raw and (name := terms.player(raw[key], f"{where}: {key}", NOBODY)) != NOBODY:
            speech[key] = name
    return speech


def _answer(terms: CaseTerms, verb: str, raw: Any, where: str) -> str | dict[str, str] | None:
    """Whom an act names, or the word that answers the question; null answers nothing."""
    if raw is None:
        return None
    if not isinstance(raw, dict):
        return terms.player(raw, where, *_words(terms, verb))
    if verb not in terms.with_role:
        raise CaseError("{where}: one player is needed, not {value}", where=where, value=quote(raw))
    keys(raw, ("target", "as"), where)
    found = {"target": terms.player(raw.get("target"), f"{where}: target", NOBODY)}
    if "as" in raw:
        found["as"] = terms.role(raw["as"], f"{where}: as")
    return found


def _words(terms: CaseTerms, verb: str) -> tuple[str, ...]:
    """What may be answered instead of a name."""
    if verb in terms.confirmed:
        return (NOBODY, SKIP, *YES, *NO)
    return (NOBODY, SKIP, ALL, *YES, *NO) if verb in terms.by_table else (NOBODY, SKIP)

"""Random ballots counted as they are cast: by rank among the options instead of by seat."""

from __future__ import annotations

from duskfall.batch.making.maker import Maker
from duskfall.batch.making.write import Code
from duskfall.batch.words.ask import Question
from duskfall.batch.words.votes.count import Counter
from duskfall.batch.words.votes.weights import digits, planes, weight
from duskfall.vocabulary.steps import Ballot, Tally, Tie


def cast_and_count(m: Maker, step: Ballot, question: Question, silence: Code) -> tuple[Counter, str, str]:
    """Write code that draws and counts ballots by rank among the options: if all options are equal, a draw is a rank.

    Return the counts, the name of their total, and the name of the set of options.
    """
    ranks = m.out.let("ranks", question.options("31") if not step.others else with_spare(step, "candidates"))
    votes, total = Counter(m, planes(m), digits(m)), m.out.let("total", 0)
    draws = m.draws(m.names.number("acts", question.act), question.again)
    limit = m.out.let("limit", f"popc({ranks})")
    spare = int(bool(step.blank or step.abstain))
    quiet = (
        silence
        if isinstance(silence, int)
        else m.out.let("quiet", f"(1 << popc({ranks} & {silence} - 1)) if {silence} != 0 else 0")
    )
    with m.out.each("voters") as seat:
        if step.others:
            own = m.out.let("own", f"candidates >> {seat} & 1")
            rank = m.out.let("rank", m.drawn(draws, seat, f"({limit} - {own})"))
            with m.out.block(f"if {own} != 0 and {rank} >= popc({ranks} & (1 << {seat}) - 1)"):
                m.out.line(f"{rank} += 1")
        else:
            rank = m.out.let("rank", m.drawn(draws, seat, limit))
        cast = m.out.let("cast", f"1 << {rank}")
        if spare and quiet != 1:
            m.out.line(f"{cast} = {cast} if {rank} != 0 else {quiet}")
        counts = weight(m, seat)
        votes.add(cast, counts)
        if step.tally is Tally.HALF_OF_VOTES:
            m.out.line(f"{total} += {counts if not spare or quiet == 1 else f'({counts} if {cast} != 0 else 0)'}")
    return votes, total, ranks


def seats_of(m: Maker, step: Ballot, ahead: str, ranks: str) -> str:
    """Write code that converts leading ranks to the set of their seats; return its name.

    If several seats lead, the set is only filled if the rule for ties needs them.
    """
    found = m.out.let("ahead", 0)
    with m.out.block(f"if {ahead} & {ahead} - 1 == 0 and {ahead} != 0"):
        m.out.line(f"{found} = 1 << nth({ranks}, first({ahead}))")
    if step.tie is not Tie.NOBODY:
        with m.out.block("else"), m.out.each(ahead) as rank:
            m.out.line(f"{found} |= 1 << nth({ranks}, {rank})")
    return found


def with_spare(step: Ballot, candidates: str) -> Code:
    """Return the candidates, with bit 0 if a voter may name nobody."""
    return f"({candidates} | 1)" if step.blank or step.abstain else candidates

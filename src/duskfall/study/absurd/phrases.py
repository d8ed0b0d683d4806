"""What an English sentence takes for granted: that somebody has answered or has not, or that a card is the only one."""

from __future__ import annotations

import re

from duskfall.study.absurd.onlooker import SPARED

NO_DEFENCE = re.compile(
    r"no defence|not answered|looks at the ceiling|Take your time|asked for an explanation|gives me a better"
)
HEARD_OUT = re.compile(r"heard \S+ out|had an answer", re.IGNORECASE)
ONE_CARD = re.compile(
    r"only one of us|one card|one such card|\bThere is one\b|I hold that card|with my own card|[Tt]hat card is mine"
    r"|has my card|stole my claim|but not .+\. I am\.|, and \S+ is lying|more convincing than|^Between|cannot both be"
    r"|[Oo]ne of (?:them|us two) is lying"
)
BLAME = {  # for what deed somebody is blamed: one that the speaker had better not have done
    SPARED: re.compile(r"voted elsewhere|would not touch|did not vote for|chance to vote for|did nothing for it"),
    "accuse": re.compile(r"very sure about|went after|led us nowhere|certain about|Being wrong about"),
    "defend": re.compile(r"stood up for|Remember who defended|had one friend|vouched for"),
}

"""What an English sentence takes for granted: that somebody has answered or has not, or that a card is the only one."""

from __future__ import annotations

import re

NO_DEFENCE = re.compile(
    r"no defence|not answered|looks at the ceiling|Take your time|asked for an explanation|gives me a better"
)
HEARD_OUT = re.compile(r"heard \S+ out|had an answer", re.IGNORECASE)
ONE_CARD = re.compile(
    r"only one of us|one card|one such card|\bThere is one\b|I hold that card|with my own card|[Tt]hat card is mine"
    r"|has my card|stole my claim|but not .+\. I am\.|, and \S+ is lying|more convincing than|^Between|cannot both be"
    r"|[Oo]ne of (?:them|us two) is lying"
)

"""The story of a finished game for its end: what turned it, the lie that lived longest, and why each phase came out."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.draw.ruling_picture import picture
from duskfall.study.phases import phases
from duskfall.table.odds import odds
from duskfall.table.story import story
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.tongue import LANGUAGES, speaking
from duskfall.wire.room import RoomStory, WhyPicture

EFFORT = 0.3  # of what a replay takes to count chances


def tales(game: Game) -> dict[str, RoomStory]:
    """The story in every language; to count the chances of each phase takes a moment."""
    found = odds(game, EFFORT)
    told: dict[str, RoomStory] = {}
    for language in LANGUAGES:
        with speaking(language):
            tale = story(game, found)
            told[language] = {
                "points": list(tale.turning_points),
                "counted": tale.counted,
                "lie": tale.lie,
                "pictures": list(_pictures(game)),
            }
    return told


def _pictures(game: Game) -> Iterator[WhyPicture]:
    """The nights, and the days on which something was overturned."""
    for phase in phases(game.facts):
        if phase.place[0] == NIGHT or phase.overturns:
            matter = Matter(game.plan, game.names, phase)
            if svg := picture(matter):
                yield {"title": matter.title, "svg": svg}

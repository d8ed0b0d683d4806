"""The calls of the service, each with its answer; whatever goes wrong is answered with a `Failure`."""

from collections.abc import Mapping
from typing import Any, TypedDict

from duskfall.wire.cards import SeatCard
from duskfall.wire.desk import DeskCase, DeskPosition, DeskRuling
from duskfall.wire.evening import AuditAnswer, EveningAnswer, ProtocolFile, RestAnswer, TextAnswer
from duskfall.wire.film import Film, FilmKnown
from duskfall.wire.known import WhatIsKnown
from duskfall.wire.pages import GameBook, RulesPage
from duskfall.wire.scoring import ScoringForm
from duskfall.wire.season import EveningResults, SeasonStandings
from duskfall.wire.seat import GameStory, GameTale, SeatScreen, SpeechHeard

Params = Mapping[str, Any]  # as a page has sent them


class Failure(TypedDict):
    """Why there is no answer, in one line."""

    error: str


class Answers(TypedDict):
    """By the name of a call: its answer."""

    evening: EveningAnswer
    audit: AuditAnswer
    rest: RestAnswer
    record: TextAnswer
    seat: SeatCard
    protocol: ProtocolFile
    results: EveningResults
    season: SeasonStandings
    season_file: ProtocolFile
    scoring: ScoringForm
    dispute: DeskCase
    position: DeskPosition
    ruling: DeskRuling
    case: TextAnswer
    rules: RulesPage
    rulesets: list[GameBook]
    film: Film
    film_story: GameTale
    film_known: FilmKnown
    solo: SeatScreen
    solo_heard: SpeechHeard
    solo_known: WhatIsKnown
    solo_story: GameStory


AnyAnswer = (
    EveningAnswer | AuditAnswer | RestAnswer | TextAnswer | SeatCard | ProtocolFile | ScoringForm | DeskCase
    | DeskPosition | DeskRuling | RulesPage | list[GameBook] | Film | GameTale | SeatScreen | SpeechHeard | GameStory
    | EveningResults | SeasonStandings | WhatIsKnown | FilmKnown
)  # fmt: skip


# -- what a server adds of its own ------------------------------------------------------------------------


class ServerHello(TypedDict):
    """What a server is."""

    version: str
    languages: dict[str, str]
    pyodide: bool  # whether the engine can run in the page
    known: bool  # whether whoever asks has its key
    tables: bool  # whether it keeps tables at which people play in their browsers


class EveningListed(TypedDict):
    """An evening on the shelf: how many actions it has, and when it last changed."""

    id: str
    count: int
    changed: str


class ShelfAnswer(TypedDict):
    """All evenings of a server, the newest first."""

    evenings: list[EveningListed]


class ServerAnswers(Answers):
    """By the name of a call of a server: its answer."""

    evenings: ShelfAnswer

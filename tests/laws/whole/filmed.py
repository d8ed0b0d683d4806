"""The way out of the page's player: the film of a game that is not over, through the eyes of who may not know."""

from __future__ import annotations

from pathlib import Path

from duskfall.web.app import make_app
from duskfall.web.house import House

from .clock import stopped
from .ways import KEY, called, play, way
from .world import ACTING, Stage


@way("film")
def film(stage: Stage, folder: Path) -> str:
    """As a seat and as the table see it; of a person who still plays, whatever eyes are asked for."""
    of, app = stage.world, make_app(KEY, House(), {})
    among = ",".join("human" if name == of.seat else ACTING for name in of.names)
    other = of.names.index(of.exchanged[0]) + 1
    found = []
    with stopped() as clock:
        for players, eyes in ((ACTING, (of.place, "public")), (among, (of.place, "public", "moderator", other))):
            record = folder / f"{len(eyes)}.jsonl"
            play(
                clock,
                stage,
                record,
                players,
                "--plain",
                *(["--as", of.seat] if players == ACTING else []),
                lines=["0"] * 12,
            )
            text = record.read_text(encoding="utf-8")
            for each, language in zip(eyes, ("en", "ru", "zh", "en"), strict=False):
                found.append(called(app, "film", {"text": text, "as": each, "language": language}).decode())
            found.append(called(app, "film_story", {"text": text}).decode())
    assert not any('"error"' in each for each in found)
    return "\n".join(found)

"""Golden playthroughs: whole games as text, with what every seat sees; `python -m tests.goldens --write`.

Each line of a game stands behind the seats that see it, so that a leak shows in the diff. Between the lines stand
the asks with their options and what was answered; after each phase, every seat's view.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.chance import below
from duskfall.core.facts import Fact, PhaseBegan, Voted
from duskfall.core.play.game import Game
from duskfall.core.view import view, visible
from duskfall.study.weights import weights
from duskfall.tell.facts.lines import line
from tests.kept import keep

FOLDER = Path(__file__).parent / "goldens"


@dataclass(frozen=True)
class Play:
    """A game to be written down."""

    name: str
    book: str
    deck: str
    seed: int
    talk: bool = False
    flags: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.book}-{self.name}.txt"


PLAYS = (
    Play("talk", "ai-mafia", "Godfather, Framer, Cop, Doctor, Villager*2", 7, talk=True),
    Play(
        "roles",
        "ai-mafia",
        "Godfather, Forger, Mafia Roleblocker, Jailkeeper, Vigilante, Bomb, Tracker, Executioner, Mason*2",
        1,
        flags={"announceSaves": True},
    ),
    Play("talk", "ai-mafia-classic", "Godfather, Cop, Doctor, Villager*2", 1, talk=True),
    Play("roles", "ai-mafia-classic", "Godfather, Mafia, Cop, Doctor, Vigilante, Roleblocker, Villager*2", 1),
    Play("talk", "city-mafia", "Don, Sheriff, Doctor, Mistress, Citizen", 4, talk=True, flags={"nominations": True}),
    Play(
        "roles",
        "city-mafia",
        "Don, Mafia, Maniac, Sheriff, Doctor, Mistress, Citizen*2",
        1,
        flags={"revealOnDeath": True, "tieEndsWith": "tableVote"},
        more={"cards": {"immunity": ["Bob", "Eli"]}},
    ),
    Play("talk", "town-of-agents", "Godfather, Jailor, Mayor, Sheriff, Citizen*2", 1, talk=True),
    Play(
        "roles",
        "town-of-agents",
        "Mafia, Framer, Consigliere, Werewolf, Doctor, Vigilante, Lookout, Sheriff, Jailor",
        1,
    ),
    Play("talk", "werewolf", "Werewolf, Seer, Hunter, Villager*3", 1, talk=True),
    Play(
        "roles",
        "werewolf",
        "Werewolf*2, Seer, Witch, Hunter, Guard, Villager*2",
        1,
        flags={"doubleSaveKills": True, "witchSelfAntidote": True},
    ),
)


LINES = ("SKIP", "SKIP", "I trust nobody.", "Who else?", "It is not me.", "Hm.")


class Player:
    """Answers at random, now and then naming somebody who is not there; of its own, so that no bot changes a file."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, ask: Ask) -> object:
        """One of the options, drawn by the number of the ask."""

        def draw(what: str, limit: int) -> int:
            return below(self.seed, what, ask.number, limit)

        if ask.speech:
            line = LINES[draw("say", len(LINES))]
            if line != "SKIP" and (ask.addresses or ask.nominees):
                key, among = ("to", ask.addresses) if ask.addresses else ("nominate", ask.nominees)
                return {"text": line, key: among[draw("whom", len(among))]}
            return line
        if not ask.refused and draw("slip", 9) == 0:
            return "Zzz"
        options = (*ask.seats, *ask.words)
        chosen = options[draw("choose", len(options))] if options else None
        if ask.roles and chosen in ask.seats:
            return {"target": chosen, "as": ask.roles[draw("role", len(ask.roles))]}
        return chosen


def start(play: Play) -> Game:
    return duskfall.start(play.book, deck=play.deck, seed=play.seed, talk=play.talk, flags=play.flags, **play.more)


def text(play: Play) -> str:
    """The whole file."""
    game = start(play)
    head = [
        f"{play.book}: {play.deck}",
        f"seed {play.seed}, {'with' if play.talk else 'without'} talk"
        + "".join(f", {name} = {value}" for name, value in play.flags.items()),
        "Before each line: the seats that see it. A line with ? is an ask, its options, and the answer.",
    ]
    return "\n".join([*head, *story(game)]) + "\n"


def story(game: Game) -> Iterator[str]:
    """Facts, asks and answers as they come, and all views after each phase."""
    players = [Player(seat * 1000 + game.setup.seed) for seat in range(len(game.state.names) + 1)]
    told = 0
    while True:
        for number, fact in enumerate(game.facts[told:], told):
            if isinstance(fact, PhaseBegan):
                if number and any(isinstance(each, PhaseBegan) for each in game.facts[:number]):
                    yield from views(game, game.facts[:number])
                yield f"\n== {fact.phase} {fact.number}"
            yield fact_line(game, fact)
        told = len(game.facts)
        if not game.asks:
            yield from views(game, game.facts)
            return
        ask = game.asks[0]
        answer = players[ask.seat].answer(ask)
        refused = game.answer(ask.seat, ask.verb, answer)
        yield ask_line(game, ask, answer) + (f" -- {refused}" if refused else "")


def fact_line(game: Game, fact: Fact) -> str:
    """The fact behind the seats that see it."""
    seats = range(1, len(game.state.names) + 1)
    column = "".join(f"{seat:x}" if visible(fact, seat) else "." for seat in seats)
    heavy = weights(fact, view(game.facts[: game.facts.index(fact)], 0)) if isinstance(fact, Voted) else {}
    return f"{column}  {line(fact, game.state.names, heavy)}"


def ask_line(game: Game, ask: Ask, answer: object) -> str:
    """The ask, whom or what it offers, and what was answered."""
    name = game.state.name
    offered = ", ".join([*map(name, ask.seats), *ask.words])
    for word, seats in ((" to ", ask.addresses), (" nominating ", ask.nominees)):
        offered += word + ", ".join(map(name, seats)) if seats else ""
    what = f"{ask.verb} ({ask.part})" if ask.speech else ask.verb
    return f"   ?  {name(ask.seat)} {what}: {offered}{' as a role' if ask.roles else ''} > {said(game, answer)}"


def said(game: Game, answer: object) -> str:
    """An answer, seats by name."""
    if isinstance(answer, dict):
        return ", ".join(f"{key} {said(game, value)}" for key, value in answer.items())
    return game.state.name(answer) if isinstance(answer, int) else str(answer)


def views(game: Game, facts: list[Fact]) -> Iterator[str]:
    """What all know now, then what each seat knows for sure besides."""
    names = ("", *game.state.names)
    public = view(facts, 0)
    parts = ["living " + " ".join(names[seat] for seat in public.living)]
    parts += [f"dead {names[seat]} ({shown})" for seat, shown in public.dead.items()]
    parts += [f"{title} {names[holder] or 'nobody'}" for title, holder in public.titles.items()]
    yield f"   =  {'; '.join(parts)}"
    for seat, name in enumerate(names):
        seen = view(facts, seat)
        if seat and not public.over:
            known = ", ".join(f"{names[each]} {role}" for each, role in sorted(seen.known.items()))
            yield f"   =  {name} is {seen.role} ({seen.team})" + (f"; knows {known}" if known else "")


def main(arguments: list[str]) -> int:
    """Write all files anew, or say which are stale."""
    return keep(FOLDER, {play.path.name: text(play) for play in PLAYS}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

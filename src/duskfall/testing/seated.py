"""A game of bots at a table of any ruleset; beside each of them a model is told all that it would be told there."""

from __future__ import annotations

from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.players.llm.model import read_model
from duskfall.players.llm.prompts.conversation import Conversation
from duskfall.table.guard import guarded
from duskfall.table.run import play
from duskfall.table.story import story
from duskfall.tell.facts.lines import transcript
from duskfall.testing.contract import ContractError, held
from duskfall.testing.tables import RandomTable

MODEL = "ollama:nobody"  # who is never called


class Prompted:
    """A bot, and the prompts that a model in its seat would get."""

    blind = False

    def __init__(self, seed: int) -> None:
        self.bot, self.talk = ScriptedPlayer(seed), Conversation(read_model(MODEL))

    def answer(self, ask: Ask, view: View) -> object:
        """What the bot answers, once the prompt is made."""
        self.talk.ask(ask, view)
        found = self.bot.decide(ask, view)
        self.talk.answered(ask, view, found)
        return found


def check_players(table: RandomTable) -> None:
    """Bots play a game to its end, models could, and it can be told afterwards."""
    with held(f"{table.where}: played by bots"):
        seats = range(1, len(table.roles) + 1)
        game = play(table.start(), {seat: guarded(Prompted(seat), "scripted", seat) for seat in seats})
        if not list(transcript(game.facts, game.names)):
            raise ContractError(f"{table.where}: nothing is told of the game")
        story(game)

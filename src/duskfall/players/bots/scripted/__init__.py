"""Players who play with sense, by rules of thumb: no model, no network, no state but their view."""

from duskfall.players.bots.scripted.player import ScriptedPlayer

__all__ = ["ScriptedPlayer"]

"""The detective: a player who acts on the chance of every role in every seat, and talks like a scripted one."""

from duskfall.players.detective.player import DetectivePlayer, thorough

__all__ = ["DetectivePlayer", "thorough"]

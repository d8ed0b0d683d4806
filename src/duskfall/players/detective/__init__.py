"""The detective: a player who acts on the chance of every role in every seat, and talks like a scripted one."""

from duskfall.players.detective.player import DetectivePlayer, thorough

STANDS_ON = "duskfall.detect", "duskfall.batch"  # packages: if one of them changes, it is another player

__all__ = ["DetectivePlayer", "thorough"]

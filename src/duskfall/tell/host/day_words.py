"""The host's whole sentences by day: to give the floor, to open a vote, and to say why the game is over.

`{name}` and `{names}` are players with their seats, `{side}` is the winner, `{teams}` are the teams in the line of
victory of the ruleset. They stand where they need no inflection.
"""

from __future__ import annotations

from duskfall.core.play.elect import CAMPAIGN
from duskfall.core.play.talk import LAST_WORDS
from duskfall.core.play.vote import AGAIN
from duskfall.tell.tongue import later

# How a player is given the floor, by part of the talk.
FLOOR = later("{name}: you have the floor.")
PARTS = {
    "speech": FLOOR,
    "question": later("{name}: you have the floor. Ask one player a question."),
    "open": later("The discussion is open. Whoever wants to speak raises a hand."),
    "statement": later("{name}: your closing words. Whom do you suspect most?"),
    CAMPAIGN: later("{name}: tell the table why it should be you."),
    AGAIN: later("{name}: you are tied. You have the floor once more."),
    LAST_WORDS: later("{name}: your last words."),
}

# What the whole table is asked, by action that a role may take openly by day; the words don't depend on the holder.
OPEN = later("Whoever may act openly now does it.")
OPENLY = {
    "reveal": later("Before we vote: whoever wants to show their role does it now."),
    "shoot": later("Whoever has just left and has a last shot takes it now."),
}

# Why the game is over, by the name of the reason in the rules.
ENDS = {
    "all-black-out": later("All the black players are out."),
    "arsonist-last": later("The only one left: {side}."),
    "both-sides": later("Both sides are gone at once."),
    "mafia-maniac-standoff": later("Face to face at the end: {teams}."),
    "mafia-parity": later("The mafia can no longer be outvoted."),
    "maniac-last": later("The last of the black players, with nobody left to stop them: {side}."),
    "no-evil-left": later("All of these are out: {teams}."),
    "no-mafia-left": later("No mafia is left."),
    "no-wolves-left": later("No wolf is left."),
    "nobody-left": later("Nobody is left."),
    "round-limit": later("The last round is over."),
    "side-gone": later("All the gods are gone, or all the villagers."),
    "stalemate": later("Nobody has left for too many rounds."),
    "werewolf-last": later("The only one left: {side}."),
}

# Announcements of removed players, by cause.
REMOVED = {
    "fouls": later("Removed for fouls: {name}."),
    "idle": later("Removed, having given no answers: {name}."),
    "left": later("Has left the game: {name}."),
}

# Notices for the whole table.
NEWS = {
    "attacked": later("Attacked tonight, and alive: {name}."),
    "kill-blocked": later("A kill was blocked tonight."),
}

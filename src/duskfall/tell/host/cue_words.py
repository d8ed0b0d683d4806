"""The host's standard sentences by night, one per action: to call players, ask, show, and send to sleep.

`{who}` is a role or a team, `{sought}` the role that an action looks for; both stand where they need no inflection.
"""

from __future__ import annotations

from duskfall.study.callers import Caller
from duskfall.tell.text import capital
from duskfall.tell.tongue import later, say, word

DUSK = later("Night falls. Everybody closes their eyes.")
FIST = later("A closed fist means: nobody.")
DAWN = later("Morning. Everybody opens their eyes.")
WAKE = later("{who}, open your eyes.")
SLEEP = later("{who}, close your eyes.")
APART = later("{who}: open your eyes when I touch you, one after another, and close them again.")
ANSWER = later("{who}, here is your answer.")
ROUND = later("I go round the table. Whoever I touch opens their eyes, reads my screen, and sleeps on.")
KNOW = later("{who}, open your eyes and look at one another.")
HAND = later("Whoever holds this card raises a hand: {who}.")
HANDS_DOWN = later("Hands down.")
BY_HAND = later("Raise your hand when I name your card, and keep your eyes closed unless I tell you to open them.")
QUESTION = later("{who}, show me whom you choose tonight: {act}.")
TALK = later("{who}, talk by signs, in silence: {act}.")

# The question for the holder of each action.
QUESTIONS = {
    "ambush": later("{who}, show me at whose home you lie in wait tonight."),
    "antidote": later("{who}, I show you who is to die tonight. Do you use your antidote? Nod for yes."),
    "block": later("{who}, show me whom you block tonight."),
    "check": later("{who}, show me whom you check tonight."),
    "clean": later("{who}, show me whose card you hide if they are killed tonight."),
    "consult": later("{who}, show me whose role you want to know."),
    "douse": later("{who}, show me whom you douse tonight."),
    "execute": later("Prisoner, close your eyes. {who}, do you execute your prisoner? Nod for yes."),
    "forge": later("{who}, show me whose card you forge tonight, and then, on my list, which role it is to show."),
    "frame": later("{who}, show me whom you frame tonight."),
    "guard": later("{who}, show me whom you guard tonight."),
    "heal": later("{who}, show me whom you heal tonight."),
    "ignite": later("{who}, do you set fire tonight to everybody you have doused? Nod for yes."),
    "investigate": later("{who}, show me whom you investigate tonight."),
    "jail": later("{who}, show me whom you lock up tonight."),
    "kill": later("{who}, show me whom you kill tonight."),
    "maniac_kill": later("{who}, show me whom you kill tonight."),
    "poison": later("{who}, do you use your poison? Show me on whom."),
    "protect": later("{who}, show me whom you protect tonight."),
    "rampage": later("{who}, if the moon is full, show me at whose home you rampage tonight."),
    "seek": later("{who}, show me whom you take for the {sought}."),
    "shoot": later("{who}, show me whom you shoot tonight, if anybody."),
    "track": later("{who}, show me whom you follow tonight."),
    "visit": later("{who}, show me whom you visit tonight."),
    "watch": later("{who}, show me at whose home you watch tonight."),
}

# How each private talk is held at a table where everybody else listens.
TALKS = {
    "chat": later("{who}, talk it over by signs, in silence."),
    "interrogate": later(
        "Whoever I touch is a prisoner tonight: open your eyes. {who}, question your prisoner by signs."
    ),
}


def who(caller: Caller) -> str:
    """Return the name of a role or a team; empty if the caller is neither."""
    return word(caller.role, "role") if caller.role else word(caller.group, "team") if caller.group else ""


def to(caller: Caller, text: str, verb: str = "", sought: str = "") -> str:
    """Return a sentence addressed to a role or a team, with the action and the role that the action looks for."""
    return capital(say(text, who=who(caller), act=word(verb, "verb"), sought=word(sought, "role")))

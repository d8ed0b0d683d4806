"""Whom a night asks for what, straight from the books and the rulings (for tests only).

A night is a generator: it yields the questions that are open together, and is sent an answer or a removal. Who is
asked, whom they may name, who talks with whom in private, and what a removal changes (G12) is written here once more.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from . import ai_mafia, city_mafia, town_of_agents


@dataclass(frozen=True)
class Question:
    """What one player is asked; `options` are the names that may be given."""

    name: str
    verb: str
    options: frozenset[str] = frozenset()
    speech: bool = False
    confirm: bool = False
    about: str = field(default="", compare=False)  # of yes or no: on whom


class Event(NamedTuple):
    """An answer to a question, or a removal."""

    name: str
    verb: str = ""  # none: the player is removed
    value: str | None = None


class Over(Exception):
    """A side has won, by a removal."""


Asking = Generator[list[Question], Event, Any]
Victory = Callable[[Mapping[str, str]], tuple[str | None, str | None]]


@dataclass
class Night:
    """A table at dusk, and what has become of it so far."""

    roles: dict[str, str]  # of all seats
    living: list[str]  # in seat order
    victory: Victory
    team: frozenset[str]  # the roles that kill as one
    number: int = 1
    last: dict[str, dict[str, str]] = field(default_factory=dict)
    used: dict[str, dict[str, int]] = field(default_factory=dict)
    sheriff: str = ""
    flags: dict[str, Any] = field(default_factory=dict)
    killed: set[str] = field(default_factory=set)  # at once, not announced yet
    removed: set[str] = field(default_factory=set)
    said: list[tuple[str, frozenset[str]]] = field(default_factory=list)  # private speeches, and who hears them

    @property
    def public(self) -> list[str]:
        """Whom the table believes alive (G11)."""
        return [name for name in self.living if name not in self.removed]

    @property
    def acting(self) -> list[str]:
        """Who is alive in truth."""
        return [name for name in self.public if name not in self.killed]

    def holders(self, *roles: str) -> list[str]:
        """The living who hold one of these."""
        return [name for name in self.acting if self.roles[name] in roles]

    def of_team(self) -> list[str]:
        """The living of the team that kills as one."""
        return self.holders(*self.team)

    def others(self, *names: str) -> frozenset[str]:
        """Everybody who may be named, but these."""
        return frozenset(self.public) - set(names)

    def strangers(self) -> frozenset[str]:
        """Everybody who is not of the team."""
        return frozenset(name for name in self.public if self.roles[name] not in self.team)

    def remove(self, name: str) -> None:
        """A death without triggers; victory is checked at once (G12)."""
        self.removed.add(name)
        if name == self.sheriff and self.flags.get("badgeInherited"):
            self.sheriff = inheritor(self, self.public)
        if self.victory({name: self.roles[name] for name in self.acting})[0]:
            raise Over

    def left(self, verb: str, name: str, most: int) -> bool:
        """Whether an act that may be done so often can be done once more."""
        return self.used.get(verb, {}).get(name, 0) < most


def put(night: Night, questions: Iterable[Question], heir: Callable[[], list[Question]] | None = None) -> Asking:
    """Questions that are answered together; `heir` is who is asked for the team's kill in another's place (G12)."""
    waiting = {(each.name, each.verb): each for each in questions}
    heard: dict[tuple[str, str], str | None] = {}
    while waiting:
        name, verb, value = yield list(waiting.values())
        if verb:
            asked = waiting.pop((name, verb))
            heard[name, verb] = value if value in asked.options else None  # void or declined
            continue
        night.remove(name)
        gone = [key for key in waiting if key[0] == name]
        waiting = {key: each for key, each in waiting.items() if key not in gone}
        for key, each in list(waiting.items()):
            waiting[key] = replace(each, options=each.options - {name})
            if each.about == name:  # there is nothing left to say yes to (TA-15)
                del waiting[key]
        if heir and any(verb == "kill" for _, verb in gone):
            waiting |= {(each.name, "kill"): each for each in heir() if (each.name, "kill") not in {*waiting, *heard}}
    return {name: value for (name, _), value in heard.items() if value is not None}


def talk(night: Night, verb: str, turns: list[tuple[str, frozenset[str]]]) -> Asking:
    """Private speech in turns; whoever is left alone by removals has nobody to speak to."""
    for speaker, circle in turns:
        while speaker not in night.removed and not (circle & night.removed and not circle - night.removed - {speaker}):
            name, answered, _ = yield [Question(speaker, verb, speech=True)]
            if answered:
                night.said.append((speaker, circle - night.removed))
                break
            night.remove(name)


# -- ai-mafia ----------------------------------------------------------------------------------------------------


def ai(night: Night) -> Asking:
    """AM-2: the chat, then all choices at once; AM-3: the shooter; AM-11: only the Doctor may name himself."""
    circle = night.of_team()
    rounds = min(max(len(circle) - 1, 0), 2)
    yield from talk(night, "chat", [(name, frozenset(circle)) for _ in range(rounds) for name in circle])

    def shot() -> list[Question]:
        shooter = ai_mafia.shooter_of({name: night.roles[name] for name in night.acting})
        return [Question(shooter, "kill", night.strangers())] if shooter else []

    asked = shot()
    for verb, roles in ai_mafia.HOLDERS.items():
        for name in night.holders(*roles):
            asked.append(Question(name, verb, night.others() if verb == "protect" else night.others(name)))
    yield from put(night, asked, shot)


# -- city-mafia ----------------------------------------------------------------------------------------------------


def city(night: Night) -> Asking:
    """CM-4: talk, then the Don's word, or the first living Mafia's; then each role as in Layer 1; P2: no repeats."""
    circle = night.of_team()
    rounds = night.flags.get("mafiaTalk", 1) if len(circle) > 1 else 0
    yield from talk(night, "chat", [(name, frozenset(circle)) for _ in range(rounds) for name in circle])

    def word() -> list[Question]:
        first = (night.holders("Don") or night.holders("Mafia"))[:1]
        return [Question(name, "kill", night.others()) for name in first]

    yield from put(night, word(), word)
    for verb, roles in city_mafia.HOLDERS.items():
        asked = []
        for name in night.holders(*roles):
            barred = {night.last.get(verb, {}).get(name, "")} if verb in city_mafia.NO_REPEAT else set()
            asked.append(Question(name, verb, night.others(*barred)))
        yield from put(night, asked)


# -- town-of-agents ------------------------------------------------------------------------------------------------


def town(night: Night) -> Asking:
    """TA-4: the book's table, step by step; prisoners and whoever was killed at once are not asked (TA-15)."""
    night.roles, _ = _promoted(night)
    moon = night.number % 2 == 0
    jail = yield from put(night, [Question(name, "jail", night.others(name)) for name in night.holders("Jailor")])
    prisoners = set(jail.values())
    pairs = [(jailor, jail[jailor]) for jailor in night.living if jailor in jail]
    yield from talk(night, "interrogate", [(one, frozenset(pair)) for pair in pairs for _ in range(3) for one in pair])

    blocked: set[str] = set()

    def free(*roles: str) -> list[str]:
        return [name for name in night.holders(*roles) if name not in prisoners | blocked]

    asked = []
    for name in free("Jailor"):
        held = jail.get(name)
        if held in night.public and not (night.roles[held] == "Werewolf" and moon):
            may = frozenset({held} if night.left("execute", name, 3) else ())
            asked.append(Question(name, "execute", may, confirm=True, about=held))
    executed = yield from put(night, asked)
    night.killed |= set(executed.values()) - night.removed
    mafia = frozenset(name for name in night.others() if night.roles[name] in town_of_agents.MAFIA)
    stop = [Question(n, "block", night.others(n)) for n in free("Escort")]
    stops = yield from put(night, stop + [Question(n, "block", night.others(n) - mafia) for n in free("Consort")])
    went = {who for who in stops.values() if who not in prisoners}  # TA-16
    blocked |= {who for who in went if night.roles[who] not in town_of_agents.UNMOVED}
    fires = yield from put(night, [Question(n, "ignite", frozenset({n}), confirm=True) for n in free("Arsonist")])
    arsonists = [name for name in free("Arsonist") if name not in fires]
    yield from put(night, [Question(name, "douse", night.others(name)) for name in arsonists])
    healed = set((yield from put(night, [Question(name, "heal", night.others()) for name in free("Doctor")])).values())
    circle = [name for name in night.of_team() if name not in prisoners]
    rounds = min(max(len(circle) - 1, 0), 2)
    yield from talk(night, "chat", [(name, frozenset(circle)) for _ in range(rounds) for name in circle])
    votes = yield from put(night, [Question(n, "kill", night.strangers()) for n in free(*town_of_agents.VOTERS)])
    victim = _victim(night, votes)
    if victim and victim not in prisoners | healed and night.roles[victim] not in town_of_agents.OWN_DEFENSE:
        night.killed |= {victim} - night.removed
    for verb, role in (("frame", "Framer"), ("consult", "Consigliere")):
        yield from put(night, [Question(name, verb, night.others(name)) for name in free(role)])
    yield from put(night, [Question(name, "ambush", night.others(name) - mafia) for name in free("Ambusher")])
    yield from put(night, [Question(name, "check", night.others(name)) for name in free("Sheriff")])
    shots = [(name, night.others(name) if night.left("shoot", name, 3) else frozenset()) for name in free("Vigilante")]
    yield from put(night, [Question(name, "shoot", options) for name, options in shots])
    yield from put(night, [Question(name, "rampage", night.others()) for name in (free("Werewolf") if moon else ())])
    yield from put(night, [Question(name, "watch", night.others(name)) for name in free("Lookout")])


def _promoted(night: Night) -> tuple[dict[str, str], str | None]:
    """TA-6, of the living."""
    now, name = town_of_agents.dusk({name: night.roles[name] for name in night.acting})
    return night.roles | now, name


def _victim(night: Night, votes: dict[str, str]) -> str:
    """TA-6: the Godfather's choice, of two the first; else the most named, a tie names nobody."""
    by_seat = [name for name in night.living if name in votes]
    leading = [name for name in by_seat if night.roles[name] == "Godfather"]
    if leading:
        return votes[leading[0]]
    named = [votes[name] for name in by_seat]
    most = [name for name in set(named) if named.count(name) == max(map(named.count, named))]
    return most[0] if len(most) == 1 else ""


# -- werewolf ------------------------------------------------------------------------------------------------------


def wolves(night: Night) -> Asking:
    """WW-2 to WW-7, and the morning up to the badge (WW-9)."""

    def word() -> list[Question]:
        return [Question(name, "kill", night.strangers()) for name in night.of_team()[:1]]

    bitten = next(iter((yield from put(night, word(), word)).values()), "")
    brewed = {}
    for name in night.holders("Witch"):  # WW-3
        may = {bitten} & night.others(name) if night.left("antidote", name, 1) else set()
        brewed[name] = Question(name, "antidote", frozenset(may))
    cured = yield from put(night, brewed.values())
    poisons = []
    for name in night.holders("Witch"):
        may_poison = night.left("poison", name, 1) and name not in cured
        poisons.append(Question(name, "poison", night.others(name) if may_poison else frozenset()))
    poisoned = set((yield from put(night, poisons)).values())
    late = [Question(n, "guard", night.others(night.last.get("guard", {}).get(n, ""))) for n in night.holders("Guard")]
    late += [Question(name, "check", night.others()) for name in night.holders("Seer")]
    done = yield from put(night, late)
    guarded = {target for name, target in done.items() if night.roles[name] == "Guard"}
    saved = set(cured.values()) | guarded
    dead = (({bitten} - saved) | poisoned) & set(night.acting)
    night.living = [name for name in night.living if name not in dead]
    for hunter in sorted(dead - poisoned, key=list(night.roles).index):  # WW-7
        if night.roles[hunter] == "Hunter":
            shot = yield from put(night, [Question(hunter, "shoot", night.others())])
            night.living = [name for name in night.living if name not in shot.values()]
    if night.sheriff and night.sheriff not in night.public and night.sheriff not in night.removed:
        heir = yield from put(night, [Question(night.sheriff, "badge", night.others())])
        night.sheriff = next(iter(heir.values()), "") or inheritor(night, night.public)
    elif night.sheriff in night.removed:
        night.sheriff = ""


def inheritor(night: Night, believed: list[str]) -> str:
    """WW-9: under the house rule the next living player after the holder, in seat order and round the table."""
    seats = list(night.roles)
    after = seats.index(night.sheriff) + 1
    heirs = [name for name in (*seats[after:], *seats[:after]) if name in believed]
    return heirs[0] if heirs and night.flags.get("badgeInherited") else ""


WOLF, GODS = frozenset({"Werewolf"}), ("Seer", "Witch", "Hunter", "Guard")


def wolf_victory(dealt: Mapping[str, str]) -> Victory:
    """WW-12, at a table where these were dealt."""

    def decided(living: Mapping[str, str]) -> tuple[str | None, str | None]:
        def gone(*side: str) -> bool:
            return any(role in side for role in dealt.values()) and not any(role in side for role in living.values())

        side_gone, wolves_gone = gone(*GODS) or gone("Villager"), "Werewolf" not in living.values()
        if wolves_gone:
            return ("draw", "both-sides") if side_gone else ("village", "no-wolves-left")
        return ("werewolves", "side-gone") if side_gone else (None, None)

    return decided


NIGHTS: dict[str, Callable[[Night], Asking]] = {
    "ai-mafia": ai, "city-mafia": city, "town-of-agents": town, "werewolf": wolves
}  # fmt: skip
TEAMS = {
    "ai-mafia": frozenset(ai_mafia.MAFIA),
    "city-mafia": frozenset(city_mafia.MAFIA),
    "town-of-agents": frozenset(town_of_agents.MAFIA),
    "werewolf": WOLF,
}


def victory_of(book: str, dealt: Mapping[str, str]) -> Victory:
    """How this book says who has won."""
    if book == "city-mafia":
        return lambda living: city_mafia.victory(living, city_mafia.DEFAULTS)
    return {"ai-mafia": ai_mafia.victory, "town-of-agents": town_of_agents.victory}.get(book) or wolf_victory(dealt)


def sees(book: str, roles: Mapping[str, str], name: str) -> dict[str, str]:
    """Whose roles a player knows from the deal on: those of a team that acts as one, and Masons (AM-14)."""
    for circle in (TEAMS[book], frozenset({"Mason"})):
        if roles[name] in circle:
            return {other: role for other, role in roles.items() if role in circle and other != name}
    return {}

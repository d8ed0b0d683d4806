"""One night of town-of-agents, straight from rulebooks/town-of-agents.md and RULINGS TA-* (for tests only).

Not modelled, because one night's input does not say it: bullets and executions used up in earlier
nights, the right to execute lost earlier, and `jailorNoRepeat`.
"""

from collections import Counter
from collections.abc import Mapping

from .dawn import Acts, Dawn, declined

# Book, "Quick Reference".
TOWN = {"Citizen", "Sheriff", "Doctor", "Lookout", "Vigilante", "Mayor", "Jailor", "Escort"}
MAFIA = {"Mafia", "Godfather", "Framer", "Consigliere", "Consort", "Ambusher"}
VOTERS = {"Godfather", "Mafia"}  # Framer and Consigliere cannot vote on the kill

# Book, "Attack & Defense System": an attack succeeds if its level is above the defense.
NONE, BASIC, POWERFUL, UNSTOPPABLE = 0, 1, 2, 3
OWN_DEFENSE = {"Godfather": BASIC, "Werewolf": BASIC, "Arsonist": BASIC}  # TA-18
UNMOVED = {"Escort", "Consort", "Jailor"}  # TA-16: they cannot be roleblocked


def victory(living: Mapping[str, str]) -> tuple[str | None, str | None]:
    """TA-14, TA-20."""
    mafia = {n for n, role in living.items() if role in MAFIA}
    wolves = {n for n, role in living.items() if role == "Werewolf"}
    if not living:
        return "draw", "nobody-left"  # G6
    loners = {*wolves, *(n for n, role in living.items() if role == "Arsonist")}
    if loners:
        last = "werewolf" if wolves else "arsonist"
        return (last, f"{last}-last") if len(living) == 1 else (None, None)
    if not mafia:
        return "town", "no-evil-left"
    if len(mafia) >= len(living) - len(mafia):
        return "mafia", "mafia-parity"
    return None, None


def dusk(roles: Mapping[str, str]) -> tuple[dict[str, str], str | None]:
    """TA-6, TA-16, TA-19: with neither Godfather nor plain Mafia, the first of the other Mafia is promoted."""
    now = dict(roles)
    if not VOTERS & set(now.values()):
        for name, role in now.items():
            if role in MAFIA:
                now[name] = "Mafia"
                return now, name
    return now, None


def reads_suspicious(role: str, number: int) -> bool:
    """Book: Mafia but the Godfather; the Werewolf not on nights 1 and 3, but on nights 2, 4+."""
    if role == "Werewolf":
        return number not in (1, 3)
    return role in MAFIA and role != "Godfather"


def night(
    roles: Mapping[str, str],
    acts: Acts,
    *,
    number: int = 1,
    flags: Mapping[str, object] | None = None,
    immune: frozenset[str] = frozenset(),  # city-mafia only
    revealed: frozenset[str] = frozenset(),  # revealed Mayors
    framed: frozenset[str] = frozenset(),  # frames of earlier nights
    doused: frozenset[str] = frozenset(),  # on earlier nights
    guilty: frozenset[str] = frozenset(),  # Vigilantes who die of guilt at the end of this night
) -> Dawn:
    now, promoted = dusk(roles)
    dawn = Dawn(roles=now)
    seats = list(now)
    full_moon = number % 2 == 0
    notices: dict[str, set[str]] = {name: set() for name in seats}
    visits: set[tuple[str, str]] = set()
    killed: set[str] = set()  # killed at once
    prisoners: set[str] = set()
    blocked: set[str] = set()  # TA-16
    mafia = frozenset(n for n in seats if now[n] in MAFIA)

    def asked(verb: str, role: str, barred: frozenset[str] = frozenset()) -> dict[str, str]:
        """The legal choices of the living, free holders of a role (TA-4); the others are unused (TA-15)."""
        picks: dict[str, str] = {}
        for actor in seats:
            answer = acts.get(verb, {}).get(actor)
            if now[actor] != role or actor in prisoners | killed | blocked or declined(answer):
                continue
            assert isinstance(answer, str)
            barred_self = answer == actor and role not in ("Doctor", "Werewolf")  # TA-13, TA-5
            if answer not in now or barred_self or answer in barred:  # TA-8: dead before dusk is void
                dawn.void.add(actor)
            else:
                picks[actor] = answer
        return picks

    def go(picks: Mapping[str, str]) -> None:
        """Book, "Visiting"; G7: acting on oneself is not a visit."""
        visits.update((actor, target) for actor, target in picks.items() if actor != target)

    # --- 1. Jailor choice: all choices take effect together (TA-5). Not a visit. ---
    held = asked("jail", "Jailor")  # Jailor -> prisoner
    prisoners |= set(held.values())
    # TA-7: who holds the Werewolf on a full moon.
    moon = {(jailor, wolf) for jailor, wolf in held.items() if now[wolf] == "Werewolf" and full_moon}

    # --- 3. Jailor execute: at once, Unstoppable. ---
    for jailor, prisoner in held.items():
        if declined(acts.get("execute", {}).get(jailor)):
            continue
        if jailor in prisoners or (jailor, prisoner) in moon:
            continue  # TA-5: a jailed Jailor cannot execute; TA-7: no execution takes place
        killed.add(prisoner)

    # --- TA-16: Escort and Consort, together. They do not go to a player in jail. ---
    stops = asked("block", "Escort") | asked("block", "Consort", barred=mafia)
    for stopper in [n for n, who in stops.items() if who in prisoners]:
        notices[stopper].add("kept-away")
        del stops[stopper]
    go(stops)
    for who in stops.values():
        notices[who].add("unmoved" if now[who] in UNMOVED else "blocked")
    blocked |= {who for who in stops.values() if now[who] not in UNMOVED}
    # TA-17: a Werewolf that is roleblocked on an even night attacks its visitors, in the night resolution.
    cornered = {n for n in blocked if now[n] == "Werewolf" and full_moon}

    # --- TA-18: the Arsonist ignites, or douses; not a player in jail. ---
    arsonists = [n for n in seats if now[n] == "Arsonist" and n not in prisoners | killed | blocked]
    fires = [n for n in arsonists if not declined(acts.get("ignite", {}).get(n))]
    fuel = {n: who for n, who in asked("douse", "Arsonist").items() if n not in fires}
    for arsonist in [n for n, who in fuel.items() if who in prisoners]:
        notices[arsonist].add("kept-away")
        del fuel[arsonist]
    go(fuel)
    wet = set(doused) | set(fuel.values())
    dawn.doused = wet

    # --- 4. Doctor. TA-9: a heal on a revealed Mayor is void. ---
    heals = asked("heal", "Doctor", barred=revealed)
    go(heals)
    healed = set(heals.values())

    def defense(name: str) -> int:
        """TA-9: the highest of the role's own, jail, Doctor."""
        shelter = POWERFUL if name in prisoners | healed else NONE
        return max(shelter, OWN_DEFENSE.get(now[name], NONE))

    def attack(attacker: str, target: str, level: int) -> bool:
        """True if it kills. TA-8: on one killed at once it does nothing. TA-11: the notices."""
        if target in killed:
            return False
        if level > defense(target):
            return True
        if target in healed:  # whatever else protected them
            notices[target].add("healed")
            notices[attacker].add("stopped")
            for doctor in heals:
                if heals[doctor] == target:
                    notices[doctor].add("saved")
        else:
            notices[attacker].add("immune")
        return False

    # --- 6. Mafia vote (TA-6): at once, Basic, against the defenses so far. ---
    voters = [n for n in seats if now[n] in VOTERS and n not in prisoners | killed | blocked]
    written = dict(acts.get("kill", {}))
    team = written.pop("mafia", None)  # CASES: every free voter names X
    if not declined(team) and voters:
        assert isinstance(team, str)
        if now.get(team, "Mafia") in MAFIA:
            dawn.void.add("mafia")  # G3: a void team kill stands under the team's name
        else:
            written = {n: written.get(n, team) for n in voters}  # or one by one
    ballots: dict[str, str] = {}
    for voter in voters:
        ballot = written.get(voter)
        if declined(ballot):
            continue
        assert isinstance(ballot, str)
        if now.get(ballot, "Mafia") in MAFIA:  # Mafia may not name Mafia; the dead may not be named
            dawn.void.add(voter)
        else:
            ballots[voter] = ballot
    killer = next((n for n in ballots if now[n] == "Godfather"), None)  # the Godfather's choice decides
    if killer is None and ballots:
        count = Counter(ballots.values())
        leaders = {n for n in count if count[n] == max(count.values())}
        if len(leaders) == 1:  # a tie kills nobody
            killer = next(n for n in ballots if ballots[n] in leaders)
    if killer is not None:
        go({killer: ballots[killer]})  # only that player visits
        if attack(killer, ballots[killer], BASIC):
            killed.add(ballots[killer])

    # --- 7. Framer. ---
    frames = asked("frame", "Framer")
    go(frames)
    marks = set(framed) | set(frames.values())

    # --- 8. Consigliere: the true role, frames or not. ---
    consults = asked("consult", "Consigliere")
    go(consults)
    for consigliere, who in consults.items():
        dawn.told[consigliere] = {"consult": now[who]}

    # --- TA-19: the Ambusher lies in wait. ---
    ambushes = asked("ambush", "Ambusher", barred=mafia)
    go(ambushes)

    # --- 9. Sheriff. TA-12: all looks of the night read Suspicious, then the frame ends. ---
    looks = asked("check", "Sheriff")
    go(looks)
    for sheriff, who in looks.items():
        bad = who in marks or reads_suspicious(now[who], number)
        dawn.told[sheriff] = {"check": "SUSPICIOUS" if bad else "NOT SUSPICIOUS"}
    dawn.framed = marks - set(looks.values())

    # --- 10. Vigilante, 11. Werewolf (even nights only), 12. Lookout: they go there. ---
    shots = asked("shoot", "Vigilante")
    go(shots)
    rampages = asked("rampage", "Werewolf") if full_moon else {}
    go(rampages)  # G7: staying home is no visit
    watches = asked("watch", "Lookout")
    go(watches)
    for lookout, who in watches.items():  # TA-13: seat order, without the Lookout
        dawn.told[lookout] = {"watch": [n for n in seats if (n, who) in visits and n != lookout]}

    # --- 13. Night resolution: Vigilante and Werewolf attacks together (TA-8). ---
    attacks = {(vigilante, who, BASIC) for vigilante, who in shots.items()}
    claws = UNSTOPPABLE if (flags or {}).get("rampageUnstoppable") else POWERFUL  # TA-7 house rule
    for wolf, place in rampages.items():  # the target and its visitors; at home only the visitors
        prey = {place} | {n for n, where in visits if where == place}
        attacks |= {(wolf, n, claws) for n in prey - {wolf}}
    for jailor, wolf in moon:  # TA-7: the Jailor and the Jailor's visitors
        prey = {jailor} | {n for n, where in visits if where == jailor}
        attacks |= {(wolf, n, claws) for n in prey}
    for wolf in cornered:  # TA-17
        attacks |= {(wolf, n, claws) for n, where in visits if where == wolf}
    for ambusher, place in ambushes.items():  # TA-19: the first visitor in seat order, no Mafia, still alive
        guests = [n for n in seats if (n, place) in visits and n not in mafia]
        for guest in guests:
            notices[guest].add("ambusher")
        caught = [n for n in guests if n not in killed]
        attacks |= {(ambusher, n, BASIC) for n in caught[:1]}
    attacks |= {(arsonist, n, UNSTOPPABLE) for arsonist in fires for n in wet if n != arsonist and n in now}
    kills = {(attacker, target) for attacker, target, level in attacks if attack(attacker, target, level)}
    for attacker, target in kills:  # all attackers are credited; TA-10
        if now[attacker] == "Vigilante" and now[target] in TOWN:
            notices[attacker].add("guilt")
    dead = killed | {target for _, target in kills}
    dead |= {n for n in guilty if n in now}  # TA-10: at the end of the night, whatever protects them

    # --- Dawn. G10: notices to the living only, but `jailed` and `promoted` were told at dusk. ---
    for name in dead:
        notices[name].clear()
    for name in prisoners:
        notices[name].add("jailed")
    if promoted:
        notices[promoted].add("promoted")
    dawn.notices = {name: words for name, words in notices.items() if words}
    dawn.dead = {name: now[name] for name in seats if name in dead}  # book: the role is revealed
    dawn.winner, dawn.reason = victory({n: now[n] for n in seats if n not in dead})
    return dawn

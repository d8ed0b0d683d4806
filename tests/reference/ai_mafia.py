"""One night of ai-mafia, straight from rulebooks/ai-mafia.md and RULINGS AM-* (for tests only)."""

from collections.abc import Mapping

from .dawn import Acts, Dawn, declined

# Book, "Roles".
TOWN = {"Villager", "Cop", "Doctor", "Vigilante", "Roleblocker", "Tracker", "Jailkeeper", "Mason", "Bomb"}
MAFIA = {"Godfather", "Mafia", "Mafia Roleblocker", "Framer", "Janitor", "Forger"}
NEUTRAL = {"Jester", "Executioner"}

# Who has which night act (book, "Night Action" columns; verbs of CASES).
HOLDERS = {
    "investigate": {"Cop"},
    "protect": {"Doctor"},
    "shoot": {"Vigilante"},
    "block": {"Roleblocker", "Mafia Roleblocker"},
    "track": {"Tracker"},
    "jail": {"Jailkeeper"},
    "frame": {"Framer"},
    "clean": {"Janitor"},
    "forge": {"Forger"},
}

# Book, resolution 1: Jailkeeper (3) > Town Roleblocker (2) > Mafia Roleblocker (1).
PRIORITY = {"Jailkeeper": 3, "Roleblocker": 2, "Mafia Roleblocker": 1}


def shooter_of(roles: Mapping[str, str]) -> str | None:
    """AM-3: the Godfather, else the first plain Mafia, else the first Mafia-aligned, in seat order."""
    for wanted in ({"Godfather"}, {"Mafia"}, MAFIA):
        for name, role in roles.items():
            if role in wanted:
                return name
    return None


def blocks(aim: Mapping[str, str], rank: Mapping[str, int]) -> tuple[set[str], set[str]]:
    """AM-4. From each blocker's target and priority: who is blocked, and whose blocks work."""
    # A blocker is not stopped by a block of lower priority than their own, unless the two block each other.
    hits = {b: t for b, t in aim.items() if rank.get(t, 0) <= rank[b] or aim.get(t) == b}
    blocked: set[str] = set()
    work: set[str] = set()
    waiting = set(hits)
    while free := {b for b in waiting if b not in {hits[other] for other in waiting}}:
        work |= free  # the chain is followed from its free end: nobody who may still act aims at these
        blocked |= {hits[b] for b in free}
        waiting -= free | blocked
    blocked |= waiting  # a ring that remains fails altogether; everyone in it is blocked
    unstopped = set(aim) - set(hits) - blocked  # those whose block met somebody higher are free, and did nothing
    return blocked, work | unstopped


def victory(living: Mapping[str, str]) -> tuple[str | None, str | None]:
    """AM-13."""
    mafia = {n for n, role in living.items() if role in MAFIA}
    town = {n for n, role in living.items() if role in TOWN}
    if not mafia:
        return "town", "no-mafia-left"  # even if nobody lives
    if len(mafia) >= len(town):
        return "mafia", "mafia-parity"  # neutrals are not counted
    return None, None


def night(
    roles: Mapping[str, str],
    acts: Acts,
    *,
    number: int = 1,  # all nights are alike (AM-1, AM-10)
    flags: Mapping[str, object] | None = None,
    immune: frozenset[str] = frozenset(),  # city-mafia only
    target: Mapping[str, str] | None = None,  # Executioner -> assigned target
) -> Dawn:
    flags = flags or {}
    target = target or {}
    dawn = Dawn(roles=dict(roles))
    seats = list(roles)

    # --- What was chosen: verb -> actor -> target, only legal choices of those who are asked. ---
    chosen: dict[str, dict[str, str]] = {verb: {} for verb in HOLDERS}
    forged_as: dict[str, str] = {}
    for verb, holders in HOLDERS.items():
        for actor, answer in acts.get(verb, {}).items():
            if roles.get(actor) not in holders or declined(answer):
                continue  # CASES: not asked, hence unused; AM-2: may be declined
            role = ""
            if isinstance(answer, tuple):
                answer, role = answer
            assert isinstance(answer, str)
            if (
                answer not in roles  # G3: a dead target
                or (answer == actor and verb != "protect")  # AM-11: only the Doctor may name himself
                or (verb == "forge" and role not in TOWN | MAFIA | NEUTRAL)  # AM-9: any role of this book
            ):
                dawn.void.add(actor)
                continue
            chosen[verb][actor] = answer
            if verb == "forge":
                forged_as[actor] = role
    shooter = shooter_of(roles)
    chosen["kill"] = {}  # the team's one kill, held by the shooter
    victim = acts.get("kill", {}).get("mafia")
    if shooter and not declined(victim):
        assert isinstance(victim, str)
        if victim not in roles or roles[victim] in MAFIA:  # AM-11: Mafia may not target Mafia
            dawn.void.add("mafia")  # G3: stands under the team's name
        else:
            chosen["kill"][shooter] = victim

    # --- 1. Blocks & jails. ---
    aim = chosen["jail"] | chosen["block"]
    by_priority = flags.get("blockPriorityDecides", True)  # AM-4 house rule
    rank = {b: PRIORITY[roles[b]] if by_priority else 1 for b in aim}
    dawn.blocked, work = blocks(aim, rank)
    jailed = {aim[b] for b in work if roles[b] == "Jailkeeper"}  # AM-5

    # AM-4: a blocked player's every night act fails, the Mafia kill included, with no substitute.
    # A blocker in `work` is never in `blocked`, so for blocks this says the same as `work`.
    done = {verb: {actor: t for actor, t in by.items() if actor not in dawn.blocked} for verb, by in chosen.items()}

    # --- 2. Saves. AM-5: Doctor and jail stop any number of kills. ---
    safe = set(done["protect"].values()) | jailed

    # --- 3. Frames. Tonight only. ---
    framed = set(done["frame"].values())

    # --- 4. Investigations. AM-7: a framed Godfather reads MAFIA, neutrals read INNOCENT. ---
    reads_mafia = {n for n in seats if roles[n] in MAFIA - {"Godfather"}} | framed
    found: dict[str, dict[str, object]] = {}
    for cop, suspect in done["investigate"].items():
        found[cop] = {"investigate": "MAFIA" if suspect in reads_mafia else "INNOCENT"}

    # --- 5. Kills, 6. deaths. G10: who dies tonight still acted tonight. ---
    landed = {(killer, prey) for verb in ("kill", "shoot") for killer, prey in done[verb].items() if prey not in safe}
    dead = {prey for _, prey in landed}

    # --- 7. Bomb retaliation. AM-6: every killer of a Bomb, no chain; AM-5: nothing stops it. ---
    dead |= {killer for killer, prey in landed if roles[prey] == "Bomb"}

    # --- 8. Tracker results. AM-8: every act not blocked or void is a visit; G7: not on oneself. ---
    visits = {(actor, t) for by in done.values() for actor, t in by.items() if actor != t}
    for tracker, tracked in done["track"].items():
        found[tracker] = {"track": [n for n in seats if (tracked, n) in visits]}

    # --- 9. Death reveal overrides. AM-9: only on the Mafia kill's victim of tonight. ---
    killed_by_mafia = {prey for prey in done["kill"].values() if prey not in safe}
    for name in seats:
        if name not in dead:
            continue
        shown = roles[name]
        if name in killed_by_mafia:
            if name in done["clean"].values():
                shown = "unknown"
            for forger in reversed(seats):  # AM-9: the first Forger in seat order stands
                if done["forge"].get(forger) == name:
                    shown = forged_as[forger]  # book: takes precedence over Janitor
        dawn.dead[name] = shown

    # --- Dawn. G10: results and notices to the living only. ---
    for name in seats:
        if name in dead:
            continue
        if name in found:
            dawn.told[name] = found[name]
        # AM-15: a living player whose chosen, legal act was blocked is told so, once.
        if name in dawn.blocked and any(name in by for by in chosen.values()):
            dawn.notices.setdefault(name, set()).add("blocked")
        # AM-12: the target died tonight, whatever the cause.
        if roles[name] == "Executioner" and target.get(name) in dead:
            dawn.roles[name] = "Jester"
            dawn.notices.setdefault(name, set()).add("jester")

    dawn.winner, dawn.reason = victory({n: r for n, r in dawn.roles.items() if n not in dead})
    return dawn

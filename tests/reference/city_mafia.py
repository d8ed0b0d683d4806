"""One night of city-mafia, straight from rulebooks/city-mafia.md and RULINGS CM-* (for tests only)."""

from collections.abc import Mapping

from .dawn import Acts, Dawn, declined

# Book, "Roles & teams". The Maniac is a black card, but not mafia (Layer 4).
RED = {"Citizen", "Sheriff", "Doctor", "Mistress"}
MAFIA = {"Mafia", "Don"}

HOLDERS = {  # Layer 1, verbs of CASES; `kill` is the team's
    "seek": {"Don"},
    "check": {"Sheriff"},
    "heal": {"Doctor"},
    "visit": {"Mistress"},
    "maniac_kill": {"Maniac"},
}

DEFAULTS: dict[str, object] = {  # book, "Config flags"; revealOnDeath from CM-10
    "healCancelsManiacKill": True,
    "loverGrantsVoteImmunity": True,
    "loverDeathDrag": True,
    "loverDragSavable": False,
    "doctorNoRepeatTarget": True,
    "mistressNoRepeatTarget": True,
    "repeatTargetScope": "anyTarget",
    "maniacWinBeatsParity": False,
    "immunityBlocksVote": False,
    "immunitySavesFromDrag": False,
    "revealOnDeath": False,
}

NO_REPEAT = {"heal": "doctorNoRepeatTarget", "visit": "mistressNoRepeatTarget"}


def victory(living: Mapping[str, str], flags: Mapping[str, object]) -> tuple[str | None, str | None]:
    """Layer 4, in the order RED, MAFIA, MANIAC (CM-9)."""
    m = sum(role in MAFIA for role in living.values())
    k = sum(role == "Maniac" for role in living.values())
    r = sum(role in RED for role in living.values())
    if m == 0 and k == 0:
        return "red", "all-black-out"
    maniac_bars = bool(flags["maniacWinBeatsParity"]) and k > 0  # CM-9: the game goes on
    if m >= len(living) - m and not maniac_bars:
        if m == 1 and k == 1 and len(living) == 2:  # CM-9: the last two
            return "mafia", "mafia-maniac-standoff"
        return "mafia", "mafia-parity"
    if m == 0 and k == 1 and r <= 1:
        return "maniac", "maniac-last"
    return None, None


def night(
    roles: Mapping[str, str],
    acts: Acts,
    *,
    number: int = 1,  # every night is alike (CM-4)
    flags: Mapping[str, object] | None = None,
    immune: frozenset[str] = frozenset(),  # CM-7: holders of immunity cards
    last: Mapping[str, Mapping[str, str]] | None = None,  # {"heal": {Doc: A}}: last night's legal acts
) -> Dawn:
    flags = DEFAULTS | dict(flags or {})
    last = last or {}
    dawn = Dawn(roles=dict(roles))
    seats = list(roles)

    def repeats(verb: str, actor: str, target: str) -> bool:
        """P2: the Doctor and the Mistress may not act on the same player two nights running."""
        if verb not in NO_REPEAT or not flags[NO_REPEAT[verb]]:
            return False
        if last.get(verb, {}).get(actor) != target:
            return False
        return flags["repeatTargetScope"] == "anyTarget" or target == actor  # CM-5

    # --- Layer 1: what was recorded. Nobody dies before the morning, so everyone is asked. ---
    done: dict[str, dict[str, str]] = {verb: {} for verb in HOLDERS}
    for verb, holders in HOLDERS.items():
        for actor, answer in acts.get(verb, {}).items():
            if roles.get(actor) not in holders or declined(answer):
                continue  # CASES: not asked, hence unused; G4
            assert isinstance(answer, str)
            if answer not in roles or repeats(verb, actor, answer):  # G3 (dead target, cooldown)
                dawn.void.add(actor)
            else:
                done[verb][actor] = answer  # G7: oneself may be named, nothing here bars it
    mafia_hits: set[str] = set()
    word = acts.get("kill", {}).get("mafia")
    if set(roles.values()) & MAFIA and not declined(word):
        assert isinstance(word, str)
        if word in roles:
            mafia_hits = {word}  # CM-4: any living player may be named
        else:
            dawn.void.add("mafia")

    # --- The checks: information only; told at their step, also to one who dies (G10). ---
    for don, who in done["seek"].items():
        dawn.told.setdefault(don, {})["seek"] = "SHERIFF" if roles[who] == "Sheriff" else "NOT SHERIFF"
    for sheriff, who in done["check"].items():  # CM-4: the Maniac reads BLACK
        dawn.told.setdefault(sheriff, {})["check"] = "RED" if roles[who] in RED else "BLACK"

    # --- Layer 2, precedence 1: direct kills, then the heal (full-night protection). ---
    maniac_hits = set(done["maniac_kill"].values())
    healed = set(done["heal"].values())
    dead = mafia_hits - healed
    dead |= maniac_hits - healed if flags["healCancelsManiacKill"] else maniac_hits

    # --- Precedence 2: the immunity card, before the drag, against night kills only. ---
    dead -= immune

    # --- Precedence 3: the drag, mistress -> visited only (Layer 3). CM-6: a night death of hers. ---
    safe_from_drag: set[str] = set()
    if flags["loverDragSavable"]:
        safe_from_drag |= healed
    if flags["immunitySavesFromDrag"]:
        safe_from_drag |= immune
    while flags["loverDeathDrag"]:  # Layer 3: with chained links a reachability walk
        dragged = {who for mistress, who in done["visit"].items() if mistress in dead}
        dragged -= dead | safe_from_drag  # one who visited herself is dead already (CM-6)
        if not dragged:
            break
        dead |= dragged

    # --- Precedence 4: vote-immunity, if the Mistress and the visited player both survive. ---
    if flags["loverGrantsVoteImmunity"]:
        dawn.vote_immune = {w for m, w in done["visit"].items() if m not in dead and w not in dead}

    # --- CM-8: the Doctor's `saved`; a drag is not a hit, and a card takes the credit. ---
    hit = mafia_hits | maniac_hits
    for doctor, patient in done["heal"].items():
        if patient in hit - dead - immune and doctor not in dead:
            dawn.notices[doctor] = {"saved"}

    # --- Morning. CM-10: by name, roles are not shown. ---
    for name in seats:
        if name in dead:
            dawn.dead[name] = roles[name] if flags["revealOnDeath"] else "hidden"
    dawn.winner, dawn.reason = victory({n: roles[n] for n in seats if n not in dead}, flags)
    return dawn

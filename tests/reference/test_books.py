"""Hand-made checks of the reference nights, each from a sentence of a book or a ruling."""

from typing import Any

from . import ai_mafia, city_mafia, town_of_agents
from .dawn import Dawn

# --------------------------------------------------------------------------- ai-mafia

AI = {
    "Ann": "Bomb",
    "Bob": "Godfather",
    "Cid": "Villager",
    "Dee": "Cop",
    "Eli": "Doctor",
    "Fay": "Framer",
    "Jan": "Janitor",
    "For": "Forger",
    "Rob": "Roleblocker",
    "Ray": "Roleblocker",
    "Jak": "Jailkeeper",
    "Mob": "Mafia Roleblocker",
    "Tam": "Tracker",
    "Vig": "Vigilante",
    "Exe": "Executioner",
    "Max": "Mason",
    "May": "Mason",
}


def ai(*names: str, target: dict[str, str] | None = None, flags: dict[str, object] | None = None, **acts: Any) -> Dawn:
    roles = {n: r for n, r in AI.items() if n in names} if names else AI
    return ai_mafia.night(roles, acts, target=target, flags=flags)


def test_cases_example_bomb_takes_its_killer_along() -> None:
    roles = {
        "Ann": "Bomb",
        "Bob": "Godfather",
        "Cid": "Villager",
        "Dee": "Cop",
        "Eli": "Doctor",
        "Fay": "Mafia",
        "Exe": "Executioner",
    }
    acts: dict[str, Any] = {
        "kill": {"mafia": "Ann"},
        "investigate": {"Dee": "Bob"},
        "protect": {"Eli": "Cid"},
    }
    dawn = ai_mafia.night(roles, acts, target={"Exe": "Cid"})
    assert dawn.dead == {"Ann": "Bomb", "Bob": "Godfather"}
    assert dawn.told == {"Dee": {"investigate": "INNOCENT"}}
    assert (dawn.winner, dawn.roles["Exe"]) == (None, "Executioner")


def test_bomb_takes_every_killer_and_nothing_stops_it() -> None:
    dawn = ai(kill={"mafia": "Ann"}, shoot={"Vig": "Ann"}, protect={"Eli": "Bob"})
    assert set(dawn.dead) == {"Ann", "Bob", "Vig"}
    assert ai(kill={"mafia": "Ann"}, shoot={"Vig": "Ann"}, protect={"Eli": "Ann"}).dead == {}


def test_higher_block_acts_first() -> None:  # AM-4
    dawn = ai(jail={"Jak": "Dee"}, block={"Rob": "Jak", "Mob": "Rob"})
    assert dawn.blocked == {"Dee"}
    # A lower block does not stop a higher one, but is still made, hence a visit.
    dawn = ai(block={"Mob": "Rob", "Rob": "Dee"}, track={"Tam": "Mob"}, investigate={"Dee": "Cid"})
    assert dawn.blocked == {"Dee"}
    assert dawn.told == {"Tam": {"track": ["Rob"]}}


def test_mutual_blocks_fail_both_whatever_their_priority() -> None:
    dawn = ai(block={"Rob": "Ray", "Ray": "Rob"})
    assert dawn.blocked == {"Rob", "Ray"}
    assert dawn.notices == {"Rob": {"blocked"}, "Ray": {"blocked"}}
    dawn = ai(block={"Rob": "Mob", "Mob": "Rob"}, track={"Tam": "Mob"})
    assert dawn.blocked == {"Rob", "Mob"}
    assert dawn.told == {"Tam": {"track": []}}
    dawn = ai(jail={"Jak": "Rob"}, block={"Rob": "Jak", "Mob": "Rob"})
    assert dawn.blocked == {"Jak", "Rob"}


def test_equal_chain_is_followed_from_its_free_end() -> None:
    roles = {"A": "Roleblocker", "B": "Roleblocker", "C": "Roleblocker", "D": "Cop", "G": "Godfather"}
    dawn = ai_mafia.night(roles, {"block": {"A": "B", "B": "C", "C": "D"}, "investigate": {"D": "A"}})
    assert dawn.blocked == {"B", "D"}
    dawn = ai_mafia.night(roles, {"block": {"A": "B", "B": "C", "C": "B"}})  # a ring with a free end
    assert dawn.blocked == {"B"}
    dawn = ai_mafia.night(roles, {"block": {"A": "B", "B": "C", "C": "A"}})  # a ring of three
    assert dawn.blocked == {"A", "B", "C"}


def test_priorities_ignored_makes_a_ring() -> None:
    acts: dict[str, Any] = {
        "jail": {"Jak": "Rob"}, "block": {"Rob": "Mob", "Mob": "Jak"}, "kill": {"mafia": "Rob"}
    }  # fmt: skip
    assert ai_mafia.night(AI, acts).dead == {}  # jailed: protected
    dawn = ai_mafia.night(AI, acts, flags={"blockPriorityDecides": False})
    assert dawn.blocked == {"Jak", "Rob", "Mob"}
    assert dawn.dead == {"Rob": "Roleblocker"}  # the jail failed


def test_jailed_shooter_has_no_substitute() -> None:
    dawn = ai(jail={"Jak": "Bob"}, kill={"mafia": "Cid"}, shoot={"Vig": "Bob"})
    assert dawn.dead == {}
    assert dawn.notices == {"Bob": {"blocked"}}


def test_jailed_idler_is_told_nothing() -> None:
    assert ai(jail={"Jak": "Dee"}).notices == {}


def test_frames_and_investigations() -> None:
    assert ai(frame={"Fay": "Bob"}, investigate={"Dee": "Bob"}).told == {"Dee": {"investigate": "MAFIA"}}
    assert ai(investigate={"Dee": "Exe"}).told == {"Dee": {"investigate": "INNOCENT"}}
    assert ai(investigate={"Dee": "Jan"}).told == {"Dee": {"investigate": "MAFIA"}}
    dawn = ai(frame={"Fay": "Cid"}, investigate={"Dee": "Cid"}, block={"Rob": "Fay"})
    assert dawn.told == {"Dee": {"investigate": "INNOCENT"}}


def test_dying_reader_learns_nothing_but_dying_shooter_shoots() -> None:  # G10
    dawn = ai(kill={"mafia": "Dee"}, investigate={"Dee": "Fay"})
    assert dawn.told == {}
    dawn = ai(kill={"mafia": "Vig"}, shoot={"Vig": "Fay"})
    assert set(dawn.dead) == {"Vig", "Fay"}


def test_reveal_overrides() -> None:  # AM-9
    acts: dict[str, Any] = {"kill": {"mafia": "Cid"}, "shoot": {"Vig": "Cid"}, "clean": {"Jan": "Cid"}}
    assert ai_mafia.night(AI, acts).dead == {"Cid": "unknown"}
    assert ai_mafia.night(AI, acts | {"forge": {"For": ("Cid", "Cop")}}).dead == {"Cid": "Cop"}
    acts["kill"] = {"mafia": "Max"}
    assert ai_mafia.night(AI, acts).dead == {"Cid": "Villager", "Max": "Mason"}
    dawn = ai(kill={"mafia": "Ann"}, clean={"Jan": "Bob"})  # the Bomb killed Bob, not the Mafia
    assert dawn.dead == {"Ann": "Bomb", "Bob": "Godfather"}


def test_first_forger_in_seat_order_stands() -> None:  # AM-9: of those whose act counts
    acts: dict[str, Any] = {
        "kill": {"mafia": "Cid"},
        "forge": {"Fox": ("Cid", "Mason"), "For": ("Cid", "Cop")},
    }
    roles = AI | {"Fox": "Forger"}
    assert ai_mafia.night(roles, acts).dead == {"Cid": "Cop"}
    assert ai_mafia.night(roles, acts | {"block": {"Rob": "For"}}).dead == {"Cid": "Mason"}


def test_tracker_sees_all_visits_of_a_shooting_framer() -> None:  # AM-3, AM-8
    dawn = ai(
        "Cid",
        "Dee",
        "Eli",
        "Fay",
        "Tam",
        kill={"mafia": "Eli"},
        frame={"Fay": "Cid"},
        protect={"Eli": "Eli"},
        track={"Tam": "Fay"},
    )
    assert dawn.dead == {}
    assert dawn.told == {"Tam": {"track": ["Cid", "Eli"]}}
    assert ai(protect={"Eli": "Eli"}, track={"Tam": "Eli"}).told == {"Tam": {"track": []}}  # G7


def test_ai_void_acts() -> None:  # AM-11
    dawn = ai(
        kill={"mafia": "Fay"},
        shoot={"Vig": "Vig"},
        protect={"Eli": "Eli"},
        investigate={"Cid": "Bob"},
        block={"Ray": "Vig", "Rob": "Zed"},
        forge={"For": ("Cid", "King")},
    )
    assert dawn.void == {"mafia", "Vig", "Rob", "For"}
    assert (dawn.dead, dawn.notices, dawn.told) == ({}, {}, {})  # a void act is not "blocked"


def test_executioner_becomes_jester_and_ai_victory() -> None:  # AM-12, AM-13
    dawn = ai("Bob", "Cid", "Dee", "Exe", kill={"mafia": "Cid"}, target={"Exe": "Cid"})
    assert dawn.roles["Exe"] == "Jester"
    assert dawn.notices == {"Exe": {"jester"}}
    assert (dawn.winner, dawn.reason) == ("mafia", "mafia-parity")
    dawn = ai("Ann", "Bob", kill={"mafia": "Ann"})
    assert (dawn.winner, dawn.reason) == ("town", "no-mafia-left")


# ------------------------------------------------------------------------- city-mafia

CITY = {
    "A": "Citizen",
    "B": "Citizen",
    "C": "Citizen",
    "She": "Sheriff",
    "Doc": "Doctor",
    "Mis": "Mistress",
    "Don": "Don",
    "Maf": "Mafia",
    "Man": "Maniac",
}


def city(
    immune: str = "",
    last: dict[str, dict[str, str]] | None = None,
    flags: dict[str, object] | None = None,
    roles: dict[str, str] = CITY,
    **acts: Any,
) -> Dawn:
    return city_mafia.night(roles, acts, immune=frozenset(immune.split()), last=last, flags=flags)


def test_scenarios_1_2_13_drag_and_cards() -> None:
    acts: dict[str, Any] = {"kill": {"mafia": "Mis"}, "visit": {"Mis": "B"}}
    assert city(**acts).dead == {"B": "hidden", "Mis": "hidden"}  # 1
    dawn = city(immune="Mis", **acts)
    assert (dawn.dead, dawn.vote_immune) == ({}, {"B"})  # 2
    assert set(city(immune="B", **acts).dead) == {"Mis", "B"}  # 13
    assert set(city(immune="B", flags={"immunitySavesFromDrag": True}, **acts).dead) == {"Mis"}
    assert set(city(flags={"loverDeathDrag": False}, **acts).dead) == {"Mis"}


def test_scenarios_3_4_heal_is_full_night_protection() -> None:
    both: dict[str, Any] = {"kill": {"mafia": "A"}, "maniac_kill": {"Man": "A"}, "heal": {"Doc": "A"}}
    dawn = city(**both)
    assert (dawn.dead, dawn.notices) == ({}, {"Doc": {"saved"}})  # 3
    dawn = city(flags={"healCancelsManiacKill": False}, **both)
    assert (set(dawn.dead), dawn.notices) == ({"A"}, {})  # 2nd unsaved kill voids the save
    one: dict[str, Any] = {"maniac_kill": {"Man": "A"}, "heal": {"Doc": "A"}}
    assert city(**one).dead == {}  # 4
    assert set(city(flags={"healCancelsManiacKill": False}, **one).dead) == {"A"}


def test_scenarios_5_15_no_repeats() -> None:
    dawn = city(kill={"mafia": "A"}, heal={"Doc": "A"}, last={"heal": {"Doc": "A"}})
    assert (set(dawn.dead), dawn.void) == ({"A"}, {"Doc"})  # 5
    again: dict[str, Any] = {"visit": {"Mis": "B"}, "last": {"visit": {"Mis": "B"}}}
    dawn = city(**again)
    assert (dawn.vote_immune, dawn.void) == (set(), {"Mis"})  # 15
    assert set(city(kill={"mafia": "Mis"}, **again).dead) == {"Mis"}
    assert city(flags={"repeatTargetScope": "selfOnly"}, **again).vote_immune == {"B"}
    assert city(flags={"mistressNoRepeatTarget": False}, **again).vote_immune == {"B"}
    dawn = city(visit={"Mis": "Mis"}, last={"visit": {"Mis": "Mis"}}, flags={"repeatTargetScope": "selfOnly"})
    assert dawn.void == {"Mis"}


def test_scenario_6_drag_savable_by_flag() -> None:
    acts: dict[str, Any] = {"kill": {"mafia": "Mis"}, "visit": {"Mis": "B"}, "heal": {"Doc": "B"}}
    assert set(city(**acts).dead) == {"Mis", "B"}
    dawn = city(flags={"loverDragSavable": True}, **acts)
    assert set(dawn.dead) == {"Mis"}
    assert (dawn.notices, dawn.vote_immune) == ({}, set())  # CM-8: a drag is not a hit


def test_scenario_7_vote_immunity() -> None:
    assert city(visit={"Mis": "B"}).vote_immune == {"B"}
    assert city(visit={"Mis": "Mis"}).vote_immune == {"Mis"}
    assert city(visit={"Mis": "B"}, flags={"loverGrantsVoteImmunity": False}).vote_immune == set()


def test_scenarios_8_9_14_endgames() -> None:
    def end(*names: str, **flags: object) -> tuple[str | None, str | None]:
        dawn = city(roles={n: CITY[n] for n in names}, flags=flags)
        return dawn.winner, dawn.reason

    assert end("Man", "A") == ("maniac", "maniac-last")  # 8
    assert end("Man") == ("maniac", "maniac-last")
    assert end("Man", "A", "B") == (None, None)
    assert end("Man", "Maf", "A") == (None, None)  # 9
    assert end("Man", "Don") == ("mafia", "mafia-maniac-standoff")  # 14
    assert end("Man", "Don", maniacWinBeatsParity=True) == (None, None)
    assert end("Man", "Don", "Maf") == ("mafia", "mafia-parity")
    assert end("A", "B") == ("red", "all-black-out")


def test_scenarios_10_11_12() -> None:
    assert set(city(maniac_kill={"Man": "Maf"}).dead) == {"Maf"}  # 10
    dawn = city(immune="A", kill={"mafia": "A"}, heal={"Doc": "B"})
    assert (dawn.dead, dawn.notices) == ({}, {})  # 11
    assert set(city(visit={"Mis": "B"}, maniac_kill={"Man": "B"}).dead) == {"B"}  # 12


def test_card_takes_the_credit_and_dead_doctor_hears_nothing() -> None:  # CM-8
    assert city(immune="A", kill={"mafia": "A"}, heal={"Doc": "A"}).notices == {}
    dawn = city(kill={"mafia": "A"}, heal={"Doc": "A"}, maniac_kill={"Man": "Doc"})
    assert (set(dawn.dead), dawn.notices) == ({"Doc"}, {})


def test_checks_are_told_also_to_the_dying() -> None:  # G10
    dawn = city(kill={"mafia": "She"}, seek={"Don": "She"}, check={"She": "Man"}, maniac_kill={"Man": "Don"})
    assert set(dawn.dead) == {"She", "Don"}
    assert dawn.told == {"Don": {"seek": "SHERIFF"}, "She": {"check": "BLACK"}}


# --------------------------------------------------------------------- town-of-agents

TOWN = {
    "Cit": "Citizen",
    "She": "Sheriff",
    "Doc": "Doctor",
    "Dot": "Doctor",
    "Loo": "Lookout",
    "Lot": "Lookout",
    "Vig": "Vigilante",
    "May": "Mayor",
    "Jay": "Jailor",
    "Jim": "Jailor",
    "Maf": "Mafia",
    "Mob": "Mafia",
    "God": "Godfather",
    "Fra": "Framer",
    "Con": "Consigliere",
    "Wer": "Werewolf",
}


def town(
    number: int = 1,
    roles: dict[str, str] = TOWN,
    revealed: str = "",
    framed: str = "",
    guilty: str = "",
    **acts: Any,
) -> Dawn:
    marks = [frozenset(names.split()) for names in (revealed, framed, guilty)]
    return town_of_agents.night(roles, acts, number=number, revealed=marks[0], framed=marks[1], guilty=marks[2])


def test_jailed_werewolf_on_even_nights() -> None:  # TA-7
    acts: dict[str, Any] = {
        "jail": {"Jay": "Wer"},
        "execute": {"Jay": "Wer"},
        "check": {"She": "Jay"},
        "watch": {"Loo": "Jay"},
    }
    dawn = town(2, rampage={"Wer": "Cit"}, **acts)
    assert set(dawn.dead) == {"Jay", "She", "Loo"}
    assert dawn.told["Loo"] == {"watch": ["She"]}  # the attack is not a visit; told although Loo dies
    assert dawn.notices == {"Wer": {"jailed"}}
    assert (dawn.void, town(1, **acts).dead) == (set(), {"Wer": "Werewolf"})


def test_doctor_stops_the_jailed_werewolf_but_is_a_visitor() -> None:  # TA-7
    dawn = town(2, jail={"Jay": "Wer"}, heal={"Doc": "Jay"})
    assert set(dawn.dead) == {"Doc"}
    assert dawn.notices == {"Wer": {"jailed", "stopped"}, "Jay": {"healed"}}


def test_two_jailors_and_a_jailed_holder() -> None:  # TA-5, TA-7
    dawn = town(2, jail={"Jay": "Wer", "Jim": "Jay"}, execute={"Jim": "Jay"}, check={"She": "Jay"})
    assert set(dawn.dead) == {"Jay", "She"}  # executed, and the Jailor's visitors are attacked all the same
    dawn = town(2, jail={"Jay": "Wer", "Jim": "Jay"})
    assert dawn.dead == {}
    assert dawn.notices == {"Wer": {"jailed", "immune"}, "Jay": {"jailed"}}
    dawn = town(1, jail={"Jay": "Cit", "Jim": "Jay"}, execute={"Jay": "Cit"})
    assert (dawn.dead, dawn.void) == ({}, set())


def test_execution_is_unstoppable_and_at_once() -> None:
    dawn = town(
        jail={"Jay": "God"},
        execute={"Jay": "God"},
        heal={"Doc": "God"},
        shoot={"Vig": "God"},
        kill={"God": "Cit", "Maf": "May"},
    )
    assert dawn.dead == {"May": "Mayor", "God": "Godfather"}
    assert dawn.notices == {"God": {"jailed"}}  # no stopped, immune, saved or guilt for the dead (TA-8)


def test_mafia_vote() -> None:  # TA-6
    assert set(town(kill={"God": "Cit", "Maf": "She", "Mob": "She"}).dead) == {"Cit"}
    dawn = town(kill={"Maf": "She", "Mob": "She"}, watch={"Loo": "She"})
    assert (set(dawn.dead), dawn.told) == ({"She"}, {"Loo": {"watch": ["Maf"]}})
    assert town(kill={"Maf": "She", "Mob": "Cit"}).dead == {}
    dawn = town(kill={"God": "Fra", "Maf": "She", "Fra": "Cit"})
    assert (set(dawn.dead), dawn.void) == ({"She"}, {"God"})
    assert set(town(kill={"God": "Cit", "Maf": "She"}, jail={"Jay": "God"}).dead) == {"She"}
    assert set(town(kill={"mafia": "Cit"}).dead) == {"Cit"}


def test_promotion_at_dusk() -> None:  # TA-6
    roles = {n: TOWN[n] for n in ("Cit", "She", "May", "Fra", "Con")}
    dawn = town(roles=roles, kill={"Fra": "Cit"}, frame={"Fra": "May"}, consult={"Con": "She"})
    assert (dawn.dead, dawn.framed, dawn.roles["Fra"]) == ({"Cit": "Citizen"}, set(), "Mafia")
    assert (dawn.notices, dawn.told) == ({"Fra": {"promoted"}}, {"Con": {"consult": "Sheriff"}})
    assert (dawn.winner, dawn.reason) == ("mafia", "mafia-parity")


def test_killed_at_once_acts_no_more_but_is_still_visited() -> None:  # TA-4, TA-8
    dawn = town(
        kill={"God": "She"},
        check={"She": "Maf"},
        consult={"Con": "She"},
        shoot={"Vig": "She"},
        watch={"Loo": "She"},
    )
    assert dawn.told == {"Con": {"consult": "Sheriff"}, "Loo": {"watch": ["Vig", "God", "Con"]}}
    assert dawn.notices == {}  # no credit, no guilt
    dawn = town(kill={"God": "Doc"}, heal={"Doc": "Cit"}, shoot={"Vig": "Cit"})  # the heal stands
    assert set(dawn.dead) == {"Doc"}
    assert dawn.notices == {"Vig": {"stopped"}, "Cit": {"healed"}}


def test_double_attack_credits_both() -> None:
    dawn = town(2, shoot={"Vig": "Cit"}, rampage={"Wer": "Cit"}, heal={"Doc": "Vig"})
    assert set(dawn.dead) == {"Cit"}  # Vig visited Cit, but is healed
    assert dawn.notices == {"Vig": {"guilt", "healed"}, "Doc": {"saved"}, "Wer": {"stopped"}}
    roles = {n: TOWN[n] for n in ("Cit", "Vig", "Maf", "May", "She")} | {"Van": "Vigilante"}
    dawn = town(roles=roles, shoot={"Vig": "Cit", "Van": "Cit"})
    assert dawn.notices == {"Vig": {"guilt"}, "Van": {"guilt"}}


def test_rampage_and_staying_home() -> None:  # TA-8
    visitors: dict[str, Any] = {
        "heal": {"Doc": "God"},
        "check": {"She": "God"},
        "watch": {"Loo": "God", "Lot": "Wer"},
    }
    dawn = town(2, rampage={"Wer": "God"}, **visitors)
    assert set(dawn.dead) == {"She", "Doc", "Loo"}
    assert dawn.told["Loo"] == {"watch": ["She", "Doc", "Wer"]}
    assert set(town(2, rampage={"Wer": "God"}).dead) == {"God"}  # Powerful pierces Basic
    dawn = town(2, rampage={"Wer": "Wer"}, **visitors)
    assert (set(dawn.dead), dawn.told["Lot"]) == ({"Lot"}, {"watch": []})
    assert town(3, rampage={"Wer": "God"}).dead == {}  # not asked on odd nights


def test_notices_of_ta_11() -> None:
    assert town(shoot={"Vig": "God"}).notices == {"Vig": {"immune"}}
    assert town(kill={"God": "Wer"}).notices == {"God": {"immune"}}
    dawn = town(shoot={"Vig": "Cit"}, jail={"Jay": "Cit"})
    assert dawn.notices == {"Vig": {"immune"}, "Cit": {"jailed"}}
    dawn = town(shoot={"Vig": "Cit"}, kill={"God": "Cit"}, jail={"Jay": "Cit"}, heal={"Doc": "Cit", "Dot": "Cit"})
    assert dawn.notices == {
        "Vig": {"stopped"},
        "God": {"stopped"},
        "Cit": {"jailed", "healed"},
        "Doc": {"saved"},
        "Dot": {"saved"},
    }
    assert town(heal={"Doc": "Cit"}).notices == {}
    assert town(kill={"God": "Doc"}, heal={"Doc": "Doc"}).notices == {
        "Doc": {"saved", "healed"},
        "God": {"stopped"},
    }


def test_revealed_mayor_cannot_be_healed() -> None:  # TA-9
    dawn = town(revealed="May", kill={"God": "May"}, heal={"Doc": "May"}, watch={"Loo": "May"})
    assert (set(dawn.dead), dawn.void, dawn.told["Loo"]) == ({"May"}, {"Doc"}, {"watch": ["God"]})


def test_frames_last_until_a_look() -> None:  # TA-12
    dawn = town(framed="Cit God", frame={"Fra": "May"}, check={"She": "God"})
    assert dawn.told == {"She": {"check": "SUSPICIOUS"}}
    assert dawn.framed == {"Cit", "May"}
    readings = [town(n, check={"She": "Wer"}).told["She"]["check"] for n in (1, 2, 3, 4, 5)]
    assert readings == ["NOT SUSPICIOUS", "SUSPICIOUS", "NOT SUSPICIOUS", "SUSPICIOUS", "SUSPICIOUS"]
    assert town(check={"She": "God"}).told["She"]["check"] == "NOT SUSPICIOUS"


def test_guilt_kills_whatever_protects_and_town_void() -> None:  # TA-10, TA-13
    dawn = town(guilty="Vig", shoot={"Vig": "Cit"}, heal={"Doc": "Vig"})
    assert dawn.dead == {"Cit": "Citizen", "Vig": "Vigilante"}
    assert dawn.notices == {}
    dawn = town(
        shoot={"Vig": "Vig"},
        check={"She": "Zed"},
        jail={"Jay": "Jay"},
        frame={"Fra": "Fra"},
        watch={"Loo": "Loo"},
        heal={"Doc": "Doc"},
        execute={"Jay": "Jay"},
    )
    assert dawn.void == {"Vig", "She", "Jay", "Fra", "Loo"}


def test_town_victory() -> None:  # TA-14
    def end(*names: str) -> tuple[str | None, str | None]:
        return town_of_agents.victory({n: TOWN[n] for n in names})

    assert end("Wer") == ("werewolf", "werewolf-last")
    assert end("Wer", "Cit") == (None, None)
    assert end("Maf", "God", "Wer") == (None, None)
    assert end("Cit") == ("town", "no-evil-left")
    assert end("Fra", "Cit") == ("mafia", "mafia-parity")
    assert end() == ("draw", "nobody-left")

"""The acts of a game as slots: one for each act at each step that collects it, one for each attack of a trigger."""

from __future__ import annotations

from dataclasses import dataclass

from duskfall.batch.making.needs import Needs
from duskfall.core.plan.compile import Plan
from duskfall.vocabulary.cards import Ability, Group
from duskfall.vocabulary.effects import Attack, Effect
from duskfall.vocabulary.steps import Collect


@dataclass(frozen=True, slots=True)
class Slot:
    """The acts of one name that are chosen at one step, or that one trigger causes."""

    name: str  # in the names of its variables
    verb: str
    abilities: dict[str, Ability]  # by role; a team's is under the empty role
    single: bool  # whether a night has at most one of these acts
    group: Group | None = None
    trigger: str = ""  # the trigger whose attack it is ...
    attack: Attack | None = None  # ... and the attack
    step: int = -1

    @property
    def names_role(self) -> bool:
        """Return whether a role is named with the target."""
        return any(ability.pick.names_role for ability in self.abilities.values())

    def variants(self, effect: Effect) -> tuple[str, ...]:
        """Return the roles whose act of this name has this effect."""
        return tuple(role for role, ability in self.abilities.items() if effect in ability.does)

    def does(self, effect: Effect) -> bool:
        """Return whether an act of this slot can have this effect."""
        return effect == self.attack if self.attack else bool(self.variants(effect))

    @property
    def varies(self) -> bool:
        """Return whether the effects of the act depend on the role of its actor."""
        return len({ability.does for ability in self.abilities.values()}) > 1

    @property
    def keeps_role(self) -> bool:
        """Return whether it matters as which role an act was done, even if its actor has another role since."""
        return self.varies or len({ability.astral for ability in self.abilities.values()}) > 1

    @property
    def visits(self) -> bool:
        """Return whether any of these acts makes its actor visit the target."""
        return any(not ability.astral for ability in self.abilities.values())


def slots_of(plan: Plan, needs: Needs) -> tuple[Slot, ...]:
    """Return all slots: those of triggers first, then in the order of the flow."""
    found: list[Slot] = []
    for name in plan.triggers:
        if name in needs.triggers:
            role, trigger = plan.triggers[name]
            single = role is not None and needs.single(role.name)
            for effect in trigger.does:
                if isinstance(effect, Attack) and effect.as_:
                    found.append(Slot(f"{effect.as_} by {name}", effect.as_, {}, single, None, name, effect))
    for number, step in enumerate((*plan.rules.night, *plan.rules.day)):
        for verb in step.verbs if isinstance(step, Collect) else ():
            abilities = needs.abilities(verb)
            if verb in needs.acts and abilities:
                again = sum(slot.verb == verb and not slot.trigger for slot in found)
                group = plan.groups.get(verb)
                single = bool(group) or (len(abilities) == 1 and needs.single(*abilities))
                name = f"{verb} {again + 1}" if again else verb
                found.append(Slot(name, verb, abilities, single, group, step=number))
    return tuple(found)

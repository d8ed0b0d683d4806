"""The acts of a night as slots: one for each act at each step that collects it, one for each attack of a trigger."""

from __future__ import annotations

from dataclasses import dataclass

from duskfall.batch.making.needs import Needs
from duskfall.core.plan.compile import Plan
from duskfall.vocabulary.cards import Ability, Group
from duskfall.vocabulary.effects import Attack, Effect
from duskfall.vocabulary.steps import Collect


@dataclass(frozen=True, slots=True)
class Slot:
    """Acts of one name that are chosen at one step, or that one trigger brings about."""

    name: str  # of its variables
    verb: str
    abilities: dict[str, Ability]  # by role; a team's under no role
    single: bool  # whether there is never more than one such act in a night
    group: Group | None = None
    trigger: str = ""  # whose attack it is ...
    attack: Attack | None = None  # ... and which
    step: int = -1

    @property
    def names_role(self) -> bool:
        """Whether a role is named with the target."""
        return any(ability.pick.names_role for ability in self.abilities.values())

    def variants(self, effect: Effect) -> tuple[str, ...]:
        """The roles whose act of this name does this."""
        return tuple(role for role, ability in self.abilities.items() if effect in ability.does)

    def does(self, effect: Effect) -> bool:
        """Whether an act of this slot can do this."""
        return effect == self.attack if self.attack else bool(self.variants(effect))

    @property
    def varies(self) -> bool:
        """Whether what the act does depends on the role of its holder."""
        return len({ability.does for ability in self.abilities.values()}) > 1

    @property
    def visits(self) -> bool:
        """Whether such an act leads to its target."""
        return any(not ability.astral for ability in self.abilities.values())


def slots_of(plan: Plan, needs: Needs) -> tuple[Slot, ...]:
    """All slots: those of triggers first, then in the order of the flow."""
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

"""A host who taps whatever the screen offers, by a seeded draw."""

from __future__ import annotations

from random import Random
from typing import Any

from duskfall.host.evening.evening import Evening
from duskfall.host.evening.followed import still_fitting
from duskfall.wire.screens import HostScreen
from tests.host.fitting import misfits

Action = dict[str, Any]


class Monkey:
    """Taps through an evening; what the screen offers is never refused."""

    def __init__(self, seed: int, rules: str, deal: str = "phone", seats: int = 10, wild: bool = False) -> None:
        self.random = Random(f"{seed} {rules} {deal}")
        self.evening = Evening()
        self.wild = wild  # also removes, fouls, switches, goes back and forth
        self.refused: list[tuple[Action, str]] = []
        self.do(do="set", key="rules", value=rules)
        self.do(do="set", key="names", value=["" for _ in range(seats)])
        self.do(do="set", key="deal", value=deal)
        self.seed = seed

    def do(self, **action: Any) -> None:
        """One tap, which must be taken."""
        refused = self.evening.do(action)
        assert not refused, (action, refused)

    def may(self, **action: Any) -> None:
        """One tap, which may be refused."""
        if refused := self.evening.do(action):
            self.refused.append((action, refused))

    def step(self, screen: dict[str, Any] | None = None) -> dict[str, Any]:
        """Look at the screen, which may have been looked at already, and do what it is there for; the screen."""
        screen = screen or self.evening.screen()
        place = screen["place"]
        if place == "table":
            self.do(do="deal", seed=self.seed)
        elif place == "cards":
            self._enter(screen)
        elif place == "over":
            self.do(do="again")
        else:
            self._fill(screen)
            if self.evening.rest and self.evening.screen()["rest"] and self.random.random() < 0.5:
                self.do(do="rest", steps=still_fitting(self.evening))
            elif self.wild and self.random.random() < 0.12:
                self._wild(len(screen["seats"]))
            else:
                self.do(do="next")
        return screen

    def game(self, most: int = 3000) -> list[dict[str, Any]]:
        """A whole game, from the table to its end; the screens."""
        seen = []
        for _ in range(most):
            seen.append(self.evening.screen())
            assert not misfits(seen[-1], HostScreen)
            if seen[-1]["place"] == "over":
                return seen
            self.step(seen[-1])
        raise AssertionError("this game does not end")

    def _enter(self, screen: dict[str, Any]) -> None:
        cards, roles = screen["cards"], []
        for role in cards["roles"]:
            if not cards["calling"] or role["role"] == cards["asking"]:
                roles += [role["role"]] * role["left"]
        free = [chair["seat"] for chair in screen["seats"] if not chair["role"]]
        self.random.shuffle(free)
        for seat, role in zip(free, roles, strict=False):
            self.do(do="role", seat=seat, role=role)
        self.do(do="next")

    def _fill(self, screen: dict[str, Any]) -> None:
        for form in screen["forms"]:
            if self.random.random() < 0.15:
                continue
            if form["kind"] == "speech":
                if form["nominees"] and self.random.random() < 0.5:
                    seat = self.random.choice(form["nominees"])["value"]
                    self.do(do="pick", seat=form["seat"], verb=form["verb"], value={"nominate": seat})
                continue
            options = form["options"] if self.random.random() < 0.1 else [o for o in form["options"] if not o["barred"]]
            if options:
                value = self.random.choice(options)["value"]
                if form["roles"]:
                    value = {"target": value, "as": self.random.choice(form["roles"])["value"]}
                self.do(do="pick", seat=form["seat"], verb=form["verb"], value=value)

    def _wild(self, seats: int) -> None:
        kind = self.random.choice(("foul", "foul", "foul", "remove", "flag", "back", "back", "back", "hand", "note"))
        seat = self.random.randint(1, seats)
        if kind == "foul":
            self.may(do="foul", seat=seat, by=self.random.choice((1, 1, -1)))
        elif kind == "remove" and self.random.random() < 0.2:
            self.may(do="remove", seat=seat, cause=self.random.choice(("left", "fouls", "idle")))
        elif kind == "flag":
            flag = self.random.choice([f for f in self.evening.screen()["flags"] if isinstance(f["value"], bool)])
            self.may(do="flag", name=flag["name"], value=not flag["value"])
        elif kind == "hand":
            self.may(do="hand", seat=seat, name=f"New {seat} {self.random.randint(1, 9)}")
        elif kind == "note":
            self.may(do="note", text="Something")
        else:
            for _ in range(self.random.randint(1, 30)):
                self.may(do="back")
            for _ in range(self.random.choice((0, 0, 1, 5, 40))):
                self.may(do="forth")
            while self.evening.screen()["place"] == "table" and len(self.evening.standing) < 3:
                self.may(do="set", key="callAll", value=False)

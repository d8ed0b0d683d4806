"""A host at work: taps, and the screens that follow."""

from __future__ import annotations

from typing import Any

from duskfall.host.evening.evening import Evening

CITY = {
    "Ann": "Don", "Bob": "Mafia", "Cid": "Maniac", "Dee": "Sheriff", "Eli": "Doctor", "Fay": "Mistress",
    "Gus": "Citizen", "Hal": "Citizen", "Ida": "Citizen", "Jon": "Citizen",
}  # fmt: skip
ANN, BOB, CID, DEE, ELI, FAY, GUS, HAL, IDA, JON = range(1, 11)


class Host:
    """Taps, and says which screen follows."""

    def __init__(self, **setup: Any) -> None:
        self.evening = Evening()
        if setup:
            self.do("start", setup=setup)

    def do(self, kind: str, **rest: Any) -> dict[str, Any]:
        refused = self.evening.do({"do": kind, **rest})
        assert not refused, (kind, rest, refused)
        return self.screen

    def refuses(self, kind: str, **rest: Any) -> str:
        before, log = self.screen, list(self.evening.log)
        refused = self.evening.do({"do": kind, **rest})
        assert refused
        assert self.evening.log == log
        assert self.screen == before
        return refused

    @property
    def screen(self) -> dict[str, Any]:
        return self.evening.screen()

    @property
    def facts(self) -> list[Any]:
        return self.evening.games[-1].game.facts

    def of(self, kind: type[Any]) -> list[Any]:
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def until(self, place: str, verb: str = "") -> dict[str, Any]:
        """Next, until this place, and this question."""
        for _ in range(300):
            screen = self.screen
            if screen["place"] == place and (not verb or any(form["verb"] == verb for form in screen["forms"])):
                return screen
            self.do("next")
        raise AssertionError(f"never at {place} {verb}")

    def pick(self, verb: str, value: Any) -> dict[str, Any]:
        """The first who is asked this answers so."""
        form = next(form for form in self.screen["forms"] if form["verb"] == verb)
        return self.do("pick", seat=form["seat"], verb=verb, value=value)

    def vote(self, verb: str, **by: int) -> dict[str, Any]:
        """Names vote for seats; then Next."""
        names = self.evening.games[-1].names
        for name, target in by.items():
            self.do("pick", seat=names.index(name) + 1, verb=verb, value=target)
        return self.do("next")

    def night(self, **acts: int) -> dict[str, Any]:
        """A whole night with these acts; the ruling."""
        self.until("night")
        while (screen := self.screen)["place"] == "night":
            for form in screen["forms"]:
                if form["verb"] in acts:
                    self.do("pick", seat=form["seat"], verb=form["verb"], value=acts[form["verb"]])
            self.do("next")
        return self.screen


def city(**rest: Any) -> Host:
    return Host(**{"rules": "city-mafia", "seats": CITY, **rest})

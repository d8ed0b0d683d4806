"""The tools of a seat, and what can be read there; what a client sees of each is its docstring."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from duskfall.mcp import picks, tell
from duskfall.mcp.link import Link, Unreachable
from duskfall.mcp.picks import Claimed, NotTaken
from duskfall.mcp.seen import Seen
from duskfall.tell.tongue import say, speaking
from duskfall.wire.forms import SeatForm

LONGEST = 300.0  # seconds that a client may wait at once


class SeatTools:
    """What a client may do in its seat."""

    def __init__(self, link: Link, language: str) -> None:
        self._link, self._language = link, language
        self._coming_back = False

    async def look(self) -> str:
        """Look at the table: phase, who lives, your card, what happened since you last looked, what you are asked."""
        seen = await self._here()
        with speaking(self._language):
            return self._told(seen, tell.look(seen, time.monotonic()))

    async def wait(self, seconds: float = 45, until_asked: bool = False) -> str:
        """Wait until something new happens or you are asked, so many seconds at most (300).

        With until_asked: only until you are asked or the game is over.
        """
        seen, limit = await self._here(), min(max(seconds, 0.0), LONGEST)
        came = await self._link.until(
            lambda: seen.forms or seen.ended or (seen.fresh and not until_asked),
            limit,
        )
        seen = await self._link.ready()
        with speaking(self._language):
            nothing = (
                "" if came or seen.fresh else say("Nothing new in {seconds} seconds.", seconds=round(limit)) + "\n\n"
            )
            return self._told(seen, nothing + tell.news(seen, time.monotonic()))

    async def say(
        self,
        text: str,
        to: str | int = "",
        nominate: str | int = "",
        claims: list[Claimed] | None = None,
    ) -> str:
        """Speak when you are asked to; an empty text passes. Between games and among the dead: a line of chat.

        to: whom you address, nominate: whom you put up for the vote, each by name or number, where the question allows
        it. claims: what bots understand beside the text; kind role, result, visit, accuse or defend; seat: of whom (a
        name or number; empty: yourself); word: the role or the result; verb: by which act you learnt a result.
        """
        seen = await self._link.ready()
        form = next((each for each in seen.forms if each["kind"] == "speech"), None)
        if form and seen.now:
            value = picks.speech(form, seen.now, text, str(to), str(nominate), claims or [])
            return await self._answer(seen, form, value if text.strip() or len(value) > 1 else "")
        if seen.forms:
            raise NotTaken("You are asked for a choice, not for words: use `answer`.")
        if not seen.may_chat:
            raise NotTaken("You are not asked to speak now: call `wait` until you are.")
        if not text.strip():
            raise NotTaken("There is nothing to pass on here: give `text`.")
        before = len(seen.chat)
        return await self._done(seen, {"do": "chat", "text": text}, lambda: len(seen.chat) > before)

    async def answer(self, choice: str | int, role: str = "", question: int | None = None) -> str:
        """Answer a question with a name, word or number that it offers.

        role: the role to name beside a player, where the question wants one. question: its number, if several are open.
        """
        seen = await self._link.ready()
        form = picks.question(seen.forms, question)
        return await self._answer(seen, form, picks.choice(form, str(choice), role))

    async def rules(self) -> str:
        """The rules of this table: its cards, its house rules, and what can be met with them."""
        seen = await self._link.ready()
        seen.rules = ""
        if refused := await self._link.send({"do": "rules"}, lambda: seen.rules):
            raise NotTaken(refused)
        return seen.rules

    async def card(self) -> str:
        """The card of your seat."""
        seen = await self._link.ready()
        with speaking(self._language):
            return tell.card(seen.now) or say("No cards have been dealt yet.")

    async def _here(self) -> Seen:
        """What the seat has; whoever looks takes it back from the bot that answers for it, once for each absence."""
        seen = await self._link.ready()
        if seen.stood_in and not self._coming_back:
            with suppress(Unreachable):
                await self._link.send({"do": "back"}, lambda: not seen.stood_in)
        self._coming_back = seen.stood_in
        return seen

    async def _answer(self, seen: Seen, form: SeatForm, value: object) -> str:
        game, verb, number = seen.game, form["verb"], form["number"]
        deed = {"do": "answer", "verb": verb, "number": number, "value": value}
        return await self._done(
            seen,
            deed,
            lambda: seen.game != game or (verb, number) not in ((each["verb"], each["number"]) for each in seen.forms),
        )

    async def _done(self, seen: Seen, deed: dict[str, object], done: Callable[[], object]) -> str:
        if refused := await self._link.send(deed, done):
            raise NotTaken(refused)
        with speaking(self._language):
            return self._told(seen, say("Taken.") + "\n\n" + tell.news(seen, time.monotonic()))

    def _told(self, seen: Seen, text: str) -> str:
        seen.told()
        return text

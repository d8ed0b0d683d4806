"""The table of seats on the screen: deaths, the speaker, known and claimed roles, titles and votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from duskfall.core.facts import EVERYONE, Began, Said
from duskfall.core.view import View
from duskfall.study.sight import role_of, teams
from duskfall.tell.text import safe, shown, spaced
from duskfall.terminal.stage.looks import colours

SPEAKS, DEAD, TITLE, VOTE, HALF = "▸", "†", "★", "▪", "▫"
MARGIN, VOTES, SAYS = 6, 10, "says "  # widths of number and mark, and of votes; text before a claimed role
ROLE, FEWEST = 13, 5  # widths of role and votes on a narrow screen


class Now(NamedTuple):
    """The state of the screen beyond the view: the speaker (0: nobody), the ballots shown so far, and dawn."""

    speaker: int = 0
    ballots: tuple[tuple[int, int | str], ...] = ()
    weights: tuple[tuple[int, float], ...] = ()  # voters whose ballot doesn't count exactly once, with its weight
    tally: tuple[tuple[int | str, float], ...] = ()  # the sums, once all ballots are open
    dawn: bool = False


NOTHING = Now()


def cell(text: Text, width: int) -> Text:
    """Return the text padded or truncated to exactly `width` columns."""
    text = text.copy()
    text.truncate(max(0, width), overflow="ellipsis", pad=True)
    return text


class Board:
    """The table of seats of one view, at most `most` columns wide.

    Claims and ballots are added if the table then fits into `ample` columns.
    """

    def __init__(self, view: View, now: Now, most: int, ample: int) -> None:
        self.view, self.now = view, now
        self.names = [safe(name) for name in view.names]
        self.name = max(map(cell_len, self.names), default=0) + 4
        self.role = max(map(cell_len, dealt(view)), default=0) + 1
        needed = MARGIN + self.name + self.role + VOTES
        more = len(SAYS) + self.role + self.name
        self.spacious = needed + more <= ample
        self.width = needed + more if self.spacious else min(needed, most)
        if needed > self.width:
            self.role = min(self.role, ROLE)
            self.name = max(4, min(self.name, self.width - MARGIN - self.role - FEWEST))

    def rows(self, width: int, height: int) -> list[Text]:
        """Return at most `height` rows: the seats, then titles and counts, or the names of the seats that don't fit."""
        mine, titled, says = colours(self.view), set(self.view.titles.values()), claims(self.view)
        seats = range(1, len(self.names) + 1)
        hidden = self._hidden(len(seats) - height + 1) if len(seats) > height else []
        rows = [self._row(seat, mine, seat in titled, says.get(seat, "")) for seat in seats if seat not in hidden]
        under = [self._mark(hidden)] if hidden else [Text.assemble("    ", line) for line in self._under(mine)]
        return [cell(row, width) for row in (*rows, *under)][: max(0, height)]

    def _hidden(self, count: int) -> list[int]:
        """Return `count` seats to leave out: the dead first, then those with the highest numbers."""
        last_first = range(len(self.names), 0, -1)
        return sorted(sorted(last_first, key=lambda seat: seat not in self.view.dead)[:count])

    def _mark(self, hidden: Sequence[int]) -> Text:
        names = ", ".join(f"{seat} {DEAD * (seat in self.view.dead)}{self.names[seat - 1]}" for seat in hidden)
        return Text(f"  … {len(hidden)} hidden: {names}", "italic")

    def _row(self, seat: int, mine: dict[str, str], titled: bool, says: str) -> Text:
        view, now, name, role = self.view, self.now, self.names[seat - 1], role_of(self.view, seat)
        dead = seat in view.dead
        style = Style(color=mine.get(role), dim=dead)
        mark = DEAD if dead else SPEAKS if seat == now.speaker else " "
        row = Text.assemble(
            (f"{seat:>3} {mark} ", Style(dim=dead, bold=seat == now.speaker)),
            cell(Text(f"{name} {TITLE}" if titled else name, style + Style(bold=not dead)), self.name),
            cell(Text(role, style), self.role),
        )
        if not self.spacious:
            return Text.assemble(row, votes_on(seat, now, self.width - row.cell_len))
        claim = cell(Text(f"{SAYS}{says}" if says else "", "dim italic"), len(SAYS) + self.role)
        return Text.assemble(row, claim, cell(votes_on(seat, now, VOTES - 1), VOTES), self._ballot(seat))

    def _ballot(self, seat: int) -> Text:
        """Return an arrow and the target of this seat's vote, or nothing if it hasn't voted."""
        voted = dict(self.now.ballots).get(seat)
        if voted is None:
            return Text()
        named = isinstance(voted, int) and 0 < voted <= len(self.names)
        return Text(f"→ {self.names[int(voted) - 1] if named else safe(str(voted))}", "dim")

    def _under(self, mine: dict[str, str]) -> Iterator[str | Text]:
        """Yield the rows below the seats: titles, votes for no player, and the number of the living."""
        view, now = self.view, self.now
        yield ""
        for title, seat in view.titles.items():
            if seat:
                yield f"{TITLE} {spaced(title)}: {self.names[seat - 1]}"
        for word in dict.fromkeys(voted for _, voted in now.ballots if isinstance(voted, str)):
            yield Text.assemble(f"{safe(word)} ", votes_on(word, now, VOTES))
        if self.names:
            yield f"{len(view.living)} of {len(self.names)} live"
        if view.seat is None:
            yield living_teams(view, mine)


def dealt(view: View) -> list[str]:
    """Return the roles of the deck, which everybody knows."""
    return [role for fact in view.facts[:1] if isinstance(fact, Began) for role, _ in fact.deck]


def votes_on(target: int | str, now: Now, room: int) -> Text:
    """Return a mark for each vote for a target, a half mark for a half, and the sum once all ballots are open.

    Marks that don't fit into `room` columns become a number.
    """
    weights = dict(now.weights)
    count = sum(weights.get(voter, 1) for voter, voted in now.ballots if voted == target)
    total = dict(now.tally).get(target)
    end = f" {shown(total)}" if total is not None else ""
    marks = VOTE * int(count) + HALF * (count % 1 > 0)
    if len(marks) + len(end) > room:
        marks, end = f"{VOTE}×{shown(count if total is None else total)}", ""
    return Text(marks + end if count or end else "", "bold yellow")


def claims(view: View) -> dict[int, str]:
    """Return the role that each seat last claimed in public, by seat."""
    return {
        fact.seat: safe(claim.word)
        for fact in view.facts
        if isinstance(fact, Said) and fact.to == EVERYONE
        for claim in fact.claims
        if claim.kind == "role" and claim.seat == fact.seat
    }


def living_teams(view: View, mine: dict[str, str]) -> Text:
    """Return the number of living players of each team; only for the moderator's view."""
    count = Counter(teams(view).get(role_of(view, seat), "") for seat in view.living)
    line = Text()
    for role, team in teams(view).items():
        if count[team]:
            line.append(f"{'  ' if line else ''}{team} {count.pop(team)}", mine[role])
    return line

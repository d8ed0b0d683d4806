"""Tables of a printed score sheet: the actions of each night, and the votes of each day."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from duskfall.host.protocol.wording import aim, deaths, learned, overturn, seats, sent_away
from duskfall.tell import phrases
from duskfall.tell.figures import format_number
from duskfall.tell.text import capital
from duskfall.tell.tongue import row, say, semicolons, word
from duskfall.wire.phases import KeptAct, KeptBallot, KeptDay, KeptNight, KeptVote
from duskfall.wire.protocol import KeptGame

WIDE = 5  # nights in one table


def nights(game: KeptGame) -> str:
    """Return tables with a row per action and a column per night; a long game needs several."""
    found = [phase for phase in game["phases"] if phase["phase"] == "night"]
    grids = [_nights(found[start : start + WIDE]) for start in range(0, len(found), WIDE)]
    head = f"<h2>{e(say('Nights'))}</h2>"
    return "".join(
        f'<div class="whole">{head if not number else ""}{grid}</div>\n' for number, grid in enumerate(grids)
    )


def _nights(columns: list[KeptNight]) -> str:
    rows: dict[str, list[KeptAct]] = {}
    for night in columns:
        for act in night["acts"]:
            rows.setdefault(act["verb"], []).append(act)
    head = "".join(f"<th>{e(say('Night {number}', number=night['number']))}</th>" for night in columns)
    body = "".join(_row(verb, acts, columns) for verb, acts in rows.items())
    dead = "".join(f"<td>{_dead(night)}</td>" for night in columns)
    return (
        f'<table class="grid"><thead><tr><th></th>{head}</tr></thead><tbody>{body}'
        f'<tr class="sum"><td>{e(say("Died"))}</td>{dead}</tr></tbody></table>'
    )


def _dead(night: KeptNight) -> str:
    """Return the seats that died in a night, each with what killed it."""
    found = []
    for death in night["deaths"]:
        causes = row(phrases.cause(cause) for cause in death["causes"])
        found.append(f'<b>{death["seat"]}</b> <span class="soft">{e(causes)}</span>')
    return "<br>".join(found) or "—"


def _row(verb: str, acts: list[KeptAct], columns: list[KeptNight]) -> str:
    team = next((act["team"] for act in acts if act["team"]), "")
    roles = list(dict.fromkeys(act["role"] for act in acts if act["role"]))
    who = word(team, "team") if team else " / ".join(word(role, "role") for role in roles)
    several = any(sum(act["verb"] == verb for act in night["acts"]) > 1 for night in columns)
    label = f'{e(capital(word(verb, "verb")))} <span class="soft">{e(who)}</span>'
    cells = ("<br>".join(_act(act, several) for act in night["acts"] if act["verb"] == verb) for night in columns)
    return f"<tr><td>{label}</td>{''.join(f'<td class=act>{cell}</td>' for cell in cells)}</tr>"


def _act(act: KeptAct, several: bool) -> str:
    """Return the target of an action with notes, struck out if the action failed."""
    fails = bool(act["void"] or act["overturned"])
    target = str(act["target"]) if act["target"] else "—"
    who = f'<span class="soft">{act["seat"]}→</span>' if several and act["seat"] else ""
    found = f"{who}<s>{target}</s>" if fails else f"{who}<b>{target}</b>"
    return " ".join([found, *(f'<span class="soft">{e(note)}</span>' for note in _notes(act))])


def _notes(act: KeptAct) -> Iterator[str]:
    if act["void"]:
        yield phrases.reason(act["void"])
    yield from (overturn(each) for each in act["overturned"])
    if act["told"] is not None:
        yield learned(act["told"])
    if act["as"]:
        yield word(act["as"], "role")


def votes(game: KeptGame) -> str:
    """Return a table with a row per ballot: the first speaker, nominees, votes and outcome."""
    days = [phase for phase in game["phases"] if phase["phase"] == "day"]
    if not days:
        return ""
    nominated = any(day["nominations"] for day in days)
    heads = [("day", ""), ("small", say("Speaks first")), *([("", say("Nominated"))] if nominated else [])]
    heads += [("", say("Votes")), ("end", say("Outcome"))]
    head = "".join(f'<th class="{style}">{e(text)}</th>' for style, text in heads)
    body = "".join(_day(day, nominated) for day in days)
    return (
        f"<div><h2>{e(say('Days'))}</h2>"
        f'<table class="votes"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n'
    )


def _day(day: KeptDay, nominated: bool) -> str:
    ballots: list[KeptBallot | None] = [*day["ballots"]] or [None]
    said = _said(day)
    span, whole = _span(len(ballots)), _span(len(ballots) + bool(said))
    under = " open" if said else ""  # no line between a day and its speeches
    front = [f'<td class="day"{whole}>{e(say("Day {number}", number=day["number"]))}</td>']
    front.append(f'<td class="small{under}"{span}>{day["first"] or ""}</td>')
    if nominated:
        up = seats(each["target"] for each in day["nominations"])
        front.append(f'<td class="{under}"{span}>{e(up)}</td>')
    rows = []
    for number, ballot in enumerate(ballots, 1):
        last = number == len(ballots)
        cell = f'<td class="{under if last else ""}">'
        cells = f"{cell}{_ballot(ballot, day, last)}</td>{cell}{e(semicolons(_end(ballot, day, last)))}</td>"
        rows.append(f"<tr>{''.join(front)}{cells}</tr>" if number == 1 else f'<tr class="more">{cells}</tr>')
    if said:
        rows.append(f'<tr class="said"><td colspan="{4 if nominated else 3}">{said}</td></tr>')
    return "".join(rows)


def _span(rows: int) -> str:
    return f' rowspan="{rows}"' if rows > 1 else ""


def _said(day: KeptDay) -> str:
    """Return the host's notes on the day's speeches and last words."""
    notes = [(each, "") for each in day["said"]] + [(each, say("last word")) for each in day["last"]]
    return " ".join(
        f"<span><b>{each['seat']}</b> {f'<i>{e(part)}</i> ' if part else ''}{e(each['text'])}</span>"
        for each, part in notes
        if each["text"]
    )


def _ballot(ballot: KeptBallot | None, day: KeptDay, last: bool) -> str:
    if ballot is None:
        return ""
    found = "".join(_vote(vote, last and vote["for"] in day["out"]) for vote in ballot["votes"])
    void = [
        say("{seat}: {reason}", seat=each["seat"], reason=phrases.reason(each["reason"])) for each in ballot["void"]
    ]
    notes = f'<span class="soft">{e(say("void: {reason}", reason=row(void)))}</span>' if void else ""
    about = say("Do all the tied leave?") if ballot["table"] else word(ballot["verb"], "verb")
    title = f'<span class="soft">{e(about)}</span> ' if ballot["table"] or ballot["election"] else ""
    return f"{title}{found}{notes}" if found or void else f'{title}<span class="soft">{e(say("no votes"))}</span>'


def _vote(vote: KeptVote, out: bool) -> str:
    by = f"<span>{e(seats(vote['by']))}</span>" if vote["by"] else ""
    style = "vote out" if out else "vote"
    return f'<span class="{style}"><b>{e(aim(vote["for"]))}</b><i>{e(format_number(vote["count"]))}</i>{by}</span> '


def _end(ballot: KeptBallot | None, day: KeptDay, last: bool) -> Iterator[str]:
    """Yield the outcome of a ballot."""
    if ballot and ballot["tied"]:
        yield say("tie: {seats}", seats=row(map(aim, ballot["tied"])))
    if last:
        yield from sent_away(day)
        if day["deaths"]:
            yield say("died: {seats}", seats=deaths(day))


def e(text: object) -> str:
    """Escape a value for HTML."""
    return escape(str(text))

"""Score sheets as a printable page: one A4 sheet per game, then the standings; without network access or scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from duskfall.host.protocol.html_grids import nights, votes
from duskfall.host.protocol.standings import table
from duskfall.host.protocol.wording import also, book, departure, house, said, score, seats, when
from duskfall.tell.figures import format_date, format_number
from duskfall.tell.text import capital, cite
from duskfall.tell.tongue import row, say, semicolons, spoken, word
from duskfall.vocabulary.ruleset import DRAW
from duskfall.wire.phases import KeptPhase
from duskfall.wire.protocol import EveningProtocol, KeptBest, KeptGame, KeptSeat
from duskfall.wire.screens import StandingsTable

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
TOLD_ELSEWHERE = ("mark", "notice")  # not interesting on paper, or shown in the table of nights already


def protocol_html(kept: EveningProtocol, corrected: Sequence[str] = ()) -> str:
    """Return a session's score sheet as a page in the current language, with a list of corrections."""
    sheets = [_game(kept, game) for game in kept["games"]]
    if kept["standings"] or corrected:
        sheets.append(_evening(kept, corrected))
    return page(f"{say('Protocol of the evening')} {format_date(kept['date'])}", sheets)


def page(title: str, sheets: Iterable[str]) -> str:
    """Return a self-contained HTML page with these sheets."""
    style = files("duskfall.host.protocol").joinpath("as_html.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{spoken()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{e(title)}</title>\n"
        f"<style>\n{style}</style>\n</head>\n<body>\n" + "\n".join(sheets) + "\n</body>\n</html>\n"
    )


def e(text: object) -> str:
    """Escape a value for HTML."""
    return escape(str(text))


def _game(kept: EveningProtocol, game: KeptGame) -> str:
    teams = {team: number for number, team in enumerate(game["teams"])}
    parts = [
        _head(
            say("Protocol of the game"),
            f"{book(game)} · {say('Game {number}', number=game['game'])}",
            _times(kept, game),
            game,
        ),
        _seats(game, teams),
        nights(game),
        votes(game),
        _lists(game),
        _signatures(),
    ]
    return f'<section class="sheet">\n{"".join(parts)}</section>'


def _head(over: str, title: str, times: str, game: KeptGame | None = None) -> str:
    line = " · ".join(filter(None, (over, times)))
    found = f'<header><div><p class="over">{e(line)}</p><h1>{e(title)}</h1></div>'
    return f"{found}{_result(game) if game else ''}</header>\n"


def _times(kept: EveningProtocol, game: KeptGame) -> str:
    began, ended = game["began"], game["ended"]
    clock = f"{began[11:16]}–{ended[11:16]}" if began[11:16] and ended[11:16] else began[11:16]
    return " ".join(filter(None, (format_date(began[:10] or kept["date"]), clock)))


def _result(game: KeptGame) -> str:
    end = game["result"]
    if end is None:
        return f'<div class="result"><b>{e(say("The game goes on"))}</b></div>'
    side = word(end["winner"], "side")
    won = said(end) or (say("Draw") if end["winner"] == DRAW else say("Winner: {side}", side=side))
    lines = [word(end["reason"], "reason") + cite(end["rule"])]
    lines += [
        say("also won: {seat} ({role})", seat=each["seat"], role=word(each["role"], "role")) for each in end["cowins"]
    ]
    return f'<div class="result"><b>{e(won)}</b><span>{e(semicolons(lines))}</span></div>'


def _seats(game: KeptGame, teams: dict[str, int]) -> str:
    best = {each["seat"]: each for each in game["best"]}
    heads = [
        ("num", "№"), ("name", say("Player")), ("role", say("Role")), ("left", say("Left the game")),
        ("", say("Fouls")), *([("best", say("Best move"))] if best else []), ("n", say("Points")), ("why", ""),
    ]  # fmt: skip
    head = "".join(f'<th class="{style}">{e(text)}</th>' for style, text in heads)
    rows = "".join(_seat(seat, teams, best, game) for seat in game["seats"])
    return f'<div><table class="seats"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>\n'


def _seat(seat: KeptSeat, teams: dict[str, int], best: dict[int, KeptBest], game: KeptGame) -> str:
    style = " ".join(filter(None, ("won" if seat["won"] else "", "gone" if seat["left"] else "")))
    role = " → ".join(word(each, "role") for each in (*seat["was"], seat["role"]))
    held = "".join(f' <span class="soft">+ {e(word(card, "card"))}</span>' for card in seat["cards"])
    named = best.get(seat["seat"])
    dealt = f' <span class="soft">({e(seat["dealt"])})</span>' if seat["dealt"] != seat["name"] else ""
    cells = [
        f'<td class="num">{seat["seat"]}</td>',
        f'<td class="name">{e(seat["name"])}{dealt}</td>',
        f'<td class="role"><span class="team team{teams[seat["team"]] % 4}"></span>{e(role)}{held}</td>',
        f'<td class="soft">{e(departure(seat["left"]))}</td>',
        f'<td class="fouls">{"●" * max(seat["fouls"], 0)}</td>',
    ]
    if best:
        cells.append(f'<td class="best">{_best(named)}</td>')
    points = f"<b>{e(format_number(seat['points']))}</b>" if game["result"] else ""
    cells += [f'<td class="n">{points}</td>', f'<td class="why">{e(" · ".join(score(seat)))}</td>']
    return f'<tr class="{style}">{"".join(cells)}</tr>'


def _best(named: KeptBest | None) -> str:
    if named is None:
        return ""
    return f'{e(seats(named["named"]))} <span class="soft">{e(say("({hits} found)", hits=named["hits"]))}</span>'


def _lists(game: KeptGame) -> str:
    """Return the lists below the tables: house rules, fouls, other events, notes, problems of the scoring."""
    rules = [f"{capital(house(game, each))}{cite(each['rule'])}" for each in game["house"]]
    events = [
        _then(phase, also(each))
        for phase in game["phases"]
        for each in phase["also"]
        if each["what"] not in TOLD_ELSEWHERE
    ]
    fouls = [_then(phase, _fouled(phase)) for phase in game["phases"] if phase["fouls"]]
    notes = [each["text"] for each in game["notes"]]
    for phase in game["phases"]:
        notes += [_then(phase, each["text"]) for each in phase["notes"]]
    found = [
        _list(say("House rules that differ from the book's"), rules),
        _list(say("Fouls"), fouls),
        _list(say("Also"), events),
        _list(say("Notes"), notes),
        _list(say("Scoring"), game["scoring"]["problems"]),
    ]
    lists = "".join(filter(None, found))
    return f'<div class="lists">{lists}</div>\n' if lists else ""


def _then(phase: KeptPhase, what: str) -> str:
    return say("{when}. {what}", when=when(phase["phase"], phase["number"]), what=what)


def _fouled(phase: KeptPhase) -> str:
    return row(f"{each['seat']}" if each["by"] > 0 else f"−{each['seat']}" for each in phase["fouls"])


def _list(title: str, lines: Iterable[str]) -> str:
    items = "".join(f"<li>{e(line)}</li>" for line in lines)
    return f"<div><h2>{e(title)}</h2><ul>{items}</ul></div>" if items else ""


def _signatures() -> str:
    return (
        f"<footer><div>{e(say('Signature of the host'))}</div><div>{e(say('Signature for the table'))}</div></footer>\n"
    )


def _evening(kept: EveningProtocol, corrected: Sequence[str]) -> str:
    """Return the last sheet: standings and corrections."""
    title = say("Standings of the evening") if kept["standings"] else say("The evening")
    parts = [_head(say("Protocol of the evening"), title, format_date(kept["date"]))]
    if kept["standings"]:
        parts.append(_standings(table(kept["standings"])))
    if corrected:
        parts.append(f'<div class="soft">{_list(say("Corrections"), corrected)}</div>\n')
    return f'<section class="sheet">\n{"".join(parts)}{_signatures()}</section>'


def standings_sheet(over: str, title: str, times: str, found: StandingsTable) -> str:
    """Return a sheet that contains only standings."""
    return f'<section class="sheet">\n{_head(over, title, times)}{_standings(found)}</section>'


def _standings(found: StandingsTable) -> str:
    words = {0: "num", 1: "name", 2: "n points"}

    def cells(tag: str, row: Iterable[object]) -> Iterator[str]:
        for place, cell in enumerate(row):
            style = words.get(place, "n") + (" zero" if cell == 0 else "")
            text = format_number(cell) if isinstance(cell, int | float) else cell
            yield f'<{tag} class="{style}">{e("№" if tag == "th" and not place else text)}</{tag}>'

    rows = "".join(f"<tr>{''.join(cells('td', row))}</tr>" for row in found["rows"])
    head = "".join(cells("th", found["columns"]))
    return f'<div><table class="standings"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>\n'

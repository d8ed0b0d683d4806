"""What a client is told: the fields of what the seat was sent, in the viewer's language, with a few words between.

What people and models say stands behind quote marks, every line of it, and no line of ours does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from duskfall.mcp.picks import offer
from duskfall.mcp.seen import Fresh, Seen
from duskfall.players.llm.quote import neutral, quoted
from duskfall.tell.tongue import row, say, semicolons
from duskfall.wire.common import NamedSeat
from duskfall.wire.forms import SeatForm, SpeechClaims
from duskfall.wire.room import ChatLine, RoomBoard
from duskfall.wire.seat import AnyTold, SeatChair, SeatState, SpeechTold, VoteTold


def look(seen: Seen, when: float) -> str:
    """The whole screen of the seat."""
    return _joined(_table(seen), _card(seen.now), _happened(seen.fresh), _asked(seen, when))


def news(seen: Seen, when: float) -> str:
    """What is new, and what is asked."""
    return _joined(_happened(seen.fresh), _asked(seen, when))


def card(now: SeatState | None) -> str:
    """The seat's card; nothing before the deal."""
    return "\n".join(_card(now))


def _joined(*parts: Iterator[str]) -> str:
    """Parts with a blank line between."""
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part)))


# -- how it stands -------------------------------------------------------------------------------------------


def _table(seen: Seen) -> Iterator[str]:
    board, now = seen.board, seen.now
    if now is None:
        yield from _lobby(board) if board else ()
        return
    you = now["you"]
    yield f"{neutral(now['title'])}. {neutral(now['heading'])}."
    yield say("You are {name}, in seat {seat}.", name=neutral(you["name"]), seat=you["seat"])
    living = [_chair(each) for each in now["seats"] if each["alive"]]
    dead = [_chair(each) for each in now["seats"] if not each["alive"]]
    yield say("Alive: {names}.", names=row(living))
    if dead:
        yield say("Dead: {names}.", names=row(dead))
    if seen.stood_in:
        yield say("Somebody else plays your seat now.")
    elif not you["alive"] and not seen.over:
        yield say("You are dead: the others do not hear you; the dead do.")
    if board:
        yield from _halted(board)


def _lobby(board: RoomBoard) -> Iterator[str]:
    names = [neutral(each["name"]) for each in board["chairs"] if each["name"]]
    yield f"{neutral(board['title'])}."
    yield say("The game has not begun. At the table: {names}.", names=row(names))
    yield from _halted(board)


def _halted(board: RoomBoard) -> Iterator[str]:
    if board["paused"]:
        yield say("The game is paused.")
    if board["problem"]:
        yield neutral(board["problem"])


def _chair(chair: SeatChair) -> str:
    known = [chair["role"], *chair["titles"], say("you") if chair["you"] else ""]
    beside = row(neutral(each) for each in known if each)
    return f"{chair['seat']} {neutral(chair['name'])}" + (f" ({beside})" if beside else "")


def _card(now: SeatState | None) -> Iterator[str]:
    if now and now["you"]["card"]:
        yield say("Your card:")
        yield from map(neutral, now["you"]["card"])


# -- what has happened ---------------------------------------------------------------------------------------


def _happened(fresh: Fresh) -> Iterator[str]:
    if fresh:
        yield say("Since you last looked:")
    for event in fresh.events:
        yield from _event(event)
    for line in fresh.chat:
        yield from _chat(line)


def _event(event: AnyTold) -> Iterator[str]:
    """An event; what only this seat and its like were told is marked."""
    match event["kind"]:
        case "said":
            yield from _said(event)
        case "vote":
            yield from _voted(event)
        case "phase":
            yield f"— {neutral(event['text'])} —"
        case "dawn" | "death" | "line":
            yield _marked(neutral(event["text"]), event["private"])


def _marked(text: str, private: bool) -> str:
    return say("{text} (not all know this)", text=text) if private else text


def _said(event: SpeechTold) -> Iterator[str]:
    name = neutral(event["name"])
    speaker = say("{name} to {other}:", name=name, other=neutral(event["to"])) if event["to"] else f"{name}:"
    yield _marked(speaker, event["private"])
    yield quoted(event["text"], semicolons(map(neutral, event["claims"])))


def _voted(event: VoteTold) -> Iterator[str]:
    yield _marked(f"{neutral(event['text'])}:", event["private"])
    for each in event["rows"]:
        voters = row(neutral(voter) + weight for voter, weight in zip(each["voters"], each["weights"], strict=True))
        yield f"  {neutral(each['whom'])}: {each['votes']}" + (f" ({voters})" if voters else "")


def _chat(line: ChatLine) -> Iterator[str]:
    name = neutral(line["name"])
    yield say("{name}, among the dead:", name=name) if line["dead"] else say("{name}, beside the game:", name=name)
    yield quoted(line["text"])


# -- what is asked -------------------------------------------------------------------------------------------


def _asked(seen: Seen, when: float) -> Iterator[str]:
    if seen.now and (over := seen.now["over"]):
        yield say("The game is over.")
        yield from (neutral(each) for each in (over["line"], over["because"], *over["also"]) if each)
        yield say("You have won.") if over["won"] else say("You have not won.")
        return
    if not seen.forms:
        yield say("You are asked nothing now.")
        return
    left = seen.left(when)
    if left is not None:
        yield say("Seconds left: {seconds}.", seconds=left)
    for form in seen.forms:
        yield from _form(form, _marks(seen.now))


def _marks(now: SeatState | None) -> dict[int, str]:
    """Return what is told behind a name among options: who one is oneself, and who is known to be of one's own team."""
    if now is None:
        return {}
    team, seats = now["you"]["team"], now["seats"]
    own = {each["seat"]: say("your teammate") for each in seats if each["role"] and team and each["team"] == team}
    return own | {each["seat"]: say("you") for each in seats if each["you"]}


def _form(form: SeatForm, marks: Mapping[int, str]) -> Iterator[str]:
    yield say("Question {number}: {question}", number=form["number"], question=neutral(form["question"]))
    if form["barred"]:
        yield neutral(form["barred"])
    if form["kind"] == "speech":
        yield from _speech(form, marks)
        return
    free = [_option(each["value"], each["label"], marks) for each in form["options"] if not each["barred"]]
    yield say("Use the tool {tool} with one of: {options}.", tool="answer", options=row(free))
    if form["roles"]:
        roles = row(neutral(each["label"]) for each in form["roles"])
        yield say("Beside a player, name a role: {roles}.", roles=roles)


def _option(value: object, label: str, marks: Mapping[int, str]) -> str:
    """Return an option as it may be typed; what stands in brackets behind it may be left out."""
    mark = marks.get(value, "") if isinstance(value, int) else ""
    return neutral(offer(value, label)) + (f" ({mark})" if mark else "")


def _speech(form: SeatForm, marks: Mapping[int, str]) -> Iterator[str]:
    yield say("Use the tool {tool}; an empty text passes.", tool="say")
    if form["addresses"]:
        yield say("Name the player you ask with `to`: {names}.", names=_names(form["addresses"], marks))
    if form["nominees"]:
        yield say("You may nominate (`nominate`): {names}.", names=_names(form["nominees"], marks))
    if form["claims"]:
        yield from _claims(form["claims"])


def _names(seats: Sequence[NamedSeat], marks: Mapping[int, str]) -> str:
    return row(_option(each["value"], each["label"], marks) for each in seats)


def _claims(claims: SpeechClaims) -> Iterator[str]:
    if claims["roles"]:
        roles = row(neutral(each["label"]) for each in claims["roles"])
        yield say("You may claim a role (`claims`, kind role): {roles}.", roles=roles)
    if claims["results"]:
        results = row(f"{neutral(each['label'])} ({neutral(each['act'])})" for each in claims["results"])
        yield say("You may claim a result of somebody (kind result): {results}.", results=results)

"""A journal that was cut anywhere goes on to the same game; one that does not hold is refused and left as it is."""

from __future__ import annotations

import errno
import json
import os
import secrets
import stat
from io import FileIO
from pathlib import Path

import pytest

import duskfall
from duskfall.core.play.game import Game
from duskfall.core.record import RecordError, entry_line, read
from duskfall.players.base import HUMAN, Player
from duskfall.rules import BOOKS, ruleset
from duskfall.table.kept import journal as journals
from duskfall.table.kept import resume as resuming
from duskfall.table.kept.journal import Journal
from duskfall.table.kept.resume import NotBegun, look, resume
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.viewers import playing

from .cut import begin, changed, ends, finish, half
from .killing import OURS, Clumsy, moderated


@pytest.fixture(autouse=True)
def same_nonce(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same record every time, and no waiting for the disk."""
    monkeypatch.setattr(secrets, "token_hex", lambda count=16: "0" * 2 * count)
    monkeypatch.setattr(journals, "sync", lambda file: None)


def refused(path: Path, text: bytes) -> str:
    """Why this record cannot go on; it is left as it is."""
    path.write_bytes(text)
    with pytest.raises((RecordError, OSError)) as found:
        resume(path)
    assert path.read_bytes() == text
    message = str(found.value)
    assert "\n" not in message
    return message


# -- cut off ------------------------------------------------------------------------------------------------


def test_cut_at_every_byte_it_goes_on_to_the_same_game(path: Path, text: bytes) -> None:
    lines = ends(text)
    for cut in range(len(text) + 1):
        path.write_bytes(text[:cut])
        if cut < lines[1] - 1:
            with pytest.raises(NotBegun):
                resume(path)
            assert path.read_bytes() == text[:cut]
            continue
        game, kinds, journal, report = resume(path)
        torn = cut - max(end for end in [0, *lines] if end <= cut)
        assert report.endswith(" dropped") == bool(torn and cut + 1 not in lines), cut
        assert path.read_bytes() == text[: journal.size]
        assert kinds == ("random",) * 5
        finish(game, journal)
        assert path.read_bytes() == text, cut


def test_what_was_torn_is_reported(path: Path, text: bytes) -> None:
    lines = ends(text)
    path.write_bytes(text[: lines[20] + 17])
    assert resume(path).report == "line 22 was torn: 17 bytes dropped"
    path.write_bytes(text[: lines[20]])
    assert resume(path).report == ""
    path.write_bytes(text[: lines[20] - 1])
    assert resume(path).report == "line 21 was torn: its line feed added"
    path.write_bytes(text[: lines[20]] + b"\x00" * 9)  # as some disks leave it
    assert resume(path).report == "line 22 was torn: 9 bytes dropped"


class Person(Clumsy):
    """Somebody who takes their time, and often names nobody who sits here."""

    slow = True


def clumsy_people() -> dict[int, Player]:
    """The players of a table of six; two of them are people."""
    return {seat: Person(seat) if seat in (2, 4) else Clumsy(seat) for seat in range(1, 7)}


def test_people_are_asked_first(path: Path) -> None:
    game, _ = begin(path, "werewolf", 6)
    asked: list[tuple[int, set[int]]] = []  # who answered, and all who could have

    def listen(game: Game) -> None:
        if game.log:
            asked[-1] = (game.log[-1].seat, asked[-1][1])
        asked.append((0, {ask.seat for ask in game.asks}))

    play(game, clumsy_people(), listen)
    together = [(seat, seats & {2, 4}) for seat, seats in asked if seats & {2, 4} and seats - {2, 4}]
    assert len(together) > 5
    assert all(seat in people for seat, people in together)


def test_people_are_asked_in_the_same_turn_when_a_game_goes_on_in_the_middle_of_a_round(path: Path) -> None:
    game, journal = begin(path, "werewolf", 6)
    play(game, clumsy_people(), journal)
    journal.close(over=True)
    text = path.read_bytes()
    for end, line in zip(ends(text), text.splitlines(), strict=True):
        if line.startswith(b'{"answer"'):
            path.write_bytes(text[:end])
            again = resume(path)
            play(again.game, clumsy_people(), again.journal)
            again.journal.close(over=True)
            assert path.read_bytes() == text


def with_a_person(path: Path) -> Game:
    """A game in which a person sits in seat 1, recorded to its end."""
    game = duskfall.start("city-mafia", 5, seed=28, talk=False)
    finish(game, Journal(path, game, [HUMAN, *["random"] * 4]))
    return game


def test_a_person_is_not_told_how_long_the_record_is(path: Path) -> None:
    with_a_person(path)
    text = path.read_bytes()
    cut = ends(text)[20]
    for torn, report in ((17, "the last line was torn: dropped"), (-1, "the last line was torn: its line feed added")):
        path.write_bytes(text[: cut + torn])
        assert look(path)[1] == ("the last line is torn and left out" if torn > 0 else "")
        assert resume(path).report == report


def test_people_play_until_the_end_or_until_their_seat_is_handed_over(path: Path) -> None:
    with_a_person(path)
    assert playing(look(path)[0]) == ()
    path.write_bytes(half(path.read_bytes()))
    assert playing(look(path)[0]) == (HUMAN, *["random"] * 4)
    game, _, journal, _ = resume(path)
    game.hand_over(1, "random")
    journal(game)
    journal.close(over=False)
    assert playing(look(path)[0]) == ()


def test_cut_within_a_character(path: Path) -> None:
    game, journal = begin(path, talk=True)
    game.answer(game.asks[0].seat, "say", "猫")
    journal(game)
    journal.close(over=False)
    text = path.read_bytes()
    for cut in (text.index("猫".encode()) + byte for byte in (1, 2)):
        path.write_bytes(text[:cut])
        again, _, journal, report = resume(path)
        journal.close(over=False)
        assert report.endswith("bytes dropped")
        assert not again.log
        assert len(again.asks) == 1


def test_an_answer_without_its_facts_is_not_asked_again(path: Path, text: bytes) -> None:
    game = read(text.splitlines()).replay(ruleset("city-mafia"))
    place = text.rindex(entry_line(game.log[-1]).encode())
    path.write_bytes(text[: text.index(b"\n", place) + 1])
    found = resume(path)
    assert found.game.over
    assert path.read_bytes() == text


@pytest.mark.parametrize("book", BOOKS)
def test_cut_among_the_acts_of_a_moderator(book: str, path: Path) -> None:
    game = duskfall.start(book, 6, seed=5, talk=False)
    moderated(game, ("random",) * 6, Journal(path, game, ("random",) * 6))
    text = path.read_bytes()
    assert text.count(b'{"keep"') == 5
    for end in ends(text)[1:]:
        path.write_bytes(text[: end + 5])
        resume(path, OURS).journal.close(over=False)
        found = path.read_bytes()
        assert found == text[: len(found)]
        assert len(found) >= end


def test_two_undos_before_the_journal_hears_of_them(path: Path) -> None:
    game, journal = begin(path, "werewolf", 7, talk=True)
    players = seat_players(game)
    for _ in range(20):
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, game.view(ask.seat)))
        journal(game)
    game.undo(3)
    game.undo(4)
    journal(game)
    journal.close(over=False)
    text = path.read_bytes()
    both = text.index(b'{"keep"')
    path.write_bytes(text[:both])
    again = resume(path)
    assert path.read_bytes() == text
    assert again.game.facts == game.facts
    assert again.game.asks == game.asks
    again.journal.close(over=False)
    path.write_bytes(text[: text.index(b'{"act":["undo",0,"",4]}') + 9])
    again = resume(path)  # the second undo is lost with its line: nobody has seen what it did
    assert [entry.value for entry in again.game.log if entry.kind == "undo"] == [3]
    again.game.undo(4)
    again.journal(again.game)
    assert again.game.facts == game.facts
    assert read(path.read_bytes().splitlines()).verify(ruleset("werewolf")) == ""


@pytest.mark.parametrize("cut", [0, 1, 7, 8, 40, 300])
def test_cut_within_its_opening_the_game_had_not_begun(path: Path, text: bytes, cut: int) -> None:
    assert refused(path, text[:cut]) == "the game had not begun when it was cut off: nothing is lost"


def test_cut_after_its_header_the_game_had_not_begun(path: Path, text: bytes) -> None:
    header, secret = ends(text)[:2]
    for cut in (header - 1, header, header + 1, secret - 2):
        assert refused(path, text[:cut]).startswith("the game had not begun")


# -- who plays ----------------------------------------------------------------------------------------------


def test_a_seat_that_was_handed_over_is_played_by_the_new_player(path: Path) -> None:
    game, journal = begin(path)
    game.hand_over(2, "scripted")
    game.hand_over(3, "human")
    game.hand_over(2, *OURS)
    journal(game)
    journal.close(over=False)
    found = resume(path, OURS)
    assert found.kinds == ("random", *OURS, "human", "random", "random")
    found.game.undo(1)
    found.journal(found.game)
    found.journal.close(over=False)
    assert resume(path).kinds[1] == "scripted"


def test_a_record_that_names_no_players_is_still_a_record(path: Path) -> None:
    game = duskfall.start("ai-mafia", 5, seed=1)
    Journal(path, game).close(over=False)
    game.hand_over(2, "scripted")
    found = resume(path)
    assert found.kinds == ()
    finish(found.game, found.journal)
    assert read(path.read_bytes().splitlines()).verify(ruleset("ai-mafia")) == ""


# -- refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("junk", [b"", b"{", b"null", b"{}", b'{"what":1}', b"\xff\xfe", b'{"keep":2}', b"[" * 9999])
def test_a_wrong_line_in_the_middle_is_named(path: Path, text: bytes, junk: bytes) -> None:
    for number in (1, 2, 5, 20):
        assert refused(path, changed(text, number, junk)).startswith(f"line {number}: ")


@pytest.mark.parametrize("junk", [b"7\n", b"null", b'{"what":1}', b'{"keep":0}\n', b'{"act":["undo","x","",1]}'])
def test_a_last_line_that_is_whole_but_wrong_is_named(path: Path, text: bytes, junk: bytes) -> None:
    assert refused(path, text[: ends(text)[10]] + junk).startswith("line 12: ")


def test_facts_that_the_answers_do_not_give_are_refused(path: Path, text: bytes) -> None:
    lines = text.splitlines()
    facts = [number for number, line in enumerate(lines, 1) if line.startswith(b'{"fact"')]
    for place in (0, 3, -1):
        value = json.loads(lines[facts[place] - 1])
        value["to"] = [1] if value["to"] != [1] else [2]
        number = range(1, len(facts) + 1)[place]
        said = refused(path, changed(text, facts[place], json.dumps(value).encode()))
        assert f"the answers do not give the recorded facts: fact {number} (" in said
    assert "facts are recorded" in refused(path, text + lines[-1])


def test_a_changed_answer_is_refused(path: Path, text: bytes) -> None:
    number = next(number for number, line in enumerate(text.splitlines(), 1) if b'"vote"' in line)
    seat, verb, target = json.loads(text.splitlines()[number - 1])["answer"]
    line = json.dumps({"answer": [seat, verb, 1 if target != 1 else 2]}).encode()
    assert "the answers do not give" in refused(path, changed(text, number, line))


def test_a_changed_seed_is_refused(path: Path, text: bytes) -> None:
    assert refused(path, text.replace(b'"seed":28', b'"seed":29')).startswith("line 2: the seed does not match")


def test_a_record_without_its_seed_is_refused(path: Path, text: bytes) -> None:
    assert "the seed is not published" in refused(path, b"".join(text.splitlines(keepends=True)[::2]))


def test_other_rules_are_refused(path: Path, text: bytes) -> None:
    head = json.loads(text.splitlines()[0])["game"]
    for key, value, said in (
        ("plan", "0" * 16, "the rules of city-mafia have changed since this game was recorded"),
        ("rules", "chess", "line 1: unknown ruleset 'chess'"),
        ("rules", ["x"], "line 1: the name of the ruleset is damaged"),
        ("format", 2, "line 1: format 2 is not the format 1"),
    ):
        assert refused(path, changed(text, 1, json.dumps({"game": head | {key: value}}).encode())).startswith(said)


def test_what_is_no_record_is_refused(path: Path) -> None:
    for text in (b"hello", b"hello\n", b'{"name": "x"}', b"\x00" * 99, b"\x89PNG\r\n\x1a\n" * 9):
        assert refused(path, text) == "line 1: not a line of a duskfall record"


def test_folders_pipes_and_nothing_at_all_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (".", "pipe"):
        with pytest.raises(RecordError, match="not a file"):
            resume(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        resume(tmp_path / "nothing")


def test_a_link_leads_to_the_record(tmp_path: Path, path: Path, text: bytes) -> None:
    path.write_bytes(half(text))
    link = tmp_path / "link"
    link.symlink_to(path)
    found = resume(link)
    finish(found.game, found.journal)
    assert link.is_symlink()
    assert path.read_bytes() == text


# -- over ---------------------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_game_that_is_over_is_left_alone(path: Path, text: bytes) -> None:
    before = path.stat()
    game, _, journal, report = resume(path)
    assert game.over
    assert report == ""
    journal.close(over=True)
    after = path.stat()
    assert path.read_bytes() == text
    assert (after.st_mode, after.st_mtime_ns) == (before.st_mode, before.st_mtime_ns)


def test_killed_just_before_it_was_published(path: Path, text: bytes) -> None:
    usual = mode(path)
    for cut in (len(text), len(text) - 9):
        path.write_bytes(text[:cut])
        path.chmod(0o600)
        resume(path).journal.close(over=True)
        assert path.read_bytes() == text
        assert mode(path) == usual


def test_a_game_that_goes_on_is_private_again(path: Path, text: bytes) -> None:
    path.write_bytes(half(text))
    path.chmod(0o644)
    found = resume(path)
    assert mode(path) == 0o600
    found.journal.close(over=False)
    assert mode(path) == 0o600


def test_a_file_that_may_not_be_written(path: Path, text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def protected(path: Path, mode: str) -> FileIO:
        if mode != "rb":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return FileIO(path, mode)

    monkeypatch.setattr(resuming, "FileIO", protected)
    assert resume(path).game.over
    for cut in (len(text) // 2, len(text) - 9):
        assert "may not be written" in refused(path, text[:cut])

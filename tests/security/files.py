"""Hostile files and folders: whatever a file could name to make whoever opens it connect, pay, or run code."""

from __future__ import annotations

import json
from pathlib import Path

import duskfall
from duskfall.arena.folder import write_league
from duskfall.arena.league import Budget, Entrant, League
from duskfall.arena.league_file import read_league_file
from duskfall.players.llm.accounts.ledger import OK, Call
from duskfall.players.llm.calling.tape import VERSION
from duskfall.room.people.secret import hashed
from duskfall.table.kept.journal import Journal, calls_path
from duskfall.table.sheet import TableSheet

SEATS = 5


class HostileFiles:
    """Files below a folder that all name the same address, and a program and a module that leave a mark."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.model = f"http://127.0.0.1:{port}/v1#m"
        self.mark = folder / "mark"
        self.code = folder / "evil.py"
        self.code.write_text(f"from pathlib import Path\nPath({str(self.mark)!r}).touch()\n", encoding="utf-8")
        self.secret = folder / "secrets.toml"
        self.secret.write_text('key = "a-secret-of-this-machine"\n', encoding="utf-8")
        self.program = f"exec:touch {self.mark}"
        self.records = {
            "address": self.record("address", self.model),
            "provider": self.record("provider", "openai:gpt-5-mini?price=0/0"),
            "server": self.record("server", f"tcp:127.0.0.1:{port}"),
            "program": self.record("program", self.program),
            "module": self.record("module", "evil:make"),
            "file": self.record("file", f"{self.model}?persona={self.secret}:key"),
            "prompt": self.record("prompt", f"{self.model}?prompt={self.secret}"),
            "handed": self.record("handed", "random", handed=self.model),
        }
        by_name, by_setting = f"{self.model}?persona={self.secret}:key", {"1": {"persona": f"{self.secret}:key"}}
        self.over = [
            self.record("over-name", by_name, over=True),
            self.record("over-setting", self.model, by_setting, over=True),
        ]
        self.tape = folder / "tape"
        self.tape.write_text(f'{{"tape":{VERSION}}}\n{{"end":0}}\n', encoding="utf-8")
        self.series = self._series()
        self.league = self._league()
        self.tables = self._tables()

    def all(self) -> list[Path]:
        """Every file and folder."""
        return [*self.records.values(), *self.over, self.tape, self.series, self.league, self.tables]

    def record(
        self, name: str, kind: str, models: dict[str, object] | None = None, handed: str = "", over: bool = False
    ) -> Path:
        """A record of a game in which this kind of player has seat 1, and which is not over unless that is wanted."""
        path = self.folder / f"{name}.jsonl"
        self._record(path, [kind, *["random"] * (SEATS - 1)], models, handed, over)
        return path

    def _record(
        self, path: Path, kinds: list[str], models: dict[str, object] | None = None, handed: str = "",
        over: bool = False,
    ) -> None:  # fmt: skip
        game = duskfall.start("ai-mafia-classic", SEATS, seed=28, talk=False)
        journal = Journal(path, game, kinds, models)
        if handed:
            game.hand_over(1, handed)
        while over and not game.over:
            for ask in game.asks:
                game.answer(ask.seat, ask.verb, None)
        journal(game)
        journal.close(over=over)
        if not over:
            earned = Call(1, 1, "kill", 1, kinds[0], OK, cost=-1e9, charged=-1e9)
            calls_path(path).write_text(json.dumps(earned.as_data()) + "\n", encoding="utf-8")

    def _series(self) -> Path:
        folder = self.folder / "series"
        folder.mkdir()
        sheet = {"rules": "ai-mafia-classic", "seats": SEATS, "players": f"{self.model}*{SEATS}"}
        data = {"series": 1, "sheet": sheet, "seeds": [1, 2]}
        (folder / "series.json").write_text(json.dumps(data), encoding="utf-8")
        self._record(folder / "ai-mafia-classic-1.jsonl", [self.model] * SEATS)
        return folder

    def _league(self) -> Path:
        """The folder of a league: its players, its rules, and the journal of its first game."""
        folder = self.folder / "league"
        (folder / "chunks").mkdir(parents=True)
        (folder / "games").mkdir()
        entrants = (Entrant("a", self.model), Entrant("b", self.program), Entrant("c", "evil:make"))
        tables = (TableSheet("ai-mafia-classic", SEATS), TableSheet(str(self.code), SEATS))
        write_league(folder, League(entrants, tables, blocks=1, plans=("3-x", "3-y"), budget=Budget(1e9)))
        self._record(folder / "games" / "000000.jsonl", [self.model] * SEATS)
        return folder

    def own_league(self) -> tuple[Path, Path]:
        """A league file of the user's, and its folder, into which somebody has put the journal of a first game."""
        file, folder = self.folder / "own.yaml", self.folder / "own"
        file.write_text("players: {one: 'ollama:none'}\nrules: ai-mafia-classic\nseats: 5\nblocks: 1\n")
        folder.mkdir()
        write_league(folder, read_league_file(file))
        (folder / "games").mkdir()
        self._record(folder / "games" / "000000.jsonl", [self.model] * SEATS)
        return file, folder

    def own_series(self) -> tuple[str, Path]:
        """A series of the user's, into whose folder somebody has put the journal of a game; its model, its folder."""
        model, folder = "ollama:none", self.folder / "own-series"
        folder.mkdir()
        sheet = {"rules": "ai-mafia-classic", "seats": SEATS, "players": f"{model}*{SEATS}"}
        data = {"series": 1, "sheet": sheet, "seeds": [1, 1]}
        (folder / "series.json").write_text(json.dumps(data), encoding="utf-8")
        self._record(folder / "ai-mafia-classic-1.jsonl", [self.model] * SEATS)
        return model, folder

    def _tables(self) -> Path:
        """The data of a server of tables, with tables in all states, one for each kind of player."""
        data = self.folder / "tables"
        for number, kind in enumerate((self.model, self.program, f"tcp:127.0.0.1:{self.port}", "evil:make")):
            for state in ("dealt", "begun", "handed"):
                room = data / "rooms" / f"{state}{number}"
                room.mkdir(parents=True)
                (room / "room.jsonl").write_text(self._room(kind, state), encoding="utf-8")
                if state != "dealt":
                    self._record(room / "game-1.jsonl", [kind if state == "begun" else "random"] * SEATS)
        return data

    def _room(self, kind: str, state: str) -> str:
        wish = {"rules": "ai-mafia-classic", "seats": SEATS, "fill": kind, "max_cost": 1000, "talk": False}
        names = ["Ann", "Bob", "Cid", "Dee", "Eli"]
        player = "random" if state == "handed" else kind
        lines: list[dict[str, object]] = [
            {"made": f"{state}-{kind}"[:6].upper(), "creator": hashed("creator"), "wish": wish},
            {"dealt": 1, "seed": 28, "names": names, "players": [player] * SEATS},
        ]
        if state == "handed":
            lines.append({"handed": 1, "to": kind})
        return "".join(json.dumps(line) + "\n" for line in lines)

"""The list of outputs: for each place that writes to the outside, the way by which the law looks at it, or why not.

Whoever adds a writer puts it here: with a way of `WAYS` that runs it, or with the reason why nothing of a game that is
played can come out there.
"""

from __future__ import annotations

NO_GAME = "no game is being played"
OVER = "the game is over, and all is open"
OURS = "nothing leaves the program"
PRIVATE = "a file that only its owner may read, or that is named to be one's own"
MANY = "games of bots or models alone, of which results are told when they are over"
EVERYONE = "bytes that are the same for everybody"
OWN = "what somebody does in their own seat, sent to the table"
MISTAKES = "where in the source a mistake of ours is, and nothing of what was sent or played"

OUTPUTS: dict[str, str] = {
    # the command line
    "cli._leave": "failing",
    "cli._mend_streams": OURS,
    "cli.cli": NO_GAME,
    "cli.main": OURS,
    "cli.common.going_on": MANY,
    "cli.common.put_file": "plain",
    "cli.common.read_record": NO_GAME,
    "cli.common.say_kept": OVER,
    "cli.common.waiting": EVERYONE,
    "cli.common.warn_of_deck": NO_GAME,  # before the deal
    "cli.arena": MANY,
    "cli.balance": MANY,
    "cli.play.command._watch": EVERYONE,  # that a game cannot be kept
    "cli.play.counts": MANY,
    "cli.play.init": NO_GAME,
    "cli.play.series": MANY,
    "cli.play.foresight": NO_GAME,  # whom one waits for, and what a run will cost, before the deal
    "cli.play.terms": NO_GAME,  # who cannot be reached, before the deal
    "cli.prompts": OVER,
    "cli.replay._print": "plain",
    "cli.replay._show": "plain",
    "cli.replay._verify": "person",
    "cli.replay._write_page": "plain",
    "cli.detect._tell": "detect",
    "cli.resume._say_over": OVER,
    "cli.resume.resume": NO_GAME,  # what a process that was killed has left: a line is torn or not
    "cli.verified": NO_GAME,  # why a record cannot be verified
    "cli.why.why": OVER,
    "cli.check": NO_GAME,
    "cli.host": NO_GAME,
    "cli.rule": NO_GAME,
    "cli.rules": NO_GAME,
    "cli.serve": NO_GAME,
    "cli.simulate": MANY,
    "cli.served": NO_GAME,
    "cli.table": NO_GAME,  # the links of a table that was made
    # the terminal
    "terminal.bench.full_screen.ScreenFront._type": "person, screen",
    "terminal.bench.full_screen.ScreenFront.hand_over": "two people",
    "terminal.bench.keyboard.typed_line": "person",
    "terminal.bench.printed.PrintedFront._print": "person",
    "terminal.bench.printed.PrintedFront._wipe": "two people",
    "terminal.ending": OVER,
    "terminal.plain.say": "plain",
    "terminal.session._stop": "plain",
    "terminal.stage.console.draw": "screen",
    "terminal.stage.console.screen": "screen",
    "terminal.titled": OVER,  # what models took, which programs failed
    # players in other processes
    "players.foreign.ends._start": "programs",
    "players.foreign.ends.open_ends": OURS,  # a connection, nothing in it yet
    "players.foreign.ends.reach": NO_GAME,
    "players.foreign.launch": NO_GAME,
    "players.foreign.line.ProgramLine._write": "programs",
    # models
    "players.llm.accounts.sidecar.Sidecar.note": PRIVATE,
    "players.llm.answers": OURS,
    "players.llm.calling.asking.corrected": OURS,
    "players.llm.calling.exchange.Exchange.call": PRIVATE,  # the tape
    "players.llm.calling.exchange.Exchange._live": "models",
    "players.llm.calling.sending._send": "models",
    "players.llm.calling.tape": PRIVATE,
    "players.llm.lines": PRIVATE,
    "players.llm.prompts.conversation.Conversation.answered": OURS,
    "players.llm.wires.anthropic_wire.AnthropicWire.write": OURS,  # what it posts is kept as a letterhead
    "players.llm.wires.anthropic_wire._write": OURS,
    "players.llm.wires.openai_wire.OpenAIWire.write": OURS,
    "players.llm.wires.openai_wire.OpenAIWire.take": OURS,
    "players.llm.wires.sdk.SdkWire._read": "models",
    "players.llm.wires.sdk.SdkWire._request": "requests",
    "replay.sent.sent": OURS,
    "table.run.play": OURS,
    # records
    "table.kept.journal.Journal": PRIVATE,
    "table.kept.journal.private": "plain",  # its rights
    "table.kept.journal.put": "plain",
    "table.kept.journal.sync_folder": OURS,
    "table.kept.resume": PRIVATE,
    "table.kept.shelf": PRIVATE,
    "arena": MANY,
    "batch": OURS,  # generated source, from the rules alone
    # the page
    "host.evening.room.Room._role": OURS,
    "host.protocol.as_csv.csv_text": OURS,
    "web.app.OnlyOurs.__call__": "solo",
    "web.app.Pages.give": EVERYONE,
    "web.replies.reply": "solo",
    "web.bundle": NO_GAME,
    "web.engine_zip": EVERYONE,
    "web.evening_files": PRIVATE,
    "web.guard._make": PRIVATE,  # the key
    "web.serve": NO_GAME,
    "draw.export": NO_GAME,
    # tables on a server
    "room.dealing": PRIVATE,  # the table's own file
    "room.deeds": PRIVATE,
    "room.kept": PRIVATE,
    "room.game.playing.Playing": OURS,  # to models, by their own ways
    "room.room.Room": PRIVATE,
    "web.tables.app": MISTAKES,
    "web.tables.hub": MISTAKES,
    "web.tables.hub.Hub": PRIVATE,
    "web.tables.index": PRIVATE,
    "web.tables.page": "sockets",
    "web.tables.sockets": MISTAKES,
    "web.tables.sockets.Sockets": "sockets",
    "web.tables.table": MISTAKES,
    "web.tables.table.Table": "sockets",
    "mcp": OWN,  # what is read there is looked at by the way `table`
}
REASONS = {NO_GAME, OVER, OURS, PRIVATE, MANY, EVERYONE, OWN, MISTAKES}
ELSEWHERE = {
    "two people": "test_shown.py",
    "requests": "test_requests.py",
    "sockets": "online/test_sockets.py",
}  # ways that other laws walk

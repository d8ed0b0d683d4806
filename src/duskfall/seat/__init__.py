"""The screen of one seat, out of its view and nothing else: what solo games, tables on a server and replays share."""

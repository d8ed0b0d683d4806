"""Absurdities of a game's talk and votes, by kind: found in the facts of a game, whoever played it."""

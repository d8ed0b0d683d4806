"""Votes in generated code: ballots and their weights, nominations, titles."""

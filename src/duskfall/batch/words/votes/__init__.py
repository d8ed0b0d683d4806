"""Votes in compiled code: ballots and their weights, nominations, titles."""

"""Whoever answers an ask from a view: bots, people, language models."""

"""Prompts: the growing conversation between a seat and its model, within a token budget."""

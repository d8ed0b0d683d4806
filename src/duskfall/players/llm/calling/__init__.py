"""Calls: when they go out, how often they are tried, what is kept of them."""

"""Calls to models: scheduling, rate limits, retries, recording and replay."""

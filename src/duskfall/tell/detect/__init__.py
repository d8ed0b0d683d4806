"""Inference in words: the chances of roles, how they were computed, what is certain, and why."""

"""Worlds, counted and sampled by integer code that is added to a generated program, and runs as it is or compiled.

The source of these functions, with their docstrings, is part of the program's text, which is the key of the build
cache.
"""

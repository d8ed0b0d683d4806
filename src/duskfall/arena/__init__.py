"""Leagues: schedules, played and stored games, ratings, measures and reports.

An entrant is a rated player. A deal hands out the roles of one game; a block plays one deal several times with rotated
line-ups, and each of these games is a fixture. A chunk is the group of games that is played and stored together.
"""

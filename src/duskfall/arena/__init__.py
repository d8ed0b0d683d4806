"""Leagues: schedules, played and stored games, ratings, measures and reports."""

"""Leagues: who plays whom at which deal, the games played and kept, ratings, measures and reports."""

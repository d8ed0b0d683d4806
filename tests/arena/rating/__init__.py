"""Ratings, and the study of them."""

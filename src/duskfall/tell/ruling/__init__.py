"""Rulings in words."""

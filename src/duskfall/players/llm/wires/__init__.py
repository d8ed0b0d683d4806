"""The ways to providers, by their packages."""

"""Hosted live games: a host's session as a log of commands, its screens, score sheets, seasons and the rulings desk."""

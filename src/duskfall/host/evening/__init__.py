"""A host session: its log of commands, and the games and settings that they lead to."""

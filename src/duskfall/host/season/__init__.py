"""Season standings over several host sessions, and their files."""

"""Tables on a server in a real browser: playing, watching, seeing a game again."""

"""The terminal interface: playing, watching, replaying and printing games, on a full screen or as plain lines."""

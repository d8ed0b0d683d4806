"""Tables on a server, in real browsers."""

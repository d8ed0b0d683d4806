"""Tables on a server: their sockets, their index, and who may do what."""

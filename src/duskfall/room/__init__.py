"""A table for people, bots and models, without sockets and without sleep: it is told what is done and what time it is."""

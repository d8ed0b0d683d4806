"""A table for people, bots and models, without sockets and sleep: it is told what is done and what time it is."""

"""Players in other processes: a program, or a server, that is told what its seat may know and answers line by line."""

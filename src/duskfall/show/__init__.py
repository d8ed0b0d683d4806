"""What people see: games at the terminal, replays, pages."""

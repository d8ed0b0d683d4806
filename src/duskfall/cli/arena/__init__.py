"""`duskfall arena` and its subcommands."""

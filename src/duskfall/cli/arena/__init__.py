"""The `duskfall arena` command and its subcommands."""

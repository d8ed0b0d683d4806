"""The `duskfall play` command, with its table files, options and results; parts are shared with other commands."""

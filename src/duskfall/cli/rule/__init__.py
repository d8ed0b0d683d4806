"""The `duskfall rule` command."""

"""What can be known at this table: the exact chance of every role in every seat, out of one viewer's view."""

"""What can be known at a table: the chance of every role in every seat, out of one view."""

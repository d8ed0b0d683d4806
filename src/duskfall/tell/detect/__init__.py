"""What can be known at a table, in words: chances, how they were found, what is certain, and why."""

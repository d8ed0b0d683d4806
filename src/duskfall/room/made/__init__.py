"""What a table is made with: the wish of its creator, the form for it, balance and nights."""

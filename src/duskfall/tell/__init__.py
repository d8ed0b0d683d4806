"""From data to words: the language spoken, names, phrases; rules, facts, hosts and rulings have a room each."""

"""What a game starts from: set-up, deck, deal, house rules, positions in the middle."""

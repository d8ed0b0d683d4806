"""What a league needs, told beforehand: games for an interval, and what they take."""

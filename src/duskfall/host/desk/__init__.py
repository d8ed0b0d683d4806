"""The rulings desk: any position, what happened, and the ruling."""

"""The rulings desk: a host sets up any position, says what happened, and gets the ruling with its reasons."""

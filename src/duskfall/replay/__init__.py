"""A recorded game as one HTML page: its chapters, its pieces, and what became of everyone."""

"""A recorded game as one HTML page."""

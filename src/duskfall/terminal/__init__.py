"""Games at the terminal: played, watched, replayed, printed; without HTML."""

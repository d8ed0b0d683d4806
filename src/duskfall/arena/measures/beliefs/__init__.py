"""How good the suspicions are that players state."""

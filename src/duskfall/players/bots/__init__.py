"""Players without a model: at random, and by rules of thumb."""

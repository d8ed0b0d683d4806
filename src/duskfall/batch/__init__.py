"""The simulator: generates integer code from the engine's plan and plays millions of games without talk."""

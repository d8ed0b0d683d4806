"""An evening as a list of actions, and what they lead to."""

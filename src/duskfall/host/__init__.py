"""The live table: a host's evening as a list of actions, and the screen that they lead to."""

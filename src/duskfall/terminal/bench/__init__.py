"""Where people sit at one terminal: who has the keyboard, and whose view is in sight."""

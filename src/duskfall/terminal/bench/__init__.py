"""The people who play at this terminal: taking turns at the keyboard, and showing each only what they may see."""

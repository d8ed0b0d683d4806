"""People who play at one terminal: taking turns at the keyboard, and showing each only what they may see."""

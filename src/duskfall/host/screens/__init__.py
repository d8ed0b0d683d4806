"""Host screens: the state of a session as data for the page."""

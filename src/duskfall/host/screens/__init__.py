"""What the host sees: the state of an evening as data for the page."""

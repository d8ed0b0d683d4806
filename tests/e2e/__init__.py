"""The page in a real browser, tapped as on a phone."""

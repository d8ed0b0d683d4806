"""The screen of one seat."""

"""What the host of a live table says aloud and shows silently, by night and by day."""

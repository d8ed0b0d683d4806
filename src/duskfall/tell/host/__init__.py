"""What the host of a live table says and shows."""

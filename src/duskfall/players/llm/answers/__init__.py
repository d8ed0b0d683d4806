"""What a model may write, and how it is read."""

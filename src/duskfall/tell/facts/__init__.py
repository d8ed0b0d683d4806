"""Facts and questions in words."""

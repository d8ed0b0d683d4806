"""A person at a terminal: what they are asked, what they type, and what it means."""

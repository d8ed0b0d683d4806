"""What could be known when somebody chose, and what chance the cards gave: rows for leagues that ask for them."""

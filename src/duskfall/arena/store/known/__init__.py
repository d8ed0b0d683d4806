"""What could be known when somebody chose, and what chance the cards gave: rows that cost, for leagues that want them."""

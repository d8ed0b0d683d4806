"""A game at a table: what is shown when, who is asked, how long they are waited for, and its story."""

"""The tables of leagues, and what is asked of them."""

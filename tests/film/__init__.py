"""Films of records: what is in them, for whom, and what is refused."""

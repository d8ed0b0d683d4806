"""Language models at the table: what they are asked, how they are reached, how they are heard, what it costs."""

"""The tables of a league: what is kept of every game, in Parquet, and how it is asked for."""

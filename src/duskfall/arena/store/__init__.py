"""The stored tables of a league: rows of every game in Parquet files, queries in SQL, records and exports."""

"""Score sheets of a host session: as data, CSV and printable pages; scorings, points and standings."""

"""What is kept of an evening: as data, as sheets, on paper; points and standings."""
